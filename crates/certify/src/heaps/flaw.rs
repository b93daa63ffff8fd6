//! What is wrong with claimed nimbers, or with a period claimed of them.

use super::claim::Ground;

/// What is wrong with a claim about heaps, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HeapFlaw {
    /// A nimber is larger than the longest play from its heap.
    #[error("heap {heap} cannot have the nimber {nimber}: no play from it is so long")]
    TooLarge {
        /// The heap.
        heap: u64,
        /// Its claimed nimber.
        nimber: u32,
    },
    /// A move leaves the very nimber that is claimed for the heap.
    #[error("heap {heap} cannot have the nimber {nimber}: a move leaves that")]
    Left {
        /// The heap.
        heap: u64,
        /// Its claimed nimber.
        nimber: u32,
    },
    /// No move leaves a value that is smaller than the nimber claimed.
    #[error("heap {heap} cannot have the nimber {nimber}: no move leaves {missing}")]
    NotLeft {
        /// The heap.
        heap: u64,
        /// Its claimed nimber.
        nimber: u32,
        /// The value that no move leaves.
        missing: u32,
    },
    /// The claimed period is 0.
    #[error("a period is at least 1")]
    NoPeriod,
    /// The theorem does not speak of such a game or period.
    #[error("{ground} says nothing of such a game or period")]
    NoTheorem {
        /// The theorem that is claimed.
        ground: Ground,
    },
    /// Too few heaps are known for the theorem.
    #[error("the theorem asks for {needed} heaps, and {known} are known")]
    TooFew {
        /// The number of heaps whose nimbers are known.
        known: u64,
        /// The number of heaps whose nimbers the theorem asks for.
        needed: u64,
    },
    /// A heap does not have the nimber that the period asks for.
    #[error(
        "heap {heap} has the nimber {nimber}, and that of {before}, a period before, is {other}"
    )]
    Broken {
        /// The heap.
        heap: u64,
        /// Its nimber.
        nimber: u32,
        /// The heap a period before.
        before: u64,
        /// The nimber of the heap a period before.
        other: u32,
    },
    /// Nimbers repeat from a smaller heap on than is claimed.
    #[error("the nimbers repeat from {heap} on already")]
    EarlierStart {
        /// The smaller heap.
        heap: u64,
    },
    /// There is a smaller period than is claimed.
    #[error("the nimbers repeat after {period} heaps already")]
    ShorterPeriod {
        /// The smaller period.
        period: u64,
    },
    /// A value below the nimber of a heap of the last period has no witness: no move leaves
    /// the value with a heap from the preperiod on.
    #[error("no move from {heap} leaves {missing} with a heap of {least} or more")]
    NoWitness {
        /// The heap.
        heap: u64,
        /// The value.
        missing: u32,
        /// The least heap that a witness may leave: the preperiod.
        least: u64,
    },
    /// The nimbers that are missing before the last heaps do not repeat.
    #[error(
        "the nimbers that no heap has do not repeat so far: {nimber} is one by which they differ"
    )]
    Unsettled {
        /// The least nimber that breaks the repetition.
        nimber: u64,
    },
}
