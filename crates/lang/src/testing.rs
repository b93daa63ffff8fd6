//! What the tests of this crate ask for besides what its users do.

#![cfg(feature = "testing")]

#[path = "../tests/constructs/mod.rs"]
mod constructs;

use self::constructs::used::expression::builtin;
use crate::check::text::text;
use crate::domain::value::Value;
use crate::syntax::ast::BUILTINS;
use crate::syntax::parser::parse_setting;
use crate::text::diagnostic::Result;

pub use self::constructs::Construct;
pub use crate::check::Type;
pub use crate::domain::square::written;
pub use crate::domain::value::steps_of_gcd;
pub use crate::text::visible::visible_in_place;

/// Reads an expression, and writes it without needless brackets.
pub fn rewritten(source: &str) -> Result<String> {
    Ok(text(&parse_setting(source)?))
}

/// The names of the functions of the language, each with the construct that a call is.
pub fn builtins() -> impl Iterator<Item = (&'static str, Option<Construct>)> {
    BUILTINS.into_iter().map(|name| (name, builtin(name, 1)))
}

/// The number of bytes that a value takes if it shares no part of itself.
#[must_use]
pub fn weight(value: &Value) -> u64 {
    value.weight()
}

/// A copy of a value that shares no part with it.
#[must_use]
pub fn deep_copy(value: &Value) -> Value {
    value.deep_copy()
}
