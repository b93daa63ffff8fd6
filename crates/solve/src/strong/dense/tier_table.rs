//! The values of one tier of numbers and of the tiers that its moves lead to, as a table that is read from a store. The
//! check of that tier looks positions up in it.
//!
//! A position has a *place*: the number of places before its tier, and its number within the tier. The tier comes first,
//! and its exits behind it, so that the places of a tier are few even if the game has many numbers.
//!
//! Cost: a slot for each number of the tier and of its exits. Unlike the solver the table holds a slot for each of two
//! images with the players swapped ([`NumberTier::images`]), so that it tells of each position what the store has of it.

use std::fmt;
use std::ops::{ControlFlow, Range};

use zug_game::{DenseIndex, NumberTier};
use zug_job::Job;
use zug_values::{Outcome, Value};

use super::bits::{Bits, Window};
use super::known::Known;
use super::slots;
use super::streams::StoredSlots;
use super::table::entry;
use crate::error::Error;
use crate::strong::tiers::Gone;
use crate::strong::tiers::store::{Store, StoreError, Stream};
use crate::table::{Entry, Table, Take, Unreadable};

/// What a store has of a tier of numbers and of its exits.
pub struct TierTable<'i, P> {
    index: &'i dyn DenseIndex<P>,
    /// The tier, and behind it its exits, in the order of their numbers.
    tiers: Vec<Placed>,
}

/// A tier with its places.
struct Placed {
    /// The place of the first number.
    first: u64,
    known: Known,
}

impl Placed {
    fn numbers(&self) -> Range<u64> {
        self.known.window().numbers()
    }

    fn end(&self) -> u64 {
        let numbers = self.numbers();
        self.first + (numbers.end - numbers.start)
    }
}

impl<P> fmt::Debug for TierTable<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TierTable")
            .field("index", &self.index)
            .field("places", &self.end())
            .finish_non_exhaustive()
    }
}

impl<'i, P> TierTable<'i, P> {
    /// Reads the tier with this number among all tiers of the index, and its exits.
    ///
    /// # Errors
    ///
    /// A stream of the tier or of an exit is missing in the store, or is not as the solver writes it; the budget does not
    /// suffice, or the caller cancelled.
    pub fn read(
        index: &'i dyn DenseIndex<P>,
        (all, tier): (&[NumberTier], u32),
        store: &dyn Store,
        job: &Job,
    ) -> Result<Self, Error> {
        let mut exits = all[tier as usize].exits.clone();
        exits.sort_unstable();
        exits.dedup();
        let mut tiers: Vec<Placed> = Vec::with_capacity(exits.len() + 1);
        for place in std::iter::once(tier as usize).chain(exits) {
            let of_each = NumberTier {
                images: 1,
                ..all[place].clone()
            };
            let slots = StoredSlots::open(store, place as u32, &Window::of(&of_each))?;
            let gone = || StoreError::failed(Gone(Stream::slots(place as u32)));
            let known = slots.ok_or_else(gone)?.known(&job.budget, job)?;
            let first = tiers.last().map_or(0, Placed::end);
            tiers.push(Placed { first, known });
        }
        Ok(Self { index, tiers })
    }

    /// The number of places of the tier itself.
    #[must_use]
    pub fn own(&self) -> u64 {
        self.tiers.first().map_or(0, Placed::end)
    }

    /// The number of places.
    fn end(&self) -> u64 {
        self.tiers.last().map_or(0, Placed::end)
    }

    /// The place of a number; `None` if it is of another tier.
    #[must_use]
    pub fn place_of(&self, number: u64) -> Option<u64> {
        let mut tiers = self.tiers.iter();
        let tier = tiers.find(|tier| tier.numbers().contains(&number))?;
        Some(number - tier.numbers().start + tier.first)
    }

    /// The number at a place; `None` if there is no such place.
    #[must_use]
    pub fn number_at(&self, place: u64) -> Option<u64> {
        let tier = self.tiers.iter().find(|tier| place < tier.end())?;
        Some(place - tier.first + tier.numbers().start)
    }

    /// The value of the position at a place, and how the rules end the game there; `None` if the store has no such
    /// position.
    fn at(&self, place: u64) -> Option<(Value, Option<Outcome>)> {
        let number = self.number_at(place)?;
        let tier = self.tiers.iter().find(|tier| place < tier.end())?;
        let slot = tier.known.get(number, &Bits::default());
        (slot != slots::ABSENT).then(|| slots::value(slot))
    }

    /// The numbers of positions that the store has of the tier and of its exits.
    fn positions(&self) -> u64 {
        let tiers = self.tiers.iter();
        tiers.flat_map(|tier| tier.known.counts()).sum()
    }
}

impl<P: Copy> Table for TierTable<'_, P> {
    type Position = P;

    fn find(&self, position: &P) -> Result<Option<Value>, Unreadable> {
        let place = self.place(position)?;
        Ok(place.and_then(|place| Some(self.at(place)?.0)))
    }

    fn place(&self, position: &P) -> Result<Option<u64>, Unreadable> {
        let number = self.index.number(position);
        let place = number.and_then(|number| self.place_of(number));
        Ok(place.filter(|place| self.at(*place).is_some()))
    }

    fn entry(&self, place: u64) -> Result<Option<Entry<P>>, Unreadable> {
        let (Some(known), Some(number)) = (self.at(place), self.number_at(place)) else {
            return Ok(None);
        };
        let mut position = Vec::with_capacity(1);
        self.index.positions(&[number], &mut position);
        Ok(position.pop().map(|position| entry(position, known)))
    }

    fn places(&self) -> u64 {
        self.end()
    }

    fn len(&self) -> u64 {
        self.positions()
    }

    fn held_bytes(&self) -> u64 {
        self.tiers.iter().map(|tier| tier.known.bytes()).sum()
    }

    fn each_block(&self, take: &mut Take<'_, P>) -> Result<(), Unreadable> {
        for place in 0..self.end() {
            if let Some(entry) = self.entry(place)?
                && take(&[entry]) == ControlFlow::Break(())
            {
                break;
            }
        }
        Ok(())
    }
}
