//! A set of numbers below a bound, one bit for each, that several threads may change at once.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use zug_job::{Budget, Charge, Refusal};

use super::crew::Alone;

/// A set of numbers, charged to a budget.
///
/// Atomics are relaxed: threads that read what others wrote meet between (`crew`).
#[derive(Debug)]
pub(super) struct Bits {
    words: Vec<AtomicU64>,
    _charge: Charge,
}

/// The number of bits of a word.
pub(super) const WORD: usize = u64::BITS as usize;

impl Bits {
    /// The empty set of numbers below `bound`.
    pub(super) fn below(bound: usize, budget: &Budget) -> Result<Self, Refusal> {
        let mut charge = budget.open();
        let mut words = Vec::new();
        let count = bound.div_ceil(WORD);
        charge.regrow(&mut words, count)?;
        words.resize_with(count, AtomicU64::default);
        Ok(Self {
            words,
            _charge: charge,
        })
    }

    /// Adds a number, and returns whether it is new.
    #[inline]
    pub(super) fn insert<A: Alone>(&self, number: usize) -> bool {
        let word = &self.words[number / WORD];
        let bit = 1 << (number % WORD);
        let before = word.load(Ordering::Relaxed);
        if before & bit != 0 {
            return false;
        }
        if A::IS_ALONE {
            word.store(before | bit, Ordering::Relaxed);
            return true;
        }
        word.fetch_or(bit, Ordering::Relaxed) & bit == 0
    }

    /// Adds the numbers of the bits of a word, and returns those that are new.
    #[inline]
    pub(super) fn insert_word<A: Alone>(&self, place: usize, bits: u64) -> u64 {
        let word = &self.words[place];
        let before = word.load(Ordering::Relaxed);
        let new = bits & !before;
        if new == 0 {
            return 0;
        }
        if A::IS_ALONE {
            word.store(before | new, Ordering::Relaxed);
            return new;
        }
        new & !word.fetch_or(new, Ordering::Relaxed)
    }

    /// Adds a number if `is_in` says so, without a branch where one thread works alone.
    #[inline]
    pub(super) fn insert_if<A: Alone>(&self, number: usize, is_in: bool) {
        if A::IS_ALONE {
            let word = &self.words[number / WORD];
            let bit = u64::from(is_in) << (number % WORD);
            word.store(word.load(Ordering::Relaxed) | bit, Ordering::Relaxed);
        } else if is_in {
            self.insert::<A>(number);
        }
    }

    /// Takes all numbers out.
    pub(super) fn clear(&mut self) {
        for word in &mut self.words {
            *word.get_mut() = 0;
        }
    }

    /// Moves numbers of a range of words into `out`, the least first, until it has `enough`
    /// numbers or a few more. Returns the range that is left.
    pub(super) fn take<A: Alone>(
        &self,
        range: Range<usize>,
        enough: usize,
        out: &mut Vec<u64>,
    ) -> Range<usize> {
        for place in range.clone() {
            let slot = &self.words[place];
            let mut word = slot.load(Ordering::Relaxed);
            if word == 0 {
                continue;
            }
            if A::IS_ALONE {
                slot.store(0, Ordering::Relaxed);
            } else {
                word = slot.swap(0, Ordering::Relaxed);
            }
            let first = (place * WORD) as u64;
            while word != 0 {
                out.push(first + u64::from(word.trailing_zeros()));
                word &= word - 1;
            }
            if out.len() >= enough {
                return place + 1..range.end;
            }
        }
        range.end..range.end
    }

    /// The number of words.
    pub(super) fn words(&self) -> usize {
        self.words.len()
    }
}
