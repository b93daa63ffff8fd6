//! Writes any table to disk, its positions in ascending order of their keys.
//!
//! Problem: a table hands its positions on in an order of its own, and the files want them
//! sorted, within a budget that may hold a fraction of them. Method: selection in passes. A pass
//! goes through the whole table and gathers the least keys that were not written yet; when the
//! room is full the upper half is let go, and keys above the rest are passed over from then on.
//! What a pass has gathered is sorted and written. No temporary files are needed, and a table
//! that is large for the budget costs more passes: at most 2·n·24/room.
//!
//! When not to use it: for what was solved in ascending order, which is written as it is found.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use zug_game::U256;
use zug_job::{Job, Phase, Progress, Stopped};
use zug_solve::table::{Counts, Entry, Table};
use zug_values::Nimber;

use crate::cell::{Cell, Ending};
use crate::codec::scores;
use crate::durable::{self, Lock};
use crate::error::Error;
use crate::frame::{Kind, Stream};
use crate::identity::Identity;
use crate::infinities::Lister;
use crate::manifest::{self, FileEntry, Manifest, ScoreRange, Told, Totals, Unfinished};
use crate::shard_writer::ShardWriter;

/// The largest number of records that are gathered in a pass: 192 MiB.
const MOST_RECORDS: u64 = 1 << 23;

/// The least number of records with which the work is begun.
const LEAST_RECORDS: u64 = 1 << 10;

/// The number of records that are sorted without asking whether the work goes on.
const SORTED_AT_ONCE: usize = 1 << 18;

/// How many records or positions pass between two questions whether the work goes on.
const BETWEEN: usize = 1 << 16;

/// A writer of a table, which has the folder for itself.
#[derive(Debug)]
pub struct Writer {
    folder: PathBuf,
    of: Identity,
    _lock: Lock,
}

impl Writer {
    /// Takes the lock of a folder, which is made if it is not there, to write the table of
    /// this there. Files that an earlier run was writing when it ended are removed.
    ///
    /// # Errors
    ///
    /// The system refuses; another run writes into the folder now; or the folder holds files
    /// that no table has.
    pub fn new(folder: &Path, of: &Identity) -> Result<Self, Error> {
        let writer = Self::take(folder, of)?;
        if !folder.join(manifest::NAME).exists() && folder.join(manifest::CLUSTER).exists() {
            return Err(Error::OfCluster(folder.to_owned()));
        }
        if Manifest::read(folder).is_ok() {
            // A run that ended between the manifest and its last step left these.
            writer.remove_unfinished()?;
        } else if let Some(unfinished) = Unfinished::read(folder)? {
            unfinished.of.must_be(folder, of)?;
        }
        Ok(writer)
    }

    /// Takes the lock of a folder, whatever is unfinished there.
    pub(crate) fn take(folder: &Path, of: &Identity) -> Result<Self, Error> {
        refuse_strangers(folder)?;
        Ok(Self {
            folder: folder.to_owned(),
            of: of.clone(),
            _lock: Lock::take(folder)?,
        })
    }

    /// Removes what a run left beside its finished table because it ended just then. Does nothing
    /// where another run writes into the folder now, and where nothing is left.
    ///
    /// # Errors
    ///
    /// The system refuses.
    pub fn tidy(folder: &Path, of: &Identity) -> Result<(), Error> {
        let names = durable::names(folder)?;
        if !names.iter().any(|name| is_unfinished(name)) {
            return Ok(());
        }
        match Self::new(folder, of) {
            Ok(_) | Err(Error::InUse(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What the table is of.
    #[must_use]
    pub fn of(&self) -> &Identity {
        &self.of
    }

    /// Writes a table. `positions` are the counts of the positions as the rules define them,
    /// each orbit counted with its size, where they are known.
    ///
    /// # Errors
    ///
    /// The system refuses, be it that the disk is full; the table cannot be read; the caller
    /// cancelled, or memory is refused. Then the folder has no manifest, and whoever opens it
    /// is told that it holds no finished table.
    pub fn write(
        &self,
        table: &dyn Table<Position = U256>,
        positions: Option<Counts>,
        job: &Job,
    ) -> Result<Manifest, Error> {
        self.remove_streams()?;
        let (mut has_nimbers, mut is_loopy) = (false, false);
        let (mut has_scores, mut told) = (false, Told::default());
        if let Some(position) = first(table)? {
            has_nimbers = table.loopy_nimber(&position)?.is_some();
            is_loopy = has_nimbers && table.nimber(&position)?.is_none();
            has_scores = table.has_scores();
            told.gains = table.plies(&position)?.is_some();
        }
        let more = [(Kind::Nimbers, has_nimbers), (Kind::Scores, has_scores)].into_iter();
        let more: Vec<Kind> = more.filter_map(|(kind, has)| has.then_some(kind)).collect();
        let stamp = self.of.stamp();
        let mut out = ShardWriter::create(&self.folder, 0, 0, &more, stamp, &job.budget)?;
        if told.gains {
            out = out.with_plies_of_draws();
        }
        let (mut lister, mut charge) = (Some(Lister::default()), job.budget.open());
        let mut kept = Counts::default();
        let mut selection = Selection::new(table, job)?;
        while let Some(records) = selection.next()? {
            for record in records {
                let position = record.key();
                let mut cell = record.cell();
                if is_loopy {
                    let nimber = table.loopy_nimber(&position)?;
                    let listed = lister.as_mut().zip(nimber.as_ref());
                    cell.nimber = listed.and_then(|(lister, nimber)| lister.code(nimber));
                    // Without room for a set the table gets no loopy nimbers.
                    lister = lister.filter(|_| cell.nimber.is_some());
                    let bytes = lister.as_ref().map_or(0, Lister::bytes);
                    let more = bytes.saturating_sub(charge.bytes());
                    charge.grow(more).map_err(Error::refused)?;
                } else if has_nimbers {
                    cell.nimber = table.nimber(&position)?.map(|Nimber(nimber)| nimber);
                }
                if has_scores {
                    let score = self.score(table.score(&position)?, cell.ending)?;
                    cell.score = Some(score);
                    told.scores = Some(ScoreRange::with(told.scores, score));
                }
                if told.gains {
                    cell.plies = table.plies(&position)?.map_or(cell.plies, |plies| plies.0);
                }
                kept.add(&cell.entry(position), 1);
                out.push(position, cell)?;
                if kept.positions() % BETWEEN as u64 == 0 {
                    job.tell(&progress(&kept, table, job))?;
                }
            }
        }
        if kept.positions() != table.len() {
            return Err(Error::NotAscending(self.folder.clone()));
        }
        let mut files = out.finish()?;
        if is_loopy {
            told.infinities = lister.map(Lister::finish);
        }
        if is_loopy && told.infinities.is_none() {
            self.remove(|name| kind_of_stream(name) == Some(Kind::Nimbers))?;
            files.retain(|file| file.stream.kind != Kind::Nimbers);
        }
        self.finish(kept, positions, told, files)
    }

    /// The score that is written of a position with this ending.
    ///
    /// # Errors
    ///
    /// The position has no score, or one that contradicts the ending.
    fn score(&self, told: Option<i64>, ending: Ending) -> Result<i64, Error> {
        told.filter(|&score| scores::agree(score, ending))
            .ok_or_else(|| Error::Score {
                path: self.folder.clone(),
                score: told,
                ending: match ending {
                    Ending::Loss => "a loss",
                    Ending::Win => "a win",
                    Ending::DrawByPlay | Ending::FinishedDraw => "a draw",
                },
            })
    }

    /// Writes the manifest of these files, which makes them a table.
    pub(crate) fn finish(
        &self,
        kept: Counts,
        positions: Option<Counts>,
        told: Told,
        files: Vec<FileEntry>,
    ) -> Result<Manifest, Error> {
        let manifest = Manifest {
            version: told.version(&files),
            program: manifest::PROGRAM.to_owned(),
            of: self.of.clone(),
            kept: Totals::from(kept),
            positions: positions.map(Totals::from),
            scores: told.scores,
            gains: told.gains,
            infinities: told.infinities,
            files,
        };
        manifest.write(&self.folder)?;
        self.remove_unfinished()?;
        Ok(manifest)
    }

    /// Removes the streams of an earlier run, but for those of its checkpoints.
    pub(crate) fn remove_streams(&self) -> Result<(), Error> {
        self.remove(|name| kind_of_stream(name).is_some_and(|kind| !kind.is_of_checkpoint()))
    }

    /// Removes what is of no use beside a finished table: checkpoints, and what says that work
    /// is not finished.
    pub(crate) fn remove_unfinished(&self) -> Result<(), Error> {
        self.remove(is_unfinished)
    }

    /// Removes the files of the folder whose names are such.
    fn remove(&self, is_such: impl Fn(&str) -> bool) -> Result<(), Error> {
        let names = durable::names(&self.folder)?.into_iter();
        let mut removed = names.filter(|name| is_such(name));
        removed.try_for_each(|name| durable::remove_if_there(&self.folder.join(name)))
    }
}

/// Refuses a folder with files that no table has: the person may have named a wrong one.
fn refuse_strangers(folder: &Path) -> Result<(), Error> {
    if !folder.is_dir() {
        return Ok(());
    }
    let names = durable::names(folder)?;
    let is_of_table = |name: &str| {
        let name = durable::whole_name(name);
        let others = [manifest::NAME, manifest::UNFINISHED, manifest::CLUSTER];
        kind_of_stream(name).is_some() || others.contains(&name)
    };
    match names.into_iter().find(|name| !is_of_table(name)) {
        None => Ok(()),
        Some(file) => Err(Error::Occupied {
            path: folder.to_owned(),
            file,
        }),
    }
}

/// Whether a file with this name is of no use beside a finished table.
fn is_unfinished(name: &str) -> bool {
    [manifest::UNFINISHED, manifest::CLUSTER].contains(&name)
        || kind_of_stream(name).is_some_and(|kind| !kind.is_of_table())
}

/// The kind of the stream whose file can have this name; `None` if it is the name of no stream.
fn kind_of_stream(name: &str) -> Option<Kind> {
    Some(Stream::of_file(name)?.kind)
}

/// The first position that a table hands on.
fn first(table: &dyn Table<Position = U256>) -> Result<Option<U256>, Error> {
    let mut first = None;
    table.each_block(&mut |block| match block.first() {
        Some(entry) => {
            first = Some(*entry.position());
            ControlFlow::Break(())
        }
        None => ControlFlow::Continue(()),
    })?;
    Ok(first)
}

fn progress(kept: &Counts, table: &dyn Table<Position = U256>, job: &Job) -> Progress {
    Progress {
        bytes: job.budget.used(),
        whole: Some(table.len()),
        frontier: table.len().saturating_sub(kept.positions()),
        ..Progress::at(Phase::Storing, kept.positions())
    }
}

/// A position with its cell, in 40 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Record {
    /// The key, the highest word first.
    words: [u64; 4],
    /// The remoteness, and in the lowest two bits the ending.
    cell: u64,
}

impl Record {
    fn of(entry: &Entry<U256>) -> Self {
        let cell = Cell::of(entry);
        let key = *entry.position();
        Self {
            words: [192, 128, 64, 0].map(|shift: u32| (key >> shift).as_u64()),
            cell: u64::from(cell.plies) << 2 | cell.ending as u64,
        }
    }

    fn key(&self) -> U256 {
        let words = self.words.into_iter();
        words.fold(U256::ZERO, |key, word| key << 64 | U256::from(word))
    }

    fn cell(&self) -> Cell {
        let ending = match self.cell & 3 {
            0 => Ending::Loss,
            1 => Ending::Win,
            2 => Ending::DrawByPlay,
            _ => Ending::FinishedDraw,
        };
        Cell {
            ending,
            plies: (self.cell >> 2) as u32,
            nimber: None,
            score: None,
        }
    }
}

/// Hands on the records of a table in ascending order of their keys, as many at a time as
/// there is room for.
struct Selection<'a> {
    table: &'a dyn Table<Position = U256>,
    job: &'a Job,
    records: Vec<Record>,
    room: usize,
    /// The greatest key that was handed on.
    after: Option<U256>,
    done: bool,
    _charge: zug_job::Charge,
}

impl<'a> Selection<'a> {
    fn new(table: &'a dyn Table<Position = U256>, job: &'a Job) -> Result<Self, Error> {
        let record = size_of::<Record>() as u64;
        let fitting = job.budget.left() / 2 / record;
        let room = table.len().min(fitting).clamp(LEAST_RECORDS, MOST_RECORDS) as usize;
        let mut charge = job.budget.open();
        let mut records = Vec::new();
        let taken = charge.regrow(&mut records, room);
        taken.map_err(Error::refused)?;
        Ok(Self {
            table,
            job,
            records,
            room,
            after: None,
            done: false,
            _charge: charge,
        })
    }

    /// The next records, sorted; `None` when all were handed on.
    fn next(&mut self) -> Result<Option<&[Record]>, Error> {
        if self.done {
            return Ok(None);
        }
        self.records.clear();
        let mut before: Option<U256> = None;
        let (after, room, job) = (self.after, self.room, self.job);
        let records = &mut self.records;
        let mut stopped = Ok(());
        self.table.each_block(&mut |block| {
            for entries in block.chunks(BETWEEN) {
                stopped = job.go_on(Progress::default);
                if stopped.is_err() {
                    return ControlFlow::Break(());
                }
                for entry in entries {
                    let key = *entry.position();
                    if after.is_some_and(|after| key <= after)
                        || before.is_some_and(|before| key > before)
                    {
                        continue;
                    }
                    if records.len() == room {
                        let middle = room / 2;
                        let (_, pivot, _) = records.select_nth_unstable(middle);
                        before = Some(pivot.key());
                        records.truncate(middle + 1);
                        if key > pivot_key(before) {
                            continue;
                        }
                    }
                    records.push(Record::of(entry));
                }
            }
            ControlFlow::Continue(())
        })?;
        stopped?;
        sort(records, job)?;
        self.done = before.is_none();
        let Some(last) = records.last() else {
            return Ok(None);
        };
        self.after = Some(last.key());
        Ok(Some(records))
    }
}

fn pivot_key(before: Option<U256>) -> U256 {
    before.unwrap_or(U256::MAX)
}

/// Sorts records, and hears within a few milliseconds that the caller cancelled.
fn sort(records: &mut [Record], job: &Job) -> Result<(), Stopped> {
    let mut parts = vec![records];
    while let Some(part) = parts.pop() {
        job.go_on(Progress::default)?;
        if part.len() <= SORTED_AT_ONCE {
            part.sort_unstable();
            continue;
        }
        let pivot = pivot(part);
        let middle = partition(part, pivot, job)?;
        let (low, high) = part.split_at_mut(middle);
        // A pivot that is the least record splits nothing off; then the standard sort does it.
        if low.is_empty() || high.is_empty() {
            low.sort_unstable();
            high.sort_unstable();
            continue;
        }
        parts.push(high);
        parts.push(low);
    }
    Ok(())
}

/// A record about in the middle: the median of 101 records, evenly spaced.
fn pivot(part: &[Record]) -> Record {
    let step = part.len() / 101;
    let mut sample: Vec<Record> = part.iter().step_by(step.max(1)).copied().collect();
    sample.sort_unstable();
    sample[sample.len() / 2]
}

/// Brings the records below the pivot to the front; returns their number.
fn partition(part: &mut [Record], pivot: Record, job: &Job) -> Result<usize, Stopped> {
    let mut below = 0;
    for place in 0..part.len() {
        if place % BETWEEN == 0 {
            job.go_on(Progress::default)?;
        }
        part.swap(place, below);
        below += usize::from(part[below] < pivot);
    }
    Ok(below)
}
