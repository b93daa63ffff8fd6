//! Who wins a position of a partizan game that falls into parts, by bounds of each part.
//!
//! **Problem.** In Domineering and in other partizan games whose moves only ever become fewer, a
//! position soon falls into parts: no move of one part takes one of another away. A count of the
//! moves that are left ([`MoveCount`]) is rough in each part. Most parts are small, and come again
//! in many positions, so that they can be played to their end once and for all.
//!
//! **Theorem.** Let First be Left of the theory: a position G is at least a number x (G ≥ x) if
//! Left, moving second, wins G − x, and at most x (G ≤ x) if Right, moving second, does. Of a part
//! with few moves is known for which numbers x it is at least x, and for which it is at most x:
//!
//! - If some number x is such that no option of Left's is at least x, and no option of Right's is at
//!   most x, then the part is worth the simplest such number, and no more than that.
//! - Otherwise it is no number, and nobody moves in a number as long as there is something else. So
//!   it is at most x if no option of Left's is at least x, and at least x if no option of Right's is
//!   at most x.
//!
//! Bounds of parts add up. If G ≥ 0 Left wins, moving second; if some option of Left's is ≥ 0, Left
//! wins, moving first. J. H. Conway (*On Numbers and Games*, 1976) has the simplest number and
//! that numbers are avoided; J. Uiterwijk and M. Barton (*New results for Domineering from
//! combinatorial game theory endgame databases*, 2015) end searches of Domineering by tables of
//! parts. Here nothing is asked but which moves take which away, and the tables fill by themselves.
//!
//! **Method.** First all moves are counted together, which often suffices. Where it nearly does,
//! the position is taken apart. The parts with few moves have exact bounds, and what is left is
//! counted: if a player who moves second surely makes n more moves than the opponent there, that
//! rest is worth n at least.
//!
//! A bound is one whole number: a number x as a multiple of the least unit, then times [`PER_UNIT`];
//! and one less than this for "at least each number below x, but not x", so that bounds of parts
//! add up as they are. What is known of a part is kept for the very moves of the part, where it is
//! soon found, and for all parts whose moves take each other in the same way, in the order of
//! their numbers: on a board, a part that is shifted is the same part.
//!
//! **Cost.** Beside the count about as much again where a position is taken apart. A part with n
//! moves that was not met before costs up to 2ⁿ positions, of which most are known soon. The memory
//! is fixed, and charged at the start: 4 MiB or a sixteenth of what is left.
//!
//! **When not to use it.** As [`MoveCount`]: where a move can give moves, or the player who has none
//! left does not lose.

use std::fmt;
use std::hash::BuildHasher;
use std::sync::{Mutex, PoisonError};

use rustc_hash::{FxBuildHasher, FxHashMap};
use zug_job::{Budget, Charge, bytes_of};
use zug_values::Outcome;

use super::counting::{Counted, MoveCount};
use super::move_set::MoveSet;

/// A number is a multiple of one 32,768th: a part with at most 16 moves can be worth no number
/// between.
const UNITS: i32 = 1 << 15;

/// A bound has so many steps for each unit. There are fewer parts than that.
const PER_UNIT: i32 = 1 << 9;

/// The number one, as a bound.
const ONE: i32 = UNITS * PER_UNIT;

/// Where both counts are further than this from telling who wins, the parts are not asked. Measured:
/// five boards of Domineering took as many positions as where parts are always asked.
const NEAR: i32 = 2;

/// The most bytes for what is known of parts.
const MOST_BYTES: u64 = 4 << 20;

/// For which numbers a part is at least that number, and for which at most, with First as Left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// [`PER_UNIT`] times the largest number that the part is at least, in units; one less if it is
    /// at least each number below this one only.
    lower: i32,
    /// [`PER_UNIT`] times the least number that the part is at most, in units; one more if it is at
    /// most each number above this one only.
    upper: i32,
}

impl Bounds {
    /// The bounds of a part, the best option of Left's being at least what `left` says, and the
    /// best option of Right's at most what `right` says, and no more; the least and the largest
    /// number of an `i32` where there is no option.
    fn of_options(left: i32, right: i32) -> Self {
        let least = left.div_euclid(PER_UNIT) + 1;
        let most = (right - 1).div_euclid(PER_UNIT);
        match simplest(least, most) {
            Some(number) => Self {
                lower: number * PER_UNIT,
                upper: number * PER_UNIT,
            },
            None => Self {
                lower: right - 1,
                upper: left + 1,
            },
        }
    }

    /// Whether the part is at least this number of quarters.
    #[must_use]
    pub fn is_at_least(self, quarters: i32) -> bool {
        self.lower >= quarters * (ONE / 4)
    }

    /// Whether the part is at most this number of quarters.
    #[must_use]
    pub fn is_at_most(self, quarters: i32) -> bool {
        self.upper <= quarters * (ONE / 4)
    }

    /// The bounds with the players swapped.
    fn swapped(self) -> Self {
        Self {
            lower: -self.upper,
            upper: -self.lower,
        }
    }
}

/// The simplest number from `least` to `most` units: the whole number nearest to 0, or the one with
/// the least denominator. `None` if there is none.
fn simplest(least: i32, most: i32) -> Option<i32> {
    if least > most {
        return None;
    }
    if most < 0 {
        return simplest(-most, -least).map(|number| -number);
    }
    if least <= 0 {
        return Some(0);
    }
    let mut step = UNITS;
    loop {
        let number = (least + step - 1) / step * step;
        if number <= most {
            return Some(number);
        }
        step /= 2;
    }
}

/// What is known of a part, where it is soon found.
#[derive(Clone, Copy, Default)]
struct Slot<const WORDS: usize> {
    part: MoveSet<WORDS>,
    bounds: Bounds,
}

/// How the moves of a part take each other. Parts with the same key are worth the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    /// The moves of First.
    of_first: u16,
    /// The moves that each move takes away. As a move takes itself, they tell how many there are.
    taken: [u16; MOST_MOVES],
}

/// A part with more moves is counted. Measured: with 8 moves Domineering on 8 by 6 cells takes about
/// as long, with 16 a fifth longer, as more time goes into the parts than is saved.
const MOST_MOVES: usize = 12;

/// Tells of positions of a partizan game whose moves only ever become fewer who wins, by their parts
/// and by counts.
pub struct PartSum<const WORDS: usize> {
    count: MoveCount<WORDS>,
    /// The moves that each move takes away, itself among them.
    takes: Vec<MoveSet<WORDS>>,
    /// For each move, the moves that it takes away or is taken away by.
    linked: Vec<MoveSet<WORDS>>,
    /// The moves of First.
    first: MoveSet<WORDS>,
    /// By the moves of a part. Where two parts have the same place, the last one is kept.
    slots: Vec<Mutex<Slot<WORDS>>>,
    known: Mutex<FxHashMap<Key, Bounds>>,
    /// `known` is emptied when it has this number of entries.
    most_known: usize,
    /// The bytes of `slots` and `known`.
    _charge: Charge,
}

impl<const WORDS: usize> fmt::Debug for PartSum<WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PartSum")
            .field("moves", &self.takes.len())
            .finish_non_exhaustive()
    }
}

impl<const WORDS: usize> PartSum<WORDS> {
    /// The game in which each move takes these moves away, itself among them. The first `of_first`
    /// of them are those of First, the others those of Second. `None` where [`MoveCount::new`] has
    /// none, or if the budget has no memory to spare.
    #[must_use]
    pub fn new(takes: &[MoveSet<WORDS>], of_first: usize, budget: &Budget) -> Option<Self> {
        /// An entry of a map, the byte that the map has besides, and the places that it leaves
        /// free.
        const ENTRY: u64 = (size_of::<(Key, Bounds)>() as u64 + 1) * 16 / 7;
        let count = MoveCount::new(takes, of_first)?;
        let mut linked = takes.to_vec();
        for (number, taken) in takes.iter().enumerate() {
            taken.iter().for_each(|other| linked[other].insert(number));
        }
        let bytes = (budget.left() / 16).min(MOST_BYTES);
        let slots = bytes / 4 / bytes_of::<Mutex<Slot<WORDS>>>(1);
        let slots = 1_usize << slots.checked_ilog2()?;
        let most_known = usize::try_from(bytes * 3 / 4 / ENTRY).ok()?;
        let charge = budget.charge(bytes).ok()?;
        let mut all_slots: Vec<Mutex<Slot<WORDS>>> = Vec::new();
        let mut known = FxHashMap::default();
        let taken = budget.attempt(|| {
            all_slots.try_reserve_exact(slots)?;
            known.try_reserve(most_known)
        });
        taken.ok()?;
        // No part has no moves, so that an empty slot tells the truth.
        all_slots.resize_with(slots, Mutex::default);
        Some(Self {
            count,
            takes: takes.to_vec(),
            linked,
            first: (0..of_first.min(takes.len())).collect(),
            slots: all_slots,
            known: Mutex::new(known),
            most_known,
            _charge: charge,
        })
    }

    /// What counts and parts tell the player to move where these moves are left.
    #[must_use]
    pub fn tell(&self, left: MoveSet<WORDS>, first_moves: bool) -> Counted {
        let mut counted = self.count.count(left, first_moves);
        if counted.outcome.is_none() && counted.is_near(NEAR) {
            counted.outcome = self.by_parts(left, first_moves);
        }
        counted
    }

    /// Who wins, if the parts tell it.
    fn by_parts(&self, left: MoveSet<WORDS>, first_moves: bool) -> Option<Outcome> {
        // All as the player to move sees it, as if that player were Left.
        let (mut lower, mut upper) = (0, 0);
        // By how much the best option of the mover's is better than the lower bound.
        let mut best = None;
        let (mut rest, mut large) = (left, MoveSet::default());
        while let Some(number) = rest.first() {
            let part = self.part_with(number, rest);
            rest = rest.without(part);
            let Some(bounds) = self.bounds(part) else {
                large = large.or(part);
                continue;
            };
            let bounds = if first_moves {
                bounds
            } else {
                bounds.swapped()
            };
            lower += i64::from(bounds.lower);
            upper += i64::from(bounds.upper);
            // In a number there is no better option.
            if bounds.lower < bounds.upper {
                best = best.max(Some(i64::from(bounds.upper - 1) - i64::from(bounds.lower)));
            }
        }
        if large == left {
            return None;
        }
        if !large.is_empty() {
            let [own, others] = self.count.of_players(large, first_moves);
            let more = |own, others| {
                let more = self.count.more(own, others);
                more.map(|moves| i64::from(moves) * i64::from(ONE))
            };
            let [first, second] = more(own, others);
            let [_, of_opponent] = more(others, own);
            lower += second;
            upper -= of_opponent;
            // The first of these moves is made.
            best = best.max(Some(first - i64::from(ONE) - second));
        }
        if lower > 0 || best.is_some_and(|best| lower + best >= 0) {
            Some(Outcome::Win)
        } else if upper <= 0 {
            Some(Outcome::Loss)
        } else {
            None
        }
    }

    /// The part of the moves that are left in which this one is.
    #[inline]
    fn part_with(&self, number: usize, left: MoveSet<WORDS>) -> MoveSet<WORDS> {
        let mut part = MoveSet::from_iter([number]);
        let mut edge = part;
        while let Some(number) = edge.first() {
            let more = self.linked[number].and(left).without(part);
            part = part.or(more);
            edge = edge.or(more);
            edge.remove(number);
        }
        part
    }

    /// The bounds of a position as one part. `None` if it has too many moves.
    #[must_use]
    pub fn bounds(&self, part: MoveSet<WORDS>) -> Option<Bounds> {
        if part.len() > MOST_MOVES {
            return None;
        }
        // Where another thread is at this slot, the part is looked up below.
        if let Ok(slot) = self.slot(part).try_lock()
            && slot.part == part
        {
            return Some(slot.bounds);
        }
        let bounds = {
            // Each entry is true by itself, wherever a thread ended.
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            self.work_out(part, &mut known)
        };
        self.put(part, bounds);
        Some(bounds)
    }

    /// The place where the bounds of a part are kept.
    #[inline]
    fn slot(&self, part: MoveSet<WORDS>) -> &Mutex<Slot<WORDS>> {
        // The upper bits of the hash are the better ones.
        let place = FxBuildHasher.hash_one(part) >> 32;
        &self.slots[place as usize & (self.slots.len() - 1)]
    }

    fn put(&self, part: MoveSet<WORDS>, bounds: Bounds) {
        if let Ok(mut slot) = self.slot(part).try_lock() {
            *slot = Slot { part, bounds };
        }
    }

    /// Plays a part to its end in all ways.
    fn work_out(&self, part: MoveSet<WORDS>, known: &mut FxHashMap<Key, Bounds>) -> Bounds {
        let key = self.key(part);
        if let Some(bounds) = known.get(&key) {
            return *bounds;
        }
        let (mut left, mut right) = (i32::MIN, i32::MAX);
        for number in part {
            let option = self.work_out(part.without(self.takes[number]), known);
            if self.first.has(number) {
                left = left.max(option.lower);
            } else {
                right = right.min(option.upper);
            }
        }
        let bounds = Bounds::of_options(left, right);
        if known.len() >= self.most_known {
            known.clear();
        }
        known.insert(key, bounds);
        bounds
    }

    fn key(&self, part: MoveSet<WORDS>) -> Key {
        let mut key = Key {
            of_first: 0,
            taken: [0; MOST_MOVES],
        };
        for (at, number) in part.iter().enumerate() {
            key.of_first |= u16::from(self.first.has(number)) << at;
            for (place, other) in part.iter().enumerate() {
                key.taken[at] |= u16::from(self.takes[number].has(other)) << place;
            }
        }
        key
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the player to move wins, by the definition.
    fn wins(sum: &PartSum<1>, left: MoveSet<1>, first_moves: bool) -> bool {
        let mut own = left
            .iter()
            .filter(|number| sum.first.has(*number) == first_moves);
        own.any(|number| !wins(sum, left.without(sum.takes[number]), !first_moves))
    }

    /// Whether all that is told is so.
    fn tells_the_truth(sum: &PartSum<1>) -> bool {
        let mut all = (0..1_u32 << sum.takes.len()).flat_map(|bits| {
            let left = (0..sum.takes.len()).filter(|number| bits >> number & 1 == 1);
            let left: MoveSet<1> = left.collect();
            [(left, false), (left, true)]
        });
        all.all(|(left, first_moves)| {
            let outcome = sum.by_parts(left, first_moves);
            let wins = wins(sum, left, first_moves);
            outcome.is_none_or(|outcome| (outcome == Outcome::Win) == wins)
        })
    }

    #[test]
    fn a_planted_wrong_bound_is_found() {
        // The first three moves are First's, the others Second's. The first two of either player are
        // those on a square of four cells in Domineering, and the last one of either player stands
        // alone, so that it is asked whether the square is at least 1, or at most -1.
        let takes: Vec<MoveSet<1>> = [
            vec![0, 3, 4],
            vec![1, 3, 4],
            vec![2],
            vec![0, 1, 3],
            vec![0, 1, 4],
            vec![5],
        ]
        .into_iter()
        .map(MoveSet::from_iter)
        .collect();
        let sum = PartSum::new(&takes, 3, &Budget::unlimited()).expect("there is room");
        assert!(tells_the_truth(&sum));
        let square = MoveSet::from_iter([0, 1, 3, 4]);
        let bounds = sum.bounds(square).expect("it has few moves");
        // It is {1|-1}: at least -1 and at most 1, but some option of either player's is as good.
        assert!(bounds.is_at_least(-5) && !bounds.is_at_least(-4));
        assert!(bounds.is_at_most(5) && !bounds.is_at_most(4));
        for (lower, upper) in [(1, 0), (ONE, 0), (0, -1), (0, -ONE)] {
            let wrong = Bounds {
                lower: bounds.lower + lower,
                upper: bounds.upper + upper,
            };
            sum.put(square, wrong);
            assert!(!tells_the_truth(&sum), "{wrong:?}");
        }
        sum.put(square, bounds);
        assert!(tells_the_truth(&sum));
    }
}
