//! Rules whose ranks leave out the fields that others imply.

use std::sync::Arc;

use zug_job::{Job, Why};
use zug_program::{Implied, Word, implied};

use super::RulesGame;

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
        let implied = self.implied_fields(start, job)?;
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

    /// Returns the names of the fields that other fields imply in all positions that play can
    /// reach from `start`.
    ///
    /// # Errors
    ///
    /// The job was cancelled, or its memory is used up.
    pub fn implied_in_words(&self, start: W, job: &Job) -> Result<Vec<String>, Why> {
        let mut fields: Vec<usize> = self
            .implied_fields(start, job)?
            .iter()
            .map(Implied::field)
            .collect();
        fields.sort_unstable();
        let name = |field: usize| self.instance().field_name(field);
        Ok(fields.into_iter().map(name).collect())
    }
}
