//! Splitting games: a heap is split into smaller heaps, and nothing is taken.

use crate::breaking::partitions;

/// A game in which a move splits a heap. In Grundy's game it splits a heap into two
/// unequal heaps.
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
    /// Invariant: at least 2.
    fewest: u32,
    /// Invariant: at least `fewest`, if there is a limit.
    most: Option<u32>,
    parts: Parts,
}

/// Which sizes the heaps of a split may have.
///
/// Exhaustive on purpose, as [`HeapGame`](crate::HeapGame) is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parts {
    /// Any sizes.
    Any,
    /// No two heaps have the same size.
    Distinct,
    /// Not all heaps have the same size.
    NotAllEqual,
}

/// Why numbers of heaps are not the rules of a [`Splitting`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SplittingError {
    /// A move that leaves the heap as it is, or nothing, is no split.
    #[error("a heap is split into at least 2 heaps, not {fewest}")]
    TooFew {
        /// The least number of heaps that was given.
        fewest: u32,
    },
    /// The limits contradict each other.
    #[error("a heap cannot be split into at least {fewest} and at most {most} heaps")]
    Backwards {
        /// The least number of heaps that was given.
        fewest: u32,
        /// The largest number of heaps that was given.
        most: u32,
    },
}

impl Splitting {
    /// The game in which a heap is split into at least `fewest` and at most `most` heaps
    /// whose sizes `parts` allows; without `most`, into as many as there are counters.
    pub fn new(fewest: u32, most: Option<u32>, parts: Parts) -> Result<Self, SplittingError> {
        if fewest < 2 {
            return Err(SplittingError::TooFew { fewest });
        }
        if let Some(most) = most.filter(|&most| most < fewest) {
            return Err(SplittingError::Backwards { fewest, most });
        }
        Ok(Self {
            fewest,
            most,
            parts,
        })
    }

    /// The least number of heaps that a split leaves.
    pub fn fewest(&self) -> u32 {
        self.fewest
    }

    /// The largest number of heaps that a split leaves; `None` if only the number of
    /// counters limits it.
    pub fn most(&self) -> Option<u32> {
        self.most
    }

    /// Which sizes the heaps of a split may have.
    pub fn parts(&self) -> Parts {
        self.parts
    }

    /// The same numbers of heaps with other sizes allowed.
    #[must_use]
    pub fn with_parts(self, parts: Parts) -> Self {
        Self { parts, ..self }
    }

    /// Grundy's game: a heap is split into two unequal heaps.
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
