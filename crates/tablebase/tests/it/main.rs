//! Tables on disk: what was written is read, and what is damaged is refused.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod checkpoint;
mod faults;
mod loopy;
mod random;
mod resume;
mod round_trip;
mod sample;
mod tiers;
mod writing;
