//! The values of boards in partizan theory: canonical forms, in which Left is the first player.
//!
//! A board is worth the game whose options are the values of the boards that each player's moves lead to,
//! and a position that falls into parts is worth the sum of the parts (J. H. Conway, *On Numbers and Games*,
//! 1976; A. N. Siegel, *Combinatorial Game Theory*, 2013, chapter II). Play has to end, normal play decides,
//! and a player without a move loses.
//!
//! [`PartizanValues`] works out each part once, for any game with parts
//! ([`InParts`](zug_game::InParts)). [`ShrinkingParts`](crate::shrinking::ShrinkingParts) are sets of moves that only become fewer;
//! `zug_analyse::Parts` finds the parts of boards on which moves give moves; [`WholeBoards`] knows a board as
//! a whole, for any rules that end, and [`VariedBoards`] those of a variant of the rules. [`values_around`] knows
//! boards from which play can go round.
//!
//! Cost: canonical forms, each kept once in the [`Arena`](zug_partizan::Arena), and an entry for each board
//! or part. When not to use it: to find out only who wins, [`SumSearch`] needs the values of small parts alone.

mod no_value;
mod values;
mod boards;
mod around;
mod varied;
mod search;

pub use around::values_around;
pub use boards::WholeBoards;
pub use no_value::NoValue;
pub use search::{PlayedPart, SumSearch};
pub use values::PartizanValues;
pub use varied::VariedBoards;
