//! Notation, names and options of games on heaps, and what is said of such games in words.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod book;
mod checked;
mod leaving;
mod linear;
mod names;
mod notation;
mod pairs;
mod words;
