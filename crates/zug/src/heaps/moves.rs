//! The moves of some heaps.

use std::collections::BTreeSet;

use zug_heaps::HeapGame;

/// A move in one of several heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HeapMove {
    /// The place of the heap, from 0.
    pub at: usize,
    /// The heaps that the move leaves in its place, in increasing order.
    pub left: Vec<u64>,
}

/// The largest heap whose moves are listed, where a move leaves at most two heaps.
const LARGEST: u64 = 100_000;

/// The largest heap whose moves are listed, where a move leaves at most three heaps.
const LARGEST_IN_THREE: u64 = 1000;

/// The largest heap whose moves are listed, where a move may leave any number of heaps: a heap of 40 has
/// 37,338 partitions.
const LARGEST_IN_MANY: u64 = 40;

/// The moves of a heap, each as the heaps that it leaves, without repetition; `None` if there are too many
/// to list them.
pub(crate) fn moves_of_heap(game: &HeapGame, heap: u64) -> Option<Vec<Vec<u64>>> {
    let largest = match game.most_left() {
        _ if matches!(game, HeapGame::Subtraction(_)) => u64::MAX,
        Some(0..=2) => LARGEST,
        Some(3) => LARGEST_IN_THREE,
        _ => LARGEST_IN_MANY,
    };
    if heap > largest {
        return None;
    }
    let mut moves = BTreeSet::new();
    game.options(heap, &mut |left| {
        moves.insert(left.to_vec());
    });
    Some(moves.into_iter().collect())
}

impl HeapMove {
    /// The heaps after the move, without empty ones.
    #[must_use]
    pub fn apply(&self, heaps: &[u64]) -> Vec<u64> {
        let (before, after) = (&heaps[..self.at], &heaps[self.at + 1..]);
        let all = [before, &self.left, after].concat();
        all.into_iter().filter(|&heap| heap > 0).collect()
    }

    /// The move as a person reads it: `7 to 3+2`, from these heaps.
    #[must_use]
    pub fn name(&self, heaps: &[u64]) -> String {
        name(heaps[self.at], &self.left)
    }
}

/// The move that leaves these heaps of one heap.
pub(crate) fn name(heap: u64, left: &[u64]) -> String {
    let left: Vec<String> = left.iter().map(u64::to_string).collect();
    let left = if left.is_empty() {
        "0".to_owned()
    } else {
        left.join("+")
    };
    format!("{heap} to {left}")
}
