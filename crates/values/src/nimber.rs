//! Nimbers (Grundy values) and the mex that makes them.
//!
//! A position of a finite impartial game under normal play is worth the same as
//! one Nim heap (R. Sprague 1935, P. M. Grundy 1939). The heap's size is the
//! minimal excluded value, *mex*, of the nimbers of the position's options, and
//! a disjunctive sum of positions is worth the xor of their nimbers.

use std::fmt;
use std::ops::{Add, AddAssign};

use crate::outcome::Outcome;

/// The size of the Nim heap that a position is worth.
///
/// `+` is the nim-sum: the nimber of two games side by side, where each move is made in one
/// of them.
///
/// ```
/// use zug_values::Nimber;
/// assert_eq!(Nimber(5) + Nimber(3), Nimber(6));
/// assert!((Nimber(5) + Nimber(5)).is_zero());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nimber(pub u32);

impl Nimber {
    /// The value of a position that the mover loses.
    pub const ZERO: Self = Self(0);

    /// Whether the mover loses (a P-position).
    #[must_use]
    pub fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// The mover's outcome under normal play: lost exactly if it is 0.
    #[must_use]
    pub fn outcome(self) -> Outcome {
        if self.is_zero() {
            Outcome::Loss
        } else {
            Outcome::Win
        }
    }
}

impl Add for Nimber {
    type Output = Self;

    // The nim-sum adds binary digits without carry: that is xor.
    #[allow(clippy::suspicious_arithmetic_impl)]
    fn add(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl AddAssign for Nimber {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl std::iter::Sum for Nimber {
    fn sum<I: Iterator<Item = Self>>(nimbers: I) -> Self {
        nimbers.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// A nim-sum, printed as a person writes it: `3 xor 4 xor 5 = 2`.
///
/// One nimber is printed alone; of more than 16 nimbers only the sum is printed.
///
/// ```
/// use zug_values::{NimSum, Nimber};
/// assert_eq!(NimSum(&[3, 4, 5].map(Nimber)).to_string(), "3 xor 4 xor 5 = 2");
/// assert_eq!(NimSum(&[Nimber(7)]).to_string(), "7");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct NimSum<'a>(pub &'a [Nimber]);

/// The most nimbers that are printed one by one.
pub(crate) const MOST_WRITTEN: usize = 16;

impl NimSum<'_> {
    /// The nim-sum.
    #[must_use]
    pub fn total(self) -> Nimber {
        self.0.iter().copied().sum()
    }
}

impl fmt::Display for NimSum<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total = self.total();
        match self.0 {
            [] => write!(f, "the xor of no numbers is 0"),
            [only] => write!(f, "{only}"),
            [first, others @ ..] if others.len() < MOST_WRITTEN => {
                write!(f, "{first}")?;
                for other in others {
                    write!(f, " xor {other}")?;
                }
                write!(f, " = {total}")
            }
            many => write!(f, "the xor of the {} numbers is {total}", many.len()),
        }
    }
}

/// Collects the nimbers of a position's options and finds the least one missing.
///
/// [`Mex::take`] returns the mex and empties the collection, which can be used again without
/// an allocation. Cost: one write for each option, and one read for each nimber up to the
/// mex. Memory: one stamp for each nimber up to the largest one inserted.
///
/// ```
/// use zug_values::{Mex, Nimber};
/// let mut mex = Mex::default();
/// for option in [0, 1, 4, 1] {
///     mex.insert(Nimber(option));
/// }
/// assert_eq!(mex.take(), Nimber(2));
/// assert_eq!(mex.take(), Nimber(0)); // emptied: no option at all
/// ```
#[derive(Clone, Debug)]
pub struct Mex {
    /// `stamps[v] == round` says that `v` was inserted in this round.
    stamps: Vec<u32>,
    round: u32,
}

impl Default for Mex {
    fn default() -> Self {
        Self {
            stamps: Vec::new(),
            round: 1,
        }
    }
}

impl Mex {
    /// Notes that an option has this nimber.
    pub fn insert(&mut self, nimber: Nimber) {
        let index = nimber.0 as usize;
        if index >= self.stamps.len() {
            self.stamps.resize(index + 1, 0);
        }
        self.stamps[index] = self.round;
    }

    /// Returns the least nimber that was not inserted, and empties the collection.
    pub fn take(&mut self) -> Nimber {
        let missing = self
            .stamps
            .iter()
            .position(|&stamp| stamp != self.round)
            .unwrap_or(self.stamps.len());
        if self.round == u32::MAX {
            self.stamps.fill(0);
            self.round = 0;
        }
        self.round += 1;
        Nimber(missing as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    #[test]
    fn of_many_nimbers_the_sum_alone_is_written() {
        let many = vec![Nimber(1); MOST_WRITTEN + 1];
        let written = |nimbers: &[Nimber]| NimSum(nimbers).to_string();
        assert_eq!(written(&many), "the xor of the 17 numbers is 1");
        assert!(written(&many[1..]).ends_with("1 xor 1 = 0"));
        assert_eq!(written(&[]), "the xor of no numbers is 0");
    }

    #[test]
    fn rounds_do_not_leak_into_each_other_when_the_stamp_wraps() {
        let mut mex = Mex {
            stamps: vec![],
            round: u32::MAX,
        };
        mex.insert(Nimber(0));
        assert_eq!(mex.take(), Nimber(1));
        assert_eq!(mex.take(), Nimber(0));
    }

    proptest! {
        #[test]
        fn mex_is_the_least_value_missing(
            rounds in prop::collection::vec(prop::collection::vec(0u32..12, 0..20), 1..5)
        ) {
            let mut mex = Mex::default();
            for options in rounds {
                for &option in &options {
                    mex.insert(Nimber(option));
                }
                let set: BTreeSet<u32> = options.into_iter().collect();
                let least = (0..=set.len() as u32).find(|n| !set.contains(n)).unwrap();
                prop_assert_eq!(mex.take(), Nimber(least));
            }
        }

        #[test]
        fn nim_sum_is_its_own_inverse(a: u32, b: u32) {
            prop_assert_eq!(Nimber(a) + Nimber(b) + Nimber(b), Nimber(a));
        }
    }
}
