//! Terms one block after the other, however many there are.

use std::ops::Range;

use zug_solve::impartial::heaps::Sequence;

/// Heaps with their nimbers, in order.
pub(crate) struct Terms<'a> {
    sequence: &'a Sequence,
    /// Heaps that were not read yet.
    left: Range<u64>,
    block: Vec<u64>,
    /// How many of the block were given.
    given: usize,
}

const BLOCK: u64 = 4096;

/// The terms of these heaps. Invariant: the sequence tells them.
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
