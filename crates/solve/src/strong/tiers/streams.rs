//! What the streams of tiers hold, for whoever reads or writes them and solves nothing.

use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::table::Entry;

use super::cells::Meaning;
use super::key::Key;
use super::store::{Block, Reader, StoreError};

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

/// Appends the cells of a block of a stream of values; `bytes` is a buffer.
///
/// # Errors
///
/// The block cannot be read, or is damaged.
pub fn read_cells(
    reader: &Arc<dyn Reader>,
    block: usize,
    bytes: &mut Vec<u8>,
    cells: &mut Vec<u32>,
) -> Result<(), StoreError> {
    reader.read(block, bytes)?;
    let count = reader.blocks()[block].count as usize;
    Meaning::Value.decode(bytes, count, cells)
}

/// The least and the largest score of a stream of scores; `None` if it is empty.
#[must_use]
pub fn score_range(reader: &dyn Reader) -> Option<RangeInclusive<i64>> {
    super::cells::score_range_in(reader.note())
}

/// The value in a cell; `None` if no position has such a cell.
#[must_use]
pub fn value_of(cell: u32) -> Option<Entry<()>> {
    super::cells::told(cell)
}
