//! What a proof claims of the position that it is about.

use zug_values::{Outcome, Plies, Value, Worth};

/// What a proof claims of the position that it is about, to be checked whole.
///
/// ```
/// use zug::{Outcome, Plies, ProofClaim};
///
/// let claim = ProofClaim::of(Outcome::Win, Some(Plies(3)), None).expect("a win has moves");
/// assert_eq!(claim.remoteness(), Some(Plies(3)));
/// // A draw has no number of moves, and a proof of a score shows none.
/// assert_eq!(ProofClaim::of(Outcome::Draw, Some(Plies(3)), None), None);
/// assert_eq!(ProofClaim::of(Outcome::Win, Some(Plies(3)), Some(1)), None);
/// // Whoever has fewer points than the opponent has lost.
/// assert_eq!(ProofClaim::of(Outcome::Win, None, Some(-1)), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofClaim {
    /// What the player to move gets and, where a remoteness is told, in how many plies the game
    /// ends. What the position is worth in a sum is no part of the claim.
    Worth(Worth),
    /// The score of the player to move, in a game that ends with scores.
    Score(i64),
}

impl ProofClaim {
    /// The claim that tells this outcome, this remoteness and this score, where they are told;
    /// `None` if no proof shows all of it: a draw has no remoteness, a proof of a score shows no
    /// remoteness, and the sign of a score is its outcome.
    #[must_use]
    pub fn of(outcome: Outcome, remoteness: Option<Plies>, score: Option<i64>) -> Option<Self> {
        match (remoteness, score) {
            (None, None) => Some(Self::Worth(outcome.into())),
            (Some(plies), None) => Some(Self::Worth(Value::after(outcome, plies)?.into())),
            (None, Some(score)) => {
                (Outcome::of_score(score) == outcome).then_some(Self::Score(score))
            }
            (Some(_), Some(_)) => None,
        }
    }

    /// What the player to move gets.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match self {
            Self::Worth(worth) => worth.outcome(),
            Self::Score(score) => Outcome::of_score(*score),
        }
    }

    /// The number of plies until the game ends, if that is claimed.
    #[must_use]
    pub fn remoteness(&self) -> Option<Plies> {
        match self {
            Self::Worth(worth) => worth.remoteness(),
            Self::Score(_) => None,
        }
    }

    /// The score of the player to move, if that is claimed.
    #[must_use]
    pub fn score(&self) -> Option<i64> {
        match self {
            Self::Worth(_) => None,
            Self::Score(score) => Some(*score),
        }
    }
}
