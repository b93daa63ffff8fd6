//! The reasons why rules with their settings make no game.

use zug_job::{Refusal, Why};

use crate::evaluate::NoValue;
use crate::text::diagnostic::{Diagnostic, nearest};
use crate::text::span::Span;

/// Why rules with their settings make no game.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The rules have a fault.
    #[error(transparent)]
    Rules(#[from] Box<Diagnostic>),
    /// A parameter was set that the game does not have.
    #[error("the game `{game}` has no parameter `{name}`; {}", advice(name, known))]
    UnknownParameter {
        /// The name of the game.
        game: String,
        /// The name that was to be set.
        name: String,
        /// The names of the game's parameters, in the order of the rules.
        known: Vec<String>,
    },
    /// The value that a parameter was set to is not possible.
    #[error("the parameter `{name}` cannot be `{}`: {flaw}", shortened(text))]
    BadSetting {
        /// The name of the parameter.
        name: String,
        /// The value as the caller wrote it.
        text: String,
        /// Why it is not possible.
        flaw: SettingFlaw,
    },
    /// The memory of the job does not suffice to work out what the rules say at this place.
    #[error("{place}")]
    NoRoom {
        /// The place in the rules, and what was to be made there.
        place: Box<Diagnostic>,
        /// What was refused.
        refusal: Refusal,
    },
    /// The job was cancelled, or its memory is used up.
    #[error(transparent)]
    Interrupted(#[from] Why),
}

/// Why a parameter cannot have the value that it was set to.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SettingFlaw {
    /// The parameter has a value already.
    #[error("it is set twice")]
    Twice,
    /// The text of the value cannot be read or evaluated.
    #[error(transparent)]
    Unreadable(Box<Diagnostic>),
    /// The value is of another kind than the default.
    #[error("it must be {wanted}, such as `{example}`")]
    OfAnotherKind {
        /// The kind of the default, with an article: "a number".
        wanted: String,
        /// The default.
        example: String,
    },
    /// The value is not in the range that the rules declare.
    #[error("it must be {}{range}", if range.starts_with("list of ") { "a " } else { "in " })]
    OutOfRange {
        /// The range as rules write it: `0..9`, `list of 0..9`.
        range: String,
    },
}

/// Returns the beginning of a long text, as a value may be a graph of many edges.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(200) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Returns what a person could do who set the unknown parameter `name`.
fn advice(name: &str, known: &[String]) -> String {
    match nearest(name, known.iter().map(String::as_str)) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None if known.is_empty() => "it has none".to_owned(),
        None => format!("it has {}", known.join(", ")),
    }
}

impl From<NoValue> for Error {
    fn from(why: NoValue) -> Self {
        match why {
            NoValue::NoRoom(place, refusal) => Self::NoRoom { place, refusal },
            NoValue::Interrupted(why) => Self::Interrupted(why),
            other => Self::Rules(other.diagnostic()),
        }
    }
}

impl Error {
    /// Returns the fault in the rules. Only for work whose job nobody can interrupt.
    pub(crate) fn uninterrupted(self) -> Box<Diagnostic> {
        match self {
            Self::Rules(fault) | Self::NoRoom { place: fault, .. } => fault,
            other => Diagnostic::new(other.to_string(), Span::default(), ""),
        }
    }
}
