//! The entries of a proof in memory, in the order in which they were listed, and a table
//! that finds them.

use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;
use zug_job::{Budget, Charge, Refusal};
use zug_values::Bounds;

/// The entries of a proof.
///
/// A look costs a place of four bytes that holds no number in most cases where a position is
/// not listed, and the position itself where it is.
#[derive(Debug)]
pub struct ProofList<P> {
    positions: Vec<P>,
    bounds: Vec<Bounds>,
    /// For each place of the table the number of an entry plus one; 0 where there is none.
    places: Vec<u32>,
    /// The number of bits of a hash that do not tell the place.
    shift: u32,
    charge: Charge,
}

/// Why a position is not taken into a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unlisted {
    /// The budget or the machine refused the memory.
    #[error("memory was refused")]
    Refused(Refusal),
    /// The position is listed already.
    #[error("a position is listed twice")]
    Twice,
    /// The list has more entries than were announced.
    #[error("there are more entries than were announced")]
    TooMany,
}

impl<P: Copy + Eq + Hash> ProofList<P> {
    /// A list with room for this number of entries.
    ///
    /// # Errors
    ///
    /// The budget or the machine refuses the memory.
    pub fn with_room(entries: usize, budget: &Budget) -> Result<Self, Refusal> {
        let mut charge = budget.open();
        let (mut positions, mut bounds, mut places) = (Vec::new(), Vec::new(), Vec::new());
        let length = (entries + entries / 2).next_power_of_two().max(2);
        charge.make_room(&mut places, length)?;
        charge.make_room(&mut positions, entries)?;
        charge.make_room(&mut bounds, entries)?;
        places.resize(length, 0);
        Ok(Self {
            positions,
            bounds,
            shift: u64::BITS - length.ilog2(),
            places,
            charge,
        })
    }

    /// Adds an entry.
    ///
    /// # Errors
    ///
    /// The position is listed already, or there is no room left.
    pub fn push(&mut self, position: P, bounds: Bounds) -> Result<(), Unlisted> {
        if self.positions.len() == self.positions.capacity()
            || self.positions.len() + 1 >= self.places.len()
        {
            return Err(Unlisted::TooMany);
        }
        let mut place = self.place(&position);
        while let Some(entry) = self.at(place) {
            if self.positions[entry] == position {
                return Err(Unlisted::Twice);
            }
            place = (place + 1) & (self.places.len() - 1);
        }
        self.positions.push(position);
        self.bounds.push(bounds);
        let number = u32::try_from(self.positions.len());
        self.places[place] = number.map_err(|_| Unlisted::TooMany)?;
        Ok(())
    }

    /// The number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there is no entry.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The number of bytes that the list takes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.charge.bytes()
    }

    /// The entry with this number.
    pub(super) fn entry(&self, number: usize) -> (P, Bounds) {
        (self.positions[number], self.bounds[number])
    }

    /// What is claimed of a position; [`Bounds::UNKNOWN`] if it is not listed.
    #[inline]
    pub(super) fn bounds(&self, position: &P) -> Bounds {
        let mut place = self.place(position);
        while let Some(entry) = self.at(place) {
            if self.positions[entry] == *position {
                return self.bounds[entry];
            }
            place = (place + 1) & (self.places.len() - 1);
        }
        Bounds::UNKNOWN
    }

    /// The place where the search for a position begins.
    #[inline]
    fn place(&self, position: &P) -> usize {
        let hash = FxBuildHasher.hash_one(position);
        (hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }

    /// The number of the entry at a place.
    #[inline]
    fn at(&self, place: usize) -> Option<usize> {
        (self.places[place] as usize).checked_sub(1)
    }
}
