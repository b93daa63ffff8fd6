//! Counts positions by their cells.

use std::collections::BTreeMap;

use crate::table::Counts;

use super::table::told;

/// The number of positions that have each cell.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    small: [[u64; 2]; 256],
    large: BTreeMap<u32, [u64; 2]>,
}

/// What positions are counted as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tallied {
    /// One for each position that the table has.
    pub(super) kept: Counts,
    /// For each position that the table has, those that it stands for.
    pub(super) orbits: Counts,
}

impl Tally {
    pub(super) fn new() -> Self {
        Self {
            small: [[0; 2]; 256],
            large: BTreeMap::new(),
        }
    }

    /// Counts one position more with this cell, which stands for so many.
    #[inline]
    pub(super) fn add(&mut self, cell: u32, orbit: u64) {
        self.add_all(cell, [1, orbit]);
    }

    /// Adds what another has counted.
    pub(super) fn join(&mut self, other: &Self) {
        other.each(|cell, numbers| self.add_all(cell, numbers));
    }

    #[inline]
    fn add_all(&mut self, cell: u32, numbers: [u64; 2]) {
        let known = match self.small.get_mut(cell as usize) {
            Some(known) => known,
            None => self.large.entry(cell).or_default(),
        };
        known[0] += numbers[0];
        known[1] += numbers[1];
    }

    /// The counts of all positions.
    pub(super) fn counts(&self) -> Tallied {
        let (mut kept, mut orbits) = (Counts::default(), Counts::default());
        self.each(|cell, [positions, standing_for]| {
            if let Some(entry) = told(cell) {
                kept.add(&entry, positions);
                orbits.add(&entry, standing_for);
            }
        });
        Tallied { kept, orbits }
    }

    fn each(&self, mut take: impl FnMut(u32, [u64; 2])) {
        let small = (0..).zip(&self.small);
        for (cell, &numbers) in small.chain(self.large.iter().map(|(&cell, n)| (cell, n))) {
            if numbers[0] > 0 {
                take(cell, numbers);
            }
        }
    }
}
