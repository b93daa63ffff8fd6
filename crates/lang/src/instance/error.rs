//! Why rules do not make a game.

use zug_job::Why;

use crate::evaluate::Stop;
use crate::text::diagnostic::Diagnostic;
use crate::text::span::Span;

/// Why rules do not make a game.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The rules are at fault.
    #[error(transparent)]
    Rules(#[from] Box<Diagnostic>),
    /// A parameter was set that the game does not have.
    #[error("the game `{game}` has no parameter `{name}`; {advice}")]
    UnknownParameter {
        /// The game.
        game: String,
        /// What was to be set.
        name: String,
        /// What there is to set.
        advice: String,
    },
    /// A parameter cannot have this value.
    #[error("the parameter `{name}` cannot be `{text}`: {reason}")]
    BadSetting {
        /// The parameter.
        name: String,
        /// The value as it was given.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The caller wanted no more of it.
    #[error(transparent)]
    Interrupted(#[from] Why),
}

impl From<Stop> for Error {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Interrupted(why) => Self::Interrupted(why),
            other => Self::Rules(other.diagnostic()),
        }
    }
}

impl Error {
    /// The fault in the rules, where nobody interrupts.
    pub(crate) fn uninterrupted(self) -> Box<Diagnostic> {
        match self {
            Self::Rules(fault) => fault,
            other => Diagnostic::new(other.to_string(), Span::default(), ""),
        }
    }
}
