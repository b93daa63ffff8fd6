//! Gathers the positions of a tier as they are found, in any order and often more than once.
//!
//! The keys are split by size into *buckets*, at splitters that a sample of the keys gives,
//! as in sample sort (W. D. Frazer and A. C. `McKellar`, 1970). Each thread has its own fresh
//! keys of each bucket. Once there are as many as the cache holds, they are sorted, doubles
//! are dropped, and what is left is merged with the bucket's *settled* keys, which all
//! threads share. In the end the settled keys of all buckets, one after the other, are the
//! tier. It is a set, so that it depends neither on the order nor on the threads.
//!
//! Where the memory does not suffice, the greatest keys are dropped and not gathered any more;
//! whoever gathers goes over the moves again for them. Where several tiers are gathered at once,
//! those behind are dropped first, and as a whole: their time comes later. Where not even one
//! bucket fits, the memory is refused.
//!
//! Cost: a key is classified by a few comparisons in a table that stays in the cache,
//! written once, and sorted within the cache; and merged as often as a bucket is settled.
//! Memory: the settled keys, and fresh keys within the room that the caller gives.

use std::sync::atomic::{AtomicUsize, Ordering};
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
const MOST_BUCKETS: u64 = 1 << 10;

/// The number of buckets of a large tier however little memory there is, and the bytes of fresh
/// keys for which each has room then: where only some keys fit, they are those of some buckets.
const FEW_BUCKETS: u64 = 16;
const LEAST_FRESH_BYTES: usize = 1 << 14;

/// The room of many settled keys is a multiple of this, and that of fewer keys is a power of two:
/// vectors that are about as long can take the place of each other.
const ROOM: usize = 1 << 14;

/// The keys found of one tier, settled.
#[derive(Debug)]
pub(super) struct Gather<K> {
    splitters: Splitters<K>,
    buckets: Vec<Mutex<Settled<K>>>,
    spare: Arc<Spares<K>>,
    /// The first bucket that is gathered, and the number of the first behind it that is not:
    /// it sinks where the memory does not suffice. What is gathered is complete.
    first: usize,
    end: AtomicUsize,
    /// The most fresh keys of a bucket.
    most_fresh: usize,
    again: Again,
}

/// Whether keys that are all dropped can be gathered once more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Again {
    /// They can: nothing was written of the tier.
    FromTheStart,
    /// They cannot: some keys must be kept, so that the work goes on.
    No,
}

/// How many of the keys of a tier were gathered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gathered<K> {
    /// All.
    All,
    /// All up to this key.
    UpTo(K),
    /// None.
    Nothing,
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

    /// Gives the memory back, and returns whether there was any.
    pub(super) fn clear(&self) -> bool {
        let had_settled = self.settled.clear();
        self.fresh.clear() || had_settled
    }
}

/// Keys that ascend strictly, once there are some.
type Settled<K> = Option<Charged<K>>;

impl<K: Key> Gather<K> {
    /// Nothing is found yet. `sample` are keys as they will come, about `expected` of them,
    /// of which at most `room` bytes are to be fresh. Only keys that are greater than `after`
    /// are gathered, if that is a key; `again` says whether all may be dropped.
    pub(super) fn new(
        sample: &mut Vec<K>,
        expected: u64,
        room: u64,
        (after, again): (Option<K>, Again),
        spare: &Arc<Spares<K>>,
    ) -> Self {
        let by_room = room / FRESH_BYTES as u64;
        // Each bucket is settled a few times: merging is cheap, and fresh keys take memory.
        let by_number = expected.saturating_mul(K::BYTES as u64) / (3 * FRESH_BYTES as u64);
        // Keys that are gathered once more did not fit, be they few or many.
        let by_number = by_number.max(if again == Again::No { FEW_BUCKETS } else { 1 });
        let count = by_room
            .max(FEW_BUCKETS)
            .min(by_number)
            .clamp(1, MOST_BUCKETS);
        let fresh = (room / count).clamp(LEAST_FRESH_BYTES as u64, FRESH_BYTES as u64);
        let count = count as usize;
        let splitters = Splitters::by_sample(sample, count, after);
        Self {
            buckets: (0..splitters.ranges()).map(|_| Mutex::default()).collect(),
            first: usize::from(after.is_some()),
            end: AtomicUsize::new(splitters.ranges()),
            splitters,
            spare: spare.clone(),
            again,
            most_fresh: fresh as usize / K::BYTES,
        }
    }

    /// Whether the keys of a bucket are gathered.
    #[inline]
    fn takes(&self, bucket: usize) -> bool {
        (self.first..self.end.load(Ordering::Relaxed)).contains(&bucket)
    }

    /// Settles fresh keys of a bucket, and forgets them. Where the memory does not suffice, the
    /// keys of the tiers `behind` and the last buckets are not gathered any more.
    pub(super) fn settle(
        &self,
        bucket: usize,
        fresh: &mut Vec<K>,
        behind: &[&Self],
    ) -> Result<(), Refusal> {
        sort_distinct(fresh);
        while self.takes(bucket) {
            // Others need some memory too.
            if self.spare.settled.is_short() && self.relieve(behind) {
                continue;
            }
            match self.try_settle(bucket, fresh) {
                Ok(()) => break,
                Err(refusal) if !self.relieve(behind) => return Err(refusal),
                Err(_) => {}
            }
        }
        fresh.clear();
        Ok(())
    }

    /// Gives memory back: that of the last tier behind that has some, or that of some of the
    /// buckets. Returns whether there was any.
    fn relieve(&self, behind: &[&Self]) -> bool {
        Self::drop_last(behind) || self.shed() || self.drop_all()
    }

    /// Gives the memory of the last of these tiers back that has some and can be gathered once
    /// more. Returns whether there was one.
    pub(super) fn drop_last(tiers: &[&Self]) -> bool {
        tiers.iter().rev().any(|last| last.drop_all())
    }

    /// Gives the memory of all buckets back, if their keys can be gathered once more. Returns
    /// whether any were gathered.
    fn drop_all(&self) -> bool {
        let end = self.end.load(Ordering::Relaxed);
        self.again == Again::FromTheStart && end > self.first && {
            self.drop_behind(self.first);
            true
        }
    }

    /// Gathers the buckets from this one on no more, and gives their memory back.
    fn drop_behind(&self, end: usize) {
        self.end.fetch_min(end, Ordering::Relaxed);
        for bucket in &self.buckets[end..] {
            *bucket.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
    }

    fn try_settle(&self, place: usize, fresh: &[K]) -> Result<(), Refusal> {
        let bucket = self.buckets[place].lock();
        let mut bucket = bucket.unwrap_or_else(PoisonError::into_inner);
        // Another thread may have dropped the bucket since it was asked for. Whoever drops it
        // lowers the end first and locks the bucket then, so that this look is sure.
        if !self.takes(place) {
            return Ok(());
        }
        let settled = bucket.as_ref().map_or(&[][..], |(keys, _)| keys);
        let room = match settled.len() + fresh.len() {
            few @ ..ROOM => few.next_power_of_two(),
            many => many.next_multiple_of(ROOM),
        };
        let mut all = self.spare.settled.with_room(room)?;
        merged(settled, fresh, &mut all.0);
        self.spare.settled.put(bucket.replace(all));
        Ok(())
    }

    /// Gives the memory of the last buckets back, whose keys are not gathered any more. Returns
    /// whether there was more than one bucket.
    fn shed(&self) -> bool {
        let end = self.end.load(Ordering::Relaxed);
        let now = end.saturating_sub(self.first);
        let kept = now.saturating_sub(1).min(now * 3 / 4);
        if kept == 0 {
            return false;
        }
        self.drop_behind(self.first + kept);
        true
    }

    /// How many of the keys were gathered.
    pub(super) fn gathered(&self) -> Gathered<K> {
        match self.end.load(Ordering::Relaxed) {
            end if end == self.buckets.len() => Gathered::All,
            0 => Gathered::Nothing,
            end => Gathered::UpTo(self.splitters.end(end - 1)),
        }
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

    /// Adds keys in any order. Where the memory does not suffice, keys of the tiers `behind` are
    /// dropped first.
    pub(super) fn add(
        &mut self,
        gather: &Gather<K>,
        behind: &[&Gather<K>],
        keys: impl Iterator<Item = K>,
    ) -> Result<(), Refusal> {
        for key in keys {
            let place = gather.splitters.range(key);
            if !gather.takes(place) {
                continue;
            }
            let (bucket, charge) = &mut self.buckets[place];
            if bucket.len() == bucket.capacity() {
                make_room((gather, behind), place, bucket, charge)?;
                if !gather.takes(place) {
                    continue;
                }
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

/// Makes room for one more key: more room, or room by settling the bucket; unless the bucket is
/// not gathered any more.
#[cold]
fn make_room<K: Key>(
    (gather, behind): (&Gather<K>, &[&Gather<K>]),
    place: usize,
    bucket: &mut Vec<K>,
    charge: &mut Charge,
) -> Result<(), Refusal> {
    if bucket.len() >= gather.most_fresh {
        return gather.settle(place, bucket, behind);
    }
    let room = (2 * bucket.len()).clamp(256, gather.most_fresh);
    while gather.takes(place) {
        match charge.regrow(bucket, room) {
            Err(_) if !bucket.is_empty() => return gather.settle(place, bucket, behind),
            Err(refusal) if !gather.relieve(behind) => return Err(refusal),
            Err(_) => {}
            grown => return grown,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::panic::resume_unwind;
    use std::thread;

    /// Gathers keys in as many passes as this budget needs; returns them and the number of
    /// passes.
    fn gathered(
        keys: &[u64],
        threads: usize,
        budget: &Budget,
    ) -> Result<(Vec<u64>, usize), Refusal> {
        let spare = Arc::new(Spares::new(budget));
        let (mut all, mut after, mut passes) = (Vec::new(), None, 0);
        loop {
            let mut sample = keys.iter().copied().step_by(50).collect();
            let room = budget.limit() / 8;
            let again = (after, Again::No);
            let gather = Gather::new(&mut sample, keys.len() as u64, room, again, &spare);
            let gather_some = |keys: &[u64]| {
                let mut fresh = Fresh::new(&gather);
                fresh.add(&gather, &[], keys.iter().copied())?;
                let mut buckets = fresh.into_buckets().into_iter().enumerate();
                buckets
                    .try_for_each(|(bucket, (mut keys, _))| gather.settle(bucket, &mut keys, &[]))
            };
            thread::scope(|scope| {
                let shares = keys.chunks(keys.len().div_ceil(threads));
                let all: Vec<_> = shares
                    .map(|keys| scope.spawn(|| gather_some(keys)))
                    .collect();
                let mut all = all.into_iter();
                all.try_for_each(|one| one.join().unwrap_or_else(|panic| resume_unwind(panic)))
            })?;
            passes += 1;
            let gathered = gather.gathered();
            all.extend(gather.into_keys().into_iter().flat_map(|(keys, _)| keys));
            after = match gathered {
                Gathered::All => return Ok((all, passes)),
                Gathered::UpTo(key) => Some(key),
                Gathered::Nothing => unreachable!("some keys are kept"),
            };
        }
    }

    #[test]
    fn what_does_not_fit_is_gathered_in_passes_and_is_the_same() {
        let mut random = 1_u64;
        let keys: Vec<u64> = (0..800_000)
            .map(|_| {
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(3);
                (random >> 43).pow(2)
            })
            .collect();
        let expected: Vec<u64> = keys
            .iter()
            .copied()
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect();
        let mut most_passes = 0;
        let alone = [1, 2, 3, 4, 6, 64].map(|mib| (mib, 1));
        let together = [5, 6, 7, 8, 64].map(|mib| (mib, 4));
        for (mib, threads) in alone.into_iter().chain(together) {
            let budget = Budget::of_bytes(mib << 20);
            if let Ok((all, passes)) = gathered(&keys, threads, &budget) {
                assert!(all == expected, "{mib}");
                most_passes = most_passes.max(passes);
                assert!(mib < 64 || passes == 1);
            } else {
                assert!(mib < 3 * threads as u64, "{mib}");
            }
            assert!(budget.peak() <= budget.limit());
        }
        assert!(most_passes > 2, "{most_passes}");
    }

    #[test]
    fn a_bucket_that_was_dropped_stays_empty() {
        let spare = Arc::new(Spares::new(&Budget::unlimited()));
        let mut sample: Vec<u64> = (0..1000).collect();
        let gather = Gather::new(&mut sample, 1 << 20, 1 << 20, (None, Again::No), &spare);
        let all: Vec<u64> = (0..1000).collect();
        for bucket in 0..gather.buckets.len() {
            let is_here = |key: &&u64| gather.splitters.range(**key) == bucket;
            let here: Vec<u64> = all.iter().filter(is_here).copied().collect();
            gather.try_settle(bucket, &here).unwrap();
        }
        assert!(gather.shed());
        let last = gather.buckets.len() - 1;
        // A thread does so that saw the bucket gathered before another thread dropped it.
        gather.try_settle(last, &[999]).unwrap();
        let Gathered::UpTo(up_to) = gather.gathered() else {
            panic!("some buckets were dropped, and not all");
        };
        let kept = gather.into_keys().into_iter().flat_map(|(keys, _)| keys);
        assert!(kept.eq(0..=up_to), "the keys up to {up_to}");
    }
}
