//! Gathers the positions of a tier as they are found, in any order and often more than once.
//!
//! The keys are split by size into *buckets*, at splitters that a sample of the keys gives,
//! as in sample sort (W. D. Frazer and A. C. `McKellar`, 1970). Each thread has its own fresh
//! keys of each bucket. Once there are as many as the cache holds, they are sorted, doubles
//! are dropped, and what is left is merged with the bucket's *settled* keys, which all
//! threads share. In the end the settled keys of all buckets, one after the other, are the
//! tier. It is a set, so that it depends neither on the order nor on the threads.
//!
//! Cost: a key is classified by a few comparisons in a table that stays in the cache,
//! written once, and sorted within the cache; and merged as often as a bucket is settled.
//! Memory: the settled keys, and fresh keys within the room that the caller gives.

use std::sync::{Mutex, PoisonError};

use zug_job::{Budget, Charge, Refusal, bytes_of};

use super::distinct::{merged, sort_distinct};
use super::key::Key;

/// The bytes of the fresh keys that a bucket holds at most: such that they and what sorts
/// them fit into the second cache of a core.
const FRESH_BYTES: usize = 1 << 18;

/// The most buckets.
const MOST_BUCKETS: usize = 1 << 10;

/// The keys found of one tier, settled.
#[derive(Debug)]
pub(super) struct Gather<K> {
    splitters: Splitters<K>,
    buckets: Vec<Mutex<Settled<K>>>,
}

#[derive(Debug)]
struct Settled<K> {
    /// Invariant: these ascend strictly.
    keys: Vec<K>,
    charge: Charge,
}

impl<K: Key> Gather<K> {
    /// Nothing is found yet. `sample` are keys as they will come, about `expected` of them,
    /// of which at most `room` bytes are to be fresh.
    pub(super) fn new(sample: &mut Vec<K>, expected: u64, room: u64, budget: &Budget) -> Self {
        let by_room = room / FRESH_BYTES as u64;
        // Each bucket is settled a few times: merging is cheap, and fresh keys take memory.
        let by_number = expected.saturating_mul(K::BYTES as u64) / (3 * FRESH_BYTES as u64);
        let count = by_room.min(by_number).clamp(1, MOST_BUCKETS as u64) as usize;
        let splitters = Splitters::new(sample, count);
        let settled = || Settled {
            keys: Vec::new(),
            charge: budget.open(),
        };
        Self {
            buckets: (0..splitters.buckets)
                .map(|_| Mutex::new(settled()))
                .collect(),
            splitters,
        }
    }

    /// Settles fresh keys of a bucket, and forgets them.
    pub(super) fn settle(&self, bucket: usize, fresh: &mut Vec<K>) -> Result<(), Refusal> {
        sort_distinct(fresh);
        let bucket = self.buckets[bucket].lock();
        let mut bucket = bucket.unwrap_or_else(PoisonError::into_inner);
        let Settled { keys, charge } = &mut *bucket;
        let mut all = Vec::new();
        charge.regrow(&mut all, keys.len() + fresh.len())?;
        merged(keys, fresh, &mut all);
        charge.shrink(bytes_of::<K>(keys.capacity()));
        *keys = all;
        fresh.clear();
        Ok(())
    }

    /// The keys, which ascend strictly from one vector to the next, with their charges.
    pub(super) fn into_keys(self) -> Vec<(Vec<K>, Charge)> {
        let buckets = self.buckets.into_iter();
        let settled = buckets.map(|bucket| {
            let Settled { keys, charge } =
                bucket.into_inner().unwrap_or_else(PoisonError::into_inner);
            (keys, charge)
        });
        settled.collect()
    }
}

/// The keys of a tier that one thread found and that are not settled.
#[derive(Debug)]
pub(super) struct Fresh<K> {
    buckets: Vec<Vec<K>>,
    charge: Charge,
}

impl<K: Key> Fresh<K> {
    pub(super) fn new(gather: &Gather<K>, budget: &Budget) -> Self {
        Self {
            buckets: gather.buckets.iter().map(|_| Vec::new()).collect(),
            charge: budget.open(),
        }
    }

    /// Adds keys in any order.
    pub(super) fn add(
        &mut self,
        gather: &Gather<K>,
        keys: impl Iterator<Item = K>,
    ) -> Result<(), Refusal> {
        for key in keys {
            let place = gather.splitters.bucket(key);
            let bucket = &mut self.buckets[place];
            if bucket.len() == bucket.capacity() {
                if bucket.len() >= FRESH_BYTES / K::BYTES {
                    gather.settle(place, bucket)?;
                } else {
                    let room = (2 * bucket.len()).clamp(256, FRESH_BYTES / K::BYTES);
                    self.charge.regrow(bucket, room)?;
                }
            }
            bucket.push(key);
        }
        Ok(())
    }

    /// The fresh keys of each bucket, with the charge for all of them.
    pub(super) fn into_buckets(self) -> (Vec<Vec<K>>, Charge) {
        (self.buckets, self.charge)
    }
}

/// The keys at which buckets end.
#[derive(Debug)]
struct Splitters<K> {
    /// The last key of each bucket but the last; then, up to a power of two less 1, the
    /// largest key of all.
    last: Vec<K>,
    buckets: usize,
}

impl<K: Key> Splitters<K> {
    fn new(sample: &mut Vec<K>, buckets: usize) -> Self {
        sample.sort_unstable();
        sample.dedup();
        let buckets = buckets.min(sample.len()).max(1);
        let mut last: Vec<K> = (1..buckets)
            .map(|place| sample[place * sample.len() / buckets])
            .collect();
        let largest = K::from_bits(u128::MAX);
        last.resize(buckets.next_power_of_two() - 1, largest);
        Self { last, buckets }
    }

    /// The bucket of a key: the number of splitters that are less than it.
    #[inline]
    fn bucket(&self, key: K) -> usize {
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
        fn a_bucket_is_the_number_of_smaller_splitters(
            mut sample in prop::collection::vec(0u32..1000, 0..200),
            buckets in 1usize..20,
            keys in prop::collection::vec(0u32..1100, 1..100),
        ) {
            let splitters = Splitters::new(&mut sample, buckets);
            for key in keys {
                let smaller = splitters.last.iter().filter(|&&last| last < key).count();
                prop_assert_eq!(splitters.bucket(key), smaller);
                prop_assert!(smaller < splitters.buckets);
            }
        }
    }
}
