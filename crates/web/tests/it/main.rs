//! The server, asked over the network as a browser asks it.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod client;
mod games;
mod positions;
mod values;
mod others;
mod partizan;
mod tables;
mod jobs;
mod abuse;
mod guard;
