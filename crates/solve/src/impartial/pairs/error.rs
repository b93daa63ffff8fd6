//! Why a table of two heaps is not made.

use crate::budget::Refusal;

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PairsError {
    /// The table takes more bytes than are allowed, or than the machine has.
    #[error("a table of two heaps up to {largest} takes {needed} bytes: {refusal}")]
    TooLarge {
        /// The largest heap.
        largest: u64,
        /// Bytes that it takes in all, or at least.
        needed: u64,
        /// What was refused.
        refusal: Refusal,
    },
    /// There are more lost positions than fit into a list.
    #[error("{listed} positions are listed, and more do not fit: {refusal}")]
    TooManyToList {
        /// Positions in the list.
        listed: u64,
        /// What was refused.
        refusal: Refusal,
    },
    /// A nimber does not fit the table.
    #[error("the nimber of ({a}, {b}) is larger than a table can hold")]
    Nimber {
        /// One heap.
        a: u64,
        /// The other heap.
        b: u64,
    },
    /// A heap is larger than the theorem answers.
    #[error("a heap of {heap} is too large: the largest is {largest}")]
    Heap {
        /// The heap.
        heap: u64,
        /// The largest heap that the theorem answers.
        largest: u64,
    },
    /// The caller cancelled the work before it was done.
    #[error("cancelled after {positions} positions")]
    Cancelled {
        /// The number of positions worked out by then.
        positions: u64,
    },
}
