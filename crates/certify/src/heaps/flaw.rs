//! What is wrong with claimed nimbers, or with a period claimed of them.

use super::claim::Ground;

/// What is wrong with a claim about heaps, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HeapFlaw {
    /// A nimber is larger than the longest play.
    #[error("heap {heap} cannot have the nimber {nimber}: no play from it is so long")]
    TooLarge {
        /// The heap.
        heap: u64,
        /// Its claimed nimber.
        nimber: u32,
    },
    /// A move leaves the nimber that is claimed.
    #[error("heap {heap} cannot have the nimber {nimber}: a move leaves that")]
    Left {
        /// The heap.
        heap: u64,
        /// Its claimed nimber.
        nimber: u32,
    },
    /// No move leaves a smaller value.
    #[error("heap {heap} cannot have the nimber {nimber}: no move leaves {missing}")]
    NotLeft {
        /// The heap.
        heap: u64,
        /// Its claimed nimber.
        nimber: u32,
        /// The smaller value.
        missing: u32,
    },
    /// A period of no heaps.
    #[error("a period is at least 1")]
    NoPeriod,
    /// There is no such theorem for this game or period.
    #[error("{ground} says nothing of such a game or period")]
    NoTheorem {
        /// The theorem that is claimed.
        ground: Ground,
    },
    /// Too few heaps are known for the theorem.
    #[error("the theorem asks for {needed} heaps, and {known} are known")]
    TooFew {
        /// The heaps below are known.
        known: u64,
        /// Those below must be.
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
        /// Its nimber.
        other: u32,
    },
    /// The period begins with a smaller heap than is claimed.
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
    /// A value below the nimber of one of the last heaps is not left by moves that
    /// the period keeps.
    #[error("no move from {heap} leaves {missing} with a heap of {least} or more")]
    NoWitness {
        /// The heap.
        heap: u64,
        /// The value.
        missing: u32,
        /// The least heap that repeats.
        least: u64,
    },
    /// The nimbers missing so far do not repeat.
    #[error(
        "the nimbers that no heap has do not repeat so far: {nimber} is one by which they differ"
    )]
    Unsettled {
        /// The least nimber by which they differ.
        nimber: u64,
    },
}
