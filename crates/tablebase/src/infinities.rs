//! Loopy nimbers in tables.
//!
//! The stream of nimbers has a number for each position, and a loopy nimber may be ∞(K) with a set K of numbers. Few
//! sets come again and again, so the manifest lists them, and the stream has the number 2n for the nimber n and 2k + 1
//! for the set at place k. A table with more than [`MOST_SETS`] sets, or with more than [`MOST_NUMBERS`] numbers in all
//! sets together, keeps no loopy nimbers at all, so that whoever checks a table can check each.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use zug_values::{Infinity, LoopyNimber, Nimber};

/// The most sets that a table keeps.
const MOST_SETS: usize = 1 << 16;

/// The most numbers of all sets together that a table keeps.
const MOST_NUMBERS: usize = 1 << 18;

/// The different sets K of the loopy nimbers ∞(K) of a table: each its numbers, in increasing order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Infinities(Vec<Vec<u32>>);

impl Infinities {
    /// The bytes that the sets take at most.
    pub(crate) fn bytes(&self) -> u64 {
        bytes_of(self.0.len(), self.0.iter().map(Vec::len).sum())
    }

    /// The sets; `None` if one is not in increasing order or has too many numbers.
    pub(crate) fn sets(&self) -> Option<Vec<Infinity>> {
        let sets = self.0.iter().map(|set| {
            let ascends = set.is_sorted_by(|one, next| one < next);
            let numbers = set.iter().copied().map(Nimber);
            Infinity::new(numbers).ok().filter(|_| ascends)
        });
        sets.collect()
    }
}

/// The bytes that sets with these numbers together take at most, in the list, in the map and as [`Infinity`].
fn bytes_of(sets: usize, numbers: usize) -> u64 {
    (128 * sets + 8 * numbers) as u64
}

/// Lists the sets of a table that is being written.
#[derive(Debug, Default)]
pub(crate) struct Lister {
    sets: Vec<Vec<u32>>,
    places: HashMap<Infinity, u32>,
    numbers: usize,
}

impl Lister {
    /// The bytes that the sets take.
    pub(crate) fn bytes(&self) -> u64 {
        bytes_of(self.sets.len(), self.numbers)
    }

    /// What the stream has for a loopy nimber; `None` if its set is one too many.
    pub(crate) fn code(&mut self, nimber: &LoopyNimber) -> Option<u32> {
        let infinity = match nimber {
            LoopyNimber::Finite(Nimber(nimber)) => return Some(2 * nimber),
            LoopyNimber::Infinite(infinity) => infinity,
        };
        if let Some(place) = self.places.get(infinity) {
            return Some(2 * place + 1);
        }
        let numbers = self.numbers + infinity.numbers().len();
        if self.sets.len() == MOST_SETS || numbers > MOST_NUMBERS {
            return None;
        }
        self.numbers = numbers;
        let place = self.sets.len() as u32;
        self.sets
            .push(infinity.numbers().iter().map(|number| number.0).collect());
        self.places.insert(infinity.clone(), place);
        Some(2 * place + 1)
    }

    /// The sets that were listed.
    pub(crate) fn finish(self) -> Infinities {
        Infinities(self.sets)
    }
}

/// The loopy nimber that a stream writes as this number; `None` if no set has that place.
pub(crate) fn of_code(code: u32, sets: &[Infinity]) -> Option<LoopyNimber> {
    if code.is_multiple_of(2) {
        return Some(Nimber(code / 2).into());
    }
    let set = sets.get(code as usize / 2)?;
    Some(set.clone().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_room_is_not_listed() {
        let mut lister = Lister::default();
        let large = |least: u32| Infinity::new((least..least + 60_000).map(Nimber)).unwrap();
        let codes: Vec<Option<u32>> = (0..6)
            .map(|least| lister.code(&large(least).into()))
            .collect();
        assert_eq!(codes, [Some(1), Some(3), Some(5), Some(7), None, None]);
        assert_eq!(lister.code(&large(2).into()), Some(5));
        assert_eq!(lister.code(&Nimber(7).into()), Some(14));
        let sets = lister.finish().sets().unwrap();
        assert_eq!(of_code(5, &sets), Some(large(2).into()));
        assert_eq!(of_code(14, &sets), Some(Nimber(7).into()));
        assert_eq!(of_code(9, &sets), None);
    }

    #[test]
    fn a_set_that_does_not_ascend_is_none() {
        assert!(Infinities(vec![vec![0, 2], vec![]]).sets().is_some());
        assert!(Infinities(vec![vec![2, 0]]).sets().is_none());
        assert!(Infinities(vec![vec![1, 1]]).sets().is_none());
    }
}
