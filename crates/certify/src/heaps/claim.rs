//! What is claimed: that nimbers repeat, and by which theorem.

use std::fmt;

/// From heap `preperiod` on, and from no smaller one, the nimber of n + `period` is
/// that of n plus `saltus`; no smaller period does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RepetitionClaim {
    /// The first heap from which it holds.
    pub preperiod: u64,
    /// The length of the period.
    pub period: u64,
    /// What a period adds to a nimber.
    pub saltus: u64,
    /// Why it holds for ever.
    pub ground: Ground,
}

/// The theorem by which nimbers repeat for ever; see [`crate::heaps`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ground {
    /// All heaps up to twice the preperiod and the period repeat.
    GuySmith,
    /// As many heaps in a row repeat as the largest number that may be taken.
    Window,
    /// The heaps near the last one repeat, and those that are rare.
    RepeatedState,
    /// All numbers may be taken but a few: so many heaps in a row repeat as the
    /// largest of these, and so do the nimbers that are missing before.
    MissingNimbers,
}

impl fmt::Display for Ground {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::GuySmith => "the theorem of Guy and Smith",
            Self::Window => "the repeated window",
            Self::RepeatedState => "the repeated state",
            Self::MissingNimbers => "the repeated window with what is missing before it",
        })
    }
}
