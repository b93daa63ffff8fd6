//! What is wrong with a claim, and where.

use std::fmt::Debug;

use zug_game::Fault;
use zug_values::Value;

/// What is wrong with a claim. The values are those of the mover in `position`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Flaw<P: Debug> {
    /// The rules broke in this position.
    #[error("the rules break in {position:?}: {fault}")]
    Fault {
        /// Where.
        position: P,
        /// What the game said.
        fault: Fault,
    },
    /// A root is not among the positions.
    #[error("the root {root:?} is not among the positions")]
    RootMissing {
        /// The root.
        root: P,
    },
    /// A position is listed, but has no value.
    #[error("{position:?} has no value")]
    NoValue {
        /// The position.
        position: P,
    },
    /// A move leads to a position that is not among those listed, or has no
    /// value.
    #[error("a move leads from {position:?} to {successor:?}, which the claim leaves out")]
    Open {
        /// Where the move is made.
        position: P,
        /// Where it leads.
        successor: P,
    },
    /// The game is over here, with another value than the claimed one.
    #[error("{position:?} is finished: it is a {actual}, not a {claimed}")]
    Finished {
        /// The position.
        position: P,
        /// What the claim says.
        claimed: Value,
        /// What the rules say.
        actual: Value,
    },
    /// A move gives the mover more than is claimed.
    #[error("{position:?} is claimed to be a {claimed}, but a move gives a {best}")]
    BetterMove {
        /// The position.
        position: P,
        /// What the claim says.
        claimed: Value,
        /// The best that the claims for the successors give.
        best: Value,
    },
    /// No move gives the mover what is claimed.
    #[error("{position:?} is claimed to be a {claimed}, but the best move gives a {best}")]
    NoSuchMove {
        /// The position.
        position: P,
        /// What the claim says.
        claimed: Value,
        /// The best that the claims for the successors give.
        best: Value,
    },
    /// A remoteness that no line of play can have.
    #[error("{position:?} is claimed to be a {claimed}, which is longer than any game")]
    TooRemote {
        /// The position.
        position: P,
        /// What the claim says.
        claimed: Value,
    },
}
