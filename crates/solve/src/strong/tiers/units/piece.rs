//! What runs have of a tier, and of a shard of it.

use std::ops::Range;
use std::sync::Arc;

use zug_game::Graded;
use zug_job::{Charge, Refusal};

use crate::error::Error;

use super::super::block::BLOCK;
use super::super::expand::read;
use super::super::key::Key;
use super::super::store::{Block, Kind, Reader, StoreError, Stream};
use super::Units;
use super::shards::{Bounds, Name, there};

/// The blocks of a run that have positions of one tier.
#[derive(Clone, Debug)]
pub(super) struct Section<K> {
    pub(super) run: Arc<dyn Reader>,
    pub(super) blocks: Range<usize>,
    /// The last key; `None` if there are no blocks.
    last: Option<K>,
}

impl<G> Units<'_, G>
where
    G: Graded<Position: Key> + Sync,
{
    /// What the run out of a shard has of a later tier.
    pub(super) fn section(
        &self,
        (tier, shard): Name,
        later: u32,
    ) -> Result<Section<G::Position>, Error> {
        let run = there(self.store, Stream::new(tier, Kind::Run).of_shard(shard))?;
        let blocks = run.blocks();
        let level = |block: &Block| self.game.level(&G::Position::from_bits(block.first));
        let begin = blocks.partition_point(|block| level(block) < later);
        let end = begin + blocks[begin..].partition_point(|block| level(block) == later);
        let last = match begin..end {
            none if none.is_empty() => None,
            some => {
                let mut keys = Vec::new();
                read(&run, some.end - 1, &mut Vec::new(), &mut keys)?;
                keys.last().copied()
            }
        };
        Ok(Section {
            run,
            blocks: begin..end,
            last,
        })
    }
}

impl<K: Key> Section<K> {
    /// The blocks with their numbers in the run.
    pub(super) fn each_block(&self) -> impl Iterator<Item = (usize, Block)> {
        let blocks = &self.run.blocks()[self.blocks.clone()];
        self.blocks.clone().zip(blocks.iter().copied())
    }

    /// The first key of a block, and a key that none of the block exceeds.
    pub(super) fn keys_of(&self, block: usize) -> (K, K) {
        let first = |block: usize| K::from_bits(self.run.blocks()[block].first);
        let last = match self.last {
            Some(last) if block + 1 == self.blocks.end => last,
            _ => first(block + 1).minus(K::from_bits(1_u32.into())),
        };
        (first(block), last)
    }

    /// The blocks that can have keys of a shard.
    fn of_shard(&self, bounds: Bounds<K>) -> Range<usize> {
        let blocks = &self.run.blocks()[self.blocks.clone()];
        let first = |block: &Block| K::from_bits(block.first);
        let behind = blocks.partition_point(|block| first(block) <= bounds.begin);
        let end = match bounds.end {
            Some(end) => blocks.partition_point(|block| first(block) < end),
            None => blocks.len(),
        };
        let begin = self.blocks.start;
        begin + behind.saturating_sub(1)..begin + end
    }
}

/// Reads the keys that a section has of a shard, block by block.
#[derive(Debug)]
pub(super) struct Piece<K> {
    section: Section<K>,
    bounds: Bounds<K>,
    /// The blocks that are not read yet.
    left: Range<usize>,
    /// The number of the block that was read last.
    block: usize,
    keys: Vec<K>,
    at: usize,
    bytes: Vec<u8>,
}

impl<K: Key> Piece<K> {
    /// The bytes that a piece takes while it is read, about.
    pub(super) fn bytes() -> u64 {
        (2 * BLOCK * size_of::<K>()) as u64
    }

    pub(super) fn new(section: Section<K>, bounds: Bounds<K>) -> Self {
        let left = section.of_shard(bounds);
        Self {
            section,
            bounds,
            left,
            block: 0,
            keys: Vec::new(),
            at: 0,
            bytes: Vec::new(),
        }
    }

    /// The largest number of keys that the piece can have.
    pub(super) fn most(&self) -> u64 {
        let blocks = &self.section.run.blocks()[self.left.clone()];
        blocks.iter().map(|block| u64::from(block.count)).sum()
    }

    /// The keys that were read and not taken; those of the next block if all were taken, and none
    /// at the end.
    pub(super) fn keys(&mut self) -> Result<&[K], StoreError> {
        while self.at == self.keys.len() {
            let Some(block) = self.left.next() else {
                break;
            };
            self.keys.clear();
            read(&self.section.run, block, &mut self.bytes, &mut self.keys)?;
            self.block = block;
            let Bounds { begin, end } = self.bounds;
            self.at = self.keys.partition_point(|key| *key < begin);
            if let Some(end) = end {
                let end = self.keys.partition_point(|key| *key < end);
                self.keys.truncate(end.max(self.at));
            }
        }
        Ok(&self.keys[self.at..])
    }

    /// The number of the block that the keys are of.
    pub(super) fn block(&self) -> usize {
        self.block
    }

    /// Takes this number of keys.
    pub(super) fn take(&mut self, keys: usize) {
        self.at += keys;
    }

    /// Whether all blocks were read.
    pub(super) fn is_last(&self) -> bool {
        self.left.is_empty()
    }
}

/// Charges the memory that reading this number of pieces takes.
pub(super) fn charge<K: Key>(charge: &mut Charge, pieces: usize) -> Result<(), Refusal> {
    charge.grow(Piece::<K>::bytes().saturating_mul(pieces as u64))
}

/// A stream of no blocks.
#[derive(Debug)]
pub(super) struct Nothing;

impl Reader for Nothing {
    fn blocks(&self) -> &[Block] {
        &[]
    }

    fn note(&self) -> u64 {
        0
    }

    fn read(&self, _: usize, _: &mut Vec<u8>) -> Result<(), StoreError> {
        unreachable!("the stream has no blocks")
    }
}
