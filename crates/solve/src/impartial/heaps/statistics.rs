//! What can be said of a sequence besides its terms.

use serde::{Deserialize, Serialize};

/// How often each nimber comes, and which is the largest and where.
///
/// ```
/// use zug_solve::impartial::heaps::Statistics;
///
/// let mut statistics = Statistics::default();
/// for (heap, nimber) in (0..).zip([0, 1, 1, 2, 0, 1, 1]) {
///     statistics.add(heap, nimber);
/// }
/// assert_eq!(statistics.counts, [2, 4, 1]);
/// assert_eq!(statistics.largest, Some((2, 3)));
/// assert_eq!(statistics.most_common(2), [(1, 4), (0, 2)]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statistics {
    /// Heaps counted.
    pub heaps: u64,
    /// `counts[v]` of them have the nimber v, for every v below
    /// [`Self::COUNTED`] that comes.
    pub counts: Vec<u64>,
    /// So many of them have a larger nimber than are counted one by one.
    pub uncounted: u64,
    /// The largest nimber with the first heap that has it, as `(nimber, heap)`.
    pub largest: Option<(u32, u64)>,
}

impl Statistics {
    /// Nimbers below this are counted one by one. In some games nearly every heap
    /// has a nimber of its own: all counts would take more than the sequence.
    pub const COUNTED: u32 = 1 << 16;

    /// Counts one heap more.
    pub fn add(&mut self, heap: u64, nimber: u32) {
        self.add_many(heap, nimber, 1);
    }

    /// Counts so many heaps more with this nimber, of which `heap` is the first;
    /// none if `times` is 0.
    pub fn add_many(&mut self, heap: u64, nimber: u32, times: u64) {
        if times == 0 {
            return;
        }
        self.heaps += times;
        if nimber < Self::COUNTED {
            let at = nimber as usize;
            if self.counts.len() <= at {
                self.counts.resize(at + 1, 0);
            }
            self.counts[at] += times;
        } else {
            self.uncounted += times;
        }
        self.raise(nimber, heap);
    }

    /// Adds those of other heaps, each of which stands for so many, the first of
    /// them so much larger.
    pub(super) fn add_all(&mut self, others: &Self, larger_by: u64, times: u64) {
        if times == 0 {
            return;
        }
        self.heaps += times * others.heaps;
        if self.counts.len() < others.counts.len() {
            self.counts.resize(others.counts.len(), 0);
        }
        for (count, others) in self.counts.iter_mut().zip(&others.counts) {
            *count += times * others;
        }
        self.uncounted += times * others.uncounted;
        if let Some((nimber, heap)) = others.largest {
            self.raise(nimber, heap + larger_by);
        }
    }

    /// A heap has this nimber: perhaps the largest, or the first such heap.
    fn raise(&mut self, nimber: u32, heap: u64) {
        let larger = self
            .largest
            .is_none_or(|(largest, first)| nimber > largest || (nimber == largest && heap < first));
        if larger {
            self.largest = Some((nimber, heap));
        }
    }

    /// The nimbers that come most often, each with how often: at most so many of
    /// them, the most frequent first, the smaller first among equals.
    pub fn most_common(&self, most: usize) -> Vec<(u32, u64)> {
        let mut counted: Vec<(u32, u64)> = (0..)
            .zip(self.counts.iter().copied())
            .filter(|&(_, count)| count > 0)
            .collect();
        counted.sort_by_key(|&(nimber, count)| (std::cmp::Reverse(count), nimber));
        counted.truncate(most);
        counted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_at_once_are_many_one_by_one() {
        let mut at_once = Statistics::default();
        at_once.add_many(5, 3, 2);
        at_once.add_many(4, 3, 1);
        at_once.add_many(0, 7, 0);
        let mut one_by_one = Statistics::default();
        for heap in [4, 5, 6] {
            one_by_one.add(heap, 3);
        }
        assert_eq!(at_once, one_by_one);
    }

    #[test]
    fn large_nimbers_take_no_counts_of_their_own() {
        let mut statistics = Statistics::default();
        statistics.add(0, u32::MAX);
        statistics.add(1, 0);
        assert_eq!(statistics.counts, [1]);
        assert_eq!((statistics.uncounted, statistics.heaps), (1, 2));
        assert_eq!(statistics.largest, Some((u32::MAX, 0)));
    }
}
