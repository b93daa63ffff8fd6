//! Interval moves: a heap becomes one smaller heap, of any size between two bounds
//! that depend on the size of the heap.
//!
//! Furlo and Rublo's game (Codeforces 255E, 2012) leaves at least the fourth root
//! of a heap and at most its square root.

use std::fmt;
use std::ops::RangeInclusive;

/// A game in which a move replaces a heap of n by a smaller heap, of at least `lo` and
/// at most `hi` counters.
///
/// Sizes are whole numbers, so `lo` is rounded up and `hi` down. Neither falls as n
/// grows. If `lo` is above `hi`, or above n - 1, there is no move.
///
/// ```
/// use zug_heaps::{Bound, Leaving};
///
/// let lo = Bound::root(4, 0).expect("4 is a degree");
/// let hi = Bound::root(2, 0).expect("2 is a degree");
/// let furlo_rublo = Leaving { lo, hi };
/// assert_eq!(furlo_rublo.sizes(100), Some(4..=10));
/// assert_eq!(furlo_rublo.sizes(1), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Leaving {
    /// The least size that may be left.
    pub lo: Bound,
    /// The largest size that may be left.
    pub hi: Bound,
}

/// A bound on the size that a move leaves of a heap of n: a fraction or a root of n, plus
/// a constant. It never falls as n grows, and is evaluated in whole numbers.
///
/// ```
/// use zug_heaps::Bound;
///
/// let two_thirds = Bound::share(2, 3, -1).expect("3 is not 0");
/// assert_eq!(two_thirds.to_string(), "2n/3-1");
/// assert_eq!((two_thirds.floor(10), two_thirds.ceil(10)), (5, 6));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bound {
    shape: Shape,
    plus: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Shape {
    /// `times * n / over`. Invariant: the fraction is in lowest terms.
    Share { times: u32, over: u32 },
    /// The root of this degree. Invariant: from 2 to [`Bound::LARGEST_ROOT`].
    Root(u32),
}

impl Leaving {
    /// The sizes that a move may leave of a heap of n; `None` if there is no move.
    pub fn sizes(&self, n: u64) -> Option<RangeInclusive<u64>> {
        let largest = n.checked_sub(1)?;
        let lo = self.lo.ceil(n).max(0);
        let hi = self.hi.floor(n).min(i128::from(largest));
        (lo <= hi).then_some(lo as u64..=hi as u64)
    }

    /// The least heap that has a move, if it is plain that every larger heap has a move
    /// and every smaller heap has none.
    ///
    /// Heaps up to some thousand are looked at one by one. Larger heaps have a move if
    /// the bounds are at least 1 apart there and their distance does not fall.
    pub fn first_with_moves(&self) -> Option<u64> {
        const LOOKED_AT: u64 = 1 << 12;
        let first = (0..=LOOKED_AT).find(|&n| self.sizes(n).is_some())?;
        let all = (first..=LOOKED_AT).all(|n| self.sizes(n).is_some());
        let below = Bound::share(1, 1, -1)?;
        let apart = [self.hi, below].iter().all(|hi| {
            let distance = hi.floor(LOOKED_AT) - self.lo.ceil(LOOKED_AT);
            distance >= 1 && self.lo.grows_no_faster(*hi, LOOKED_AT)
        });
        (all && apart).then_some(first)
    }

    /// See [`crate::HeapGame::most_taken`].
    pub(crate) fn most_taken(&self) -> Option<u64> {
        self.lo
            .below()
            .map(|most| u64::try_from(most).unwrap_or_default())
    }
}

impl Bound {
    /// The largest degree of a root: the root of this degree is 1 for every size.
    pub const LARGEST_ROOT: u32 = 64;

    /// The bound `size`, whatever n is.
    pub fn constant(size: i64) -> Self {
        Self {
            shape: Shape::Share { times: 0, over: 1 },
            plus: size,
        }
    }

    /// The bound `times * n / over + plus`; `None` if `over` is 0.
    pub fn share(times: u32, over: u32, plus: i64) -> Option<Self> {
        let divisor = greatest_common_divisor(times, over);
        (over > 0).then(|| Self {
            shape: Shape::Share {
                times: times / divisor,
                over: over / divisor,
            },
            plus,
        })
    }

    /// The root of n of this degree, plus a constant; `None` if the degree is not from 1
    /// to [`Self::LARGEST_ROOT`].
    pub fn root(degree: u32, plus: i64) -> Option<Self> {
        match degree {
            1 => Self::share(1, 1, plus),
            2..=Self::LARGEST_ROOT => Some(Self {
                shape: Shape::Root(degree),
                plus,
            }),
            _ => None,
        }
    }

    /// Whether it is plain that from n on this bound grows no faster than `other`.
    fn grows_no_faster(self, other: Self, n: u64) -> bool {
        match (self.shape, other.shape) {
            (Shape::Share { times: 0, .. }, _) => true,
            (Shape::Share { times, over }, Shape::Share { times: t, over: o }) => {
                u64::from(times) * u64::from(o) <= u64::from(t) * u64::from(over)
            }
            // The slope of a root of degree d at n is the root divided by d n, and falls.
            (Shape::Root(degree), Shape::Share { times, over }) => {
                let (n, degree) = (u128::from(n), u128::from(degree));
                u128::from(over) * (u128::from(root(n as u64, degree as u32)) + 1)
                    <= u128::from(times) * degree * n
            }
            (Shape::Root(degree), Shape::Root(other)) => other <= degree,
            (Shape::Share { .. }, Shape::Root(_)) => false,
        }
    }

    /// The bound for a heap of n, rounded down.
    pub fn floor(&self, n: u64) -> i128 {
        let share = match self.shape {
            Shape::Share { times, over } => i128::from(times) * i128::from(n) / i128::from(over),
            Shape::Root(degree) => root(n, degree).into(),
        };
        share + i128::from(self.plus)
    }

    /// The bound for a heap of n, rounded up.
    pub fn ceil(&self, n: u64) -> i128 {
        let floor = self.floor(n);
        let exact = match self.shape {
            Shape::Share { times, over } => {
                (i128::from(times) * i128::from(n)) % i128::from(over) == 0
            }
            Shape::Root(degree) => root(n, degree).checked_pow(degree) == Some(n),
        };
        floor + i128::from(!exact)
    }

    /// The numbers a, b and c of the bound a n / b + c; `None` if it is a root.
    pub(crate) fn as_share(&self) -> Option<(i64, i64, i64)> {
        match self.shape {
            Shape::Share { times, over } => Some((times.into(), over.into(), self.plus)),
            Shape::Root(_) => None,
        }
    }

    /// The bound, if it is the same for every n.
    pub(crate) fn as_constant(&self) -> Option<i64> {
        matches!(self.shape, Shape::Share { times: 0, .. }).then_some(self.plus)
    }

    /// The difference between n and the bound, if it is the same for every n.
    pub(crate) fn below(&self) -> Option<i64> {
        let whole = matches!(self.shape, Shape::Share { times: 1, over: 1 });
        whole.then(|| self.plus.checked_neg()).flatten()
    }

    /// Whether the bound is at least n - 1 for every n from 1 on.
    pub(crate) fn bounds_nothing(&self) -> bool {
        match self.shape {
            Shape::Share { times, over } => times >= over && self.plus >= -1,
            Shape::Root(_) => false,
        }
    }
}

fn greatest_common_divisor(a: u32, b: u32) -> u32 {
    match b {
        0 => a.max(1),
        _ => greatest_common_divisor(b, a % b),
    }
}

/// The root of n of this degree, rounded down; the degree must be at least 2.
fn root(n: u64, degree: u32) -> u64 {
    // Invariant: the power of `low` is at most n, that of `high` is above n.
    let (mut low, mut high) = (0, 1 << 32);
    while high - low > 1 {
        let middle: u64 = low + (high - low) / 2;
        if middle.checked_pow(degree).is_some_and(|power| power <= n) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

impl fmt::Display for Leaving {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "leave {}..{}", self.lo, self.hi)
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.shape {
            Shape::Share { times: 0, .. } => return write!(f, "{}", self.plus),
            Shape::Share { times, over } => {
                if times > 1 {
                    write!(f, "{times}")?;
                }
                f.write_str("n")?;
                if over > 1 {
                    write!(f, "/{over}")?;
                }
            }
            Shape::Root(degree) => write!(f, "n^(1/{degree})")?,
        }
        match self.plus {
            0 => Ok(()),
            plus => write!(f, "{plus:+}"),
        }
    }
}
