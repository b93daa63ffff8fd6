//! Games to test on, written by hand.

pub mod graph_game;
pub mod subtraction;
pub mod tic_tac_toe;
pub mod two_tables;
pub mod token;
