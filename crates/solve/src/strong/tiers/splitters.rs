//! Keys split by size into ranges.
//!
//! Cost: a comparison for each bit of the number of ranges, in a table that stays in the cache.

use zug_game::U256;

use super::key::Key;

/// The keys at which ranges end.
#[derive(Debug)]
pub(super) struct Splitters<K> {
    /// A key of each range but the last that no key of the range exceeds and every key behind
    /// it does; then, up to a power of two less 1, the largest key of all.
    last: Vec<K>,
    ranges: usize,
}

impl<K: Key> Splitters<K> {
    /// Ranges that end at these keys, which ascend, and one range behind them.
    pub(super) fn at(mut last: Vec<K>) -> Self {
        let ranges = last.len() + 1;
        let largest = K::from_bits(U256::MAX);
        last.resize(ranges.next_power_of_two() - 1, largest);
        Self { last, ranges }
    }

    /// At most `ranges` ranges of which each has about as many keys of the sample; before them
    /// one that ends at `after`, if that is a key.
    pub(super) fn by_sample(sample: &mut Vec<K>, ranges: usize, after: Option<K>) -> Self {
        sample.sort_unstable();
        sample.dedup();
        let behind = after.map_or(0, |after| sample.partition_point(|&key| key <= after));
        let sample = &sample[behind..];
        let ranges = ranges.min(sample.len()).max(1);
        let last = (1..ranges).map(|place| sample[place * sample.len() / ranges]);
        Self::at(after.into_iter().chain(last).collect())
    }

    /// The end of a range that is not the last.
    pub(super) fn end(&self, range: usize) -> K {
        self.last[range]
    }

    /// The number of ranges.
    pub(super) fn ranges(&self) -> usize {
        self.ranges
    }

    /// The number of the range that a key is in. It is the number of ranges that end before the
    /// key.
    #[inline]
    pub(super) fn range(&self, key: K) -> usize {
        let mut half = self.last.len().div_ceil(2);
        let mut place = 0;
        while half > 0 {
            place += usize::from(self.last[place + half - 1] < key) * half;
            half /= 2;
        }
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_range_is_the_number_of_smaller_ends(
            mut sample in prop::collection::vec(0u32..1000, 0..200),
            ranges in 1usize..20,
            keys in prop::collection::vec(0u32..1100, 1..100),
        ) {
            let splitters = Splitters::by_sample(&mut sample, ranges, None);
            for key in keys {
                let smaller = splitters.last.iter().filter(|&&last| last < key).count();
                prop_assert_eq!(splitters.range(key), smaller);
                prop_assert!(smaller < splitters.ranges());
            }
        }
    }
}
