//! A set of numbers below a bound, one bit for each, that several threads may change at once.
//!
//! The set of the numbers of a tier begins with the word that has the tier's first number, so
//! that words of numbers can be told from one set to another ([`Window`]).

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use zug_game::NumberTier;
use zug_job::{Budget, Charge, Refusal};

use super::BLOCK;

/// A set of numbers, charged to a budget.
///
/// Atomics are relaxed: threads that read what others wrote meet between (`crew`).
#[derive(Debug, Default)]
pub(super) struct Bits {
    words: Vec<AtomicU64>,
    _charge: Option<Charge>,
}

/// The number of bits of a word.
pub(super) const WORD: usize = u64::BITS as usize;

/// The numbers of a tier, and their places in sets and lists that have room for them alone.
///
/// Where the numbers of a tier fall into two equal parts ([`NumberTier::images`]), lists of values
/// have room for the first part alone: a number of the second part shares the *slot* of its image.
#[derive(Clone, Debug)]
pub(super) struct Window {
    numbers: Range<u64>,
    /// The number whose place is 0: the first bit of a word.
    base: u64,
    /// The number of numbers of a part if there are two, else 0.
    part: u64,
}

impl Window {
    pub(super) fn of(tier: &NumberTier) -> Self {
        let numbers = tier.numbers.clone();
        Self {
            base: numbers.start / WORD as u64 * WORD as u64,
            numbers,
            part: if tier.images == 1 { 0 } else { tier.part() },
        }
    }

    /// The numbers of the tier.
    pub(super) fn numbers(&self) -> Range<u64> {
        self.numbers.clone()
    }

    /// The number whose place is 0. A few places from there on may be of no number of the tier.
    pub(super) fn base(&self) -> u64 {
        self.base
    }

    /// The number of places.
    pub(super) fn len(&self) -> usize {
        (self.numbers.end - self.base) as usize
    }

    /// The number of places of slots.
    pub(super) fn slots(&self) -> usize {
        (self.numbers.end - self.part - self.base) as usize
    }

    /// The place of the slot of a number.
    #[inline]
    pub(super) fn slot(&self, number: u64) -> usize {
        let within = number - self.numbers.start;
        // In the first part the difference wraps round, and so is the larger one.
        let within = within.min(within.wrapping_sub(self.part));
        (within + (self.numbers.start - self.base)) as usize
    }

    /// How far the image of a number of the first part is behind it; `None` if there is one part.
    pub(super) fn to_image(&self) -> Option<u64> {
        (self.part > 0).then_some(self.part)
    }

    /// The place of the first word among all words.
    fn first_word(&self) -> usize {
        self.base as usize / WORD
    }

    /// The bits of the tier's numbers in a word, by its place among all words.
    fn mask(&self, word: usize) -> u64 {
        let first = (word * WORD) as u64;
        let below = self.numbers.start.saturating_sub(first).min(WORD as u64);
        let above = (first + WORD as u64).saturating_sub(self.numbers.end);
        if below + above >= WORD as u64 {
            return 0;
        }
        u64::MAX >> above >> below << below
    }
}

/// Whether one thread works alone, so that it need not lock what it changes.
pub(super) trait Alone {
    const IS_ALONE: bool;
}

/// One thread works.
pub(super) struct One;

/// Several threads work.
pub(super) struct Many;

impl Alone for One {
    const IS_ALONE: bool = true;
}

impl Alone for Many {
    const IS_ALONE: bool = false;
}

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
            _charge: Some(charge),
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

    /// Adds the numbers of the bits of a word.
    #[inline]
    pub(super) fn insert_word<A: Alone>(&self, place: usize, bits: u64) {
        let word = &self.words[place];
        let before = word.load(Ordering::Relaxed);
        if bits & !before == 0 {
            return;
        }
        if A::IS_ALONE {
            word.store(before | bits, Ordering::Relaxed);
        } else {
            word.fetch_or(bits, Ordering::Relaxed);
        }
    }

    /// Takes out a number whose word no other thread changes.
    pub(super) fn remove_own(&self, number: usize) {
        let word = &self.words[number / WORD];
        let bit = 1 << (number % WORD);
        word.store(word.load(Ordering::Relaxed) & !bit, Ordering::Relaxed);
    }

    /// Whether a number is in the set.
    #[inline]
    pub(super) fn has(&self, number: u64) -> bool {
        let word = self.words.get(number as usize / WORD);
        word.is_some_and(|word| word.load(Ordering::Relaxed) >> (number % WORD as u64) & 1 == 1)
    }

    /// Whether a number of this set is in a tier.
    pub(super) fn has_any_within(&self, window: &Window) -> bool {
        let first = window.first_word();
        let mut words = first..first + window.len().div_ceil(WORD);
        words.any(|place| self.word_within(window, place) != 0)
    }

    /// The numbers of this set that are in a tier and in the word with this place, as bits.
    pub(super) fn word_within(&self, window: &Window, place: usize) -> u64 {
        let word = self.words.get(place);
        word.map_or(0, |word| word.load(Ordering::Relaxed) & window.mask(place))
    }

    /// Takes all numbers out.
    pub(super) fn clear(&mut self) {
        for word in &mut self.words {
            *word.get_mut() = 0;
        }
    }

    /// Moves numbers of a range of words, which no other thread changes, into `out`, the least
    /// first, until it has [`BLOCK`] numbers or a few more, and adds `base` to each. Returns the
    /// range that is left.
    pub(super) fn take(&self, range: Range<usize>, base: u64, out: &mut Vec<u64>) -> Range<usize> {
        for place in range.clone() {
            let slot = &self.words[place];
            let word = slot.load(Ordering::Relaxed);
            if word == 0 {
                continue;
            }
            slot.store(0, Ordering::Relaxed);
            push_bits(word, base + (place * WORD) as u64, out);
            if out.len() >= BLOCK {
                return place + 1..range.end;
            }
        }
        range.end..range.end
    }

    /// As [`Bits::take`], but adds to this set of a tier those numbers of `all` that it lacks,
    /// and puts these into `out`. Other threads may add numbers to `all` meanwhile.
    pub(super) fn add_from(
        &self,
        (all, window): (&Bits, &Window),
        range: Range<usize>,
        out: &mut Vec<u64>,
    ) -> Range<usize> {
        for place in range.clone() {
            let slot = &self.words[place];
            let before = slot.load(Ordering::Relaxed);
            let new = all.word_within(window, window.first_word() + place) & !before;
            if new == 0 {
                continue;
            }
            slot.store(before | new, Ordering::Relaxed);
            push_bits(new, window.base + (place * WORD) as u64, out);
            if out.len() >= BLOCK {
                return place + 1..range.end;
            }
        }
        range.end..range.end
    }

    /// The bytes that the set takes.
    pub(super) fn bytes(&self) -> u64 {
        size_of_val(&self.words[..]) as u64
    }

    /// The number of words.
    pub(super) fn words(&self) -> usize {
        self.words.len()
    }
}

/// Appends the places of the bits of a word, each with `first` added to it.
#[inline]
fn push_bits(mut word: u64, first: u64, out: &mut Vec<u64>) {
    while word != 0 {
        out.push(first + u64::from(word.trailing_zeros()));
        word &= word - 1;
    }
}
