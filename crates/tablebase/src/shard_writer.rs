//! Writes all streams of a shard at once, from positions in ascending order.

use std::path::Path;

use zug_game::U256;
use zug_job::Budget;

use crate::cell::{Cell, Ending};
use crate::codec::{keys, numbers, outcomes, scores};
use crate::error::Error;
use crate::frame::{Kind, Stamp, Stream};
use crate::manifest::FileEntry;
use crate::stream_writer::{Effort, StreamWriter};

/// The number of positions of a block. Larger blocks compress better and take longer to look
/// one position up: see the figures in the crate's documentation.
pub(crate) const BLOCK: usize = 2048;

/// Writes a shard.
#[derive(Debug)]
pub(crate) struct ShardWriter {
    streams: Vec<(Stream, StreamWriter)>,
    keys: Vec<U256>,
    cells: Vec<Cell>,
    bytes: Vec<u8>,
    numbers: Vec<u32>,
    scores: Vec<u64>,
    endings: Vec<Ending>,
    /// Whether the plies of draws are written too.
    keeps_draws: bool,
}

impl ShardWriter {
    /// A writer of the streams that each shard has, and of `more` beside them: nimbers or scores.
    pub(crate) fn create(
        folder: &Path,
        tier: u32,
        shard: u32,
        more: &[Kind],
        stamp: Stamp,
        budget: &Budget,
    ) -> Result<Self, Error> {
        let mut kinds = vec![Kind::Keys, Kind::Outcomes, Kind::Remoteness];
        kinds.extend_from_slice(more);
        let streams = kinds.into_iter().map(|kind| {
            let stream = Stream { tier, shard, kind };
            let writer = StreamWriter::create(folder, stream, stamp, Effort::Table, budget)?;
            Ok((stream, writer))
        });
        Ok(Self {
            streams: streams.collect::<Result<_, Error>>()?,
            keys: Vec::with_capacity(BLOCK),
            cells: Vec::with_capacity(BLOCK),
            bytes: Vec::new(),
            numbers: Vec::new(),
            scores: Vec::new(),
            endings: Vec::new(),
            keeps_draws: false,
        })
    }

    /// The writer of a shard in which the plies of draws are kept too.
    pub(crate) fn with_plies_of_draws(self) -> Self {
        Self {
            keeps_draws: true,
            ..self
        }
    }

    /// Adds a position, whose key is greater than all keys before: the caller checks that.
    pub(crate) fn push(&mut self, key: U256, cell: Cell) -> Result<(), Error> {
        self.keys.push(key);
        self.cells.push(cell);
        if self.keys.len() == BLOCK {
            self.write_block()?;
        }
        Ok(())
    }

    fn write_block(&mut self) -> Result<(), Error> {
        let Self {
            streams,
            keys,
            cells,
            bytes,
            numbers,
            scores,
            endings,
            keeps_draws,
        } = self;
        let Some(&first) = keys.first() else {
            return Ok(());
        };
        endings.clear();
        endings.extend(cells.iter().map(|cell| cell.ending));
        for (stream, writer) in streams {
            bytes.clear();
            numbers.clear();
            match stream.kind {
                Kind::Keys => keys::encode(keys, bytes),
                Kind::Outcomes => outcomes::encode(endings.iter().copied(), bytes),
                Kind::Remoteness => {
                    numbers.extend(cells.iter().map(|cell| cell.plies));
                    if *keeps_draws {
                        for ending in &mut *endings {
                            *ending = ending.of_plies();
                        }
                    }
                    numbers::encode_plies(numbers, endings, bytes);
                }
                Kind::Nimbers => {
                    // 0 is for a position without a nimber.
                    numbers.extend(cells.iter().map(|cell| cell.nimber.map_or(0, |n| n + 1)));
                    numbers::encode(numbers, bytes);
                }
                Kind::Scores => {
                    let told = cells.iter();
                    let told = told.map(|cell| (cell.score.unwrap_or_default(), cell.ending));
                    scores::encode(told, scores, bytes);
                }
                _ => unreachable!("these are written by a solver"),
            }
            writer.write(first, keys.len(), bytes)?;
        }
        keys.clear();
        cells.clear();
        Ok(())
    }

    /// Finishes all files. The keys are last, so that a shard with keys has all its streams.
    pub(crate) fn finish(mut self) -> Result<Vec<FileEntry>, Error> {
        self.write_block()?;
        let streams = self.streams.into_iter().rev();
        let written = streams.map(|(stream, writer)| {
            let written = writer.finish(0)?;
            Ok(FileEntry::new(stream, written))
        });
        let mut files = written.collect::<Result<Vec<_>, Error>>()?;
        files.reverse();
        Ok(files)
    }
}
