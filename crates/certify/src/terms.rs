//! What is asked of a check: which positions, and who plays them.

use std::fmt;
use std::num::NonZeroUsize;

/// What is asked of a check.
#[derive(Clone, Copy)]
pub struct Terms<'t, P> {
    /// Positions that the claim must speak of.
    pub roots: &'t [P],
    /// Which positions may be listed.
    pub listed: Listed,
    /// Which positions the judge plays.
    pub judged: Judged,
    /// The number of threads that play; the result does not depend on it.
    pub threads: NonZeroUsize,
    /// Asked before each position; where it returns `true`, the check ends as cancelled.
    pub cancelled: &'t (dyn Fn() -> bool + Sync),
}

impl<P: fmt::Debug> fmt::Debug for Terms<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Terms")
            .field("roots", &self.roots)
            .field("listed", &self.listed)
            .field("judged", &self.judged)
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}

/// Which positions a claim may list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Listed {
    /// The roots and what play can reach from them, and no others. The entries must
    /// be in an order of discovery: a move leads to each position, but for the roots,
    /// from a position of an earlier entry.
    Reachable,
    /// Any positions, as long as every move from one of them leads to another one of them.
    Closed,
}

/// Which positions the judge plays. The other positions are played by the quick player
/// alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Judged {
    /// All positions.
    All,
    /// A sample of the positions.
    Sample(Sample),
}

/// A pseudo-random choice of positions. Each position has a number, made of the seed, of
/// its entry and of its place in the entry; this number alone decides whether it is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Another seed makes another choice.
    pub seed: u64,
    /// The sample has all positions of the first entries: of this number of entries.
    pub first_entries: usize,
    /// A position of a later entry is in the sample if its number is below this one.
    pub below: u64,
    /// A position of a later entry in which the game is over is in the sample also if its
    /// number is below this one.
    pub below_if_over: u64,
}

impl Sample {
    /// Takes about `size` of `positions` positions, of which `over` are finished: the
    /// positions of the first `size / 8` entries, at random a quarter of the size
    /// among those finished, and the rest among all.
    #[must_use]
    pub fn of(size: u64, positions: u64, over: u64, seed: u64) -> Self {
        Self {
            seed,
            first_entries: usize::try_from(size / 8).unwrap_or(usize::MAX),
            below: share(size - size / 4 - size / 8, positions),
            below_if_over: share(size / 4, over),
        }
    }

    /// Whether a position is in the sample.
    pub(crate) fn takes(&self, entry: usize, place: usize, is_over: bool) -> bool {
        let number = mixed(mixed(self.seed ^ entry as u64) ^ place as u64);
        entry < self.first_entries
            || number < self.below
            || (is_over && number < self.below_if_over)
    }
}

/// The bound that a random number of 64 bits is below with probability `part / whole`.
fn share(part: u64, whole: u64) -> u64 {
    if part >= whole {
        return u64::MAX;
    }
    // Below 2^64, since the part is less than the whole.
    ((u128::from(part) << 64) / u128::from(whole)) as u64
}

/// What the generator `SplitMix64` (Steele, Lea and Flood, 2014) gives next in this state.
fn mixed(state: u64) -> u64 {
    let mut z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_has_about_the_size_asked_for() {
        let sample = Sample::of(10_000, 1_000_000, 100_000, 7);
        let taken = |entry: usize| sample.takes(entry / 4, entry % 4, entry.is_multiple_of(10));
        let size = (0..1_000_000).filter(|entry| taken(*entry)).count();
        // The first entries have four positions each.
        assert!((11_000..14_000).contains(&size), "{size}");
    }

    #[test]
    fn a_sample_of_more_than_there_are_is_all() {
        let sample = Sample::of(1000, 500, 0, 1);
        assert!((0..500).all(|entry| sample.takes(entry, 0, false)));
    }
}
