//! The positions found, and the number of each.
//!
//! The number (id) of a position is its place in order of discovery. One array holds the
//! positions by number; a hash table of bare numbers finds the number of a position. The
//! table compares positions through the array, so that a position is stored once.
//!
//! The table is split by hash into [`SHARDS`] parts, each a `hashbrown` table of `u32`.
//! When a shard doubles, its old and its new block are in memory together, but no other
//! shard is there twice. A number takes 32 bits here, and [`Ids::intern`] refuses the first
//! position that would need more ([`crate::positions::id`]).
//!
//! Cost for each position: the position itself, and 5.7 to 11.5 bytes of table (5 bytes a
//! slot, and between 7/16 and 7/8 of the slots are taken).

use std::hash::{BuildHasher, Hash};
use std::ops::Range;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;
use zug_game::Step;
use zug_job::{Budget, Charge, Phase, Refusal};

use crate::error::Error;
use crate::positions::id::MAX_POSITIONS;
use crate::segments::Segments;

/// The number of parts of the table. They grow one by one.
pub(crate) const SHARDS: usize = 64;

/// Where a move leads, as far as it has been looked up.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    /// The number of the position.
    Known(u32),
    /// The hash of the position; its number is not known.
    Hashed(u64),
}

impl Target {
    /// Whether it is known to be a position whose number is at most this one.
    pub(crate) fn is_at_most(self, number: usize) -> bool {
        matches!(self, Self::Known(id) if id as usize <= number)
    }
}

/// The number of look-ups that are made together.
const GROUP: usize = 32;

#[derive(Debug)]
pub(crate) struct Ids<P> {
    positions: Segments<P>,
    shards: Vec<HashTable<u32>>,
    table: Charge,
}

impl<P: Copy + Eq + Hash> Ids<P> {
    pub(crate) fn new(budget: &Budget) -> Self {
        Self {
            positions: Segments::new(budget),
            shards: (0..SHARDS).map(|_| HashTable::new()).collect(),
            table: budget.open(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.positions.len()
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.positions.bytes() + self.table.bytes()
    }

    pub(crate) fn position(&self, id: usize) -> P {
        self.positions.get(id)
    }

    /// The positions with these numbers, as one slice a segment.
    pub(crate) fn positions(&self, ids: Range<usize>) -> impl Iterator<Item = &[P]> {
        self.positions.slices(ids)
    }

    pub(crate) fn find(&self, position: &P) -> Option<usize> {
        self.find_hashed(position, hash(position))
    }

    fn find_hashed(&self, position: &P, hash: u64) -> Option<usize> {
        self.shards[shard(hash)]
            .find(hash, |&id| self.positions.get(id as usize) == *position)
            .map(|&id| id as usize)
    }

    /// The number of a position, as far as it was looked up.
    ///
    /// # Panics
    ///
    /// If the position is not known.
    pub(crate) fn number(&self, position: &P, target: Target) -> usize {
        match target {
            Target::Known(id) => id as usize,
            Target::Hashed(hash) => {
                let known = self.find_hashed(position, hash);
                known.expect("discovery found every position that a move leads to")
            }
        }
    }

    /// Turns hashes into numbers, where the positions are known.
    ///
    /// A table of a hundred megabytes answers from memory, not from the cache, so that a
    /// look-up has to wait. The look-ups of a group wait together: first the slots that the
    /// hashes point at are read, then the positions that the slots name. A position that
    /// the first slot does not name is left to [`Ids::intern`].
    pub(crate) fn find_known(&self, steps: &[Step<P>], targets: &mut [Target]) {
        for (steps, targets) in steps.chunks(GROUP).zip(targets.chunks_mut(GROUP)) {
            self.find_group(steps, targets);
        }
    }

    fn find_group(&self, steps: &[Step<P>], targets: &mut [Target]) {
        let mut candidates = [None; GROUP];
        for (candidate, target) in candidates.iter_mut().zip(&*targets) {
            if let Target::Hashed(hash) = *target {
                *candidate = self.shards[shard(hash)].find(hash, |_| true).copied();
            }
        }
        for ((candidate, step), target) in candidates.iter().zip(steps).zip(targets) {
            if let Some(id) = *candidate
                && self.positions.get(id as usize) == step.position
            {
                *target = Target::Known(id);
            }
        }
    }

    /// Calls `take` with each step, in order, and the number of the position that it leads
    /// to. A position that is not known gets the next number. Afterwards all targets are
    /// known.
    pub(crate) fn intern_all(
        &mut self,
        steps: &[Step<P>],
        targets: &mut [Target],
        mut take: impl FnMut(&Step<P>, usize) -> Result<(), Refusal>,
    ) -> Result<(), Error> {
        for (steps, targets) in steps.chunks(GROUP).zip(targets.chunks_mut(GROUP)) {
            self.find_group(steps, targets);
            for (step, target) in steps.iter().zip(targets) {
                let id = match *target {
                    Target::Known(id) => id as usize,
                    Target::Hashed(hash) => {
                        let id = self.intern(step.position, hash)?;
                        *target = Target::Known(id as u32);
                        id
                    }
                };
                take(step, id).map_err(|refusal| {
                    Error::out_of_memory(refusal, Phase::Discovering, self.len())
                })?;
            }
        }
        Ok(())
    }

    /// The number of a position, which gets the next number if it is not known.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyPositions`] if [`MAX_POSITIONS`] other positions are known;
    /// [`Error::Stopped`] if the budget does not suffice.
    #[inline]
    pub(crate) fn intern(&mut self, position: P, hash: u64) -> Result<usize, Error> {
        let Self {
            positions,
            shards,
            table,
        } = self;
        let shard = &mut shards[shard(hash)];
        if shard.len() == shard.capacity() {
            grow(shard, positions, table).map_err(|refusal| {
                Error::out_of_memory(refusal, Phase::Discovering, positions.len())
            })?;
        }
        let same = |&id: &u32| positions.get(id as usize) == position;
        match shard.entry(hash, same, |&id| self::hash(&positions.get(id as usize))) {
            Entry::Occupied(known) => Ok(*known.get() as usize),
            Entry::Vacant(place) => {
                let id = positions.len();
                if id >= MAX_POSITIONS {
                    return Err(Error::TooManyPositions {
                        limit: MAX_POSITIONS as u64,
                    });
                }
                positions
                    .push(position)
                    .map_err(|refusal| Error::out_of_memory(refusal, Phase::Discovering, id))?;
                place.insert(id as u32);
                Ok(id)
            }
        }
    }
}

/// Doubles the room of a shard.
#[cold]
fn grow<P: Copy + Hash>(
    shard: &mut HashTable<u32>,
    positions: &Segments<P>,
    charge: &mut Charge,
) -> Result<(), Refusal> {
    let old = shard.allocation_size() as u64;
    let new = table_bytes(shard.capacity() + 1);
    charge.grow(new)?;
    let taken = charge
        .budget()
        .attempt(|| shard.try_reserve(1, |&id| hash(&positions.get(id as usize))));
    if taken.is_err() {
        charge.shrink(new);
        return Err(charge.refused_by_machine(new));
    }
    debug_assert!(shard.allocation_size() as u64 <= new);
    charge.shrink(old + new - shard.allocation_size() as u64);
    Ok(())
}

/// An upper bound on the bytes of a `hashbrown` table of `u32` with room for `capacity`
/// numbers. The number of slots is a power of two, of which 7/8 are used; a slot takes 4
/// bytes and one control byte; to this comes a group of control bytes.
pub(crate) fn table_bytes(capacity: usize) -> u64 {
    const GROUP: usize = 32;
    let slots = (capacity * 8).div_ceil(7).next_power_of_two().max(4);
    (slots * 5 + GROUP) as u64
}

/// The hash of a position.
///
/// `hashbrown` takes the place in its table from the low bits and a tag from the top seven
/// bits; the shard comes from bits between. `Fx` leaves the bits of a packed position
/// unevenly mixed (its top seven bits do not depend on the high bits of a 64-bit key), so
/// that a multiplication mixes them once more.
#[inline]
pub(crate) fn hash<P: Hash>(position: &P) -> u64 {
    let fx = FxBuildHasher.hash_one(position);
    let mixed = (fx ^ (fx >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 32)
}

fn shard(hash: u64) -> usize {
    (hash >> 48) as usize % SHARDS
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// The number of different values that `parts` gives for the hashes of the keys.
    fn distinct(keys: impl Iterator<Item = u64>, parts: fn(u64) -> u64) -> usize {
        keys.map(|key| parts(hash(&key)))
            .collect::<HashSet<_>>()
            .len()
    }

    #[test]
    fn keys_that_differ_in_a_few_bits_anywhere_spread_over_tags_shards_and_places() {
        for low in 0..=52 {
            let keys = || (0..1u64 << 12).map(|n| n << low);
            assert!(distinct(keys(), |h| h >> 57) >= 120, "tags from bit {low}");
            assert_eq!(distinct(keys(), |h| shard(h) as u64), SHARDS, "from {low}");
            // 4096 keys thrown at random take about 2589 of 4096 places.
            assert!(distinct(keys(), |h| h & 0xfff) > 2300, "places from {low}");
        }
    }

    #[test]
    fn a_table_is_never_larger_than_foreseen() {
        let mut table: HashTable<u32> = HashTable::new();
        for n in 0..100_000u32 {
            if table.len() == table.capacity() {
                let foreseen = table_bytes(table.capacity() + 1);
                table.reserve(1, hash);
                assert!(table.allocation_size() as u64 <= foreseen);
                assert!(foreseen <= table.allocation_size() as u64 + 64);
            }
            table.insert_unique(hash(&n), n, hash);
        }
    }

    #[test]
    fn a_position_keeps_the_number_it_got() {
        let budget = Budget::unlimited();
        let mut ids = Ids::new(&budget);
        for n in 0..10_000u64 {
            let key = n * n;
            assert_eq!(ids.intern(key, hash(&key)).unwrap(), n as usize);
        }
        assert_eq!(ids.intern(49, hash(&49u64)).unwrap(), 7);
        assert_eq!(ids.find(&81), Some(9));
        assert_eq!(ids.find(&82), None);
        assert_eq!(ids.bytes(), budget.used());
    }
}
