//! How many heaps of a claim are looked at.

use crate::random::{next_state, number};

/// Which heaps a check looks at: all small ones, and a sample of the larger ones.
///
/// ```
/// use zug_certify::heaps::Effort;
///
/// let effort = Effort::all_below(3).with_sample(2, 1956);
/// let heaps: Vec<u64> = effort.heaps(0, 100).collect();
/// assert_eq!((heaps.len(), &heaps[..3]), (5, &[0, 1, 2][..]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Effort {
    /// All heaps below this one are looked at.
    pub all_below: u64,
    /// The number of other heaps that are looked at. These heaps are split into this number
    /// of parts of nearly equal length, and one heap is taken of each part.
    pub sampled: u64,
    /// Chooses the sample: each seed always chooses one sample.
    pub seed: u64,
}

impl Effort {
    /// All heaps are looked at.
    pub const WHOLE: Self = Self::all_below(u64::MAX);

    /// All heaps below this one are looked at, and no others.
    #[must_use]
    pub const fn all_below(heap: u64) -> Self {
        Self {
            all_below: heap,
            sampled: 0,
            seed: 0,
        }
    }

    /// The same effort with a sample of this number of other heaps, which `seed` chooses.
    #[must_use]
    pub const fn with_sample(self, sampled: u64, seed: u64) -> Self {
        Self {
            sampled,
            seed,
            ..self
        }
    }

    /// The heaps to look at, in order, out of those from `from` on and below `to`. Of these,
    /// `all_below` counts from `from`.
    pub fn heaps(&self, from: u64, to: u64) -> impl Iterator<Item = u64> {
        let all_to = self.all_below.saturating_add(from).min(to);
        let rest = to - all_to;
        let parts = self.sampled.min(rest);
        let mut state = self.seed;
        let sample = (0..parts).map(move |part| {
            let place =
                |part: u64| (u128::from(rest) * u128::from(part) / u128::from(parts)) as u64;
            let (start, end) = (place(part), place(part + 1));
            let random = number(state);
            state = next_state(state);
            all_to + start + random % (end - start)
        });
        (from..all_to).chain(sample)
    }
}

/// The number of heaps that were looked at, in which no flaw was found. Nothing is said of
/// other heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Checked {
    /// The number of heaps that were looked at.
    pub heaps: u64,
    /// The number of heaps that the claim speaks of.
    pub of: u64,
}

impl Checked {
    /// Whether all heaps were looked at, so that the claim is certain.
    #[must_use]
    pub fn is_whole(self) -> bool {
        self.heaps == self.of
    }
}
