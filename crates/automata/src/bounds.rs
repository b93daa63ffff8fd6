//! How large automata may grow, and who may stop the work.

use std::cell::Cell;

use zug_job::{Job, Phase, Progress, Stopped, Why};

/// The number of letters read after which the job is asked whether to go on.
const LETTERS_BETWEEN: u64 = 1 << 14;

/// The most states that an automaton may have, also on the way to a smaller one, the most letters
/// that all operations together may read, and the job that may stop them.
#[derive(Clone, Debug)]
pub struct Bounds<'j> {
    job: &'j Job,
    states: usize,
    letters: u64,
    read: Cell<u64>,
    asked: Cell<u64>,
}

impl<'j> Bounds<'j> {
    /// Bounds by a number of states; any number of letters may be read.
    #[must_use]
    pub fn new(job: &'j Job, states: usize) -> Self {
        Self {
            job,
            states,
            letters: u64::MAX,
            read: Cell::new(0),
            asked: Cell::new(0),
        }
    }

    /// The same bounds, where all operations together read at most this number of letters.
    #[must_use]
    pub fn with_letters(self, letters: u64) -> Self {
        Self { letters, ..self }
    }

    /// Returns the number of letters read so far.
    pub fn read(&self) -> u64 {
        self.read.get()
    }

    /// Counts letters that are about to be read, and asks whether the work goes on.
    ///
    /// # Errors
    ///
    /// There are more than the bound allows, or the job was stopped.
    pub fn count(&self, letters: u64) -> Result<(), Error> {
        let read = self.read.get().saturating_add(letters);
        self.read.set(read);
        if read > self.letters {
            return Err(Error::TooLong { most: self.letters });
        }
        if read >= self.asked.get() {
            self.asked.set(read.saturating_add(LETTERS_BETWEEN));
            let reached = Progress::at(Phase::Proving, 0);
            self.job.check().map_err(|why| match why {
                Why::OutOfMemory(refusal) => Stopped::out_of_memory(refusal, reached),
                _ => Stopped::cancelled(reached),
            })?;
        }
        Ok(())
    }

    /// Checks that the bound allows an automaton with this number of states, each of which has a
    /// successor for each of `width` letters.
    pub(crate) fn admit(&self, states: usize, width: usize) -> Result<(), Error> {
        if states > self.states {
            return Err(Error::TooManyStates { most: self.states });
        }
        self.count(width as u64)
    }
}

/// Why an operation on automata has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An automaton would have too many states.
    #[error("an automaton has more than {most} states")]
    TooManyStates {
        /// The bound.
        most: usize,
    },
    /// The operations on automata took more steps than the bound allows; each letter that is read is a
    /// step.
    #[error("the work takes more than {most} steps")]
    TooLong {
        /// The bound.
        most: u64,
    },
    /// An automaton reads too many numbers at once, or numbers in a condition are too large.
    #[error("an automaton has more than {most} columns, or a condition too large numbers")]
    TooWide {
        /// The most letters of an alphabet.
        most: usize,
    },
    /// The job was cancelled, or its memory is used up.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}
