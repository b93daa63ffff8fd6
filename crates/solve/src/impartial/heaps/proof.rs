//! What is proved of a sequence of nimbers, and by what.

use std::fmt;

/// From heap `preperiod` on, the nimber of n + `period` is that of n plus
/// `saltus`. Preperiod and period are the least possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Repetition {
    /// The first heap from which it holds.
    pub preperiod: u64,
    /// The length of the period.
    pub period: u64,
    /// What a period adds to a nimber: 0 where the sequence is periodic, more
    /// where it is arithmetic periodic.
    pub saltus: u64,
}

impl Repetition {
    /// The last heap n with another nimber than n + period asks for.
    pub fn last_exception(&self) -> Option<u64> {
        self.preperiod.checked_sub(1)
    }

    /// A heap below `preperiod + period` and what to add to its nimber for that
    /// of n; n itself if it is small enough.
    pub fn reduce(&self, n: u64) -> (u64, u64) {
        match n.checked_sub(self.preperiod) {
            None => (n, 0),
            Some(past) => (
                self.preperiod + past % self.period,
                past / self.period * self.saltus,
            ),
        }
    }
}

/// The theorem by which a repetition is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Theorem {
    /// R. K. Guy and C. A. B. Smith 1956: a code that leaves at most two heaps and
    /// takes at most t is periodic from e on if it is seen to be so up to
    /// 2e + 2p + t.
    GuySmith,
    /// Everything that the next nimber depends on came again.
    RepeatedState,
    /// The last `s` nimbers of a subtraction game with largest move `s` came again
    /// (S. W. Golomb 1966).
    Window,
    /// A criterion for arithmetic periods, told by the engine that uses it.
    Arithmetic,
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::GuySmith => "Guy-Smith",
            Self::RepeatedState => "repeated state",
            Self::Window => "repeated window",
            Self::Arithmetic => "arithmetic period",
        })
    }
}

/// A repetition that is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Proof {
    /// What holds.
    pub repetition: Repetition,
    /// By which theorem.
    pub theorem: Theorem,
    /// The theorem asks for the heaps up to this one, and they were worked out.
    pub checked_to: u64,
}
