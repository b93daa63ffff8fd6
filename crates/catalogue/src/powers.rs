//! Game with Powers: whoever takes a number takes all its powers with it.
//!
//! The problem: on the numbers 1 to n, a move takes a number x that is still there,
//! together with x^2, x^3 and so on; whoever cannot move loses. Who wins? (Codeforces
//! 317D, 2013.)
//!
//! The theorem: call a number that is no perfect power a *base*. A move affects only
//! powers of one base, so the game is a sum over bases (Sprague 1935, Grundy 1939). A
//! base b with b^k <= n < b^(k+1) is the game on the exponents 1 to k in which taking i
//! removes i, 2i, 3i …; its nimber depends only on k. Of the bases with the same k,
//! only the parity of their number counts.
//!
//! The method: the bases up to m are counted by inclusion and exclusion over exact
//! roots, `sum of mu(d) (floor(m^(1/d)) - 1)`, so no base is looked at one by one. The
//! nimbers of the exponents are worked out by recursion over the sets that play can
//! reach, each of which is solved once (`exponents`).
//!
//! Cost: about a thousand roots, and the recursion for the largest k, which is log2 n:
//! a few milliseconds for n = 10^9, some tenths of a second for 2^44.
//!
//! When not to use it: above 2^44 - 1 the number of sets grows tenfold every few
//! doublings of n; such n are refused.
//!
//! ```
//! use zug_catalogue::powers::{Powers, nimber_of_exponents};
//! use zug_values::{Nimber, Outcome};
//!
//! assert_eq!(Powers::new(8)?.outcome(), Outcome::Loss);
//! let game = Powers::new(9)?;
//! assert_eq!(game.nimber(), Nimber(3));
//! assert!(game.winning_moves().eq([4, 8, 9]));
//! // Of base 2, the exponents 1 and 3 are left: 2 and 8.
//! assert_eq!(nimber_of_exponents(0b1010)?, Nimber(2));
//! # Ok::<(), zug_catalogue::powers::PowersError>(())
//! ```

mod exponents;

use std::collections::BTreeMap;

use zug_values::{Nimber, Outcome};

use exponents::{Exponents, up_to, without};

pub use exponents::MOST_SETS;

/// The largest n: with it the exponents of base 2 are 1 to 43.
pub const LARGEST: u64 = (1 << 44) - 1;

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PowersError {
    /// There is no number at all.
    #[error("there must be at least one number")]
    NoNumbers,
    /// n is so large that the nimbers of its exponents would take too long.
    #[error("n = {n} is too large: at most {LARGEST}")]
    TooLarge {
        /// The largest number.
        n: u64,
    },
    /// The recursion for the exponents that are left reaches too many sets.
    #[error("the exponents that are left lead to more than {MOST_SETS} sets of exponents")]
    TooManySets,
}

/// The nimber of a set of exponents of one base: bit i says that exponent i is still
/// there. Bit 0 is ignored.
///
/// Sets within 1 to 30 are instant; all of 1 to 48 takes seconds.
///
/// # Errors
///
/// The recursion reaches more than [`MOST_SETS`] sets, as for all of 1 to 63.
pub fn nimber_of_exponents(left: u64) -> Result<Nimber, PowersError> {
    Exponents::default()
        .nimber(left)
        .ok_or(PowersError::TooManySets)
}

/// The numbers of one base that are left, with what they are worth together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfBase {
    /// The numbers, ascending.
    pub numbers: Vec<u64>,
    /// The nimber of the game on their exponents.
    pub nimber: Nimber,
}

/// The numbers that are left in a position, base by base.
///
/// The cost is that of [`nimber_of_exponents`], for each base.
///
/// # Errors
///
/// The recursion reaches more than [`MOST_SETS`] sets of exponents, for all bases
/// together.
///
/// ```
/// use zug_catalogue::powers::{OfBase, bases_of_numbers};
/// use zug_values::Nimber;
///
/// let bases = bases_of_numbers([2, 3, 8, 9])?;
/// let two = OfBase { numbers: vec![2, 8], nimber: Nimber(2) };
/// let three = OfBase { numbers: vec![3, 9], nimber: Nimber(2) };
/// assert_eq!(bases, [two, three]);
/// # Ok::<(), zug_catalogue::powers::PowersError>(())
/// ```
pub fn bases_of_numbers(left: impl IntoIterator<Item = u64>) -> Result<Vec<OfBase>, PowersError> {
    let mut bases: BTreeMap<u64, (Vec<u64>, u64)> = BTreeMap::new();
    for number in left {
        let (base, exponent) = split(number);
        let (numbers, exponents) = bases.entry(base).or_default();
        numbers.push(number);
        *exponents |= 1 << exponent;
    }
    let mut exponents = Exponents::default();
    let of_base = bases.into_values().map(|(mut numbers, left)| {
        numbers.sort_unstable();
        let nimber = exponents.nimber(left).ok_or(PowersError::TooManySets)?;
        Ok(OfBase { numbers, nimber })
    });
    of_base.collect()
}

/// The game on the numbers 1 to n.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Powers {
    n: u64,
    classes: Vec<Class>,
}

/// The bases of which exactly the first k powers are at most n.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Class {
    k: u32,
    /// The number of these bases; 1 counts as a base with k = 1, because all its powers
    /// are 1.
    bases: u64,
    /// The least of these bases.
    least: u64,
    /// The nimber of each base.
    nimber: Nimber,
    /// The nimber of a base after taking each exponent, from 1 on.
    after: Vec<Nimber>,
}

impl Powers {
    /// Works out the nimbers of all bases.
    ///
    /// # Errors
    ///
    /// n is 0, or too large.
    pub fn new(n: u64) -> Result<Self, PowersError> {
        if n == 0 {
            return Err(PowersError::NoNumbers);
        }
        if n > LARGEST {
            return Err(PowersError::TooLarge { n });
        }
        let mut exponents = Exponents::default();
        let mut worth = |left| exponents.nimber(left).ok_or(PowersError::TooManySets);
        let classes = (1..=n.ilog2().max(1)).filter_map(|k| {
            let (below, most) = (root(n, k + 1), root(n, k));
            let one = u64::from(k == 1);
            let bases = bases_up_to(most) - bases_up_to(below) + one;
            if bases == 0 {
                return None;
            }
            let least = match k {
                1 => 1,
                _ => (below + 1..=most).find(|&base| split(base).1 == 1)?,
            };
            let all = up_to(k);
            let class = worth(all).and_then(|nimber| {
                let after = (1..=k).map(|taken| worth(without(all, taken)));
                let after = after.collect::<Result<_, _>>()?;
                Ok(Class {
                    k,
                    bases,
                    least,
                    nimber,
                    after,
                })
            });
            Some(class)
        });
        let classes = classes.collect::<Result<_, _>>()?;
        Ok(Self { n, classes })
    }

    /// The largest number.
    pub fn n(&self) -> u64 {
        self.n
    }

    /// The nimber of the whole game.
    pub fn nimber(&self) -> Nimber {
        self.classes.iter().map(Class::total).sum()
    }

    /// The mover's outcome.
    pub fn outcome(&self) -> Outcome {
        self.nimber().outcome()
    }

    /// Whether taking x first wins.
    pub fn wins(&self, x: u64) -> bool {
        if !(1..=self.n).contains(&x) {
            return false;
        }
        let (base, exponent) = split(x);
        let k = match base {
            1 => 1,
            _ => self.n.ilog(base),
        };
        let mut classes = self.classes.iter();
        classes
            .find(|class| class.k == k)
            .is_some_and(|class| class.winning(self.nimber()).any(|taken| taken == exponent))
    }

    /// The least number that wins when it is taken first.
    pub fn winning_move(&self) -> Option<u64> {
        let total = self.nimber();
        let classes = self.classes.iter();
        classes
            .flat_map(|class| class.winning(total).map(|taken| class.least.pow(taken)))
            .min()
    }

    /// All numbers that win when they are taken first, increasing. The iterator looks
    /// at each number up to n.
    pub fn winning_moves(&self) -> impl Iterator<Item = u64> {
        (1..=self.n).filter(|&x| self.wins(x))
    }

    /// The reasons for the outcome, in two to four lines.
    pub fn why(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let total = self.nimber();
        let (alone, many): (Vec<&Class>, Vec<&Class>) =
            self.classes.iter().partition(|class| class.k == 1);
        let single: Nimber = alone.iter().map(|class| class.total()).sum();
        let singles: u64 = alone.iter().map(|class| class.bases).sum();
        lines.push(format!(
            "of the numbers up to {}, {singles} have neither a base nor a power among them: worth 1 \
             each, {single} together",
            self.n
        ));
        let rest: Nimber = many.iter().map(|class| class.total()).sum();
        if let Some(first) = many.last() {
            let (bases, k): (u64, u32) = (many.iter().map(|class| class.bases).sum(), first.k);
            lines.push(format!(
                "{bases} are bases with powers, worth {rest} together \
                 (base {}, with the exponents 1 to {k}, is worth {})",
                first.least, first.nimber
            ));
        }
        lines.push(match self.winning_move() {
            Some(x) => {
                let (base, exponent) = split(x);
                let name = match exponent {
                    1 => format!("{x}"),
                    _ => format!("{x} = {base}^{exponent}"),
                };
                format!("{single} xor {rest} = {total}: taking {name} makes it 0")
            }
            None => format!(
                "{single} xor {rest} = 0: \
                 whatever is taken of one base, an answer can make it 0 again"
            ),
        });
        lines
    }
}

impl Class {
    /// The nimber of all bases of the class: two equal ones cancel.
    fn total(&self) -> Nimber {
        if self.bases.is_multiple_of(2) {
            Nimber::ZERO
        } else {
            self.nimber
        }
    }

    /// The exponents of a base of the class that are winning moves, if the whole game
    /// has the nimber `total`.
    fn winning(&self, total: Nimber) -> impl Iterator<Item = u32> {
        let wanted = total + self.nimber;
        (1..=self.k).filter(move |&taken| self.after[taken as usize - 1] == wanted)
    }
}

/// Writes a number as a power of a number that is no perfect power; returns that base
/// and the exponent. For 1 these are 1 and 1.
fn split(x: u64) -> (u64, u32) {
    let Some(most) = x.checked_ilog2() else {
        return (x, 1);
    };
    (2..=most)
        .rev()
        .map(|exponent| (root(x, exponent), exponent))
        .find(|&(base, exponent)| base.pow(exponent) == x)
        .unwrap_or((x, 1))
}

/// The largest r with r^k <= n.
fn root(n: u64, k: u32) -> u64 {
    match k {
        1 => return n,
        2 => return n.isqrt(),
        _ => {}
    }
    let bits = u64::BITS - n.leading_zeros();
    (0..bits.div_ceil(k)).rev().fold(0u64, |root, bit| {
        let larger = root | 1 << bit;
        match larger.checked_pow(k) {
            Some(power) if power <= n => larger,
            _ => root,
        }
    })
}

/// The number of bases up to m: numbers from 2 on that are no perfect power.
fn bases_up_to(m: u64) -> u64 {
    // Each number above 1 is a power of exactly one base, with one exponent e: the sum
    // of mu(d) over the divisors d of e is 1 for e = 1 and 0 for all others.
    let most = m.checked_ilog2().unwrap_or(0).max(1);
    let counted: i64 = (1..=most)
        .map(|d| moebius(d) * (root(m, d).max(1) - 1) as i64)
        .sum();
    counted as u64
}

/// The Möbius function: 1 or -1 for a product of an even or odd number of different
/// primes, otherwise 0.
fn moebius(mut number: u32) -> i64 {
    let mut sign = 1;
    let mut divisor = 2;
    while number > 1 {
        if number.is_multiple_of(divisor) {
            number /= divisor;
            if number.is_multiple_of(divisor) {
                return 0;
            }
            sign = -sign;
        }
        divisor += 1;
    }
    sign
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_and_bases_are_exact() {
        for n in 0..3000u64 {
            for k in 1..12 {
                let found = root(n, k);
                assert!(found.pow(k) <= n && n < (found + 1).pow(k), "{n} {k}");
            }
        }
        assert_eq!(root(LARGEST, 43), 2);
        assert_eq!(root(LARGEST, 44), 1);
        let is_base = |x: u64| x > 1 && (2..12).all(|k| root(x, k).pow(k) != x);
        for m in 0..3000 {
            let known = (0..=m).filter(|&x| is_base(x)).count();
            assert_eq!(bases_up_to(m), known as u64, "{m}");
            if m > 0 {
                let (base, exponent) = split(m);
                assert_eq!(base.pow(exponent), m);
                assert_eq!(exponent == 1, is_base(m) || m == 1, "{m}");
                assert!(is_base(base) || base == 1);
            }
        }
    }

    #[test]
    fn numbers_that_are_no_game_are_refused() {
        assert_eq!(Powers::new(0), Err(PowersError::NoNumbers));
        let n = LARGEST + 1;
        assert_eq!(Powers::new(n), Err(PowersError::TooLarge { n }));
        assert!(Powers::new(LARGEST).is_ok());
    }

    #[test]
    fn the_reason_is_told_with_its_numbers() {
        let why = |n| Powers::new(n).unwrap().why();
        assert_eq!(
            why(9),
            [
                "of the numbers up to 9, 4 have neither a base nor a power among them: worth 1 each, 0 \
                 together",
                "2 are bases with powers, worth 3 together \
                 (base 2, with the exponents 1 to 3, is worth 1)",
                "0 xor 3 = 3: taking 4 = 2^2 makes it 0",
            ]
        );
        assert_eq!(
            why(2),
            [
                "of the numbers up to 2, 2 have neither a base nor a power among them: worth 1 each, 0 \
                 together",
                "0 xor 0 = 0: whatever is taken of one base, an answer can make it 0 again",
            ]
        );
    }
}
