//! The moves of a game that leaves at most two heaps.

use zug_heaps::{HeapGame, Parts};

/// The moves of a game whose moves take at most some number and leave at most two
/// heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Moves {
    /// The numbers that may be taken if nothing is left.
    pub(super) ends: Vec<u64>,
    /// The numbers that may be taken if one heap is left.
    pub(super) singles: Vec<u64>,
    /// The numbers that may be taken if two heaps are left.
    pub(super) splits: Vec<u64>,
    /// Whether the two heaps that are left may be equal.
    pub(super) equal_too: bool,
}

impl Moves {
    /// The moves of a game; `None` if a move may leave more than two heaps or take any
    /// number.
    pub(super) fn of(game: &HeapGame) -> Option<Self> {
        match game {
            HeapGame::Breaking(code) => {
                let most = code.most_taken()?;
                let takes = |heaps: u8| -> Vec<u64> {
                    (0..=most)
                        .filter(|&take| code.digit(take) >> heaps & 1 == 1)
                        .collect()
                };
                let moves = Self {
                    ends: takes(0),
                    singles: takes(1),
                    splits: takes(2),
                    equal_too: true,
                };
                let breaks_more = (0..=most).any(|take| code.digit(take) > 7);
                (!breaks_more).then_some(moves)
            }
            HeapGame::Splitting(splitting)
                if (splitting.fewest(), splitting.most()) == (2, Some(2)) =>
            {
                Some(Self {
                    ends: Vec::new(),
                    singles: Vec::new(),
                    splits: vec![0],
                    equal_too: splitting.parts() == Parts::Any,
                })
            }
            _ => None,
        }
    }

    /// Whether any move leaves two heaps.
    pub(super) fn has_splits(&self) -> bool {
        !self.splits.is_empty()
    }

    /// The parity of the number that a split takes, if it is the same for all splits.
    pub(super) fn split_parity(&self) -> Option<u64> {
        let parity = self.splits.first()? % 2;
        let agree = self.splits.iter().all(|take| take % 2 == parity);
        agree.then_some(parity)
    }

    /// The largest number that a move takes.
    pub(super) fn most_taken(&self) -> u64 {
        let all = [&self.ends, &self.singles, &self.splits];
        all.into_iter().flatten().copied().max().unwrap_or(0)
    }
}
