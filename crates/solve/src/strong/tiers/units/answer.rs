//! Gives the runs into a shard the values of their positions.
//!
//! Runs and shard ascend, so that all runs are gone through beside one pass over the shard. The
//! cells of each run wait in memory, and are written run by run in the end: for each block of the
//! run one block of cells, for the positions that the shard has.
//!
//! Memory: one cell for each key of the runs.

use zug_game::{Graded, U256};
use zug_job::{Job, Phase, Progress};

use crate::error::Error;

use super::super::cells::Meaning;
use super::super::expand::read;
use super::super::key::Key;
use super::super::store::{Block, Kind, StoreError, Stream};
use super::Units;
use super::piece::{Piece, charge};
use super::shards::{Name, there};

/// A position of a run is not in the shard that has its range.
#[derive(Debug, thiserror::Error)]
#[error("a move from shard {from:?} leads to a position that is not in shard {to:?}")]
struct Lost {
    from: Name,
    to: Name,
}

/// The number by which the answers to a block of a run are found among the answers of a shard.
pub(super) fn id((tier, shard): Name, block: usize) -> U256 {
    U256::from(u128::from(tier) << 96 | u128::from(shard) << 64 | block as u128)
}

/// The values of the positions in one run, which the shard that wrote the run reads later.
struct Answers<K> {
    run: Name,
    piece: Piece<K>,
    /// The blocks of the run with the number of positions of each.
    blocks: Vec<(usize, u32)>,
    /// The bytes of the cells.
    cells: Vec<u8>,
}

impl<G> Units<'_, G>
where
    G: Graded<Position: Key> + Sync,
{
    pub(super) fn answer(&self, tier: u32, shard: u32, job: &Job) -> Result<(), Error> {
        let pieces = self.pieces(tier, shard)?;
        let keys = there(self.store, Stream::keys(tier).of_shard(shard))?;
        let values = there(self.store, Stream::values(tier).of_shard(shard))?;
        let mut bytes = Vec::new();
        let mut width = 1;
        if let Some(first) = keys.blocks().first() {
            values.read(0, &mut bytes)?;
            width = (bytes.len() / first.count as usize).max(1);
        }
        let mut charged = job.budget.open();
        charge::<G::Position>(&mut charged, pieces.len() + 2).map_err(StoreError::from)?;
        let most: u64 = pieces.iter().map(|(_, piece)| piece.most()).sum();
        let most = most.saturating_mul(width as u64);
        charged.grow(most).map_err(StoreError::from)?;
        let answers = pieces.into_iter().map(|(run, piece)| Answers {
            run,
            blocks: Vec::new(),
            // The room that was charged above.
            cells: Vec::with_capacity(piece.most() as usize * width),
            piece,
        });
        let mut answers: Vec<_> = answers.collect();
        let lost = |from| {
            StoreError::failed(Lost {
                from,
                to: (tier, shard),
            })
        };
        let (mut here, mut cells, mut done) = (Vec::new(), Vec::new(), 0);
        for (place, block) in keys.blocks().iter().enumerate() {
            job.tell(&Progress {
                bytes: job.budget.used(),
                ..Progress::at(Phase::Solving, done)
            })?;
            here.clear();
            read(&keys, place, &mut bytes, &mut here)?;
            values.read(place, &mut bytes)?;
            cells.clear();
            Meaning::Value.decode(&bytes, block.count as usize, &mut cells)?;
            let next = keys.blocks().get(place + 1);
            let next = next.map(|block| G::Position::from_bits(block.first));
            for answers in &mut answers {
                if !answers.take((&here, &cells), next, width)? {
                    return Err(lost(answers.run).into());
                }
            }
            done += here.len() as u64;
        }
        for answers in &mut answers {
            if !answers.piece.keys()?.is_empty() {
                return Err(lost(answers.run).into());
            }
        }
        let stream = Stream::new(tier, Kind::Answers).of_shard(shard);
        let mut writer = self.store.create(stream)?;
        for Answers {
            run, blocks, cells, ..
        } in answers
        {
            let mut left = &cells[..];
            for (block, count) in blocks {
                let (now, later) = left.split_at(count as usize * width);
                let first = id(run, block);
                writer.write(Block { first, count }, now)?;
                left = later;
            }
        }
        Ok(writer.finish(width as u64)?)
    }
}

impl<K: Key> Answers<K> {
    /// Takes the cells of the keys that the run has in common with a block of the shard, which has
    /// these keys and cells. Returns whether all keys of the run below `next` are among them.
    fn take(
        &mut self,
        (keys, cells): (&[K], &[u32]),
        next: Option<K>,
        width: usize,
    ) -> Result<bool, StoreError> {
        let mut from = 0;
        loop {
            let run = self.piece.keys()?;
            let count = match next {
                Some(next) => run.partition_point(|key| *key < next),
                None => run.len(),
            };
            if count == 0 {
                return Ok(true);
            }
            for key in &run[..count] {
                from += gallop(&keys[from..], key);
                if keys.get(from) != Some(key) {
                    return Ok(false);
                }
                self.cells
                    .extend_from_slice(&cells[from].to_le_bytes()[..width]);
            }
            let block = self.piece.block();
            match self.blocks.last_mut() {
                Some((last, known)) if *last == block => *known += count as u32,
                _ => self.blocks.push((block, count as u32)),
            }
            self.piece.take(count);
        }
    }
}

/// The number of keys that are less than this one, of keys that ascend; quick where it is small.
fn gallop<K: Ord>(keys: &[K], key: &K) -> usize {
    let mut step = 1;
    while keys.get(step - 1).is_some_and(|known| known < key) {
        step *= 2;
    }
    let (begin, end) = (step / 2, keys.len().min(step - 1));
    begin + keys[begin..end].partition_point(|known| known < key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_found_however_far_it_is() {
        let keys: Vec<u32> = (0..100).map(|n| 2 * n).collect();
        for length in [0, 1, 2, 3, 50, 100] {
            let keys = &keys[..length];
            for key in 0..220 {
                let smaller = keys.partition_point(|known| *known < key);
                assert_eq!(gallop(keys, &key), smaller);
            }
        }
    }
}
