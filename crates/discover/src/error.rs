//! Why no pattern was looked for to the end.

use zug_job::Stopped;

/// Why no pattern was looked for to the end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Play can go round in a circle, or in more positions than are looked at.
    #[error("play from {position} can go round in a circle")]
    Circle {
        /// A position from which it does.
        position: String,
    },
    /// A choice of a move is not bounded.
    #[error(transparent)]
    Choices(#[from] zug_game::linear::TooManyChoices),
    /// More positions would have to be solved than is allowed.
    #[error("more than {most} positions would have to be solved")]
    TooManyPositions {
        /// The bound.
        most: usize,
    },
    /// Automata become too large.
    #[error(transparent)]
    Automata(zug_automata::Error),
    /// The job was cancelled, or its memory is used up.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl From<zug_automata::Error> for Error {
    fn from(error: zug_automata::Error) -> Self {
        match error {
            zug_automata::Error::Stopped(stopped) => Self::Stopped(stopped),
            other => Self::Automata(other),
        }
    }
}
