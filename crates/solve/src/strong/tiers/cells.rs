//! The cells of a tier, which hold its values, and the worth of a cell to whoever moves
//! there.
//!
//! The cells are numbers that only `positions/values` knows. A tier has cells of one byte
//! where its numbers allow, else of two or four.

use zug_values::{Turn, Value};

use crate::positions::{cell_of, finished_in, value_in};
use crate::table::Entry;

use super::store::StoreError;

/// The cells of a tier in its order.
#[derive(Debug)]
pub(super) enum Cells {
    Bytes(Vec<u8>),
    Halves(Vec<u16>),
    Words(Vec<u32>),
}

/// A cell of some width.
pub(super) trait Cell: Copy + Default + PartialEq + Send + Sync + 'static {
    /// The cell; `None` if the number does not fit.
    fn of(number: u32) -> Option<Self>;

    /// The number in the cell.
    fn number(self) -> u32;

    /// Appends cells to bytes.
    fn append(cells: &[Self], bytes: &mut Vec<u8>);

    /// The cells of a tier.
    fn cells(cells: Vec<Self>) -> Cells;
}

macro_rules! cell {
    ($number:ty, $variant:ident) => {
        impl Cell for $number {
            #[inline]
            fn of(number: u32) -> Option<Self> {
                number.try_into().ok()
            }

            #[inline]
            fn number(self) -> u32 {
                self.into()
            }

            fn append(cells: &[Self], bytes: &mut Vec<u8>) {
                bytes.extend(cells.iter().flat_map(|cell| cell.to_le_bytes()));
            }

            fn cells(cells: Vec<Self>) -> Cells {
                Cells::$variant(cells)
            }
        }
    };
}

cell!(u8, Bytes);
cell!(u16, Halves);
cell!(u32, Words);

/// The cells of a block do not have the width that they can have, or a cell has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a block of values is damaged")]
pub(super) struct Damaged;

/// Hands on the cells of a block of values in order; there must be `count` cells.
pub(super) fn each_cell(
    bytes: &[u8],
    count: usize,
    mut take: impl FnMut(u32),
) -> Result<(), StoreError> {
    let width = bytes.len() / count.max(1);
    if width * count != bytes.len() || !matches!(width, 1 | 2 | 4) {
        return Err(StoreError::failed(Damaged));
    }
    let mut solved = true;
    if width == 1 {
        for &cell in bytes {
            solved &= value_in(cell.into()).is_some();
            take(cell.into());
        }
        return if solved {
            Ok(())
        } else {
            Err(StoreError::failed(Damaged))
        };
    }
    for cell in bytes.chunks_exact(width) {
        let mut number = [0; 4];
        number[..width].copy_from_slice(cell);
        let number = u32::from_le_bytes(number);
        solved &= value_in(number).is_some();
        take(number);
    }
    if solved {
        Ok(())
    } else {
        Err(StoreError::failed(Damaged))
    }
}

/// The cell at a place of a block of `count` values that [`each_cell`] found to be whole.
pub(super) fn cell_at(bytes: &[u8], count: usize, at: usize) -> u32 {
    let width = bytes.len() / count;
    let mut number = [0; 4];
    number[..width].copy_from_slice(&bytes[at * width..(at + 1) * width]);
    u32::from_le_bytes(number)
}

/// Compares what moves give to the mover, by the cells of the positions that they lead to.
///
/// The order is that of [`Value`], as [`Value::before`] turns a value into what a move gives.
pub(super) trait Scale: Sync {
    /// What a move gives to the mover. The default is less than any other.
    type Worth: Copy + Ord + Default + Send;

    /// What a move to a position with this cell gives.
    fn before(&self, cell: u32, turn: Turn) -> Self::Worth;

    /// The cell of a position whose best move gives this.
    fn cell(&self, best: Self::Worth) -> u32;
}

/// Values themselves, for cells of any width.
pub(super) struct Values;

impl Scale for Values {
    type Worth = Option<Value>;

    fn before(&self, cell: u32, turn: Turn) -> Option<Value> {
        value_in(cell).map(|value| value.before(turn))
    }

    fn cell(&self, best: Option<Value>) -> u32 {
        best.map_or(0, cell_of)
    }
}

/// The places of values in their order, looked up by cells of one byte.
pub(super) struct Ranks {
    /// For each turn and each cell, the rank of what the mover gets, from 1 on.
    before: [[u16; 256]; 2],
    /// The cell of each rank.
    cells: Vec<u32>,
}

impl Ranks {
    pub(super) fn new() -> Self {
        let turns = [Turn::Passes, Turn::Kept];
        let gets = |cell, turn| Values.before(cell, turn);
        let mut values: Vec<Value> = turns
            .into_iter()
            .flat_map(|turn| (0..256).filter_map(move |cell| gets(cell, turn)))
            .collect();
        values.sort_unstable();
        values.dedup();
        let rank = |value| values.binary_search(&value).map_or(0, |place| place + 1);
        Self {
            before: turns.map(|turn| {
                std::array::from_fn(|cell| gets(cell as u32, turn).map_or(0, rank) as u16)
            }),
            cells: std::iter::once(0)
                .chain(values.iter().map(|&value| cell_of(value)))
                .collect(),
        }
    }
}

impl Scale for Ranks {
    type Worth = u16;

    #[inline]
    fn before(&self, cell: u32, turn: Turn) -> u16 {
        self.before[usize::from(turn == Turn::Kept)][cell as usize & 255]
    }

    #[inline]
    fn cell(&self, best: u16) -> u32 {
        self.cells[usize::from(best)]
    }
}

/// The value of a cell; `None` if there is no such cell.
pub(super) fn told(cell: u32) -> Option<Entry<()>> {
    match finished_in(cell) {
        Some(outcome) => Some(Entry::of_finished((), outcome)),
        None => Some(Entry::new((), value_in(cell)?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zug_values::Plies;

    #[test]
    fn ranks_are_ordered_as_values() {
        let ranks = Ranks::new();
        let values = (0..125)
            .map(Plies)
            .flat_map(|n| [Value::Loss(n), Value::Win(n)]);
        let values: Vec<Value> = values.chain([Value::Draw]).collect();
        for turn in [Turn::Passes, Turn::Kept] {
            for &one in &values {
                let rank = |value| ranks.before(cell_of(value), turn);
                assert_eq!(value_in(ranks.cell(rank(one))), Some(one.before(turn)));
                for &two in &values {
                    let order = one.before(turn).cmp(&two.before(turn));
                    assert_eq!(rank(one).cmp(&rank(two)), order);
                }
            }
        }
    }
}
