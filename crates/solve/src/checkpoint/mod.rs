//! Checkpoints of positions that are found and solved in memory: a run that was killed goes on.
//!
//! Where positions are not solved tier by tier, the work is one whole: it finds all positions,
//! and then gives them values. Everything that discovery makes only grows at its end (positions
//! in order of their numbers, the number of moves of each, the moves), so a checkpoint of it
//! holds what is new since the checkpoint before, and is a *part* ([`found`](self)). While values
//! are worked out level by level, a checkpoint is taken between two levels and holds what is known
//! of every position then (`levels`); of two such checkpoints the older one is written over.
//!
//! A checkpoint is streams of a [`Store`]. The last stream of a part makes the part complete, so
//! that a run that is killed while it writes leaves the parts before. What is read is not believed
//! without a look: numbers must fit together, and the moves of some positions are played again
//! and compared, so that a checkpoint of other rules or of other symmetries is not gone on with.
//!
//! A solver has no clock. The [`Keeper`] says when a checkpoint is worth its time, is told what
//! became of it, and has the store. A checkpoint that cannot be written does not end the work.
//!
//! Cost of a checkpoint: its bytes, compressed on all threads. All in all a run writes each
//! position, its number of moves and each move that it keeps once, and about a byte for each
//! position and each checkpoint between levels. Kept moves hardly compress: Quixo on 4 by 4
//! cells, whose moves are kept, takes 48 bytes a position in all, compressed. When not to use it: for runs of some seconds.

use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;

use zug_game::U256;
use zug_job::{Job, Progress};

use crate::error::Error;
use crate::strong::tiers::in_order;
use crate::strong::tiers::store::{Block, Reader, Store, StoreError, Stream};

mod block;
mod found;
mod levels;

pub(crate) use found::{FoundLog, Log, strange_roots};
pub(crate) use levels::{Held, LevelLog, WithCounters};

/// The number of buffers of a block that each thread has, those of blocks that wait included.
const BUFFERS: usize = 4;

/// Keeps checkpoints, and says when one is to be written.
pub trait Keeper: Debug + Send + Sync {
    /// Where the checkpoints are.
    fn store(&self) -> &dyn Store;

    /// Whether a checkpoint of about this number of bytes, not compressed, is to be written now.
    /// It is asked every few milliseconds. Where it says yes, the next call is that of
    /// [`Keeper::tell`] with [`Event::Written`] or [`Event::Unwritten`], unless the work is
    /// cancelled in between.
    fn is_due(&self, moment: Moment, bytes: u64) -> bool;

    /// Is told what became of a checkpoint.
    fn tell(&self, event: &Event);
}

/// Where in the work a checkpoint would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Moment {
    /// There will be another moment for it soon.
    Within,
    /// All positions are found. Without this checkpoint no later one can be written.
    AllFound,
}

/// What became of a checkpoint.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Event {
    /// The work goes on from a checkpoint of discovery.
    Found {
        /// The number of positions that were found.
        positions: u64,
        /// The number of positions whose moves are known.
        expanded: u64,
    },
    /// The work goes on from a checkpoint between two levels.
    Solved {
        /// The remoteness up to which all values are known.
        remoteness: u32,
    },
    /// There was a checkpoint, and the work cannot go on from it: it is of other symmetries, or
    /// has not what the method takes.
    Unfit,
    /// A checkpoint was written.
    Written,
    /// A checkpoint could not be written, for this reason. The work goes on.
    Unwritten(StoreError),
}

/// What a solver takes to keep checkpoints.
#[derive(Clone, Debug)]
pub struct Checkpoints {
    pub(crate) keeper: Arc<dyn Keeper>,
    pub(crate) variant: u16,
}

/// Puts the items of a range behind what the last bytes hold; the others are a buffer.
type Make<'m> = dyn Fn(Range<usize>, &mut Vec<u8>, &mut Vec<u8>) + Sync + 'm;

/// Takes the number of items of a block and its bytes.
type Take<'t> = dyn FnMut(usize, &[u8]) -> Result<(), Error> + 't;

impl Checkpoints {
    /// Checkpoints of a keeper. What the store of the keeper holds must be of the same game and of
    /// the same roots. `variant` is a number for how the game is looked at, such as the number of
    /// symmetries: checkpoints of another variant are not used.
    pub fn new(keeper: Arc<dyn Keeper>, variant: u16) -> Self {
        Self { keeper, variant }
    }

    /// Writes a stream of this number of items, `in_block` of which make a block. `make` puts the
    /// items of a range behind what the bytes hold, on any thread; it has a buffer for itself.
    fn write(
        &self,
        (stream, note): (Stream, u64),
        items: Range<usize>,
        in_block: usize,
        (job, progress): (&Job, Progress),
        make: &Make<'_>,
    ) -> Result<(), Error> {
        let refused = |refusal| Error::from(StoreError::Refused(refusal));
        let threads = job.threads.get();
        let bytes = (threads * BUFFERS * block::BYTES) as u64;
        let _charge = job.budget.charge(bytes).map_err(refused)?;
        let store = self.keeper.store();
        let mut writer = store.create(stream)?;
        let mut buffers = vec![Vec::new(); threads];
        let blocks = items.len().div_ceil(in_block);
        in_order::write(
            (store, &mut *writer),
            blocks,
            &mut buffers,
            (job, progress),
            |buffer, place, bytes| {
                let first = items.start + place * in_block;
                let range = first..items.end.min(first + in_block);
                bytes.clear();
                make(range.clone(), buffer, bytes);
                Ok(Block {
                    first: U256::from(first as u64),
                    count: range.len() as u32,
                })
            },
        )?;
        Ok(writer.finish(note)?)
    }

    /// Reads a complete stream, whose items must begin with the number `first`, block by block:
    /// `take` gets the bytes of each block and the number of its items. Returns the number of all
    /// items.
    fn read(
        stream: Stream,
        reader: &dyn Reader,
        first: usize,
        take: &mut Take<'_>,
    ) -> Result<usize, Error> {
        let (mut items, mut bytes) = (0, Vec::new());
        for (place, block) in reader.blocks().iter().enumerate() {
            if block.first != (first + items) as u128 {
                return Err(strange(stream));
            }
            reader.read(place, &mut bytes)?;
            take(block.count as usize, &bytes)?;
            items += block.count as usize;
        }
        Ok(items)
    }

    /// Tells the keeper how writing a checkpoint ended. Only a cancelled one is an error.
    fn told(&self, written: Result<(), Error>) -> Result<bool, Error> {
        let failed = match written {
            Ok(()) => {
                self.keeper.tell(&Event::Written);
                return Ok(true);
            }
            Err(Error::Store(failed)) => failed,
            Err(Error::Stopped(stopped)) => match stopped.refusal() {
                Some(refusal) => StoreError::Refused(refusal),
                None => return Err(stopped.into()),
            },
            Err(other) => return Err(other),
        };
        self.keeper.tell(&Event::Unwritten(failed));
        Ok(false)
    }
}

/// What is read is not what a solver writes.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("a block of {0} is not what the solver wrote")]
struct Strange(Stream);

fn strange(stream: Stream) -> Error {
    Error::Store(StoreError::failed(Strange(stream)))
}
