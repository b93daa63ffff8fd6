//! Wythoff's game without a table.
//!
//! The problem: a move takes any number from one of two heaps, or from both heaps two
//! numbers that differ by less than t. Who wins, and by which moves?
//!
//! The theorem: with the lost positions in order, the n-th, counted from 0, is (aₙ,
//! aₙ + tn), where aₙ is the least number in no lost position before it. For t = 1 aₙ
//! is nφ rounded down (W. A. Wythoff 1907), for any t it is nα rounded down, with α =
//! (2 - t + √(t² + 4)) / 2 (A. S. Fraenkel 1982, by the theorem of Beatty). In misère
//! play (Fraenkel 1984) for t >= 2 the n-th lost position is (aₙ, aₙ + tn + 1), and aₙ
//! is nα + 1/α rounded down; for t = 1 only the first two lost positions change, to
//! (0, 1) and (2, 2).
//!
//! The method: exact whole numbers throughout. With D the difference of the two heaps,
//! aₙ is D α / t, in misère play plus (t - 2) / t, rounded down. As α = 1 +
//! (√(t² + 4) - t) / 2, it suffices to round D (√(t² + 4) - t) down, and the result is
//! the largest e with e² + 2Dte <= 4D². The lost position with a given heap is found by
//! binary search.
//!
//! Cost: about a thousand multiplications of 128 bits a position; no memory. Answers
//! heaps up to 2^62 - 1.
//!
//! When not to use it: for nimbers, about which little is known, see
//! [`super::PairNimbers`].
//!
//! ```
//! use std::num::NonZeroU64;
//! use zug_sequences::pairs::Wythoff;
//! use zug_values::{Outcome, Play};
//!
//! let game = Wythoff::new(NonZeroU64::MIN, Play::Normal);
//! assert_eq!(game.lost(4), Some((6, 10)));
//! assert_eq!(game.outcome(6, 10), Some(Outcome::Loss));
//! assert_eq!(game.winning_options(6, 9), Some(vec![(4, 7)]));
//! ```

use std::num::NonZeroU64;

use zug_values::{Outcome, Play};

/// Wythoff's game (t = 1), or Fraenkel's generalisation to any t.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wythoff {
    within: NonZeroU64,
    play: Play,
}

impl Wythoff {
    /// The largest heap that is answered: eight times its square fits into 128 bits.
    pub const LARGEST: u64 = u64::MAX >> 2;

    /// The game in which the numbers taken from both heaps differ by less than
    /// `within`.
    pub fn new(within: NonZeroU64, play: Play) -> Self {
        Self { within, play }
    }

    /// The n-th lost position, counted from 0, the smaller heap first; `None` if one of
    /// its heaps is above [`Wythoff::LARGEST`].
    pub fn lost(&self, n: u64) -> Option<(u64, u64)> {
        let t = u128::from(self.within.get());
        let steps = u128::from(n) * t;
        let (difference, more) = match self.play {
            Play::Normal => (steps, 0),
            Play::Misere if t >= 2 => (steps.checked_add(1)?, 2 * (t - 2)),
            Play::Misere => match n {
                0 => return Some((0, 1)),
                1 => return Some((2, 2)),
                _ => (steps, 0),
            },
        };
        if difference > u128::from(Self::LARGEST) {
            return None;
        }
        let small = (2 * difference + excess(difference, t) + more) / (2 * t);
        let large = small + difference;
        let fits = |heap: u128| {
            u64::try_from(heap)
                .ok()
                .filter(|&heap| heap <= Self::LARGEST)
        };
        Some((fits(small)?, fits(large)?))
    }

    /// The heap that makes a lost position together with `heap`; `None` if one of the
    /// two is above [`Wythoff::LARGEST`].
    pub fn partner(&self, heap: u64) -> Option<u64> {
        // Every heap is in one lost position, and the n-th has no heap below n.
        let small = |n| self.lost(n).map(|(small, _)| small);
        let large = |n| self.lost(n).map(|(_, large)| large);
        let n = first(heap, |n| small(n).is_none_or(|small| small >= heap));
        if small(n) == Some(heap) {
            return large(n);
        }
        let n = first(heap, |n| large(n).is_none_or(|large| large >= heap));
        (large(n) == Some(heap)).then(|| small(n)).flatten()
    }

    /// Whether the mover loses.
    fn is_lost(&self, a: u64, b: u64) -> bool {
        self.numbers_near(a.abs_diff(b), 0)
            .any(|n| self.lost(n) == Some((a.min(b), a.max(b))))
    }

    /// The outcome of two heaps; `None` if a heap is above [`Wythoff::LARGEST`].
    pub fn outcome(&self, a: u64, b: u64) -> Option<Outcome> {
        (a.max(b) <= Self::LARGEST).then(|| {
            if self.is_lost(a, b) {
                Outcome::Loss
            } else {
                Outcome::Win
            }
        })
    }

    /// The positions that a winning move leads to, in order; `None` if a heap is above
    /// [`Wythoff::LARGEST`]. Two empty heaps have no move, although in misère play the
    /// mover wins.
    pub fn winning_options(&self, a: u64, b: u64) -> Option<Vec<(u64, u64)>> {
        if self.outcome(a, b)? == Outcome::Loss {
            return Some(Vec::new());
        }
        let mut options = Vec::new();
        options.extend(self.partner(a).filter(|&y| y < b).map(|y| (a, y)));
        options.extend(self.partner(b).filter(|&x| x < a).map(|x| (x, b)));
        let most = self.within.get() - 1;
        for n in self.numbers_near(a.abs_diff(b), most) {
            let Some((small, large)) = self.lost(n) else {
                continue;
            };
            for (x, y) in [(small, large), (large, small)] {
                if x < a && y < b && (a - x).abs_diff(b - y) <= most {
                    options.push((x, y));
                }
            }
        }
        options.sort_unstable();
        options.dedup();
        Some(options)
    }

    /// The numbers of all lost positions whose heaps differ by between `difference -
    /// most` and `difference + most`, and a few other numbers. `most` is below t.
    fn numbers_near(&self, difference: u64, most: u64) -> impl Iterator<Item = u64> {
        let t = self.within.get();
        let from = (difference.saturating_sub(most) / t).saturating_sub(1);
        let to = difference.saturating_add(most) / t;
        // The first two lost positions of misère play are out of order.
        let first = (0..2).filter(move |n| !(from..=to).contains(n));
        first.chain(from..=to)
    }
}

/// D (√(t² + 4) - t), rounded down, with D the `difference`.
fn excess(difference: u128, t: u128) -> u128 {
    // Nothing overflows: t e <= 2D, so both sums are at most 8D², and D is below 2^62.
    let square = 4 * difference * difference;
    let (mut low, mut high) = (0, 2 * difference / t);
    while low < high {
        let middle = (low + high).div_ceil(2);
        if middle * middle + 2 * difference * (t * middle) <= square {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low
}

/// The least n up to `most` for which the condition holds, or `most`; once it
/// holds, it must hold for all larger n.
fn first(most: u64, holds: impl Fn(u64) -> bool) -> u64 {
    let (mut low, mut high) = (0, most);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}
