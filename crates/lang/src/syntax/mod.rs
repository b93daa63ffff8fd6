//! The syntax tree: how text becomes one.

pub(crate) mod ast;
pub(crate) mod asked;
pub(crate) mod look;
pub(crate) mod parser;
