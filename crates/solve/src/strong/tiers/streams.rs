//! What the streams of tiers hold, for whoever reads or writes them and solves nothing.

use std::ops::RangeInclusive;
use std::sync::Arc;

use zug_values::Nimber;

use crate::attained::Attained;
use crate::table::Entry;

use super::cells::{Meaning, nimber_in, told};
use super::key::Key;
use super::store::{Block, Kind, Reader, StoreError};

/// Appends the keys of a block of a stream of keys; `bytes` is a buffer.
///
/// # Errors
///
/// The block cannot be read, or is damaged.
pub fn read_keys<K: Key>(
    reader: &Arc<dyn Reader>,
    block: usize,
    bytes: &mut Vec<u8>,
    keys: &mut Vec<K>,
) -> Result<(), StoreError> {
    super::expand::read(reader, block, bytes, keys)
}

/// Makes a block of keys, which ascend strictly and are from 1 to
/// [`MOST_IN_BLOCK`](super::MOST_IN_BLOCK), with its bytes in the place of what `bytes` held.
pub fn write_keys<K: Key>(keys: &[K], bytes: &mut Vec<u8>) -> Block {
    super::block::write(keys, bytes);
    Block {
        first: keys[0].to_bits(),
        count: keys.len() as u32,
    }
}

/// How to read the cells of the streams of one kind.
#[derive(Clone, Copy, Debug)]
pub struct Cells(Meaning);

/// What a cell says of a position.
#[derive(Clone, Copy, Debug)]
pub enum Cell {
    /// Its value.
    Value(Entry<()>),
    /// Its nimber.
    Nimber(Nimber),
    /// The score of the position for the player to move.
    Score(i64),
    /// What the player to move attains where moves gain points.
    Attained(Attained),
}

impl Cells {
    /// The cells of streams of this kind, in a game with this number of levels; `None` if such streams have no cells.
    #[must_use]
    pub fn of(kind: Kind, levels: u32) -> Option<Self> {
        let all = [
            Meaning::Value,
            Meaning::Nimber,
            Meaning::Score,
            Meaning::attained(levels),
        ];
        let meaning = all.into_iter().find(|meaning| meaning.kind() == kind);
        meaning.map(Self)
    }

    /// Appends the cells of a block; `bytes` is a buffer.
    ///
    /// # Errors
    ///
    /// The block cannot be read, or is damaged.
    pub fn read(
        self,
        reader: &Arc<dyn Reader>,
        block: usize,
        bytes: &mut Vec<u8>,
        cells: &mut Vec<u32>,
    ) -> Result<(), StoreError> {
        reader.read(block, bytes)?;
        let count = reader.blocks()[block].count as usize;
        self.0.decode(bytes, count, cells)
    }

    /// What a cell says; `None` if no position has such a cell.
    #[must_use]
    pub fn told(self, cell: u32) -> Option<Cell> {
        Some(match self.0 {
            _ if cell == 0 => return None,
            Meaning::Value => Cell::Value(told(cell)?),
            Meaning::Nimber => Cell::Nimber(nimber_in(cell)),
            Meaning::Score => Cell::Score(self.0.attained_in(cell).score),
            Meaning::Attained(_) => Cell::Attained(self.0.attained_in(cell)),
        })
    }
}

/// The least and the largest score of a stream of scores; `None` if it is empty.
#[must_use]
pub fn score_range(reader: &dyn Reader) -> Option<RangeInclusive<i64>> {
    super::cells::score_range_in(reader.note())
}
