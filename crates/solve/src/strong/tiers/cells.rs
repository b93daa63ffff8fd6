//! The cells of a tier, which hold its values, and the worth of a cell to whoever moves
//! there.
//!
//! The cells are numbers that only `positions/values` knows. A tier has cells of one byte
//! where its numbers allow, else of two or four; the bytes of a number are there from the lowest on.

use zug_values::{Plies, Turn, Value};

use crate::positions::{cell_of, finished_in, value_in};
use crate::table::Entry;

use super::store::StoreError;

/// The widths that a cell may have, in bytes, the narrowest first.
pub(super) const WIDTHS: [usize; 3] = [1, 2, 4];

/// Puts a number into the cell at a place of cells of this width; returns whether it fits.
#[inline]
pub(super) fn put(cells: &mut [u8], width: usize, at: usize, number: u32) -> bool {
    let bytes = number.to_le_bytes();
    match width {
        1 => cells[at] = bytes[0],
        2 => cells[2 * at..][..2].copy_from_slice(&bytes[..2]),
        _ => cells[4 * at..][..4].copy_from_slice(&bytes),
    }
    u64::from(number) >> (8 * width) == 0
}

/// The cells of a block do not have the width that they can have, or a cell has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a block of values is damaged")]
pub(super) struct Damaged;

/// Appends the cells of a block of values in order; there must be `count` cells.
pub(super) fn decode(bytes: &[u8], count: usize, cells: &mut Vec<u32>) -> Result<(), StoreError> {
    let width = bytes.len() / count.max(1);
    if width * count != bytes.len() || !WIDTHS.contains(&width) {
        return Err(StoreError::failed(Damaged));
    }
    let first = cells.len();
    match width {
        1 => cells.extend(bytes.iter().map(|cell| u32::from(*cell))),
        _ => cells.extend((0..count).map(|at| cell_at(bytes, count, at))),
    }
    if cells[first..].iter().all(|cell| value_in(*cell).is_some()) {
        Ok(())
    } else {
        Err(StoreError::failed(Damaged))
    }
}

/// The cell at a place of a block of `count` values that [`decode`] finds to be whole.
pub(super) fn cell_at(bytes: &[u8], count: usize, at: usize) -> u32 {
    let width = bytes.len() / count;
    let mut number = [0; 4];
    number[..width].copy_from_slice(&bytes[at * width..(at + 1) * width]);
    u32::from_le_bytes(number)
}

/// Compares what moves give to the mover, by the cells of the positions that they lead to.
///
/// The *worth* of a move is a number; the order of these numbers is that of [`Value`], as
/// [`Value::before`] turns a value into what a move gives. No move gives 0.
pub(super) struct Scale {
    /// For each turn and each cell of one byte, the worth of a move there.
    of_bytes: [[u32; 256]; 2],
}

/// The worth of a move that gives a draw; a loss has a lower one and a win a higher one.
const DRAW: u32 = 1 << 31;

impl Scale {
    pub(super) fn new() -> Self {
        let turns = [Turn::Passes, Turn::Kept];
        Self {
            of_bytes: turns.map(|turn| std::array::from_fn(|cell| worth(cell as u32, turn))),
        }
    }

    /// The worth of a move to a position with this cell.
    #[inline]
    pub(super) fn before(&self, cell: u32, turn: Turn) -> u32 {
        let of_bytes = &self.of_bytes[usize::from(turn == Turn::Kept)];
        let known = of_bytes.get(cell as usize);
        known.copied().unwrap_or_else(|| worth(cell, turn))
    }
}

/// The worth of a move to a position with this cell.
fn worth(cell: u32, turn: Turn) -> u32 {
    match value_in(cell).map(|value| value.before(turn)) {
        None => 0,
        Some(Value::Loss(Plies(plies))) => 1 + plies,
        Some(Value::Win(Plies(plies))) => u32::MAX - plies,
        // Solvers know no endless wins: what is a draw to them is read as one later.
        Some(_) => DRAW,
    }
}

/// The cell of a position whose best move has this worth, which is not 0.
#[inline]
pub(super) fn cell_before(best: u32) -> u32 {
    cell_of(match best {
        DRAW => Value::Draw,
        ..DRAW => Value::Loss(Plies(best - 1)),
        _ => Value::Win(Plies(u32::MAX - best)),
    })
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

    #[test]
    fn worths_are_ordered_as_values() {
        let scale = Scale::new();
        let values = [0, 1, 2, 124, 125, 126, 127, 128, 70_000].map(Plies);
        let values = values
            .into_iter()
            .flat_map(|n| [Value::Loss(n), Value::Win(n)]);
        let values: Vec<Value> = values.chain([Value::Draw]).collect();
        for turn in [Turn::Passes, Turn::Kept] {
            for &one in &values {
                let worth = |value| scale.before(cell_of(value), turn);
                assert_eq!(value_in(cell_before(worth(one))), Some(one.before(turn)));
                for &two in &values {
                    let order = one.before(turn).cmp(&two.before(turn));
                    assert_eq!(worth(one).cmp(&worth(two)), order);
                }
            }
        }
    }

    #[test]
    fn a_number_that_does_not_fit_is_told() {
        let mut cells = [0; 8];
        for (width, most) in WIDTHS.into_iter().zip([0xff, 0xffff, u32::MAX]) {
            assert!(put(&mut cells, width, 1, most));
            assert_eq!(cell_at(&cells[..2 * width], 2, 1), most);
            assert!(width == 4 || !put(&mut cells, width, 1, most + 1));
        }
    }
}
