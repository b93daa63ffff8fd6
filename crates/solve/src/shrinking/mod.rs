//! Games whose moves only ever become fewer.
//!
//! In Cram, in Domineering, in Kayles on a graph and in many other games a move takes moves away,
//! itself among them, and never gives one. Then a position is no more than the set of the moves
//! that are left ([`MoveSet`]), and it falls into parts ([`ShrinkingParts`]). [`MoveCount`] tells in a
//! partizan game of this kind who wins, where it is enough to count the moves that are left, and [`PartSum`]
//! also where small parts must be played out.

mod move_set;
mod game;
mod images;
mod in_parts;
mod counting;
mod parts;

pub use counting::{Counted, MoveCount};
pub use game::ShrinkingGame;
pub use in_parts::{ShrinkingPartKey, ShrinkingParts};
pub use move_set::MoveSet;
pub use parts::{Bounds, PartSum};
