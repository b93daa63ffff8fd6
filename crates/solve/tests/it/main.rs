//! Every solver against the dumbest correct way to the same answer.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod dense;
mod dense_tiers;

mod checkpoint;
mod compound;
mod counting;
mod compound_budget;
mod grundy;
mod limits;
mod little_memory;
mod loopy;
mod partizan;
mod parts;
mod search;
mod gains;
mod scores;
mod shrinking;
mod strong;
mod table;
mod tiers;
mod tiers_besides;
mod units;
