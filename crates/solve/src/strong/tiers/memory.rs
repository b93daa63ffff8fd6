//! A store of tiers in memory.
//!
//! Cost: the bytes of the blocks and 64 bytes a block, charged to a budget. Reading copies
//! a block.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use zug_job::{Budget, Charge, bytes_of};

use super::store::{Block, Reader, Store, StoreCost, StoreError, Stream, Writer};

/// Keeps streams in memory.
#[derive(Debug)]
pub struct Memory {
    streams: Mutex<BTreeMap<Stream, Arc<Written>>>,
    budget: Budget,
}

/// A stream in memory.
#[derive(Debug)]
struct Written {
    blocks: Vec<Block>,
    /// The bytes of the blocks, one vector for each block.
    bytes: Vec<Box<[u8]>>,
    note: u64,
    charge: Charge,
}

impl Memory {
    /// A store that holds nothing, and charges what it will hold to this budget.
    #[must_use]
    pub fn new(budget: &Budget) -> Self {
        Self {
            streams: Mutex::default(),
            budget: budget.clone(),
        }
    }

    fn each<T>(&self, take: impl FnOnce(&mut BTreeMap<Stream, Arc<Written>>) -> T) -> T {
        take(&mut self.streams.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Store for Memory {
    fn create(&self, stream: Stream) -> Result<Box<dyn Writer + '_>, StoreError> {
        Ok(Box::new(Writing {
            store: self,
            stream,
            written: Written {
                blocks: Vec::new(),
                bytes: Vec::new(),
                note: 0,
                charge: self.budget.open(),
            },
        }))
    }

    fn open(&self, stream: Stream) -> Result<Option<Arc<dyn Reader>>, StoreError> {
        let found = self.each(|streams| streams.get(&stream).cloned());
        Ok(found.map(|written| written as Arc<dyn Reader>))
    }

    fn remove(&self, stream: Stream) -> Result<(), StoreError> {
        self.each(|streams| streams.remove(&stream));
        Ok(())
    }

    fn cost(&self) -> StoreCost {
        StoreCost {
            a_thread: 0,
            a_block: bytes_of::<Block>(1) + bytes_of::<Box<[u8]>>(1),
            // The narrowest difference of keys with its width, and the narrowest value.
            a_key_quarters: 5,
            a_value: 1,
        }
    }

    fn held_bytes(&self) -> u64 {
        self.each(|streams| streams.values().map(|stream| stream.charge.bytes()).sum())
    }
}

struct Writing<'a> {
    store: &'a Memory,
    stream: Stream,
    written: Written,
}

impl Writer for Writing<'_> {
    fn write(&mut self, block: Block, bytes: &[u8]) -> Result<(), StoreError> {
        let Written {
            blocks,
            bytes: kept,
            charge,
            ..
        } = &mut self.written;
        charge.make_room(blocks, 1)?;
        charge.make_room(kept, 1)?;
        let mut copy = Vec::new();
        charge.regrow(&mut copy, bytes.len())?;
        copy.extend_from_slice(bytes);
        blocks.push(block);
        kept.push(copy.into_boxed_slice());
        Ok(())
    }

    fn finish(self: Box<Self>, note: u64) -> Result<(), StoreError> {
        let Self {
            store,
            stream,
            mut written,
        } = *self;
        written.note = note;
        store.each(|streams| streams.insert(stream, Arc::new(written)));
        Ok(())
    }
}

impl Reader for Written {
    fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    fn note(&self) -> u64 {
        self.note
    }

    fn read(&self, block: usize, bytes: &mut Vec<u8>) -> Result<(), StoreError> {
        bytes.clear();
        bytes.extend_from_slice(&self.bytes[block]);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use zug_game::U256;

    use super::*;

    #[test]
    fn a_stream_is_absent_until_it_is_finished() {
        let budget = Budget::unlimited();
        let store = Memory::new(&budget);
        let stream = Stream::keys(3);
        let block = |first| Block {
            first: U256::new(first),
            count: 2,
        };
        let mut dropped = store.create(stream).unwrap();
        dropped.write(block(7), b"lost").unwrap();
        drop(dropped);
        assert!(store.open(stream).unwrap().is_none());
        assert_eq!(budget.used(), 0);

        let mut writer = store.create(stream).unwrap();
        writer.write(block(1), b"one").unwrap();
        writer.write(block(5), b"two").unwrap();
        assert!(store.open(stream).unwrap().is_none());
        writer.finish(99).unwrap();
        let reader = store.open(stream).unwrap().unwrap();
        let mut bytes = b"before".to_vec();
        reader.read(1, &mut bytes).unwrap();
        assert_eq!((&*bytes, reader.note()), (&b"two"[..], 99));
        assert_eq!(reader.blocks(), [block(1), block(5)]);
        assert_eq!(store.held_bytes(), budget.used());
        assert!(store.open(Stream::values(3)).unwrap().is_none());
    }

    #[test]
    fn a_full_budget_is_an_error() {
        let store = Memory::new(&Budget::of_bytes(1000));
        let mut writer = store.create(Stream::values(0)).unwrap();
        let block = Block {
            first: U256::ZERO,
            count: 1,
        };
        let refused = writer.write(block, &[0; 2000]).unwrap_err();
        assert!(matches!(refused, StoreError::Refused(_)));
    }
}
