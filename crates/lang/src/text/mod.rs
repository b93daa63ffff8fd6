//! The text of rules: places in it, its tokens, and the faults that are found in it.

pub(crate) mod span;
pub(crate) mod visible;
pub(crate) mod diagnostic;
pub(crate) mod foreign;
pub(crate) mod lexer;
