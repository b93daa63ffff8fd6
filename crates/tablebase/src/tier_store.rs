//! A store of tiers on disk: what a solver finishes is kept, and what it needs again is read.
//!
//! The solver writes the keys and the values of a tier as a stream of blocks in codes of its
//! own; a stream is a file of the form that all files of a table have, complete or absent.
//! A run that is killed leaves the streams that it had finished, and the next run of the same
//! problem goes on behind them. When all tiers are there, a manifest makes a table of these
//! very files.
//!
//! Where positions are not solved tier by tier, the streams of the solver are checkpoints
//! (`zug_solve::checkpoint`). They are of no table, and go when the table is whole.
//!
//! While the work lasts the folder says what its streams are of (`unfinished.json`): a run of
//! another problem is refused before it reads any.
//!
//! Cost: compression at the quickest level, some hundred megabytes a second on each thread; 72 bytes of memory
//! a block of the streams that are open.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use zug_game::U256;
use zug_job::{Budget, Charge, Job, Phase, Progress, Refusal};
use zug_solve::strong::tiers::store::{self, Block, Reader, Store, StoreCost, StoreError};
use zug_solve::strong::tiers::units::Joined;
use zug_solve::strong::tiers::{MOST_IN_BLOCK, streams};
use zug_solve::table::{Counts, Table};

use crate::durable;
use crate::error::{Error, Fault, Place};
use crate::frame::{BlockEntry, ENTRY_BYTES, Kind, MOST_ENTRIES, Stamp, Stream};
use crate::identity::Identity;
use crate::manifest::{FileEntry, Manifest, ScoreRange, Told, Unfinished};
use crate::scratch::ScratchFolder;
use crate::stored::Checked;
use crate::stream_reader::{MOST_CODED, MOST_CODED_EACH, Scratch, StreamReader};
use crate::stream_writer::{Effort, Packer, StreamWriter};
use crate::write::Writer;

/// The bytes of the shortest compressed block: its magic number, its header, and a block of one
/// repeated byte.
const LEAST_COMPRESSED: u64 = 10;

/// Keeps the streams of tiers in a folder: while a solver works, and when it is done.
#[derive(Debug)]
pub struct TierStore {
    folder: PathBuf,
    stamp: Stamp,
    budget: Budget,
    /// The streams that are complete, as far as they were asked for or written.
    complete: Mutex<BTreeMap<Stream, Complete>>,
    pool: Arc<Pools>,
    /// Dropped last, as a folder may be removed with it.
    state: State,
}

/// Whether the work is done.
#[derive(Debug)]
enum State {
    /// A solver works, and its tiers are to become a table.
    Unfinished(Writer),
    /// A solver works, or the values are asked for, and nothing will be left of the tiers.
    Scratch { _folder: ScratchFolder },
    /// Units of work are done, each of which may be done by several processes at once.
    Units,
    /// Parts of a check are done, each of which may be done by several processes at once.
    Parts,
    /// All tiers are there, and nothing is written any more. A stream of a tier is that of all its shards.
    Finished(Manifest),
    /// As `Finished`, and a stream is that of one shard.
    Shards(Manifest),
}

/// A complete stream.
#[derive(Debug)]
struct Complete {
    file: FileEntry,
    /// What reads the stream, once it was asked for.
    reader: Option<Arc<TierReader>>,
}

impl TierStore {
    /// What a store takes of the memory, at least.
    pub const COST: StoreCost = StoreCost {
        a_thread: Scratch::BYTES + Packer::bytes(Effort::Solver),
        a_block: (size_of::<BlockEntry>() + size_of::<Block>()) as u64,
        a_key_quarters: 0,
        a_value: 0,
    };

    /// A lower bound on the bytes on the disk of the tiers of so many positions: a block of
    /// their keys and one of their values have an entry in a directory each, and some bytes
    /// however well they are compressed.
    #[must_use]
    pub fn least_on_disk(positions: u64) -> u64 {
        let blocks = positions.div_ceil(MOST_IN_BLOCK);
        blocks.saturating_mul(2 * (ENTRY_BYTES as u64 + LEAST_COMPRESSED))
    }

    /// Takes over the folder of a writer, with the streams of its table that an earlier run
    /// has finished there.
    ///
    /// # Errors
    ///
    /// The system refuses.
    pub fn new(writer: Writer, budget: &Budget) -> Result<Self, Error> {
        let folder = writer.folder();
        if Unfinished::read(folder)?.is_none() {
            // Nobody says what streams are of that may be there.
            writer.remove_streams()?;
            writer.remove_unfinished()?;
            Unfinished::write(writer.of(), folder)?;
        }
        let (folder, stamp) = (folder.to_owned(), writer.of().stamp());
        Ok(Self::with(folder, stamp, State::Unfinished(writer), budget))
    }

    /// Opens a finished table in tiers, which must be of this.
    ///
    /// # Errors
    ///
    /// There is no finished table, it cannot be read, it is damaged, of another version or of
    /// something else.
    pub fn open_of(folder: &Path, of: &Identity, budget: &Budget) -> Result<Self, Error> {
        let manifest = Manifest::read(folder)?;
        manifest.must_be_of(folder, of)?;
        let store = Self::with(
            folder.to_owned(),
            of.stamp(),
            State::Finished(manifest.clone()),
            budget,
        );
        for file in &manifest.files {
            store.reader(file.stream)?;
        }
        Ok(store)
    }

    /// The store of the units that were begun in a folder. Other processes may work there at the
    /// same time.
    pub(crate) fn of_units(folder: &Path, of: &Identity, budget: &Budget) -> Self {
        Self::with(folder.to_owned(), of.stamp(), State::Units, budget)
    }

    /// The store of a finished table that reads each shard by itself. Files are opened when they are asked for.
    pub(crate) fn of_shards(folder: &Path, manifest: &Manifest, budget: &Budget) -> Self {
        let stamp = manifest.of.stamp();
        Self::with(
            folder.to_owned(),
            stamp,
            State::Shards(manifest.clone()),
            budget,
        )
    }

    /// The store of what the parts of a check write in a folder, under the stamp of the table that they check.
    pub(crate) fn of_checks(folder: &Path, stamp: Stamp, budget: &Budget) -> Self {
        Self::with(folder.to_owned(), stamp, State::Parts, budget)
    }

    /// Makes a store whose tiers need not fit into the memory and are of no use afterwards: in a
    /// folder of its own inside this one, which is removed with the store. What a process left
    /// there that was killed is removed now.
    ///
    /// # Errors
    ///
    /// The system refuses.
    pub fn scratch(place: &Path, budget: &Budget) -> Result<Self, Error> {
        let folder = ScratchFolder::create(place)?;
        let path = folder.path().to_owned();
        // No other process reads these files.
        let stamp = Stamp(0);
        Ok(Self::with(
            path,
            stamp,
            State::Scratch { _folder: folder },
            budget,
        ))
    }

    fn with(folder: PathBuf, stamp: Stamp, state: State, budget: &Budget) -> Self {
        Self {
            folder,
            stamp,
            state,
            budget: budget.clone(),
            complete: Mutex::default(),
            pool: Arc::new(Pools::new(budget)),
        }
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The numbers of tiers whose positions are written and of tiers whose values are, as far as
    /// they were asked for or written since the store was opened.
    #[must_use]
    pub fn finished_tiers(&self) -> (usize, usize) {
        let complete = self.complete();
        let number = |kinds: [Kind; 2]| {
            let of = complete.keys().filter(|one| kinds.contains(&one.kind));
            of.count()
        };
        (
            number([Kind::Packed, Kind::Numbers]),
            number([Kind::Cells, Kind::Slots]),
        )
    }

    /// Makes a table of all streams. `kept` are the counts of their positions, `positions`
    /// those of the positions as the rules define them, and `gains` says whether moves of the game gain points.
    ///
    /// # Errors
    ///
    /// The system refuses; or nothing is to be left of the tiers.
    pub fn finish(
        &self,
        kept: Counts,
        positions: Option<Counts>,
        gains: bool,
    ) -> Result<Manifest, Error> {
        match &self.state {
            State::Finished(manifest) | State::Shards(manifest) => Ok(manifest.clone()),
            State::Scratch { .. } | State::Units | State::Parts => {
                Err(Error::Absent(self.folder.clone()))
            }
            State::Unfinished(writer) => {
                let complete = self.complete();
                let files = complete.values().map(|complete| complete.file);
                let files = files.filter(|file| file.stream.kind.is_of_table());
                let files: Vec<FileEntry> = files.collect();
                drop(complete);
                let told = Told {
                    scores: self.score_range(&files)?,
                    gains,
                    ..Told::default()
                };
                writer.finish(kept, positions, told, files)
            }
        }
    }

    /// The range of the scores in these files; `None` if there are none.
    pub(crate) fn score_range(&self, files: &[FileEntry]) -> Result<Option<ScoreRange>, Error> {
        let mut range = None;
        for file in files {
            if matches!(file.stream.kind, Kind::ScoreCells | Kind::AttainedCells)
                && let Some(reader) = self.reader(file.stream)?
                && let Some(scores) = streams::score_range(&*reader)
            {
                for score in [*scores.start(), *scores.end()] {
                    range = Some(ScoreRange::with(range, score));
                }
            }
        }
        Ok(range)
    }

    /// Writes a table that was solved in memory, as [`Writer::write`] does; the streams of this
    /// store are checkpoints, which go when the table is whole.
    ///
    /// # Errors
    ///
    /// Those of [`Writer::write`]. Then the checkpoints stay.
    pub fn write(
        &self,
        table: &dyn Table<Position = U256>,
        positions: Option<Counts>,
        job: &Job,
    ) -> Result<Manifest, Error> {
        match &self.state {
            State::Unfinished(writer) => writer.write(table, positions, job),
            State::Scratch { .. }
            | State::Units
            | State::Parts
            | State::Finished(_)
            | State::Shards(_) => Err(Error::Absent(self.folder.clone())),
        }
    }

    /// Reads every block of every file of a finished table and compares the checksums, and the range of the scores. It
    /// does not look at what the blocks say, which is a solver's code.
    ///
    /// # Errors
    ///
    /// The first damage that is found; or the caller cancelled.
    pub fn check(&self, job: &Job) -> Result<Checked, Error> {
        let mut checked = Checked::default();
        let State::Finished(manifest) = &self.state else {
            return Ok(checked);
        };
        let mut scratch = Scratch::new().map_err(|why| Error::system("read", &self.folder, why))?;
        for file in &manifest.files {
            let reader = StreamReader::open(&self.folder, file.stream, self.stamp, &self.budget)?;
            for block in 0..reader.blocks().len() {
                reader.read_block(block, &mut scratch)?;
                if matches!(file.stream.kind, Kind::Packed | Kind::Numbers) {
                    checked.positions += u64::from(reader.blocks()[block].count);
                }
                job.tell(&Progress {
                    bytes: job.budget.used(),
                    ..Progress::at(Phase::Verifying, checked.positions)
                })?;
            }
            checked.files += 1;
            checked.blocks += reader.blocks().len() as u64;
            checked.bytes += reader.bytes();
        }
        if self.score_range(&manifest.files)? != manifest.scores {
            let path = self.folder.join(crate::manifest::NAME);
            return Err(Error::damaged(&path, Place::File, Fault::Form));
        }
        Ok(checked)
    }

    fn complete(&self) -> MutexGuard<'_, BTreeMap<Stream, Complete>> {
        self.complete.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The reader of a stream; `None` if the stream is absent.
    fn reader(&self, stream: Stream) -> Result<Option<Arc<TierReader>>, Error> {
        if let Some(Complete {
            reader: Some(reader),
            ..
        }) = self.complete().get(&stream)
        {
            return Ok(Some(reader.clone()));
        }
        let told = match &self.state {
            State::Unfinished(_) | State::Scratch { .. } | State::Units | State::Parts => {
                if !self.folder.join(stream.file_name()).exists() {
                    return Ok(None);
                }
                None
            }
            State::Finished(manifest) | State::Shards(manifest) => {
                let told = manifest.files.iter().find(|file| file.stream == stream);
                let Some(told) = told else {
                    return Ok(None);
                };
                Some(*told)
            }
        };
        let reader = StreamReader::open(&self.folder, stream, self.stamp, &self.budget)?;
        let file = FileEntry::of(stream, &reader);
        if told.is_some_and(|told| told != file) {
            return Err(Error::damaged(reader.path(), Place::File, Fault::Stranger));
        }
        let reader = TierReader::new(reader, self.pool.clone(), &self.budget);
        let reader = Arc::new(reader.map_err(Error::refused)?);
        let complete = Complete {
            file,
            reader: Some(reader.clone()),
        };
        self.complete().insert(stream, complete);
        Ok(Some(reader))
    }
}

/// The file of a solver's stream.
pub(crate) fn stream(of: store::Stream) -> Stream {
    Stream {
        tier: of.tier,
        shard: of.shard,
        kind: match of.kind {
            store::Kind::Keys => Kind::Packed,
            store::Kind::Values => Kind::Cells,
            store::Kind::Nimbers => Kind::NimberCells,
            store::Kind::Scores => Kind::ScoreCells,
            store::Kind::Attained => Kind::AttainedCells,
            store::Kind::Numbers => Kind::Numbers,
            store::Kind::Slots => Kind::Slots,
            store::Kind::Found => Kind::Found,
            store::Kind::Degrees => Kind::Degrees,
            store::Kind::Moves => Kind::Moves,
            store::Kind::Levels => Kind::Levels,
            store::Kind::Split => Kind::Split,
            store::Kind::Run => Kind::Run,
            store::Kind::Answers => Kind::Answers,
            store::Kind::Tally => Kind::Tally,
        },
    }
}

/// The error for a solver.
fn failed(error: Error) -> StoreError {
    match error {
        Error::Stopped(stopped) => match stopped.refusal() {
            Some(refusal) => refusal.into(),
            None => StoreError::failed(stopped),
        },
        error => StoreError::failed(error),
    }
}

impl Store for TierStore {
    fn create(&self, of: store::Stream) -> Result<Box<dyn store::Writer + '_>, StoreError> {
        let stream = stream(of);
        let effort = match self.state {
            State::Unfinished(_) => Effort::Solver,
            State::Scratch { .. } => Effort::Scratch,
            State::Units => Effort::Unit,
            State::Parts => Effort::Part,
            // A finished table has all its streams.
            State::Finished(_) | State::Shards(_) => {
                return Err(failed(Error::Absent(self.folder.clone())));
            }
        };
        self.complete().remove(&stream);
        let (stamp, budget) = (self.stamp, &self.budget);
        let out = StreamWriter::create(&self.folder, stream, stamp, effort, budget);
        Ok(Box::new(TierWriter {
            store: self,
            stream,
            out: out.map_err(failed)?,
        }))
    }

    fn open(&self, of: store::Stream) -> Result<Option<Arc<dyn Reader>>, StoreError> {
        let kind = of.kind;
        let of = stream(of);
        let shards = match &self.state {
            State::Finished(manifest) => {
                let files = manifest.files.iter().map(|file| file.stream);
                let of_tier = files.filter(|file| (file.tier, file.kind) == (of.tier, of.kind));
                of_tier.collect()
            }
            _ => vec![of],
        };
        let mut readers = Vec::new();
        for shard in shards {
            let Some(reader) = self.reader(shard).map_err(failed)? else {
                return Ok(None);
            };
            readers.push(reader as Arc<dyn Reader>);
        }
        if readers.len() < 2 {
            return Ok(readers.pop());
        }
        Ok(Some(Arc::new(Joined::new(kind, readers, &self.budget)?)))
    }

    fn remove(&self, of: store::Stream) -> Result<(), StoreError> {
        let stream = stream(of);
        if let State::Finished(_) | State::Shards(_) = self.state {
            return Err(failed(Error::Absent(self.folder.clone())));
        }
        self.complete().remove(&stream);
        durable::remove_if_there(&self.folder.join(stream.file_name())).map_err(failed)
    }

    fn pack(&self, bytes: &mut Vec<u8>) -> Result<(), StoreError> {
        let make = || Packer::new(Effort::Solver);
        let packers = &self.pool.packers;
        packers.with(Packer::bytes(Effort::Solver), make, |packer| {
            packer.pack(bytes).map_err(StoreError::failed)
        })
    }

    fn cost(&self) -> StoreCost {
        Self::COST
    }

    fn held_bytes(&self) -> u64 {
        let complete = self.complete();
        let readers = complete
            .values()
            .filter_map(|complete| complete.reader.as_ref());
        readers.map(|reader| reader.held_bytes()).sum()
    }
}

/// Writes a solver's stream.
struct TierWriter<'s> {
    store: &'s TierStore,
    stream: Stream,
    out: StreamWriter,
}

impl store::Writer for TierWriter<'_> {
    fn write(&mut self, block: Block, bytes: &[u8]) -> Result<(), StoreError> {
        let (first, count) = checked(block, bytes.len())?;
        self.out.write(first, count, bytes).map_err(failed)
    }

    fn write_packed(&mut self, block: Block, bytes: &[u8]) -> Result<(), StoreError> {
        let content = zstd::zstd_safe::get_frame_content_size(bytes)
            .ok()
            .flatten();
        let (first, count) = checked(block, content.map_or(usize::MAX, |bytes| bytes as usize))?;
        let written = self.out.write_packed(first, count, bytes);
        written.map_err(failed)
    }

    fn finish(self: Box<Self>, note: u64) -> Result<(), StoreError> {
        let Self { store, stream, out } = *self;
        let written = out.finish(note).map_err(failed)?;
        let complete = Complete {
            file: FileEntry::new(stream, written),
            reader: None,
        };
        store.complete().insert(stream, complete);
        Ok(())
    }
}

/// The first key and the number of positions of a block of so many bytes, if a table can have it.
fn checked(block: Block, bytes: usize) -> Result<(U256, usize), StoreError> {
    let count = block.count as usize;
    if count > MOST_ENTRIES || bytes > MOST_CODED + MOST_CODED_EACH * count {
        return Err(StoreError::failed(TooLarge));
    }
    Ok((block.first, count))
}

/// A solver's block is larger than the blocks of tables can be.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("a block of a tier is larger than a table allows")]
struct TooLarge;

/// Reads a solver's stream.
struct TierReader {
    file: StreamReader,
    blocks: Vec<Block>,
    pool: Arc<Pools>,
    charge: Charge,
}

impl TierReader {
    fn new(file: StreamReader, pool: Arc<Pools>, budget: &Budget) -> Result<Self, Refusal> {
        let mut charge = budget.open();
        let mut blocks = Vec::new();
        charge.regrow(&mut blocks, file.blocks().len())?;
        blocks.extend(file.blocks().iter().map(|entry| Block {
            first: entry.first,
            count: entry.count,
        }));
        Ok(Self {
            file,
            blocks,
            pool,
            charge,
        })
    }

    fn held_bytes(&self) -> u64 {
        self.file.held_bytes() + self.charge.bytes()
    }
}

impl Reader for TierReader {
    fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    fn note(&self) -> u64 {
        self.file.footer().note
    }

    fn read(&self, block: usize, bytes: &mut Vec<u8>) -> Result<(), StoreError> {
        self.pool
            .scratches
            .with(Scratch::BYTES, Scratch::new, |scratch| {
                // The bytes are decompressed to where they are wanted.
                std::mem::swap(bytes, &mut scratch.bytes);
                let read = self.file.read_block(block, scratch);
                std::mem::swap(bytes, &mut scratch.bytes);
                read.map_err(failed)
            })
    }
}

impl fmt::Debug for TierReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TierReader")
            .field("file", &self.file.path())
            .finish_non_exhaustive()
    }
}

/// What decompressing and compressing take.
#[derive(Debug)]
struct Pools {
    scratches: Pool<Scratch>,
    packers: Pool<Packer>,
}

impl Pools {
    fn new(budget: &Budget) -> Self {
        Self {
            scratches: Pool::new(budget),
            packers: Pool::new(budget),
        }
    }
}

/// Things of one kind, one for each thread that needs one at a time.
#[derive(Debug)]
struct Pool<T> {
    free: Mutex<Vec<T>>,
    charge: Mutex<Charge>,
}

impl<T> Pool<T> {
    fn new(budget: &Budget) -> Self {
        Self {
            free: Mutex::default(),
            charge: Mutex::new(budget.open()),
        }
    }

    /// Does work with one of these things, which takes so many bytes where it is made first.
    fn with<U>(
        &self,
        bytes: u64,
        make: impl FnOnce() -> io::Result<T>,
        work: impl FnOnce(&mut T) -> Result<U, StoreError>,
    ) -> Result<U, StoreError> {
        let free = || self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = free().pop();
        let mut thing = if let Some(thing) = kept {
            thing
        } else {
            let mut charge = self.charge.lock().unwrap_or_else(PoisonError::into_inner);
            charge.grow(bytes)?;
            make().map_err(StoreError::failed)?
        };
        let done = work(&mut thing);
        free().push(thing);
        done
    }
}
