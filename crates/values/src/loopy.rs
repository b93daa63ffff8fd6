//! Loopy nimbers: what a position is worth in a sum where play can go round in a circle.
//!
//! C. A. B. Smith, *Graphs and composite games* (1966); A. S. Fraenkel and Y. Perl, *Constructions
//! in combinatorial games with cycles* (1975); A. S. Fraenkel and Y. Yesha, *The generalized
//! Sprague–Grundy function and its invariance under certain mappings* (1986); *Winning Ways* (1982),
//! ch. 12. In an impartial game in which play may never end, a position is worth a number, as in a
//! game that ends, or ∞(K). K is the set of the numbers that its options are worth. In a sum with
//! other positions:
//!
//! | | |
//! |---|---|
//! | n + m | n xor m |
//! | ∞(K) + n | ∞(K xor n): each number of K, xor n |
//! | ∞(K) + ∞(L) | ∞(∅) |
//!
//! The player to move loses 0, wins any other number and any ∞(K) whose K has 0, and draws every other
//! ∞(K): neither player can force a win.
//!
//! Cost: a number is a number; a set is shared by all who have it, and xor copies it. A set has at most
//! [`Infinity::MOST`] numbers.

use std::fmt;
use std::ops::Add;
use std::sync::Arc;

use crate::nimber::{MOST_WRITTEN, NimSum, Nimber};
use crate::outcome::Outcome;

/// What a position of an impartial game is worth in a sum, where play may go round in a circle.
///
/// `+` is the value of two positions side by side, where each move is made in one position.
///
/// ```
/// use zug_values::{Infinity, LoopyNimber, Nimber, Outcome};
///
/// let heap = |counters| LoopyNimber::from(Nimber(counters));
/// let loopy = LoopyNimber::from(Infinity::new([Nimber(0), Nimber(2)])?);
/// assert_eq!(loopy.to_string(), "∞(0, 2)");
/// assert_eq!(loopy.outcome(), Outcome::Win);
/// assert_eq!((loopy.clone() + heap(3)).to_string(), "∞(1, 3)");
/// assert_eq!((loopy.clone() + heap(3)).outcome(), Outcome::Draw);
/// assert_eq!((loopy.clone() + loopy).to_string(), "∞");
/// # Ok::<(), zug_values::TooManyNumbers>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LoopyNimber {
    /// The position is worth a heap of Nim.
    Finite(Nimber),
    /// The position is worth no heap of Nim.
    Infinite(Infinity),
}

/// The value ∞(K) of a position that is worth no heap of Nim, with the set K of the numbers that its
/// options are worth.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Infinity(
    /// Invariant: the numbers are in increasing order, each once, at most [`Infinity::MOST`].
    Arc<[Nimber]>,
);

/// A set of more numbers than an [`Infinity`] may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the moves of one position lead to {0} different nimbers, and a loopy nimber has at most {most}",
    most = Infinity::MOST
)]
pub struct TooManyNumbers(
    /// The number of different numbers.
    pub usize,
);

impl Infinity {
    /// The largest number of numbers in a set.
    pub const MOST: usize = 1 << 16;

    /// The value of a position whose options are worth these numbers, and options that are worth no
    /// heap of Nim besides.
    ///
    /// # Errors
    ///
    /// There are more than [`Infinity::MOST`] different numbers.
    pub fn new(numbers: impl IntoIterator<Item = Nimber>) -> Result<Self, TooManyNumbers> {
        let mut numbers: Vec<Nimber> = numbers.into_iter().collect();
        numbers.sort_unstable();
        numbers.dedup();
        if numbers.len() > Self::MOST {
            return Err(TooManyNumbers(numbers.len()));
        }
        Ok(Self(numbers.into()))
    }

    /// The value of a position no option of which is worth a number.
    #[must_use]
    pub fn without_numbers() -> Self {
        Self(Arc::new([]))
    }

    /// The numbers that options are worth, in increasing order, each once.
    #[must_use]
    pub fn numbers(&self) -> &[Nimber] {
        &self.0
    }

    /// Whether an option is worth this number.
    #[must_use]
    pub fn contains(&self, number: Nimber) -> bool {
        self.0.binary_search(&number).is_ok()
    }

    /// The mover's outcome under normal play: a win if an option is lost for the opponent, else a draw.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        if self.contains(Nimber::ZERO) {
            Outcome::Win
        } else {
            Outcome::Draw
        }
    }
}

/// A heap of Nim beside a position that is worth no heap.
impl Add<Nimber> for Infinity {
    type Output = Self;

    fn add(self, heap: Nimber) -> Self {
        if heap.is_zero() || self.0.is_empty() {
            return self;
        }
        let mut numbers: Vec<Nimber> = self.0.iter().map(|&number| number + heap).collect();
        numbers.sort_unstable();
        Self(numbers.into())
    }
}

/// The largest number of runs of numbers that are written of a set.
const MOST_RUNS: usize = 12;

/// A run of numbers of at least this length is written by its ends.
const SHORT_RUN: u32 = 4;

/// `∞(0, 2)`; `∞` where the set is empty. Of a long run of numbers the first and the last are
/// written; of a set of many runs the first ones and how many numbers there are.
impl fmt::Display for Infinity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("∞")?;
        if self.0.is_empty() {
            return Ok(());
        }
        let mut runs: Vec<(u32, u32)> = Vec::new();
        for &Nimber(number) in &*self.0 {
            match runs.last_mut() {
                Some((_, last)) if *last + 1 == number => *last = number,
                _ => runs.push((number, number)),
            }
        }
        let mut between = "(";
        for &(first, last) in runs.iter().take(MOST_RUNS) {
            if last - first < SHORT_RUN {
                for number in first..=last {
                    write!(f, "{between}{number}")?;
                    between = ", ";
                }
            } else {
                write!(f, "{between}{first} to {last}")?;
            }
            between = ", ";
        }
        if runs.len() > MOST_RUNS {
            write!(f, ", …: {} numbers", self.0.len())?;
        }
        f.write_str(")")
    }
}

impl LoopyNimber {
    /// The value of a position that the mover loses.
    pub const ZERO: Self = Self::Finite(Nimber::ZERO);

    /// The heap of Nim that the position is worth; `None` if there is none.
    #[must_use]
    pub fn nimber(&self) -> Option<Nimber> {
        match self {
            Self::Finite(nimber) => Some(*nimber),
            Self::Infinite(_) => None,
        }
    }

    /// The mover's outcome under normal play.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match self {
            Self::Finite(nimber) => nimber.outcome(),
            Self::Infinite(infinity) => infinity.outcome(),
        }
    }
}

impl Add for LoopyNimber {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        match (self, other) {
            (Self::Finite(one), Self::Finite(other)) => Self::Finite(one + other),
            (Self::Infinite(infinity), Self::Finite(heap))
            | (Self::Finite(heap), Self::Infinite(infinity)) => Self::Infinite(infinity + heap),
            (Self::Infinite(_), Self::Infinite(_)) => Self::Infinite(Infinity::without_numbers()),
        }
    }
}

impl std::iter::Sum for LoopyNimber {
    fn sum<I: Iterator<Item = Self>>(values: I) -> Self {
        values.fold(Self::ZERO, Add::add)
    }
}

impl From<Nimber> for LoopyNimber {
    fn from(nimber: Nimber) -> Self {
        Self::Finite(nimber)
    }
}

impl From<Infinity> for LoopyNimber {
    fn from(infinity: Infinity) -> Self {
        Self::Infinite(infinity)
    }
}

impl fmt::Display for LoopyNimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Finite(nimber) => nimber.fmt(f),
            Self::Infinite(infinity) => infinity.fmt(f),
        }
    }
}

/// A sum of loopy nimbers, printed as a person writes it: `∞(0, 2) + 3 = ∞(1, 3)`; where all are
/// numbers, as [`NimSum`] prints them.
///
/// ```
/// use zug_values::{Infinity, LoopyNimber, LoopySum, Nimber};
/// let parts = [Infinity::new([Nimber(0), Nimber(2)])?.into(), LoopyNimber::from(Nimber(3))];
/// assert_eq!(LoopySum(&parts).to_string(), "∞(0, 2) + 3 = ∞(1, 3)");
/// # Ok::<(), zug_values::TooManyNumbers>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LoopySum<'a>(pub &'a [LoopyNimber]);

impl LoopySum<'_> {
    /// The sum.
    #[must_use]
    pub fn total(self) -> LoopyNimber {
        self.0.iter().cloned().sum()
    }

    /// The sum, and why it is won, lost or drawn.
    #[must_use]
    pub fn why(self) -> String {
        let infinite = self.0.iter().filter(|part| part.nimber().is_none());
        match (infinite.count(), self.total().outcome()) {
            (0, Outcome::Loss) => {
                format!("{self}: whatever is moved in one part, an answer can make it 0 again")
            }
            (0, _) => format!("{self}: the mover can make it 0"),
            (1, Outcome::Win) => {
                format!("{self}, with 0 in its set: a move in the part worth ∞ makes the sum 0")
            }
            (1, _) => format!(
                "{self}, without 0 in its set: no move makes the sum 0, and the mover can always keep the \
                 opponent from making it 0"
            ),
            _ => format!(
                "{self}: with two parts worth ∞ no move makes the sum 0, and the mover can always \
                 keep the opponent from making it 0"
            ),
        }
    }
}

impl fmt::Display for LoopySum<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Option<Vec<Nimber>> = self.0.iter().map(LoopyNimber::nimber).collect();
        if let Some(numbers) = numbers {
            return NimSum(&numbers).fmt(f);
        }
        let total = self.total();
        match self.0 {
            [only] => only.fmt(f),
            parts if parts.len() <= MOST_WRITTEN => {
                let parts: Vec<String> = parts.iter().map(ToString::to_string).collect();
                write!(f, "{} = {total}", parts.join(" + "))
            }
            many => write!(f, "the sum of the {} loopy nimbers is {total}", many.len()),
        }
    }
}

/// For each part of a sum, what all other parts together are worth.
///
/// Cost: three additions for each part.
///
/// ```
/// use zug_values::{LoopyNimber, Nimber, loopy};
///
/// let parts = [1, 2, 4].map(|heap| LoopyNimber::from(Nimber(heap)));
/// let beside: Vec<String> = loopy::beside(&parts).iter().map(ToString::to_string).collect();
/// assert_eq!(beside, ["6", "5", "3"]);
/// ```
#[must_use]
pub fn beside(parts: &[LoopyNimber]) -> Vec<LoopyNimber> {
    let mut beside = vec![LoopyNimber::ZERO; parts.len()];
    let mut sum = LoopyNimber::ZERO;
    for (rest, part) in beside.iter_mut().zip(parts) {
        *rest = sum.clone();
        sum = sum + part.clone();
    }
    let mut sum = LoopyNimber::ZERO;
    for (rest, part) in beside.iter_mut().zip(parts).rev() {
        *rest = rest.clone() + sum.clone();
        sum = sum + part.clone();
    }
    beside
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn infinity(numbers: impl IntoIterator<Item = u32>) -> Infinity {
        Infinity::new(numbers.into_iter().map(Nimber)).unwrap()
    }

    fn loopy_nimbers() -> impl Strategy<Value = LoopyNimber> {
        prop_oneof![
            (0_u32..9).prop_map(|heap| Nimber(heap).into()),
            prop::collection::vec(0_u32..9, 0..4).prop_map(|numbers| infinity(numbers).into()),
        ]
    }

    #[test]
    fn a_set_is_written_by_its_runs() {
        assert_eq!(infinity([]).to_string(), "∞");
        assert_eq!(infinity([2, 0, 2]).to_string(), "∞(0, 2)");
        assert_eq!(infinity([0, 1, 2, 3, 5]).to_string(), "∞(0, 1, 2, 3, 5)");
        assert_eq!(infinity((0..=4).chain([7])).to_string(), "∞(0 to 4, 7)");
        let many = infinity((0..50).map(|number| 2 * number));
        assert_eq!(
            many.to_string(),
            "∞(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, …: 50 numbers)"
        );
    }

    #[test]
    fn a_set_of_too_many_numbers_is_refused() {
        let most = Infinity::MOST as u32;
        assert_eq!(infinity(0..most).numbers().len(), Infinity::MOST);
        let refused = Infinity::new((0..=most).map(Nimber)).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "the moves of one position lead to 65537 different nimbers, and a loopy nimber has at \
             most 65536"
        );
    }

    proptest! {
        #[test]
        fn a_sum_is_the_same_in_any_order_and_grouping(
            a in loopy_nimbers(), b in loopy_nimbers(), c in loopy_nimbers()
        ) {
            prop_assert_eq!(a.clone() + b.clone(), b.clone() + a.clone());
            prop_assert_eq!((a.clone() + b.clone()) + c.clone(), a + (b + c));
        }

        #[test]
        fn a_part_and_what_is_beside_it_are_the_sum(
            parts in prop::collection::vec(loopy_nimbers(), 0..5)
        ) {
            let sum: LoopyNimber = parts.iter().cloned().sum();
            for (part, beside) in parts.iter().zip(beside(&parts)) {
                prop_assert_eq!(part.clone() + beside, sum.clone());
            }
        }
    }
}
