//! A part played alone, by turns, as a game whose positions are the rows of its table.

use zug_game::{Fault, Game, Player, Players, Step};
use zug_job::Job;
use zug_values::{Outcome, Play};

use super::lists::Lists;
use super::rows::{Rows, Sides};
use crate::error::Error;
use crate::positions::Graph;

/// The part played alone. A position is a row of the table.
pub(super) struct Alone<'t> {
    pub(super) rows: Rows,
    pub(super) lists: &'t Lists,
    pub(super) convention: Play,
}

impl Alone<'_> {
    /// Finds all rows. The number of a position in the graph is that of its row.
    pub(super) fn explore(&self, job: &Job) -> Result<Graph<u32>, Error> {
        Graph::explore(self, 0..self.rows.len() as u32, job)
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
        match self.rows.sides {
            Sides::Alike => Players::Impartial,
            Sides::Different => Players::Partizan(|alone, &row| alone.rows.player(row as usize)),
        }
    }

    fn stuck(&self) -> Outcome {
        self.convention.stuck()
    }

    fn moves(&self, row: &u32, out: &mut Vec<u32>) -> Result<(), Fault> {
        let row = *row as usize;
        let next: Player = self.rows.player(row).opponent();
        let options = self.lists.of(row);
        out.extend(options.map(|to| self.rows.row(to as usize, next) as u32));
        Ok(())
    }

    fn play(&self, _: &u32, to: &u32) -> Result<Step<u32>, Fault> {
        Ok(Step::passing(*to))
    }

    fn move_name(&self, _: &u32, to: &u32) -> String {
        to.to_string()
    }
}
