//! Rules whose ranks leave out the fields that others imply.

use std::sync::Arc;

use zug_game::PerfectIndex;
use zug_job::{Job, Why};
use zug_program::{Implied, Word, implied};

use super::RulesGame;

/// The states in which some variables hold what follows from the other variables in play. All
/// positions that play can reach from a start are among these states.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AgreeingStates {
    /// The names of the variables whose values follow from the other variables, such as `hand[X]`.
    pub implied: Vec<String>,
    /// The number of states that the other variables can express. Play reaches at most so many
    /// positions.
    pub most: u128,
}

impl<W: Word> RulesGame<W> {
    /// Returns the fields that other fields imply in all positions that play can reach from `start`.
    ///
    /// # Errors
    ///
    /// The job was cancelled, or its memory is used up.
    pub fn implied_fields(&self, start: W, job: &Job) -> Result<Vec<Implied>, Why> {
        implied(self.residual(), start.widen(), job)
    }

    /// Returns the game, run by the interpreter, with ranks that leave out the fields that others
    /// imply in all positions that play can reach from `start`; `None` if there are no such fields.
    /// Other positions may have no rank, and a rank may be that of no position.
    ///
    /// # Errors
    ///
    /// The job was cancelled, or its memory is used up.
    pub fn leaving_out_implied(&self, start: W, job: &Job) -> Result<Option<Self>, Why> {
        self.leaving_out(self.implied_fields(start, job)?, job)
    }

    fn leaving_out(&self, implied: Vec<Implied>, job: &Job) -> Result<Option<Self>, Why> {
        if implied.is_empty() {
            return Ok(None);
        }
        let layout = self.residual().layout().leaving_out(implied);
        let runner = self.interpreter().with_digits(layout, job)?;
        Ok(Some(Self {
            runner: Arc::new(runner),
            ..self.clone()
        }))
    }

    /// Returns the variables whose values follow from the other variables in all positions that play
    /// can reach from `start`, and how many states the other variables can express; `None` where
    /// there are no such variables, and where there are 2^128 states or more.
    ///
    /// # Errors
    ///
    /// The job was cancelled, or its memory is used up.
    pub fn agreeing_states(&self, start: W, job: &Job) -> Result<Option<AgreeingStates>, Why> {
        if self.instance().size().is_none() {
            return Ok(None);
        }
        let implied = self.implied_fields(start, job)?;
        let mut fields: Vec<usize> = implied.iter().map(Implied::field).collect();
        fields.sort_unstable();
        let name = |field: usize| self.instance().field_name(field);
        Ok(self
            .leaving_out(implied, job)?
            .map(|left_out| AgreeingStates {
                implied: fields.into_iter().map(name).collect(),
                most: left_out.size(),
            }))
    }
}
