//! How much of a claim is looked at.

/// How much a caller wants to be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// All heaps below.
    pub all_below: u64,
    /// And so many of the others, one in each of so many parts of equal length.
    pub sampled: u64,
    /// Chooses the sample. The same seed gives the same sample.
    pub seed: u64,
}

impl Effort {
    /// Everything.
    pub const WHOLE: Self = Self {
        all_below: u64::MAX,
        sampled: 0,
        seed: 0,
    };

    /// The heaps to look at, of those from `from` to before `to`, in order.
    pub fn heaps(&self, from: u64, to: u64) -> impl Iterator<Item = u64> {
        let all_to = self.all_below.saturating_add(from).min(to);
        let rest = to - all_to;
        let parts = self.sampled.min(rest);
        let mut random = self.seed;
        let sample = (0..parts).map(move |part| {
            let place =
                |part: u64| (u128::from(rest) * u128::from(part) / u128::from(parts)) as u64;
            let (start, end) = (place(part), place(part + 1));
            all_to + start + next_random(&mut random) % (end - start)
        });
        (from..all_to).chain(sample)
    }
}

/// SplitMix64 (G. L. Steele, D. Lea and C. H. Flood 2014).
fn next_random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// How much was looked at. No flaw was found there; of the rest nothing is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Checked {
    /// So many heaps were looked at.
    pub heaps: u64,
    /// Of so many.
    pub of: u64,
}

impl Checked {
    /// Whether all heaps were looked at, so that the claim is certain.
    pub fn is_whole(self) -> bool {
        self.heaps == self.of
    }
}
