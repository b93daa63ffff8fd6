//! Counts of the nimbers of a sequence.

use serde::{Deserialize, Serialize};

/// How often each nimber occurs, and which is the largest and where.
///
/// ```
/// use zug_sequences::Statistics;
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
    /// The number of heaps counted.
    pub heaps: u64,
    /// `counts[v]` is the number of heaps with the nimber v, for v below
    /// [`Self::COUNTED`]. It ends with the largest such v that occurs.
    pub counts: Vec<u64>,
    /// The number of heaps whose nimber is [`Self::COUNTED`] or more.
    pub uncounted: u64,
    /// The largest nimber with the first heap that has it, as `(nimber, heap)`.
    pub largest: Option<(u32, u64)>,
}

impl Statistics {
    /// Nimbers below this are counted one by one. In some games nearly every heap has a
    /// nimber of its own, and counts of all nimbers would take more memory than the
    /// sequence.
    pub const COUNTED: u32 = 1 << 16;

    /// Counts one heap more.
    pub fn add(&mut self, heap: u64, nimber: u32) {
        self.add_many(heap, nimber, 1);
    }

    /// Counts `times` heaps more with this nimber, of which `heap` is the first.
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

    /// Adds the counts of other heaps, `times` times over. In the first copy each heap
    /// is larger by `larger_by`.
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

    /// Notes that a heap has this nimber, which may be the largest so far.
    fn raise(&mut self, nimber: u32, heap: u64) {
        let larger = self
            .largest
            .is_none_or(|(largest, first)| nimber > largest || (nimber == largest && heap < first));
        if larger {
            self.largest = Some((nimber, heap));
        }
    }

    /// The nimbers that occur most often, each with its count: at most `most` nimbers,
    /// the most frequent first, and the smaller first among equally frequent ones.
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
