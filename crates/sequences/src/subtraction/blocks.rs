//! Outcomes of 64 heaps at a time.
//!
//! A heap is won if a move leads to a lost heap. For a move of 64 or more, all 64 heaps
//! of a block look at finished blocks: a word of lost heaps, shifted, is a word of won
//! heaps. Inside the block the smallest heap not yet won is lost, and the small moves
//! make heaps above it won, also beyond the block.

use super::cycle::{Automaton, Size};
use super::ring::Ring;
use super::small::Small;

/// A walk over the outcomes, block by block.
#[derive(Clone, Debug)]
pub(super) struct Blocks {
    small: Small,
    large: Vec<Large>,
    /// The lost heaps of the last blocks, the smallest heap of each in the lowest bit.
    lost: Ring<u64>,
}

/// A move of `64 * words + bits`.
#[derive(Clone, Copy, Debug)]
struct Large {
    words: usize,
    bits: u32,
}

impl Blocks {
    /// The walk before the first block. The moves must increase.
    pub(super) fn new(moves: &[u64]) -> Self {
        let large = moves
            .iter()
            .filter(|&&take| take >= 64)
            .map(|take| Large {
                words: (take / 64) as usize,
                bits: (take % 64) as u32,
            })
            .collect();
        Self {
            small: Small::of(moves),
            large,
            lost: Ring::new(window(moves) as usize),
        }
    }

    /// The size of a walk with these moves.
    pub(super) fn size(moves: &[u64]) -> Size {
        Size {
            bytes: Ring::<u64>::bytes(window(moves)),
            weight: window(moves).saturating_add(1),
            looks: 1 + moves.iter().filter(|&&take| take >= 64).count() as u64,
        }
    }

    /// Works out the next block.
    pub(super) fn advance(&mut self) {
        let mut won = self.small.beyond(self.lost.back(1));
        for &Large { words, bits } in &self.large {
            won |= self.lost.back(words) << bits;
            if bits > 0 {
                won |= self.lost.back(words + 1) >> (64 - bits);
            }
        }
        self.lost.push(self.small.lost(!won));
    }

    /// The lost heaps of the last block.
    pub(super) fn last(&self) -> u64 {
        self.lost.back(1)
    }

    /// Whether the heap `before_end` before the end of the last block is lost; the
    /// largest heap of that block is 1 before its end. The heap must be within the
    /// largest move of the block.
    pub(super) fn was_lost(&self, before_end: u64) -> bool {
        let back = before_end - 1;
        let word = self.lost.back((back / 64) as usize + 1);
        word >> (63 - back % 64) & 1 == 1
    }
}

/// The number of words before it that a block may look at.
fn window(moves: &[u64]) -> u64 {
    moves.last().copied().unwrap_or(0).div_ceil(64)
}

impl Automaton for Blocks {
    fn step(&mut self) -> u64 {
        self.advance();
        u64::from(self.last().count_ones())
    }

    fn fingerprint(&self) -> u64 {
        self.lost.fingerprint()
    }

    fn is_where(&self, other: &Self) -> bool {
        self.lost.is_same(&other.lost)
    }

    fn weight(&self) -> u64 {
        self.lost.window() as u64 + 1
    }

    fn looks(&self) -> u64 {
        1 + self.large.len() as u64
    }
}
