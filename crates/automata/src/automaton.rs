//! An automaton: its table, and what it says of numbers.

use crate::bounds::{Bounds, Error};
use crate::digits::Digits;

/// The name of a number that an automaton reads.
pub type Track = u16;

/// The most letters of an alphabet.
pub(crate) const MOST_LETTERS: usize = 1 << 14;

/// A set of tuples of natural numbers. The automaton is complete, deterministic and minimal, it
/// starts in the state 0, and zeros in front of all numbers change nothing.
///
/// Invariant: it accepts forms of numbers only, in every track.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    pub(crate) digits: Digits,
    /// The names of the numbers, in ascending order.
    pub(crate) tracks: Vec<Track>,
    /// For each state and each letter the next state. A letter is the sum of the digits, each times
    /// the number of different digits to the power of the place of its track.
    pub(crate) next: Vec<u32>,
    pub(crate) accepting: Vec<bool>,
}

impl Automaton {
    /// Returns the automaton with this table, made minimal. The table may accept what is no form of
    /// a number, but must not mind zeros in front.
    ///
    /// # Errors
    ///
    /// A bound was reached.
    pub fn from_table(
        digits: Digits,
        tracks: Vec<Track>,
        next: Vec<u32>,
        accepting: Vec<bool>,
        bounds: &Bounds<'_>,
    ) -> Result<Self, Error> {
        let table = Self {
            digits,
            tracks,
            next,
            accepting,
        };
        let valid = Self::all(digits, &table.tracks, bounds)?;
        table.and(&valid, bounds)
    }

    /// Returns the digits by which numbers are read.
    pub fn digits(&self) -> Digits {
        self.digits
    }

    /// Returns the names of the numbers that are read, in ascending order.
    pub fn tracks(&self) -> &[Track] {
        &self.tracks
    }

    /// Returns the number of states.
    pub fn states(&self) -> usize {
        self.accepting.len()
    }

    /// Returns the number of letters.
    pub fn letters(&self) -> usize {
        letters(self.digits, self.tracks.len())
    }

    /// Returns the rows of the table: for each state the next state for each letter.
    pub fn rows(&self) -> impl Iterator<Item = &[u32]> {
        self.next.chunks_exact(self.letters())
    }

    /// Returns for each state whether it accepts.
    pub fn accepting(&self) -> &[bool] {
        &self.accepting
    }

    /// Returns the next state.
    pub fn step(&self, state: u32, letter: usize) -> u32 {
        self.next[state as usize * self.letters() + letter]
    }

    /// Returns the state from which nothing is accepted, if there is one.
    pub fn dead(&self) -> Option<u32> {
        let dead = |state: &u32| {
            let row = *state as usize * self.letters()..(*state as usize + 1) * self.letters();
            !self.accepting[*state as usize] && self.next[row].iter().all(|next| next == state)
        };
        (0..self.states() as u32).find(dead)
    }

    /// Whether the tuple of these numbers, in the order of the tracks, is in the set.
    pub fn accepts(&self, numbers: &[u64]) -> bool {
        assert_eq!(numbers.len(), self.tracks.len(), "a number for each track");
        let written: Vec<Vec<u8>> = numbers.iter().map(|n| self.digits.write(*n)).collect();
        let longest = written.iter().map(Vec::len).max().unwrap_or(0);
        let mut state = 0;
        for place in (0..longest).rev() {
            let mut letter = 0;
            for digits in written.iter().rev() {
                let digit = digits
                    .len()
                    .checked_sub(place + 1)
                    .map_or(0, |at| digits[at]);
                letter = letter * self.digits.count() + usize::from(digit);
            }
            state = self.step(state, letter);
        }
        self.accepting[state as usize]
    }

    /// Returns the same set with other names of the numbers: `names` has the new name for each
    /// track, all different.
    ///
    /// # Errors
    ///
    /// A bound was reached.
    pub fn renamed(&self, names: &[Track], bounds: &Bounds<'_>) -> Result<Self, Error> {
        assert_eq!(names.len(), self.tracks.len(), "a name for each track");
        let mut tracks = names.to_vec();
        tracks.sort_unstable();
        assert!(tracks.windows(2).all(|two| two[0] < two[1]), "names differ");
        let places: Vec<usize> = names
            .iter()
            .map(|name| tracks.partition_point(|track| track < name))
            .collect();
        let count = self.digits.count();
        let old_letter = |letter: usize| {
            let digits = places
                .iter()
                .rev()
                .map(|place| digit(letter, *place, count));
            digits.fold(0, |sum, digit| sum * count + digit)
        };
        let old: Vec<usize> = (0..self.letters()).map(old_letter).collect();
        bounds.count(self.next.len() as u64)?;
        let next = self
            .rows()
            .flat_map(|row| old.iter().map(|letter| row[*letter]));
        Ok(Self {
            next: next.collect(),
            tracks,
            ..self.clone()
        })
    }
}

/// Returns the number of letters of an alphabet for this number of tracks.
pub(crate) fn letters(digits: Digits, tracks: usize) -> usize {
    digits.count().pow(tracks as u32)
}

/// Checks that an alphabet for this number of tracks is not too large.
pub(crate) fn admit_tracks(digits: Digits, tracks: usize) -> Result<usize, Error> {
    let letters = digits.count().checked_pow(tracks as u32);
    letters
        .filter(|letters| *letters <= MOST_LETTERS)
        .ok_or(Error::TooWide { most: MOST_LETTERS })
}

/// Returns the digit of the track at this place in a letter.
pub(crate) fn digit(letter: usize, place: usize, count: usize) -> usize {
    letter / count.pow(place as u32) % count
}
