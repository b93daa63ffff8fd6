//! The smallest automaton of a set.
//!
//! States are divided by whether they accept, then by the classes of the states that follow, until
//! no class is divided any more (Moore 1956). The states are numbered as a search from the start
//! finds them, so that equal sets have equal tables.

use rustc_hash::FxHashMap;

use crate::automaton::Automaton;
use crate::bounds::{Bounds, Error};

impl Automaton {
    pub(crate) fn minimal(self, bounds: &Bounds<'_>) -> Result<Self, Error> {
        let letters = self.letters();
        let mut classes: Vec<u32> = self.accepting.iter().map(|a| u32::from(*a)).collect();
        let mut count = 0;
        loop {
            bounds.count(self.next.len() as u64)?;
            let mut numbers: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
            let refined: Vec<u32> = (0..classes.len())
                .map(|state| {
                    let row = &self.next[state * letters..(state + 1) * letters];
                    let mut key = Vec::with_capacity(letters + 1);
                    key.push(classes[state]);
                    key.extend(row.iter().map(|next| classes[*next as usize]));
                    let number = numbers.len() as u32;
                    *numbers.entry(key).or_insert(number)
                })
                .collect();
            classes = refined;
            if numbers.len() == count {
                break;
            }
            count = numbers.len();
        }
        // The states in the order of a search from the start.
        let mut order = vec![u32::MAX; count];
        let mut found = vec![0u32];
        order[classes[0] as usize] = 0;
        let (mut next, mut accepting) = (Vec::new(), Vec::new());
        let mut done = 0;
        while done < found.len() {
            let state = found[done] as usize;
            done += 1;
            accepting.push(self.accepting[state]);
            for after in &self.next[state * letters..(state + 1) * letters] {
                let number = &mut order[classes[*after as usize] as usize];
                if *number == u32::MAX {
                    *number = found.len() as u32;
                    found.push(*after);
                }
                next.push(*number);
            }
        }
        Ok(Self {
            next,
            accepting,
            ..self
        })
    }
}
