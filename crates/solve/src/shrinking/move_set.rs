//! Sets of moves, by their numbers.

use std::fmt;

/// A set of moves, by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MoveSet<const WORDS: usize = 4>([u64; WORDS]);

impl<const WORDS: usize> Default for MoveSet<WORDS> {
    fn default() -> Self {
        Self([0; WORDS])
    }
}

impl<const WORDS: usize> MoveSet<WORDS> {
    /// The moves of a set have numbers below this one.
    pub const MOST: usize = WORDS * u64::BITS as usize;

    /// Adds a move.
    ///
    /// # Panics
    ///
    /// The number is not below [`MoveSet::MOST`].
    #[inline]
    pub fn insert(&mut self, number: usize) {
        assert!(number < Self::MOST, "a set has room for {}", Self::MOST);
        *self = self.or(Self::of(number));
    }

    /// The set with one move. It is made word by word, as are all others: a word that was written
    /// by itself could not be read at once together with its neighbours.
    #[inline]
    pub(super) fn of(number: usize) -> Self {
        let bit = 1 << (number % 64);
        Self(std::array::from_fn(|place| {
            if place == number / 64 { bit } else { 0 }
        }))
    }

    /// Whether a move is in the set.
    #[must_use]
    pub fn has(&self, number: usize) -> bool {
        self.0
            .get(number / 64)
            .is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// The number of moves.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Takes a move out of the set, if it is there.
    #[inline]
    pub(super) fn remove(&mut self, number: usize) {
        *self = self.without(Self::of(number));
    }

    /// The first move of the set.
    #[inline]
    pub(super) fn first(self) -> Option<usize> {
        // All words are looked at, so that nothing depends on which word has a move: the processor
        // would often guess wrong.
        let mut first = None;
        for (place, word) in self.0.iter().enumerate().rev() {
            if *word != 0 {
                first = Some(place * 64 + word.trailing_zeros() as usize);
            }
        }
        first
    }

    /// Whether no move is in the set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// The moves, in rising order.
    #[must_use]
    pub fn iter(&self) -> Moves<WORDS> {
        Moves(*self)
    }

    /// The moves that are in both sets.
    #[inline]
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= other;
        }
        self
    }

    /// The moves that are in one of the sets or in both.
    #[inline]
    #[must_use]
    pub fn or(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
        self
    }

    /// The moves that are not in the other set.
    #[inline]
    #[must_use]
    pub fn without(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= !other;
        }
        self
    }
}

impl<const WORDS: usize> IntoIterator for MoveSet<WORDS> {
    type Item = usize;
    type IntoIter = Moves<WORDS>;

    fn into_iter(self) -> Moves<WORDS> {
        Moves(self)
    }
}

impl<const WORDS: usize> IntoIterator for &MoveSet<WORDS> {
    type Item = usize;
    type IntoIter = Moves<WORDS>;

    fn into_iter(self) -> Moves<WORDS> {
        Moves(*self)
    }
}

/// The moves of a set, in rising order.
#[derive(Clone, Debug)]
pub struct Moves<const WORDS: usize>(MoveSet<WORDS>);

impl<const WORDS: usize> Iterator for Moves<WORDS> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let number = self.0.first()?;
        self.0.remove(number);
        Some(number)
    }

    // A loop over the words and then over the moves of each: `next` looks through all words for
    // each move.
    #[inline]
    fn fold<B, F: FnMut(B, usize) -> B>(self, start: B, mut f: F) -> B {
        let mut all = start;
        for (place, mut word) in self.0.0.into_iter().enumerate() {
            while word != 0 {
                all = f(all, place * 64 + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
        all
    }
}

impl<const WORDS: usize> FromIterator<usize> for MoveSet<WORDS> {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Self {
        let mut set = Self::default();
        numbers.into_iter().for_each(|number| set.insert(number));
        set
    }
}

impl<const WORDS: usize> fmt::Debug for MoveSet<WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
