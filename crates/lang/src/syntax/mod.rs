//! The syntax tree: how text becomes one, and which constructs of the language it uses.

pub(crate) mod ast;
pub(crate) mod asked;
pub(crate) mod look;
pub(crate) mod parser;
pub(crate) mod constructs;
