//! Patterns of games of the catalogue are found, proved and certified.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod found;
