//! Impartial games: what a position is worth as a heap of Nim.
//!
//! [`grundy`] gives the nimber of every position of a [`crate::strong::Graph`].
//! The others know the shape of a game on heaps and need no graph:
//! [`subtraction`] takes one of finitely many numbers, [`all_but`] any number but
//! finitely many, and in [`intervals`] the options are an interval of sizes. [`pairs`]
//! are games on two heaps that may be taken from at once.

pub mod grundy;
pub mod subtraction;
pub mod all_but;
pub mod intervals;
pub mod heaps;
pub mod pairs;

mod taken;

pub use grundy::{Nimbers, nimbers};
