//! Right claims pass; whatever is changed about a claim, a certificate refuses it.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod counting;
mod entries;
mod heaps;
mod loopy;
mod mutations;
mod proof;
mod samples;
mod scores;
mod shards;
