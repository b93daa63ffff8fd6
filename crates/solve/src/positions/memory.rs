//! How many bytes positions take while they are found and solved.
//!
//! The formulas bound what the arrays of [`crate::positions::graph`], and those of every
//! method that gives values, hold at once. A job that cannot fit is refused by the lower
//! bounds before the work; a job that surely fits is known by the upper bound. Each cell
//! size here is the size that the file of that array tells.

use crate::positions::ids::{SHARDS, table_bytes};
use crate::segments::SEGMENT;

/// Returns a lower bound on the bytes that are held while `positions` positions of `key`
/// bytes each are solved, with one move kept for each: a move leads to each position.
#[must_use]
pub fn floor_bytes(positions: u64, key: usize) -> u64 {
    // 40/7 of table at its fullest, one of value, one of degree, one edge.
    let a_position = key as u64 + 5 + 1 + 1 + 4;
    positions.saturating_mul(a_position)
}

/// Returns a lower bound on the bytes that are held while `positions` positions of `key`
/// bytes each are solved by moves taken back, where no move is kept.
#[must_use]
pub fn floor_bytes_without_moves(positions: u64, key: usize) -> u64 {
    positions.saturating_mul(key as u64 + 5 + 1 + 1)
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
    // A shard gets more than its share now and then: an eighth more is far more
    // than chance gives large ones, and small ones are rounded up by the 64.
    let in_shard = positions / SHARDS as u64;
    let shard = table_bytes((in_shard + in_shard / 8 + 64) as usize);
    let tables = shard * SHARDS as u64 + shard;
    // The widest cells: value, degree and in-degree; a queue; offsets of edges.
    let cells = 4 + 4 + 4 + 8 + 4;
    let arrays = positions.saturating_mul(key as u64 + cells);
    let edges = edges.saturating_mul(4 + 4);
    // Of each of nine arrays, a segment that is not full or is being widened.
    let slack =
        9 * 6 * (positions + 64).min(segment) + (key as u64 + 32) * (positions + 64).min(segment);
    let buffers = 32 << 20;
    tables + arrays.saturating_add(edges) + slack + buffers
}
