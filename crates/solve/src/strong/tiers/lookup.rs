//! Finding keys in a solved tier.
//!
//! A solved tier is cut into *parts*, ranges of keys that have about as many keys as the cache
//! of a core holds. Each part is a hash table of its own with open addressing (W. W. Peterson,
//! 1957). What is looked up waits until there is much of it for one part, so that a part comes
//! to the cache once for many look-ups; and as the positions that ask are in ascending order,
//! so are, for each kind of move, the parts that they ask.
//!
//! Cost: some nanoseconds a look-up, whatever symmetry does to the order of successors. Memory:
//! 8/5 of a key and its cell for each position of the tier.

use std::ops::Range;
use std::sync::Arc;

use zug_game::Graded;
use zug_job::{Charge, Job, Progress};

use crate::error::Error;

use super::cells::{Cell, Cells, Scale};
use super::crew::share;
use super::expand::read;
use super::key::Key;
use super::settle::Waiting;
use super::spare::{Charged, Spare};
use super::splitters::Splitters;
use super::store::{Reader, StoreError};
use super::tally::Tally;

/// The number of blocks of a part, where a tier has no more than the most parts.
const BLOCKS_A_PART: usize = 5;

/// The most parts of a tier.
const MOST_PARTS: usize = 1 << 10;

/// The slots of a part's table for each five of its keys, before they are brought to a power
/// of two; and the fewest slots.
const SLOTS_FOR_FIVE: usize = 8;
const FEWEST_SLOTS: usize = 16;

/// A solved tier, ready to be asked.
#[derive(Debug)]
pub(super) struct Solved<K> {
    splitters: Splitters<K>,
    parts: Vec<Part<K>>,
}

/// The keys of a range with their cells.
#[derive(Debug)]
struct Part<K> {
    /// The keys by their hashes. Where the cell is 0 there is no key.
    keys: Charged<K>,
    cells: Cells,
    _charge: Charge,
}

/// The cells of the blocks of a tier, block by block in any order.
pub(super) trait CellsOf<C>: Sync {
    /// Puts the cells of a block in the place of what `cells` held.
    fn block(&self, place: usize, cells: &mut Vec<C>) -> Result<(), StoreError>;
}

/// How solved tiers are made.
pub(super) struct Unpacking<'a, G: Graded> {
    pub(super) game: &'a G,
    pub(super) spare: &'a Spare<G::Position>,
    pub(super) job: &'a Job,
    /// How far the work is.
    pub(super) progress: Progress,
}

impl<G: Graded<Position: Key> + Sync> Unpacking<'_, G> {
    /// The tier of these keys with these cells; and how many positions have each cell.
    pub(super) fn solved<C: Cell>(
        &self,
        reader: &Arc<dyn Reader>,
        cells: &impl CellsOf<C>,
    ) -> Result<(Solved<G::Position>, Tally), Error> {
        let blocks = reader.blocks();
        let mut a_part = BLOCKS_A_PART;
        while blocks.len().div_ceil(a_part) > MOST_PARTS {
            a_part *= 2;
        }
        let one = G::Position::from_bits(1);
        let firsts = blocks.iter().step_by(a_part).skip(1);
        let ends = firsts.map(|block| G::Position::from_bits(block.first).minus(one));
        let splitters = Splitters::at(ends.collect());
        let mut makers = Vec::new();
        makers.resize_with(self.job.threads.get(), Maker::new);
        share(
            self.job,
            &mut makers,
            blocks.len().div_ceil(a_part),
            |_| self.progress,
            |maker, place| {
                let first = place * a_part;
                let range = first..blocks.len().min(first + a_part);
                let part = maker.part(self, reader, range, cells)?;
                maker.made.push((place, part));
                Ok(())
            },
        )?;
        let mut tally = Tally::new();
        let mut parts = Vec::new();
        for maker in makers {
            tally.join(&maker.tally);
            parts.extend(maker.made);
        }
        parts.sort_unstable_by_key(|(place, _)| *place);
        let parts = parts.into_iter().map(|(_, part)| part).collect();
        Ok((Solved { splitters, parts }, tally))
    }
}

impl<K: Key> Solved<K> {
    /// Whether all cells take one byte.
    pub(super) fn are_bytes(&self) -> bool {
        let are_bytes = |part: &Part<K>| matches!(part.cells, Cells::Bytes(_));
        self.parts.iter().all(are_bytes)
    }

    /// The memory of the keys of all parts.
    pub(super) fn into_memory(self) -> impl Iterator<Item = Charged<K>> {
        self.parts.into_iter().map(|part| part.keys)
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

    /// Looks up what waits for a part, and puts what a move gives in the place of the best of
    /// its position if it is better.
    ///
    /// # Errors
    ///
    /// The first key that the tier does not have.
    pub(super) fn look_up<S: Scale>(
        &self,
        part: usize,
        waiting: &[Waiting<K>],
        scale: &S,
        best: &mut [S::Worth],
    ) -> Result<(), K> {
        let Some(part) = self.parts.get(part) else {
            return waiting.first().map_or(Ok(()), |one| Err(one.key));
        };
        let keys = &part.keys.0[..];
        match &part.cells {
            Cells::Bytes(cells) => look_up(keys, cells, waiting, scale, best),
            Cells::Halves(cells) => look_up(keys, cells, waiting, scale, best),
            Cells::Words(cells) => look_up(keys, cells, waiting, scale, best),
        }
    }
}

/// The slot where a key is looked for first, in a table of `slots` slots.
#[inline]
fn slot<K: Key>(key: K, slots: usize) -> usize {
    (key.mixed() >> (u64::BITS - slots.trailing_zeros())) as usize
}

fn look_up<K: Key, C: Cell, S: Scale>(
    keys: &[K],
    cells: &[C],
    waiting: &[Waiting<K>],
    scale: &S,
    best: &mut [S::Worth],
) -> Result<(), K> {
    let slots = keys.len();
    let cells = &cells[..slots];
    for one in waiting {
        let mut at = slot(one.key, slots);
        while keys[at] != one.key {
            if cells[at] == C::default() {
                return Err(one.key);
            }
            at = (at + 1) & (slots - 1);
        }
        let cell = cells[at];
        if cell == C::default() {
            return Err(one.key);
        }
        let worth = scale.before(cell.number(), one.turn);
        let best = &mut best[one.place as usize];
        *best = worth.max(*best);
    }
    Ok(())
}

/// What a thread needs to make parts.
struct Maker<K, C> {
    made: Vec<(usize, Part<K>)>,
    bytes: Vec<u8>,
    keys: Vec<K>,
    cells: Vec<C>,
    sizes: Vec<usize>,
    tally: Tally,
}

impl<K: Key, C: Cell> Maker<K, C> {
    fn new() -> Self {
        Self {
            made: Vec::new(),
            bytes: Vec::new(),
            keys: Vec::new(),
            cells: Vec::new(),
            sizes: Vec::new(),
            tally: Tally::new(),
        }
    }

    /// The part of some blocks.
    fn part<G: Graded<Position = K>>(
        &mut self,
        by: &Unpacking<'_, G>,
        reader: &Arc<dyn Reader>,
        blocks: Range<usize>,
        of: &impl CellsOf<C>,
    ) -> Result<Part<K>, Error> {
        let counts = reader.blocks()[blocks.clone()].iter();
        let count: usize = counts.map(|block| block.count as usize).sum();
        let slots = (count * SLOTS_FOR_FIVE).div_ceil(5);
        let slots = slots.next_power_of_two().max(FEWEST_SLOTS);
        let mut table = by.spare.with_room(slots).map_err(StoreError::from)?;
        table.0.resize(slots, K::default());
        let mut charge = by.job.budget.open();
        let mut cells = Vec::new();
        charge.regrow(&mut cells, slots).map_err(StoreError::from)?;
        cells.resize(slots, C::default());
        let keys = &mut table.0[..];
        for place in blocks {
            self.keys.clear();
            read(reader, place, &mut self.bytes, &mut self.keys)?;
            of.block(place, &mut self.cells)?;
            for (&key, &cell) in self.keys.iter().zip(&self.cells) {
                let mut at = slot(key, slots);
                while cells[at] != C::default() {
                    at = (at + 1) & (slots - 1);
                }
                (keys[at], cells[at]) = (key, cell);
            }
            self.count(by.game);
        }
        Ok(Part {
            keys: table,
            cells: C::cells(cells),
            _charge: charge,
        })
    }

    /// Counts the positions of the block that was read last.
    fn count(&mut self, game: &impl Graded<Position = K>) {
        let Self {
            keys,
            cells,
            sizes,
            tally,
            ..
        } = self;
        game.orbit_sizes(keys, sizes);
        if sizes.is_empty() {
            for cell in cells {
                tally.add(cell.number(), 1);
            }
        } else {
            for (cell, &size) in cells.iter().zip(&*sizes) {
                tally.add(cell.number(), size as u64);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strong::tiers::block::{self, BLOCK};
    use crate::strong::tiers::cells::Values;
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

    struct ByKey<'a>(&'a [u64]);

    impl<C: Cell> CellsOf<C> for ByKey<'_> {
        fn block(&self, place: usize, cells: &mut Vec<C>) -> Result<(), StoreError> {
            cells.clear();
            let keys = self.0[place * BLOCK..].iter().take(BLOCK);
            cells.extend(keys.filter_map(|&key| C::of(cell_of(key))));
            Ok(())
        }
    }

    fn keys_are_found<C: Cell>(keys: &[u64]) {
        let job = Job::default();
        let store = Memory::new(&job.budget);
        let mut writer = store.create(Stream::keys(0)).unwrap();
        for keys in keys.chunks(BLOCK) {
            let mut bytes = Vec::new();
            block::write(keys, &mut bytes);
            let (first, count) = (keys[0].into(), keys.len() as u32);
            writer.write(Block { first, count }, &bytes).unwrap();
        }
        writer.finish(0).unwrap();
        let reader = store.open(Stream::keys(0)).unwrap().unwrap();
        let unpacking = Unpacking {
            game: &Numbers,
            spare: &Spare::new(&job.budget),
            job: &job,
            progress: Progress::default(),
        };
        let solved = unpacking.solved::<C>(&reader, &ByKey(keys));
        let (solved, tally): (_, tally::Tally) = solved.unwrap();
        assert_eq!(tally.counts().kept.losses(), keys.len() as u64);
        for near in keys.iter().flat_map(|&key| [key, key.wrapping_add(1)]) {
            let waiting = Waiting {
                key: near,
                place: 0,
                turn: Turn::Passes,
            };
            let mut best = [None];
            let looked = solved.look_up(solved.part(near), &[waiting], &Values, &mut best);
            if keys.binary_search(&near).is_ok() {
                assert_eq!(looked, Ok(()));
                assert_eq!(best, [Values.before(cell_of(near), Turn::Passes)]);
            } else {
                assert_eq!(looked, Err(near));
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
        keys_are_found::<u8>(&keys);
        keys_are_found::<u32>(&keys[..9]);
        keys_are_found::<u16>(&[]);
    }
}
