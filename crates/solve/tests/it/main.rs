//! Every solver and engine against the dumbest correct way to the same answer.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod games;
mod oracle;
#[path = "../../../../testdata/heaps/rows.rs"]
mod rows;

mod compound;
mod compound_budget;
mod grundy;
mod heap_engines;
mod heap_octal;
mod heap_sequence;
mod heaps;
mod heaps_intervals;
mod limits;
mod misere;
mod misere_genus;
mod pairs;
mod strong;
mod table;
