//! A part played alone, by turns, as a game on the rows of its table; and which rows a
//! table has.

use zug_game::{Fault, Game, Player, Players, Step};
use zug_job::Job;
use zug_values::{Outcome, Play};

use super::lists::Lists;
use crate::error::Error;
use crate::positions::Graph;

/// Whether both players have the same options everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sides {
    Alike,
    Different,
}

impl Sides {
    /// The players who have rows of their own.
    pub(super) fn rows(self) -> &'static [Player] {
        match self {
            Self::Alike => &[Player::First],
            Self::Different => &[Player::First, Player::Second],
        }
    }

    /// The row of a position, where the table has `count` positions.
    pub(super) fn row(self, count: usize, id: usize, mover: Player) -> usize {
        match (self, mover) {
            (Self::Alike, _) | (Self::Different, Player::First) => id,
            (Self::Different, Player::Second) => count + id,
        }
    }
}

/// The part played alone, by turns. A position is a row of the table.
pub(super) struct Alone<'t> {
    pub(super) count: usize,
    pub(super) sides: Sides,
    pub(super) lists: &'t Lists,
    pub(super) convention: Play,
}

impl Alone<'_> {
    /// All rows, numbered as they are.
    pub(super) fn explore(&self, job: &Job) -> Result<Graph<u32>, Error> {
        let rows = self.count * self.sides.rows().len();
        Graph::explore(self, 0..rows as u32, job)
    }
}

impl Game for Alone<'_> {
    type Position = u32;
    /// The row that the move leads to.
    type Move = u32;

    fn start(&self) -> u32 {
        0
    }

    fn players(&self) -> Players<Self> {
        match self.sides {
            Sides::Alike => Players::Impartial,
            Sides::Different => Players::Partizan(|alone, &row| {
                if row as usize >= alone.count {
                    Player::Second
                } else {
                    Player::First
                }
            }),
        }
    }

    fn stuck(&self) -> Outcome {
        self.convention.stuck()
    }

    fn moves(&self, position: &u32, out: &mut Vec<u32>) -> Result<(), Fault> {
        let next = self.mover(position).opponent();
        let options = self.lists.of(*position as usize);
        out.extend(options.map(|id| self.sides.row(self.count, id as usize, next) as u32));
        Ok(())
    }

    fn play(&self, _: &u32, to: &u32) -> Result<Step<u32>, Fault> {
        Ok(Step::passing(*to))
    }

    fn move_name(&self, _: &u32, to: &u32) -> String {
        to.to_string()
    }
}
