//! Right claims pass; whatever is changed about a claim, a certificate refuses it.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

#[allow(dead_code, reason = "the tests of the solvers use more of the games")]
#[path = "../../../solve/tests/it/games/mod.rs"]
mod games;
#[allow(dead_code, reason = "the tests of the solvers ask it for nimbers too")]
#[path = "../../../solve/tests/it/oracle.rs"]
mod oracle;
#[allow(dead_code, reason = "the tests of the solvers use more of the games")]
#[path = "../../../solve/tests/it/partizan.rs"]
mod partizan;
#[path = "../../../../testdata/heaps/rows.rs"]
mod rows;

mod counting;
mod entries;
mod heaps;
mod mutations;
mod proof;
