//! The values of the positions of a solved tier, or that play cannot reach them: the slots of
//! the tier ([`super::slots`]), which no thread changes any more.

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32};

use zug_job::{Charge, Refusal};
use zug_values::Plies;

use super::bits::Window;
use super::slots::{ABSENT, DRAW, FINISHED_DRAW, FIRST_LOSS, Slots, Width};
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
    /// The slots of a tier. Each that is at least `unsolved` becomes a draw. `counts` has the
    /// number of positions of each slot of a win or a loss.
    pub(super) fn of(slots: Slots, window: Window, unsolved: u32, mut counts: Vec<u64>) -> Self {
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
        let [finished, by_play] = for_each_cell!(&mut cells, cells => draw(cells, unsolved));
        counts[FINISHED_DRAW as usize] = finished;
        counts[DRAW as usize] = by_play;
        Self {
            window,
            cells,
            counts,
            charge,
        }
    }

    /// Cells of `width` bytes, after `fill` has changed them; before, each tells that play
    /// cannot reach its position.
    pub(super) fn filled(
        window: &Window,
        width: usize,
        mut charge: Charge,
        fill: impl FnOnce(&mut Cells) -> Result<(), Error>,
    ) -> Result<Self, Error> {
        fn absent<T: Cell>(count: usize, charge: &mut Charge) -> Result<Vec<T>, Refusal> {
            let mut cells = Vec::new();
            charge.regrow(&mut cells, count)?;
            cells.resize(count, T::of(ABSENT));
            Ok(cells)
        }
        let cells = match width {
            0 | 1 => absent(window.len(), &mut charge).map(Cells::Bytes),
            2 => absent(window.len(), &mut charge).map(Cells::Halves),
            _ => absent(window.len(), &mut charge).map(Cells::Words),
        };
        let mut cells = cells.map_err(StoreError::from)?;
        fill(&mut cells)?;
        let mut counts = Vec::new();
        for_each_cell!(&cells, cells => {
            for cell in cells {
                add_to(&mut counts, cell.number());
            }
        });
        counts.resize(counts.len().max(ABSENT as usize + 1), 0);
        counts[ABSENT as usize] = 0;
        Ok(Self {
            window: window.clone(),
            cells,
            counts,
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

    /// What the slot of a number of the tier holds.
    pub(super) fn get(&self, number: u64) -> u32 {
        let place = (number - self.window.base()) as usize;
        for_each_cell!(&self.cells, cells => cells[place].number())
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

/// Makes a draw of each cell that is at least `unsolved`. Returns the numbers of positions that
/// the rules end in a draw, and of those that are a draw by play.
fn draw<T: Cell>(cells: &mut [T], unsolved: u32) -> [u64; 2] {
    let [unsolved, finished, draw] = [unsolved, FINISHED_DRAW, DRAW].map(T::of);
    let mut draws = [0; 2];
    // At most 255 cells at a time: so many a byte can count, and the processor counts in many bytes
    // at once.
    for cells in cells.chunks_mut(usize::from(u8::MAX)) {
        let mut of_chunk = [0u8; 2];
        for cell in cells {
            *cell = if *cell >= unsolved { draw } else { *cell };
            of_chunk[0] += u8::from(*cell == finished);
            of_chunk[1] += u8::from(*cell == draw);
        }
        draws[0] += u64::from(of_chunk[0]);
        draws[1] += u64::from(of_chunk[1]);
    }
    draws
}

/// Counts a position with this slot.
pub(super) fn add_to(counts: &mut Vec<u64>, slot: u32) {
    let slot = slot as usize;
    if slot >= counts.len() {
        counts.resize(slot + 1, 0);
    }
    counts[slot] += 1;
}
