//! A table on disk, as a [`Table`].
//!
//! A look-up finds the block by halving the first keys of the blocks, which are in memory, and
//! reads at most three small blocks: keys, outcomes, and remoteness for a value or scores for a
//! score. Blocks that were decoded are kept in a cache of bounded size, which is charged to the
//! budget when the table is opened.
//!
//! Cost, measured on Connect Four 5 wide 5 high: see the crate's documentation. When not to use
//! it: a pass over all positions goes by [`Table::each_block`], which reads each block once.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use zug_game::U256;
use zug_job::{Budget, Charge, Job, Phase, Progress};
use zug_solve::table::{Counts, Entry, Table, Take, Unreadable};
use zug_values::{Infinity, LoopyNimber, Nimber, Plies, Value};

use crate::cache::{BlockId, Cache, Decoded};
use crate::cell::{Cell, Ending};
use crate::codec::keys::{self, KeyBlock};
use crate::codec::{numbers, outcomes, scores};
use crate::error::{Error, Fault, Place};
use crate::frame::{Kind, Stream};
use crate::identity::Identity;
use crate::infinities::{self, Infinities};
use crate::manifest::{Manifest, ScoreRange, Totals};
use crate::stream_reader::{Scratch, StreamReader};

/// The largest number of bytes of the cache.
const MOST_CACHE: u64 = 256 << 20;

/// The least number of bytes of the cache with which a table is opened.
const LEAST_CACHE: u64 = 1 << 20;

/// The number of kinds of streams, which tells the streams of two shards apart in the cache.
const KINDS: u32 = Kind::ALL.len() as u32;

/// The parts of the cache. Threads that ask for different blocks seldom wait for each other.
const STRIPES: usize = 8;

/// A finished table on disk. Several threads may ask it at once.
#[derive(Debug)]
pub struct StoredTable {
    folder: PathBuf,
    manifest: Manifest,
    shards: Vec<Shard>,
    /// The sets of its loopy nimbers; `None` if it has none.
    infinities: Option<Vec<Infinity>>,
    stripes: Vec<Mutex<Stripe>>,
    held_bytes: u64,
    _charge: Charge,
}

/// The streams of a shard. Block n of each is about the keys of block n of the keys.
#[derive(Debug)]
struct Shard {
    keys: StreamReader,
    outcomes: StreamReader,
    remoteness: StreamReader,
    nimbers: Option<StreamReader>,
    scores: Option<StreamReader>,
    /// The place in the table of the first position of each block, and at the end that of the
    /// first position after the shard.
    starts: Vec<u64>,
}

/// A part of the cache, with what decoding takes.
#[derive(Debug)]
struct Stripe {
    cache: Cache,
    scratch: Scratch,
}

/// The place of a position in a table.
#[derive(Clone, Copy, Debug)]
struct Found {
    shard: usize,
    block: usize,
    place: usize,
}

impl StoredTable {
    /// Opens the table in a folder, whatever it is of.
    ///
    /// # Errors
    ///
    /// There is no finished table, it cannot be read, it is damaged or of another version; or
    /// the memory does not suffice.
    pub fn open(folder: &Path, budget: &Budget) -> Result<Self, Error> {
        let manifest = Manifest::read(folder)?;
        Self::of_manifest(folder, manifest, budget)
    }

    /// Opens the table in a folder, which must be of this.
    ///
    /// # Errors
    ///
    /// Those of [`StoredTable::open`]; the table is of something else.
    pub fn open_of(folder: &Path, of: &Identity, budget: &Budget) -> Result<Self, Error> {
        let manifest = Manifest::read(folder)?;
        manifest.must_be_of(folder, of)?;
        Self::of_manifest(folder, manifest, budget)
    }

    fn of_manifest(folder: &Path, manifest: Manifest, budget: &Budget) -> Result<Self, Error> {
        let shards = open_shards(folder, &manifest, budget)?;
        let sets = manifest.infinities.as_ref().map(Infinities::sets);
        let infinities = match sets {
            Some(None) => {
                let path = folder.join(crate::manifest::NAME);
                return Err(Error::damaged(&path, Place::File, Fault::Form));
            }
            sets => sets.flatten(),
        };
        let of_infinities = manifest.infinities.as_ref().map_or(0, Infinities::bytes);
        let streams = shards.iter().flat_map(Shard::streams);
        let directories: u64 = streams.map(StreamReader::held_bytes).sum();
        let starts = shards
            .iter()
            .map(|shard| size_of_val(&*shard.starts) as u64);
        let starts: u64 = starts.sum();
        // A cache larger than all blocks decoded would be wasted.
        let all = manifest
            .kept
            .positions()
            .unwrap_or(u64::MAX)
            .saturating_mul(8);
        let most = (budget.left() / 4).clamp(LEAST_CACHE, MOST_CACHE);
        let cache = most.min(all.max(LEAST_CACHE));
        let scratch = STRIPES as u64 * Scratch::BYTES;
        let charge = budget
            .charge(cache + scratch + starts + of_infinities)
            .map_err(Error::refused)?;
        let stripe = || {
            let scratch = Scratch::new();
            let scratch = scratch.map_err(|why| Error::system("read", folder, why))?;
            let cache = Cache::new(cache as usize / STRIPES);
            Ok(Mutex::new(Stripe { cache, scratch }))
        };
        let stripes = (0..STRIPES).map(|_| stripe());
        Ok(Self {
            folder: folder.to_owned(),
            shards,
            infinities,
            stripes: stripes.collect::<Result<_, Error>>()?,
            held_bytes: directories + cache + scratch + starts + of_infinities,
            manifest,
            _charge: charge,
        })
    }

    /// The folder of the table.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What the table says of itself.
    #[must_use]
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// What the table knows of a position; `None` if it does not have the position.
    ///
    /// # Errors
    ///
    /// The table cannot be read, or is damaged.
    pub fn cell(&self, position: U256) -> Result<Option<Cell>, Error> {
        let Some(found) = self.locate(position)? else {
            return Ok(None);
        };
        let (ending, plies) = self.value_at(found)?;
        let plies = match ending {
            Ending::DrawByPlay | Ending::FinishedDraw if self.manifest.gains => {
                self.plies_at(found, ending)?
            }
            _ => plies,
        };
        let nimber = self.loopy_nimber_at(found)?;
        let nimber = nimber.and_then(|nimber| nimber.nimber());
        let nimber = nimber.map(|Nimber(nimber)| nimber);
        let score = self.score_at(found)?;
        Ok(Some(Cell {
            ending,
            plies,
            nimber,
            score,
        }))
    }

    fn locate(&self, position: U256) -> Result<Option<Found>, Error> {
        for (number, shard) in self.shards.iter().enumerate() {
            let blocks = shard.keys.blocks();
            let after = blocks.partition_point(|block| block.first <= position);
            let Some(block) = after.checked_sub(1) else {
                continue;
            };
            if let Some(place) = self.keys(number, block)?.find(position) {
                let shard = number;
                return Ok(Some(Found {
                    shard,
                    block,
                    place,
                }));
            }
        }
        Ok(None)
    }

    /// The shard, the block and the place in it that a place of the table is.
    fn located(&self, place: u64) -> Option<Found> {
        let end = |shard: &Shard| shard.starts.last().copied().unwrap_or_default();
        let shard = self.shards.partition_point(|shard| end(shard) <= place);
        let starts = &self.shards.get(shard)?.starts;
        let block = starts.partition_point(|&start| start <= place) - 1;
        Some(Found {
            shard,
            block,
            place: (place - starts[block]) as usize,
        })
    }

    /// A block of keys.
    fn keys(&self, shard: usize, block: usize) -> Result<Arc<KeyBlock>, Error> {
        match self.decoded(shard, Kind::Keys, block)? {
            Decoded::Keys(keys) => Ok(keys),
            Decoded::Bytes(_) => unreachable!("blocks of keys are decoded as keys"),
        }
    }

    /// The ending at a place.
    fn ending_at(&self, at: Found) -> Result<Ending, Error> {
        let bytes = self.bytes(at.shard, Kind::Outcomes, at.block)?;
        Ok(outcomes::get(&bytes, at.place))
    }

    /// The ending and the remoteness at a place.
    fn value_at(&self, at: Found) -> Result<(Ending, u32), Error> {
        let ending = self.ending_at(at)?;
        if matches!(ending, Ending::DrawByPlay | Ending::FinishedDraw) {
            return Ok((ending, 0));
        }
        Ok((ending, self.plies_at(at, ending)?))
    }

    /// The plies at a place with this ending, of draws too where they are kept.
    fn plies_at(&self, at: Found, ending: Ending) -> Result<u32, Error> {
        let count = self.shards[at.shard].keys.blocks()[at.block].count as usize;
        let bytes = self.bytes(at.shard, Kind::Remoteness, at.block)?;
        let plies = numbers::get_plies(&bytes, count, at.place, ending.of_plies());
        Ok(plies)
    }

    /// The loopy nimber at a place, or the nimber where the table has no loopy ones.
    fn loopy_nimber_at(&self, at: Found) -> Result<Option<LoopyNimber>, Error> {
        let Some(code) = self.code_at(at)? else {
            return Ok(None);
        };
        let Some(sets) = &self.infinities else {
            return Ok(Some(Nimber(code).into()));
        };
        let stream = self.shards[at.shard].stream(Kind::Nimbers);
        let nimber = infinities::of_code(code, sets);
        nimber.map(Some).ok_or_else(|| stream.malformed(at.block))
    }

    /// What the stream of nimbers has at a place.
    fn code_at(&self, at: Found) -> Result<Option<u32>, Error> {
        if self.shards[at.shard].nimbers.is_none() {
            return Ok(None);
        }
        let count = self.shards[at.shard].keys.blocks()[at.block].count as usize;
        let bytes = self.bytes(at.shard, Kind::Nimbers, at.block)?;
        Ok(numbers::get(&bytes, count, at.place).checked_sub(1))
    }

    fn score_at(&self, at: Found) -> Result<Option<i64>, Error> {
        let shard = &self.shards[at.shard];
        let Some(stream) = &shard.scores else {
            return Ok(None);
        };
        let count = shard.keys.blocks()[at.block].count as usize;
        let ending = self.ending_at(at)?;
        let bytes = self.bytes(at.shard, Kind::Scores, at.block)?;
        let score = scores::get(&bytes, count, at.place, ending);
        score.map(Some).map_err(|_| stream.malformed(at.block))
    }

    /// The bytes of a block that has no keys.
    fn bytes(&self, shard: usize, kind: Kind, block: usize) -> Result<Arc<[u8]>, Error> {
        match self.decoded(shard, kind, block)? {
            Decoded::Bytes(bytes) => Ok(bytes),
            Decoded::Keys(_) => unreachable!("only blocks of keys are decoded as keys"),
        }
    }

    /// A block, from the cache or from the disk.
    fn decoded(&self, shard: usize, kind: Kind, block: usize) -> Result<Decoded, Error> {
        let id: BlockId = (shard as u32 * KINDS + kind as u32, block as u32);
        let mut stripe = self.stripe(id);
        if let Some(found) = stripe.cache.get(id) {
            return Ok(found);
        }
        let reader = self.shards[shard].stream(kind);
        let Stripe { cache, scratch } = &mut *stripe;
        reader.read_block(block, scratch)?;
        let decoded = if kind == Kind::Keys {
            let entry = reader.blocks()[block];
            let keys = KeyBlock::new(entry.first, entry.count as usize, &scratch.bytes);
            Decoded::Keys(Arc::new(keys.map_err(|_| reader.malformed(block))?))
        } else {
            Decoded::Bytes((&*scratch.bytes).into())
        };
        cache.put(id, decoded.clone());
        Ok(decoded)
    }

    fn stripe(&self, (file, block): BlockId) -> MutexGuard<'_, Stripe> {
        let stripe = (file.wrapping_mul(5).wrapping_add(block)) as usize % STRIPES;
        // A thread that panicked left at worst the bytes of a half-read block behind, which
        // the next reader writes over.
        self.stripes[stripe]
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads every block of every file, and compares what the blocks hold with what the
    /// manifest says of them. It does not compare with the rules, which this crate does not
    /// know.
    ///
    /// # Errors
    ///
    /// The first damage that is found; or the caller cancelled.
    pub fn check(&self, job: &Job) -> Result<Checked, Error> {
        let mut checked = Checked::default();
        let mut counts = Counts::default();
        let mut range: Option<ScoreRange> = None;
        let mut scratch = Scratch::new().map_err(|why| Error::system("read", &self.folder, why))?;
        let mut read = BlockOfCells::default();
        for shard in &self.shards {
            for block in 0..shard.keys.blocks().len() {
                shard.read(block, &mut scratch, &mut read)?;
                if let Some(nimbers) = &shard.nimbers {
                    nimbers.read_block(block, &mut scratch)?;
                    if let Some(sets) = &self.infinities {
                        let count = read.cells.len();
                        let codes =
                            (0..count).map(|place| numbers::get(&scratch.bytes, count, place));
                        let mut codes = codes.filter_map(|code| code.checked_sub(1));
                        if codes.any(|code| infinities::of_code(code, sets).is_none()) {
                            return Err(nimbers.malformed(block));
                        }
                    }
                }
                if let Some(stream) = &shard.scores {
                    stream.read_block(block, &mut scratch)?;
                    let count = read.cells.len();
                    for (place, cell) in read.cells.iter().enumerate() {
                        let score = scores::get(&scratch.bytes, count, place, cell.ending);
                        let score = score.map_err(|_| stream.malformed(block))?;
                        range = Some(ScoreRange::with(range, score));
                    }
                }
                for (key, cell) in read.keys.iter().zip(&read.cells) {
                    counts.add(&cell.entry(*key), 1);
                }
                let reached = Progress {
                    frontier: self.len().saturating_sub(counts.positions()),
                    bytes: job.budget.used(),
                    whole: Some(self.len()),
                    ..Progress::at(Phase::Verifying, counts.positions())
                };
                job.tell(&reached)?;
            }
            for stream in shard.streams() {
                checked.files += 1;
                checked.blocks += stream.blocks().len() as u64;
                checked.bytes += stream.bytes();
            }
        }
        checked.positions = counts.positions();
        if Totals::from(counts) != self.manifest.kept || range != self.manifest.scores {
            let path = self.folder.join(crate::manifest::NAME);
            return Err(Error::damaged(&path, Place::File, Fault::Form));
        }
        Ok(checked)
    }

    /// Hands on all positions with their cells, nimbers included, block by block.
    fn each(&self, take: &mut dyn FnMut(&BlockOfCells) -> ControlFlow<()>) -> Result<(), Error> {
        let mut scratch = Scratch::new().map_err(|why| Error::system("read", &self.folder, why))?;
        let mut read = BlockOfCells::default();
        for shard in &self.shards {
            for block in 0..shard.keys.blocks().len() {
                shard.read(block, &mut scratch, &mut read)?;
                if take(&read).is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// What a check of all bytes has read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Checked {
    /// The number of files, without the manifest.
    pub files: u64,
    /// The number of blocks.
    pub blocks: u64,
    /// The size of the files.
    pub bytes: u64,
    /// The number of positions.
    pub positions: u64,
}

impl std::ops::AddAssign for Checked {
    fn add_assign(&mut self, other: Self) {
        self.files += other.files;
        self.blocks += other.blocks;
        self.bytes += other.bytes;
        self.positions += other.positions;
    }
}

impl Table for StoredTable {
    type Position = U256;

    fn find(&self, position: &U256) -> Result<Option<Value>, Unreadable> {
        let Some(found) = self.locate(*position)? else {
            return Ok(None);
        };
        let (ending, plies) = self.value_at(found)?;
        let cell = Cell {
            ending,
            plies,
            nimber: None,
            score: None,
        };
        Ok(Some(cell.value()))
    }

    fn nimber(&self, position: &U256) -> Result<Option<Nimber>, Unreadable> {
        // Where play can go round positions have loopy nimbers, and no others.
        if self.infinities.is_some() {
            return Ok(None);
        }
        let nimber = self.loopy_nimber(position)?;
        Ok(nimber.and_then(|nimber| nimber.nimber()))
    }

    fn loopy_nimber(&self, position: &U256) -> Result<Option<LoopyNimber>, Unreadable> {
        if self.shards.iter().all(|shard| shard.nimbers.is_none()) {
            return Ok(None);
        }
        let Some(found) = self.locate(*position)? else {
            return Ok(None);
        };
        Ok(self.loopy_nimber_at(found)?)
    }

    fn score(&self, position: &U256) -> Result<Option<i64>, Unreadable> {
        let Some(found) = self.locate(*position)? else {
            return Ok(None);
        };
        Ok(self.score_at(found)?)
    }

    fn plies(&self, position: &U256) -> Result<Option<Plies>, Unreadable> {
        if !self.manifest.gains {
            return Ok(None);
        }
        let Some(found) = self.locate(*position)? else {
            return Ok(None);
        };
        let ending = self.ending_at(found)?;
        Ok(Some(Plies(self.plies_at(found, ending)?)))
    }

    fn has_scores(&self) -> bool {
        self.manifest.scores.is_some()
    }

    fn place(&self, position: &U256) -> Result<Option<u64>, Unreadable> {
        let found = self.locate(*position)?;
        Ok(found.map(|at| self.shards[at.shard].starts[at.block] + at.place as u64))
    }

    fn entry(&self, place: u64) -> Result<Option<Entry<U256>>, Unreadable> {
        let Some(at) = self.located(place) else {
            return Ok(None);
        };
        let key = self.keys(at.shard, at.block)?.key(at.place);
        let key = key.ok_or_else(|| self.shards[at.shard].keys.malformed(at.block))?;
        let (ending, plies) = self.value_at(at)?;
        let cell = Cell {
            ending,
            plies,
            nimber: None,
            score: None,
        };
        Ok(Some(cell.entry(key)))
    }

    fn len(&self) -> u64 {
        // A manifest whose counts exceed 64 bits was refused.
        self.manifest.kept.positions().unwrap_or(u64::MAX)
    }

    fn held_bytes(&self) -> u64 {
        self.held_bytes
    }

    fn each_block(&self, take: &mut Take<'_, U256>) -> Result<(), Unreadable> {
        let mut entries: Vec<Entry<U256>> = Vec::new();
        Ok(self.each(&mut |read| {
            entries.clear();
            let pairs = read.keys.iter().zip(&read.cells);
            entries.extend(pairs.map(|(&key, cell)| cell.entry(key)));
            take(&entries)
        })?)
    }

    fn counts(&self) -> Result<Counts, Unreadable> {
        Ok(self.manifest.kept.into())
    }

    fn orbit_counts(&self) -> Option<Counts> {
        self.manifest.positions.map(Counts::from)
    }
}

/// A block of positions with their cells, without nimbers and scores.
#[derive(Debug, Default)]
struct BlockOfCells {
    keys: Vec<U256>,
    cells: Vec<Cell>,
}

impl Shard {
    fn stream(&self, kind: Kind) -> &StreamReader {
        match kind {
            Kind::Keys => &self.keys,
            Kind::Outcomes => &self.outcomes,
            Kind::Remoteness => &self.remoteness,
            Kind::Nimbers => {
                let nimbers = self.nimbers.as_ref();
                nimbers.expect("a shard without nimbers is not asked for them")
            }
            Kind::Scores => {
                let scores = self.scores.as_ref();
                scores.expect("a shard without scores is not asked for them")
            }
            _ => unreachable!("a table in a solver's own code is opened by the solver"),
        }
    }

    fn streams(&self) -> impl Iterator<Item = &StreamReader> {
        let three = [&self.keys, &self.outcomes, &self.remoteness];
        three.into_iter().chain(&self.nimbers).chain(&self.scores)
    }

    /// Reads a block of all streams but those of nimbers and of scores.
    fn read(
        &self,
        block: usize,
        scratch: &mut Scratch,
        out: &mut BlockOfCells,
    ) -> Result<(), Error> {
        let entry = self.keys.blocks()[block];
        let count = entry.count as usize;
        out.keys.clear();
        out.cells.clear();
        self.keys.read_block(block, scratch)?;
        let decoded = keys::decode(entry.first, count, &scratch.bytes, &mut out.keys);
        let next = self.keys.blocks().get(block + 1);
        let ascends =
            next.is_none_or(|next| out.keys.last().is_some_and(|&last| last < next.first));
        if decoded.is_err() || !ascends {
            return Err(self.keys.malformed(block));
        }
        self.outcomes.read_block(block, scratch)?;
        out.cells.extend((0..count).map(|place| Cell {
            ending: outcomes::get(&scratch.bytes, place),
            plies: 0,
            nimber: None,
            score: None,
        }));
        self.remoteness.read_block(block, scratch)?;
        for (place, cell) in out.cells.iter_mut().enumerate() {
            if matches!(cell.ending, Ending::Win | Ending::Loss) {
                cell.plies = numbers::get_plies(&scratch.bytes, count, place, cell.ending);
            }
        }
        Ok(())
    }
}

/// Opens all files that a manifest lists and checks that they belong together.
fn open_shards(folder: &Path, manifest: &Manifest, budget: &Budget) -> Result<Vec<Shard>, Error> {
    let manifest_path = folder.join(crate::manifest::NAME);
    let ill_formed = || Error::damaged(&manifest_path, Place::File, Fault::Form);
    let stamp = manifest.of.stamp();
    let mut shards: Vec<Shard> = Vec::new();
    let mut files = manifest.files.iter().peekable();
    let mut entries = 0_u64;
    while let Some(first) = files.peek().map(|file| file.stream) {
        let mut open = |kind: Kind| {
            let wanted = first.with_kind(kind);
            let Some(file) = files.next_if(|file| file.stream == wanted) else {
                return Ok(None);
            };
            let reader = StreamReader::open(folder, wanted, stamp, budget)?;
            let is_it = reader.bytes() == file.bytes
                && reader.footer().entries == file.entries
                && reader.footer().seal == file.seal;
            if !is_it {
                return Err(Error::damaged(reader.path(), Place::File, Fault::Stranger));
            }
            Ok(Some(reader))
        };
        let mut shard = Shard {
            starts: Vec::new(),
            keys: open(Kind::Keys)?.ok_or_else(ill_formed)?,
            outcomes: open(Kind::Outcomes)?.ok_or_else(ill_formed)?,
            remoteness: open(Kind::Remoteness)?.ok_or_else(ill_formed)?,
            nimbers: open(Kind::Nimbers)?,
            scores: open(Kind::Scores)?,
        };
        if shard.scores.is_some() != manifest.scores.is_some() {
            return Err(ill_formed());
        }
        for stream in shard.streams().skip(1) {
            let keys = shard.keys.blocks().iter();
            let pairs = keys.zip(stream.blocks());
            let mut differ = pairs.map(|(a, b)| (a.first, a.count) != (b.first, b.count));
            if stream.blocks().len() != shard.keys.blocks().len() || differ.any(|differs| differs) {
                let path = stream.path();
                return Err(Error::damaged(path, Place::Directory, Fault::Stranger));
            }
        }
        shard.starts.reserve_exact(shard.keys.blocks().len() + 1);
        for block in shard.keys.blocks() {
            shard.starts.push(entries);
            let end = entries.checked_add(u64::from(block.count));
            entries = end.ok_or_else(ill_formed)?;
        }
        shard.starts.push(entries);
        shards.push(shard);
    }
    let streams: Vec<Stream> = manifest.files.iter().map(|file| file.stream).collect();
    let totals = manifest.kept.positions();
    if totals != Some(entries) || !streams.is_sorted_by(|a, b| a < b) {
        return Err(ill_formed());
    }
    Ok(shards)
}
