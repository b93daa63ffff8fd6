//! Impartial games: the size of the Nim heap that a position is worth.
//!
//! [`grundy`] gives the nimber of every position of a [`crate::positions::Graph`].
//! The other modules work from the rules of a game on heaps and need no graph: in
//! [`subtraction`] a move takes one of finitely many numbers, in [`all_but`] any number
//! but finitely many, and in [`intervals`] the options of a heap are an interval of
//! sizes. [`heaps`] gives nim-sequences of heap games, and [`pairs`] answers games on
//! two heaps in which a move may take from both.

pub mod grundy;
pub mod subtraction;
pub mod all_but;
pub mod intervals;
pub mod heaps;
pub mod pairs;

mod taken;

pub use grundy::{Nimbers, nimbers};
