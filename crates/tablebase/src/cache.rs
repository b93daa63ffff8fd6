//! Decoded blocks, as many as the memory allows.
//!
//! A block that was asked for lately is likely to be asked for again: play stays near a
//! position. The cache has two generations: a block that is used is in the young one; when that
//! has half of the bytes, the old one is dropped and the young one grows old. That keeps what
//! was used lately, costs one look-up or two, and needs no list.

use std::collections::HashMap;
use std::sync::Arc;

use crate::codec::keys::KeyBlock;

/// The number of a file among those of the table, and of a block in the file.
pub(crate) type BlockId = (u32, u32);

/// A decoded block.
#[derive(Clone, Debug)]
pub(crate) enum Decoded {
    Keys(Arc<KeyBlock>),
    /// A block of another kind, whose bytes are checked.
    Bytes(Arc<[u8]>),
}

impl Decoded {
    fn held_bytes(&self) -> usize {
        // The entry of the map and the counts of the pointer.
        const OVERHEAD: usize = 80;
        OVERHEAD
            + match self {
                Self::Keys(block) => block.held_bytes(),
                Self::Bytes(bytes) => bytes.len(),
            }
    }
}

/// Blocks of at most so many bytes.
#[derive(Debug)]
pub(crate) struct Cache {
    young: HashMap<BlockId, Decoded>,
    old: HashMap<BlockId, Decoded>,
    young_bytes: usize,
    most: usize,
}

impl Cache {
    pub(crate) fn new(most: usize) -> Self {
        Self {
            young: HashMap::new(),
            old: HashMap::new(),
            young_bytes: 0,
            most,
        }
    }

    pub(crate) fn get(&mut self, id: BlockId) -> Option<Decoded> {
        if let Some(found) = self.young.get(&id) {
            return Some(found.clone());
        }
        let found = self.old.remove(&id)?;
        self.put(id, found.clone());
        Some(found)
    }

    pub(crate) fn put(&mut self, id: BlockId, block: Decoded) {
        let bytes = block.held_bytes();
        if bytes > self.most / 2 {
            return;
        }
        if self.young_bytes + bytes > self.most / 2 {
            self.old = std::mem::take(&mut self.young);
            self.young_bytes = 0;
        }
        self.young_bytes += bytes;
        self.young.insert(id, block);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cache_keeps_what_was_used_lately_and_no_more_than_it_may() {
        let block = || Decoded::Bytes(vec![0; 920].into());
        let mut cache = Cache::new(10_000);
        for number in 0..100 {
            cache.put((0, number), block());
            assert!(cache.get((0, 0)).is_some(), "{number}");
            assert!((cache.young.len() + cache.old.len()) * 1000 <= 10_000);
        }
        assert!(cache.get((0, 99)).is_some());
        assert!(cache.get((0, 50)).is_none());
        cache.put((1, 0), Decoded::Bytes(vec![0; 6000].into()));
        assert!(cache.get((1, 0)).is_none());
    }
}
