//! The counts of the positions of a shard, which its values are written with.
//!
//! For each cell of the shard the stream has an entry: the cell, the number of its positions, of
//! the positions that these stand for, and of the latter where First is to move.

use zug_game::U256;

use crate::error::Error;
use crate::table::Counts;

use super::super::store::{Block, Kind, Store, StoreError, Stream};
use super::super::tally::{Numbers, Tally};
use super::shards::{Name, there};

/// The bytes of an entry.
const ENTRY: usize = 28;

/// What the positions of some shards are counted as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// One for each position that the table has.
    pub kept: Counts,
    /// For each position that the table has, those that it stands for.
    pub orbits: Counts,
}

/// The stream of counts is none that this program writes.
#[derive(Debug, thiserror::Error)]
#[error("{0} are damaged")]
struct Damaged(Stream);

pub(in crate::strong) fn write(store: &dyn Store, shard: Name, tally: &Tally) -> Result<(), Error> {
    let mut entries = Vec::new();
    tally.each(|cell, numbers| entries.push((cell, numbers)));
    let mut writer = store.create(stream(shard))?;
    let mut bytes = Vec::new();
    for entries in entries.chunks(super::super::block::BLOCK) {
        bytes.clear();
        for (cell, numbers) in entries {
            bytes.extend(cell.to_le_bytes());
            for number in [numbers.kept, numbers.orbits, numbers.first_to_move] {
                bytes.extend(number.to_le_bytes());
            }
        }
        let (first, count) = (U256::from(entries[0].0), entries.len() as u32);
        writer.write(Block { first, count }, &bytes)?;
    }
    Ok(writer.finish(0)?)
}

/// The counts of the positions of these shards, all of which have their values.
///
/// # Errors
///
/// The store cannot be read.
pub fn counted(
    store: &dyn Store,
    shards: impl IntoIterator<Item = Name>,
) -> Result<Counted, Error> {
    let mut all = Tally::new();
    let mut bytes = Vec::new();
    for shard in shards {
        let reader = there(store, stream(shard))?;
        for (place, block) in reader.blocks().iter().enumerate() {
            reader.read(place, &mut bytes)?;
            if bytes.len() != ENTRY * block.count as usize {
                return Err(StoreError::failed(Damaged(stream(shard))).into());
            }
            for entry in bytes.chunks_exact(ENTRY) {
                let (cell, numbers) = entry.split_at(4);
                let cell = number(cell) as u32;
                let mut numbers = numbers.chunks_exact(8).map(number);
                let mut next = || numbers.next().unwrap_or_default();
                let (kept, orbits, first_to_move) = (next(), next(), next());
                all.add_all(
                    cell,
                    Numbers {
                        kept,
                        orbits,
                        first_to_move,
                    },
                );
            }
        }
    }
    let counts = all.counts();
    Ok(Counted {
        kept: counts.kept,
        orbits: counts.orbits,
    })
}

fn stream((tier, shard): Name) -> Stream {
    Stream::new(tier, Kind::Tally).of_shard(shard)
}

fn number(bytes: &[u8]) -> u64 {
    let digits = bytes.iter().rev();
    digits.fold(0, |number, &byte| number << 8 | u64::from(byte))
}
