//! A dense solution as a table.

use std::ops::ControlFlow;

use zug_game::DenseIndex;
use zug_values::{Outcome, Value};

use super::slots::{self, for_each_width};
use super::{BLOCK, DenseSolution, Slot};
use crate::strong::solution::Route;
use crate::table::{Counts, Entry, Table, Take, Unreadable};

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
    fn at(&self, number: u64) -> Option<(Value, Option<Outcome>)> {
        match self.slots.get(number as usize) {
            slots::ABSENT => None,
            slot => Some(slots::value(slot)),
        }
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
        let number = self.index.number(position);
        let known = number.and_then(|number| self.at(number));
        Ok(known.map(|(value, _)| value))
    }

    fn place(&self, position: &P) -> Result<Option<u64>, Unreadable> {
        let number = self.index.number(position);
        Ok(number.filter(|number| self.at(*number).is_some()))
    }

    fn entry(&self, place: u64) -> Result<Option<Entry<P>>, Unreadable> {
        Ok(self.at(place).and_then(|known| {
            let mut position = Vec::with_capacity(1);
            self.index.positions(&[place], &mut position);
            Some(entry(position.pop()?, known))
        }))
    }

    fn places(&self) -> u64 {
        self.index.size()
    }

    fn len(&self) -> u64 {
        self.positions
    }

    fn held_bytes(&self) -> u64 {
        self.slots.bytes() + self.index.bytes()
    }

    fn each_block(&self, take: &mut Take<'_, P>) -> Result<(), Unreadable> {
        let mut numbers = Vec::with_capacity(BLOCK);
        let mut known = Vec::with_capacity(BLOCK);
        let mut positions = Vec::with_capacity(BLOCK);
        let mut block = Vec::with_capacity(BLOCK);
        let size = self.index.size();
        for start in (0..size).step_by(BLOCK) {
            numbers.clear();
            known.clear();
            positions.clear();
            block.clear();
            for number in start..size.min(start + BLOCK as u64) {
                if let Some(value) = self.at(number) {
                    numbers.push(number);
                    known.push(value);
                }
            }
            self.index.positions(&numbers, &mut positions);
            let entries = positions.iter().zip(&known);
            block.extend(entries.map(|(position, known)| entry(*position, *known)));
            if take(&block) == ControlFlow::Break(()) {
                break;
            }
        }
        Ok(())
    }

    fn counts(&self) -> Result<Counts, Unreadable> {
        let mut numbers = vec![0u64; 1 << u8::BITS];
        for_each_width!(&self.slots.of, slots => {
            for slot in slots {
                let slot = slot.get() as usize;
                if slot >= numbers.len() {
                    numbers.resize(slot + 1, 0);
                }
                numbers[slot] += 1;
            }
        });
        let mut counts = Counts::default();
        let present = numbers.iter().enumerate().skip(slots::ABSENT as usize + 1);
        for (slot, &number) in present.filter(|(_, number)| **number > 0) {
            counts.add(&entry((), slots::value(slot as u32)), number);
        }
        Ok(counts)
    }
}
