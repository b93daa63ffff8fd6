//! The streams that the parts of a check read and write.

use std::collections::BTreeMap;

use zug_solve::strong::tiers::store::Store;
use zug_solve::table::Counts;

/// The streams that the parts of a check read and write.
#[derive(Clone, Copy, Debug)]
pub struct ShardStreams<'s> {
    /// The table, shard by shard.
    pub table: &'s dyn Store,
    /// What the parts of the check write.
    pub checks: &'s dyn Store,
    /// The number of shards of each tier.
    pub shards: &'s BTreeMap<u32, u32>,
    /// The counts of all positions.
    pub positions: Counts,
    /// About the number of positions that are played by the rules as they are written, of all positions.
    pub sample: u64,
}
