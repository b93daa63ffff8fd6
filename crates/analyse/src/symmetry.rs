//! Proofs from a residual program that a map of positions is a symmetry of the game in all states.

mod form;
mod view;
mod proof;

pub use proof::{Doubt, Proofs};
