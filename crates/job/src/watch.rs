//! How a solver tells how far it is.
//!
//! A solver neither prints nor reads a clock. It calls a [`Watch`] that its caller handed
//! in, every few ten thousand positions, and always on the thread that called the solver.

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

/// Is told how far a solver is. Any `Fn(&Progress)` that threads may share is one.
pub trait Watch: Send + Sync {
    /// Called now and then, from the thread that called the solver.
    fn progress(&self, progress: &Progress);
}

impl<F: Fn(&Progress) + Send + Sync> Watch for F {
    fn progress(&self, progress: &Progress) {
        self(progress);
    }
}

/// A watch that does nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Watch for Silent {
    fn progress(&self, _: &Progress) {}
}
