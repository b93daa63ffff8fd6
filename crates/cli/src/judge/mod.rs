//! Contest problems in their own formats: one file for each.

pub(crate) mod tokens;
pub(crate) mod number_game;
