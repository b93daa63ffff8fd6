//! The one way in which work stops before it is done.

use std::error::Error;
use std::fmt;

use crate::budget::Refusal;
use crate::watch::{Phase, Progress};

/// Why work stopped before it was done, and how far it had got.
///
/// The error of every solver has a [`Stopped`] among its [sources](std::error::Error::source)
/// where the caller cancelled the work or memory was refused, so that whoever gets the error
/// can ask for it without knowing the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stopped {
    /// Why the work stopped.
    pub why: Why,
    /// How far the work had got.
    pub reached: Progress,
}

/// Why work stopped before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Why {
    /// The caller cancelled the work.
    #[error("cancelled")]
    Cancelled,
    /// The budget or the machine refused memory. Nothing was taken beyond the budget.
    #[error(transparent)]
    OutOfMemory(Refusal),
}

impl Stopped {
    /// The work was cancelled when it had got this far.
    #[must_use]
    pub fn cancelled(reached: Progress) -> Self {
        let why = Why::Cancelled;
        Self { why, reached }
    }

    /// Memory was refused when the work had got this far.
    #[must_use]
    pub fn out_of_memory(refusal: Refusal, reached: Progress) -> Self {
        let why = Why::OutOfMemory(refusal);
        Self { why, reached }
    }

    /// Whether the caller cancelled the work.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.why == Why::Cancelled
    }

    /// What was refused, if the work stopped for want of memory.
    #[must_use]
    pub fn refusal(&self) -> Option<Refusal> {
        match self.why {
            Why::OutOfMemory(refusal) => Some(refusal),
            Why::Cancelled => None,
        }
    }

    /// The [`Stopped`] that is the error or lies behind it; `None` if the work did not stop
    /// for want of memory and was not cancelled.
    #[must_use]
    pub fn behind<'e>(error: &'e (dyn Error + 'static)) -> Option<&'e Self> {
        let mut error = Some(error);
        while let Some(cause) = error {
            if let Some(stopped) = cause.downcast_ref() {
                return Some(stopped);
            }
            error = cause.source();
        }
        None
    }
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let positions = self.reached.positions;
        match self.why {
            Why::Cancelled => write!(f, "cancelled after {positions} positions"),
            Why::OutOfMemory(refusal) => {
                write!(f, "out of memory after {positions} positions: {refusal}")
            }
        }
    }
}

impl Error for Stopped {}

impl Progress {
    /// The progress of work that has found `positions` positions in this phase. All other
    /// numbers are 0.
    #[must_use]
    pub fn at(phase: Phase, positions: u64) -> Self {
        Self {
            phase,
            positions,
            ..Self::default()
        }
    }
}
