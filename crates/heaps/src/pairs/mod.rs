//! Games on two heaps: Wythoff's game and similar games.
//!
//! A position is two heaps, whose order does not matter. A move takes from one heap, or
//! from both at once; [`PairGame::options`] *defines* the rules.
//!
//! W. A. Wythoff (*A modification of the game of Nim*, 1907) lets one take any
//! number from one heap or the same number from both: a queen on her way to the
//! corner of a chess board. Without the second kind of move it is Nim (a rook);
//! A. S. Fraenkel (1982) lets the numbers taken from both differ by less than t.
//! Euclid's game (A. J. Cole and A. J. T. Davie, 1969) takes a multiple of the
//! smaller heap from the larger one.
//!
//! ```
//! use zug_heaps::PairGame;
//!
//! let king: PairGame = "one {1} both {1}".parse()?;
//! let mut options = Vec::new();
//! king.options(2, 3, &mut |a, b| options.push((a, b)));
//! assert_eq!(options, [(1, 3), (2, 2), (1, 2)]);
//! assert_eq!("king".parse::<PairGame>()?, king);
//! assert_eq!("wythoff(1)".parse::<PairGame>()?.to_string(), "wythoff");
//! # Ok::<(), zug_heaps::PairError>(())
//! ```

mod notation;

use std::num::NonZeroU64;
use std::sync::Arc;

use crate::listed::ListedPairs;

pub use notation::PairError;

/// The rules of a game on two heaps.
///
/// Exhaustive on purpose, as [`HeapGame`](crate::HeapGame) is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PairGame {
    /// Numbers are taken from one heap or from both.
    Taking(Taking),
    /// The moves are listed, two heaps by two heaps, up to a largest heap.
    Listed(Arc<ListedPairs>),
    /// A positive multiple of the smaller heap is taken from the larger one. With
    /// an empty heap there is no move.
    Euclid,
}

/// What may be taken from one heap, and what from both at once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Taking {
    one: One,
    both: Both,
}

/// What may be taken from one heap, the other left as it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum One {
    /// Any positive number.
    Any,
    /// One of these numbers. In a [`Taking`] they increase and none is 0.
    Of(Vec<u64>),
}

/// What may be taken from both heaps at once: all that any of these fields allows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Both {
    /// Any two positive numbers that differ by less than this.
    pub within: Option<NonZeroU64>,
    /// The two numbers of one of these pairs, either number from either heap. In a
    /// [`Taking`] the pairs increase, each has its smaller number first, and none has a 0.
    pub pairs: Vec<(u64, u64)>,
    /// The same positive multiple of both numbers of one of these pairs, either number from
    /// either heap: 1:2 is any number from one heap and twice that number from the other. In a
    /// [`Taking`] the pairs increase, each has its smaller number first, and none has a 0 or is
    /// 1:1, which is `within` 1.
    pub ratios: Vec<(u64, u64)>,
}

/// Why moves make no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TakingError {
    /// A move takes nothing from a heap that it is said to take from.
    #[error("a move takes 1 or more from each heap that it touches")]
    TakesNothing,
    /// Nothing may be taken at all.
    #[error("no move is allowed")]
    NoMove,
}

impl Taking {
    /// The game with these moves, which may come in any order and more than once.
    ///
    /// # Errors
    ///
    /// A number is 0, or there is no move.
    pub fn new(one: One, both: Both) -> Result<Self, TakingError> {
        let one = match one {
            One::Any => One::Any,
            One::Of(mut takes) => {
                takes.sort_unstable();
                takes.dedup();
                if takes.first() == Some(&0) {
                    return Err(TakingError::TakesNothing);
                }
                One::Of(takes)
            }
        };
        let Both {
            mut within,
            pairs,
            ratios,
        } = both;
        let pairs = in_order(pairs)?;
        let mut ratios = in_order(ratios)?;
        if ratios.first() == Some(&(1, 1)) {
            ratios.remove(0);
            within = within.or(Some(NonZeroU64::MIN));
        }
        let both = Both {
            within,
            pairs,
            ratios,
        };
        if one == One::Of(Vec::new()) && both == Both::default() {
            return Err(TakingError::NoMove);
        }
        Ok(Self { one, both })
    }

    /// What may be taken from one heap.
    pub fn one(&self) -> &One {
        &self.one
    }

    /// What may be taken from both.
    pub fn both(&self) -> &Both {
        &self.both
    }

    /// The number `within`, if this is the game [`PairGame::wythoff`].
    pub fn as_wythoff(&self) -> Option<NonZeroU64> {
        let Both {
            within,
            pairs,
            ratios,
        } = &self.both;
        let is_alone = self.one == One::Any && pairs.is_empty() && ratios.is_empty();
        within.filter(|_| is_alone)
    }
}

/// Pairs in order, each with its smaller number first and none twice.
fn in_order(mut pairs: Vec<(u64, u64)>) -> Result<Vec<(u64, u64)>, TakingError> {
    for (k, l) in &mut pairs {
        (*k, *l) = ((*k).min(*l), (*k).max(*l));
        if *k == 0 {
            return Err(TakingError::TakesNothing);
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    Ok(pairs)
}

impl PairGame {
    /// The most numbers that a set in a notation may have, so that a short text cannot
    /// take all memory.
    pub const MOST_NUMBERS: usize = 1 << 16;

    /// Nim on two heaps: a move takes any number from one heap.
    pub fn nim() -> Self {
        Self::Taking(Taking {
            one: One::Any,
            both: Both::default(),
        })
    }

    /// The game in which a move takes any number from one heap, or from both heaps two
    /// numbers that differ by less than `within`. For 1 this is Wythoff's game, for larger
    /// numbers Fraenkel's generalisation.
    pub fn wythoff(within: NonZeroU64) -> Self {
        Self::Taking(Taking {
            one: One::Any,
            both: Both {
                within: Some(within),
                ..Both::default()
            },
        })
    }

    /// The number `within`, if this is the game [`PairGame::wythoff`].
    pub fn as_wythoff(&self) -> Option<NonZeroU64> {
        match self {
            Self::Taking(taking) => taking.as_wythoff(),
            Self::Listed(_) | Self::Euclid => None,
        }
    }

    /// Calls `visit` with each option of the heaps a and b: what is left of a, then what
    /// is left of b. An option may come more than once.
    ///
    /// This defines the rules. It is written to be read and is slow.
    pub fn options(&self, a: u64, b: u64, visit: &mut dyn FnMut(u64, u64)) {
        match self {
            Self::Taking(taking) => taking.options(a, b, visit),
            Self::Listed(listed) => {
                for &(x, y) in listed.left(a, b) {
                    let (x, y) = (x.into(), y.into());
                    if a <= b { visit(x, y) } else { visit(y, x) }
                }
            }
            Self::Euclid => {
                let (small, large) = (a.min(b), a.max(b));
                if small == 0 {
                    return;
                }
                for times in 1..=large / small {
                    let left = large - times * small;
                    // If the heaps are equal, either may be taken as the larger one.
                    if a <= b {
                        visit(a, left);
                    }
                    if b <= a {
                        visit(left, b);
                    }
                }
            }
        }
    }
}

impl Taking {
    fn options(&self, a: u64, b: u64, visit: &mut dyn FnMut(u64, u64)) {
        match &self.one {
            One::Any => {
                (1..=a).for_each(|k| visit(a - k, b));
                (1..=b).for_each(|l| visit(a, b - l));
            }
            One::Of(takes) => {
                for &k in takes.iter().filter(|&&k| k <= a) {
                    visit(a - k, b);
                }
                for &l in takes.iter().filter(|&&l| l <= b) {
                    visit(a, b - l);
                }
            }
        }
        let Both {
            within,
            pairs,
            ratios,
        } = &self.both;
        if let Some(within) = within {
            let most = within.get() - 1;
            for k in 1..=a {
                for l in k.saturating_sub(most).max(1)..=k.saturating_add(most).min(b) {
                    visit(a - k, b - l);
                }
            }
        }
        let multiples = ratios
            .iter()
            .flat_map(|&(k, l)| (1..=a.max(b) / l).map(move |times| (k * times, l * times)));
        for (k, l) in pairs.iter().copied().chain(multiples) {
            if k <= a && l <= b {
                visit(a - k, b - l);
            }
            if k != l && l <= a && k <= b {
                visit(a - l, b - k);
            }
        }
    }
}
