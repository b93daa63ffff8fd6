//! Whether a set is empty, and its least member.

use crate::automaton::{Automaton, digit};
use crate::bounds::{Bounds, Error};

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
