//! What a table knows of one position.

use zug_solve::table::Entry;
use zug_values::{Outcome, Plies, Value};

/// How the game ends from a position for its mover. The numbers are those of the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Ending {
    /// The mover loses.
    Loss = 0,
    /// The mover wins.
    Win = 1,
    /// Neither player can force a win.
    DrawByPlay = 2,
    /// The rules end the game level here.
    FinishedDraw = 3,
}

/// What a table knows of one position: how the game ends, when, the nimber where the position has
/// one, and the score where the game ends with scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// How the game ends for the mover.
    pub ending: Ending,
    /// The remoteness. Of a draw it is 0, unless the table is of a game whose moves gain points.
    pub plies: u32,
    /// The nimber, where the table has one for this position.
    pub nimber: Option<u32>,
    /// The score of the position for the player to move; `None` where the table keeps no scores.
    pub score: Option<i64>,
}

impl Ending {
    /// The ending as which the plies of a position are written: those of a draw as the plies of a loss,
    /// where they are kept.
    #[must_use]
    pub(crate) fn of_plies(self) -> Self {
        match self {
            Self::Win => self,
            Self::Loss | Self::DrawByPlay | Self::FinishedDraw => Self::Loss,
        }
    }
}

impl Cell {
    /// What an entry tells of its position, without a nimber.
    #[must_use]
    pub fn of<P>(entry: &Entry<P>) -> Self {
        let (ending, plies) = match entry.value() {
            Value::Win(plies) => (Ending::Win, plies.0),
            Value::Loss(plies) => (Ending::Loss, plies.0),
            Value::Draw if entry.finished().is_some() => (Ending::FinishedDraw, 0),
            Value::Draw | Value::EndlessWin | Value::EndlessLoss => (Ending::DrawByPlay, 0),
        };
        Self {
            ending,
            plies,
            nimber: None,
            score: None,
        }
    }

    /// The entry of this position.
    #[must_use]
    pub fn entry<P>(self, position: P) -> Entry<P> {
        match self.ending {
            Ending::FinishedDraw => Entry::of_finished(position, Outcome::Draw),
            _ => Entry::new(position, self.value()),
        }
    }

    /// The value of the position for its mover.
    #[must_use]
    pub fn value(self) -> Value {
        match self.ending {
            Ending::Loss => Value::Loss(Plies(self.plies)),
            Ending::Win => Value::Win(Plies(self.plies)),
            Ending::DrawByPlay | Ending::FinishedDraw => Value::Draw,
        }
    }
}
