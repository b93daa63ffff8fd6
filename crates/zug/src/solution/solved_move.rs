//! The moves of a solved position.

use zug_values::{Turn, Value, Worth};

use crate::assess::LegalMove;
use crate::problem::Position;

/// A move, and the value of the position that it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SolvedMove {
    /// The move as a person writes it.
    pub name: String,
    /// The position after it.
    pub position: Position,
    /// Who moves in the position after the move.
    pub turn: Turn,
    /// The value that the mover gets by the move, which counts as a ply.
    pub value: Value,
    /// What the position after the move is worth to the player who moves there.
    pub after: Worth,
    /// The score that the mover gets by the move, in a game that ends with scores or whose moves
    /// gain points; what the move gains is counted.
    pub score: Option<i64>,
    /// The number of points that the mover gains by the move; `None` where no move of the game gains
    /// points.
    pub gain: Option<i64>,
}

impl SolvedMove {
    /// What the mover gets by the move, in words: the score where the game ends with scores, else
    /// the value.
    #[must_use]
    pub fn told(&self) -> String {
        match self.score {
            Some(score) => points(score),
            None => self.value.to_string(),
        }
    }
}

/// A score in words: `+3`, `0`, `-5`.
#[must_use]
pub fn points(score: i64) -> String {
    match score {
        0 => "0".to_owned(),
        score => format!("{score:+}"),
    }
}

impl From<SolvedMove> for LegalMove {
    fn from(solved: SolvedMove) -> Self {
        Self {
            name: solved.name,
            position: solved.position,
            turn: solved.turn,
            gain: solved.gain.unwrap_or_default(),
        }
    }
}
