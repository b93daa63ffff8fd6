//! Machine code says what the interpreter says.

mod beside;

mod catalogue;
mod chess;
mod lines;
mod no_state;
mod nasty;
mod unmoves;
