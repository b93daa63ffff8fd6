//! Projection: the tuples for which some number exists.
//!
//! Without its digits the automaton may go several ways; the set of the states in which it can be
//! is the state of the new one (Rabin and Scott 1959). The number that exists may be longer than
//! all others: so reading begins in every state that zeros of the others lead to.

use rustc_hash::FxHashMap;

use crate::automaton::{Automaton, Track};
use crate::bounds::{Bounds, Error};

impl Automaton {
    /// Returns the tuples for which there is a number in this track, so that the tuple with this
    /// number is in the set. An automaton that does not read the track stays as it is.
    ///
    /// # Errors
    ///
    /// A bound was reached.
    pub fn exists(&self, track: Track, bounds: &Bounds<'_>) -> Result<Self, Error> {
        let Ok(place) = self.tracks.binary_search(&track) else {
            return Ok(self.clone());
        };
        let mut tracks = self.tracks.clone();
        tracks.remove(place);
        let count = self.digits.count();
        let (low, letters) = (count.pow(place as u32), self.letters() / count);
        // The letters of this automaton that a letter of the new one stands for.
        let with =
            |letter: usize, digit: usize| letter % low + low * (digit + count * (letter / low));
        let dead = self.dead();
        let sorted = |mut set: Vec<u32>| {
            set.sort_unstable();
            set.dedup();
            set.retain(|state| Some(*state) != dead);
            set
        };
        let mut start = vec![0];
        let mut done = 0;
        while done < start.len() {
            for digit in 0..count {
                let after = self.step(start[done], with(0, digit));
                if !start.contains(&after) {
                    start.push(after);
                }
            }
            done += 1;
        }
        let start = sorted(start);
        let mut numbers = FxHashMap::from_iter([(start.clone(), 0u32)]);
        let mut sets = vec![start];
        let (mut next, mut accepting) = (Vec::new(), Vec::new());
        let mut done = 0;
        while done < sets.len() {
            let set = sets[done].clone();
            done += 1;
            bounds.admit(sets.len(), self.letters().saturating_mul(set.len().max(1)))?;
            accepting.push(set.iter().any(|state| self.accepting[*state as usize]));
            for letter in 0..letters {
                let digits = 0..count;
                let after = digits.flat_map(|digit| {
                    let letter = with(letter, digit);
                    set.iter().map(move |state| self.step(*state, letter))
                });
                let after = sorted(after.collect());
                let known = numbers.get(&after).copied();
                next.push(known.unwrap_or_else(|| {
                    let number = sets.len() as u32;
                    numbers.insert(after.clone(), number);
                    sets.push(after);
                    number
                }));
            }
        }
        let projected = Self {
            digits: self.digits,
            tracks,
            next,
            accepting,
        };
        projected.minimal(bounds)
    }
}
