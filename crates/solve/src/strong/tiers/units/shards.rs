//! Where the shards of a tier begin, and which runs reach them.
//!
//! The stream has a block for each shard. Its first key is the key at which the shard begins, and
//! the key 0 for the first shard; it holds the tier and the shard of each run that reaches the
//! shard, four bytes each.

use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use zug_game::U256;

use super::super::discover::Gone;
use super::super::key::Key;
use super::super::store::{Block, Reader, Store, StoreError, Stream};

/// The bytes that name a run.
const NAME: usize = 8;

/// The shards of a tier.
#[derive(Debug)]
pub(super) struct Shards<K> {
    begins: Vec<K>,
    split: Arc<dyn Reader>,
}

/// The keys of a shard: those from a key on, and before another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds<K> {
    pub(super) begin: K,
    /// The key behind the shard; `None` of the last shard.
    pub(super) end: Option<K>,
}

/// A shard, by its tier and its number.
pub(in crate::strong) type Name = (u32, u32);

/// The stream of shards is none that this program writes.
#[derive(Debug, thiserror::Error)]
#[error("{0} are damaged")]
struct Damaged(Stream);

impl<K: Key> Shards<K> {
    /// Opens the shards of a tier that was split.
    pub(super) fn open(store: &dyn Store, tier: u32) -> Result<Self, StoreError> {
        let split = there(store, Stream::split(tier))?;
        let begins = split.blocks().iter().map(|block| K::from_bits(block.first));
        let begins: Vec<K> = begins.collect();
        if begins.first() != Some(&K::default()) || !begins.is_sorted_by(|one, two| one < two) {
            return Err(StoreError::failed(Damaged(Stream::split(tier))));
        }
        Ok(Self { begins, split })
    }

    /// The numbers of the shards.
    pub(super) fn numbers(&self) -> Range<u32> {
        0..self.begins.len() as u32
    }

    /// The keys of a shard.
    pub(super) fn bounds(&self, shard: u32) -> Option<Bounds<K>> {
        Some(Bounds {
            begin: *self.begins.get(shard as usize)?,
            end: self.begins.get(shard as usize + 1).copied(),
        })
    }

    /// The numbers of the shards that keys from the first to the last can be in.
    pub(super) fn with(&self, first: K, last: K) -> RangeInclusive<u32> {
        with(&self.begins, first, last)
    }

    /// The runs that reach a shard, in ascending order.
    pub(super) fn runs(&self, shard: u32) -> Result<Vec<Name>, StoreError> {
        let mut bytes = Vec::new();
        self.split.read(shard as usize, &mut bytes)?;
        let number = |bytes: &[u8]| {
            bytes
                .iter()
                .rev()
                .fold(0, |n, &byte| n << 8 | u32::from(byte))
        };
        let names = bytes.chunks_exact(NAME);
        Ok(names
            .map(|name| (number(&name[..4]), number(&name[4..])))
            .collect())
    }
}

/// The places of the shards that keys from the first to the last can be in.
pub(super) fn with<K: Ord>(begins: &[K], first: K, last: K) -> RangeInclusive<u32> {
    let place = |key| {
        begins
            .partition_point(|begin| *begin <= key)
            .saturating_sub(1) as u32
    };
    place(first)..=place(last)
}

/// The block of a shard that begins at a key and is reached by these runs.
pub(super) fn encode(begin: U256, runs: &[Name], bytes: &mut Vec<u8>) -> Block {
    bytes.clear();
    for (tier, shard) in runs {
        bytes.extend(tier.to_le_bytes());
        bytes.extend(shard.to_le_bytes());
    }
    Block {
        first: begin,
        count: runs.len().max(1) as u32,
    }
}

/// A stream that must be there.
pub(super) fn there(store: &dyn Store, stream: Stream) -> Result<Arc<dyn Reader>, StoreError> {
    let reader = store.open(stream)?;
    reader.ok_or_else(|| StoreError::failed(Gone(stream)))
}
