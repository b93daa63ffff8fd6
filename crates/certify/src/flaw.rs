//! What is wrong with a claim, and where.

use std::convert::Infallible;
use std::fmt::Debug;

use zug_game::Fault;
use zug_job::Stopped;
use zug_values::{Nimber, Value};

use crate::positions::map_positions;
use crate::proof::ProofFlaw;

/// What is wrong with a claim. The values are those of the mover in `position`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Flaw<P: Debug> {
    /// The rules broke in this position.
    #[error("the rules break in {position:?}: {fault}")]
    Fault {
        /// The position.
        position: P,
        /// What broke.
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
    /// A move leads to a position that is not listed, or has no value.
    #[error("a move leads from {position:?} to {successor:?}, which the claim leaves out")]
    Open {
        /// The position in which the move is made.
        position: P,
        /// The position that the move leads to.
        successor: P,
    },
    /// The loopy nimber of a position is not what those of its options make it, or is missing.
    #[error("the loopy nimber of {position:?} is wrong, or missing")]
    LoopyNimber {
        /// The position.
        position: P,
    },
    /// The game is over in this position, and its value there is not the value claimed.
    #[error("{position:?} is finished: it is a {actual}, not a {claimed}")]
    Finished {
        /// The position.
        position: P,
        /// The value claimed.
        claimed: Value,
        /// The value by the rules.
        actual: Value,
    },
    /// The claim says of a position that the game is over there, and it goes on; or the other way
    /// round.
    #[error("the game {} in {position:?}, which the claim denies", if *is_over { "is over" } else { "goes on" })]
    OverOtherwise {
        /// The position.
        position: P,
        /// Whether the game is over by the rules.
        is_over: bool,
    },
    /// A move gives the mover more than is claimed.
    #[error("{position:?} is claimed to be a {claimed}, but a move gives a {best}")]
    BetterMove {
        /// The position.
        position: P,
        /// The value claimed.
        claimed: Value,
        /// The best that the claims for the successors give.
        best: Value,
    },
    /// No move gives the mover what is claimed.
    #[error("{position:?} is claimed to be a {claimed}, but the best move gives a {best}")]
    NoSuchMove {
        /// The position.
        position: P,
        /// The value claimed.
        claimed: Value,
        /// The best that the claims for the successors give.
        best: Value,
    },
    /// A remoteness that no line of play can have.
    #[error("{position:?} is claimed to be a {claimed}, which is longer than any game")]
    TooRemote {
        /// The position.
        position: P,
        /// The value claimed.
        claimed: Value,
    },
    /// A position is looked up in an entry that does not stand for it, or in no entry, though
    /// some entry stands for it.
    #[error("{position:?} is not looked up in the one entry that stands for it")]
    LookedUpElsewhere {
        /// The position.
        position: P,
    },
    /// A position is listed that play does not reach from the roots.
    #[error("{position:?} is listed, but play does not reach it from the roots")]
    Unreached {
        /// The position.
        position: P,
    },
    /// A position is listed twice, out of order, or in a tier or a shard that is not its own.
    #[error("{position:?} is listed twice, or where it does not belong")]
    Misplaced {
        /// The position.
        position: P,
    },
    /// A move leads to a position that is not listed; the position in which the move is made is not at
    /// hand.
    #[error("a move leads to {position:?}, which the claim leaves out")]
    LeftOut {
        /// The position that the move leads to.
        position: P,
    },
    /// An entry does not stand for the states that are its images under the declared symmetries.
    #[error(
        "{position:?} stands for other positions than its images under the declared symmetries"
    )]
    OtherImages {
        /// The position that is kept in the entry.
        position: P,
    },
    /// The judge and the quick game do not play alike, so that the game that was solved is not
    /// that of the rules.
    #[error("the rules as written lead from {position:?} elsewhere than the game that was solved")]
    PlayedOtherwise {
        /// The position.
        position: P,
    },
    /// The nimber is not the least that no option has.
    #[error(
        "{position:?} is claimed to be worth a heap of {claimed}, but is worth one of {actual}"
    )]
    Nimber {
        /// The position.
        position: P,
        /// The nimber claimed.
        claimed: Nimber,
        /// The least nimber that the claim gives to no option.
        actual: Nimber,
    },
    /// The score is not the best that a move attains, or not the one with which the game is over.
    #[error("{position:?} is claimed to have the score {claimed}, but {}", by_rules(*claimed, *actual))]
    Score {
        /// The position.
        position: P,
        /// The score claimed.
        claimed: i64,
        /// The score by the rules and the claims for the successors; `None` if there is none.
        actual: Option<i64>,
    },
    /// A nimber is claimed where none is defined: an option has none, a move keeps the
    /// turn, or the rules end the game otherwise than by a stuck player who loses.
    #[error("{position:?} is claimed to have a nimber, which is not defined there")]
    NoNimber {
        /// The position.
        position: P,
    },
    /// Nimbers or scores are claimed, but play can go round in a circle.
    #[error(
        "{position:?} is claimed to have a nimber or a score, but play can go round in a circle to it"
    )]
    Circle {
        /// A position on the circle, or behind it.
        position: P,
    },
}

impl<P: Debug> Flaw<P> {
    /// The flaw with `to` applied to each position, such as to tell positions as text.
    #[must_use]
    pub fn map<Q: Debug>(self, mut to: impl FnMut(P) -> Q) -> Flaw<Q> {
        map_positions!(self, Flaw, to;
            Fault(position; fault),
            RootMissing(root;),
            NoValue(position;),
            Open(position, successor;),
            Finished(position; claimed, actual),
            OverOtherwise(position; is_over),
            BetterMove(position; claimed, best),
            NoSuchMove(position; claimed, best),
            TooRemote(position; claimed),
            LookedUpElsewhere(position;),
            Unreached(position;),
            Misplaced(position;),
            LeftOut(position;),
            OtherImages(position;),
            PlayedOtherwise(position;),
            Nimber(position; claimed, actual),
            Score(position; claimed, actual),
            NoNimber(position;),
            LoopyNimber(position;),
            Circle(position;),
        )
    }
}

/// What is right where a score is claimed that is not.
fn by_rules(claimed: i64, actual: Option<i64>) -> String {
    match actual {
        None => "the game has no score there".to_owned(),
        Some(score) if score == claimed => "play ends after another number of plies".to_owned(),
        Some(score) => format!("has the score {score}"),
    }
}

/// Why there is no certificate; `E` is why the claim could not be read.
///
/// It is not `non_exhaustive`: whoever asks for a certificate must tell a flaw from a check
/// that did not come to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotCertified<P: Debug, E = Infallible> {
    /// The claim is wrong.
    #[error(transparent)]
    Flaw(#[from] Flaw<P>),
    /// The check ended before it was done: it was cancelled, or memory was refused.
    #[error("{0}")]
    Stopped(#[from] Stopped),
    /// The claim could not be read.
    #[error("{0}")]
    Unreadable(E),
}

/// Why a proof shows nothing.
///
/// It is not `non_exhaustive`, for the reason told of [`NotCertified`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotProved<P: Debug> {
    /// The proof is wrong.
    #[error(transparent)]
    Flaw(#[from] ProofFlaw<P>),
    /// The check ended before it was done: it was cancelled.
    #[error("{0}")]
    Stopped(#[from] Stopped),
}
