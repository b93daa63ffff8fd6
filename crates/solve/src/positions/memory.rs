//! The numbers of bytes that positions take while they are found and solved.
//!
//! The formulas bound what the arrays of [`crate::positions::graph`], and those of every
//! method that gives values, hold at once. A job that cannot fit is refused by the lower
//! bounds before the work; a job that surely fits is known by the upper bound. Each size
//! here is the one that the file of that array tells.

use zug_job::{Budget, table_bytes};

use crate::error::Error;
use crate::positions::ids::SHARDS;
use crate::segments::SEGMENT;

/// The bytes of the hash table for each position, where the table is at its fullest:
/// rounded down from 40/7.
const TABLE: u64 = 5;

/// The bytes of the narrowest value.
const VALUE: u64 = 1;

/// The bytes of the narrowest number of moves.
const DEGREE: u64 = 1;

/// The bytes of a move that is kept, and of the same move turned round.
const EDGE: u64 = 4;

/// Returns a lower bound on the bytes that are held while `positions` positions of `key`
/// bytes each are solved with their moves kept. At least one move leads to each position,
/// but for the roots.
#[must_use]
pub fn floor_bytes(positions: u64, key: usize) -> u64 {
    floor_bytes_with_edges(positions, positions, key)
}

/// Returns a lower bound on the bytes that are held while `positions` positions of `key`
/// bytes each are solved with their moves kept, if there are at least `edges` moves.
#[must_use]
pub(crate) fn floor_bytes_with_edges(positions: u64, edges: u64, key: usize) -> u64 {
    let moves = edges.max(positions).saturating_mul(EDGE);
    floor_bytes_without_moves(positions, key).saturating_add(moves)
}

/// Returns a lower bound on the bytes that are held while `positions` positions of `key`
/// bytes each are solved by moves taken back, where no move is kept.
#[must_use]
pub fn floor_bytes_without_moves(positions: u64, key: usize) -> u64 {
    positions.saturating_mul(key as u64 + TABLE + VALUE + DEGREE)
}

/// Returns a lower bound on the bytes that are held when `positions` positions are solved in
/// tiers: the narrowest value, and the narrowest difference of keys with its width.
#[must_use]
pub fn floor_bytes_in_tiers(positions: u64) -> u64 {
    positions.saturating_mul(VALUE + 1) + positions / 4
}

/// Returns an upper bound on the bytes that retrograde analysis takes beside a graph with
/// this number of positions and edges, whose moves it turns round.
#[must_use]
pub(crate) fn reversal_bytes(positions: u64, edges: u64) -> u64 {
    /// Segments that are not full, of large games.
    const SLACK: u64 = 4 << 20;
    // For each position, where the moves into it end; and two levels.
    let full = EDGE * edges + (4 + 4) * positions;
    full + full.min(SLACK)
}

/// Returns an upper bound on the bytes that are held while `positions` positions of `key`
/// bytes each with `edges` moves between them are solved, by any method and on any number
/// of threads.
///
/// The bound is the worst case of every array at once: cells of four bytes, the table
/// just doubled, retrograde analysis. Most games take a third of it.
#[must_use]
pub fn worst_case_bytes(positions: u64, edges: u64, key: usize) -> u64 {
    let segment = SEGMENT as u64;
    // Chance gives a shard more positions than its share. An eighth more is far more than
    // large shards get; the 64 are for small ones.
    let in_shard = positions / SHARDS as u64;
    let shard = table_bytes::<u32>((in_shard + in_shard / 8 + 64) as usize);
    let tables = shard * SHARDS as u64 + shard;
    // The widest cells: the value, the number of moves, the number of moves into the
    // position; a queue; where the moves start.
    let cells = 4 + 4 + 4 + 8 + 4;
    let arrays = positions.saturating_mul(key as u64 + cells);
    let edges = edges.saturating_mul(EDGE + EDGE);
    // Each of nine arrays has a segment that is not full or is being widened.
    let slack =
        9 * 6 * (positions + 64).min(segment) + (key as u64 + 32) * (positions + 64).min(segment);
    let buffers = 32 << 20;
    tables + arrays.saturating_add(edges) + slack + buffers
}

/// Refuses `positions` positions that take at least `bytes` bytes, if the budget cannot
/// hold them.
///
/// # Errors
///
/// [`Error::TooLarge`].
pub fn refuse_if_too_large(positions: u64, bytes: u64, budget: &Budget) -> Result<(), Error> {
    let budget = budget.limit();
    if bytes > budget {
        return Err(Error::TooLarge {
            positions,
            bytes,
            budget,
        });
    }
    Ok(())
}
