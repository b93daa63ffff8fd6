//! Whether a set is empty, its least member, and the members of a finite set.

use crate::automaton::{Automaton, Track, admit_tracks, digit};
use crate::bounds::{Bounds, Error};
use crate::digits::Digits;

impl Automaton {
    /// Whether no tuple is in the set.
    pub fn is_empty(&self) -> bool {
        // In a minimal automaton each state but the dead one leads to one that accepts.
        !self.accepting.contains(&true)
    }

    /// Returns a tuple of the set, in the order of the tracks, whose largest number has the fewest digits;
    /// `None` if the set is empty or the numbers do not fit into 64 bits.
    pub fn least(&self) -> Option<Vec<u64>> {
        let letters = self.letters();
        // For each state the state and the letter that the search came from.
        let mut from: Vec<Option<(u32, usize)>> = vec![None; self.states()];
        let mut found = vec![0u32];
        let mut done = 0;
        while let Some(&state) = found.get(done) {
            done += 1;
            if self.accepting[state as usize] {
                return self.tuple(&from, state);
            }
            for letter in 0..letters {
                let after = self.step(state, letter);
                if after != 0 && from[after as usize].is_none() {
                    from[after as usize] = Some((state, letter));
                    found.push(after);
                }
            }
        }
        None
    }

    fn tuple(&self, from: &[Option<(u32, usize)>], mut state: u32) -> Option<Vec<u64>> {
        let mut word = Vec::new();
        while let Some((before, letter)) = from[state as usize] {
            word.push(letter);
            state = before;
        }
        word.reverse();
        let count = self.digits.count();
        let numbers = (0..self.tracks.len()).map(|place| {
            let digits: Vec<u8> = word.iter().map(|l| digit(*l, place, count) as u8).collect();
            self.digits.read(&digits)
        });
        numbers.collect()
    }

    /// Returns tuples of the set, those with the fewest digits first: all if the set is finite and has at most
    /// `most`, else `most` or more; numbers that do not fit into 64 bits are left out.
    pub fn members(&self, most: usize) -> Vec<Vec<u64>> {
        /// No number with more digits fits into 64 bits, in any of the systems.
        const LONGEST: usize = 96;
        let dead = self.dead();
        let count = self.digits.count();
        // The states after rows of letters that do not begin with zeros alone.
        let mut rows: Vec<(u32, Vec<usize>)> = vec![(0, Vec::new())];
        let mut found = Vec::new();
        for _ in 0..LONGEST {
            for (state, word) in &rows {
                let number = |place| {
                    let digits: Vec<u8> =
                        word.iter().map(|l| digit(*l, place, count) as u8).collect();
                    self.digits.read(&digits)
                };
                if self.accepting[*state as usize] {
                    found.extend(
                        (0..self.tracks.len())
                            .map(number)
                            .collect::<Option<Vec<_>>>(),
                    );
                }
            }
            if rows.is_empty() || found.len() > most {
                break;
            }
            let mut next = Vec::new();
            for (state, word) in &rows {
                let first = usize::from(word.is_empty());
                for letter in first..self.letters() {
                    let after = self.step(*state, letter);
                    // In a minimal automaton each state but the dead one leads to a tuple of its own.
                    if Some(after) != dead && next.len() <= most {
                        next.push((after, [&**word, &[letter]].concat()));
                    }
                }
            }
            rows = next;
        }
        found
    }

    /// Returns the set of the one tuple with these numbers.
    ///
    /// # Errors
    ///
    /// A bound was reached.
    pub fn only(
        digits: Digits,
        numbers: &[(Track, u64)],
        bounds: &Bounds<'_>,
    ) -> Result<Self, Error> {
        let mut numbers = numbers.to_vec();
        numbers.sort_unstable();
        let tracks: Vec<Track> = numbers.iter().map(|(track, _)| *track).collect();
        let letters = admit_tracks(digits, tracks.len())?;
        let written: Vec<Vec<u8>> = numbers.iter().map(|(_, n)| digits.write(*n)).collect();
        let length = written.iter().map(Vec::len).max().unwrap_or(0);
        // State i has read i digits, zeros in front left out; the last state is dead.
        let dead = length as u32 + 1;
        let mut next = vec![dead; letters * (length + 2)];
        next[0] = 0;
        for place in 0..length {
            let letter = written.iter().rev().fold(0, |letter, own| {
                let at = (place + own.len()).checked_sub(length);
                letter * digits.count() + at.map_or(0, |at| usize::from(own[at]))
            });
            next[place * letters + letter] = place as u32 + 1;
        }
        let accepting = (0..length + 2).map(|state| state == length).collect();
        Self::from_table(digits, tracks, next, accepting, bounds)
    }

    /// Returns a tuple that is in one of two sets only, which must read the same numbers; `None` if
    /// they are equal.
    ///
    /// # Errors
    ///
    /// A bound was reached.
    pub fn difference(&self, other: &Self, bounds: &Bounds<'_>) -> Result<Option<Vec<u64>>, Error> {
        assert_eq!(self.tracks, other.tracks, "both read the same numbers");
        let more = self
            .minus(other, bounds)?
            .or(&other.minus(self, bounds)?, bounds)?;
        Ok(more.least())
    }
}
