//! Small moves: moves that stay inside a word of 64 heaps, or reach the next word.

/// The moves below 64.
#[derive(Clone, Debug)]
pub(crate) struct Small {
    /// Bit s is set for each move s, and bit 0 for the heap itself.
    closes: u64,
    moves: Vec<u32>,
    /// The least of these moves; 64 if there is none.
    least: u32,
}

impl Small {
    /// The small moves among `moves`, which must increase.
    pub(crate) fn of(moves: &[u64]) -> Self {
        let moves: Vec<u32> = moves
            .iter()
            .take_while(|&&take| take < 64)
            .map(|&take| take as u32)
            .collect();
        Self {
            closes: moves.iter().fold(1, |set, take| set | 1 << take),
            least: moves.first().copied().unwrap_or(64),
            moves,
        }
    }

    /// The lost heaps of a word; the heaps in `open` have no option among earlier lost
    /// heaps. The smallest open heap is lost, and closes those that can move to it.
    pub(crate) fn lost(&self, open: u64) -> u64 {
        if self.moves.is_empty() {
            return open;
        }
        let (mut open, mut lost) = (open, 0);
        // Heaps that are closer to each other than the least move are no options of
        // each other, and are dealt with together: that costs a step for each move, not
        // for each heap.
        if self.least as usize > self.moves.len() + 1 {
            while open != 0 {
                let first = lowest(open);
                let near = (first << self.least).wrapping_sub(first);
                let together = open & near;
                lost |= together;
                let closed = self
                    .moves
                    .iter()
                    .fold(together, |closed, take| closed | together << take);
                open &= !closed;
            }
        } else {
            while open != 0 {
                let first = lowest(open);
                lost |= first;
                // The product shifts the moves to the place of the heap.
                open &= !self.closes.wrapping_mul(first);
            }
        }
        lost
    }

    /// The heaps of the next word that can move to a lost heap of this one.
    pub(crate) fn beyond(&self, lost: u64) -> u64 {
        if lost.count_ones() < self.moves.len() as u32 {
            let (mut left, mut beyond) = (lost, 0);
            while left != 0 {
                let heap = left.trailing_zeros();
                // A shift by 64 - heap, which is 64 for the first heap, in two parts.
                beyond |= (self.closes & !1) >> 1 >> (63 - heap);
                left &= left - 1;
            }
            beyond
        } else {
            self.moves
                .iter()
                .fold(0, |beyond, take| beyond | lost >> (64 - take))
        }
    }
}

/// The lowest set bit of a word, alone.
fn lowest(word: u64) -> u64 {
    word & word.wrapping_neg()
}
