//! How a ground move ends: whether the turn passes, and whether the game is over.

use zug_program::layout::number;
use zug_program::{Layout, end_after};
use zug_values::{Outcome, Turn};

/// What the statements of a body do to the turn, and whether they end the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct MoveEnd {
    again: bool,
    /// How the game ends for the player who moves.
    outcome: Option<Outcome>,
}

impl MoveEnd {
    /// A statement says that the turn is kept.
    pub(crate) fn keep_turn(&mut self) {
        self.again = true;
    }

    /// A statement ends the game, if no statement before it did.
    pub(crate) fn end(&mut self, outcome: Outcome) {
        self.outcome.get_or_insert(outcome);
    }

    /// What the move does to the turn.
    #[must_use]
    pub fn turn(self) -> Turn {
        if self.again { Turn::Kept } else { Turn::Passes }
    }

    /// How the game ends for the player who moves; `None` if it goes on.
    pub(crate) fn outcome(self) -> Option<Outcome> {
        self.outcome
    }

    /// How the game ends for the player who is to move next; `None` if it goes on.
    pub(crate) fn outcome_for_next(self) -> Option<Outcome> {
        self.outcome.map(|outcome| end_after(outcome, self.turn()))
    }

    /// Whether the turn passes and the game goes on.
    pub(crate) fn is_plain(self) -> bool {
        !self.again && self.outcome.is_none()
    }

    /// The fields of whose turn it is and of how the game ended, where there are such fields:
    /// each with its value before a move of this side, and its value after the move.
    pub fn changes(self, layout: &Layout, side: usize) -> impl Iterator<Item = (usize, i64, i64)> {
        let mover = number::of_player(number::PLAYERS[side]);
        let next = match self.turn() {
            Turn::Passes => number::of_opponent(mover),
            Turn::Kept => mover,
        };
        let end = number::of_end(self.outcome_for_next());
        let of_turn = layout.turn.map(|field| (field, mover, next));
        let of_end = layout.over.map(|field| (field, number::GOES_ON, end));
        of_turn.into_iter().chain(of_end)
    }
}
