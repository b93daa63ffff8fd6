//! Every engine, table and theorem against the dumbest correct way to the same answer.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod engines;
mod misere;
mod misere_genus;
mod octal;
mod pairs;
mod runs;
mod sequence;
mod single_heaps;
