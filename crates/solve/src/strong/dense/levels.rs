//! Values of the positions of a tier, level by level of remoteness.
//!
//! The positions of the tiers that moves lead to have their values, and stand there in no
//! order: at each level those of this remoteness are looked for among them, which goes over
//! their bytes sixty-four at a time. They are asked for their predecessors in this tier alone.
//!
//! Several threads may tell the predecessors of one level at once: a slot changes only if it
//! still holds what the thread saw. A position that a move wins never loses its last move, so
//! that its value does not depend on which thread comes first; and a level is a set, so that
//! it does not either.

use std::hint::select_unpredictable;
use std::sync::atomic::{AtomicU64, Ordering};

use zug_game::{NumberedGame, Predecessors};
use zug_job::{Job, Phase, Tier};
use zug_values::{Outcome, Plies, Turn, Value};

use super::bits::{Bits, WORD, Window};
use super::crew::{Alone, One, Pass, Worker};
use super::known::{Cell, Known, for_each_cell};
use super::slots::{self, Slot, Slots, for_each_width};
use super::{BLOCK, Counters};
use crate::error::Error;

/// All positions of a tier that play can reach, of which some have their values.
pub(super) struct Levels<'a, G> {
    pub(super) game: &'a G,
    pub(super) job: &'a Job,
    /// The place of the tier.
    pub(super) place: usize,
    pub(super) tier: Option<Tier>,
    /// The numbers of the tier.
    pub(super) window: &'a Window,
    /// The tiers that moves lead to.
    pub(super) exits: Vec<&'a Known>,
    /// The number of positions of all tiers.
    pub(super) whole: u64,
    /// The number of positions of tiers that have no values and are not this tier.
    pub(super) left: u64,
    pub(super) slots: Slots,
    pub(super) counters: Counters,
    /// The positions of the level that is looked at.
    pub(super) here: Bits,
    /// The positions of the level that is made.
    pub(super) next: Bits,
}

/// What one thread works with.
#[derive(Default)]
struct Own {
    numbers: Vec<u64>,
    lost: Vec<u64>,
    won: Vec<u64>,
    before: Predecessors,
    settled: u64,
}

/// What the slots of the next level hold.
struct Step {
    loss: u32,
    win: u32,
    /// The least slot of a position that is not solved.
    unsolved: u32,
    /// The number of positions that have no value yet, as far as it is known.
    left: u64,
}

impl<G: NumberedGame> Levels<'_, G> {
    /// Gives every position its value.
    pub(super) fn run<A: Alone>(&mut self) -> Result<(), Error> {
        self.next.clear();
        let mut settled = self.begin::<A>()?;
        let mut left = self.counters.positions;
        let mut remoteness = 0;
        let mut exits = std::mem::take(&mut self.exits);
        loop {
            exits.retain(|exit| {
                exit.longest()
                    .is_some_and(|Plies(plies)| plies >= remoteness)
            });
            if settled == 0 && exits.is_empty() {
                break;
            }
            left -= settled;
            remoteness += 1;
            self.make_room_for(remoteness)?;
            let step = Step {
                loss: slots::solved(Value::Loss(Plies(remoteness))),
                win: slots::solved(Value::Win(Plies(remoteness))),
                unsolved: self.counters.unsolved(&self.slots),
                left,
            };
            let entered = exits.iter().map(|exit| {
                for_each_width!(&self.slots.of, slots => for_each_cell!(exit.cells(), cells => {
                    self.enter::<A, _, _>(slots, (exit.window(), cells), &step)
                }))
            });
            let entered = entered.sum::<Result<u64, Error>>()?;
            settled = for_each_width!(&self.slots.of, slots => {
                self.level::<A, _>(slots, settled, &step)
            })?;
            settled += entered;
            std::mem::swap(&mut self.here, &mut self.next);
        }
        self.draw::<A>()
    }

    /// Puts the positions that are finished with a win or a loss into the first level, and
    /// returns their number.
    fn begin<A: Alone>(&self) -> Result<u64, Error> {
        let lost = slots::finished(Outcome::Loss);
        let won = slots::finished(Outcome::Win);
        let settled = AtomicU64::new(0);
        for_each_width!(&self.slots.of, slots => self.each_slots::<A, _>(slots, |first, slots| {
            let mut count = 0;
            for (place, slot) in (first..).zip(slots) {
                let held = slot.get();
                if held == lost || held == won {
                    // No other thread has slots that share a word of bits with these.
                    self.here.insert::<One>(place);
                    count += 1;
                }
            }
            settled.fetch_add(count, Ordering::Relaxed);
        }))?;
        Ok(settled.into_inner())
    }

    /// Makes a draw of every position that no level reached.
    fn draw<A: Alone>(&self) -> Result<(), Error> {
        let unsolved = self.counters.unsolved(&self.slots);
        for_each_width!(&self.slots.of, slots => self.each_slots::<A, _>(slots, |_, slots| {
            for slot in slots {
                if slot.get() >= unsolved {
                    slot.set(slots::DRAW);
                }
            }
        }))
    }

    /// Hands on all slots in pieces, each with the place of its first slot: whole words of bits.
    fn each_slots<A: Alone, T: Slot>(
        &self,
        slots: &[T],
        take: impl Fn(usize, &[T]) + Sync,
    ) -> Result<(), Error> {
        let pass = self.pass::<A>(self.here.words());
        pass.run(
            || (),
            |(), range, worker| {
                let first = range.start * WORD;
                let end = slots.len().min(range.end * WORD);
                take(first, &slots[first..end]);
                let Counters {
                    positions, moves, ..
                } = self.counters;
                worker.block(self.whole, moves, self.left + positions)
            },
            |()| (),
        )
    }

    /// Makes slots wide enough for a win in this number of plies.
    fn make_room_for(&mut self, plies: u32) -> Result<(), Error> {
        let most = slots::solved(Value::Win(Plies(plies)));
        while most >= self.counters.unsolved(&self.slots) {
            let unsolved = self.counters.unsolved(&self.slots);
            let positions = self.counters.positions as usize;
            self.slots
                .widen(unsolved)
                .map_err(|refusal| Error::out_of_memory(refusal, Phase::Solving, positions))?;
        }
        Ok(())
    }

    /// Tells the predecessors of all positions of a level, and returns the number of positions
    /// that got their value by it.
    fn level<A: Alone, T: Slot>(
        &self,
        slots: &[T],
        positions: u64,
        step: &Step,
    ) -> Result<u64, Error> {
        let settled = AtomicU64::new(0);
        let pass = self.pass::<A>(self.here.words()).over(positions);
        let base = self.window.base();
        pass.run(
            Own::default,
            |own, mut range, worker| {
                while !range.is_empty() {
                    own.numbers.clear();
                    range = self.here.take(range, base, &mut own.numbers);
                    if !own.numbers.is_empty() {
                        own.lost.clear();
                        own.won.clear();
                        for &number in &own.numbers {
                            if slots::is_lost(slots[(number - base) as usize].get()) {
                                own.lost.push(number);
                            } else {
                                own.won.push(number);
                            }
                        }
                        self.block::<A, T>(slots, own, step, worker)?;
                    }
                }
                Ok(())
            },
            |own| {
                settled.fetch_add(own.settled, Ordering::Relaxed);
            },
        )?;
        Ok(settled.into_inner())
    }

    /// Tells the predecessors in this tier of the positions of a level in another tier, and
    /// returns the number of positions that got their value by it.
    fn enter<A: Alone, T: Slot, C: Cell>(
        &self,
        slots: &[T],
        (window, cells): (&Window, &[C]),
        step: &Step,
    ) -> Result<u64, Error> {
        let settled = AtomicU64::new(0);
        // The level before has the slots of two plies less.
        let (lost, base) = (C::of(step.loss - 2), window.base());
        let pass = self.pass::<A>(cells.len().div_ceil(WORD));
        pass.run(
            Own::default,
            |own, range, worker| {
                own.lost.clear();
                own.won.clear();
                let end = cells.len().min(range.end * WORD);
                let first = range.start * WORD;
                for (place, cells) in (first..).step_by(WORD).zip(cells[first..end].chunks(WORD)) {
                    if !cells.iter().fold(false, |any, cell| any | cell.is_at(lost)) {
                        continue;
                    }
                    for (number, cell) in (base + place as u64..).zip(cells) {
                        if *cell == lost {
                            own.lost.push(number);
                        } else if cell.is_at(lost) {
                            own.won.push(number);
                        }
                    }
                    if own.lost.len().max(own.won.len()) >= BLOCK {
                        self.block::<A, T>(slots, own, step, worker)?;
                        own.lost.clear();
                        own.won.clear();
                    }
                }
                self.block::<A, T>(slots, own, step, worker)
            },
            |own| {
                settled.fetch_add(own.settled, Ordering::Relaxed);
            },
        )?;
        Ok(settled.into_inner())
    }

    /// A pass over words of numbers.
    fn pass<A: Alone>(&self, words: usize) -> Pass<'_, A> {
        Pass::new(self.job, Phase::Solving, self.tier, words)
    }

    /// Tells the predecessors of some positions of a level, which `own` has.
    fn block<A: Alone, T: Slot>(
        &self,
        slots: &[T],
        own: &mut Own,
        step: &Step,
        worker: &mut Worker<'_>,
    ) -> Result<(), Error> {
        let before = &mut own.before;
        own.settled += self.tell::<A, T>(slots, (&own.lost, before), Turn::Passes, step)?;
        own.settled += self.tell::<A, T>(slots, (&own.won, before), Turn::Kept, step)?;
        let left = step.left.saturating_sub(own.settled);
        worker.block(self.whole, self.counters.moves, self.left + left)
    }

    /// Tells the predecessors of some positions: their mover wins by a move after which the
    /// turn is `winning`, and loses by another. Returns the number of predecessors that got
    /// their value by it.
    fn tell<A: Alone, T: Slot>(
        &self,
        slots: &[T],
        (numbers, before): (&[u64], &mut Predecessors),
        winning: Turn,
        step: &Step,
    ) -> Result<u64, Error> {
        before.clear();
        if numbers.is_empty() {
            return Ok(0);
        }
        self.game.predecessors_in(self.place, numbers, before)?;
        let (won, lost) = match winning {
            Turn::Passes => (&before.passing, &before.kept),
            Turn::Kept => (&before.kept, &before.passing),
        };
        let won = self.win::<A, T>(slots, won.as_slice(), step);
        Ok(won + self.lose::<A, T>(slots, lost.as_slice(), step))
    }

    /// The mover wins by a move in each of these positions.
    fn win<A: Alone, T: Slot>(&self, slots: &[T], numbers: &[u64], step: &Step) -> u64 {
        let Step { win, unsolved, .. } = *step;
        let mut settled = 0;
        let base = self.window.base();
        for number in numbers.iter().map(|number| number - base) {
            let slot = &slots[number as usize];
            let held = slot.get();
            let is_open = held >= unsolved;
            if A::IS_ALONE {
                // A branch would be guessed wrong half the time, and wait for the slot.
                slot.set(select_unpredictable(is_open, win, held));
                self.next.insert_if::<A>(number as usize, is_open);
                settled += u64::from(is_open);
            } else if is_open {
                // Whoever comes first, it is the same win.
                slot.set(win);
                settled += u64::from(self.next.insert::<A>(number as usize));
            }
        }
        settled
    }

    /// The mover loses by a move in each of these positions.
    fn lose<A: Alone, T: Slot>(&self, slots: &[T], numbers: &[u64], step: &Step) -> u64 {
        let Step { loss, unsolved, .. } = *step;
        let mut settled = 0;
        let base = self.window.base();
        for number in numbers.iter().map(|number| number - base) {
            let slot = &slots[number as usize];
            let mut held = slot.get();
            if A::IS_ALONE {
                let is_last = held == T::LARGEST;
                let less = held.wrapping_add(u32::from(held >= unsolved));
                slot.set(select_unpredictable(is_last, loss, less));
                self.next.insert_if::<A>(number as usize, is_last);
                settled += u64::from(is_last);
                continue;
            }
            while held >= unsolved {
                let is_last = held == T::LARGEST;
                let less = if is_last { loss } else { held + 1 };
                if slot.replace::<A>(held, less) {
                    self.next.insert_if::<A>(number as usize, is_last);
                    settled += u64::from(is_last);
                    break;
                }
                held = slot.get();
            }
        }
        settled
    }
}
