//! The games that Zug ships, as rules, and the theorems that answer some of
//! them at once.
//!
//! [`entries`] lists the rules files of `games/`, each with its [`Header`]: title,
//! kind, rules in two sentences, source and known results. A theorem is a module with the
//! name of its game; it is tested against the rules on all small instances.

#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod entry;
mod header;
mod openings;
mod patterns;
pub mod form;
pub mod number_game;
pub mod nim;
pub mod subtraction;
pub mod forbidden_take_away;
pub mod heap_position;
pub mod treblecross;
pub mod node_kayles;
pub mod wythoff;
pub mod euclid;
pub mod fibonacci_nim;
pub mod furlo_rublo;
pub mod powers;
pub mod numbers;
pub mod tree_game;
pub mod green_hackenbush;
pub mod northcott;
pub mod stone_game_strategist;
pub mod roxor;
pub mod cake_party;
pub mod vasya_chess;
pub mod calendar;
pub mod knights;

pub use entry::{Entry, by_kind, entries, find, nearest};
pub use header::{Header, KINDS};
pub use number_game::{NumberGame, NumberGameError, NumberGameSetup};
pub use openings::{Openings, openings};
pub use patterns::{KEPT_PATTERNS, KeptPattern};
