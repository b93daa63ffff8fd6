//! Intersection, union, difference and complement.

use rustc_hash::FxHashMap;

use crate::automaton::{Automaton, Track, admit_tracks, digit};
use crate::bounds::{Bounds, Error};

impl Automaton {
    /// Returns the tuples that are in both sets. A set says nothing about the numbers that only the
    /// other one reads.
    ///
    /// # Errors
    ///
    /// A bound was reached.
    pub fn and(&self, other: &Self, bounds: &Bounds<'_>) -> Result<Self, Error> {
        self.product(other, |a, b| a && b, bounds)
    }

    /// Returns the tuples that are in one of the sets or both.
    ///
    /// # Errors
    ///
    /// A bound was reached.
    pub fn or(&self, other: &Self, bounds: &Bounds<'_>) -> Result<Self, Error> {
        let tracks = self.tracks_with(other);
        let (mine, theirs) = (
            self.widened(&tracks, bounds)?,
            other.widened(&tracks, bounds)?,
        );
        mine.product(&theirs, |a, b| a || b, bounds)
    }

    /// Returns the tuples that are in this set and not in the other.
    ///
    /// # Errors
    ///
    /// A bound was reached.
    pub fn minus(&self, other: &Self, bounds: &Bounds<'_>) -> Result<Self, Error> {
        let mine = self.widened(&self.tracks_with(other), bounds)?;
        mine.product(other, |a, b| a && !b, bounds)
    }

    /// Returns the tuples that are not in this set.
    ///
    /// # Errors
    ///
    /// A bound was reached.
    pub fn complement(&self, bounds: &Bounds<'_>) -> Result<Self, Error> {
        Self::all(self.digits, &self.tracks, bounds)?.minus(self, bounds)
    }

    fn tracks_with(&self, other: &Self) -> Vec<Track> {
        let mut tracks = [&*self.tracks, &*other.tracks].concat();
        tracks.sort_unstable();
        tracks.dedup();
        tracks
    }

    /// Returns the same set, which reads all of these numbers as well.
    fn widened(&self, tracks: &[Track], bounds: &Bounds<'_>) -> Result<Self, Error> {
        let new = tracks.iter().filter(|track| !self.tracks.contains(track));
        let new: Vec<Track> = new.copied().collect();
        if new.is_empty() {
            return Ok(self.clone());
        }
        self.and(&Self::all(self.digits, &new, bounds)?, bounds)
    }

    /// Runs both automata side by side. A pair accepts as `accepts` says of its states. Where one
    /// of the two accepts nothing any more and `accepts` needs it, the pair is one state with all
    /// such pairs.
    fn product(
        &self,
        other: &Self,
        accepts: fn(bool, bool) -> bool,
        bounds: &Bounds<'_>,
    ) -> Result<Self, Error> {
        assert_eq!(self.digits, other.digits, "both read the same digits");
        let tracks = self.tracks_with(other);
        let letters = admit_tracks(self.digits, tracks.len())?;
        let (mine, theirs) = (self.letters_within(&tracks), other.letters_within(&tracks));
        let dead = [self.dead(), other.dead()];
        let needs = [!accepts(false, true), !accepts(true, false)];
        let joined = |a: u32, b: u32| match () {
            () if needs[0] && dead[0] == Some(a) => (a, 0),
            () if needs[1] && dead[1] == Some(b) => (u32::MAX, b),
            () => (a, b),
        };
        let start = joined(0, 0);
        let mut numbers = FxHashMap::from_iter([(start, 0u32)]);
        let mut pairs = vec![start];
        let mut next = Vec::new();
        let mut accepting = Vec::new();
        let mut done = 0;
        while done < pairs.len() {
            bounds.admit(pairs.len(), letters)?;
            let (a, b) = pairs[done];
            let is_dead = needs[0] && dead[0] == Some(a) || a == u32::MAX;
            accepting
                .push(!is_dead && accepts(self.accepting[a as usize], other.accepting[b as usize]));
            if is_dead {
                next.extend((0..letters).map(|_| done as u32));
            } else {
                for letter in 0..letters {
                    let after = joined(self.step(a, mine[letter]), other.step(b, theirs[letter]));
                    next.push(*numbers.entry(after).or_insert_with(|| {
                        pairs.push(after);
                        pairs.len() as u32 - 1
                    }));
                }
            }
            done += 1;
        }
        let product = Self {
            digits: self.digits,
            tracks,
            next,
            accepting,
        };
        product.minimal(bounds)
    }

    /// Returns for each letter of a wider alphabet the letter of this automaton within it.
    fn letters_within(&self, tracks: &[Track]) -> Vec<usize> {
        let count = self.digits.count();
        let places: Vec<usize> = self
            .tracks
            .iter()
            .map(|track| tracks.partition_point(|other| other < track))
            .collect();
        let within = |letter: usize| {
            let digits = places
                .iter()
                .rev()
                .map(|place| digit(letter, *place, count));
            digits.fold(0, |sum, digit| sum * count + digit)
        };
        (0..count.pow(tracks.len() as u32)).map(within).collect()
    }
}
