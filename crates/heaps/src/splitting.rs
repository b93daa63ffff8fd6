//! Splitting games: a heap is split into smaller heaps, and nothing is taken.

use crate::breaking::partitions;

/// A game in which a heap is split. Grundy's game splits into two unequal heaps.
///
/// ```
/// use zug_heaps::{HeapGame, Splitting};
///
/// let mut options = Vec::new();
/// let game = HeapGame::Splitting(Splitting::GRUNDY);
/// game.options(5, &mut |heaps| options.push(heaps.to_vec()));
/// assert_eq!(options, [[1, 4], [2, 3]]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Splitting {
    /// Into how many heaps at least. Invariant: 2 or more.
    pub fewest: u32,
    /// Into how many at most; without it, as many as there are counters.
    pub most: Option<u32>,
    /// Which heaps may come of it.
    pub parts: Parts,
}

/// Which heaps may come of a split.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Parts {
    /// Any.
    Any,
    /// No two of the same size.
    Distinct,
    /// Not all of the same size.
    NotAllEqual,
}

impl Splitting {
    /// Grundy's game: into two unequal heaps.
    pub const GRUNDY: Self = Self {
        fewest: 2,
        most: Some(2),
        parts: Parts::Distinct,
    };

    /// See [`crate::HeapGame::options`].
    pub(crate) fn options(&self, n: u64, visit: &mut dyn FnMut(&[u64])) {
        let most = self.most.map_or(n, |most| u64::from(most).min(n)) as u32;
        let mut heaps = Vec::new();
        for count in self.fewest..=most {
            partitions(n, count, 1, &mut heaps, &mut |heaps: &[u64]| {
                let allowed = match self.parts {
                    Parts::Any => true,
                    Parts::Distinct => heaps.windows(2).all(|pair| pair[0] != pair[1]),
                    Parts::NotAllEqual => heaps.first() != heaps.last(),
                };
                if allowed {
                    visit(heaps);
                }
            });
        }
    }
}
