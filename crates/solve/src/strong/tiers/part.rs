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
use zug_job::{Budget, Charge, Refusal};

use crate::error::Error;
use crate::table::mover;

use super::cells::{Damaged, Meaning, Scale};
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
    cells: Cells,
    _charge: Charge,
}

/// The cells of a part, by their width.
#[derive(Debug)]
enum Cells {
    Bytes(Vec<u8>),
    Halves(Vec<u16>),
    Words(Vec<u32>),
}

/// Runs code for the cells of any width.
macro_rules! for_each_width {
    ($cells:expr, $vector:ident => $code:expr) => {
        match $cells {
            Cells::Bytes($vector) => $code,
            Cells::Halves($vector) => $code,
            Cells::Words($vector) => $code,
        }
    };
}

/// A cell of some width.
trait Cell: Copy + Default + PartialEq + Into<u32> + TryFrom<u32> {}

impl<C: Copy + Default + PartialEq + Into<u32> + TryFrom<u32>> Cell for C {}

impl Cells {
    /// The cells of slots without keys, of this number of bytes each.
    fn absent(width: usize, slots: usize, charge: &mut Charge) -> Result<Self, Refusal> {
        fn absent<C: Cell>(slots: usize, charge: &mut Charge) -> Result<Vec<C>, Refusal> {
            let mut cells = Vec::new();
            charge.regrow(&mut cells, slots)?;
            cells.resize(slots, C::default());
            Ok(cells)
        }
        Ok(match width {
            0 | 1 => Self::Bytes(absent(slots, charge)?),
            2 => Self::Halves(absent(slots, charge)?),
            _ => Self::Words(absent(slots, charge)?),
        })
    }
}

impl<K: Key> Part<K> {
    pub(super) fn look_up(
        &self,
        waiting: &[Waiting<K>],
        scale: &Scale,
        best: &mut [u32],
    ) -> Option<K> {
        let keys = &self.keys.0[..];
        for_each_width!(&self.cells, cells => look_up(keys, cells, waiting, scale, best))
    }
}

/// The slot where a key is looked for first, in a table of `slots` slots.
#[inline]
fn slot<K: Key>(key: K, slots: usize) -> usize {
    (key.mixed() >> (u64::BITS - slots.trailing_zeros())) as usize
}

fn look_up<K: Key, C: Cell>(
    keys: &[K],
    cells: &[C],
    waiting: &[Waiting<K>],
    scale: &Scale,
    best: &mut [u32],
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
        let worth = scale.before(cell.into(), one.by);
        let best = &mut best[one.place as usize];
        *best = scale.either(*best, worth);
    }
    None
}

/// Puts keys with their cells into a table; returns whether the cells fit.
fn insert<K: Key, C: Cell>(
    (keys, cells): (&mut [K], &mut [C]),
    (new, of_new): (&[K], &[u32]),
) -> bool {
    let slots = keys.len();
    let mut fit = true;
    for (&key, &cell) in new.iter().zip(of_new) {
        let mut at = slot(key, slots);
        while cells[at] != C::default() {
            at = (at + 1) & (slots - 1);
        }
        match C::try_from(cell) {
            Ok(cell) => (keys[at], cells[at]) = (key, cell),
            Err(_) => fit = false,
        }
    }
    fit
}

/// A tier that is complete in the store.
#[derive(Clone, Debug)]
pub(super) struct Stored {
    pub(super) keys: Arc<dyn Reader>,
    pub(super) values: Arc<dyn Reader>,
    /// What the cells mean.
    pub(super) meaning: Meaning,
    /// The number of bytes of a cell.
    pub(super) width: usize,
}

/// What reads the cells of a tier.
#[derive(Clone, Copy)]
pub(super) struct TierCells<'a> {
    pub(super) reader: &'a dyn Reader,
    /// What the cells mean.
    pub(super) meaning: Meaning,
    /// The number of bytes of a cell.
    pub(super) width: usize,
}

impl Stored {
    /// The cells of this tier, where `reader` reads them and not the stream in the store.
    pub(super) fn cells_by<'a>(&self, reader: &'a dyn Reader) -> TierCells<'a> {
        TierCells {
            reader,
            meaning: self.meaning,
            width: self.width,
        }
    }
}

/// What a thread needs to make parts.
pub(super) struct Maker<K> {
    pub(super) made: Vec<(usize, Part<K>)>,
    bytes: Vec<u8>,
    keys: Vec<K>,
    cells: Vec<u32>,
    sizes: Vec<usize>,
    pub(super) tally: Tally,
}

impl<K: Key> Maker<K> {
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
        of: TierCells<'_>,
    ) -> Result<(), StoreError> {
        self.keys.clear();
        self.cells.clear();
        read(reader, place, &mut self.bytes, &mut self.keys)?;
        of.reader.read(place, &mut self.bytes)?;
        of.meaning
            .decode(&self.bytes, self.keys.len(), &mut self.cells)
    }

    /// The part of some blocks with their cells; `each` is called when a block is read.
    pub(super) fn part(
        &mut self,
        reader: &Arc<dyn Reader>,
        blocks: Range<usize>,
        of: TierCells<'_>,
        (spare, budget): (&Spare<K>, &Budget),
        each: &dyn Fn(&mut Self),
    ) -> Result<Part<K>, Error> {
        let counts = reader.blocks()[blocks.clone()].iter();
        let count: usize = counts.map(|block| block.count as usize).sum();
        let slots = (count * SLOTS_FOR_FIVE).div_ceil(5);
        let slots = slots.next_power_of_two().max(FEWEST_SLOTS);
        let mut table = spare.with_room(slots).map_err(StoreError::from)?;
        table.0.resize(slots, K::default());
        let mut charge = budget.open();
        let mut cells = Cells::absent(of.width, slots, &mut charge).map_err(StoreError::from)?;
        let keys = &mut table.0[..];
        for place in blocks {
            self.read(reader, place, of)?;
            let new = (&self.keys[..], &self.cells[..]);
            if !for_each_width!(&mut cells, cells => insert((keys, cells), new)) {
                return Err(StoreError::failed(Damaged).into());
            }
            each(self);
        }
        Ok(Part {
            keys: table,
            cells,
            _charge: charge,
        })
    }

    /// Counts the positions of the block that was read last, whose cells mean this and say values.
    pub(super) fn count(&mut self, game: &impl Graded<Position = K>, meaning: Meaning) {
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
                tally.add(meaning.value_cell(*cell), 1, mover(key));
            }
        } else {
            for ((cell, key), &size) in cells.iter().zip(&*keys).zip(&*sizes) {
                tally.add(meaning.value_cell(*cell), size as u64, mover(key));
            }
        }
    }
}
