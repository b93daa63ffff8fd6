//! Machine code says what the interpreter says.

mod beside;
#[allow(dead_code, reason = "the tests of the language ask for more")]
#[path = "../../../lang/tests/it/random/mod.rs"]
mod random;

#[path = "../../../lang/tests/it/faults.rs"]
mod faults;
#[path = "../../../lang/tests/it/graphs.rs"]
mod graphs;
#[allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]
#[path = "../../../../testdata/chess.rs"]
mod lines_of_chess;

mod catalogue;
mod chess;
mod lines;
mod no_state;
mod nasty;
mod unmoves;
