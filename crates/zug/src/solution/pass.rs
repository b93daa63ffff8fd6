//! One pass over all entries of a table, which says how far it is and can be cancelled.

use std::ops::ControlFlow;

use zug_job::{Job, Phase, Progress};
use zug_solve::Error as SolveError;
use zug_solve::table::Entry;

use super::Solved;
use crate::error::Error;
use crate::subject::Subject;

/// The largest number of entries between two looks whether the caller has cancelled.
const OFTEN: usize = 4096;

impl<G: Subject> Solved<G> {
    /// Visits all entries of the table, some thousands at a time, with their values as
    /// [`Solved::read`] gives them.
    ///
    /// # Errors
    ///
    /// The first error of `visit`; the table cannot be read; the caller cancelled.
    pub(super) fn pass(
        &self,
        job: &Job,
        mut visit: impl FnMut(&[Entry<G::Position>]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let table = self.stored.table();
        let whole = table.len();
        let (mut seen, mut due, mut passed) = (0, 0, Ok(()));
        table.each_block(&mut |block| {
            passed = block.chunks(OFTEN).try_for_each(|entries| {
                if seen >= due {
                    let reached = Progress {
                        frontier: whole - seen,
                        whole: Some(whole),
                        ..Progress::at(Phase::Counting, seen)
                    };
                    job.tell(&reached).map_err(SolveError::from)?;
                    due = seen + OFTEN as u64;
                }
                seen += entries.len() as u64;
                match self.read_entries(entries)? {
                    Some(read) => visit(&read),
                    None => visit(entries),
                }
            });
            match &passed {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        })?;
        passed
    }
}
