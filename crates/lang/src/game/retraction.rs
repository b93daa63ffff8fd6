//! Rules with un-moves, which lead from a position to its predecessors.

use std::sync::Arc;

use zug_analyse::{Obstacle, Refused, unmoves};
use zug_job::{Job, Why};
use zug_program::{Meter, Unmoves, Word};

use crate::game::{Retraction, RulesGame};

/// A move that cannot be taken back.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the move {name}: {why}")]
#[non_exhaustive]
pub struct NotRetractable {
    /// The full name of the move.
    pub name: String,
    /// Why it cannot be taken back.
    pub why: Obstacle,
}

/// Why a game has no un-moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoRetraction {
    /// A move cannot be taken back; others may follow.
    #[error(transparent)]
    Refused(NotRetractable),
    /// Working them out takes more steps than are allowed, or there are many more
    /// un-moves than moves.
    #[error("there are more ways back than are worth working out")]
    TooLong,
    /// The job was cancelled, or its memory is used up.
    #[error(transparent)]
    Interrupted(Why),
}

/// The number of steps after which the work on the un-moves of a game is given up,
/// where the caller sets no lower limit. A few million steps take about a second.
pub const MOST_UNMOVE_STEPS: u64 = 100_000_000;

impl<W: Word> RulesGame<W> {
    /// Returns the game with its un-moves, run by the present runner.
    ///
    /// # Errors
    ///
    /// A move that cannot be taken back.
    pub fn retraction(&self) -> Result<Retraction<W>, NoRetraction> {
        self.retraction_while(&Job::default(), MOST_UNMOVE_STEPS)
    }

    /// As [`RulesGame::retraction`], in at most `most_steps` steps (a few million take
    /// about a second), and until `job` is cancelled or its memory is used up.
    ///
    /// # Errors
    ///
    /// A move that cannot be taken back; too many steps; or the job was interrupted.
    pub fn retraction_while(
        &self,
        job: &Job,
        most_steps: u64,
    ) -> Result<Retraction<W>, NoRetraction> {
        let unmoves = Arc::new(self.unmoves_while(job, most_steps)?);
        let retraction = self.with_unmoves(unmoves, job);
        retraction.map_err(NoRetraction::Interrupted)
    }

    /// Returns the number of un-moves for each player to move in the position that is
    /// gone back from.
    ///
    /// # Errors
    ///
    /// As for [`RulesGame::retraction_while`].
    pub fn count_unmoves(&self, job: &Job, most_steps: u64) -> Result<Vec<usize>, NoRetraction> {
        let unmoves = self.unmoves_while(job, most_steps)?;
        Ok(unmoves.counts())
    }

    fn unmoves_while(&self, job: &Job, most_steps: u64) -> Result<Unmoves, NoRetraction> {
        let residual = self.residual();
        let unmoves = unmoves(residual, Meter::new(job, most_steps));
        unmoves.map_err(
            |Refused {
                 side, place, why, ..
             }| match why {
                Obstacle::Interrupted(why) => NoRetraction::Interrupted(why),
                Obstacle::TooLong => NoRetraction::TooLong,
                why => NoRetraction::Refused(NotRetractable {
                    name: self.full_name(side, place),
                    why,
                }),
            },
        )
    }
}
