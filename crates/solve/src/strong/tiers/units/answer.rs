//! Gives the runs into a shard the values of their positions.
//!
//! Runs and shard ascend, so that all runs are gone through beside one pass over the shard. The
//! cells of each run wait in memory, and are written run by run in the end: for each block of the
//! run one block of cells, for the positions that the shard has.
//!
//! The answers have a section for the values, and behind it one for nimbers or scores where they are wanted ([`back_ups`]).
//! The number that is kept with the stream has a byte for each section: how wide its cells are, and 0 where the shard does
//! not have them.
//!
//! Memory: a cell of each section for each key of the runs.
//!
//! [`back_ups`]: super::super::besides::back_ups

use std::sync::Arc;

use zug_game::{Graded, U256};
use zug_job::{Job, Phase, Progress};

use crate::error::Error;

use super::super::cells::Meaning;
use super::super::expand::read;
use super::super::key::Key;
use super::super::store::{Block, Kind, Reader, StoreError, Stream};
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

/// The number by which the answers to a block of a run are found among the answers of a shard, in the section that has
/// this place.
pub(super) fn id(section: usize, (tier, shard): Name, block: usize) -> U256 {
    let of_run = U256::from(u128::from(tier) << 96 | u128::from(shard) << 64 | block as u128);
    (U256::from(section as u128) << 128) | of_run
}

/// The bytes of a cell in the section of the answers that has this place; `None` if the shard has no such cells.
pub(super) fn width_in(answers: &dyn Reader, section: usize) -> Option<usize> {
    let width = answers.note().to_le_bytes()[section];
    (width > 0).then_some(usize::from(width))
}

/// What the shard has of the positions in one run, which the shard that wrote the run reads later.
struct Answers<K> {
    run: Name,
    piece: Piece<K>,
    /// The blocks of the run with the number of positions of each.
    blocks: Vec<(usize, u32)>,
    /// The bytes of the cells of each section.
    cells: Vec<Vec<u8>>,
}

/// What a shard has of its positions for a section of the answers.
struct Source {
    cells: Arc<dyn Reader>,
    meaning: Meaning,
    /// The bytes of a cell.
    width: usize,
}

impl<G> Units<'_, G>
where
    G: Graded<Position: Key> + Sync,
{
    pub(super) fn answer(&self, tier: u32, shard: u32, job: &Job) -> Result<(), Error> {
        let pieces = self.pieces(tier, shard)?;
        let keys = there(self.store, Stream::keys(tier).of_shard(shard))?;
        let mut sources = Vec::new();
        for meaning in self.meanings() {
            sources.push(self.source((tier, shard), keys.blocks(), meaning)?);
        }
        let widths = sources
            .iter()
            .map(|source| source.as_ref().map_or(0, |source| source.width));
        let widths: Vec<usize> = widths.collect();
        let mut bytes = Vec::new();
        let mut charged = job.budget.open();
        charge::<G::Position>(&mut charged, pieces.len() + 2).map_err(StoreError::from)?;
        let most: u64 = pieces.iter().map(|(_, piece)| piece.most()).sum();
        let most = most.saturating_mul(widths.iter().sum::<usize>() as u64);
        charged.grow(most).map_err(StoreError::from)?;
        let answers = pieces.into_iter().map(|(run, piece)| Answers {
            run,
            blocks: Vec::new(),
            // The room that was charged above.
            cells: widths
                .iter()
                .map(|width| Vec::with_capacity(piece.most() as usize * width))
                .collect(),
            piece,
        });
        let mut answers: Vec<_> = answers.collect();
        let lost = |from| {
            StoreError::failed(Lost {
                from,
                to: (tier, shard),
            })
        };
        let (mut here, mut done) = (Vec::new(), 0);
        let mut cells: Vec<Vec<u32>> = vec![Vec::new(); sources.len()];
        for (place, block) in keys.blocks().iter().enumerate() {
            job.tell(&Progress {
                bytes: job.budget.used(),
                ..Progress::at(Phase::Solving, done)
            })?;
            here.clear();
            read(&keys, place, &mut bytes, &mut here)?;
            for (source, cells) in sources.iter().zip(&mut cells) {
                cells.clear();
                if let Some(source) = source {
                    source.cells.read(place, &mut bytes)?;
                    source.meaning.decode(&bytes, block.count as usize, cells)?;
                }
            }
            let next = keys.blocks().get(place + 1);
            let next = next.map(|block| G::Position::from_bits(block.first));
            for answers in &mut answers {
                if !answers.take((&here, &cells), next, &widths)? {
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
        self.write_answers((tier, shard), &widths, &answers)
    }

    /// Writes the answers of a shard, section by section, which have cells of these widths.
    fn write_answers(
        &self,
        (tier, shard): Name,
        widths: &[usize],
        answers: &[Answers<G::Position>],
    ) -> Result<(), Error> {
        let stream = Stream::new(tier, Kind::Answers).of_shard(shard);
        let mut writer = self.store.create(stream)?;
        let mut note = [0; 8];
        for (section, &width) in widths.iter().enumerate().filter(|(_, width)| **width > 0) {
            note[section] = width as u8;
            for answers in answers {
                let mut left = &answers.cells[section][..];
                for &(block, count) in &answers.blocks {
                    let (now, later) = left.split_at(count as usize * width);
                    let first = id(section, answers.run, block);
                    writer.write(Block { first, count }, now)?;
                    left = later;
                }
            }
        }
        Ok(writer.finish(u64::from_le_bytes(note))?)
    }

    /// The cells of a shard that mean this, whose keys are in these blocks; `None` if it has none.
    fn source(
        &self,
        (tier, shard): Name,
        keys: &[Block],
        meaning: Meaning,
    ) -> Result<Option<Source>, Error> {
        let cells = there(
            self.store,
            Stream::new(tier, meaning.kind()).of_shard(shard),
        )?;
        let mut width = 1;
        if let Some(first) = keys.first() {
            if cells.blocks().is_empty() {
                return Ok(None);
            }
            let mut bytes = Vec::new();
            cells.read(0, &mut bytes)?;
            width = (bytes.len() / first.count as usize).max(1);
        }
        Ok(Some(Source {
            cells,
            meaning,
            width,
        }))
    }
}

impl<K: Key> Answers<K> {
    /// Takes the cells of the keys that the run has in common with a block of the shard, which has
    /// these keys and cells. Returns whether all keys of the run below `next` are among them.
    fn take(
        &mut self,
        (keys, cells): (&[K], &[Vec<u32>]),
        next: Option<K>,
        widths: &[usize],
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
                for ((written, cells), &width) in self.cells.iter_mut().zip(cells).zip(widths) {
                    if width > 0 {
                        written.extend_from_slice(&cells[from].to_le_bytes()[..width]);
                    }
                }
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
