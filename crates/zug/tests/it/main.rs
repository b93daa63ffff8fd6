//! The façade as its users call it, on known answers and on the examples of the manual.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod apart;
mod assess;
mod bags;
mod book;
mod book_catalogue;
mod book_diagrams;
mod book_sources;
mod compound;
mod dense;
mod endless;
mod explain;
mod explain_value;
mod fen;
mod gains;
mod heap_parts;
mod heaps_from_rules;
mod known;
mod left_games;
mod loopy;
mod one_position;
mod othello;
mod other_game;
mod outlook;
mod partizan;
mod parts;
mod placed;
mod player_swap;
mod preparation;
mod proof;
mod questions;
mod retracting;
mod rust_game;
mod scores;
mod search;
mod sum;
mod stored;
mod theorems;
mod theory;
mod tiers;
mod value_boards;
mod value_check;
mod values;
mod views;
mod warnings;
