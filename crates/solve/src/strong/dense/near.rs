//! A tier of numbers and the tiers that its moves lead to, as a game of these tiers alone.
//!
//! Whoever works on one tier needs sets of bits and lists for the numbers of this tier and of its exits, and not for all
//! numbers of the game. So these tiers are moved together: the numbers of each keep their order and their places in
//! spans of [`SPAN`] numbers, so that the blocks of streams say the same here and there ([`NearStore`]).
//!
//! Cost: an addition for each number that is asked about or answered.

use std::ops::Range;
use std::sync::Arc;

use zug_game::{Expanded, Fault, NumberTier, NumberedGame, Predecessors, Successors};

use super::streams::SPAN;
use crate::strong::tiers::store::{Block, Reader, Store, StoreCost, StoreError, Stream, Writer};

/// A tier and its exits.
pub(super) struct Near<'a> {
    game: &'a dyn NumberedGame,
    /// The tier, and behind it its exits, in the order of their numbers.
    tiers: Vec<Moved>,
}

/// A tier that was moved.
struct Moved {
    /// The place of the tier in the whole game.
    place: usize,
    /// Its numbers in the whole game.
    there: Range<u64>,
    /// Its numbers here.
    tier: NumberTier,
}

impl Moved {
    /// The number here of a number of the whole game.
    #[inline]
    fn here(&self, number: u64) -> u64 {
        number - self.there.start + self.tier.numbers.start
    }

    /// The number in the whole game of a number here.
    #[inline]
    fn there(&self, number: u64) -> u64 {
        number - self.tier.numbers.start + self.there.start
    }
}

impl<'a> Near<'a> {
    /// The tier with this place of a game that has these tiers, and its exits.
    pub(super) fn of(game: &'a dyn NumberedGame, all: &[NumberTier], tier: usize) -> Self {
        let mut places = all[tier].exits.clone();
        places.sort_unstable();
        places.dedup();
        places.insert(0, tier);
        let exits: Vec<usize> = (1..places.len()).collect();
        let mut tiers: Vec<Moved> = Vec::with_capacity(places.len());
        for place in places {
            let there = all[place].numbers.clone();
            let end = tiers.last().map_or(0, |last| last.tier.numbers.end);
            let start = end.next_multiple_of(SPAN as u64) + there.start % SPAN as u64;
            let numbers = start..start + (there.end - there.start);
            let exits = if tiers.is_empty() {
                exits.clone()
            } else {
                Vec::new()
            };
            let images = all[place].images;
            tiers.push(Moved {
                place,
                there,
                tier: NumberTier {
                    numbers,
                    exits,
                    images,
                },
            });
        }
        Self { game, tiers }
    }

    /// The number here of a number of the tier itself in the whole game; `None` if it is of another tier.
    pub(super) fn own(&self, number: u64) -> Option<u64> {
        let tier = &self.tiers[0];
        tier.there.contains(&number).then(|| tier.here(number))
    }

    /// The tier with a number of the whole game, if it is here.
    #[inline]
    fn with(&self, number: u64) -> Option<&Moved> {
        let place = self.tiers.partition_point(|tier| tier.there.end <= number);
        self.tiers
            .get(place)
            .filter(|tier| tier.there.contains(&number))
    }

    /// Puts the numbers in the whole game of numbers here into `there`.
    fn to_whole(&self, numbers: &[u64], there: &mut Vec<u64>) {
        there.extend(numbers.iter().map(|&number| {
            let place = self
                .tiers
                .partition_point(|tier| tier.tier.numbers.end <= number);
            self.tiers[place].there(number)
        }));
    }

    /// What a stream of the whole game has of the tier with this place here.
    pub(super) fn section(&self, place: usize, whole: Arc<dyn Reader>) -> Arc<dyn Reader> {
        let tier = &self.tiers[place];
        let is_before = |block: &Block| block.first < u128::from(tier.there.start);
        let is_within = |block: &Block| block.first < u128::from(tier.there.end);
        let first = whole.blocks().partition_point(is_before);
        let end = whole.blocks().partition_point(is_within);
        let here = |block: &Block| Block {
            first: tier.here(block.first.as_u64()).into(),
            ..*block
        };
        let blocks = whole.blocks()[first..end.max(first)]
            .iter()
            .map(here)
            .collect();
        Arc::new(Section {
            whole,
            first,
            blocks,
        })
    }

    /// A block of the tier with this place here, as one of the whole game.
    pub(super) fn block_of_whole(&self, place: usize, block: Block) -> Block {
        let first = self.tiers[place].there(block.first.as_u64()).into();
        Block { first, ..block }
    }
}

impl NumberedGame for Near<'_> {
    fn size(&self) -> u64 {
        self.tiers.last().map_or(0, |last| last.tier.numbers.end)
    }

    fn expand(
        &self,
        numbers: &[u64],
        ends: &mut Vec<Expanded>,
        after: &mut dyn Successors,
    ) -> Result<(), Fault> {
        let mut there = Vec::with_capacity(numbers.len());
        self.to_whole(numbers, &mut there);
        self.game
            .expand(&there, ends, &mut After { near: self, after })
    }

    fn tiers(&self) -> Vec<NumberTier> {
        self.tiers.iter().map(|tier| tier.tier.clone()).collect()
    }

    fn predecessors_in(
        &self,
        tier: usize,
        numbers: &[u64],
        before: &mut Predecessors,
    ) -> Result<(), Fault> {
        let tier = &self.tiers[tier];
        let mut there = Vec::with_capacity(numbers.len());
        self.to_whole(numbers, &mut there);
        let told = (before.passing.len(), before.kept.len());
        self.game.predecessors_in(tier.place, &there, before)?;
        for number in &mut before.passing.as_mut_slice()[told.0..] {
            *number = tier.here(*number);
        }
        for number in &mut before.kept.as_mut_slice()[told.1..] {
            *number = tier.here(*number);
        }
        Ok(())
    }
}

/// Hands successors in the whole game on by their numbers here. A successor of no tier that is here has no number.
struct After<'s, 'a> {
    near: &'s Near<'a>,
    after: &'s mut dyn Successors,
}

impl Successors for After<'_, '_> {
    #[inline]
    fn number(&mut self, number: u64) {
        let here = self.near.with(number).map(|tier| tier.here(number));
        self.after.number(here.unwrap_or(u64::MAX));
    }

    fn row(&mut self, first: u64, bits: &[u64]) {
        let Some(highest) = bits.iter().rposition(|word| *word != 0) else {
            return;
        };
        let last = first + 64 * highest as u64 + u64::from(bits[highest].ilog2());
        match self.near.with(first) {
            // The numbers of one tier are handed on together, as all of its numbers are moved by the same distance.
            Some(tier) if tier.there.contains(&last) => {
                self.after.row(tier.here(first), &bits[..=highest]);
            }
            _ => {
                for (place, word) in (first..).step_by(64).zip(bits) {
                    let mut word = *word;
                    while word != 0 {
                        self.number(place + u64::from(word.trailing_zeros()));
                        word &= word - 1;
                    }
                }
            }
        }
    }
}

/// What a stream of the whole game has of a tier, by its numbers here.
#[derive(Debug)]
struct Section {
    whole: Arc<dyn Reader>,
    /// The first block of the tier in the stream.
    first: usize,
    blocks: Vec<Block>,
}

impl Reader for Section {
    fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    fn note(&self) -> u64 {
        self.whole.note()
    }

    fn read(&self, block: usize, bytes: &mut Vec<u8>) -> Result<(), StoreError> {
        self.whole.read(self.first + block, bytes)
    }
}

/// The store of a game, as the tiers see it that are here: a stream of a tier is that of its place here.
pub(super) struct NearStore<'s, 'a> {
    pub(super) near: &'s Near<'a>,
    pub(super) whole: &'s dyn Store,
}

impl NearStore<'_, '_> {
    fn there(&self, stream: Stream) -> Stream {
        Stream {
            tier: self.near.tiers[stream.tier as usize].place as u32,
            ..stream
        }
    }
}

impl std::fmt::Debug for NearStore<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NearStore")
            .field("whole", &self.whole)
            .finish_non_exhaustive()
    }
}

impl Store for NearStore<'_, '_> {
    fn create(&self, stream: Stream) -> Result<Box<dyn Writer + '_>, StoreError> {
        Ok(Box::new(Writing {
            near: self.near,
            place: stream.tier as usize,
            whole: self.whole.create(self.there(stream))?,
        }))
    }

    fn open(&self, stream: Stream) -> Result<Option<Arc<dyn Reader>>, StoreError> {
        let whole = self.whole.open(self.there(stream))?;
        Ok(whole.map(|whole| self.near.section(stream.tier as usize, whole)))
    }

    fn remove(&self, stream: Stream) -> Result<(), StoreError> {
        self.whole.remove(self.there(stream))
    }

    fn held_bytes(&self) -> u64 {
        self.whole.held_bytes()
    }

    fn cost(&self) -> StoreCost {
        self.whole.cost()
    }
}

/// Writes a stream of a tier that is here.
struct Writing<'w, 'a> {
    near: &'w Near<'a>,
    place: usize,
    whole: Box<dyn Writer + 'w>,
}

impl Writer for Writing<'_, '_> {
    fn write(&mut self, block: Block, bytes: &[u8]) -> Result<(), StoreError> {
        self.whole
            .write(self.near.block_of_whole(self.place, block), bytes)
    }

    fn finish(self: Box<Self>, note: u64) -> Result<(), StoreError> {
        self.whole.finish(note)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tiers of 100, 30 and 70 numbers. A move from any number leads to it and to numbers of the last tier.
    struct Three;

    impl NumberedGame for Three {
        fn size(&self) -> u64 {
            200
        }

        fn tiers(&self) -> Vec<NumberTier> {
            let tier = |numbers, exits| NumberTier {
                numbers,
                exits,
                images: 1,
            };
            vec![
                tier(0..100, vec![2]),
                tier(100..130, vec![2]),
                tier(130..200, Vec::new()),
            ]
        }

        fn expand(
            &self,
            numbers: &[u64],
            ends: &mut Vec<Expanded>,
            after: &mut dyn Successors,
        ) -> Result<(), Fault> {
            for number in numbers {
                ends.push(Expanded::GoesOn(4));
                after.number(*number);
                // Numbers 99, 130 and 199, of two tiers; and 130 and 131, of one.
                after.row(99, &[1 | 1 << 31, 1 << 36]);
                after.row(130, &[3, 0]);
            }
            Ok(())
        }

        fn predecessors_in(
            &self,
            tier: usize,
            numbers: &[u64],
            before: &mut Predecessors,
        ) -> Result<(), Fault> {
            assert_eq!((tier, numbers), (0, &[5, 135][..]));
            before.by(zug_values::Turn::Passes).push(7);
            before.by(zug_values::Turn::Kept).push(99);
            Ok(())
        }
    }

    #[test]
    fn numbers_are_told_as_those_of_the_tiers_that_are_near() {
        let near = Near::of(&Three, &Three.tiers(), 0);
        let tiers = near.tiers();
        assert_eq!(tiers.len(), 2);
        assert_eq!(tiers[0].numbers, 0..100);
        let start = SPAN as u64 + 130;
        assert_eq!(
            (tiers[1].numbers.clone(), near.size()),
            (start..start + 70, start + 70)
        );
        let (mut ends, mut after) = (Vec::new(), Vec::new());
        near.expand(&[3], &mut ends, &mut after).unwrap();
        assert_eq!(after, [3, 99, start, start + 69, start, start + 1]);
        let mut before = Predecessors::default();
        // What was there before stays as it is.
        before.passing.push(1000);
        near.predecessors_in(0, &[5, start + 5], &mut before)
            .unwrap();
        assert_eq!(before.passing.as_slice(), [1000, 7]);
        assert_eq!(before.kept.as_slice(), [99]);
    }

    #[test]
    fn a_move_to_a_tier_that_is_no_exit_leads_to_no_number() {
        let near = Near::of(&Three, &Three.tiers(), 1);
        let (mut ends, mut after) = (Vec::new(), Vec::new());
        let first = near.tiers()[0].numbers.start;
        near.expand(&[first], &mut ends, &mut after).unwrap();
        assert_eq!(after[..2], [first, u64::MAX]);
    }
}
