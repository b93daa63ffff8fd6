//! The terms of a sequence, read block by block.

use std::ops::Range;

use zug_sequences::Sequence;

/// An iterator over heaps with their nimbers, in order.
pub(crate) struct Terms<'a> {
    sequence: &'a Sequence,
    /// The heaps that are not read yet.
    left: Range<u64>,
    block: Vec<u64>,
    /// The number of terms of the block that were returned.
    given: usize,
}

const BLOCK: u64 = 4096;

/// The terms of these heaps. Invariant: the sequence can tell them.
pub(crate) fn terms(sequence: &Sequence, heaps: Range<u64>) -> Terms<'_> {
    debug_assert!(sequence.tells(heaps.clone()));
    Terms {
        sequence,
        left: heaps,
        block: Vec::new(),
        given: 0,
    }
}

impl Iterator for Terms<'_> {
    type Item = (u64, u64);

    fn next(&mut self) -> Option<(u64, u64)> {
        if self.given == self.block.len() {
            let length = (self.left.end - self.left.start).min(BLOCK);
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
