//! Automata of linear conditions.
//!
//! **Method.** The digits read so far stand for a whole number: in a base, times the weight of the
//! place before. In a recurrent system two whole numbers do it, u for the weight of the place
//! before and v for the weight of the next place; reading the digits d gives the
//! numbers (m u + v + Σ c d, u). A sum of linear numeration systems with the same recurrence needs no adder
//! and no carry, only this arithmetic. Whatever is left to read changes the sum within bounds, so
//! that a sum far from 0 is decided, and finitely many states are left.
//!
//! **Cost.** About as many states as the sum of the absolute values of the coefficients, or as the
//! constant; in recurrent systems about the square of that.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::automaton::{Automaton, Track, admit_tracks, digit};
use crate::bounds::{Bounds, Error};
use crate::digits::Digits;

/// A sum of whole multiples of numbers, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Linear {
    /// The numbers with their coefficients, which are not 0, in the order of the tracks.
    terms: Vec<(Track, i64)>,
    constant: i64,
}

impl Linear {
    /// Returns the sum of the numbers, each times its coefficient, and the constant. A track may
    /// occur several times.
    pub fn new(terms: impl IntoIterator<Item = (Track, i64)>, constant: i64) -> Self {
        let mut all: Vec<(Track, i64)> = Vec::new();
        for (track, coefficient) in terms {
            match all.iter_mut().find(|(known, _)| *known == track) {
                Some((_, sum)) => *sum += coefficient,
                None => all.push((track, coefficient)),
            }
        }
        all.retain(|(_, coefficient)| *coefficient != 0);
        all.sort_unstable();
        Self {
            terms: all,
            constant,
        }
    }
}

/// How a sum must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// It is 0.
    Zero,
    /// It is 0 or more.
    AtLeastZero,
    /// It is a multiple of this number, which is 1 at least.
    MultipleOf(u32),
}

/// The largest coefficient or constant.
const LARGEST: i64 = 1 << 40;

/// A sum whose first digits were read.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Sum {
    /// More than 0, whatever follows.
    Above,
    /// Less than 0, whatever follows.
    Below,
    /// The numbers u and v.
    Open(i64, i64),
}

/// How sums grow in a system of digits, and where they are decided.
struct Growth {
    digits: Digits,
    constant: i64,
    /// Two sums: of the coefficients above 0, and of the absolute values of those below 0.
    positive: i64,
    negative: i64,
}

impl Growth {
    fn read(&self, sum: Sum, digits: i64) -> Sum {
        let Sum::Open(u, v) = sum else {
            return sum;
        };
        let u_next = i64::from(self.digits.factor()) * u + v + digits;
        self.decided(u_next, if self.digits.is_recurrent() { u } else { 0 })
    }

    /// Decides a sum that no further digits can bring to 0.
    ///
    /// With j digits left, each number adds at most w(j) - 1. So the least sum that can come of it is
    /// (u - N) w(j) + v w(j - 1) + N, where N adds up the negatives. These products obey the recurrence of
    /// the weights: if they are at least some t ≥ 0 for j = 0 and j = 1, they are for every j.
    fn decided(&self, u: i64, v: i64) -> Sum {
        let first = i64::from(self.digits.factor()) + i64::from(self.digits.is_recurrent());
        let at_least = |u: i64, v: i64, t: i64| u + v >= t && first * u + v >= t;
        if at_least(
            u - self.negative,
            v,
            0.max(1 - self.negative - self.constant),
        ) {
            return Sum::Above;
        }
        if at_least(
            -u - self.positive,
            -v,
            0.max(1 - self.positive + self.constant),
        ) {
            return Sum::Below;
        }
        Sum::Open(u, v)
    }
}

impl Automaton {
    /// Returns the set of tuples for which the sum is as the relation says. The tracks are those of
    /// the sum.
    ///
    /// # Errors
    ///
    /// A bound was reached.
    pub fn linear(
        digits: Digits,
        sum: &Linear,
        relation: Relation,
        bounds: &Bounds<'_>,
    ) -> Result<Self, Error> {
        let numbers = sum.terms.iter().map(|(_, coefficient)| coefficient);
        if numbers
            .chain([&sum.constant])
            .any(|number| number.abs() > LARGEST)
        {
            return Err(Error::TooWide {
                most: LARGEST as usize,
            });
        }
        let coefficients = || sum.terms.iter().map(|(_, coefficient)| *coefficient);
        let growth = Growth {
            digits,
            constant: sum.constant,
            positive: coefficients().filter(|c| *c > 0).sum(),
            negative: -coefficients().filter(|c| *c < 0).sum::<i64>(),
        };
        match relation {
            Relation::MultipleOf(modulus) => {
                let modulus = i64::from(modulus);
                let factor = i64::from(digits.factor());
                let next = |(u, v): (i64, i64), digits_sum: i64| {
                    let sum = (factor * u + v + digits_sum).rem_euclid(modulus);
                    (sum, if digits.is_recurrent() { u } else { 0 })
                };
                let accepts = |(u, v): (i64, i64)| (u + v + sum.constant) % modulus == 0;
                reached(digits, sum, (0, 0), next, accepts, bounds)
            }
            Relation::Zero | Relation::AtLeastZero => {
                let is_zero = relation == Relation::Zero;
                // A sum that is not 0 for certain is one state, whatever its sign.
                let one = |sum: Sum| match sum {
                    Sum::Above if is_zero => Sum::Below,
                    known => known,
                };
                let next = |state: Sum, digits_sum: i64| one(growth.read(state, digits_sum));
                let accepts = |state: Sum| match state {
                    Sum::Above => true,
                    Sum::Below => false,
                    Sum::Open(u, v) if is_zero => u + v + sum.constant == 0,
                    Sum::Open(u, v) => u + v + sum.constant >= 0,
                };
                reached(
                    digits,
                    sum,
                    one(growth.decided(0, 0)),
                    next,
                    accepts,
                    bounds,
                )
            }
        }
    }

    /// Returns the set of all tuples.
    ///
    /// # Errors
    ///
    /// A bound was reached.
    pub fn all(digits: Digits, tracks: &[Track], bounds: &Bounds<'_>) -> Result<Self, Error> {
        let mut all = Self {
            digits,
            tracks: Vec::new(),
            next: vec![0],
            accepting: vec![true],
        };
        for track in tracks {
            let one = Self::forms(digits, *track);
            all = all.and(&one, bounds)?;
        }
        Ok(all)
    }

    /// The forms of one number: the states are whether the digit before was the largest, and that
    /// a digit followed it which may not.
    fn forms(digits: Digits, track: Track) -> Self {
        let count = digits.count() as u8;
        if !digits.is_recurrent() {
            return Self {
                digits,
                tracks: vec![track],
                next: vec![0; usize::from(count)],
                accepting: vec![true],
            };
        }
        let (largest, mut next) = (count - 1, Vec::new());
        for before in [0, largest] {
            next.extend((0..count).map(|digit| match digit {
                _ if !digits.may_follow(before, digit) => 2,
                _ => u32::from(digit == largest),
            }));
        }
        next.extend((0..count).map(|_| 2));
        Self {
            digits,
            tracks: vec![track],
            next,
            accepting: vec![true, true, false],
        }
    }
}

/// Returns the automaton of the states that reading reaches, where `next` has the state after a letter
/// by the sum of its digits, each times its coefficient.
fn reached<S: Copy + Eq + Hash>(
    digits: Digits,
    sum: &Linear,
    start: S,
    next: impl Fn(S, i64) -> S,
    accepts: impl Fn(S) -> bool,
    bounds: &Bounds<'_>,
) -> Result<Automaton, Error> {
    let letters = admit_tracks(digits, sum.terms.len())?;
    let tracks: Vec<Track> = sum.terms.iter().map(|(track, _)| *track).collect();
    let of_letter = |letter: usize| -> i64 {
        let terms = sum.terms.iter().enumerate();
        terms
            .map(|(place, (_, c))| c * digit(letter, place, digits.count()) as i64)
            .sum()
    };
    let sums: Vec<i64> = (0..letters).map(of_letter).collect();
    let mut numbers = FxHashMap::from_iter([(start, 0u32)]);
    let mut states = vec![start];
    let mut table = Vec::new();
    let mut done = 0;
    while done < states.len() {
        bounds.admit(states.len(), letters)?;
        let state = states[done];
        done += 1;
        for digits_sum in &sums {
            let after = next(state, *digits_sum);
            table.push(*numbers.entry(after).or_insert_with(|| {
                states.push(after);
                states.len() as u32 - 1
            }));
        }
    }
    let accepting = states.into_iter().map(accepts).collect();
    Automaton::from_table(digits, tracks, table, accepting, bounds)
}
