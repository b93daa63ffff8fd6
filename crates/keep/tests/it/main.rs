//! Files with right checksums that lie are refused; exported files say what the table says; a check in parts finds planted
//! faults.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod checks;
mod export;
mod forged;
mod halves;
mod loopy;
mod number_checks;
