//! Machine code says what the interpreter says.

mod beside;
#[allow(dead_code, reason = "the tests of the language ask for more")]
#[path = "../../../lang/tests/it/random/mod.rs"]
mod random;

#[path = "../../../lang/tests/it/faults.rs"]
mod faults;
#[path = "../../../lang/tests/it/graphs.rs"]
mod graphs;

mod catalogue;
mod chess;
mod lines;
mod no_state;
mod nasty;
mod unmoves;
