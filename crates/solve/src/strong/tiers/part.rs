//! A range of the keys of a solved tier, as a hash table.
//!
//! The table has open addressing (W. W. Peterson, 1957) and is about as large as the cache of
//! a core, so that many look-ups together find it there.
//!
//! Cost: some nanoseconds a look-up. Memory: 8/5 of a key and its cell for each position, up to
//! the next power of two.

use std::ops::Range;
use std::sync::Arc;

use zug_game::{Graded, Player};
use zug_job::{Budget, Charge};

use crate::error::Error;
use crate::table::mover;

use super::cells::{Cell, Cells, Damaged, Scale, each_cell};
use super::expand::read;
use super::key::Key;
use super::settle::Waiting;
use super::spare::{Charged, Spare};
use super::store::{Reader, StoreError};
use super::tally::Tally;

/// The slots of a part's table for each five of its keys, before they are brought to a power
/// of two; and the fewest slots.
pub(super) const SLOTS_FOR_FIVE: usize = 8;
const FEWEST_SLOTS: usize = 16;

/// The keys of a range with their cells.
#[derive(Debug)]
pub(super) struct Part<K> {
    /// The keys by their hashes. Where the cell is 0 there is no key.
    pub(super) keys: Charged<K>,
    pub(super) cells: Cells,
    _charge: Charge,
}

impl<K: Key> Part<K> {
    pub(super) fn look_up<S: Scale>(
        &self,
        waiting: &[Waiting<K>],
        scale: &S,
        best: &mut [S::Worth],
    ) -> Option<K> {
        let keys = &self.keys.0[..];
        match &self.cells {
            Cells::Bytes(cells) => look_up(keys, cells, waiting, scale, best),
            Cells::Halves(cells) => look_up(keys, cells, waiting, scale, best),
            Cells::Words(cells) => look_up(keys, cells, waiting, scale, best),
        }
    }
}

/// The slot where a key is looked for first, in a table of `slots` slots.
#[inline]
fn slot<K: Key>(key: K, slots: usize) -> usize {
    (key.mixed() >> (u64::BITS - slots.trailing_zeros())) as usize
}

fn look_up<K: Key, C: Cell, S: Scale>(
    keys: &[K],
    cells: &[C],
    waiting: &[Waiting<K>],
    scale: &S,
    best: &mut [S::Worth],
) -> Option<K> {
    let slots = keys.len();
    let cells = &cells[..slots];
    for one in waiting {
        let mut at = slot(one.key, slots);
        while keys[at] != one.key {
            if cells[at] == C::default() {
                return Some(one.key);
            }
            at = (at + 1) & (slots - 1);
        }
        let cell = cells[at];
        if cell == C::default() {
            return Some(one.key);
        }
        let worth = scale.before(cell.number(), one.turn);
        let best = &mut best[one.place as usize];
        *best = worth.max(*best);
    }
    None
}

/// The cells of the blocks of a tier, block by block in any order.
pub(super) trait CellsOf<C>: Sync {
    /// Puts the cells of a block in the place of what `cells` held.
    fn block(&self, place: usize, cells: &mut Vec<C>) -> Result<(), StoreError>;
}

/// A tier that is complete in the store.
#[derive(Clone, Debug)]
pub(super) struct Stored {
    pub(super) keys: Arc<dyn Reader>,
    pub(super) values: Arc<dyn Reader>,
    /// The number of bytes of a cell.
    pub(super) width: usize,
}

impl<C: Cell> CellsOf<C> for Stored {
    fn block(&self, place: usize, cells: &mut Vec<C>) -> Result<(), StoreError> {
        let mut bytes = Vec::new();
        self.values.read(place, &mut bytes)?;
        cells.clear();
        let count = self.keys.blocks()[place].count as usize;
        let mut fits = true;
        each_cell(&bytes, count, |cell| match C::of(cell) {
            Some(cell) => cells.push(cell),
            None => fits = false,
        })?;
        if fits {
            Ok(())
        } else {
            Err(StoreError::failed(Damaged))
        }
    }
}

/// What a thread needs to make parts.
pub(super) struct Maker<K, C> {
    pub(super) made: Vec<(usize, Part<K>)>,
    bytes: Vec<u8>,
    keys: Vec<K>,
    cells: Vec<C>,
    sizes: Vec<usize>,
    pub(super) tally: Tally,
}

impl<K: Key, C: Cell> Maker<K, C> {
    pub(super) fn new() -> Self {
        Self {
            made: Vec::new(),
            bytes: Vec::new(),
            keys: Vec::new(),
            cells: Vec::new(),
            sizes: Vec::new(),
            tally: Tally::new(),
        }
    }

    /// Reads the keys and cells of a block.
    pub(super) fn read(
        &mut self,
        reader: &Arc<dyn Reader>,
        place: usize,
        of: &impl CellsOf<C>,
    ) -> Result<(), StoreError> {
        self.keys.clear();
        read(reader, place, &mut self.bytes, &mut self.keys)?;
        of.block(place, &mut self.cells)
    }

    /// The part of some blocks; `each` is called when a block is read.
    pub(super) fn part(
        &mut self,
        reader: &Arc<dyn Reader>,
        blocks: Range<usize>,
        of: &impl CellsOf<C>,
        (spare, budget): (&Spare<K>, &Budget),
        each: impl Fn(&mut Self),
    ) -> Result<Part<K>, Error> {
        let counts = reader.blocks()[blocks.clone()].iter();
        let count: usize = counts.map(|block| block.count as usize).sum();
        let slots = (count * SLOTS_FOR_FIVE).div_ceil(5);
        let slots = slots.next_power_of_two().max(FEWEST_SLOTS);
        let mut table = spare.with_room(slots).map_err(StoreError::from)?;
        table.0.resize(slots, K::default());
        let mut charge = budget.open();
        let mut cells = Vec::new();
        charge.regrow(&mut cells, slots).map_err(StoreError::from)?;
        cells.resize(slots, C::default());
        let keys = &mut table.0[..];
        for place in blocks {
            self.read(reader, place, of)?;
            for (&key, &cell) in self.keys.iter().zip(&self.cells) {
                let mut at = slot(key, slots);
                while cells[at] != C::default() {
                    at = (at + 1) & (slots - 1);
                }
                (keys[at], cells[at]) = (key, cell);
            }
            each(self);
        }
        Ok(Part {
            keys: table,
            cells: C::cells(cells),
            _charge: charge,
        })
    }

    /// Counts the positions of the block that was read last.
    pub(super) fn count(&mut self, game: &impl Graded<Position = K>) {
        let Self {
            keys,
            cells,
            sizes,
            tally,
            ..
        } = self;
        game.orbit_sizes(keys, sizes);
        let mover = mover(game);
        let mover = |key: &K| mover.map_or(Player::First, |mover| mover(game, key));
        if sizes.is_empty() {
            for (cell, key) in cells.iter().zip(&*keys) {
                tally.add(cell.number(), 1, mover(key));
            }
        } else {
            for ((cell, key), &size) in cells.iter().zip(&*keys).zip(&*sizes) {
                tally.add(cell.number(), size as u64, mover(key));
            }
        }
    }
}
