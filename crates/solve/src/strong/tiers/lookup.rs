//! Finding keys in a solved tier.
//!
//! A solved tier is cut into *parts*, ranges of keys that have about as many keys as the cache
//! of a core holds. Each part is a hash table of its own with open addressing (W. W. Peterson,
//! 1957). What is looked up waits until there is much of it for one part, so that a part comes
//! to the cache once for many look-ups; and as the positions that ask are in ascending order,
//! so are, for each kind of move, the parts that they ask. Where not all parts fit into the
//! memory, a part is made from the stored tier when something is looked up in it, and kept as
//! long as others are not asked more.
//!
//! Cost: some nanoseconds a look-up, whatever symmetry does to the order of successors. Memory:
//! 8/5 of a key and its cell for each position of the tier.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use zug_game::{Graded, U256};
use zug_job::{Budget, Job, Progress};

use crate::error::Error;

use super::block::BLOCK;
use super::cells::Scale;
use super::key::Key;
use super::part::{Maker, Part, SLOTS_FOR_FIVE, Stored};
use super::settle::Waiting;
use super::spare::{Charged, Spare};
use super::splitters::Splitters;
use super::store::Reader;
use super::tally::Tally;
use crate::crew::share;

/// The number of blocks of a part, where a tier has no more than the most parts.
const BLOCKS_A_PART: usize = 5;

/// The most parts of a tier.
const MOST_PARTS: usize = 1 << 10;

/// The share of the memory that is left which all parts of a tier may take.
const PARTS_SHARE: u64 = 2;

/// The share of that memory which the parts take that are kept where not all are.
const MADE_SHARE: u64 = 4;

/// A solved tier, ready to be asked.
#[derive(Debug)]
pub(super) struct Solved<K> {
    splitters: Splitters<K>,
    /// The number of blocks of each part but the last.
    a_part: usize,
    parts: Parts<K>,
    /// Of what parts are made.
    stored: Stored,
}

/// The parts of a tier.
#[derive(Debug)]
enum Parts<K> {
    /// All parts.
    Ready(Vec<Part<K>>),
    /// Few parts: there is not enough memory for all of them, and each is made when something
    /// is looked up in it.
    Made(Packed<K>),
}

/// Of what parts are made.
#[derive(Debug)]
struct Packed<K> {
    stored: Stored,
    spare: Arc<Spare<K>>,
    budget: Budget,
    /// The parts that were asked last, the last one first, with their numbers; and how many
    /// are kept at most. Most look-ups go to few parts, one for each kind of move.
    made: Mutex<VecDeque<(usize, Arc<Part<K>>)>>,
    most: usize,
}

/// How solved tiers are made.
pub(super) struct Unpacking<'a, G: Graded> {
    pub(super) game: &'a G,
    pub(super) spare: &'a Arc<Spare<G::Position>>,
    pub(super) job: &'a Job,
    /// How far the work is.
    pub(super) progress: Progress,
    /// What the tier is wanted for.
    pub(super) wanted: Wanted,
}

/// What a solved tier is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Its positions are counted, and tiers before it ask for their values.
    Both,
    /// Its positions are counted.
    Counts,
    /// Tiers before it ask for the values of its positions.
    Values,
}

impl<G: Graded<Position: Key> + Sync> Unpacking<'_, G> {
    /// A tier whose cells `values` has; and how many positions have each cell.
    ///
    /// All parts are made now if the memory that is left has room for them and for as much again.
    pub(super) fn solved(
        &self,
        stored: &Stored,
        values: &dyn Reader,
    ) -> Result<(Solved<G::Position>, Tally), Error> {
        let blocks = stored.keys.blocks();
        let mut a_part = BLOCKS_A_PART;
        while blocks.len().div_ceil(a_part) > MOST_PARTS {
            a_part *= 2;
        }
        let one = G::Position::from_bits(U256::ONE);
        let firsts = blocks.iter().step_by(a_part).skip(1);
        let ends = firsts.map(|block| G::Position::from_bits(block.first).minus(one));
        let splitters = Splitters::at(ends.collect());
        let mut makers: Vec<Maker<G::Position>> = Vec::new();
        makers.resize_with(self.job.threads.get(), Maker::new);
        let a_block = BLOCK * SLOTS_FOR_FIVE / 5 * (G::Position::BYTES + stored.width);
        let bytes = (blocks.len() * a_block) as u64;
        let are_asked = self.wanted != Wanted::Counts;
        let are_ready = are_asked && bytes <= self.job.budget.left() / PARTS_SHARE;
        let cells = stored.cells_by(values);
        let count = |maker: &mut Maker<_>| {
            if self.wanted != Wanted::Values {
                maker.count(self.game, stored.meaning);
            }
        };
        share(
            self.job,
            &mut makers,
            blocks.len().div_ceil(a_part),
            |_| self.progress,
            |maker, place| {
                let range = place * a_part..blocks.len().min((place + 1) * a_part);
                if are_ready {
                    let budget = &self.job.budget;
                    let memory = (&**self.spare, budget);
                    let part = maker.part(&stored.keys, range, cells, memory, &count)?;
                    maker.made.push((place, part));
                    return Ok(());
                }
                if self.wanted == Wanted::Values {
                    return Ok(());
                }
                for block in range {
                    maker.read(&stored.keys, block, cells)?;
                    count(maker);
                }
                Ok(())
            },
        )?;
        let mut tally = Tally::new();
        let mut parts: Vec<Option<Part<_>>> = Vec::new();
        parts.resize_with(blocks.len().div_ceil(a_part), || None);
        for maker in makers {
            tally.join(&maker.tally);
            for (place, part) in maker.made {
                parts[place] = Some(part);
            }
        }
        let parts = if are_ready {
            Parts::Ready(parts.into_iter().flatten().collect())
        } else {
            Parts::Made(Packed {
                stored: stored.clone(),
                spare: self.spare.clone(),
                budget: self.job.budget.clone(),
                made: Mutex::default(),
                most: (self.job.budget.left() / MADE_SHARE) as usize / (a_part * a_block),
            })
        };
        let solved = Solved {
            splitters,
            a_part,
            parts,
            stored: stored.clone(),
        };
        Ok((solved, tally))
    }
}

impl<K: Key> Solved<K> {
    /// Gives the memory of all parts back, if all are there: from now on each is made when
    /// something is looked up in it. Returns whether they were there.
    pub(super) fn unmake(&mut self, spare: &Arc<Spare<K>>, budget: &Budget) -> bool {
        match &self.parts {
            Parts::Ready(parts) if !parts.is_empty() => {}
            _ => return false,
        }
        self.parts = Parts::Made(Packed {
            stored: self.stored.clone(),
            spare: spare.clone(),
            budget: budget.clone(),
            made: Mutex::default(),
            most: 1,
        });
        true
    }

    /// The memory of the keys of all parts.
    pub(super) fn into_memory(self) -> impl Iterator<Item = Charged<K>> {
        let parts = match self.parts {
            Parts::Ready(parts) => parts,
            Parts::Made(_) => Vec::new(),
        };
        parts.into_iter().map(|part| part.keys)
    }

    /// The number of parts, at least 1.
    pub(super) fn parts(&self) -> usize {
        self.splitters.ranges()
    }

    /// The part that has a key if any has.
    #[inline]
    pub(super) fn part(&self, key: K) -> usize {
        self.splitters.range(key)
    }

    /// Looks up what waits for a part, and adds the worth of each move to that of the other moves of its position, as
    /// the scale says. Returns the first key that the tier does not have, if
    /// there is one.
    pub(super) fn look_up(
        &self,
        part: usize,
        waiting: &[Waiting<K>],
        scale: &Scale,
        best: &mut [u32],
    ) -> Result<Option<K>, Error> {
        match &self.parts {
            Parts::Ready(parts) => Ok(match parts.get(part) {
                Some(part) => part.look_up(waiting, scale, best),
                // The tier is empty.
                None => waiting.first().map(|one| one.key),
            }),
            Parts::Made(packed) => {
                let part = packed.kept(part, self.a_part)?;
                Ok(part.look_up(waiting, scale, best))
            }
        }
    }
}

impl<K: Key> Packed<K> {
    fn made(&self) -> MutexGuard<'_, VecDeque<(usize, Arc<Part<K>>)>> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The part with this number, as it was kept or as it is made now.
    fn kept(&self, part: usize, a_part: usize) -> Result<Arc<Part<K>>, Error> {
        let mut made = self.made();
        if let Some(place) = made.iter().position(|(number, _)| *number == part)
            && let Some((number, known)) = made.remove(place)
        {
            made.push_front((number, known.clone()));
            return Ok(known);
        }
        while made.len() >= self.most.max(1) {
            let last = made.pop_back().and_then(|(_, last)| Arc::into_inner(last));
            self.spare.put(last.map(|last| last.keys));
        }
        drop(made);
        let mut new = self.part(part, a_part);
        if new.as_ref().is_err_and(Error::is_refusal) {
            // What is kept may be what is missing.
            self.made().clear();
            new = self.part(part, a_part);
        }
        let new = Arc::new(new?);
        self.made().push_front((part, new.clone()));
        Ok(new)
    }

    /// The part with this number, of so many blocks.
    fn part(&self, part: usize, a_part: usize) -> Result<Part<K>, Error> {
        let Self {
            stored,
            spare,
            budget,
            ..
        } = self;
        let range = part * a_part..stored.keys.blocks().len().min((part + 1) * a_part);
        let cells = stored.cells_by(&*stored.values);
        Maker::new().part(&stored.keys, range, cells, (spare, budget), &|_| {})
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strong::tiers::block;
    use crate::strong::tiers::cells::{By, Meaning, put};
    use crate::strong::tiers::store::{Block, Store, Stream};
    use crate::strong::tiers::{Memory, tally};
    use zug_game::{Fault, Game, Players, Step};
    use zug_values::{Turn, Value};

    /// Numbers, without moves.
    struct Numbers;

    impl Game for Numbers {
        type Position = u64;
        type Move = ();

        fn start(&self) -> u64 {
            0
        }

        fn players(&self) -> Players<Self> {
            Players::Impartial
        }

        fn moves(&self, _: &u64, _: &mut Vec<()>) -> Result<(), Fault> {
            Ok(())
        }

        fn play(&self, number: &u64, (): &()) -> Result<Step<u64>, Fault> {
            Ok(Step::passing(*number))
        }

        fn move_name(&self, _: &u64, (): &()) -> String {
            String::new()
        }
    }

    impl Graded for Numbers {
        fn levels(&self) -> u32 {
            1
        }

        fn level(&self, _: &u64) -> u32 {
            0
        }

        fn longest_climb(&self) -> u32 {
            1
        }
    }

    /// The cell of a key: a loss in some plies.
    fn cell_of(key: u64) -> u32 {
        crate::positions::cell_of(Value::Loss(zug_values::Plies((key % 70) as u32)))
    }

    fn keys_are_found(keys: &[u64], width: usize) {
        let store = Memory::new(&Budget::unlimited());
        for stream in [Stream::keys(0), Stream::values(0)] {
            let mut writer = store.create(stream).unwrap();
            for keys in keys.chunks(BLOCK) {
                let mut bytes = Vec::new();
                if stream == Stream::keys(0) {
                    block::write(keys, &mut bytes);
                } else {
                    bytes.resize(keys.len() * width, 0);
                    for (at, key) in keys.iter().enumerate() {
                        assert!(put(&mut bytes, width, at, cell_of(*key)));
                    }
                }
                let (first, count) = (keys[0].into(), keys.len() as u32);
                writer.write(Block { first, count }, &bytes).unwrap();
            }
            writer.finish(0).unwrap();
        }
        let open = |stream| store.open(stream).unwrap().unwrap();
        let stored = Stored {
            keys: open(Stream::keys(0)),
            values: open(Stream::values(0)),
            meaning: Meaning::Value,
            width,
        };
        keys_are_found_in(&stored, keys, Budget::unlimited());
        // There is room for one part, and not for two.
        let room = 16384 * (8 + width as u64);
        keys_are_found_in(&stored, keys, Budget::of_bytes(room * 3 / 2));
    }

    fn keys_are_found_in(stored: &Stored, keys: &[u64], budget: Budget) {
        let job = Job::default().with_budget(budget);
        let unpacking = Unpacking {
            game: &Numbers,
            spare: &Arc::new(Spare::new(&job.budget)),
            job: &job,
            progress: Progress::default(),
            wanted: Wanted::Both,
        };
        let scale = Scale::new(Meaning::Value, 0);
        let solved = unpacking.solved(stored, &*stored.values);
        let (solved, tally): (_, tally::Tally) = solved.unwrap();
        assert_eq!(tally.counts().kept.losses(), keys.len() as u64);
        // A part that is made for each look-up takes long.
        let step = if matches!(solved.parts, Parts::Made(_)) {
            97
        } else {
            1
        };
        let near = keys.iter().step_by(step);
        for near in near.flat_map(|&key| [key, key.wrapping_add(1)]) {
            let waiting = Waiting {
                key: near,
                place: 0,
                by: By::turn(Turn::Passes),
            };
            let mut best = [0];
            let looked = solved.look_up(solved.part(near), &[waiting], &scale, &mut best);
            let missed = looked.unwrap();
            if keys.binary_search(&near).is_ok() {
                assert_eq!(missed, None);
                assert_eq!(best, [scale.before(cell_of(near), By::turn(Turn::Passes))]);
            } else {
                assert_eq!(missed, Some(near));
            }
        }
    }

    #[test]
    fn all_keys_of_a_tier_are_found_and_no_others() {
        let mut random = 1_u64;
        let mut keys: Vec<u64> = (0..30_000)
            .map(|_| {
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(3);
                random >> (random % 50)
            })
            .collect();
        keys.extend([0, u64::MAX]);
        keys.sort_unstable();
        keys.dedup();
        keys_are_found(&keys, 1);
        keys_are_found(&keys[..9], 4);
        keys_are_found(&[], 2);
    }
}
