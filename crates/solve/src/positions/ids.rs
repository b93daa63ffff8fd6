//! The positions found, and the number of each.
//!
//! The number (id) of a position is its place in order of discovery. One array holds the
//! positions by number; a hash table of bare numbers finds the number of a position. The
//! table compares positions through the array, so that a position is stored once.
//!
//! The table is split by hash into [`SHARDS`] parts, each a `hashbrown` table of numbers.
//! When a shard doubles, its old and its new block are in memory together, but no other
//! shard is there twice. A number takes four bytes here; a shard that gets a number too large
//! for that is made once more, with five bytes a number.
//!
//! Cost for each position: the position itself, and 5.7 to 11.5 bytes of table (5 bytes a
//! slot, and between 7/16 and 7/8 of the slots are taken); with more than 2^32 positions 6.9
//! to 13.8 bytes.

use std::hash::{BuildHasher, Hash};
use std::ops::Range;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;
use zug_game::Step;
use zug_job::{Budget, Charge, Phase, Refusal, table_bytes};

use crate::error::Error;
use crate::positions::id::{Long, MOST_SHORT, Number};
use crate::segments::Segments;

/// The number of parts of the table. They grow one by one.
pub(crate) const SHARDS: usize = 64;

/// Where a move leads, as far as it has been looked up.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    /// The number of the position.
    Known(usize),
    /// The hash of the position; its number is not known.
    Hashed(u64),
    /// The hash of a position that was not among those found when it was looked up.
    Absent(u64),
}

impl Target {
    /// Whether it is known to be a position whose number is at most this one.
    pub(crate) fn is_at_most(self, number: usize) -> bool {
        matches!(self, Self::Known(id) if id <= number)
    }
}

/// The number of look-ups that are made together.
const GROUP: usize = 32;

/// The positions found.
#[derive(Debug)]
pub(crate) struct Ids<P> {
    positions: Segments<P>,
    shards: Vec<Shard>,
    /// What is charged for each shard.
    tables: Vec<Charge>,
    /// The largest number of positions that there may be.
    most: usize,
}

/// A part of the hash table.
#[derive(Debug)]
enum Shard {
    /// Each number takes four bytes.
    Short(HashTable<u32>),
    /// Each number takes five bytes.
    Long(HashTable<Long>),
}

impl<P: Copy + Eq + Hash> Ids<P> {
    /// No positions. There may be at most `most` of them.
    pub(crate) fn new(most: usize, budget: &Budget) -> Self {
        let empty = || Shard::Short(HashTable::new());
        Self {
            positions: Segments::new(budget),
            shards: std::iter::repeat_with(empty).take(SHARDS).collect(),
            tables: (0..SHARDS).map(|_| budget.open()).collect(),
            most,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.positions.len()
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.positions.bytes() + self.tables.iter().map(Charge::bytes).sum::<u64>()
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
        let is_it = |id: usize| self.positions.get(id) == *position;
        self.shards[shard(hash)].find(hash, is_it)
    }

    /// The number of a position, as far as it was looked up.
    ///
    /// # Panics
    ///
    /// If the position is not known.
    pub(crate) fn number(&self, position: &P, target: Target) -> usize {
        match target {
            Target::Known(id) => id,
            Target::Hashed(hash) | Target::Absent(hash) => {
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
            self.find_group(steps, targets, Target::Absent);
        }
    }

    /// Where a hash points at nothing, the target is what `absent` makes of the hash.
    #[inline]
    fn find_group(
        &self,
        steps: &[Step<P>],
        targets: &mut [Target],
        absent: impl Fn(u64) -> Target,
    ) {
        let mut candidates = [None; GROUP];
        for (candidate, target) in candidates.iter_mut().zip(&*targets) {
            if let Target::Hashed(hash) = *target {
                *candidate = self.shards[shard(hash)].find(hash, |_| true);
            }
        }
        for ((candidate, step), target) in candidates.iter().zip(steps).zip(targets) {
            match (*candidate, *target) {
                (Some(id), _) if self.positions.get(id) == step.position => {
                    *target = Target::Known(id);
                }
                (None, Target::Hashed(hash)) => *target = absent(hash),
                _ => {}
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
            self.find_group(steps, targets, Target::Hashed);
            for (step, target) in steps.iter().zip(targets) {
                let id = match *target {
                    Target::Known(id) => id,
                    Target::Hashed(hash) | Target::Absent(hash) => {
                        let id = self.intern(step.position, hash)?;
                        *target = Target::Known(id);
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
    /// [`Error::TooManyPositions`] if as many other positions are known as there may be;
    /// [`Error::Stopped`] if the budget does not suffice.
    #[inline]
    pub(crate) fn intern(&mut self, position: P, hash: u64) -> Result<usize, Error> {
        let Self {
            positions,
            shards,
            tables,
            most,
        } = self;
        let (shard, table) = (&mut shards[shard(hash)], &mut tables[shard(hash)]);
        if let Shard::Short(short) = shard
            && positions.len() >= MOST_SHORT
        {
            let longer = lengthened(short, positions, table);
            let longer = longer.map_err(|refusal| {
                Error::out_of_memory(refusal, Phase::Discovering, positions.len())
            })?;
            *shard = Shard::Long(longer);
        }
        match shard {
            Shard::Short(shard) => intern(shard, positions, table, *most, position, hash),
            Shard::Long(shard) => intern(shard, positions, table, *most, position, hash),
        }
    }
}

/// Parts of the hash table that one thread works on, and the positions, which all threads see.
pub(super) struct Owned<'a, P> {
    positions: &'a Segments<P>,
    /// The place of the first part.
    first: usize,
    shards: &'a mut [Shard],
    tables: &'a mut [Charge],
}

/// The owner of a position with this hash, where there are `owners` owners.
pub(super) fn owner_of(hash: u64, owners: usize) -> usize {
    shard(hash) * owners / SHARDS
}

impl<P: Copy + Eq + Hash> Ids<P> {
    /// The parts of the hash table by owner.
    pub(super) fn owned_by(&mut self, owners: usize) -> Vec<Owned<'_, P>> {
        let (mut shards, mut tables) = (&mut self.shards[..], &mut self.tables[..]);
        let mut first = 0;
        let owned = (1..=owners).map(|owner| {
            let count = (owner * SHARDS).div_ceil(owners) - first;
            let own = Owned {
                positions: &self.positions,
                first,
                shards: shards.split_off_mut(..count).unwrap_or_default(),
                tables: tables.split_off_mut(..count).unwrap_or_default(),
            };
            first += count;
            own
        });
        owned.collect()
    }

    /// Appends positions that are not known yet. Where memory is refused none is appended.
    pub(super) fn append<'p>(&mut self, new: impl Iterator<Item = &'p [P]>) -> Result<(), Refusal>
    where
        P: 'p,
    {
        let before = self.positions.len();
        for position in new.flatten() {
            if let Err(refusal) = self.positions.push(*position) {
                self.positions.cut_off(before);
                return Err(refusal);
            }
        }
        Ok(())
    }
}

impl<P: Copy + Eq + Hash> Owned<'_, P> {
    /// The number of a position, if it is known.
    pub(super) fn find(&self, position: &P, hash: u64) -> Option<usize> {
        let is_it = |id: usize| self.positions.get(id) == *position;
        self.shards[shard(hash) - self.first].find(hash, is_it)
    }

    /// Makes room for positions with these hashes.
    pub(super) fn make_room(&mut self, hashes: impl Iterator<Item = u64>) -> Result<(), Refusal> {
        let mut more = [0; SHARDS];
        hashes.for_each(|hash| more[shard(hash)] += 1);
        let parts = self.shards.iter_mut().zip(&mut *self.tables);
        for ((part, table), more) in parts.zip(&more[self.first..]) {
            match part {
                Shard::Short(part) if part.capacity() - part.len() < *more => {
                    grow(part, *more, self.positions, table)?;
                }
                Shard::Long(part) if part.capacity() - part.len() < *more => {
                    grow(part, *more, self.positions, table)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Puts the numbers of positions that are not known yet, with their hashes, into the table,
    /// where there is room for them.
    pub(super) fn insert(&mut self, new: impl Iterator<Item = (u64, usize)>) {
        let positions = self.positions;
        for (hash, id) in new {
            match &mut self.shards[shard(hash) - self.first] {
                Shard::Short(part) => {
                    let rehash = |id: &u32| self::hash(&positions.get(id.index()));
                    part.insert_unique(hash, Number::new(id), rehash);
                }
                Shard::Long(part) => {
                    let rehash = |id: &Long| self::hash(&positions.get(id.index()));
                    part.insert_unique(hash, Number::new(id), rehash);
                }
            }
        }
    }
}

impl Shard {
    #[inline]
    fn find(&self, hash: u64, is_it: impl Fn(usize) -> bool) -> Option<usize> {
        match self {
            Self::Short(shard) => {
                let found = shard.find(hash, |id| is_it(id.index()));
                found.map(|id| id.index())
            }
            Self::Long(shard) => {
                let found = shard.find(hash, |id| is_it(id.index()));
                found.map(|id| id.index())
            }
        }
    }
}

/// The number of a position, which gets the next number if it is not known.
#[inline]
fn intern<P: Copy + Eq + Hash, N: Number>(
    shard: &mut HashTable<N>,
    positions: &mut Segments<P>,
    table: &mut Charge,
    most: usize,
    position: P,
    hash: u64,
) -> Result<usize, Error> {
    let refused = |found| move |refusal| Error::out_of_memory(refusal, Phase::Discovering, found);
    if shard.len() == shard.capacity() {
        grow(shard, 1, positions, table).map_err(refused(positions.len()))?;
    }
    let same = |id: &N| positions.get(id.index()) == position;
    match shard.entry(hash, same, |id| self::hash(&positions.get(id.index()))) {
        Entry::Occupied(known) => Ok(known.get().index()),
        Entry::Vacant(place) => {
            let id = positions.len();
            if id >= most {
                let limit = most as u64;
                return Err(Error::TooManyPositions { limit });
            }
            positions.push(position).map_err(refused(id))?;
            place.insert(N::new(id));
            Ok(id)
        }
    }
}

/// The same shard with long numbers. The short one is let go.
#[cold]
fn lengthened<P: Copy + Hash>(
    short: &mut HashTable<u32>,
    positions: &Segments<P>,
    table: &mut Charge,
) -> Result<HashTable<Long>, Refusal> {
    let mut long = HashTable::new();
    grow(&mut long, short.len() + 1, positions, table)?;
    let short = std::mem::take(short);
    table.shrink(short.allocation_size() as u64);
    for id in short {
        let hash = |id: &Long| hash(&positions.get(id.index()));
        let id = Long::new(id.index());
        long.insert_unique(hash(&id), id, hash);
    }
    Ok(long)
}

/// Makes room in a shard for this number of positions more, at least double what there was.
#[cold]
fn grow<P: Copy + Hash, N: Number>(
    shard: &mut HashTable<N>,
    more: usize,
    positions: &Segments<P>,
    charge: &mut Charge,
) -> Result<(), Refusal> {
    let old = shard.allocation_size() as u64;
    let new = table_bytes::<N>(shard.capacity() + more);
    charge.replace(old, new, || {
        shard.try_reserve(more, |id| hash(&positions.get(id.index())))
    })?;
    debug_assert!(shard.allocation_size() as u64 <= new);
    charge.shrink(new - shard.allocation_size() as u64);
    Ok(())
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
        fn check<N: Number>() {
            let mut table: HashTable<N> = HashTable::new();
            let hash = |id: &N| hash(&(id.index() as u64));
            for n in 0..MOST_SHORT {
                if table.len() == table.capacity() {
                    let foreseen = table_bytes::<N>(table.capacity() + 1);
                    table.reserve(1, hash);
                    assert!(table.allocation_size() as u64 <= foreseen);
                    assert!(foreseen <= table.allocation_size() as u64 + 64);
                }
                table.insert_unique(hash(&N::new(n)), N::new(n), hash);
            }
        }
        check::<u32>();
        check::<Long>();
    }

    #[test]
    fn a_position_keeps_the_number_it_got() {
        let budget = Budget::unlimited();
        let most = 3 * MOST_SHORT;
        let mut ids = Ids::new(most, &budget);
        for n in 0..most as u64 {
            let key = n * n;
            assert_eq!(ids.intern(key, hash(&key)).unwrap(), n as usize);
            if n > 9 {
                assert_eq!(ids.intern(49, hash(&49u64)).unwrap(), 7);
            }
        }
        let is_long = |shard| matches!(shard, &Shard::Long(_));
        assert!(ids.shards.iter().all(is_long));
        for n in 0..most as u64 {
            assert_eq!(ids.find(&(n * n)), Some(n as usize));
        }
        assert_eq!(ids.find(&82), None);
        assert_eq!(ids.bytes(), budget.used());
        let limit = most as u64;
        assert_eq!(
            ids.intern(82, hash(&82u64)),
            Err(Error::TooManyPositions { limit })
        );
    }
}
