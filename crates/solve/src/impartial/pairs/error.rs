//! Why a table of two heaps is not made.

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PairsError {
    /// The table takes more bytes than are allowed.
    #[error("a table of two heaps up to {largest} takes {needed} bytes, and {allowed} are allowed")]
    TooLarge {
        /// The largest heap.
        largest: u64,
        /// Bytes that it takes in all, or at least.
        needed: u64,
        /// Bytes that are allowed.
        allowed: u64,
    },
    /// A nimber does not fit the table.
    #[error("the nimber of ({a}, {b}) is larger than a table can hold")]
    Nimber {
        /// One heap.
        a: u64,
        /// The other heap.
        b: u64,
    },
    /// The theorem does not go so far.
    #[error("a heap of {heap} is too large: the largest is {largest}")]
    Heap {
        /// The heap.
        heap: u64,
        /// The largest that is answered.
        largest: u64,
    },
    /// The caller asked to stop.
    #[error("cancelled after {positions} positions")]
    Cancelled {
        /// Positions worked out by then.
        positions: u64,
    },
}
