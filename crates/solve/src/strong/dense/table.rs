//! A dense solution as a table.
//!
//! Cost: a look into a tier in memory is the number of the position and one byte. A look into
//! a tier in the store reads two blocks, unless the block was read a short while ago.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use zug_game::DenseIndex;
use zug_job::{Charge, Refusal};
use zug_values::{Outcome, Value};

use super::bits::{Bits, Window};
use super::known::{Known, add_to};
use super::slots;
use super::streams::{ReadBlock, SPAN, StoredSlots};
use super::tiers::Held;
use super::{BLOCK, DenseSolution};
use crate::strong::solution::Route;
use crate::strong::tiers::store::{Store, StoreError};
use crate::table::{Counts, Entry, Table, Take, Unreadable};

/// The most blocks that are kept as they were read, if there is memory for that.
const MOST_KEPT: usize = 1 << 10;

/// The fewest blocks that are kept, if there are as many.
const LEAST_KEPT: usize = 1 << 4;

/// The solved slots of all tiers.
#[derive(Debug)]
pub(super) struct Slotted {
    tiers: Vec<(Window, Held)>,
    /// The positions that were found, where slots do not tell that.
    found: Bits,
    /// For each tier the number of blocks of the tiers before that are in the store.
    before: Vec<usize>,
    /// The store that has some of the tiers.
    store: Option<Arc<dyn Store>>,
    kept: Vec<Mutex<Kept>>,
    charge: Charge,
}

/// Takes some numbers and their slots, and says whether more is wanted.
type TakeSlots<'t> = dyn FnMut(&[u64], &[u32]) -> ControlFlow<()> + 't;

/// A block of a tier in the store as it was read.
#[derive(Debug, Default)]
struct Kept {
    /// The place of the block among those of all tiers; `None` if nothing was read.
    of: Option<usize>,
    block: ReadBlock,
}

impl Slotted {
    /// The slots of tiers with these numbers. `found` has the positions of those tiers of which
    /// slots do not tell them.
    pub(super) fn new(
        tiers: Vec<(Window, Held)>,
        found: Bits,
        store: Option<Arc<dyn Store>>,
        mut charge: Charge,
    ) -> Result<Self, Refusal> {
        let mut blocks = 0;
        let before = tiers.iter().map(|(_, held)| {
            let before = blocks;
            if let Held::Stored(stored) = held {
                blocks += stored.blocks();
            }
            before
        });
        let before = before.collect();
        let (least, mut count) = (blocks.min(LEAST_KEPT), blocks.min(MOST_KEPT));
        // For each number of a block 8 bytes, 4 for its slot, and at most 4 as they are read.
        while let Err(refused) = charge.grow((count * (16 * SPAN + 64)) as u64) {
            if count <= least {
                return Err(refused);
            }
            count = least.max(count / 2);
        }
        let mut kept = Vec::new();
        kept.resize_with(count, Mutex::default);
        Ok(Self {
            tiers,
            found,
            before,
            store,
            kept,
            charge,
        })
    }

    /// What the slot of a number holds; a number outside all tiers is absent.
    fn get(&self, number: u64) -> Result<u32, StoreError> {
        let place = self
            .tiers
            .partition_point(|(window, _)| window.numbers().end <= number);
        match self.tiers.get(place) {
            None | Some((_, Held::Nothing)) => Ok(slots::ABSENT),
            Some((_, Held::Known(known))) => Ok(known.get(number, &self.found)),
            Some((_, Held::Stored(stored))) => {
                let Some(block) = stored.block_of(number) else {
                    return Ok(slots::ABSENT);
                };
                let kept = self.block(place, stored, block)?;
                let ReadBlock { numbers, slots, .. } = &kept.block;
                let found = numbers.binary_search(&number).ok();
                Ok(found.map_or(slots::ABSENT, |at| slots[at]))
            }
        }
    }

    /// A block of a tier, as it was kept or as it is read now.
    fn block(
        &self,
        tier: usize,
        stored: &StoredSlots,
        block: usize,
    ) -> Result<MutexGuard<'_, Kept>, StoreError> {
        let place = self.before[tier] + block;
        let kept = self.kept[place % self.kept.len()].lock();
        let mut kept = kept.unwrap_or_else(PoisonError::into_inner);
        if kept.of != Some(place) {
            kept.of = None;
            stored.read(block, &mut kept.block)?;
            kept.of = Some(place);
        }
        Ok(kept)
    }

    /// The bytes that are held.
    fn bytes(&self) -> u64 {
        let known = self.tiers.iter().map(|(_, held)| match held {
            Held::Known(known) => known.bytes(),
            Held::Nothing | Held::Stored(_) => 0,
        });
        let store = self.store.as_ref().map_or(0, |store| store.held_bytes());
        known.sum::<u64>() + store + self.charge.bytes() + self.found.bytes()
    }

    /// Hands on all numbers that play can reach with their slots, some at a time and in rising
    /// order.
    fn each(&self, take: &mut TakeSlots<'_>) -> Result<(), StoreError> {
        let mut block = ReadBlock::default();
        for (_, held) in &self.tiers {
            let flow = match held {
                Held::Nothing => ControlFlow::Continue(()),
                Held::Known(known) => each_known(known, &self.found, take),
                Held::Stored(stored) => {
                    let mut flow = ControlFlow::Continue(());
                    for place in 0..stored.blocks() {
                        stored.read(place, &mut block)?;
                        flow = take(&block.numbers, &block.slots);
                        if flow.is_break() {
                            break;
                        }
                    }
                    flow
                }
            };
            if flow.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// The number of positions of each slot.
    fn histogram(&self) -> Result<Vec<u64>, StoreError> {
        let mut counts = Vec::new();
        let mut block = ReadBlock::default();
        for (_, held) in &self.tiers {
            match held {
                Held::Nothing => {}
                Held::Known(known) => {
                    counts.resize(counts.len().max(known.counts().len()), 0);
                    for (count, more) in counts.iter_mut().zip(known.counts()) {
                        *count += more;
                    }
                }
                Held::Stored(stored) => {
                    for place in 0..stored.blocks() {
                        stored.read(place, &mut block)?;
                        for slot in &block.slots {
                            add_to(&mut counts, *slot);
                        }
                    }
                }
            }
        }
        Ok(counts)
    }
}

/// Hands on the numbers of a tier in memory, a block at a time. `found` has its positions.
fn each_known(known: &Known, found: &Bits, take: &mut TakeSlots<'_>) -> ControlFlow<()> {
    let (mut numbers, mut slots) = (Vec::with_capacity(BLOCK), Vec::with_capacity(BLOCK));
    let all = known.window().numbers();
    for first in all.clone().step_by(BLOCK) {
        numbers.clear();
        slots.clear();
        let block = first..all.end.min(first + BLOCK as u64);
        known.read(block, found, &mut numbers, &mut slots);
        if !numbers.is_empty() {
            take(&numbers, &slots)?;
        }
    }
    ControlFlow::Continue(())
}

impl<P, I> DenseSolution<P, I> {
    /// The number of moves between the positions.
    #[must_use]
    pub fn edges(&self) -> u64 {
        self.moves
    }

    /// The way by which the positions got their values.
    #[must_use]
    pub fn route(&self) -> Route {
        Route::Dense
    }

    /// The most bytes that were charged to the budget at once, so far.
    #[must_use]
    pub fn peak_bytes(&self) -> u64 {
        self.budget.peak()
    }

    /// The same solution with the counts of its positions, where the caller knows them.
    #[must_use]
    pub fn with_orbit_counts(self, orbit_counts: Option<Counts>) -> Self {
        Self {
            orbit_counts,
            ..self
        }
    }

    /// The index that numbers the positions.
    #[must_use]
    pub fn index(&self) -> &I {
        &self.index
    }

    /// The budget that the solution was charged to.
    #[must_use]
    pub fn budget(&self) -> &zug_job::Budget {
        &self.budget
    }

    /// The number of positions of each kind, images included: each number that play reaches counts with
    /// the number of positions that share it.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub fn counts_of_orbits(&self) -> Result<Counts, Unreadable>
    where
        P: Copy,
        I: DenseIndex<P>,
    {
        if self.index.symmetries() == 1 {
            return self.counts();
        }
        let (mut counts, mut sizes) = (Counts::default(), Vec::with_capacity(BLOCK));
        let read = self.slots.each(&mut |numbers, held| {
            sizes.clear();
            self.index.orbit_sizes(numbers, &mut sizes);
            for (size, slot) in sizes.iter().zip(held) {
                counts.add(&entry((), slots::value(*slot)), u64::from(*size));
            }
            ControlFlow::Continue(())
        });
        read.map_err(Unreadable::new)?;
        Ok(counts)
    }

    /// What is known of the position of a number: its value, and how the rules end the game
    /// there. `None` if play cannot reach it.
    fn at(&self, number: u64) -> Result<Option<(Value, Option<Outcome>)>, Unreadable> {
        let slot = self.slots.get(number).map_err(Unreadable::new)?;
        Ok((slot != slots::ABSENT).then(|| slots::value(slot)))
    }
}

/// The entry of a position with a value, in which the rules end the game as `finished` says.
fn entry<P>(position: P, (value, finished): (Value, Option<Outcome>)) -> Entry<P> {
    match finished {
        Some(outcome) => Entry::of_finished(position, outcome),
        None => Entry::new(position, value),
    }
}

impl<P: Copy, I: DenseIndex<P>> Table for DenseSolution<P, I> {
    type Position = P;

    fn find(&self, position: &P) -> Result<Option<Value>, Unreadable> {
        let Some(number) = self.index.number(position) else {
            return Ok(None);
        };
        Ok(self.at(number)?.map(|(value, _)| value))
    }

    fn place(&self, position: &P) -> Result<Option<u64>, Unreadable> {
        let Some(number) = self.index.number(position) else {
            return Ok(None);
        };
        Ok(self.at(number)?.map(|_| number))
    }

    fn entry(&self, place: u64) -> Result<Option<Entry<P>>, Unreadable> {
        let known = self.at(place)?;
        Ok(known.and_then(|known| {
            let mut position = Vec::with_capacity(1);
            self.index.positions(&[place], &mut position);
            Some(entry(position.pop()?, known))
        }))
    }

    fn places(&self) -> u64 {
        self.index.size()
    }

    fn orbit_counts(&self) -> Option<Counts> {
        self.orbit_counts
    }

    fn len(&self) -> u64 {
        self.positions
    }

    fn held_bytes(&self) -> u64 {
        self.slots.bytes() + self.index.bytes()
    }

    fn each_block(&self, take: &mut Take<'_, P>) -> Result<(), Unreadable> {
        let (mut positions, mut block) = (Vec::new(), Vec::new());
        let read = self.slots.each(&mut |numbers, held| {
            positions.clear();
            block.clear();
            self.index.positions(numbers, &mut positions);
            let entries = positions.iter().zip(held);
            block.extend(entries.map(|(position, slot)| entry(*position, slots::value(*slot))));
            take(&block)
        });
        read.map_err(Unreadable::new)
    }

    fn counts(&self) -> Result<Counts, Unreadable> {
        let numbers = self.slots.histogram().map_err(Unreadable::new)?;
        let mut counts = Counts::default();
        let present = numbers.iter().enumerate().skip(slots::ABSENT as usize + 1);
        for (slot, &number) in present.filter(|(_, number)| **number > 0) {
            counts.add(&entry((), slots::value(slot as u32)), number);
        }
        Ok(counts)
    }
}
