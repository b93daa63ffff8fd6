//! A set of numbers below a bound, one bit for each.

use zug_job::{Budget, Charge, Refusal};

/// A set of numbers, charged to a budget.
#[derive(Debug)]
pub(super) struct Bits {
    words: Vec<u64>,
    _charge: Charge,
}

impl Bits {
    /// The empty set of numbers below `bound`.
    pub(super) fn below(bound: usize, budget: &Budget) -> Result<Self, Refusal> {
        let mut charge = budget.open();
        let mut words = Vec::new();
        let count = bound.div_ceil(64);
        charge.regrow(&mut words, count)?;
        words.resize(count, 0);
        Ok(Self {
            words,
            _charge: charge,
        })
    }

    /// Adds a number, and returns whether it is new.
    #[inline]
    pub(super) fn insert(&mut self, number: usize) -> bool {
        let word = &mut self.words[number / 64];
        let bit = 1 << (number % 64);
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Takes all numbers out.
    pub(super) fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Moves the least numbers at or above `from`, a multiple of 64, into `out` until it has
    /// `enough` numbers or a few more. Returns where to go on; `None` if no number is left.
    pub(super) fn take(&mut self, from: usize, enough: usize, out: &mut Vec<u64>) -> Option<usize> {
        let mut place = from / 64;
        while out.len() < enough {
            let rest = self.words.get_mut(place..)?;
            let next = rest.iter().position(|word| *word != 0)?;
            place += next;
            let mut word = std::mem::take(&mut rest[next]);
            let first = (place * 64) as u64;
            while word != 0 {
                out.push(first + u64::from(word.trailing_zeros()));
                word &= word - 1;
            }
            place += 1;
        }
        Some(place * 64)
    }
}
