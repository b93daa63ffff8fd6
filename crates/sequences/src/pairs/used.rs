//! Sets of nimbers, and the mex of a union of sets.

use zug_job::{Charge, Refusal};

/// The nimbers that certain options have, one bit each.
#[derive(Clone, Debug, Default)]
pub(super) struct Used {
    words: Vec<u64>,
    /// The number of full words at the beginning. The mex of a union need not look
    /// below the largest such number of its sets.
    full: usize,
}

/// A set grows by at least this many words.
const GROWTH: usize = 16;

impl Used {
    /// Inserts a nimber; the bytes that this takes are charged before.
    pub(super) fn insert(&mut self, nimber: u16, charge: &mut Charge) -> Result<(), Refusal> {
        let word = usize::from(nimber / 64);
        if word >= self.words.len() {
            if word >= self.words.capacity() {
                let length = (word + 1).next_multiple_of(GROWTH);
                charge.regrow(&mut self.words, length)?;
            }
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (nimber % 64);
        while self.words.get(self.full) == Some(&u64::MAX) {
            self.full += 1;
        }
        Ok(())
    }

    /// Removes these nimbers from the set.
    pub(super) fn remove(&mut self, nimbers: impl Iterator<Item = u16>) {
        for nimber in nimbers {
            let word = usize::from(nimber / 64);
            self.words[word] &= !(1 << (nimber % 64));
            self.full = self.full.min(word);
        }
    }
}

/// The least nimber that none of the sets has.
pub(super) fn mex<const N: usize>(sets: [&Used; N]) -> u32 {
    let mut word = sets.iter().map(|set| set.full).max().unwrap_or(0);
    loop {
        let union = sets
            .iter()
            .fold(0, |union, set| union | set.words.get(word).unwrap_or(&0));
        if union != u64::MAX {
            return word as u32 * 64 + union.trailing_ones();
        }
        word += 1;
    }
}
