//! Reads the positions of a tier and asks the game for their moves, block by block.

use std::sync::Arc;

use zug_game::{Expanded, Game, Step};
use zug_job::{Budget, Charge, Refusal, bytes_of};

use crate::error::Error;

use super::block;
use super::key::Key;
use super::store::{Reader, StoreError};

/// The number of positions that are expanded together.
const TOGETHER: usize = 512;

/// The number of successors for which there is room at first.
pub(super) const ROOM: usize = 1 << 12;

/// Buffers for the positions of a block and their successors.
#[derive(Debug)]
pub(super) struct Expander<K> {
    bytes: Vec<u8>,
    keys: Vec<K>,
    steps: Vec<Step<K>>,
    ends: Vec<Expanded>,
    most_of_one: usize,
    charge: Charge,
}

/// Some positions of a tier that were expanded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Batch<'a, K> {
    pub(super) positions: &'a [K],
    /// For each position, how the game ends there or the number of its successors.
    pub(super) ends: &'a [Expanded],
    /// The successors, one position after the other.
    pub(super) steps: &'a [Step<K>],
}

impl<K: Key> Expander<K> {
    pub(super) fn new(budget: &Budget) -> Self {
        Self {
            bytes: Vec::new(),
            keys: Vec::new(),
            steps: Vec::new(),
            ends: Vec::new(),
            most_of_one: 8,
            charge: budget.open(),
        }
    }

    /// Expands a block of a tier, and hands on its positions in order.
    pub(super) fn block<G: Game<Position = K>>(
        &mut self,
        game: &G,
        reader: &Arc<dyn Reader>,
        place: usize,
        mut take: impl FnMut(Batch<'_, K>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut keys = std::mem::take(&mut self.keys);
        let mut bytes = std::mem::take(&mut self.bytes);
        keys.clear();
        read(reader, place, &mut bytes, &mut keys)?;
        self.bytes = bytes;
        let mut left = &keys[..];
        while !left.is_empty() {
            let batch = self.expand(game, &left[..left.len().min(TOGETHER)])?;
            left = &left[batch.positions.len()..];
            take(batch)?;
        }
        self.keys = keys;
        Ok(())
    }

    /// Expands the first of some positions, at least one.
    pub(super) fn expand<'a, G: Game<Position = K>>(
        &'a mut self,
        game: &G,
        positions: &'a [K],
    ) -> Result<Batch<'a, K>, Error> {
        self.make_room(positions.len()).map_err(StoreError::from)?;
        let capacity = self.steps.capacity();
        let done = game.expand_block(positions, &mut self.steps, &mut self.ends)?;
        // A position with more moves than any before may have made more room by itself.
        let grown = bytes_of::<Step<K>>(self.steps.capacity() - capacity);
        self.charge.grow(grown).map_err(StoreError::from)?;
        for end in &self.ends[..done] {
            if let Expanded::GoesOn(moves) = *end {
                self.most_of_one = self.most_of_one.max(moves as usize);
            }
        }
        Ok(Batch {
            positions: &positions[..done],
            ends: &self.ends[..done],
            steps: &self.steps,
        })
    }

    fn make_room(&mut self, positions: usize) -> Result<(), Refusal> {
        self.steps.clear();
        self.ends.clear();
        let room = ROOM.max(4 * self.most_of_one);
        self.charge.make_room(&mut self.steps, room)?;
        self.charge.make_room(&mut self.ends, positions)?;
        self.ends.resize(positions, Expanded::GoesOn(0));
        Ok(())
    }
}

/// Appends the keys of a block of a stream of keys.
pub(super) fn read<K: Key>(
    reader: &Arc<dyn Reader>,
    place: usize,
    bytes: &mut Vec<u8>,
    keys: &mut Vec<K>,
) -> Result<(), StoreError> {
    let of = reader.blocks()[place];
    reader.read(place, bytes)?;
    let first = K::from_bits(of.first);
    if first.to_bits() != of.first {
        return Err(StoreError::failed(block::Damaged));
    }
    block::read(first, of.count as usize, bytes, keys).map_err(StoreError::failed)
}
