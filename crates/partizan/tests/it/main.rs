//! Values of partizan games, against plain recursion by the definitions and against known answers.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod boards;
mod dyadic;
mod laws;
mod limits;
mod loopy;
mod notation;
mod oracle;
mod rows;
mod small;
mod steps;
mod verified;
