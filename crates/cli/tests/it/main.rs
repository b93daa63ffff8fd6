//! The program as a user runs it: what it prints, how it ends, what it reads and writes.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod schema;
#[cfg(unix)]
mod signals;

mod attempts;
#[cfg(unix)]
mod calc;
mod cli;
mod cluster;
mod json;
mod judge;
mod saving;
mod searching;
mod proof;
mod query;
mod scripts;
mod sequence;
mod sequence_verify;
#[cfg(unix)]
mod serving;
#[cfg(unix)]
mod strangers;
#[cfg(unix)]
mod streams;
mod symmetries;
mod table;
mod texts;
