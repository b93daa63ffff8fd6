//! Locks of slots that one thread at a time changes.
//!
//! Moves that are taken back from a few hundred positions change some thousand slots. Were each a
//! locked change, it would wait for its slot to come from memory, and let no other change begin
//! meanwhile. So a thread takes the locks of the regions that the slots are in, and makes all
//! changes as a thread does that works alone. It looks at the slots before it takes the locks:
//! most need no change, and the others are in the cache by then, so that it holds the locks for a
//! short time.
//!
//! Threads begin at different places of the tier ([`super::crew`]). Where each move passes the turn, and
//! the positions of one player have the lower numbers, the changes of two threads are in different
//! halves, and no thread waits for another. Where positions share slots with their images, the
//! changes of all threads are all over the tier, and threads do wait for each other: two of them
//! were 1.7 to 2.0 times as fast as one there.
//!
//! Cost: a look at each place, and a lock for each region that there is a place in. When not to
//! use it: for one thread. Many threads wait for each other.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::bits::WORD;

/// The most regions.
const MOST: usize = u64::BITS as usize;

/// The regions of the places of a tier: at most [`MOST`], of whole words of bits.
#[derive(Debug)]
pub(super) struct Regions {
    /// For each region, the lock that a thread holds while it changes slots of the region.
    locks: Vec<Mutex<()>>,
    /// The number of places of a region, as a power of two.
    bits: u32,
}

impl Regions {
    /// The regions of this number of places.
    pub(super) fn of(places: usize) -> Self {
        let size = places.div_ceil(MOST).max(WORD).next_power_of_two();
        let locks = std::iter::repeat_with(Mutex::default).take(places.div_ceil(size));
        Self {
            locks: locks.collect(),
            bits: size.ilog2(),
        }
    }

    /// Takes the locks of the regions that some places are in, and waits for those that another
    /// thread holds.
    pub(super) fn lock(&self, places: impl Iterator<Item = usize>) -> impl Sized {
        let set = places.fold(0u64, |set, place| set | 1 << (place >> self.bits));
        // All threads take locks in the order of the regions, so that none waits in a circle.
        let in_set = |(region, _): &(usize, &Mutex<()>)| set >> region & 1 == 1;
        let locks = self.locks.iter().enumerate().filter(in_set);
        // No list on the heap: threads that ask for memory wait for each other.
        let mut held = [const { None::<MutexGuard<'_, ()>> }; MOST];
        for (held, (_, lock)) in held.iter_mut().zip(locks) {
            *held = Some(lock.lock().unwrap_or_else(PoisonError::into_inner));
        }
        held
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_regions_of_the_places_are_locked_and_no_others() {
        for places in [1, 64, 65, 4096, 4097, 1_000_000] {
            let regions = Regions::of(places);
            assert!((1..=64).contains(&regions.locks.len()), "{places}");
            let asked = [0, places / 2, places - 1];
            let held = regions.lock(asked.into_iter());
            for (region, lock) in regions.locks.iter().enumerate() {
                let is_asked = asked.iter().any(|place| place >> regions.bits == region);
                assert_eq!(lock.try_lock().is_err(), is_asked, "{places}");
            }
            drop(held);
            assert!(regions.locks.iter().all(|lock| lock.try_lock().is_ok()));
        }
    }
}
