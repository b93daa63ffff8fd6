//! Nimbers from a window of the last nimbers.

use zug_values::{Mex, Nimber};

use super::cycle::{Automaton, Size};
use super::ring::Ring;

/// A walk over the nimbers, heap by heap.
#[derive(Clone, Debug)]
pub(super) struct Nimbers {
    moves: Vec<usize>,
    /// The last nimbers, each plus 1; 0 stands for a heap below 0, which is no option.
    seen: Ring<u32>,
    /// Used if there are more moves than fit a word.
    mex: Mex,
}

impl Nimbers {
    /// The walk before heap 0. The moves must increase.
    pub(super) fn new(moves: &[u64]) -> Self {
        Self {
            seen: Ring::new(window(moves) as usize),
            moves: moves.iter().map(|&take| take as usize).collect(),
            mex: Mex::default(),
        }
    }

    /// The size of a walk with these moves.
    pub(super) fn size(moves: &[u64]) -> Size {
        Size {
            bytes: Ring::<u32>::bytes(window(moves)),
            weight: window(moves).saturating_add(1),
            looks: (moves.len() as u64).max(1),
        }
    }

    /// Returns the nimber of the next heap.
    pub(super) fn advance(&mut self) -> Nimber {
        // A nimber is at most the number of moves.
        let mex = if self.moves.len() < 63 {
            // Bit 0, for heaps that are no option, is always set.
            let seen = self
                .moves
                .iter()
                .fold(1u64, |seen, &take| seen | 1 << self.seen.back(take));
            seen.trailing_ones() - 1
        } else {
            for &take in &self.moves {
                if let Some(nimber) = self.seen.back(take).checked_sub(1) {
                    self.mex.insert(Nimber(nimber));
                }
            }
            self.mex.take().0
        };
        self.seen.push(mex + 1);
        Nimber(mex)
    }
}

/// The number of heaps before it that the next heap may look at.
fn window(moves: &[u64]) -> u64 {
    moves.last().copied().unwrap_or(0)
}

impl Automaton for Nimbers {
    fn step(&mut self) -> u64 {
        u64::from(self.advance().is_zero())
    }

    fn fingerprint(&self) -> u64 {
        self.seen.fingerprint()
    }

    fn is_where(&self, other: &Self) -> bool {
        self.seen.is_same(&other.seen)
    }

    fn weight(&self) -> u64 {
        self.seen.window() as u64 + 1
    }

    fn looks(&self) -> u64 {
        (self.moves.len() as u64).max(1)
    }
}
