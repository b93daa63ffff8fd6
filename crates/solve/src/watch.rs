//! How a solver tells how far it is, and how it is told to stop.
//!
//! A solver neither prints nor reads a clock. It calls a [`Watch`] that its
//! caller handed in, every few ten thousand positions and always on the thread
//! of the caller, and looks at a [`CancelToken`] as often.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a solver is busy with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// Finding the positions and the moves between them.
    #[default]
    Discovering,
    /// Looking for an order in which every move leads forward.
    Ordering,
    /// Turning the moves round, to go from a position to those before it.
    Reversing,
    /// Giving the positions their values.
    Solving,
    /// Checking the values that were found.
    Verifying,
}

/// How far a solver is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// What it is doing.
    pub phase: Phase,
    /// Positions found so far.
    pub positions: u64,
    /// Moves found so far.
    pub edges: u64,
    /// Positions that are still to be dealt with in this phase, as far as known:
    /// while discovering, those found whose moves have not been looked at.
    pub frontier: u64,
    /// Bytes charged to the budget now.
    pub bytes: u64,
}

/// Is told how far a solver is. Any `Fn(&Progress)` is one.
pub trait Watch {
    /// Called now and then, from the thread that called the solver.
    fn progress(&self, progress: &Progress);
}

impl<F: Fn(&Progress)> Watch for F {
    fn progress(&self, progress: &Progress) {
        self(progress);
    }
}

/// Looks away.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Watch for Silent {
    fn progress(&self, _: &Progress) {}
}

/// Tells a solver to stop. Clones are the same token.
///
/// ```
/// let token = zug_solve::CancelToken::default();
/// token.clone().cancel();
/// assert!(token.is_cancelled());
/// ```
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// Asks the solver to stop; it returns [`crate::Error::Cancelled`] soon.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked to stop.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
