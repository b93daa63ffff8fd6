//! Errors of tables and theorems on two heaps.

use zug_job::{Phase, Progress, Refusal, Stopped};

/// Why a question about two heaps has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PairsError {
    /// The table takes more bytes than are allowed, or than the machine has.
    #[error("a table of two heaps up to {largest} takes {needed} bytes: {}", .stopped.why)]
    TooLarge {
        /// The largest heap.
        largest: u64,
        /// The bytes that the table takes, or more than these.
        needed: u64,
        /// What the budget or the machine refused.
        #[source]
        stopped: Stopped,
    },
    /// There are more lost positions than fit into a list. The positions reached are
    /// those in the list.
    #[error("{} positions are listed, and more do not fit: {}", .0.reached.positions, .0.why)]
    TooManyToList(#[source] Stopped),
    /// A nimber is larger than a cell of the table can hold.
    #[error("the nimber of ({a}, {b}) is larger than a table can hold")]
    Nimber {
        /// One heap.
        a: u64,
        /// The other heap.
        b: u64,
    },
    /// A heap is larger than the theorem can answer.
    #[error("a heap of {heap} is too large: the largest is {largest}")]
    Heap {
        /// The heap.
        heap: u64,
        /// The largest heap that the theorem answers.
        largest: u64,
    },
    /// The caller cancelled the work before it was done.
    #[error("{0}")]
    Stopped(#[from] Stopped),
}

impl PairsError {
    /// The error of a table of heaps up to `largest` that takes at least `needed`
    /// bytes, which were refused after `positions` positions.
    pub(super) fn too_large(largest: u64, needed: u64, refusal: Refusal, positions: u64) -> Self {
        let reached = Progress::at(Phase::Solving, positions);
        Self::TooLarge {
            largest,
            needed,
            stopped: Stopped::out_of_memory(refusal, reached),
        }
    }
}
