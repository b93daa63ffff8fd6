//! The table of a game that was solved level by level.
//!
//! Cost: a look finds the tier by the position's level, the block by binary search in the
//! first keys, and then reads one block of keys and one of values: some microseconds, or some
//! dozens of nanoseconds if the block was read a short while ago.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use zug_job::{Budget, Charge};
use zug_values::{Nimber, Plies, Value};

use crate::attained::Attained;
use crate::positions::value_in;
use crate::table::{Counts, Entry, Table, Take, Unreadable, Wins};

use super::cells::{Meaning, cell_at, nimber_in, told};
use super::discover::Gone;
use super::expand::read;
use super::key::Key;
use super::store::{Reader, Store, StoreError, Stream};
use super::tally::Tallied;

/// The most blocks that are kept as they were read.
const MOST_KEPT: usize = 32;

/// Every position that play can reach from the root, with its value, in tiers; and with its nimber or score, where the
/// store has those of all tiers.
pub struct TierTable<P> {
    store: Arc<dyn Store>,
    /// The first tier, and of each tier from there on its keys and values.
    first: u32,
    tiers: Vec<Tier>,
    /// The places of the first entries of all blocks, and the number of entries.
    starts: Vec<u64>,
    level: Box<dyn Fn(&P) -> u32 + Send + Sync>,
    edges: u64,
    /// What the table has of positions besides their values, if anything.
    besides: Option<Meaning>,
    /// The counts, where all tiers were solved now.
    counts: Option<Tallied>,
    kept: Vec<Mutex<Kept<P>>>,
    /// What each cell of one byte tells.
    told: Vec<Option<Entry<()>>>,
    charge: Charge,
}

/// A tier.
#[derive(Debug)]
struct Tier {
    keys: Arc<dyn Reader>,
    values: Arc<dyn Reader>,
    /// The nimbers or scores, where the table has any.
    besides: Option<Arc<dyn Reader>>,
    /// The number of blocks in the tiers before.
    before: usize,
}

/// A block as it was read.
#[derive(Debug)]
struct Kept<P> {
    /// The number of the block among those of all tiers; `None` if nothing was read.
    block: Option<usize>,
    keys: Vec<P>,
    /// The bytes of the values.
    cells: Vec<u8>,
    /// The bytes of the nimbers or scores, once they were asked for; else none.
    besides: Vec<u8>,
}

impl<P: Key> TierTable<P> {
    /// The table of the tiers from `first` to below `end`, all of which the store has.
    pub(super) fn new(
        store: Arc<dyn Store>,
        first: u32,
        end: u32,
        level: Box<dyn Fn(&P) -> u32 + Send + Sync>,
        budget: &Budget,
    ) -> Result<Self, StoreError> {
        let mut table = Self {
            store,
            first,
            tiers: Vec::new(),
            starts: vec![0],
            level,
            edges: 0,
            besides: None,
            counts: None,
            kept: Vec::new(),
            told: (0..=u8::MAX).map(|cell| told(cell.into())).collect(),
            charge: budget.open(),
        };
        (first..end).try_for_each(|tier| table.open(tier))?;
        for meaning in [Meaning::Nimber, Meaning::Score, Meaning::attained(end)] {
            table.open_besides(meaning)?;
        }
        table.keep_blocks()?;
        Ok(table)
    }

    /// The table with the counts of its positions.
    pub(super) fn with_counts(self, counts: Option<Tallied>) -> Self {
        Self { counts, ..self }
    }

    /// Adds a tier.
    fn open(&mut self, tier: u32) -> Result<(), StoreError> {
        let opened = |stream| {
            let reader = self.store.open(stream)?;
            reader.ok_or_else(|| StoreError::failed(Gone(stream)))
        };
        let (keys, values) = (opened(Stream::keys(tier))?, opened(Stream::values(tier))?);
        let before = self.starts.len() - 1;
        self.charge
            .make_room(&mut self.starts, keys.blocks().len())?;
        let mut start = self.starts[before];
        for block in keys.blocks() {
            start += u64::from(block.count);
            self.starts.push(start);
        }
        self.edges += values.note();
        self.tiers.push(Tier {
            keys,
            values,
            besides: None,
            before,
        });
        Ok(())
    }

    /// Opens the nimbers or scores of all tiers, if the store has those of every tier.
    fn open_besides(&mut self, meaning: Meaning) -> Result<(), StoreError> {
        let mut readers = Vec::new();
        for tier in (self.first..).take(self.tiers.len()) {
            let Some(reader) = self.store.open(Stream::new(tier, meaning.kind()))? else {
                return Ok(());
            };
            readers.push(reader);
        }
        for (tier, reader) in self.tiers.iter_mut().zip(readers) {
            tier.besides = Some(reader);
        }
        self.besides = Some(meaning);
        Ok(())
    }

    /// Makes places for blocks that are kept. What they can take is charged now, so that no
    /// question is refused later.
    fn keep_blocks(&mut self) -> Result<(), StoreError> {
        let blocks = self.starts.windows(2).map(|pair| pair[1] - pair[0]);
        let largest = blocks.max().unwrap_or(0);
        let mut kept = MOST_KEPT.min(self.starts.len() - 1).max(1);
        // The keys, the bytes of a block while it is read, and a byte for each cell.
        let cells = 1 + u64::from(self.besides.is_some());
        let a_block = largest * (2 * P::BYTES as u64 + cells) + 64;
        while let Err(refusal) = self.charge.grow(kept as u64 * a_block) {
            if kept == 1 {
                return Err(refusal.into());
            }
            kept /= 2;
        }
        self.kept.resize_with(kept, || {
            Mutex::new(Kept {
                block: None,
                keys: Vec::new(),
                cells: Vec::new(),
                besides: Vec::new(),
            })
        });
        Ok(())
    }

    /// The number of moves between the positions.
    #[must_use]
    pub fn edges(&self) -> u64 {
        self.edges
    }

    /// The number of positions of each tier, from that of the root on.
    pub fn tiers(&self) -> impl Iterator<Item = u64> {
        self.tiers.iter().map(|tier| {
            let end = tier.before + tier.keys.blocks().len();
            self.starts[end] - self.starts[tier.before]
        })
    }

    /// A block of a tier, as it was kept or as it is read now.
    fn block(&self, tier: &Tier, place: usize) -> Result<MutexGuard<'_, Kept<P>>, StoreError> {
        let block = tier.before + place;
        let kept = self.kept[block % self.kept.len()].lock();
        let mut kept = kept.unwrap_or_else(PoisonError::into_inner);
        if kept.block != Some(block) {
            let Kept {
                block: held,
                keys,
                cells,
                besides,
            } = &mut *kept;
            *held = None;
            keys.clear();
            besides.clear();
            let count = tier.keys.blocks()[place].count as usize;
            read(&tier.keys, place, cells, keys)?;
            tier.values.read(place, cells)?;
            Meaning::Value.decode(cells, count, &mut Vec::new())?;
            *held = Some(block);
        }
        Ok(kept)
    }

    /// The tier and the place of the block that has a position, if any has.
    fn block_of(&self, position: &P) -> Option<(&Tier, usize)> {
        let tier = (self.level)(position).checked_sub(self.first)?;
        let tier = self.tiers.get(tier as usize)?;
        let bits = position.to_bits();
        let behind = tier
            .keys
            .blocks()
            .partition_point(|block| block.first <= bits);
        Some((tier, behind.checked_sub(1)?))
    }

    /// The place of a position, and its cell.
    fn look(&self, position: &P) -> Result<Option<(u64, u32)>, Unreadable> {
        let Some((tier, place)) = self.block_of(position) else {
            return Ok(None);
        };
        let block = self.block(tier, place).map_err(Unreadable::new)?;
        let found = block.keys.binary_search(position).ok();
        Ok(found.map(|at| {
            let cell = cell_at(&block.cells, block.keys.len(), at);
            (self.starts[tier.before + place] + at as u64, cell)
        }))
    }

    /// The cell of a position besides that of its value, with what it means; `None` if the table has no such cells, or not
    /// this position.
    fn cell_besides(&self, position: &P) -> Result<Option<(Meaning, u32)>, Unreadable> {
        let Some((tier, place)) = self.block_of(position) else {
            return Ok(None);
        };
        let (Some(reader), Some(meaning)) = (&tier.besides, self.besides) else {
            return Ok(None);
        };
        let mut block = self.block(tier, place).map_err(Unreadable::new)?;
        let Kept { keys, besides, .. } = &mut *block;
        if besides.is_empty() {
            reader.read(place, besides).map_err(Unreadable::new)?;
            let whole = meaning.decode(besides, keys.len(), &mut Vec::new());
            whole
                .inspect_err(|_| besides.clear())
                .map_err(Unreadable::new)?;
        }
        let found = keys.binary_search(position).ok();
        Ok(found.map(|at| (meaning, cell_at(besides, keys.len(), at))))
    }

    /// What is attained in a position, if the table has scores.
    fn attained(&self, position: &P) -> Result<Option<Attained>, Unreadable> {
        if !self.has_scores() {
            return Ok(None);
        }
        let cell = self.cell_besides(position)?;
        Ok(cell.map(|(meaning, cell)| meaning.attained_in(cell)))
    }
}

impl<P> Kept<P>
where
    P: Key,
{
    /// What is told of the position at this place in the block.
    fn entry(&self, at: usize) -> Option<Entry<P>> {
        let cell = cell_at(&self.cells, self.keys.len(), at);
        Some(told(cell)?.map(|()| self.keys[at]))
    }
}

impl<P: Key> Table for TierTable<P> {
    type Position = P;

    fn find(&self, position: &P) -> Result<Option<Value>, Unreadable> {
        let found = self.look(position)?;
        Ok(found.and_then(|(_, cell)| value_in(cell)))
    }

    fn nimber(&self, position: &P) -> Result<Option<Nimber>, Unreadable> {
        if self.besides != Some(Meaning::Nimber) {
            return Ok(None);
        }
        let cell = self.cell_besides(position)?;
        Ok(cell.map(|(_, cell)| nimber_in(cell)))
    }

    fn score(&self, position: &P) -> Result<Option<i64>, Unreadable> {
        Ok(self.attained(position)?.map(|attained| attained.score))
    }

    fn plies(&self, position: &P) -> Result<Option<Plies>, Unreadable> {
        match self.besides {
            Some(Meaning::Attained(_)) => {
                Ok(self.attained(position)?.map(|attained| attained.plies))
            }
            _ => Ok(None),
        }
    }

    fn has_scores(&self) -> bool {
        matches!(self.besides, Some(Meaning::Score | Meaning::Attained(_)))
    }

    fn place(&self, position: &P) -> Result<Option<u64>, Unreadable> {
        let found = self.look(position)?;
        Ok(found.map(|(place, _)| place))
    }

    fn entry(&self, place: u64) -> Result<Option<Entry<P>>, Unreadable> {
        if place >= self.len() {
            return Ok(None);
        }
        let block = self.starts.partition_point(|&start| start <= place) - 1;
        let tier = self.tiers.partition_point(|tier| tier.before <= block) - 1;
        let tier = &self.tiers[tier];
        let kept = self
            .block(tier, block - tier.before)
            .map_err(Unreadable::new)?;
        Ok(kept.entry((place - self.starts[block]) as usize))
    }

    fn len(&self) -> u64 {
        self.starts[self.starts.len() - 1]
    }

    fn held_bytes(&self) -> u64 {
        self.store.held_bytes() + self.charge.bytes()
    }

    fn counts(&self) -> Result<Counts, Unreadable> {
        match &self.counts {
            Some(counts) => Ok(counts.kept),
            None => self.counts_by(&mut |_| 1),
        }
    }

    fn orbit_counts(&self) -> Option<Counts> {
        Some(self.counts?.orbits)
    }

    fn wins(&self) -> Option<Wins> {
        self.counts?.wins
    }

    fn each_block(&self, take: &mut Take<'_, P>) -> Result<(), Unreadable> {
        let mut entries = Vec::new();
        for tier in &self.tiers {
            for place in 0..tier.keys.blocks().len() {
                let block = self.block(tier, place).map_err(Unreadable::new)?;
                entries.clear();
                if block.cells.len() == block.keys.len() {
                    let told = block.cells.iter().map(|&cell| self.told[usize::from(cell)]);
                    let known = told.zip(&block.keys);
                    entries.extend(known.filter_map(|(told, key)| Some(told?.map(|()| *key))));
                } else {
                    entries.extend((0..block.keys.len()).filter_map(|at| block.entry(at)));
                }
                drop(block);
                if let ControlFlow::Break(()) = take(&entries) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

impl<P> fmt::Debug for TierTable<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TierTable")
            .field("first", &self.first)
            .field("tiers", &self.tiers.len())
            .field("edges", &self.edges)
            .finish_non_exhaustive()
    }
}
