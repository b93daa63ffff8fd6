//! Codes of taking and breaking: octal and hexadecimal, finite or repeating for ever.
//!
//! R. K. Guy and C. A. B. Smith (*The G-values of various games*, 1956) write a
//! game as d0.d1d2d3…: bit j of the digit `d_k` allows to take k counters and leave
//! the rest in exactly j nonempty heaps.

use std::fmt;
use std::str::FromStr;

use crate::{HeapGame, NotationError};

/// A code of taking and breaking.
///
/// ```
/// let kayles: zug_heaps::Breaking = "0.77".parse()?;
/// assert_eq!([1, 2, 3].map(|take| kayles.digit(take)), [7, 7, 0]);
/// # Ok::<(), zug_heaps::BreakingError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Breaking {
    /// `digits[k]` is `d_k`, at most 15. Bits 0 and 1 of `d_0` are unset: to take
    /// nothing and leave one heap, or none, is no move. Invariant: these are the fewest
    /// digits that the code can be written with, and then the shortest tail; so equal
    /// codes are equal values.
    digits: Vec<u8>,
    /// These digits repeat for ever after `digits`; empty if all further digits are 0.
    tail: Vec<u8>,
}

/// Why digits or a text are no code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BreakingError {
    /// There is no digit at all, or a move that takes nothing leaves fewer than two heaps.
    #[error("the digit before the point must be 0, 4, 8 or C: a move that takes nothing splits")]
    TakesNothing,
    /// A digit has bits for more than three heaps.
    #[error("the digit {digit} of a code is more than 15: a move leaves at most three heaps")]
    Digit {
        /// The digit.
        digit: u8,
    },
    /// The text is no notation of a game on heaps.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// The text is a game on heaps, but its notation is no code.
    #[error("this is a game on heaps, but no code such as 0.137")]
    NoCode,
}

impl Breaking {
    /// The game with these digits, `d_0` first, after which the digits of `tail` repeat
    /// for ever. Both are brought into their shortest form.
    pub fn new(digits: Vec<u8>, tail: Vec<u8>) -> Result<Self, BreakingError> {
        let (mut digits, mut tail) = (digits, tail);
        if digits.first().is_none_or(|first| first & 3 != 0) {
            return Err(BreakingError::TakesNothing);
        }
        if let Some(&digit) = digits.iter().chain(&tail).find(|&&digit| digit > 15) {
            return Err(BreakingError::Digit { digit });
        }
        tail.truncate(shortest_period(&tail));
        if tail == [0] {
            tail.clear();
        }
        // If the last digit equals the last digit of the tail, it belongs to the tail,
        // which then begins one digit earlier. The tail is turned once, at the end.
        let before = digits.len();
        if tail.is_empty() {
            while digits.len() > 1 && digits.last() == Some(&0) {
                digits.pop();
            }
        } else {
            let mut turn = tail.iter().rev().cycle();
            while digits.len() > 1 && digits.last() == turn.next() {
                digits.pop();
            }
            let turned = (before - digits.len()) % tail.len();
            tail.rotate_right(turned);
        }
        Ok(Self { digits, tail })
    }

    /// The digit `d_k`: bit j allows a move that takes k to leave exactly j heaps.
    pub fn digit(&self, k: u64) -> u8 {
        let past = usize::try_from(k).unwrap_or(usize::MAX);
        match self.digits.get(past) {
            Some(&digit) => digit,
            None if self.tail.is_empty() => 0,
            None => self.tail[(past - self.digits.len()) % self.tail.len()],
        }
    }

    /// The digits before the tail, `d_0` first.
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// The digits that repeat for ever after [`Self::digits`]; empty for most games.
    pub fn tail(&self) -> &[u8] {
        &self.tail
    }

    /// The largest number of counters that a move takes; `None` if there is no limit.
    pub fn most_taken(&self) -> Option<u64> {
        self.tail
            .is_empty()
            .then(|| self.digits.len().saturating_sub(1) as u64)
    }

    /// See [`crate::HeapGame::options`].
    pub(crate) fn options(&self, n: u64, visit: &mut dyn FnMut(&[u64])) {
        let mut heaps = Vec::new();
        let most = self.most_taken().unwrap_or(n).min(n);
        for take in 0..=most {
            let digit = self.digit(take);
            for count in (0..8).filter(|count| digit >> count & 1 == 1) {
                partitions(n - take, count, 1, &mut heaps, visit);
            }
        }
    }
}

/// Calls `visit` with each way to write `rest` as a sum of `count` numbers in increasing
/// order, none below `least`. The numbers are pushed onto `heaps`, and `visit` gets all
/// of `heaps`.
pub(crate) fn partitions(
    rest: u64,
    count: u32,
    least: u64,
    heaps: &mut Vec<u64>,
    visit: &mut dyn FnMut(&[u64]),
) {
    match count {
        0 if rest == 0 => visit(heaps),
        0 => {}
        1 if rest >= least => {
            heaps.push(rest);
            visit(heaps);
            heaps.pop();
        }
        _ => {
            let mut first = least;
            while first.saturating_mul(u64::from(count)) <= rest {
                heaps.push(first);
                partitions(rest - first, count - 1, first, heaps, visit);
                heaps.pop();
                first += 1;
            }
        }
    }
}

/// The length of the shortest word that gives `word` when it is repeated.
fn shortest_period(word: &[u8]) -> usize {
    // Borders by Knuth, Morris and Pratt (1977): `border[i]` is the length of the
    // longest word that both begins and ends the first i + 1 digits.
    let mut border = vec![0; word.len()];
    for at in 1..word.len() {
        let mut length: usize = border[at - 1];
        while length > 0 && word[length] != word[at] {
            length = border[length - 1];
        }
        border[at] = length + usize::from(word[length] == word[at]);
    }
    let period = word.len() - border.last().copied().unwrap_or(0);
    match period {
        0 => 0,
        _ if word.len().is_multiple_of(period) => period,
        _ => word.len(),
    }
}

impl FromStr for Breaking {
    type Err = BreakingError;

    /// Reads a code, or the name of a game that has one.
    fn from_str(text: &str) -> Result<Self, BreakingError> {
        match text.parse()? {
            HeapGame::Breaking(breaking) => Ok(breaking),
            _ => Err(BreakingError::NoCode),
        }
    }
}

impl fmt::Display for Breaking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, digits) = (self.digits[0], &self.digits[1..]);
        write!(f, "{first:X}.")?;
        for digit in digits {
            write!(f, "{digit:X}")?;
        }
        if self.tail.is_empty() {
            // A code has a digit after the point.
            return f.write_str(if digits.is_empty() { "0" } else { "" });
        }
        f.write_str("(")?;
        for digit in &self.tail {
            write!(f, "{digit:X}")?;
        }
        f.write_str(")")
    }
}
