//! The game on exponents: taking i removes i, 2i, 3i and so on.
//!
//! A position is a set of exponents from 1 to 63, one bit each. Four facts reduce the
//! number of sets; each is proved in a line.
//!
//! - Exponents that no chain of divisors and multiples connects do not affect each
//!   other: they are a sum (Sprague 1935, Grundy 1939).
//! - When one exponent divides all the others, taking it ends the game, so the nimber
//!   is 1 more than that of the others: `mex{0, 1 + a, 1 + b, …}` is `1 + mex{a, b, …}`
//!   (the colon principle of *Winning Ways*, chapter 7).
//! - An exponent has at most one prime factor p of 7 or more, except 49. So the
//!   multiples p·m of such a prime are a *pattern* of m's, and handing the patterns out
//!   to other primes keeps the game the same. (Only 7 can have a pattern with 7 in it,
//!   and keeps it.)
//! - Two primes with the same pattern cancel. To see this, add the position without
//!   them to the position with them: the sum is lost, because each move in one prime's
//!   multiples is answered in the other's, and each other move in the other position.
//!
//! Sets to which none of this applies are solved by plain mex, and their nimbers are
//! kept. Cost for all of 1 to k: 5,000 sets for k = 30, 78,000 for k = 43, 650,000 for
//! 48, 2.2 million for 54; some microseconds a set. With [`MOST_SETS`] the kept nimbers
//! take 70 MB, and half as much again while the table grows to that.

use rustc_hash::FxHashMap;
use zug_values::Nimber;

/// All exponents are below this.
const EXPONENTS: usize = 64;

/// The most sets whose nimbers are kept. If more are needed, there is no answer.
pub const MOST_SETS: usize = 7 << 19;

/// Primes no two of which have a common multiple below 64.
const PRIMES: [u32; 15] = [7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61];

/// The multiples of each exponent, as a set.
const MULTIPLES: [u64; EXPONENTS] = multiples();

/// The multiples and the divisors of each exponent, as a set.
const RELATED: [u64; EXPONENTS] = related();

const fn multiples() -> [u64; EXPONENTS] {
    let mut sets = [0; EXPONENTS];
    let mut exponent = 1;
    while exponent < EXPONENTS {
        let mut multiple = exponent;
        while multiple < EXPONENTS {
            sets[exponent] |= 1 << multiple;
            multiple += exponent;
        }
        exponent += 1;
    }
    sets
}

const fn related() -> [u64; EXPONENTS] {
    let mut sets = MULTIPLES;
    let mut divisor = 1;
    while divisor < EXPONENTS {
        let mut multiple = divisor;
        while multiple < EXPONENTS {
            sets[multiple] |= 1 << divisor;
            multiple += divisor;
        }
        divisor += 1;
    }
    sets
}

/// The exponents in a set, increasing.
fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        first
    })
}

/// The set of all exponents from 1 to k, which must be at most 63.
pub(super) fn up_to(k: u32) -> u64 {
    (u64::MAX >> (63 - k)) & !1
}

/// The set that is left when an exponent is taken.
pub(super) fn without(set: u64, exponent: u32) -> u64 {
    set & !MULTIPLES[exponent as usize]
}

/// The nimbers of sets of exponents worked out so far.
#[derive(Clone, Debug)]
pub(super) struct Exponents {
    /// Has only connected sets in which no exponent divides all others, each with its
    /// patterns in order.
    known: FxHashMap<u64, Nimber>,
    most: usize,
}

impl Default for Exponents {
    fn default() -> Self {
        Self {
            known: FxHashMap::default(),
            most: MOST_SETS,
        }
    }
}

impl Exponents {
    /// The nimber of any set; bit i is exponent i, and bit 0 is ignored. `None` if too
    /// many sets are needed.
    pub(super) fn nimber(&mut self, set: u64) -> Option<Nimber> {
        let mut rest = in_order(set & !1);
        let mut sum = Nimber::ZERO;
        while rest != 0 {
            let part = component(rest);
            rest &= !part;
            sum += self.connected(in_order(part))?;
        }
        Some(sum)
    }

    /// The nimber of a connected set, which must not be empty.
    fn connected(&mut self, set: u64) -> Option<Nimber> {
        let least = set.trailing_zeros();
        let others = without(set, least);
        if others == 0 {
            return Some(Nimber(1 + self.nimber(set & (set - 1))?.0));
        }
        if let Some(&nimber) = self.known.get(&set) {
            return Some(nimber);
        }
        // A nimber is at most the number of moves, which is at most 63.
        let mut options = 0u64;
        for exponent in members(set) {
            options |= 1 << self.nimber(without(set, exponent as u32))?.0;
        }
        if self.known.len() >= self.most {
            return None;
        }
        let nimber = Nimber(options.trailing_ones());
        self.known.insert(set, nimber);
        Some(nimber)
    }
}

/// The exponents that are connected with the least one of a set, which must not be
/// empty.
fn component(set: u64) -> u64 {
    let mut part = set & set.wrapping_neg();
    let mut fresh = part;
    while fresh != 0 {
        let exponent = fresh.trailing_zeros() as usize;
        fresh &= fresh - 1;
        let found = RELATED[exponent] & set & !part;
        part |= found;
        fresh |= found;
    }
    part
}

/// A representative of the set with the same nimber: primes with equal patterns are
/// cancelled, and the other patterns are handed out to the first primes, the largest
/// pattern to the least prime.
fn in_order(set: u64) -> u64 {
    let mut patterns = [0u64; PRIMES.len()];
    let mut count = 0;
    let mut ordered = set;
    for prime in PRIMES {
        let present = set & MULTIPLES[prime as usize];
        if present == 0 {
            continue;
        }
        ordered &= !present;
        let pattern = members(present).fold(0, |pattern, multiple| {
            pattern | 1 << (multiple as u32 / prime)
        });
        let twin = patterns[..count].iter().position(|&other| other == pattern);
        if let Some(place) = twin {
            count -= 1;
            patterns[place] = patterns[count];
        } else {
            patterns[count] = pattern;
            count += 1;
        }
    }
    // The pattern with the largest m goes to the least prime, so p·m stays below 64, as
    // it was with the prime that it came from; and 49 stays with 7.
    patterns[..count].sort_unstable_by(|a, b| b.cmp(a));
    for (&pattern, prime) in patterns[..count].iter().zip(PRIMES) {
        for m in members(pattern) {
            ordered |= 1 << (m as u32 * prime);
        }
    }
    ordered
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    /// The nimber by plain recursion; sets already worked out are kept.
    fn plain(set: u64, known: &mut HashMap<u64, u32>) -> u32 {
        if let Some(&nimber) = known.get(&set) {
            return nimber;
        }
        let options: Vec<u32> = (1..64)
            .filter(|i| set >> i & 1 == 1)
            .map(|i| {
                let left = (1..64).filter(|j| j % i != 0 && set >> j & 1 == 1);
                plain(left.fold(0, |left, j| left | 1 << j), known)
            })
            .collect();
        let nimber = (0..=64).find(|v| !options.contains(v)).unwrap();
        known.insert(set, nimber);
        nimber
    }

    #[test]
    fn every_set_of_exponents_up_to_12_is_worth_what_recursion_says() {
        let (mut exponents, mut known) = (Exponents::default(), HashMap::new());
        for set in (0..1u64 << 13).step_by(2) {
            let nimber = exponents.nimber(set).unwrap();
            assert_eq!(nimber.0, plain(set, &mut known), "{set:b}");
        }
    }

    #[test]
    fn more_sets_than_may_be_remembered_have_no_answer() {
        let within = |most| {
            let mut exponents = Exponents {
                most,
                ..Exponents::default()
            };
            let nimber = exponents.nimber(up_to(30));
            (nimber, exponents.known.len())
        };
        let (nimber, sets) = within(MOST_SETS);
        assert_eq!(nimber, Some(Nimber(14)));
        assert_eq!(within(sets), (nimber, sets));
        assert_eq!(within(sets - 1), (None, sets - 1));
        assert_eq!(within(0), (None, 0));
    }

    /// The exponents among which 7, 11, 13 and 49 matter.
    const SEVENS: u64 = MULTIPLES[7] | MULTIPLES[11] | MULTIPLES[13] | 0b1_1100;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(600))]

        #[test]
        fn sets_of_a_few_large_exponents_are_worth_what_recursion_says(
            set in prop_oneof![
                any::<[u64; 3]>().prop_map(|[a, b, c]| a & b & c & !1),
                any::<u64>().prop_map(|set| set & SEVENS),
            ]
        ) {
            let nimber = Exponents::default().nimber(set).unwrap();
            prop_assert_eq!(nimber.0, plain(set, &mut HashMap::new()));
        }
    }
}
