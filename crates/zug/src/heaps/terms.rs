//! The terms of a sequence, read block by block.

use std::fmt;
use std::ops::Range;

use serde::{Serialize, Serializer};
use zug_sequences::Sequence;

/// An iterator over heaps with their nimbers, in order. As data it is the list of the
/// nimbers, which is written without being in memory as a whole.
#[derive(Clone)]
pub struct Terms<'a> {
    /// Invariant: it tells the heaps that are left.
    sequence: &'a Sequence,
    /// The heaps that are not read yet.
    left: Range<u64>,
    block: Vec<u64>,
    /// The number of terms of the block that were returned.
    given: usize,
}

/// The number of terms that are read at once.
const BLOCK: u64 = 4096;

impl<'a> Terms<'a> {
    /// The terms of these heaps; `None` if the sequence cannot tell all of them. A range
    /// that ends before it begins has no terms.
    #[must_use]
    pub fn of(sequence: &'a Sequence, heaps: Range<u64>) -> Option<Self> {
        sequence.tells(heaps.clone()).then_some(Self {
            sequence,
            left: heaps,
            block: Vec::new(),
            given: 0,
        })
    }
}

impl Iterator for Terms<'_> {
    type Item = (u64, u64);

    fn next(&mut self) -> Option<(u64, u64)> {
        if self.given == self.block.len() {
            let length = self.left.end.saturating_sub(self.left.start).min(BLOCK);
            if length == 0 {
                return None;
            }
            self.block.resize(length as usize, 0);
            let told = self.sequence.terms(self.left.start, &mut self.block);
            assert!(told, "only heaps that the sequence tells are read");
            self.left.start += length;
            self.given = 0;
        }
        let nimber = self.block[self.given];
        let heap = self.left.start - (self.block.len() - self.given) as u64;
        self.given += 1;
        Some((heap, nimber))
    }
}

impl Serialize for Terms<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.clone().map(|(_, nimber)| nimber))
    }
}

impl fmt::Debug for Terms<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Terms")
            .field("left", &self.left)
            .finish_non_exhaustive()
    }
}
