//! The keys of a tier before they are written.

use std::ops::Range;

use zug_game::Graded;

use crate::error::Error;

use super::block;
use super::key::Key;
use super::spare::Charged;
use super::store::Block;

/// The keys of a tier in several vectors, one after the other.
pub(super) struct TierKeys<K> {
    pub(super) buckets: Vec<Charged<K>>,
    /// The number of keys before each vector, and of all keys.
    pub(super) starts: Vec<usize>,
}

impl<K: Key> TierKeys<K> {
    /// Puts the keys of this range in the place of what `keys` held.
    pub(super) fn copy(&self, range: Range<usize>, keys: &mut Vec<K>) {
        keys.clear();
        if range.is_empty() {
            return;
        }
        let mut bucket = self.starts.partition_point(|&start| start <= range.start) - 1;
        while keys.len() < range.len() {
            let from = range.start + keys.len() - self.starts[bucket];
            let here = &self.buckets[bucket].0[from..];
            let wanted = range.len() - keys.len();
            keys.extend_from_slice(&here[..here.len().min(wanted)]);
            bucket += 1;
        }
    }
}

/// Makes a block of keys, all of which must be of this tier.
pub(super) fn encode<K: Key>(
    game: &impl Graded<Position = K>,
    tier: u32,
    keys: &[K],
    bytes: &mut Vec<u8>,
) -> Result<Block, Error> {
    for key in keys {
        let level = game.level(key);
        if level != tier {
            return Err(Error::Level {
                from: tier.saturating_sub(1),
                to: level,
            });
        }
    }
    block::write(keys, bytes);
    Ok(Block {
        first: keys[0].to_bits(),
        count: keys.len() as u32,
    })
}
