//! The rules of a game on one heap.

use std::sync::Arc;

use crate::{Breaking, Leaving, Listed, Splitting, TakeSet, TakeSetError};

/// A game on one heap of counters; several heaps are a sum.
///
/// It is read from its notation (see its `FromStr`) or its name, and printed in its
/// canonical notation.
///
/// Exhaustive on purpose: an engine that does not know a form of the rules must not
/// compile as if it did.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum HeapGame {
    /// A code says how many counters may be taken, and in how many heaps the rest is
    /// left.
    Breaking(Breaking),
    /// A move takes one of these numbers.
    Subtraction(TakeSet),
    /// A move takes any number but these.
    AllBut(TakeSet),
    /// A move splits a heap and takes nothing.
    Splitting(Splitting),
    /// A move makes a heap smaller, to a size between two bounds.
    Leaving(Leaving),
    /// The moves are listed, heap by heap, up to a largest heap.
    Listed(Arc<Listed>),
}

impl HeapGame {
    /// The game in which a move takes one of these numbers. They may come in any order
    /// and more than once, and none may be 0.
    pub fn subtraction(takes: impl IntoIterator<Item = u64>) -> Result<Self, TakeSetError> {
        TakeSet::new(takes).map(Self::Subtraction)
    }

    /// The game in which a move takes any number but these. They may come in any order
    /// and more than once, and none may be 0.
    pub fn all_but(forbidden: impl IntoIterator<Item = u64>) -> Result<Self, TakeSetError> {
        TakeSet::new(forbidden).map(Self::AllBut)
    }

    /// Calls `visit` with each option of a heap of n, as the sizes of the nonempty heaps
    /// that the move leaves, in increasing order. The empty slice is the option without
    /// heaps. An option may come more than once.
    ///
    /// This defines the rules. It is written to be read and is slow.
    ///
    /// # Panics
    ///
    /// The moves are listed, and n is larger than the largest heap of the list.
    ///
    /// ```
    /// let kayles: zug_heaps::HeapGame = "kayles".parse()?;
    /// let mut options = Vec::new();
    /// kayles.options(3, &mut |heaps| options.push(heaps.to_vec()));
    /// // One pin or two from an end, or the one in the middle.
    /// assert_eq!(options, [vec![2], vec![1, 1], vec![1]]);
    /// # Ok::<(), zug_heaps::NotationError>(())
    /// ```
    pub fn options(&self, n: u64, visit: &mut dyn FnMut(&[u64])) {
        match self {
            Self::Breaking(breaking) => breaking.options(n, visit),
            Self::Subtraction(takes) => {
                for take in takes.as_slice().iter().filter(|&&take| take <= n) {
                    leave(n - take, visit);
                }
            }
            Self::AllBut(forbidden) => {
                for take in (1..=n).filter(|&take| !forbidden.contains(take)) {
                    leave(n - take, visit);
                }
            }
            Self::Splitting(splitting) => splitting.options(n, visit),
            Self::Leaving(leaving) => {
                for size in leaving.sizes(n).into_iter().flatten() {
                    leave(size, visit);
                }
            }
            Self::Listed(listed) => {
                for &size in listed.left(n) {
                    leave(size.into(), visit);
                }
            }
        }
    }

    /// The largest number of counters that a move takes; `None` if there is no limit.
    pub fn most_taken(&self) -> Option<u64> {
        match self {
            Self::Breaking(breaking) => breaking.most_taken(),
            Self::Subtraction(takes) => Some(takes.largest().unwrap_or(0)),
            Self::AllBut(_) | Self::Listed(_) => None,
            Self::Splitting(_) => Some(0),
            Self::Leaving(leaving) => leaving.most_taken(),
        }
    }

    /// The largest number of heaps that a move makes of one heap; `None` if there is no
    /// limit.
    pub fn most_left(&self) -> Option<u32> {
        match self {
            Self::Breaking(breaking) => {
                let digits = breaking.digits().iter().chain(breaking.tail());
                digits.max().map(|digit| digit.checked_ilog2().unwrap_or(0))
            }
            Self::Splitting(splitting) => splitting.most(),
            Self::Subtraction(_) | Self::AllBut(_) | Self::Leaving(_) | Self::Listed(_) => Some(1),
        }
    }
}

fn leave(rest: u64, visit: &mut dyn FnMut(&[u64])) {
    match rest {
        0 => visit(&[]),
        _ => visit(&[rest]),
    }
}
