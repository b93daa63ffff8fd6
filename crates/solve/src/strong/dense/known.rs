//! The values of the positions of a solved tier, or that play cannot reach them: the slots of
//! the tier ([`super::slots`]), which no thread changes any more.

use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32};

use zug_job::{Charge, Refusal};
use zug_values::Plies;

use super::bits::{Bits, Window};
use super::slots::{ABSENT, DRAW, FIRST_LOSS, Slots, Width};
use crate::error::Error;
use crate::strong::tiers::store::StoreError;

/// The solved slots of a tier, charged to a budget.
#[derive(Debug)]
pub(super) struct Known {
    window: Window,
    cells: Cells,
    /// For each slot the number of positions that have it. A slot that is not there has none.
    counts: Vec<u64>,
    charge: Charge,
}

/// Cells of one width.
#[derive(Debug)]
pub(super) enum Cells {
    Bytes(Vec<u8>),
    Halves(Vec<u16>),
    Words(Vec<u32>),
}

/// Runs code for the vector of cells of any width.
macro_rules! for_each_cell {
    ($cells:expr, $vector:ident => $code:expr) => {
        match $cells {
            $crate::strong::dense::known::Cells::Bytes($vector) => $code,
            $crate::strong::dense::known::Cells::Halves($vector) => $code,
            $crate::strong::dense::known::Cells::Words($vector) => $code,
        }
    };
}

pub(super) use for_each_cell;

/// A solved slot of one width.
pub(super) trait Cell: Copy + Default + Eq + Ord + Send + Sync {
    /// The number of bytes.
    const BYTES: usize;

    /// The cell with a number, of which it keeps the lowest bits.
    fn of(number: u32) -> Self;

    /// The number of the cell.
    fn number(self) -> u32;

    /// Whether the cell tells a loss or a win in a number of plies, where `lost` tells the
    /// loss.
    fn is_at(self, lost: Self) -> bool;
}

macro_rules! cell {
    ($($width:ty),*) => {$(
        impl Cell for $width {
            const BYTES: usize = size_of::<$width>();

            fn of(number: u32) -> Self {
                number as $width
            }

            fn number(self) -> u32 {
                u32::from(self)
            }

            #[inline]
            fn is_at(self, lost: Self) -> bool {
                self.wrapping_sub(lost) <= 1
            }
        }
    )*};
}

cell!(u8, u16, u32);

impl Known {
    /// The slots of a tier of so many positions. Each that is at least `unsolved` becomes a draw.
    /// `counts` has the number of positions of each other slot.
    pub(super) fn of(
        slots: Slots,
        window: Window,
        unsolved: u32,
        mut counts: Vec<u64>,
        positions: u64,
    ) -> Self {
        let (width, charge) = slots.into_parts();
        // The cells take over the memory of the slots.
        let mut cells = match width {
            Width::Bytes(slots) => {
                Cells::Bytes(slots.into_iter().map(AtomicU8::into_inner).collect())
            }
            Width::Halves(slots) => {
                Cells::Halves(slots.into_iter().map(AtomicU16::into_inner).collect())
            }
            Width::Words(slots) => {
                Cells::Words(slots.into_iter().map(AtomicU32::into_inner).collect())
            }
        };
        for_each_cell!(&mut cells, cells => draw(cells, unsolved));
        counts[DRAW as usize] = positions - counts.iter().sum::<u64>();
        Self {
            window,
            cells,
            counts,
            charge,
        }
    }

    /// Cells of `width` bytes, after `fill` has changed them; before, each tells that play
    /// cannot reach its position. `fill` returns for each slot the number of positions that have it.
    pub(super) fn filled(
        window: &Window,
        width: usize,
        mut charge: Charge,
        fill: impl FnOnce(&mut Cells) -> Result<Vec<u64>, Error>,
    ) -> Result<Self, Error> {
        fn absent<T: Cell>(count: usize, charge: &mut Charge) -> Result<Vec<T>, Refusal> {
            let mut cells = Vec::new();
            charge.regrow(&mut cells, count)?;
            cells.resize(count, T::of(ABSENT));
            Ok(cells)
        }
        let cells = match width {
            0 | 1 => absent(window.slots(), &mut charge).map(Cells::Bytes),
            2 => absent(window.slots(), &mut charge).map(Cells::Halves),
            _ => absent(window.slots(), &mut charge).map(Cells::Words),
        };
        let mut cells = cells.map_err(StoreError::from)?;
        Ok(Self {
            window: window.clone(),
            counts: fill(&mut cells)?,
            cells,
            charge,
        })
    }

    /// The numbers of the tier.
    pub(super) fn window(&self) -> &Window {
        &self.window
    }

    /// The cells, in the order of the places of the window.
    pub(super) fn cells(&self) -> &Cells {
        &self.cells
    }

    /// For each slot the number of positions that have it.
    pub(super) fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The largest remoteness; `None` if all positions are draws.
    pub(super) fn longest(&self) -> Option<Plies> {
        let largest = self.counts.iter().rposition(|count| *count > 0)?;
        let above = (largest as u32).checked_sub(FIRST_LOSS)?;
        Some(Plies(above / 2))
    }

    /// What the slot of a number of the tier holds, where `found` has the positions of the tier.
    pub(super) fn get(&self, number: u64, found: &Bits) -> u32 {
        if self.window.to_image().is_some() && !found.has(number) {
            return ABSENT;
        }
        let place = self.window.slot(number);
        for_each_cell!(&self.cells, cells => cells[place].number())
    }

    /// Appends those of some numbers of the tier that play can reach to `numbers`, and their slots
    /// to `slots`. `found` has the positions of the tier.
    pub(super) fn read(
        &self,
        range: Range<u64>,
        found: &Bits,
        numbers: &mut Vec<u64>,
        slots: &mut Vec<u32>,
    ) {
        fn of<T: Cell>(
            cells: &[T],
            range: Range<u64>,
            slot: impl Fn(u64) -> usize,
            is_found: impl Fn(u64) -> bool,
            (numbers, slots): (&mut Vec<u64>, &mut Vec<u32>),
        ) {
            for number in range {
                let held = cells[slot(number)].number();
                if held != ABSENT && is_found(number) {
                    numbers.push(number);
                    slots.push(held);
                }
            }
        }
        let (slot, out) = (|number| self.window.slot(number), (numbers, slots));
        for_each_cell!(&self.cells, cells => match self.window.to_image() {
            // The slot of a position that play cannot reach tells so.
            None => of(cells, range, slot, |_| true, out),
            Some(_) => of(cells, range, slot, |number| found.has(number), out),
        });
    }

    /// The number of bytes of a cell.
    pub(super) fn width(&self) -> usize {
        fn of<T: Cell>(_: &[T]) -> usize {
            T::BYTES
        }
        for_each_cell!(&self.cells, cells => of(cells))
    }

    /// The bytes that the cells take.
    pub(super) fn bytes(&self) -> u64 {
        self.charge.bytes()
    }
}

/// Makes a draw of each cell that is at least `unsolved`.
fn draw<T: Cell>(cells: &mut [T], unsolved: u32) {
    let [unsolved, draw] = [unsolved, DRAW].map(T::of);
    for cell in cells {
        *cell = if *cell >= unsolved { draw } else { *cell };
    }
}

/// Counts so many positions with this slot.
pub(super) fn add_to(counts: &mut Vec<u64>, slot: u32, positions: u64) {
    let slot = slot as usize;
    if slot >= counts.len() {
        counts.resize(slot + 1, 0);
    }
    counts[slot] += positions;
}
