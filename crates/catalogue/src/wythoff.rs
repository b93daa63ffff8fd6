//! Wythoff's game: two heaps, and any number from one or the same from both.
//!
//! The problem: who wins, and by which moves? (W. A. Wythoff, 1907.)
//!
//! The theorem: the n-th lost position has the whole parts of nφ and nφ², with φ the
//! golden ratio; in misère play (0, 1) and (2, 2) take the places of (0, 0) and (1, 2).
//! The method and its cost are those of [`engine::Wythoff`]; this file is what a person
//! asks of it.
//!
//! When not to use it: heaps above 2^62 - 1 are refused. Nimbers are known for lost
//! positions alone.
//!
//! ```
//! use zug_catalogue::wythoff::Wythoff;
//! use zug_values::{Outcome, Play};
//!
//! let game = Wythoff::new(10, 7, Play::Normal)?;
//! assert_eq!(game.outcome(), Outcome::Win);
//! assert_eq!(game.winning_moves(), [(0, 1), (3, 3), (6, 0)]);
//! # Ok::<(), zug_catalogue::wythoff::WythoffError>(())
//! ```

use std::num::NonZeroU64;

use zug_solve::impartial::pairs as engine;
use zug_values::{Nimber, Outcome, Play};

/// Why two heaps are not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WythoffError {
    /// A heap is too large for the theorem.
    #[error("a heap of {heap} is too large: at most {}", engine::Wythoff::LARGEST)]
    TooLarge {
        /// The heap.
        heap: u64,
    },
}

/// Two heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wythoff {
    first: u64,
    second: u64,
    play: Play,
    outcome: Outcome,
    /// The lost positions that can be reached.
    winning: Vec<(u64, u64)>,
}

impl Wythoff {
    /// Two heaps, under normal or misère play.
    ///
    /// # Errors
    ///
    /// A heap is too large.
    pub fn new(first: u64, second: u64, play: Play) -> Result<Self, WythoffError> {
        let theorem = engine::Wythoff::new(NonZeroU64::MIN, play);
        let told = theorem.outcome(first, second);
        let told = told.zip(theorem.winning_options(first, second));
        let heap = first.max(second);
        let (outcome, winning) = told.ok_or(WythoffError::TooLarge { heap })?;
        Ok(Self {
            first,
            second,
            play,
            outcome,
            winning,
        })
    }

    /// Whether the mover wins.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// The nimber, if it is 0 and play is normal.
    pub fn nimber(&self) -> Option<Nimber> {
        (self.play == Play::Normal && self.outcome == Outcome::Loss).then_some(Nimber::ZERO)
    }

    /// What to take from the first and from the second heap in order to win: all such
    /// moves, in order.
    pub fn winning_moves(&self) -> Vec<(u64, u64)> {
        let taken = |&(x, y): &(u64, u64)| (self.first - x, self.second - y);
        let mut moves: Vec<(u64, u64)> = self.winning.iter().map(taken).collect();
        moves.sort_unstable();
        moves
    }

    /// Why the mover wins or loses, in one or two lines.
    pub fn why(&self) -> Vec<String> {
        let Self { first, second, .. } = self;
        if (*first, *second) == (0, 0) {
            return vec![match self.play {
                Play::Normal => "there is nothing to take: who cannot move loses".to_owned(),
                Play::Misere => "there is nothing to take: who cannot move wins".to_owned(),
            }];
        }
        if let Some((x, y)) = self.winning.first() {
            return vec![format!("({x}, {y}) can be reached, and is lost")];
        }
        let n = first.abs_diff(*second);
        let (small, large) = (first.min(second), first.max(second));
        vec![match (self.play, small, n) {
            (Play::Misere, 0, 1) => "one has to take the last".to_owned(),
            (Play::Misere, 2, 0) => "(2, 2) is lost in misere play".to_owned(),
            _ => format!("{small} and {large} are the whole parts of {n} φ and {n} φ²: lost"),
        }]
    }
}
