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

use std::sync::{Arc, Mutex, PoisonError};

use zug_job::{Budget, Charge, Refusal};

use super::distinct::{merged, sort_distinct};
use super::key::Key;
use super::spare::{Charged, Spare};
use super::splitters::Splitters;

/// The bytes of the fresh keys that a bucket holds at most: such that they and what sorts
/// them fit into the second cache of a core.
const FRESH_BYTES: usize = 1 << 18;

/// The most buckets.
const MOST_BUCKETS: usize = 1 << 10;

/// The least room of settled keys, of which their room is a multiple: vectors that are about as
/// long can take the place of each other.
const ROOM: usize = 1 << 14;

/// The keys found of one tier, settled.
#[derive(Debug)]
pub(super) struct Gather<K> {
    splitters: Splitters<K>,
    buckets: Vec<Mutex<Settled<K>>>,
    spare: Arc<Spares<K>>,
}

/// Memory for the keys of other tiers.
#[derive(Debug)]
pub(super) struct Spares<K> {
    pub(super) settled: Spare<K>,
    pub(super) fresh: Spare<K>,
}

impl<K: Key> Spares<K> {
    pub(super) fn new(budget: &Budget) -> Self {
        Self {
            settled: Spare::new(budget),
            fresh: Spare::new(budget),
        }
    }
}

/// Keys that ascend strictly, once there are some.
type Settled<K> = Option<Charged<K>>;

impl<K: Key> Gather<K> {
    /// Nothing is found yet. `sample` are keys as they will come, about `expected` of them,
    /// of which at most `room` bytes are to be fresh.
    pub(super) fn new(
        sample: &mut Vec<K>,
        expected: u64,
        room: u64,
        spare: &Arc<Spares<K>>,
    ) -> Self {
        let by_room = room / FRESH_BYTES as u64;
        // Each bucket is settled a few times: merging is cheap, and fresh keys take memory.
        let by_number = expected.saturating_mul(K::BYTES as u64) / (3 * FRESH_BYTES as u64);
        let count = by_room.min(by_number).clamp(1, MOST_BUCKETS as u64) as usize;
        let splitters = Splitters::by_sample(sample, count);
        Self {
            buckets: (0..splitters.ranges()).map(|_| Mutex::default()).collect(),
            splitters,
            spare: spare.clone(),
        }
    }

    /// Settles fresh keys of a bucket, and forgets them.
    pub(super) fn settle(&self, bucket: usize, fresh: &mut Vec<K>) -> Result<(), Refusal> {
        sort_distinct(fresh);
        let bucket = self.buckets[bucket].lock();
        let mut bucket = bucket.unwrap_or_else(PoisonError::into_inner);
        let settled = bucket.as_ref().map_or(&[][..], |(keys, _)| keys);
        let room = (settled.len() + fresh.len()).next_multiple_of(ROOM);
        let mut all = self.spare.settled.with_room(room)?;
        merged(settled, fresh, &mut all.0);
        self.spare.settled.put(bucket.replace(all));
        fresh.clear();
        Ok(())
    }

    /// The keys, which ascend strictly from one vector to the next, with their charges.
    pub(super) fn into_keys(self) -> Vec<Charged<K>> {
        let buckets = self.buckets.into_iter();
        let settled = buckets
            .filter_map(|bucket| bucket.into_inner().unwrap_or_else(PoisonError::into_inner));
        settled.collect()
    }
}

/// The keys of a tier that one thread found and that are not settled.
#[derive(Debug)]
pub(super) struct Fresh<K> {
    buckets: Vec<Charged<K>>,
}

impl<K: Key> Fresh<K> {
    pub(super) fn new(gather: &Gather<K>) -> Self {
        let buckets = gather.buckets.iter().map(|_| gather.spare.fresh.any());
        Self {
            buckets: buckets.collect(),
        }
    }

    /// Adds keys in any order.
    pub(super) fn add(
        &mut self,
        gather: &Gather<K>,
        keys: impl Iterator<Item = K>,
    ) -> Result<(), Refusal> {
        for key in keys {
            let place = gather.splitters.range(key);
            let (bucket, charge) = &mut self.buckets[place];
            if bucket.len() == bucket.capacity() {
                make_room(gather, place, bucket, charge)?;
            }
            bucket.push(key);
        }
        Ok(())
    }

    /// The fresh keys of each bucket.
    pub(super) fn into_buckets(self) -> Vec<Charged<K>> {
        self.buckets
    }
}

/// Makes room for one more key: more room, or room by settling the bucket.
#[cold]
fn make_room<K: Key>(
    gather: &Gather<K>,
    place: usize,
    bucket: &mut Vec<K>,
    charge: &mut Charge,
) -> Result<(), Refusal> {
    if bucket.len() >= FRESH_BYTES / K::BYTES {
        return gather.settle(place, bucket);
    }
    let room = (2 * bucket.len()).clamp(256, FRESH_BYTES / K::BYTES);
    charge.regrow(bucket, room)
}
