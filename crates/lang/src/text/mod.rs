//! The text of rules: places in it, its tokens, and what is said of its faults.

pub(crate) mod span;
pub(crate) mod visible;
pub(crate) mod diagnostic;
pub(crate) mod lexer;
