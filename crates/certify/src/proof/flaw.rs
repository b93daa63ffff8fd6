//! What is wrong with a proof, and where.

use std::fmt::Debug;

use zug_game::Fault;
use zug_values::{Outcome, Wanted};

use crate::positions::map_positions;

/// What is wrong with a proof. Claims are about the player to move in `position`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProofFlaw<P: Debug> {
    /// The rules broke in this position.
    #[error("the rules break in {position:?}: {fault}")]
    Fault {
        /// The position.
        position: P,
        /// What broke.
        fault: Fault,
    },
    /// The proof does not show what it is a proof of.
    #[error("it is not shown that the player to move in {position:?} {claim}, as the proof says")]
    Unproved {
        /// The position asked about.
        position: P,
        /// What should be shown of it.
        claim: Wanted,
    },
    /// A number is listed that is no position.
    #[error("{position:?} is listed, but is not a position of the game")]
    NoPosition {
        /// The position.
        position: P,
    },
    /// A position is listed that stands for none of its images.
    #[error("{position:?} is listed, but its image under a symmetry should be listed instead")]
    NotCanonical {
        /// The position.
        position: P,
    },
    /// An entry claims nothing.
    #[error("{position:?} is listed, and nothing is claimed of it")]
    ClaimsNothing {
        /// The position.
        position: P,
    },
    /// An entry claims more at least than it claims at most.
    #[error("{position:?} is claimed to be worth more at least than at most")]
    Contradiction {
        /// The position.
        position: P,
    },
    /// The game is over in this position, and not as claimed.
    #[error(
        "it is claimed that the player to move in {position:?} {claim}, but the game is over \
         there: a {outcome}"
    )]
    Over {
        /// The position.
        position: P,
        /// What is claimed.
        claim: Wanted,
        /// The outcome there.
        outcome: Outcome,
    },
    /// The game is over in this position with a score, and not with one as claimed.
    #[error(
        "it is claimed that the player to move in {position:?} {claim}, but the game is over \
         there with a score of {score}"
    )]
    OverWithScore {
        /// The position.
        position: P,
        /// What is claimed.
        claim: Wanted,
        /// The score there, for the player to move.
        score: i64,
    },
    /// It is not shown of the position behind a move what the claim asks for.
    #[error(
        "it is claimed that the player to move in {position:?} {claim}, but it is not shown that, \
         after the move to {successor:?}, the player to move {needed}"
    )]
    Open {
        /// The position.
        position: P,
        /// What is claimed.
        claim: Wanted,
        /// The position behind the move.
        successor: P,
        /// What would have to be shown of it.
        needed: Wanted,
    },
    /// No move is shown to be as good as claimed.
    #[error(
        "it is claimed that the player to move in {position:?} {claim}, but no move is shown to \
         attain that"
    )]
    NoMove {
        /// The position.
        position: P,
        /// What is claimed.
        claim: Wanted,
    },
    /// The judge and the quick game do not play alike.
    #[error("the rules as written lead from {position:?} elsewhere than the game that is played")]
    PlayedOtherwise {
        /// The position.
        position: P,
    },
    /// The judge and the quick game do not end with the same score.
    #[error(
        "the rules as written do not end the game in {position:?} with the score of the game that \
         is played"
    )]
    ScoredOtherwise {
        /// The position.
        position: P,
    },
}

impl<P: Debug> ProofFlaw<P> {
    /// The flaw with `to` applied to each position, such as to tell positions as text.
    #[must_use]
    pub fn map<Q: Debug>(self, mut to: impl FnMut(P) -> Q) -> ProofFlaw<Q> {
        map_positions!(self, ProofFlaw, to;
            Fault(position; fault),
            Unproved(position; claim),
            NoPosition(position;),
            NotCanonical(position;),
            ClaimsNothing(position;),
            Contradiction(position;),
            Over(position; claim, outcome),
            OverWithScore(position; claim, score),
            Open(position, successor; claim, needed),
            NoMove(position; claim),
            PlayedOtherwise(position;),
            ScoredOtherwise(position;),
        )
    }
}
