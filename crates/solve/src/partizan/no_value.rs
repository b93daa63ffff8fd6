//! Why a board has no value that could be worked out.

use std::convert::Infallible;

use zug_game::Fault;
use zug_job::Stopped;
use zug_partizan::PartizanError;

/// Why a board has no value here.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoValue {
    /// The rules break.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// Play can come back to a board.
    #[error("play can go round in a circle")]
    Cyclic,
    /// Play can come back to a board, and more boards are reached than the caller allows.
    #[error("play can go round in a circle, and reaches more than {0} positions")]
    TooManyAround(usize),
    /// The rules end the game otherwise than by a player without a move.
    #[error("the rules end the game otherwise than by leaving a player without a move")]
    Result,
    /// Play is misère, or a turn is not a move in one part.
    #[error(
        "values belong to sums in which a turn moves in one part and whoever cannot move loses: not to misère play"
    )]
    OtherPlay,
    /// A value is too large, or the work was stopped.
    #[error(transparent)]
    Value(#[from] PartizanError),
    /// The caller cancelled, or the memory does not suffice.
    #[error("{0}")]
    Stopped(#[from] Stopped),
}

impl From<Infallible> for NoValue {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}
