//! All positions of a tier that play can reach.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use zug_game::{Expanded, NumberedGame, Successors};
use zug_job::{Job, Phase, Tier};

use super::Counters;
use super::bits::{Alone, Bits, Many, One, WORD, Window};
use super::crew::{Pass, Worker};
use super::slots::{self, Slot, Slots, for_each_width};
use crate::error::Error;

/// A search for the positions of a tier.
pub(super) struct Discovery<'a> {
    pub(super) game: &'a dyn NumberedGame,
    pub(super) job: &'a Job,
    pub(super) tier: Option<Tier>,
    /// The numbers of the tier.
    pub(super) window: &'a Window,
    /// The positions of all tiers that were found. No move from a tier before leads to a
    /// position of this tier that is not among them.
    pub(super) found: &'a Bits,
    /// The positions of the tier whose moves were looked at. Those of `found` that are not here
    /// wait. Each word is changed by one thread alone in each pass.
    pub(super) expanded: Bits,
    /// What is known of the positions of the tier.
    pub(super) slots: Slots,
    /// What is counted of the positions of the tier.
    pub(super) counters: Counters,
    /// What was counted of tiers before.
    pub(super) before: Counters,
}

/// What one thread works with.
#[derive(Default)]
struct Own {
    numbers: Vec<u64>,
    ends: Vec<Expanded>,
    positions: u64,
    moves: u64,
    most_moves: u32,
}

/// What all threads tell of a pass.
#[derive(Default)]
struct Told {
    positions: AtomicU64,
    moves: AtomicU64,
    most_moves: AtomicU32,
    /// Some position waited.
    is_any: AtomicBool,
    /// The slots are too narrow for a position with this number of moves.
    too_many: AtomicU32,
}

/// Marks the positions that moves lead to.
struct Reached<'a, A> {
    found: &'a Bits,
    /// The first number of the tier.
    first: u64,
    /// The number of numbers from there on.
    numbers: u64,
    /// A move leads to a position without a number, or to a tier before.
    is_outside: bool,
    alone: PhantomData<A>,
}

impl<A: Alone> Successors for Reached<'_, A> {
    #[inline]
    fn number(&mut self, number: u64) {
        if number.wrapping_sub(self.first) >= self.numbers {
            self.is_outside = true;
        } else {
            self.found.insert::<A>(number as usize);
        }
    }

    #[inline]
    fn row(&mut self, first: u64, bits: &[u64]) {
        let (place, shift) = (first as usize / WORD, (first % WORD as u64) as u32);
        if place < self.first as usize / WORD {
            self.is_outside = true;
            return;
        }
        let mark = |place, word| {
            if word != 0 {
                self.found.insert_word::<A>(place, word);
            }
        };
        let mut carry = 0;
        for (place, &word) in (place..).zip(bits) {
            mark(place, word << shift | carry);
            // In two steps, as a shift by 64 is none.
            carry = (word >> 1) >> (u64::BITS - 1 - shift);
        }
        mark(place + bits.len(), carry);
    }
}

impl Discovery<'_> {
    /// Goes through the positions that wait in the order of their numbers, again and again
    /// until none waits. A position that comes to wait behind is for the next pass.
    pub(super) fn run(&mut self) -> Result<(), Error> {
        loop {
            let told = Told::default();
            for_each_width!(&self.slots.of, slots => self.pass(slots, &told))?;
            let (positions, moves) = (told.positions.into_inner(), told.moves.into_inner());
            self.counters.positions += positions;
            self.counters.moves += moves;
            let most = told.most_moves.into_inner();
            self.counters.most_moves = self.counters.most_moves.max(most);
            let too_many = told.too_many.into_inner();
            while too_many > self.slots.largest() / 2 {
                let unsolved = self.counters.unsolved(&self.slots);
                let found = (self.before.positions + self.counters.positions) as usize;
                self.slots
                    .widen(unsolved)
                    .map_err(|refusal| Error::out_of_memory(refusal, Phase::Discovering, found))?;
            }
            if !told.is_any.into_inner() {
                return Ok(());
            }
        }
    }

    fn pass<T: Slot>(&self, slots: &[T], told: &Told) -> Result<(), Error> {
        let words = self.expanded.words();
        let pass = Pass::new(self.job, Phase::Discovering, self.tier, words);
        let tier = (self.found, self.window);
        pass.run(
            Own::default,
            |own, (_, mut range), worker| {
                while !range.is_empty() {
                    own.numbers.clear();
                    range = self.expanded.add_from(tier, range, &mut own.numbers);
                    if !own.numbers.is_empty() {
                        told.is_any.store(true, Ordering::Relaxed);
                        self.block(slots, own, told, worker)?;
                    }
                }
                Ok(())
            },
            |own| {
                told.positions.fetch_add(own.positions, Ordering::Relaxed);
                told.moves.fetch_add(own.moves, Ordering::Relaxed);
                told.most_moves.fetch_max(own.most_moves, Ordering::Relaxed);
            },
        )
    }

    /// Looks at the moves of some positions.
    fn block<T: Slot>(
        &self,
        slots: &[T],
        own: &mut Own,
        told: &Told,
        worker: &mut Worker<'_>,
    ) -> Result<(), Error> {
        own.ends.clear();
        match self.job.threads.get() {
            1 => self.expand::<One>(own),
            _ => self.expand::<Many>(own),
        }?;
        for (number, end) in own.numbers.iter().zip(&own.ends) {
            let slot = match *end {
                Expanded::Over(outcome) => slots::finished(outcome),
                Expanded::GoesOn(moves) if moves > T::LARGEST / 2 => {
                    // It waits until the slots are wider.
                    told.too_many.fetch_max(moves, Ordering::Relaxed);
                    let place = number - self.window.base();
                    self.expanded.remove_own(place as usize);
                    continue;
                }
                Expanded::GoesOn(moves) => {
                    own.moves += u64::from(moves);
                    own.most_moves = own.most_moves.max(moves);
                    slots::open::<T>(moves)
                }
            };
            own.positions += 1;
            // The image of a position has the same moves, and may be here at the same time.
            slots[self.window.slot(*number)].set(slot);
        }
        let found = self.before.positions + self.counters.positions + own.positions;
        let edges = self.before.moves + self.counters.moves + own.moves;
        worker.block(found, edges, own.numbers.len() as u64)
    }

    /// Expands the positions, and marks those that moves lead to.
    fn expand<A: Alone>(&self, own: &mut Own) -> Result<(), Error> {
        let first = self.window.numbers().start;
        let mut reached = Reached {
            found: self.found,
            first,
            numbers: self.game.size() - first,
            is_outside: false,
            alone: PhantomData::<A>,
        };
        self.game
            .expand(&own.numbers, &mut own.ends, &mut reached)?;
        if reached.is_outside {
            return Err(Error::OutsideIndex);
        }
        Ok(())
    }
}
