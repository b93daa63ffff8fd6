//! Wythoff's game: two heaps, from which a move takes any number from one, or the same
//! number from both.
//!
//! The problem: who wins, and by which moves? (W. A. Wythoff, 1907.)
//!
//! The theorem: the n-th lost position is nφ and nφ², both rounded down, with φ the
//! golden ratio; in misère play (0, 1) and (2, 2) take the places of (0, 0) and (1, 2).
//! Method and cost are those of [`engine::Wythoff`]; this file answers what a person
//! asks of it.
//!
//! When not to use it: heaps above 2^62 - 1 are refused. A nimber is told for lost
//! positions only.
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

use zug_sequences::pairs as engine;
use zug_values::{Nimber, Outcome, Play};

/// Why two heaps have no answer.
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

/// A position: two heaps, under normal or misère play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wythoff {
    first: u64,
    second: u64,
    play: Play,
    outcome: Outcome,
    /// The lost positions that one move can reach.
    winning: Vec<(u64, u64)>,
}

impl Wythoff {
    /// The position of these two heaps.
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

    /// The sizes of the two heaps.
    pub fn heaps(&self) -> (u64, u64) {
        (self.first, self.second)
    }

    /// The mover's outcome.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// The nimber of a lost position under normal play, which is 0; `None` for any
    /// other.
    pub fn nimber(&self) -> Option<Nimber> {
        (self.play == Play::Normal && self.outcome == Outcome::Loss).then_some(Nimber::ZERO)
    }

    /// All winning moves, in order, each as the numbers taken from the first and from
    /// the second heap.
    pub fn winning_moves(&self) -> Vec<(u64, u64)> {
        let taken = |&(x, y): &(u64, u64)| (self.first - x, self.second - y);
        let mut moves: Vec<(u64, u64)> = self.winning.iter().map(taken).collect();
        moves.sort_unstable();
        moves
    }

    /// The reasons for the outcome, in one or two lines.
    pub fn why(&self) -> Vec<String> {
        let Self { first, second, .. } = self;
        if (*first, *second) == (0, 0) {
            return vec![match self.play {
                Play::Normal => "there is nothing to take: whoever cannot move loses".to_owned(),
                Play::Misere => "there is nothing to take: whoever cannot move wins".to_owned(),
            }];
        }
        if let Some(&(x, y)) = self.winning.first() {
            let reached = format!("({x}, {y}) can be reached, and is lost");
            return match self.formula(x, y) {
                Some(formula) => vec![format!("{reached}: {formula}")],
                None => vec![reached],
            };
        }
        let n = first.abs_diff(*second);
        let (small, large) = (first.min(second), first.max(second));
        vec![match (self.play, small, n) {
            (Play::Misere, 0, 1) => "one has to take the last".to_owned(),
            (Play::Misere, 2, 0) => "(2, 2) is lost in misere play".to_owned(),
            _ => format!(
                "{small} and {large} are the whole parts of {n} φ and {n} φ²: lost; {}",
                self.formula(*first, *second).unwrap_or_default()
            ),
        }]
    }

    /// The formula of the lost position `(x, y)` with its numbers put in: `k = 3: ⌊3φ⌋ = 4, 4 + 3 =
    /// 7`; `None` for the two lost positions of misère play that it does not give.
    fn formula(&self, x: u64, y: u64) -> Option<String> {
        let (small, large, k) = (x.min(y), x.max(y), x.abs_diff(y));
        if self.play == Play::Misere && matches!((small, large), (0, 1) | (2, 2)) {
            return None;
        }
        Some(format!(
            "k = {k}: ⌊{k}φ⌋ = {small}, {small} + {k} = {large}"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(first: u64, second: u64, play: Play) -> String {
        Wythoff::new(first, second, play).unwrap().why().join(" ")
    }

    #[test]
    fn the_reason_puts_the_numbers_into_the_formula() {
        assert_eq!(
            why(5, 7, Play::Normal),
            "(3, 5) can be reached, and is lost: k = 2: ⌊2φ⌋ = 3, 3 + 2 = 5"
        );
        assert_eq!(
            why(7, 4, Play::Normal),
            "4 and 7 are the whole parts of 3 φ and 3 φ²: lost; k = 3: ⌊3φ⌋ = 4, 4 + 3 = 7"
        );
    }

    #[test]
    fn the_first_lost_positions_of_misere_play_have_no_formula() {
        assert_eq!(why(2, 2, Play::Misere), "(2, 2) is lost in misere play");
        assert_eq!(
            why(5, 5, Play::Misere),
            "(2, 2) can be reached, and is lost"
        );
        assert!(why(4, 7, Play::Misere).contains("⌊3φ⌋ = 4"));
    }

    #[test]
    fn the_formula_is_true_of_every_lost_position_below_a_thousand() {
        let golden = f64::midpoint(1.0, 5f64.sqrt());
        let theorem = engine::Wythoff::new(NonZeroU64::MIN, Play::Normal);
        for n in 1..600 {
            let (small, large) = theorem.lost(n).unwrap();
            assert_eq!(small, (n as f64 * golden).floor() as u64);
            let written = why(small, large, Play::Normal);
            let formula = format!("k = {n}: ⌊{n}φ⌋ = {small}, {small} + {n} = {large}");
            assert!(written.ends_with(&formula), "{written}");
        }
    }
}
