//! Cuts a tier into shards.
//!
//! The blocks of the runs into a tier are put in order by their first keys, and a shard ends where
//! the runs have about as many keys as a shard may have positions. A position that several runs
//! have counts several times, so that shards have fewer positions than that: what is bounded is
//! what a unit takes.
//!
//! Memory: where there are very many blocks, neighbours are taken together.

use zug_game::{Graded, U256};
use zug_job::{Job, Phase, Progress};

use crate::error::Error;

use super::super::key::Key;
use super::super::store::{StoreError, Stream};
use super::Units;
use super::shards::{self, Name, Shards};

/// The largest number of entries of a sketch. It is a constant, as shards must not depend on whoever
/// cuts them.
const MOST_ENTRIES: usize = 1 << 18;

impl<G> Units<'_, G>
where
    G: Graded<Position: Key> + Sync,
{
    pub(super) fn split(&self, tier: u32, job: &Job) -> Result<(), Error> {
        let mut runs: Vec<Name> = Vec::new();
        for before in self.before(tier) {
            let shards: Shards<G::Position> = self.shards(before)?;
            runs.extend(shards.numbers().map(|shard| (before, shard)));
        }
        let mut charge = job.budget.open();
        let mut sketch = Sketch::default();
        let room = charge.make_room(&mut sketch.entries, 2 * MOST_ENTRIES.min(runs.len() << 9));
        room.map_err(StoreError::from)?;
        let reached = |keys| Progress::at(Phase::Discovering, keys);
        for &run in &runs {
            job.tell(&reached(sketch.keys))?;
            for (_, block) in self.section(run, tier)?.each_block() {
                sketch.add(G::Position::from_bits(block.first), block.count);
            }
        }
        let keys = sketch.keys;
        let begins = sketch.begins(self.shard_positions);
        let mut reaching: Vec<Vec<Name>> = vec![Vec::new(); begins.len()];
        for run in runs {
            job.tell(&reached(keys))?;
            let section = self.section(run, tier)?;
            for (block, _) in section.each_block() {
                let (first, last) = section.keys_of(block);
                for shard in shards::with(&begins, first, last) {
                    let reaching = &mut reaching[shard as usize];
                    if reaching.last() != Some(&run) {
                        charge.make_room(reaching, 1).map_err(StoreError::from)?;
                        reaching.push(run);
                    }
                }
            }
        }
        let mut writer = self.store.create(Stream::split(tier))?;
        let mut bytes = Vec::new();
        for (begin, runs) in begins.iter().zip(&reaching) {
            let block = shards::encode(begin.to_bits(), runs, &mut bytes);
            writer.write(block, &bytes)?;
        }
        Ok(writer.finish(keys)?)
    }
}

/// Where the keys of a tier are, about: keys, each with a number of keys from there on.
#[derive(Debug)]
struct Sketch<K> {
    entries: Vec<(K, u64)>,
    keys: u64,
}

impl<K> Default for Sketch<K> {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            keys: 0,
        }
    }
}

impl<K: Key> Sketch<K> {
    fn add(&mut self, first: K, count: u32) {
        self.keys += u64::from(count);
        self.entries.push((first, count.into()));
        if self.entries.len() >= 2 * MOST_ENTRIES {
            self.sort();
            let pairs = self.entries.chunks(2);
            let thinned: Vec<_> = pairs
                .map(|pair| (pair[0].0, pair.iter().map(|entry| entry.1).sum()))
                .collect();
            self.entries.clear();
            self.entries.extend(thinned);
        }
    }

    fn sort(&mut self) {
        self.entries.sort_unstable();
    }

    /// The keys at which shards of this number of keys begin, from the least key of all on.
    fn begins(mut self, shard: u64) -> Vec<K> {
        self.sort();
        let mut begins = vec![K::from_bits(U256::ZERO)];
        let mut here = 0;
        for (first, count) in self.entries {
            if here >= shard && begins.last() < Some(&first) {
                begins.push(first);
                here = 0;
            }
            here += count;
        }
        begins
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_have_about_as_many_keys_as_asked_for() {
        let mut sketch = Sketch::default();
        for run in 0..7_u64 {
            for block in 0..100 {
                sketch.add(block * 1000 + run, 10);
            }
        }
        assert_eq!(sketch.keys, 7000);
        let begins = sketch.begins(700);
        assert_eq!(begins.len(), 10);
        assert_eq!(begins[..3], [0, 10_000, 20_000]);
        assert_eq!(Sketch::<u64>::default().begins(5), [0]);
    }

    #[test]
    fn a_sketch_of_many_blocks_stays_small() {
        let mut sketch = Sketch::default();
        let many = 5 * MOST_ENTRIES as u64;
        for block in 0..many {
            sketch.add(block.wrapping_mul(0x9e37_79b9_7f4a_7c15), 2);
        }
        assert!(sketch.entries.len() < 2 * MOST_ENTRIES);
        assert_eq!(
            sketch.entries.iter().map(|entry| entry.1).sum::<u64>(),
            2 * many
        );
        assert_eq!(sketch.begins(many / 5).len(), 10);
    }
}
