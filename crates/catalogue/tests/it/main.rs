//! The theorems of the catalogue against the rules of their games, and facts about those rules.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod positions;
mod tree_oracle;

mod cake_party;
mod calendar;
mod chess;
mod edge_geography;
mod euclid;
mod fibonacci_nim;
mod go;
mod green_hackenbush;
mod headers;
mod heaps;
mod knights;
mod known;
mod nim;
mod node_kayles;
mod northcott;
mod number_game;
mod numbers;
mod heap_position;
mod roxor;
mod scores;
mod settings;
mod shiritori;
mod stone_game_strategist;
mod treblecross;
mod tree_game;
mod vasya_chess;
mod whole;
