//! Files with right checksums that lie are refused; exported files say what the table says.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod export;
mod forged;
mod halves;
mod loopy;
