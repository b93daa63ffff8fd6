//! Contest problems in their own formats, one file for each problem.

pub(crate) mod tokens;
mod cases;
pub(crate) mod number_game;
pub(crate) mod subtraction;
pub(crate) mod bachet;
pub(crate) mod calendar;
pub(crate) mod vasya_chess;
pub(crate) mod forbidden_take_away;
pub(crate) mod furlo_rublo;
pub(crate) mod powers;
pub(crate) mod numbers;
pub(crate) mod trees;
pub(crate) mod northcott;
pub(crate) mod knights;
pub(crate) mod long_long_nim;
pub(crate) mod cake_party;
pub(crate) mod stone_game_strategist;
pub(crate) mod roxor;
#[cfg(test)]
mod testing;
