//! Limits on the work, and the reasons to stop.

use zug_job::{Charge, Job, Phase, Progress, Stopped};

/// The limits of a misère analysis, besides those of the job. None is a time, because
/// the core reads no clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The most elements that a quotient may have.
    pub elements: usize,
    /// The most elementary steps for one heap more, or for one question: moves looked
    /// at and entries of tables filled. A second is enough for some millions.
    pub steps: u64,
}

impl Limits {
    /// The limits with this number of elements.
    #[must_use]
    pub fn with_elements(self, elements: usize) -> Self {
        Self { elements, ..self }
    }

    /// The limits with this number of steps.
    #[must_use]
    pub fn with_steps(self, steps: u64) -> Self {
        Self { steps, ..self }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            elements: 4096,
            steps: 1 << 32,
        }
    }
}

/// Why there is no answer. What was known before stays valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MisereError {
    /// The quotient has more elements than allowed, or seems to have: see
    /// [`super::Quotients::step`].
    #[error("the computation went past the limit of {limit} elements")]
    Elements {
        /// The number of elements allowed.
        limit: usize,
    },
    /// The steps allowed are used up.
    #[error("the computation went past the limit of {limit} steps")]
    Steps {
        /// The number of steps allowed.
        limit: u64,
    },
    /// A heap, or the number of heaps of one kind, is too large to count with.
    #[error("a heap of {heap} is too large for misère analysis")]
    Heap {
        /// The heap.
        heap: u64,
    },
    /// The caller cancelled the work, or memory was refused. The positions reached are
    /// the heaps, or in the recursion the positions, that were known when the work
    /// began.
    #[error("{}", .0.why)]
    Stopped(#[from] Stopped),
}

/// Counts steps and bytes against the limits.
#[derive(Debug)]
pub(super) struct Meter {
    limit: u64,
    left: u64,
    job: Job,
    /// The number of heaps or positions known when this question was asked.
    known: u64,
    /// The number of steps until the token is looked at.
    look: u32,
    held: Charge,
}

impl Meter {
    pub(super) fn new(limits: Limits, job: &Job) -> Self {
        Self {
            limit: limits.steps,
            left: limits.steps,
            known: 0,
            look: 0,
            held: job.budget.open(),
            job: job.clone(),
        }
    }

    /// Counts `steps` steps; an error if they exceed the limit, or if the caller
    /// cancelled.
    pub(super) fn work(&mut self, steps: u64) -> Result<(), MisereError> {
        self.left = self
            .left
            .checked_sub(steps)
            .ok_or(MisereError::Steps { limit: self.limit })?;
        self.look = self
            .look
            .saturating_sub(u32::try_from(steps).unwrap_or(u32::MAX));
        if self.look == 0 {
            self.look = 4096;
            self.job.go_on(|| self.reached())?;
        }
        Ok(())
    }

    /// Counts `bytes` bytes as held, until they are given back.
    pub(super) fn take(&mut self, bytes: usize) -> Result<(), MisereError> {
        let taken = self.held.grow(bytes as u64);
        Ok(taken.map_err(|refusal| Stopped::out_of_memory(refusal, self.reached()))?)
    }

    pub(super) fn give_back(&mut self, bytes: usize) {
        self.held.shrink(bytes as u64);
    }

    /// The number of bytes held now.
    pub(super) fn held(&self) -> usize {
        self.held.bytes() as usize
    }

    /// The job of the caller.
    pub(super) fn job(&self) -> &Job {
        &self.job
    }

    /// Begins a new question, whose steps are counted from 0. `known` heaps or
    /// positions are known by now.
    pub(super) fn restart(&mut self, known: u64) {
        self.left = self.limit;
        self.known = known;
        self.look = 0;
    }

    fn reached(&self) -> Progress {
        Progress {
            bytes: self.held.bytes(),
            ..Progress::at(Phase::Solving, self.known)
        }
    }
}
