//! Which rows the table of a part has: for whom and for which position each row stands.

use zug_game::Player;

/// Whether both players have the same options in every position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sides {
    Alike,
    Different,
}

impl Sides {
    /// The players who have rows of their own. Where both have the same options, the rows
    /// of First stand for both.
    pub(super) fn players(self) -> &'static [Player] {
        match self {
            Self::Alike => &[Player::First],
            Self::Different => &[Player::First, Player::Second],
        }
    }
}

/// The rows of a table: those of First by position, and behind them, where the players
/// differ, those of Second.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows {
    /// The number of positions.
    pub(super) positions: usize,
    pub(super) sides: Sides,
}

impl Rows {
    /// The number of rows.
    pub(super) fn len(self) -> usize {
        self.positions * self.sides.players().len()
    }

    /// The row of a position for this player to move.
    pub(super) fn row(self, position: usize, mover: Player) -> usize {
        match (self.sides, mover) {
            (Sides::Alike, _) | (Sides::Different, Player::First) => position,
            (Sides::Different, Player::Second) => self.positions + position,
        }
    }

    /// The player who has this row.
    pub(super) fn player(self, row: usize) -> Player {
        if row < self.positions {
            Player::First
        } else {
            Player::Second
        }
    }
}
