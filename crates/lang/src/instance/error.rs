//! The reasons why rules with their settings make no game.

use zug_job::Why;

use crate::evaluate::NoValue;
use crate::text::diagnostic::Diagnostic;
use crate::text::span::Span;

/// Why rules with their settings make no game.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The rules have a fault.
    #[error(transparent)]
    Rules(#[from] Box<Diagnostic>),
    /// A parameter was set that the game does not have.
    #[error("the game `{game}` has no parameter `{name}`; {advice}")]
    UnknownParameter {
        /// The name of the game.
        game: String,
        /// The name that was to be set.
        name: String,
        /// What there is to set.
        advice: String,
    },
    /// The value that a parameter was set to is not possible.
    #[error("the parameter `{name}` cannot be `{text}`: {reason}")]
    BadSetting {
        /// The name of the parameter.
        name: String,
        /// The value as the caller wrote it.
        text: String,
        /// Why it is not possible.
        reason: String,
    },
    /// The caller ended the work.
    #[error(transparent)]
    Interrupted(#[from] Why),
}

impl From<NoValue> for Error {
    fn from(why: NoValue) -> Self {
        match why {
            NoValue::Interrupted(why) => Self::Interrupted(why),
            other => Self::Rules(other.diagnostic()),
        }
    }
}

impl Error {
    /// Returns the fault in the rules. It is for work that nobody can stop.
    pub(crate) fn uninterrupted(self) -> Box<Diagnostic> {
        match self {
            Self::Rules(fault) => fault,
            other => Diagnostic::new(other.to_string(), Span::default(), ""),
        }
    }
}
