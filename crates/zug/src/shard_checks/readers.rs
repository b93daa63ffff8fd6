//! Readers of the streams of a table in shards, and of those that the parts of a check have written.

use std::ops::Range;
use std::sync::Arc;

use zug_certify::{Beside, Told};
use zug_game::U256;
use zug_solve::scores::Attained;
use zug_solve::strong::tiers::Key;
use zug_solve::strong::tiers::store::{Block, Kind, Reader, Store, StoreError, Stream};
use zug_solve::strong::tiers::streams::{self, Cell, Cells};

use super::streams::ShardStreams;

/// The number by which a block of the answers to a trace is found among the answers of a shard, which have a part for each of
/// the [`Columns`].
pub(super) fn section_id(column: usize, (tier, shard): (u32, u32), block: u32) -> U256 {
    let of_trace = u128::from(tier) << 64 | u128::from(shard) << 32 | u128::from(block);
    U256::from((column as u128) << 96 | of_trace)
}

/// What a table has of its positions: values, and besides them nimbers or scores where it has these.
pub(super) struct Columns(Vec<(Kind, Cells)>);

/// The cells of a position in the columns of a table; 0 where the table has no second column.
pub(super) type Row = [u32; 2];

impl Columns {
    /// The columns of a table whose streams are of these kinds, in a game with this number of levels.
    pub(super) fn of(kinds: &[Kind], levels: u32) -> Self {
        let columns = kinds
            .iter()
            .filter_map(|&kind| Some((kind, Cells::of(kind, levels)?)));
        Self(columns.collect())
    }

    /// The places of the columns.
    pub(super) fn places(&self) -> Range<usize> {
        0..self.0.len()
    }

    /// What the table claims of a position by its cells.
    pub(super) fn claimed(&self, row: Row) -> Result<Told, StoreError> {
        let mut told = self
            .0
            .iter()
            .zip(row)
            .map(|((_, cells), cell)| cells.told(cell));
        let Some(Some(Cell::Value(entry))) = told.next() else {
            return Err(StoreError::failed(Misfit));
        };
        let beside = match told.next() {
            None => None,
            Some(Some(Cell::Nimber(nimber))) => Some(Beside::Nimber(nimber)),
            Some(Some(Cell::Score(score))) => Some(Beside::Score(score)),
            Some(Some(Cell::Attained(Attained { score, plies }))) => {
                Some(Beside::Attained(score, plies))
            }
            Some(Some(Cell::Value(_)) | None) => return Err(StoreError::failed(Misfit)),
        };
        Ok(Told {
            value: entry.value(),
            is_over: Some(entry.finished().is_some()),
            beside,
        })
    }

    /// Reads the rows of a block from one stream for each column; `block` gives its number in the stream of a column.
    fn read(
        &self,
        streams: &[Arc<dyn Reader>],
        block: impl Fn(usize) -> usize,
        (bytes, rows): (&mut Vec<u8>, &mut Vec<Row>),
    ) -> Result<(), StoreError> {
        let begin = rows.len();
        let mut read = Vec::new();
        for (place, ((_, cells), stream)) in self.0.iter().zip(streams).enumerate() {
            read.clear();
            cells.read(stream, block(place), bytes, &mut read)?;
            rows.resize(begin + read.len(), Row::default());
            for (row, cell) in rows[begin..].iter_mut().zip(&read) {
                row[place] = *cell;
            }
        }
        Ok(())
    }
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

/// Reads the keys of a shard with their rows, which are what the table claims.
pub(super) struct Claimed<'c, K> {
    keys: Arc<dyn Reader>,
    columns: &'c Columns,
    of_columns: Vec<Arc<dyn Reader>>,
    left: Range<usize>,
    entries: std::vec::IntoIter<(K, Row)>,
    bytes: Vec<u8>,
}

impl<'c, K: Key> Claimed<'c, K> {
    pub(super) fn of(
        (tier, shard): (u32, u32),
        columns: &'c Columns,
        streams: ShardStreams<'_>,
    ) -> Result<Self, StoreError> {
        let keys = there(streams.table, Stream::keys(tier).of_shard(shard))?;
        let counts = |reader: &Arc<dyn Reader>| -> Vec<u32> {
            reader.blocks().iter().map(|block| block.count).collect()
        };
        let mut of_columns = Vec::new();
        for (kind, _) in &columns.0 {
            let of_column = there(streams.table, Stream::new(tier, *kind).of_shard(shard))?;
            if counts(&keys) != counts(&of_column) {
                return Err(StoreError::failed(OtherBlocks(tier, shard)));
            }
            of_columns.push(of_column);
        }
        Ok(Self {
            left: 0..keys.blocks().len(),
            keys,
            columns,
            of_columns,
            entries: Vec::new().into_iter(),
            bytes: Vec::new(),
        })
    }

    fn read(&mut self, block: usize) -> Result<(), StoreError> {
        let (mut keys, mut rows) = (Vec::new(), Vec::new());
        streams::read_keys(&self.keys, block, &mut self.bytes, &mut keys)?;
        let to = (&mut self.bytes, &mut rows);
        self.columns.read(&self.of_columns, |_| block, to)?;
        let entries: Vec<_> = keys.into_iter().zip(rows).collect();
        self.entries = entries.into_iter();
        Ok(())
    }
}

/// The values of a shard, or its nimbers or scores, are not as many as its positions.
#[derive(Debug, thiserror::Error)]
#[error("tier {0}, shard {1} has other numbers of values, nimbers or scores than of positions")]
struct OtherBlocks(u32, u32);

impl<K: Key> Iterator for Claimed<'_, K> {
    type Item = Result<(K, Row), StoreError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(entry) = self.entries.next() {
                return Some(Ok(entry));
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
    pub(super) rows: Vec<Row>,
}

impl<K: Key> Answered<K> {
    pub(super) fn of(
        name: (u32, u32),
        trace: &Arc<dyn Reader>,
        (section, later): (Range<usize>, u32),
        columns: &Columns,
        streams: ShardStreams<'_>,
    ) -> Result<Self, StoreError> {
        let (mut keys, mut rows, mut bytes) = (Vec::new(), Vec::new(), Vec::new());
        for block in section {
            streams::read_keys(trace, block, &mut bytes, &mut keys)?;
        }
        for shard in 0..streams.shards.get(&later).copied().unwrap_or(0) {
            let answers = Stream::new(later, Kind::Answers).of_shard(shard);
            let answers = there(streams.checks, answers)?;
            let before = |id| answers.blocks().partition_point(|block| block.first < id);
            let begins = |column| before(section_id(column, name, 0));
            let blocks = before(section_id(0, name, u32::MAX)) - begins(0);
            let of_columns = vec![answers.clone(); columns.places().len()];
            for block in 0..blocks {
                let to = (&mut bytes, &mut rows);
                columns.read(&of_columns, |column| begins(column) + block, to)?;
            }
        }
        if keys.len() == rows.len() {
            Ok(Self { keys, rows })
        } else {
            Err(StoreError::failed(Misfit))
        }
    }
}
