//! The outcomes of the last heaps, up to 63, in one register.

use super::cycle::Automaton;

/// A walk over the outcomes, heap by heap. All moves must be below 64.
#[derive(Clone, Copy, Debug)]
pub(super) struct Register {
    /// Bit `s - 1` is set if taking s from the next heap leads to a lost heap. Heaps
    /// below 0 do not count as lost.
    lost: u64,
    /// Bit `s - 1` is set for each move s.
    moves: u64,
    /// The bits up to the largest move are set: no other outcome matters.
    kept: u64,
}

impl Register {
    /// The walk before heap 0; `None` if a move is 64 or more. The moves must increase.
    pub(super) fn new(moves: &[u64]) -> Option<Self> {
        let largest = moves.last().copied().unwrap_or(0);
        (largest < 64).then(|| Self {
            lost: 0,
            moves: moves.iter().fold(0, |set, take| set | 1 << (take - 1)),
            kept: (1 << largest) - 1,
        })
    }

    /// Whether the heap that is `smaller` below the next one is lost.
    pub(super) fn was_lost(&self, smaller: u64) -> bool {
        self.lost >> (smaller - 1) & 1 == 1
    }
}

impl Automaton for Register {
    fn step(&mut self) -> u64 {
        let is_lost = u64::from(self.lost & self.moves == 0);
        self.lost = (self.lost << 1 | is_lost) & self.kept;
        is_lost
    }

    fn fingerprint(&self) -> u64 {
        self.lost
    }

    fn is_where(&self, other: &Self) -> bool {
        self.lost == other.lost
    }

    fn weight(&self) -> u64 {
        1
    }

    fn looks(&self) -> u64 {
        1
    }
}
