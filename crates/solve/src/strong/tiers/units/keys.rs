//! Writes the keys of a shard: the sorted union of what the runs have of it.
//!
//! The runs are merged in rounds. Each round takes from all runs the keys up to the least of the
//! last keys that were read, so that at least one run reads its next block then; they are few
//! thousands, and are merged pair by pair in the cache.

use zug_game::Graded;
use zug_job::{Job, Phase, Progress};

use crate::error::Error;

use super::super::block::BLOCK;
use super::super::distinct::merged;
use super::super::key::Key;
use super::super::store::{Block, Kind, StoreError, Stream, Writer};
use super::super::tier_keys::encode;
use super::Units;
use super::piece::{Piece, charge};
use super::shards::{Name, Shards};

/// No such shard.
#[derive(Debug, thiserror::Error)]
#[error("tier {0} has no shard {1}")]
pub(super) struct NoShard(u32, u32);

/// Runs, each with what it has of a shard.
type Pieces<K> = Vec<(Name, Piece<K>)>;

impl<G> Units<'_, G>
where
    G: Graded<Position: Key> + Sync,
{
    /// The runs that reach a shard, with what they have of it.
    pub(super) fn pieces(&self, tier: u32, shard: u32) -> Result<Pieces<G::Position>, Error> {
        let shards: Shards<G::Position> = self.shards(tier)?;
        let bounds = shards.bounds(shard);
        let bounds = bounds.ok_or_else(|| StoreError::failed(NoShard(tier, shard)))?;
        let runs = shards.runs(shard)?.into_iter();
        runs.map(|run| Ok((run, Piece::new(self.section(run, tier)?, bounds))))
            .collect()
    }

    pub(super) fn keys(&self, tier: u32, shard: u32, job: &Job) -> Result<(), Error> {
        let mut pieces = self.pieces(tier, shard)?;
        let mut charged = job.budget.open();
        // Each piece has a block that was read, and gives at most as many keys to be merged.
        charge::<G::Position>(&mut charged, 2 * pieces.len() + 2).map_err(StoreError::from)?;
        let stream = Stream::new(tier, Kind::Keys).of_shard(shard);
        let mut out = Out {
            units: self,
            tier,
            writer: self.store.create(stream)?,
            keys: Vec::new(),
            written: 0,
            bytes: Vec::new(),
        };
        if tier == self.levels().first {
            out.add(&[self.root])?;
        }
        let mut merge = Merge::default();
        loop {
            job.tell(&Progress {
                bytes: job.budget.used(),
                ..Progress::at(Phase::Discovering, out.written)
            })?;
            let mut up_to = None;
            let mut is_last = true;
            for (_, piece) in &mut pieces {
                let last = piece.keys()?.last().copied();
                is_last &= last.is_none();
                if let Some(last) = last
                    && !piece.is_last()
                {
                    up_to = Some(up_to.map_or(last, |key: G::Position| key.min(last)));
                }
            }
            if is_last {
                break;
            }
            for (_, piece) in &mut pieces {
                let keys = piece.keys()?;
                let count = match up_to {
                    Some(up_to) => keys.partition_point(|key| *key <= up_to),
                    None => keys.len(),
                };
                merge.add(&keys[..count]);
                piece.take(count);
            }
            out.add(merge.merged())?;
        }
        out.finish()
    }
}

/// Merges ascending keys.
#[derive(Debug)]
struct Merge<K> {
    keys: Vec<K>,
    /// Where each of the vectors that are merged ends among the keys.
    ends: Vec<usize>,
    spare: Vec<K>,
}

impl<K> Default for Merge<K> {
    fn default() -> Self {
        Self {
            keys: Vec::new(),
            ends: Vec::new(),
            spare: Vec::new(),
        }
    }
}

impl<K: Key> Merge<K> {
    /// Adds keys that ascend strictly.
    fn add(&mut self, keys: &[K]) {
        if !keys.is_empty() {
            self.keys.extend_from_slice(keys);
            self.ends.push(self.keys.len());
        }
    }

    /// All keys that were added since this was last asked, each once, ascending.
    fn merged(&mut self) -> &[K] {
        let Self { keys, ends, spare } = self;
        while ends.len() > 1 {
            spare.clear();
            spare.reserve(keys.len());
            let (mut begin, mut pairs) = (0, Vec::with_capacity(ends.len().div_ceil(2)));
            for pair in ends.chunks(2) {
                let end = pair[pair.len() - 1];
                merged(&keys[begin..pair[0]], &keys[pair[0]..end], spare);
                begin = end;
                pairs.push(spare.len());
            }
            std::mem::swap(keys, spare);
            *ends = pairs;
        }
        ends.clear();
        // The merged keys stay in `spare`, and the next call gathers keys in `keys`, which is empty again.
        std::mem::swap(keys, spare);
        keys.clear();
        spare
    }
}

/// Writes keys in blocks.
struct Out<'u, 'a, G: Graded> {
    units: &'u Units<'a, G>,
    tier: u32,
    writer: Box<dyn Writer + 'u>,
    /// Keys that do not fill a block.
    keys: Vec<G::Position>,
    written: u64,
    bytes: Vec<u8>,
}

impl<G> Out<'_, '_, G>
where
    G: Graded<Position: Key> + Sync,
{
    fn add(&mut self, mut keys: &[G::Position]) -> Result<(), Error> {
        while !keys.is_empty() {
            let room = BLOCK - self.keys.len();
            let (now, later) = keys.split_at(room.min(keys.len()));
            self.keys.extend_from_slice(now);
            keys = later;
            if self.keys.len() == BLOCK {
                self.write()?;
            }
        }
        Ok(())
    }

    fn write(&mut self) -> Result<(), Error> {
        let block: Block = encode(self.units.game, self.tier, &self.keys, &mut self.bytes)?;
        self.writer.write(block, &self.bytes)?;
        self.written += self.keys.len() as u64;
        self.keys.clear();
        Ok(())
    }

    fn finish(mut self) -> Result<(), Error> {
        if !self.keys.is_empty() {
            self.write()?;
        }
        Ok(self.writer.finish(0)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn merged_runs_are_their_union(
            runs in prop::collection::vec(prop::collection::btree_set(0u64..500, 0..60), 0..12),
        ) {
            let mut merge = Merge::default();
            for _ in 0..2 {
                for run in &runs {
                    merge.add(&run.iter().copied().collect::<Vec<_>>());
                }
                let union: BTreeSet<u64> = runs.iter().flatten().copied().collect();
                prop_assert_eq!(merge.merged(), union.into_iter().collect::<Vec<_>>());
            }
        }
    }
}
