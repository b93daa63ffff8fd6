//! Which score to ask for next, until the score of a position is known.
//!
//! The first question is a guess. As long as all answers bound the score from one side, each
//! question goes twice as far from the bound as the one before; then each halves what is left. So
//! few questions suffice where the guess is good, and not many where it is bad. A search learns more
//! from a question than its answer ([`Narrowing::bound`]).

use zug_values::MOST_POINTS;

/// What is known of a score, and how far the next question goes.
///
/// ```
/// use zug_solve::search::Narrowing;
///
/// let score = 12;
/// let mut narrowing = Narrowing::default();
/// let mut asked = Vec::new();
/// while narrowing.score().is_none() {
///     let aim = narrowing.next(10);
///     asked.push(aim);
///     narrowing.learn(aim, score >= aim);
/// }
/// assert_eq!(narrowing.score(), Some(score));
/// assert_eq!(asked, [10, 11, 13, 12]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Narrowing {
    at_least: i64,
    at_most: i64,
    /// How far from a bound the next question is, while the other bound is not known.
    stride: i64,
}

/// A score of which nothing is known.
impl Default for Narrowing {
    fn default() -> Self {
        Self {
            at_least: -MOST_POINTS,
            at_most: MOST_POINTS,
            stride: 1,
        }
    }
}

impl Narrowing {
    /// An unknown score, which may be larger than [`MOST_POINTS`], or smaller than its negative: such a
    /// score is found to be one more than the most points, or one less than the fewest.
    #[must_use]
    pub fn of_any() -> Self {
        Self {
            at_least: -MOST_POINTS - 1,
            at_most: MOST_POINTS + 1,
            stride: 1,
        }
    }

    /// Notes bounds that are known from elsewhere: the least that the score may be, and the
    /// greatest.
    pub fn bound(&mut self, at_least: Option<i64>, at_most: Option<i64>) {
        self.at_least = self.at_least.max(at_least.unwrap_or(i64::MIN));
        self.at_most = self.at_most.min(at_most.unwrap_or(i64::MAX));
    }

    /// Notes the answer to a question: whether the score is at least `aim`.
    pub fn learn(&mut self, aim: i64, attains: bool) {
        if attains {
            self.at_least = self.at_least.max(aim);
        } else {
            self.at_most = self.at_most.min(aim - 1);
        }
        self.stride = self.stride.saturating_mul(2).min(MOST_POINTS);
    }

    /// The score, if it is known.
    #[must_use]
    pub fn score(&self) -> Option<i64> {
        (self.at_least == self.at_most).then_some(self.at_least)
    }

    /// The aim to ask for next, while the score is not known: is it at least this?
    #[must_use]
    pub fn next(&self, guess: i64) -> i64 {
        let is_bounded = [self.at_least > -MOST_POINTS, self.at_most < MOST_POINTS];
        let between = self.at_least + 1..=self.at_most;
        let aim = match is_bounded {
            _ if self.stride == 1 && between.contains(&guess) => guess,
            [false, false] => guess,
            [true, false] => self.at_least + self.stride.max(2) / 2,
            [false, true] => self.at_most + 1 - self.stride.max(2) / 2,
            [true, true] => self.at_least + (self.at_most - self.at_least + 1) / 2,
        };
        aim.min(self.at_most).max(self.at_least + 1)
    }
}
