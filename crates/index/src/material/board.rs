//! The cells of a position whose pieces are counted.

use std::ops::Range;

use zug_game::U256;
use zug_program::layout::{self, Layout};

use super::numbering::Counts;

/// The fewest cells that are worth counting.
const FEWEST_CELLS: usize = 4;

/// The most bits of a cell.
const MOST_CELL_BITS: u32 = 4;

/// Fields of one range that stand side by side.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// The places of the fields in the layout.
    pub(super) fields: Range<usize>,
    /// The number of values of a cell.
    pub(super) kinds: usize,
    /// The number of bits of a cell.
    pub(super) bits: u32,
    /// The place of the lowest bit of the first cell.
    pub(super) shift: u32,
}

impl Board {
    /// The longest row of fields of one range; `None` if there is none worth counting.
    pub(super) fn of(layout: &Layout) -> Option<Self> {
        if layout.shares_bits() {
            return None;
        }
        let apart = [layout.turn, layout.over];
        let fields = &layout.fields;
        let mut longest = 0..0;
        let mut first = 0;
        for place in 0..fields.len() {
            let goes_on = place > first
                && fields[place].scalar == fields[first].scalar
                && !apart.contains(&Some(place));
            if !goes_on {
                first = place;
            }
            if place + 1 - first > longest.len() && !apart.contains(&Some(first)) {
                longest = first..place + 1;
            }
        }
        let cell = fields.get(longest.start)?;
        let is_worth_counting =
            longest.len() >= FEWEST_CELLS && (1..=MOST_CELL_BITS).contains(&cell.bits);
        is_worth_counting.then(|| Self {
            kinds: cell.scalar.radix() as usize,
            bits: cell.bits,
            shift: cell.shift,
            fields: longest,
        })
    }

    /// The number of cells.
    pub(super) fn cells(&self) -> usize {
        self.fields.len()
    }

    /// The place of a cell's lowest bit.
    pub(super) fn shift_of(&self, cell: usize) -> u32 {
        self.shift + cell as u32 * self.bits
    }

    /// The mask of a cell.
    pub(super) fn mask(&self, cell: usize) -> U256 {
        layout::mask(self.bits) << self.shift_of(cell)
    }

    /// The mask of all cells.
    pub(super) fn whole_mask(&self) -> U256 {
        layout::mask(self.bits * self.cells() as u32) << self.shift
    }

    /// The kind of piece in a cell of a position.
    pub(super) fn kind(&self, position: U256, cell: usize) -> usize {
        ((position & self.mask(cell)) >> self.shift_of(cell)).as_usize()
    }

    /// The material of a position; `None` if a cell has a kind that does not exist.
    pub(super) fn counts(&self, position: U256) -> Option<Counts> {
        let mut counts = vec![0; self.kinds];
        for cell in 0..self.cells() {
            *counts.get_mut(self.kind(position, cell))? += 1;
        }
        Some(counts)
    }
}
