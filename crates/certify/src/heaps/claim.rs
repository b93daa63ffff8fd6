//! What is claimed of a sequence of nimbers: a period, and a theorem.

use std::fmt;

/// The claim that from heap `preperiod` on the nimber of n + `period` is the nimber of n plus
/// `saltus`, and that neither a smaller preperiod nor a smaller period will do.
///
/// A claim may say anything: a check finds out whether it is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RepetitionClaim {
    /// The first heap from which on nimbers repeat.
    pub preperiod: u64,
    /// The length of the period.
    pub period: u64,
    /// What a period adds to a nimber.
    pub saltus: u64,
    /// The theorem by which nimbers repeat for ever.
    pub ground: Ground,
}

/// The theorem by which nimbers repeat for ever; see [`crate::heaps`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ground {
    /// Nimbers repeat for all heaps up to about twice the sum of preperiod and period.
    GuySmith,
    /// Nimbers repeat for a row of heaps that is as long as the largest number that may be
    /// taken.
    Window,
    /// Nimbers repeat for the last heaps and for all rare heaps.
    RepeatedState,
    /// All numbers may be taken but a few. Nimbers repeat for a row of heaps that is as long
    /// as the largest of these few, and so do the nimbers that are missing before that row.
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
