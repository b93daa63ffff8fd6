//! Games whose moves only ever become fewer.
//!
//! In Cram, in Domineering, in Kayles on a graph and in many other games a move takes moves away,
//! itself among them, and never gives one. Then a position is no more than the set of the moves
//! that are left ([`MoveSet`]). [`NimberSearch`] works out the nimber of one position of an
//! impartial game of this kind; [`MoveCount`] tells in a partizan one who wins, where it is enough
//! to count the moves that are left, and [`PartSum`] also where small parts must be played out.

mod move_set;
mod game;
mod images;
mod nimbers;
mod counting;
mod parts;

pub use counting::{Counted, MoveCount};
pub(crate) use game::Key as ShrinkingKey;
pub use game::ShrinkingGame;
pub(crate) use images::{Image, images};
pub use move_set::MoveSet;
pub use nimbers::NimberSearch;
pub use parts::{Bounds, PartSum};
