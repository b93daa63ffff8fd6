//! A dense solution as a table.
//!
//! Cost: a look into a tier in memory is the number of the position and one byte. A look into
//! a tier in the store reads two blocks, unless the block was read a short while ago.

use std::ops::{ControlFlow, Range};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use zug_game::{DenseIndex, Player};
use zug_job::{Charge, Job, Refusal};
use zug_values::{Outcome, Value};

use super::bits::{Bits, Window};
use super::known::{Known, add_to};
use super::slots;
use super::streams::{ReadBlock, SPAN, StoredSlots};
use super::tiers::Held;
use super::{BLOCK, DenseSolution, orbits};
use crate::error::Error;
use crate::strong::solution::Route;
use crate::strong::tiers::store::{Store, StoreError};
use crate::table::{Counts, Entry, Table, Take, Unreadable, Wins};

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
pub(super) type TakeSlots<'t> = dyn FnMut(&[u64], &[u32]) -> ControlFlow<()> + 't;

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
        for piece in self.pieces() {
            if piece.each(&self.found, take)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// All numbers in pieces, in rising order.
    pub(super) fn pieces(&self) -> Vec<Piece<'_>> {
        let mut pieces = Vec::new();
        for (_, held) in &self.tiers {
            match held {
                Held::Nothing => {}
                Held::Known(known) => {
                    let all = known.window().numbers();
                    let firsts = all.clone().step_by(PIECE as usize);
                    let piece = |first| Piece::Known(known, first..all.end.min(first + PIECE));
                    pieces.extend(firsts.map(piece));
                }
                Held::Stored(stored) => pieces.push(Piece::Stored(stored)),
            }
        }
        pieces
    }

    /// The positions of those tiers whose slots do not tell them.
    pub(super) fn found(&self) -> &Bits {
        &self.found
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
                            add_to(&mut counts, *slot, 1);
                        }
                    }
                }
            }
        }
        Ok(counts)
    }
}

/// Some numbers of one tier.
pub(super) enum Piece<'s> {
    /// Those of a tier in memory that are in a range.
    Known(&'s Known, Range<u64>),
    /// Those of a tier in the store.
    Stored(&'s StoredSlots),
}

/// The most numbers of a piece of a tier in memory.
const PIECE: u64 = 1 << 18;

impl Piece<'_> {
    /// Hands on the numbers that play can reach with their slots, some at a time and in rising order.
    /// `found` has the positions of those tiers of which slots do not tell them.
    pub(super) fn each(
        &self,
        found: &Bits,
        take: &mut TakeSlots<'_>,
    ) -> Result<ControlFlow<()>, StoreError> {
        match self {
            Self::Known(known, range) => Ok(each_known(known, range.clone(), found, take)),
            Self::Stored(stored) => {
                let mut block = ReadBlock::default();
                for place in 0..stored.blocks() {
                    stored.read(place, &mut block)?;
                    if take(&block.numbers, &block.slots).is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                Ok(ControlFlow::Continue(()))
            }
        }
    }
}

/// Hands on the numbers of a tier in memory that are in a range, a block at a time.
fn each_known(
    known: &Known,
    range: Range<u64>,
    found: &Bits,
    take: &mut TakeSlots<'_>,
) -> ControlFlow<()> {
    let (mut numbers, mut slots) = (Vec::with_capacity(BLOCK), Vec::with_capacity(BLOCK));
    for first in range.clone().step_by(BLOCK) {
        numbers.clear();
        slots.clear();
        let block = first..range.end.min(first + BLOCK as u64);
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

    /// The same solution with the counts of its positions, images included: those that the caller
    /// knows, or else found in one pass, where images share a number or `mover` says who is to move
    /// in a position. In the latter case it is known too who wins them.
    ///
    /// # Errors
    ///
    /// The store cannot be read, or the job was cancelled.
    pub fn with_orbit_counts(
        self,
        known: Option<Counts>,
        mover: Option<&(dyn Fn(&P) -> Player + Sync)>,
        job: &Job,
    ) -> Result<Self, Error>
    where
        P: Send,
        I: DenseIndex<P>,
    {
        let (orbit_counts, wins) = match known {
            None if self.index.symmetries() > 1 || mover.is_some() => {
                let (counts, wins) = orbits::counts(&self.slots, &self.index, mover, job)?;
                (Some(counts), wins)
            }
            known => (known, None),
        };
        Ok(Self {
            orbit_counts,
            wins,
            ..self
        })
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

    /// What is known of the position of a number: its value, and how the rules end the game
    /// there. `None` if play cannot reach it.
    fn at(&self, number: u64) -> Result<Option<(Value, Option<Outcome>)>, Unreadable> {
        let slot = self.slots.get(number).map_err(Unreadable::new)?;
        Ok((slot != slots::ABSENT).then(|| slots::value(slot)))
    }
}

/// The entry of a position with a value, in which the rules end the game as `finished` says.
pub(super) fn entry<P>(position: P, (value, finished): (Value, Option<Outcome>)) -> Entry<P> {
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

    fn wins(&self) -> Option<Wins> {
        self.wins
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
