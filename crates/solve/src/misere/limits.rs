//! How much may be spent, and what is said when it is spent.

use crate::budget::{Budget, Charge, Refusal};
use crate::watch::CancelToken;

/// How much misère analysis may spend. Nothing here is a time: the core reads
/// no clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Elements that a quotient may have.
    pub elements: usize,
    /// Elementary steps for one heap more, or for one question: moves looked at,
    /// entries of tables filled. Some millions are done in a second.
    pub steps: u64,
    /// Bytes that may be held.
    pub memory: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            elements: 4096,
            steps: 1 << 32,
            memory: 1 << 33,
        }
    }
}

/// Why there is no answer. What was known before stays good.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Stop {
    /// The quotient is larger than allowed, or seems to be: see
    /// [`super::Quotients::step`].
    #[error("the limit of {limit} elements was reached")]
    Elements {
        /// Elements that are allowed.
        limit: usize,
    },
    /// The steps allowed are used up.
    #[error("the limit of {limit} steps was reached")]
    Steps {
        /// Steps that are allowed.
        limit: u64,
    },
    /// The bytes allowed are used up.
    #[error(transparent)]
    Bytes(#[from] Refusal),
    /// A heap is, or comes to be, too large to count with.
    #[error("a heap of {heap} is too large for misère analysis")]
    Heap {
        /// The heap.
        heap: u64,
    },
    /// A move leaves a heap no smaller than the one it is made in.
    #[error("a move in a heap of {heap} does not make it smaller")]
    Endless {
        /// The heap.
        heap: u64,
    },
    /// The caller cancelled the work before it was done.
    #[error("cancelled")]
    Cancelled,
}

/// Counts what is spent.
#[derive(Debug)]
pub(super) struct Meter {
    limit: u64,
    left: u64,
    cancel: CancelToken,
    /// Steps until the token is looked at.
    look: u32,
    held: Charge,
}

impl Meter {
    pub(super) fn new(limits: &Limits, cancel: &CancelToken) -> Self {
        Self {
            limit: limits.steps,
            left: limits.steps,
            cancel: cancel.clone(),
            look: 0,
            held: Budget::of_bytes(limits.memory).open(),
        }
    }

    /// Counts this number of steps; an error if they are too many, or the caller cancelled.
    pub(super) fn work(&mut self, steps: u64) -> Result<(), Stop> {
        self.left = self
            .left
            .checked_sub(steps)
            .ok_or(Stop::Steps { limit: self.limit })?;
        self.look = self
            .look
            .saturating_sub(u32::try_from(steps).unwrap_or(u32::MAX));
        if self.look == 0 {
            self.look = 4096;
            if self.cancel.is_cancelled() {
                return Err(Stop::Cancelled);
            }
        }
        Ok(())
    }

    /// Takes this number of bytes, which are held until they are given back.
    pub(super) fn take(&mut self, bytes: usize) -> Result<(), Stop> {
        Ok(self.held.grow(bytes as u64)?)
    }

    pub(super) fn give_back(&mut self, bytes: usize) {
        self.held.shrink(bytes as u64);
    }

    /// Bytes held now.
    pub(super) fn held(&self) -> usize {
        self.held.bytes() as usize
    }

    /// The token by which the caller cancels.
    pub(super) fn cancel(&self) -> CancelToken {
        self.cancel.clone()
    }

    /// A new question: its steps are counted from here.
    pub(super) fn restart(&mut self, cancel: &CancelToken) {
        self.left = self.limit;
        self.cancel = cancel.clone();
        self.look = 0;
    }
}
