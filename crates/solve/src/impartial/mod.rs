//! Impartial games: what a position is worth as a heap of Nim.
//!
//! [`grundy`] gives the nimber of every position of a [`crate::strong::Graph`].

pub mod grundy;

pub use grundy::{Nimbers, nimbers};
