//! What a function or a question gives: a value, or something about values.

use crate::form::Form;
use crate::loopy::value::AnyValue;
use crate::measures::Temper;
use crate::order::{OutcomeClass, Relation};
use crate::thermograph::Thermograph;
use crate::uptimals::UptimalExpansion;

impl From<AnyValue> for Answer {
    fn from(value: AnyValue) -> Self {
        match value {
            AnyValue::Short(form) => Self::Value(form),
            AnyValue::Loopy(_) => Self::Loopy(value),
        }
    }
}

/// What a function or a question gives.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Answer {
    /// A value.
    Value(Form),
    /// A value in which play can go round.
    Loopy(AnyValue),
    /// Several values.
    Values(Vec<Form>),
    /// Yes or no.
    Truth(bool),
    /// How two values compare.
    Relation(Relation),
    /// Who wins.
    Outcome(OutcomeClass),
    /// A count.
    Count(u64),
    /// Whether the number of moves is even or odd; `None` if it may be either.
    Temper(Option<Temper>),
    /// A thermograph.
    Thermograph(Thermograph),
    /// An expansion in uptimals; `None` if there is none.
    Uptimals(Option<UptimalExpansion>),
    /// A value as a text of another form than usual.
    Text(String),
}
