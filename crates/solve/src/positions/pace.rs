//! Tells the caller how far a pass over the positions is, and asks whether to go on.

use zug_job::{Job, Phase, Progress, Tier};

use crate::error::Error;

/// Counts the steps of a pass. At every 2^16th step it tells the watch and asks the token.
pub(crate) struct Pace<'a> {
    job: &'a Job,
    progress: Progress,
    steps: u32,
    is_silent: bool,
}

impl<'a> Pace<'a> {
    pub(crate) fn new(phase: Phase, positions: usize, edges: usize, job: &'a Job) -> Self {
        Self {
            job,
            progress: Progress {
                phase,
                positions: positions as u64,
                edges: edges as u64,
                frontier: positions as u64,
                whole: Some(positions as u64),
                ..Progress::default()
            },
            steps: 0,
            is_silent: false,
        }
    }

    /// The same pass, of which the watch is told nothing, as another thread tells it.
    pub(crate) fn in_silence(mut self) -> Self {
        self.is_silent = true;
        self
    }

    /// The same pass, which is over this tier.
    pub(crate) fn in_tier(mut self, tier: Option<Tier>) -> Self {
        self.progress.tier = tier;
        self
    }

    /// Counts a step that is about to be made; `left` is the number of steps left, this one
    /// included.
    #[inline]
    pub(crate) fn step(&mut self, left: usize) -> Result<(), Error> {
        const EVERY: u32 = 1 << 16;
        if self.steps.is_multiple_of(EVERY) {
            self.tell(left)?;
        }
        self.steps = self.steps.wrapping_add(1);
        Ok(())
    }

    /// Counts a block of some hundred positions that were looked at. `found` positions and
    /// `edges` moves are known, and `left` positions are left.
    pub(crate) fn block(&mut self, found: u64, edges: u64, left: usize) -> Result<(), Error> {
        const EVERY: u32 = 1 << 4;
        self.progress.positions = found;
        self.progress.edges = edges;
        // While positions are discovered, nobody knows how many there are.
        let is_known = self.progress.phase != Phase::Discovering;
        self.progress.whole = is_known.then_some(found);
        if self.steps.is_multiple_of(EVERY) {
            self.tell(left)?;
        }
        self.steps = self.steps.wrapping_add(1);
        Ok(())
    }

    /// Tells the watch and asks the token; for callers whose steps take some milliseconds.
    #[cold]
    pub(crate) fn tell(&mut self, left: usize) -> Result<(), Error> {
        self.progress.frontier = left as u64;
        self.progress.bytes = self.job.budget.used();
        if self.is_silent {
            return Ok(self.job.go_on(|| self.progress)?);
        }
        Ok(self.job.tell(&self.progress)?)
    }
}
