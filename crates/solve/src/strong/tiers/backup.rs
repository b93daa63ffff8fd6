//! Back-up, level by level: the values of each tier, from the last to the first.
//!
//! All moves out of a tier lead to later tiers, which have their values: so the value of a
//! position is the best that a move gives to its mover (E. Zermelo, 1913; the winner hurries
//! and the loser delays, C. A. B. Smith, 1966). The positions are expanded a second time,
//! which costs less than keeping the moves.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use zug_game::Graded;
use zug_job::{Charge, Job, Phase, Stopped, Tier, bytes_of};

use crate::error::Error;

use super::block::BLOCK;
use super::cells::{Cell, Cells, Ranks, Scale, Values, each_cell};
use super::crew::{reached, share, with_progress};
use super::discover::Gone;
use super::expand::{Expander, read};
use super::key::Key;
use super::lookup::Solved;
use super::settle::{Settle, Settling};
use super::store::{Block, Reader, Store, StoreError, Stream};

/// The number of pieces of a tier for each thread, so that no thread waits long for another,
/// and the most blocks of a piece.
const PIECES_A_THREAD: usize = 4;
const MOST_BLOCKS: usize = 256;

/// The work of giving all positions their values.
pub(super) struct BackUp<'a, G: Graded> {
    game: &'a G,
    store: &'a dyn Store,
    job: &'a Job,
    ranks: Ranks,
    /// The tiers behind the one that is solved, the next tier first.
    solved: VecDeque<Solved<G::Position>>,
    /// The number of positions that have no value yet.
    left: u64,
    positions: u64,
    /// The tier that is worked on.
    tier: Option<Tier>,
}

impl<'a, G> BackUp<'a, G>
where
    G: Graded<Position: Key> + Sync,
{
    pub(super) fn new(game: &'a G, store: &'a dyn Store, job: &'a Job) -> Self {
        Self {
            game,
            store,
            job,
            ranks: Ranks::new(),
            solved: VecDeque::new(),
            left: 0,
            positions: 0,
            tier: None,
        }
    }

    /// Solves all tiers from the last to the first, and writes the values of those that are
    /// not in the store yet.
    pub(super) fn run(&mut self, first: u32) -> Result<(), Error> {
        let solved = self.back_up(first);
        solved.map_err(|error| with_progress(error, self.reached(self.left)))
    }

    fn back_up(&mut self, first: u32) -> Result<(), Error> {
        let levels = self.game.levels();
        let mut readers = Vec::new();
        for tier in first..levels {
            let reader = self.store.open(Stream::keys(tier))?;
            readers.push(reader.ok_or_else(|| StoreError::failed(Gone(Stream::keys(tier))))?);
        }
        let count = |reader: &Arc<dyn Reader>| {
            let counts = reader.blocks().iter().map(|block| u64::from(block.count));
            counts.sum::<u64>()
        };
        self.positions = readers.iter().map(count).sum();
        self.left = self.positions;
        let mut absent = levels;
        while absent > first && self.store.open(Stream::values(absent - 1))?.is_some() {
            absent -= 1;
            self.left -= count(&readers[(absent - first) as usize]);
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
                self.solve(tier, reader)?
            };
            self.solved.push_front(solved);
            self.solved.truncate(climb as usize);
        }
        Ok(())
    }

    /// Reads a tier that was solved before.
    fn load(&self, tier: u32, reader: &Arc<dyn Reader>) -> Result<Solved<G::Position>, Error> {
        let values = self.store.open(Stream::values(tier))?;
        let values = values.ok_or_else(|| StoreError::failed(Gone(Stream::values(tier))))?;
        let mut charge = self.job.budget.open();
        let (mut keys, mut cells) = (Vec::new(), Vec::new());
        let (mut bytes, mut cell_bytes) = (Vec::new(), Vec::new());
        let refused = StoreError::from;
        for (place, block) in reader.blocks().iter().enumerate() {
            self.job.go_on(|| self.reached(self.left))?;
            let count = block.count as usize;
            charge.make_room(&mut keys, count).map_err(refused)?;
            charge.make_room(&mut cells, count).map_err(refused)?;
            read(reader, place, &mut bytes, &mut keys)?;
            values.read(place, &mut cell_bytes)?;
            each_cell(&cell_bytes, count, |cell| cells.push(cell))?;
        }
        // Narrow cells are looked up faster.
        let cells = if cells.iter().all(|&cell| u8::of(cell).is_some()) {
            let mut narrow = Vec::new();
            charge.regrow(&mut narrow, cells.len()).map_err(refused)?;
            narrow.extend(cells.iter().filter_map(|&cell| u8::of(cell)));
            charge.shrink(bytes_of::<u32>(cells.capacity()));
            Cells::Bytes(narrow)
        } else {
            Cells::Words(cells)
        };
        Ok(Solved::new(keys, cells, charge).map_err(refused)?)
    }

    /// Solves a tier and writes its values.
    fn solve(&mut self, tier: u32, reader: &Arc<dyn Reader>) -> Result<Solved<G::Position>, Error> {
        if let Some(solved) = self.solve_in::<u8>(tier, reader)? {
            return Ok(solved);
        }
        if let Some(solved) = self.solve_in::<u16>(tier, reader)? {
            return Ok(solved);
        }
        let solved = self.solve_in::<u32>(tier, reader)?;
        Ok(solved.expect("a remoteness is at most the number of levels"))
    }

    /// Solves a tier in cells of one width; `None` if a value does not fit.
    fn solve_in<C: Cell>(
        &mut self,
        tier: u32,
        reader: &Arc<dyn Reader>,
    ) -> Result<Option<Solved<G::Position>>, Error> {
        let are_bytes = |solved: &Solved<_>| matches!(solved.cells(), Cells::Bytes(_));
        if self.solved.iter().all(are_bytes) {
            self.solve_by::<C, _>(tier, reader, &self.ranks)
        } else {
            self.solve_by::<C, _>(tier, reader, &Values)
        }
        .and_then(|solved| {
            let Some((keys, cells, edges, charge)) = solved else {
                return Ok(None);
            };
            self.left -= keys.len() as u64;
            self.write(tier, reader, &cells, edges)?;
            let solved = Solved::new(keys, C::cells(cells), charge);
            Ok(Some(solved.map_err(StoreError::from)?))
        })
    }

    /// The keys and cells of a tier, the number of its moves, and what was charged for all
    /// of it; `None` if a value does not fit into a cell.
    #[expect(
        clippy::type_complexity,
        reason = "the parts of one thing, taken apart at once"
    )]
    fn solve_by<C: Cell, S: Scale>(
        &self,
        tier: u32,
        reader: &Arc<dyn Reader>,
        scale: &S,
    ) -> Result<Option<(Vec<G::Position>, Vec<C>, u64, Charge)>, Error> {
        let blocks = reader.blocks();
        let count = blocks.iter().map(|block| block.count as usize).sum();
        let mut charge = self.job.budget.open();
        let (mut keys, mut cells) = (Vec::new(), Vec::new());
        charge.regrow(&mut keys, count).map_err(StoreError::from)?;
        charge.regrow(&mut cells, count).map_err(StoreError::from)?;
        keys.resize(count, G::Position::default());
        cells.resize(count, C::default());
        let threads = self.job.threads.get();
        let a_piece = blocks
            .len()
            .div_ceil(PIECES_A_THREAD * threads)
            .clamp(1, MOST_BLOCKS);
        let pieces = cut(blocks, a_piece, &mut keys, &mut cells);
        let settle = Settle {
            game: self.game,
            tier,
            solved: &self.solved,
            scale,
        };
        let budget = &self.job.budget;
        let mut workers: Vec<(Expander<_>, Settling<_, S::Worth>)> = Vec::new();
        workers.resize_with(threads, || {
            (
                Expander::new(budget),
                Settling::new(self.solved.len(), budget),
            )
        });
        let edges = AtomicU64::new(0);
        let too_narrow = AtomicBool::new(false);
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
                let (keys, cells) = &mut *slices;
                let first = piece * a_piece;
                let mut at = 0;
                settling.begin();
                for place in first..blocks.len().min(first + a_piece) {
                    if self.job.cancel.is_cancelled() {
                        return Err(Stopped::cancelled(self.reached(self.left)).into());
                    }
                    expander.block(self.game, reader, place, |batch| {
                        let here = at..at + batch.positions.len();
                        at = here.end;
                        keys[here.clone()].copy_from_slice(batch.positions);
                        settle.take_up(settling, batch, &mut cells[here])
                    })?;
                }
                if !settle.end(settling, cells)? {
                    too_narrow.store(true, Ordering::Relaxed);
                }
                edges.fetch_add(settling.take_edges(), Ordering::Relaxed);
                Ok(())
            },
        )?;
        drop(pieces);
        let fits = !too_narrow.into_inner();
        Ok(fits.then(|| (keys, cells, edges.into_inner(), charge)))
    }

    /// Writes the values of a tier, block by block as its keys.
    fn write<C: Cell>(
        &self,
        tier: u32,
        reader: &Arc<dyn Reader>,
        cells: &[C],
        edges: u64,
    ) -> Result<(), Error> {
        let mut writer = self.store.create(Stream::values(tier))?;
        let mut bytes = Vec::new();
        let mut left = cells;
        for &block in reader.blocks() {
            self.job.go_on(|| self.reached(self.left))?;
            let (here, rest) = left.split_at(block.count as usize);
            bytes.clear();
            for cell in here {
                cell.append(&mut bytes);
            }
            writer.write(block, &bytes)?;
            left = rest;
        }
        Ok(writer.finish(edges)?)
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

/// The keys and cells of some blocks. It is locked once, by the thread that solves it.
type Piece<'a, K, C> = Mutex<(&'a mut [K], &'a mut [C])>;

/// Cuts the keys and cells of a tier into pieces of `a_piece` blocks.
fn cut<'a, K, C>(
    blocks: &[Block],
    a_piece: usize,
    mut keys: &'a mut [K],
    mut cells: &'a mut [C],
) -> Vec<Piece<'a, K, C>> {
    let pieces = blocks.chunks(a_piece).map(|piece| {
        let here = piece.iter().map(|block| block.count as usize).sum();
        let (keys_here, cells_here);
        (keys_here, keys) = std::mem::take(&mut keys).split_at_mut(here);
        (cells_here, cells) = std::mem::take(&mut cells).split_at_mut(here);
        Mutex::new((keys_here, cells_here))
    });
    pieces.collect()
}
