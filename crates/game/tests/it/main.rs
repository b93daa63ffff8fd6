//! The laws of what a game offers, on small games that are written here.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod coins;
mod ring;

mod blocks;
mod boards;
mod index;
mod orbits;
mod players;
mod retraction;
