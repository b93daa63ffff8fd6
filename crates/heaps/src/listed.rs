//! Rules as a list: the options of each heap, or of each two heaps, up to a largest one.
//!
//! Rules files are games on heaps in this form where no notation says what their moves are.
//! Nothing is said of larger heaps, so that no theorem speaks of such a game.

use std::fmt;

/// A game on one heap, given by the heaps that a move leaves of each heap.
///
/// ```
/// use zug_heaps::{HeapGame, Listed};
///
/// let halves = Listed::new("halves", vec![vec![], vec![0], vec![1], vec![1]])?;
/// assert_eq!(halves.largest(), 3);
/// let mut options = Vec::new();
/// HeapGame::Listed(halves.into()).options(3, &mut |heaps| options.push(heaps.to_vec()));
/// assert_eq!(options, [vec![1]]);
/// # Ok::<(), zug_heaps::ListedError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Listed {
    name: String,
    /// Invariant: not empty; entry n has numbers below n, increasing.
    options: Vec<Vec<u32>>,
}

/// A game on two heaps whose order does not matter, given by the options of each two heaps.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ListedPairs {
    name: String,
    largest: u32,
    /// Invariant: the entry at `b (b + 1) / 2 + a` has the options of the heaps a <= b. Each option has its
    /// smaller heap first, and its own entry is an earlier one.
    options: Vec<Vec<(u32, u32)>>,
}

/// Why a list is no game on heaps.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ListedError {
    /// Not even heap 0 is listed, or the options of some heaps are not.
    #[error("the options of some heaps are not listed")]
    Incomplete,
    /// A move leaves as many counters as there were, or more.
    #[error("a move from {heap} leaves {left}, which is not smaller")]
    NotSmaller {
        /// The heap, or the two heaps, that the move starts from.
        heap: String,
        /// What the move leaves.
        left: String,
    },
}

impl Listed {
    /// The game with this name, in which a move makes of a heap of n one of the heaps in `options[n]`.
    ///
    /// # Errors
    ///
    /// No heap is listed, or a move leaves a heap that is not smaller.
    pub fn new(name: impl Into<String>, mut options: Vec<Vec<u32>>) -> Result<Self, ListedError> {
        if options.is_empty() {
            return Err(ListedError::Incomplete);
        }
        for (heap, left) in options.iter_mut().enumerate() {
            left.sort_unstable();
            left.dedup();
            if let Some(&left) = left.last().filter(|&&left| left as usize >= heap) {
                return Err(ListedError::NotSmaller {
                    heap: heap.to_string(),
                    left: left.to_string(),
                });
            }
        }
        let name = name.into();
        Ok(Self { name, options })
    }

    /// The largest heap whose options are listed.
    pub fn largest(&self) -> u64 {
        self.options.len() as u64 - 1
    }

    /// The heaps that a move leaves of a heap of n, increasing.
    ///
    /// # Panics
    ///
    /// The heap is larger than [`Self::largest`].
    pub fn left(&self, n: u64) -> &[u32] {
        &self.options[usize::try_from(n).expect("the heap is listed")]
    }
}

impl ListedPairs {
    /// The game with this name and the heaps 0 to `largest`. The options of the heaps a <= b stand at
    /// `b (b + 1) / 2 + a`, either heap first.
    ///
    /// # Errors
    ///
    /// The options of some heaps are not listed, or a move leaves two heaps whose larger one is not
    /// smaller, nor as large with a smaller heap beside it.
    pub fn new(
        name: impl Into<String>,
        largest: u32,
        mut options: Vec<Vec<(u32, u32)>>,
    ) -> Result<Self, ListedError> {
        let size = u128::from(largest) + 1;
        if options.len() as u128 != size * (size + 1) / 2 {
            return Err(ListedError::Incomplete);
        }
        let heaps = (0..=largest).flat_map(|b| (0..=b).map(move |a| (a, b)));
        for ((a, b), left) in heaps.zip(&mut options) {
            for (x, y) in left.iter_mut() {
                (*x, *y) = ((*x).min(*y), (*x).max(*y));
                if (*y, *x) >= (b, a) {
                    return Err(ListedError::NotSmaller {
                        heap: format!("({a}, {b})"),
                        left: format!("({x}, {y})"),
                    });
                }
            }
            left.sort_unstable();
            left.dedup();
        }
        let name = name.into();
        Ok(Self {
            name,
            largest,
            options,
        })
    }

    /// The largest heap whose options are listed.
    pub fn largest(&self) -> u64 {
        self.largest.into()
    }

    /// The options of the heaps a and b, the smaller heap of each first.
    ///
    /// # Panics
    ///
    /// A heap is larger than [`Self::largest`].
    pub fn left(&self, a: u64, b: u64) -> &[(u32, u32)] {
        let (small, large) = (a.min(b), a.max(b));
        assert!(large <= self.largest(), "both heaps are listed");
        &self.options[(large * (large + 1) / 2 + small) as usize]
    }
}

impl fmt::Display for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl fmt::Display for ListedPairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
