//! Writes the blocks of a stream in their order, while several threads make them.
//!
//! Whoever has made a block hands it in, and writes what can be written then: no thread waits
//! for a block that another one makes.
//!
//! Memory: the blocks that were made before an earlier one, which are few, as the threads take
//! them in order.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use zug_job::{Job, Progress};

use crate::error::Error;

use super::store::{Block, Store, StoreError, Writer};
use crate::crew::share;

/// The number of blocks that a thread makes in one go.
const TOGETHER: usize = 8;

/// The blocks of a stream that are made.
struct InOrder<'w, 's> {
    writer: &'w mut (dyn Writer + 's),
    /// The number of the block that is written next.
    next: usize,
    /// The blocks behind it that were made.
    made: BTreeMap<usize, (Block, Vec<u8>)>,
    /// Buffers of blocks that were written.
    spare: Vec<Vec<u8>>,
}

impl InOrder<'_, '_> {
    /// Takes some blocks, each with its number, and writes all whose turn it is.
    fn put(&mut self, blocks: Vec<(usize, Block, Vec<u8>)>) -> Result<(), StoreError> {
        let blocks = blocks.into_iter();
        self.made
            .extend(blocks.map(|(place, block, bytes)| (place, (block, bytes))));
        while let Some((block, bytes)) = self.made.remove(&self.next) {
            self.writer.write_packed(block, &bytes)?;
            self.next += 1;
            self.spare.push(bytes);
        }
        Ok(())
    }

    /// Buffers for some blocks, if there are any.
    fn buffers(&mut self) -> Vec<Vec<u8>> {
        let kept = self.spare.len().saturating_sub(TOGETHER);
        self.spare.split_off(kept)
    }
}

/// Writes so many blocks of a stream, each of which `make` puts in the place of what the bytes
/// held; each thread has one of the states.
pub(crate) fn write<S: Send>(
    (store, writer): (&dyn Store, &mut dyn Writer),
    blocks: usize,
    states: &mut [S],
    (job, progress): (&Job, Progress),
    make: impl Fn(&mut S, usize, &mut Vec<u8>) -> Result<Block, Error> + Sync,
) -> Result<(), Error> {
    let make = &make;
    let makers = states.iter_mut().map(|state| {
        let maker = move |place, bytes: &mut Vec<u8>| make(state, place, bytes);
        Box::new(maker) as Box<Maker<'_>>
    });
    write_by((store, writer), blocks, makers.collect(), (job, progress))
}

/// Puts the block with this number in the place of what the bytes held.
type Maker<'m> = dyn FnMut(usize, &mut Vec<u8>) -> Result<Block, Error> + Send + 'm;

/// As [`write()`], with a maker for each thread in place of a state. It has no type parameters, so
/// that the compiler makes its code once and not again for each kind of block.
fn write_by(
    (store, writer): (&dyn Store, &mut dyn Writer),
    blocks: usize,
    mut makers: Vec<Box<Maker<'_>>>,
    (job, progress): (&Job, Progress),
) -> Result<(), Error> {
    let in_order = Mutex::new(InOrder {
        writer,
        next: 0,
        made: BTreeMap::new(),
        spare: Vec::new(),
    });
    share(
        job,
        &mut makers,
        blocks.div_ceil(TOGETHER),
        |_| progress,
        |make, piece| {
            let places = (piece * TOGETHER..blocks).take(TOGETHER);
            let taken = || in_order.lock().unwrap_or_else(PoisonError::into_inner);
            let mut buffers = taken().buffers();
            // Threads wait for each other less if they hand over several blocks at once.
            let mut made = Vec::with_capacity(TOGETHER);
            for place in places {
                let mut bytes = buffers.pop().unwrap_or_default();
                let block = make(place, &mut bytes)?;
                store.pack(&mut bytes)?;
                made.push((place, block, bytes));
            }
            taken().put(made)?;
            Ok(())
        },
    )
}
