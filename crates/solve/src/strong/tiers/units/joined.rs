//! The streams of the shards of a tier as one stream.

use std::sync::Arc;

use zug_job::{Budget, Charge, Refusal};

use super::super::cells::{note_of_scores, score_range_in};
use super::super::store::{Block, Kind, Reader, StoreError};

/// The streams of all shards of a tier, one after the other.
#[derive(Debug)]
pub struct Joined {
    blocks: Vec<Block>,
    shards: Vec<Arc<dyn Reader>>,
    /// The number of blocks before each shard.
    before: Vec<usize>,
    note: u64,
    _charge: Charge,
}

impl Joined {
    /// Joins the streams of shards, which are of this kind, in their order.
    ///
    /// # Errors
    ///
    /// The budget has no room for the directories of all shards.
    pub fn new(kind: Kind, shards: Vec<Arc<dyn Reader>>, budget: &Budget) -> Result<Self, Refusal> {
        let mut charge = budget.open();
        let (mut blocks, mut before) = (Vec::new(), Vec::new());
        charge.make_room(&mut before, shards.len())?;
        for shard in &shards {
            before.push(blocks.len());
            charge.make_room(&mut blocks, shard.blocks().len())?;
            blocks.extend_from_slice(shard.blocks());
        }
        let note = match kind {
            Kind::Scores | Kind::Attained => {
                let ranges = shards
                    .iter()
                    .filter_map(|shard| score_range_in(shard.note()));
                note_of_scores(ranges.flat_map(|range| [*range.start(), *range.end()]))
            }
            _ => shards.iter().map(|shard| shard.note()).sum(),
        };
        Ok(Self {
            blocks,
            shards,
            before,
            note,
            _charge: charge,
        })
    }
}

impl Reader for Joined {
    fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    fn note(&self) -> u64 {
        self.note
    }

    fn read(&self, block: usize, bytes: &mut Vec<u8>) -> Result<(), StoreError> {
        let shard = self.before.partition_point(|before| *before <= block) - 1;
        self.shards[shard].read(block - self.before[shard], bytes)
    }
}
