//! What is proved of a sequence of nimbers, and by which theorem.

pub mod guy_smith;

pub(crate) mod arithmetic;

use std::fmt;

/// From heap `preperiod` on, the nimber of n + `period` is the nimber of n plus
/// `saltus`. Preperiod and period are the least possible.
/// Invariant: the period is at least 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Repetition {
    pub(crate) preperiod: u64,
    pub(crate) period: u64,
    pub(crate) saltus: u64,
}

impl Repetition {
    /// A repetition with this preperiod, period and saltus.
    ///
    /// # Panics
    ///
    /// The period is 0.
    #[must_use]
    pub const fn new(preperiod: u64, period: u64, saltus: u64) -> Self {
        assert!(period > 0, "a period is at least 1");
        Self {
            preperiod,
            period,
            saltus,
        }
    }

    /// The first heap from which on the period holds.
    #[must_use]
    pub const fn preperiod(&self) -> u64 {
        self.preperiod
    }

    /// The length of the period, at least 1.
    #[must_use]
    pub const fn period(&self) -> u64 {
        self.period
    }

    /// The number that a period adds to a nimber: 0 where the sequence is periodic, more
    /// where it is arithmetic periodic.
    #[must_use]
    pub const fn saltus(&self) -> u64 {
        self.saltus
    }

    /// The last heap n whose nimber plus `saltus` is not that of n + `period`; `None`
    /// if there is no such heap.
    pub fn last_exception(&self) -> Option<u64> {
        self.preperiod.checked_sub(1)
    }

    /// Returns a heap below `preperiod + period` and the number to add to its nimber in
    /// order to get the nimber of n. If n is below that bound, the heap is n itself.
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
pub enum PeriodTheorem {
    /// R. K. Guy and C. A. B. Smith 1956: a code that leaves at most two heaps and
    /// takes at most t has period p from e on if the nimbers up to 2e + 2p + t show it.
    GuySmith,
    /// A state on which the next nimber and all later ones depend came again.
    RepeatedState,
    /// The last `s` nimbers of a subtraction game with largest move `s` came again
    /// (S. W. Golomb 1966).
    Window,
    /// A criterion for arithmetic periods, stated by the engine that uses it.
    Arithmetic,
}

impl fmt::Display for PeriodTheorem {
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
    /// The preperiod, period and saltus that are proved.
    pub repetition: Repetition,
    /// The theorem that proves them.
    pub theorem: PeriodTheorem,
    /// The last heap that the theorem asks for; all heaps up to it were worked out.
    pub checked_to: u64,
}
