//! Games to test on, written by hand.

pub(crate) mod graph_game;
pub(crate) mod subtraction;
pub(crate) mod tic_tac_toe;
pub(crate) mod two_tables;
