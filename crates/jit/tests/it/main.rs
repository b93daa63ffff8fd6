//! Machine code says what the interpreter says.

mod beside;
#[path = "../../../lang/tests/it/random/mod.rs"]
mod random;

mod catalogue;
mod no_state;
mod nasty;
mod unmoves;
