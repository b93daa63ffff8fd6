//! How a solver tells how far it is.
//!
//! A solver neither prints nor reads a clock. Every few ten thousand positions it calls the
//! [`Watch`] of its job, always on the thread that called the solver.

/// What a solver is busy with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// Playing at random, to see how many positions there are at least.
    Sampling,
    /// Finding the positions and the moves between them.
    #[default]
    Discovering,
    /// Looking for an order in which every move leads forward.
    Ordering,
    /// Reversing the moves, to go from a position to its predecessors.
    Reversing,
    /// Giving the positions their values.
    Solving,
    /// Checking the values that were found.
    Verifying,
    /// Counting the positions, with their moves and ties.
    Counting,
    /// Writing the values to a table on disk.
    Storing,
    /// Searching one position.
    Searching,
    /// Gathering the positions that prove what a search found.
    Proving,
}

/// How far a solver is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// What the solver is doing.
    pub phase: Phase,
    /// The number of positions found so far; of a sample of play, the number that there are at least.
    pub positions: u64,
    /// The number of moves found so far.
    pub edges: u64,
    /// The number of positions that this phase still has to work on, as far as it is known:
    /// while discovering, the number of positions found whose moves are not known yet.
    pub frontier: u64,
    /// The number of positions that this phase works on in all; `None` while nobody knows it.
    pub whole: Option<u64>,
    /// The tier that the solver works on, where it works tier by tier.
    pub tier: Option<Tier>,
    /// The number of bytes that are charged to the budget now.
    pub bytes: u64,
    /// How full the table of a search is, in thousandths of the largest size that it may have;
    /// `None` where there is no such table.
    pub filled: Option<u16>,
}

/// One of the tiers of positions that are solved one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tier {
    /// Its number; the first tier is 0.
    pub number: u32,
    /// The number of tiers, or an upper bound of it.
    pub of: u32,
}

impl Progress {
    /// The number of positions that this phase is done with.
    ///
    /// ```
    /// use zug_job::Progress;
    ///
    /// let discovering = Progress { positions: 100, frontier: 30, ..Progress::default() };
    /// assert_eq!(discovering.done(), 70);
    /// let checking = Progress { positions: 70, whole: Some(100), frontier: 30, ..discovering };
    /// assert_eq!(checking.done(), 70);
    /// ```
    #[must_use]
    pub fn done(&self) -> u64 {
        let whole = self.whole.unwrap_or(self.positions);
        whole.saturating_sub(self.frontier)
    }
}

/// Is told how far a solver is. Any `Fn(&Progress)` that threads may share is one.
pub trait Watch: Send + Sync {
    /// Is told the progress now and then, on the thread that called the solver.
    fn progress(&self, progress: &Progress);

    /// Whether it would like to be told a line of play now. To make one takes a moment, so a watch
    /// says so only when it will show the line.
    fn wants_line(&self) -> bool {
        false
    }

    /// Is told the line of play that a search follows at the moment: the names of its first moves,
    /// from the position asked about.
    fn line(&self, _moves: &[String]) {}
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
