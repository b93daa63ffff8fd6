//! Lists of options, one for each row of a part's table, packed one after the other.
//!
//! Bytes held: 4 for each option and 8 for each row.

use std::ops::Range;

use zug_job::{Budget, Phase, Refusal};

use crate::error::Error;
use crate::positions::Pace;
use crate::segments::Segments;

/// The options of every row, one after the other.
#[derive(Debug)]
pub(super) struct Lists {
    /// Where the options of each row end.
    ends: Segments<u64>,
    flat: Segments<u32>,
}

impl Lists {
    pub(super) fn new(budget: &Budget) -> Self {
        Self {
            ends: Segments::new(budget),
            flat: Segments::new(budget),
        }
    }

    /// The options of a row.
    pub(super) fn of(&self, row: usize) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.range(row).map(|place| self.flat.get(place))
    }

    /// The number of options of all rows.
    pub(super) fn len(&self) -> usize {
        self.flat.len()
    }

    /// The option at a place; [`Lists::range`] tells the places of a row.
    pub(super) fn option(&self, place: usize) -> u32 {
        self.flat.get(place)
    }

    /// Adds an option to the last row, which is not yet ended.
    pub(super) fn push(&mut self, option: u32) -> Result<(), Refusal> {
        self.flat.push(option)
    }

    /// Ends the last row, and begins the next.
    pub(super) fn close(&mut self) -> Result<(), Refusal> {
        self.ends.push(self.flat.len() as u64)
    }

    /// The places of the options of a row.
    pub(super) fn range(&self, row: usize) -> Range<usize> {
        let end = self.ends.get(row) as usize;
        let start = match row.checked_sub(1) {
            Some(before) => self.ends.get(before) as usize,
            None => 0,
        };
        start..end
    }

    /// Appends the rows of `other`.
    pub(super) fn append(&mut self, other: &Self, pace: &mut Pace<'_>) -> Result<(), Error> {
        let rows = self.ends.len();
        let refused = |refusal| Error::out_of_memory(refusal, Phase::Discovering, rows);
        let before = self.flat.len() as u64;
        for place in 0..other.flat.len() {
            pace.step(0)?;
            self.flat.push(other.flat.get(place)).map_err(refused)?;
        }
        for row in 0..other.ends.len() {
            pace.step(0)?;
            let end = before + other.ends.get(row);
            self.ends.push(end).map_err(refused)?;
        }
        Ok(())
    }

    /// Whether each row has the options that the row of `other` with its number has, in any
    /// order.
    ///
    /// Copies the options of one row of each at a time. The copies are not charged: they
    /// take 4 bytes for each option, and exploring had taken at least 16 for it.
    pub(super) fn is_like(&self, other: &Self, pace: &mut Pace<'_>) -> Result<bool, Error> {
        let sorted = |lists: &Self, row| {
            let mut options: Vec<u32> = lists.of(row).collect();
            options.sort_unstable();
            options
        };
        if self.flat.len() != other.flat.len() {
            return Ok(false);
        }
        for row in 0..self.ends.len() {
            for _ in self.range(row) {
                pace.step(0)?;
            }
            if sorted(self, row) != sorted(other, row) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
