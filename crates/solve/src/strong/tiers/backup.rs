//! Back-up, level by level: the values of each tier, from the last to the first; or its nimbers or scores.
//!
//! All moves out of a tier lead to later tiers, which have their values: so the value of a
//! position is the best that a move gives to its mover (backward induction, J. von Neumann and
//! O. Morgenstern, 1944; the winner hurries and the loser delays, C. A. B. Smith, 1966). The
//! positions are expanded a second time, which costs less than keeping the moves. Nimbers and scores come by a back-up
//! of their own behind that of the values, which expands the positions once more.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use zug_game::Graded;
use zug_job::{Charge, Job, Phase, Stopped, Tier};
use zug_values::{Plies, Value};

use crate::error::Error;
use crate::positions::cell_of;

use super::besides::{Besides, Scores};
use super::block::{self, BLOCK};
use super::cells::{
    Meaning, NIMBERS_AT_ONCE, Scale, WIDTHS, cell_at, note_of_scores, put, width_of,
};
use super::discover::{Gone, count};
use super::expand::Expander;
use super::in_order;
use super::key::Key;
use super::least::{Extent, Refusing};
use super::lookup::{Solved, Unpacking, Wanted};
use super::part::Stored;
use super::settle::{Ended, Settle, Settling, Waits, most_waiting};
use super::spare::Spare;
use super::store::{Block, Reader, Store, StoreError, Stream};
use super::tally::{Tallied, Tally};
use crate::crew::{reached, share, with_progress};
use crate::table::mover;

/// The number of pieces of a tier for each thread, so that no thread waits long for another,
/// and the most blocks of a piece.
const PIECES_A_THREAD: usize = 3;
const MOST_BLOCKS: usize = 1024;

/// The share of the free memory that successors may take that wait to be looked up.
const WAITING_SHARE: u64 = 8;

/// The work of giving all positions their values.
pub(super) struct BackUp<'a, G: Graded> {
    game: &'a G,
    store: &'a dyn Store,
    job: &'a Job,
    /// What is worked out besides values; `None` where these are.
    besides: Option<Besides<'a, G::Position>>,
    meaning: Meaning,
    /// The tiers behind the one that is solved, the next tier first.
    solved: VecDeque<Solved<G::Position>>,
    /// The memory of solved tiers in which nothing is looked up any more, for the next tier.
    spare: Arc<Spare<G::Position>>,
    workers: Vec<Worker<G::Position>>,
    /// The tier that is solved last.
    first: u32,
    /// The number of positions that have no value yet.
    left: u64,
    positions: u64,
    /// The tier that is worked on.
    tier: Option<Tier>,
    /// The positions that were given values, each with those that it stands for.
    tally: Tally,
}

impl<'a, G> BackUp<'a, G>
where
    G: Graded<Position: Key> + Sync,
{
    pub(super) fn new(game: &'a G, store: &'a dyn Store, job: &'a Job) -> Self {
        let budget = &job.budget;
        let worker = (0..job.threads.get()).map(|_| (Expander::new(budget), Waits::new(budget)));
        Self {
            game,
            store,
            job,
            besides: None,
            meaning: Meaning::Value,
            solved: VecDeque::new(),
            spare: Arc::new(Spare::new(&job.budget)),
            workers: worker.collect(),
            first: 0,
            left: 0,
            positions: 0,
            tier: None,
            tally: Tally::new(),
        }
    }

    /// Works this out, and not the values; `None` stands for the values.
    pub(super) fn of(self, besides: Option<Besides<'a, G::Position>>) -> Self {
        let meaning = meaning_of(besides.as_ref(), self.game.levels());
        Self {
            besides,
            meaning,
            ..self
        }
    }

    /// Solves all tiers from the last to the first, and writes the values of those that are
    /// not in the store yet. Returns the counts of all positions by their values, if no tier was in the store and what
    /// is worked out says values.
    pub(super) fn run(&mut self, first: u32) -> Result<Option<Tallied>, Error> {
        let solved = self.back_up(first);
        let all = solved.map_err(|error| with_progress(error, self.reached(self.left)))?;
        let counts = (all && self.meaning.has_value()).then(|| self.tally.counts());
        Ok(counts.map(|counts| Tallied {
            wins: counts.wins.filter(|_| mover(self.game).is_some()),
            ..counts
        }))
    }

    /// Solves a tier and writes its values; those of the tiers behind it are in the store.
    /// Returns the counts of its positions.
    pub(super) fn one(mut self, tier: u32) -> Result<Tally, Error> {
        let solved = self.back_up(tier);
        solved.map_err(|error| with_progress(error, self.reached(self.left)))?;
        Ok(self.tally)
    }

    /// As [`BackUp::run`]; returns whether no tier was in the store.
    fn back_up(&mut self, first: u32) -> Result<bool, Error> {
        let levels = self.game.levels();
        let mut readers = Vec::new();
        for tier in first..levels {
            let reader = self.store.open(Stream::keys(tier))?;
            readers.push(reader.ok_or_else(|| StoreError::failed(Gone(Stream::keys(tier))))?);
        }
        self.first = first;
        self.positions = readers.iter().map(count).sum();
        self.left = self.positions;
        let mut absent = levels;
        let refusing = Refusing::new(&self.job.budget, self.store);
        while absent > first && self.store.open(self.stream(absent - 1))?.is_some() {
            absent -= 1;
            self.left -= count(&readers[(absent - first) as usize]);
        }
        if absent > first {
            let mut found = Extent::default();
            for reader in &readers {
                found.add(count(reader));
            }
            refusing.at_least::<G::Position>(found)?;
        }
        let climb = self.game.longest_climb().max(1);
        let needed = levels.min(absent.saturating_add(climb));
        for tier in (first..if absent == first { first } else { needed }).rev() {
            self.tier = Some(Tier {
                number: levels - 1 - tier,
                of: levels - first,
            });
            let reader = &readers[(tier - first) as usize];
            let solved = if tier >= absent {
                self.load(tier, reader)?
            } else {
                self.solve_relieved(tier, reader)?
            };
            self.solved.push_front(solved);
            self.keep(climb as usize);
        }
        Ok(absent == levels)
    }

    /// The stream that is worked out of a tier.
    fn stream(&self, tier: u32) -> Stream {
        Stream::new(tier, self.meaning.kind())
    }

    /// Reads a tier that was solved before.
    fn load(&self, tier: u32, reader: &Arc<dyn Reader>) -> Result<Solved<G::Position>, Error> {
        let stored = self.stored(tier, reader)?;
        let (solved, _) = self.unpack(&stored, &*stored.values, Wanted::Values)?;
        Ok(solved)
    }

    /// A tier that is complete in the store.
    fn stored(&self, tier: u32, keys: &Arc<dyn Reader>) -> Result<Stored, Error> {
        let values = self.store.open(self.stream(tier))?;
        let values = values.ok_or_else(|| StoreError::failed(Gone(self.stream(tier))))?;
        let mut width = 1;
        if let Some(first) = keys.blocks().first() {
            let mut bytes = Vec::new();
            values.read(0, &mut bytes)?;
            width = bytes.len() / first.count as usize;
        }
        Ok(Stored {
            keys: keys.clone(),
            values,
            meaning: self.meaning,
            width,
        })
    }

    /// Makes a tier ready to be asked.
    fn unpack(
        &self,
        stored: &Stored,
        values: &dyn Reader,
        wanted: Wanted,
    ) -> Result<(Solved<G::Position>, Tally), Error> {
        let unpacking = Unpacking {
            game: self.game,
            spare: &self.spare,
            job: self.job,
            progress: self.reached(self.left),
            wanted,
        };
        unpacking.solved(stored, values)
    }

    /// Solves a tier and writes its values. Where the memory does not suffice, what can be made
    /// again is given back, and the tier is begun again.
    fn solve_relieved(
        &mut self,
        tier: u32,
        reader: &Arc<dyn Reader>,
    ) -> Result<Solved<G::Position>, Error> {
        let left = self.left;
        // What is kept for later is given back once: each attempt leaves some there again.
        let mut is_first = true;
        loop {
            let solved = self.solve(tier, reader);
            if !solved.as_ref().is_err_and(Error::is_refusal) {
                return solved;
            }
            let had_spares = self.clear_spares() && is_first;
            let (spare, budget) = (&self.spare, &self.job.budget);
            let mut tiers = self.solved.iter_mut().rev();
            if !(had_spares || tiers.any(|solved| solved.unmake(spare, budget))) {
                return solved;
            }
            is_first = false;
            self.left = left;
        }
    }

    /// Gives the memory back that is kept for later, and returns whether there was any.
    fn clear_spares(&mut self) -> bool {
        let waiting: u64 = self.workers.iter().map(|(_, waits)| waits.bytes()).sum();
        self.workers.iter_mut().for_each(|(_, waits)| waits.clear());
        self.spare.clear() || waiting > 0
    }

    /// Solves a tier and writes its values.
    fn solve(&mut self, tier: u32, reader: &Arc<dyn Reader>) -> Result<Solved<G::Position>, Error> {
        for width in WIDTHS {
            if let Some(solved) = self.solve_in(width, tier, reader)? {
                return Ok(solved);
            }
        }
        unreachable!(
            "remotenesses and nimbers are at most the number of levels, and scores are looked at"
        )
    }

    /// Solves a tier in cells of this number of bytes; `None` if a value does not fit.
    fn solve_in(
        &mut self,
        width: usize,
        tier: u32,
        reader: &Arc<dyn Reader>,
    ) -> Result<Option<Solved<G::Position>>, Error> {
        let mut workers = std::mem::take(&mut self.workers);
        let solved = self.solve_by(width, tier, reader, &mut workers);
        self.workers = workers;
        let Some((cells, edges, _charge)) = solved? else {
            return Ok(None);
        };
        self.left -= (cells.len() / width) as u64;
        let known = Known {
            blocks: reader.blocks(),
            cells: &cells,
            width,
        };
        let note = match self.meaning {
            Meaning::Value => edges,
            Meaning::Nimber => 0,
            Meaning::Score | Meaning::Attained(_) => {
                let count = cells.len() / width;
                let cells = (0..count).map(|at| cell_at(&cells, count, at));
                note_of_scores(cells.map(|cell| self.meaning.attained_in(cell).score))
            }
        };
        if let Meaning::Attained(_) = self.meaning {
            self.write_values(tier, &known, edges)?;
        }
        self.write(tier, &known, note)?;
        // The last of the tiers behind is not asked by any tier before this one.
        self.keep(self.game.longest_climb().max(1) as usize - 1);
        let wanted = match self.meaning.has_value() {
            true if tier == self.first => Wanted::Counts,
            true => Wanted::Both,
            false => Wanted::Values,
        };
        let (solved, tally) = self.unpack(&self.stored(tier, reader)?, &known, wanted)?;
        self.tally.join(&tally);
        Ok(Some(solved))
    }

    /// Keeps so many of the tiers behind.
    fn keep(&mut self, tiers: usize) {
        while self.solved.len() > tiers {
            if let Some(last) = self.solved.pop_back() {
                self.spare.put(last.into_memory());
            }
        }
    }

    /// The bytes that positions that wait may take in each thread. Lists that are longer by now are cleared.
    fn waiting_in_a_thread(&self, workers: &mut [Worker<G::Position>]) -> u64 {
        let waiting: u64 = workers.iter().map(|(_, waits)| waits.bytes()).sum();
        let free = self.job.budget.left().saturating_add(waiting);
        let in_a_thread = free / WAITING_SHARE / self.job.threads.get() as u64;
        for (_, waits) in workers {
            if waits.bytes() > in_a_thread {
                waits.clear();
            }
        }
        in_a_thread
    }

    /// The cells of a tier, the number of its moves, and what was charged for the cells;
    /// `None` if a value does not fit into a cell.
    fn solve_by(
        &self,
        width: usize,
        tier: u32,
        reader: &Arc<dyn Reader>,
        workers: &mut [Worker<G::Position>],
    ) -> Result<Option<(Vec<u8>, u64, Charge)>, Error> {
        let blocks = reader.blocks();
        let count: usize = blocks.iter().map(|block| block.count as usize).sum();
        let mut charge = self.job.budget.open();
        let mut cells = Vec::new();
        let bytes = count * width;
        charge.regrow(&mut cells, bytes).map_err(StoreError::from)?;
        cells.resize(bytes, 0);
        let in_a_thread = self.waiting_in_a_thread(workers);
        let (mut from, mut moves) = (0, 0);
        loop {
            let scale = Scale::new(self.meaning, from);
            let settle = Settle {
                most_waiting: most_waiting(&self.solved, in_a_thread),
                game: self.game,
                besides: self.besides,
                tier,
                solved: &self.solved,
                scale: &scale,
                width,
            };
            let (ended, edges) = self.settle(&settle, reader, &mut cells, workers)?;
            if !ended.fits {
                return Ok(None);
            }
            if from == 0 {
                moves = edges;
            }
            if !ended.goes_on {
                return Ok(Some((cells, moves, charge)));
            }
            from += NIMBERS_AT_ONCE;
        }
    }

    /// Goes over the moves of a tier once, and writes cells. Returns how that ended, and the number of moves.
    fn settle(
        &self,
        settle: &Settle<'_, G>,
        reader: &Arc<dyn Reader>,
        cells: &mut [u8],
        workers: &mut [Worker<G::Position>],
    ) -> Result<(Ended, u64), Error> {
        let (blocks, width) = (reader.blocks(), settle.width);
        let threads = self.job.threads.get();
        let a_piece = blocks
            .len()
            .div_ceil(PIECES_A_THREAD * threads)
            .clamp(1, MOST_BLOCKS);
        let pieces = cut(blocks, a_piece, width, cells);
        let budget = &self.job.budget;
        let workers = workers.iter_mut().map(|(expander, waits)| {
            let settling = Settling::new(waits, &self.solved, budget);
            (expander, settling)
        });
        let mut workers: Vec<_> = workers.collect();
        let edges = AtomicU64::new(0);
        let (too_narrow, goes_on) = (AtomicBool::new(false), AtomicBool::new(false));
        share(
            self.job,
            &mut workers,
            pieces.len(),
            |done| {
                let done = (done * a_piece * BLOCK) as u64;
                self.reached(self.left.saturating_sub(done))
            },
            |(expander, settling), piece| {
                if too_narrow.load(Ordering::Relaxed) {
                    return Ok(());
                }
                let mut slices = pieces[piece].lock().unwrap_or_else(PoisonError::into_inner);
                let cells = &mut **slices;
                let first = piece * a_piece;
                settling
                    .begin(cells.len() / width)
                    .map_err(StoreError::from)?;
                for place in first..blocks.len().min(first + a_piece) {
                    if self.job.cancel.is_cancelled() {
                        return Err(Stopped::cancelled(self.reached(self.left)).into());
                    }
                    expander.block(self.game, reader, place, |batch| {
                        settle.take_up(settling, batch, cells)
                    })?;
                }
                let ended = settle.end(settling, cells)?;
                too_narrow.fetch_or(!ended.fits, Ordering::Relaxed);
                goes_on.fetch_or(ended.goes_on, Ordering::Relaxed);
                edges.fetch_add(settling.take_edges(), Ordering::Relaxed);
                Ok(())
            },
        )?;
        let ended = Ended {
            fits: !too_narrow.into_inner(),
            goes_on: goes_on.into_inner(),
        };
        Ok((ended, edges.into_inner()))
    }

    /// Writes the values of a tier in which this is attained. They come before what is attained, so that they are there
    /// wherever that is.
    fn write_values(&self, tier: u32, known: &Known<'_>, edges: u64) -> Result<(), Error> {
        let values = Stream::values(tier);
        // Those of a run that was killed between the two.
        self.store.remove(values)?;
        let longest = Value::Win(Plies(self.game.levels() - tier));
        let width = width_of(cell_of(longest));
        let mut writer = self.store.create(values)?;
        in_order::write(
            (self.store, &mut *writer),
            known.blocks.len(),
            &mut vec![Vec::new(); self.job.threads.get()],
            (self.job, self.reached(self.left)),
            |cells, place, bytes| {
                let block = known.blocks[place];
                known.read(place, bytes)?;
                cells.clear();
                self.meaning.decode(bytes, block.count as usize, cells)?;
                bytes.clear();
                bytes.resize(cells.len() * width, 0);
                for (at, &cell) in cells.iter().enumerate() {
                    put(bytes, width, at, self.meaning.value_cell(cell));
                }
                Ok(block)
            },
        )?;
        Ok(writer.finish(edges)?)
    }

    /// Writes what was worked out of a tier, block by block as its keys.
    fn write(&self, tier: u32, known: &Known<'_>, note: u64) -> Result<(), Error> {
        let mut writer = self.store.create(self.stream(tier))?;
        in_order::write(
            (self.store, &mut *writer),
            known.blocks.len(),
            &mut vec![(); self.job.threads.get()],
            (self.job, self.reached(self.left)),
            |(), place, bytes| {
                known.read(place, bytes)?;
                Ok(known.blocks[place])
            },
        )?;
        Ok(writer.finish(note)?)
    }

    fn reached(&self, left: u64) -> zug_job::Progress {
        reached(
            Phase::Solving,
            [self.positions, 0, left],
            self.tier,
            self.job,
        )
    }
}

/// The meaning of the cells of these nimbers or scores, or of the values for `None`. `levels` is the number of levels of
/// the game.
pub(super) fn meaning_of<P>(besides: Option<&Besides<'_, P>>, levels: u32) -> Meaning {
    match besides {
        None => Meaning::Value,
        Some(Besides::Nimbers) => Meaning::Nimber,
        Some(Besides::Scores(Scores { gains: None, .. })) => Meaning::Score,
        Some(Besides::Scores(Scores { gains: Some(_), .. })) => Meaning::attained(levels),
    }
}

/// What each thread has from tier to tier.
type Worker<K> = (Expander<K>, Waits<K>);

/// The cells of a tier that was solved now.
#[derive(Debug)]
struct Known<'a> {
    blocks: &'a [Block],
    cells: &'a [u8],
    /// The number of bytes of a cell.
    width: usize,
}

impl Reader for Known<'_> {
    fn blocks(&self) -> &[Block] {
        self.blocks
    }

    fn note(&self) -> u64 {
        0
    }

    fn read(&self, place: usize, bytes: &mut Vec<u8>) -> Result<(), StoreError> {
        let first = place * BLOCK * self.width;
        let here = first..first + self.blocks[place].count as usize * self.width;
        let here = self.cells.get(here);
        bytes.clear();
        bytes.extend_from_slice(here.ok_or_else(|| StoreError::failed(block::Damaged))?);
        Ok(())
    }
}

/// The cells of some blocks. It is locked once, by the thread that solves it.
type Piece<'a> = Mutex<&'a mut [u8]>;

/// Cuts the cells of a tier, of this number of bytes each, into pieces of `a_piece` blocks.
fn cut<'a>(
    blocks: &[Block],
    a_piece: usize,
    width: usize,
    mut cells: &'a mut [u8],
) -> Vec<Piece<'a>> {
    let pieces = blocks.chunks(a_piece).map(|piece| {
        let here: usize = piece.iter().map(|block| block.count as usize).sum();
        let cells_here;
        (cells_here, cells) = std::mem::take(&mut cells).split_at_mut(here * width);
        Mutex::new(cells_here)
    });
    pieces.collect()
}
