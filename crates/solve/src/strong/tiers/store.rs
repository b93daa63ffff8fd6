//! Where finished tiers are kept: streams of blocks of bytes, in memory or elsewhere.
//!
//! A solver does no I/O. What it finishes it hands to a [`Store`], and what it needs again
//! it reads from there; [`Memory`](super::Memory) is a store in memory, and a store on disk
//! is made outside this crate. A store knows bytes, blocks and numbers, and no games.
//!
//! A [`Stream`] is the keys of a tier, the values of a tier, or its nimbers or scores. It is written once, block by
//! block, in ascending order of the first key, and is then *complete*; a stream that was not
//! finished is *absent*, whatever became of its blocks. The values of a tier have the blocks
//! of its keys: block n of the values has a cell for each key of block n of the keys. So have its nimbers and scores.
//!
//! The solver finishes the keys of tiers from the first tier to the last, then the
//! values from the last to the first, and then nimbers or scores if they are wanted, from the last tier to the first too.
//! So a run that finds a store with complete streams of
//! keys up to some tier, or streams of values down to some tier, goes on from there. What
//! the store holds must be of this game, this position and these symmetries: whoever makes
//! the store checks it. What the solver reads there it does not believe without a look:
//! keys must ascend and have the level of their tier, and a block must have as many keys as
//! the store says.
//!
//! Where several machines solve a game, a tier has several *shards*, ranges of its keys, and each
//! stream is the work of one unit (`units`).
//!
//! Cost: that of the store. A block has at most a few thousand positions, so that one look
//! into a table reads a few kilobytes.

use std::error::Error as StdError;
use std::fmt;
use std::sync::Arc;

use zug_game::U256;
use zug_job::Refusal;

/// What the blocks of a stream hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The positions of a tier, packed, in strictly ascending order.
    Keys,
    /// The values of these positions.
    Values,
    /// The nimbers of these positions.
    Nimbers,
    /// The scores of these positions.
    Scores,
    /// What is attained in these positions where moves gain points: the score, and the number of plies that are left.
    Attained,
    /// The numbers of positions in an index, in strictly ascending order: the keys of a solver
    /// that goes by numbers.
    Numbers,
    /// The values of these numbers.
    Slots,
    /// Of a checkpoint: positions that were found, packed, in order of discovery. The streams of
    /// checkpoints have the number of a part in the place of the tier, and the number of an item
    /// in the place of a key.
    Found,
    /// Of a checkpoint: how the game stands in these positions, and the number of their moves.
    Degrees,
    /// Of a checkpoint: the moves of these positions.
    Moves,
    /// Of a checkpoint: what is known of all positions between two levels.
    Levels,
    /// Of a unit: where the shards of a tier begin, and which runs reach each shard.
    Split,
    /// Of a unit: the distinct positions that the moves out of a shard lead to, tier by tier. The
    /// first keys of its blocks ascend within each tier.
    Run,
    /// Of a unit: the values of the positions of all runs into a shard, run by run.
    Answers,
    /// Of a unit: the counts of the positions of a shard.
    Tally,
}

impl Kind {
    /// Whether the stream is of a checkpoint.
    #[must_use]
    pub fn is_of_checkpoint(self) -> bool {
        matches!(
            self,
            Self::Found | Self::Degrees | Self::Moves | Self::Levels
        )
    }
}

/// The name of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stream {
    /// The level of the positions; or the place of the tier, of a solver that goes by numbers.
    pub tier: u32,
    /// The part of the tier, a range of its keys; 0 where a tier has one part.
    pub shard: u32,
    /// What is stored of them.
    pub kind: Kind,
}

impl Stream {
    /// The stream of a tier that has one shard.
    #[must_use]
    pub fn new(tier: u32, kind: Kind) -> Self {
        Self {
            tier,
            shard: 0,
            kind,
        }
    }

    /// The stream of the same kind, of a shard of the tier.
    #[must_use]
    pub fn of_shard(self, shard: u32) -> Self {
        Self { shard, ..self }
    }

    /// The stream of the keys of a tier.
    #[must_use]
    pub fn keys(tier: u32) -> Self {
        Self::new(tier, Kind::Keys)
    }

    /// The stream that says where the shards of a tier begin.
    #[must_use]
    pub fn split(tier: u32) -> Self {
        Self::new(tier, Kind::Split)
    }

    /// The stream of the values of a tier.
    #[must_use]
    pub fn values(tier: u32) -> Self {
        Self::new(tier, Kind::Values)
    }
}

impl Stream {
    /// The stream of the numbers of a tier.
    #[must_use]
    pub fn numbers(tier: u32) -> Self {
        Self::new(tier, Kind::Numbers)
    }

    /// The stream of the values of the numbers of a tier.
    #[must_use]
    pub fn slots(tier: u32) -> Self {
        Self::new(tier, Kind::Slots)
    }
}

impl fmt::Display for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            Kind::Keys => "keys",
            Kind::Values => "values",
            Kind::Nimbers => "nimbers",
            Kind::Scores => "scores",
            Kind::Attained => "scores and plies",
            Kind::Numbers => "numbers",
            Kind::Slots => "values by number",
            Kind::Found => "positions found",
            Kind::Degrees => "numbers of moves",
            Kind::Moves => "moves",
            Kind::Levels => "values between levels",
            Kind::Split => "shards",
            Kind::Run => "run",
            Kind::Answers => "answers",
            Kind::Tally => "counts",
        };
        let of = if self.kind.is_of_checkpoint() {
            "checkpoint"
        } else {
            "tier"
        };
        write!(f, "the {kind} of {of} {}", self.tier)?;
        match self.shard {
            0 => Ok(()),
            shard => write!(f, ", shard {shard}"),
        }
    }
}

/// What is known of a block without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// The first and least key of the block.
    pub first: U256,
    /// The number of keys, at least 1.
    pub count: u32,
}

/// What a store takes of the memory, at least.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StoreCost {
    /// The bytes that a thread takes to write and to read blocks.
    pub a_thread: u64,
    /// The bytes that a block of a complete stream takes.
    pub a_block: u64,
    /// The quarters of a byte that each key takes besides.
    pub a_key_quarters: u64,
    /// The bytes that each value takes besides.
    pub a_value: u64,
}

/// Keeps streams. Several threads may ask it at once.
pub trait Store: fmt::Debug + Send + Sync {
    /// Begins to write a stream that is absent. Whatever was written of it before and not
    /// finished is forgotten.
    ///
    /// # Errors
    ///
    /// The store cannot be written.
    fn create(&self, stream: Stream) -> Result<Box<dyn Writer + '_>, StoreError>;

    /// A complete stream; `None` if the stream is absent.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    fn open(&self, stream: Stream) -> Result<Option<Arc<dyn Reader>>, StoreError>;

    /// Removes a stream, if it is there.
    ///
    /// # Errors
    ///
    /// The store cannot be written.
    fn remove(&self, stream: Stream) -> Result<(), StoreError>;

    /// Puts the bytes of a block into the form that [`Writer::write_packed`] takes. Several
    /// threads do this at once, so that what takes long is done before blocks are written in
    /// order.
    ///
    /// # Errors
    ///
    /// Memory is refused.
    fn pack(&self, _bytes: &mut Vec<u8>) -> Result<(), StoreError> {
        Ok(())
    }

    /// The bytes of memory that the store holds now.
    fn held_bytes(&self) -> u64;

    /// What the store takes of the memory, at least. Work that cannot be done for want of it is
    /// refused before it begins.
    fn cost(&self) -> StoreCost {
        StoreCost::default()
    }
}

/// Writes a stream. One that is dropped before it is finished leaves no stream.
pub trait Writer: Send {
    /// Adds a block, whose first key is greater than the keys of all blocks before.
    ///
    /// # Errors
    ///
    /// The store cannot be written. Then the writer is of no more use.
    fn write(&mut self, block: Block, bytes: &[u8]) -> Result<(), StoreError>;

    /// Adds a block as [`Writer::write`] does, whose bytes went through [`Store::pack`].
    ///
    /// # Errors
    ///
    /// As for [`Writer::write`].
    fn write_packed(&mut self, block: Block, bytes: &[u8]) -> Result<(), StoreError> {
        self.write(block, bytes)
    }

    /// Makes the stream complete, and keeps a number with it that the reader is told.
    ///
    /// # Errors
    ///
    /// The store cannot be written. Then the stream is absent.
    fn finish(self: Box<Self>, note: u64) -> Result<(), StoreError>;
}

/// Reads a complete stream. Several threads may ask it at once.
pub trait Reader: fmt::Debug + Send + Sync {
    /// What is known of the blocks, in order.
    fn blocks(&self) -> &[Block];

    /// The number that was kept with the stream.
    fn note(&self) -> u64;

    /// Puts the bytes of a block, by its place, in the place of what `bytes` held.
    ///
    /// # Errors
    ///
    /// The block cannot be read, or is not what was written.
    fn read(&self, block: usize, bytes: &mut Vec<u8>) -> Result<(), StoreError>;
}

/// A store could not be written or read.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// Memory was refused.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The store failed, for this reason.
    #[error("the store of tiers failed: {0}")]
    Failed(Arc<dyn StdError + Send + Sync>),
}

impl StoreError {
    /// The store failed for this reason.
    pub fn failed(why: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        Self::Failed(Arc::from(why.into()))
    }
}

/// Refusals are compared; another failure is equal to itself alone.
impl PartialEq for StoreError {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Refused(one), Self::Refused(two)) => one == two,
            (Self::Failed(one), Self::Failed(two)) => Arc::ptr_eq(one, two),
            _ => false,
        }
    }
}

impl Eq for StoreError {}
