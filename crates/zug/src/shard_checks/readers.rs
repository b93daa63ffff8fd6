//! Readers of the streams of a table in shards, and of those that the parts of a check have written.

use std::ops::Range;
use std::sync::Arc;

use zug_game::U256;
use zug_solve::strong::tiers::store::{Block, Kind, Reader, Store, StoreError, Stream};
use zug_solve::strong::tiers::{Key, streams};

use super::streams::ShardStreams;

/// The number by which a block of the answers to a trace is found among the answers of a shard.
pub(super) fn section_id((tier, shard): (u32, u32), block: u32) -> U256 {
    U256::from(u128::from(tier) << 64 | u128::from(shard) << 32 | u128::from(block))
}

pub(super) fn there(store: &dyn Store, stream: Stream) -> Result<Arc<dyn Reader>, StoreError> {
    let reader = store.open(stream)?;
    reader.ok_or_else(|| StoreError::failed(Absent(stream)))
}

/// A stream that a check reads is not there.
#[derive(Debug, thiserror::Error)]
#[error("{0} are not there")]
struct Absent(Stream);

/// What a check has written does not fit together, or the table has a cell without a value.
#[derive(Debug, thiserror::Error)]
#[error("what the parts of the check have written does not fit together")]
pub(super) struct Misfit;

/// Reads the keys of a stream, those that lie in bounds.
pub(super) struct Keys<K> {
    reader: Arc<dyn Reader>,
    left: Range<usize>,
    bounds: [Option<K>; 2],
    /// The keys of the block that was read last.
    here: Vec<K>,
    at: usize,
    bytes: Vec<u8>,
}

impl<K: Key> Keys<K> {
    pub(super) fn all_of(reader: Arc<dyn Reader>) -> Self {
        let all = 0..reader.blocks().len();
        Self::between(reader, all, [None, None])
    }

    /// The keys of these blocks, from a key on and before another one.
    pub(super) fn between(
        reader: Arc<dyn Reader>,
        blocks: Range<usize>,
        bounds: [Option<K>; 2],
    ) -> Self {
        let first = |block: &Block| K::from_bits(block.first);
        let in_order = &reader.blocks()[blocks.clone()];
        let [begin, end] = bounds;
        let from = begin.map_or(0, |begin| {
            let up_to = in_order.partition_point(|block| first(block) <= begin);
            up_to.saturating_sub(1)
        });
        let to = end.map_or(in_order.len(), |end| {
            in_order.partition_point(|block| first(block) < end)
        });
        let left = blocks.start + from..blocks.start + to.max(from);
        Self {
            reader,
            left,
            bounds,
            here: Vec::new(),
            at: 0,
            bytes: Vec::new(),
        }
    }

    /// The largest number of keys that there can be.
    pub(super) fn most(&self) -> u64 {
        let blocks = &self.reader.blocks()[self.left.clone()];
        blocks.iter().map(|block| u64::from(block.count)).sum()
    }

    /// Reads the next block that has keys within the bounds. Returns whether there is one.
    fn read(&mut self) -> Result<bool, StoreError> {
        while self.at == self.here.len() {
            let Some(block) = self.left.next() else {
                return Ok(false);
            };
            self.here.clear();
            streams::read_keys(&self.reader, block, &mut self.bytes, &mut self.here)?;
            let [begin, end] = self.bounds;
            self.at = begin.map_or(0, |begin| self.here.partition_point(|key| *key < begin));
            if let Some(end) = end {
                let end = self.here.partition_point(|key| *key < end);
                self.here.truncate(end.max(self.at));
            }
        }
        Ok(true)
    }
}

impl<K: Key> Iterator for Keys<K> {
    type Item = Result<K, StoreError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.read() {
            Ok(true) => {
                self.at += 1;
                Some(Ok(self.here[self.at - 1]))
            }
            Ok(false) => None,
            Err(error) => Some(Err(error)),
        }
    }
}

/// Reads the keys of a shard with their cells, which are what the table claims.
pub(super) struct Claimed<K> {
    keys: Arc<dyn Reader>,
    values: Arc<dyn Reader>,
    left: Range<usize>,
    entries: std::vec::IntoIter<(K, u32)>,
    bytes: Vec<u8>,
}

impl<K: Key> Claimed<K> {
    pub(super) fn of(
        (tier, shard): (u32, u32),
        streams: ShardStreams<'_>,
    ) -> Result<Self, StoreError> {
        let keys = there(streams.table, Stream::keys(tier).of_shard(shard))?;
        let values = there(streams.table, Stream::values(tier).of_shard(shard))?;
        let counts = |reader: &Arc<dyn Reader>| -> Vec<u32> {
            reader.blocks().iter().map(|block| block.count).collect()
        };
        if counts(&keys) != counts(&values) {
            return Err(StoreError::failed(OtherBlocks(tier, shard)));
        }
        Ok(Self {
            left: 0..keys.blocks().len(),
            keys,
            values,
            entries: Vec::new().into_iter(),
            bytes: Vec::new(),
        })
    }

    fn read(&mut self, block: usize) -> Result<(), StoreError> {
        let (mut keys, mut cells) = (Vec::new(), Vec::new());
        streams::read_keys(&self.keys, block, &mut self.bytes, &mut keys)?;
        streams::read_cells(&self.values, block, &mut self.bytes, &mut cells)?;
        let entries: Vec<_> = keys.into_iter().zip(cells).collect();
        self.entries = entries.into_iter();
        Ok(())
    }
}

/// The values of a shard are not as many as its positions.
#[derive(Debug, thiserror::Error)]
#[error("tier {0}, shard {1} has other numbers of values than of positions")]
struct OtherBlocks(u32, u32);

impl<K: Key> Iterator for Claimed<K> {
    type Item = Result<(K, u32), StoreError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some((key, cell)) = self.entries.next() {
                return Some(Ok((key, cell)));
            }
            let block = self.left.next()?;
            if let Err(error) = self.read(block) {
                return Some(Err(error));
            }
        }
    }
}

/// What a trace has of a later tier, with the answers to it.
pub(super) struct Answered<K> {
    pub(super) keys: Vec<K>,
    pub(super) cells: Vec<u32>,
}

impl<K: Key> Answered<K> {
    pub(super) fn of(
        name: (u32, u32),
        trace: &Arc<dyn Reader>,
        section: Range<usize>,
        later: u32,
        streams: ShardStreams<'_>,
    ) -> Result<Self, StoreError> {
        let (mut keys, mut cells, mut bytes) = (Vec::new(), Vec::new(), Vec::new());
        for block in section {
            streams::read_keys(trace, block, &mut bytes, &mut keys)?;
        }
        for shard in 0..streams.shards.get(&later).copied().unwrap_or(0) {
            let answers = Stream::new(later, Kind::Answers).of_shard(shard);
            let answers = there(streams.checks, answers)?;
            let (first, last) = (section_id(name, 0), section_id(name, u32::MAX));
            let begin = answers
                .blocks()
                .partition_point(|block| block.first < first);
            let end = answers
                .blocks()
                .partition_point(|block| block.first <= last);
            for block in begin..end {
                streams::read_cells(&answers, block, &mut bytes, &mut cells)?;
            }
        }
        if keys.len() == cells.len() {
            Ok(Self { keys, cells })
        } else {
            Err(StoreError::failed(Misfit))
        }
    }
}
