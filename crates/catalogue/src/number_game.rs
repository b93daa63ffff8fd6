//! The value of The Number Game, layer by layer.
//!
//! The problem: X and Y in turn replace n by n + eⁿ or n − eⁿ modulo a prime p. Whoever
//! moves to a goal wins at once; after r rounds the game is a draw. Who wins? (Bob
//! Walton, 2001; the start does not count as reaching a goal.)
//!
//! The theorem is backward induction on the number of moves left: with no move left
//! every n is a draw, and with k moves left the outcome of n follows from the outcomes
//! of its two neighbours with k − 1 left. A layer depends only on the one below it, and
//! a tree with 2^(2r) leaves has only p positions a layer.
//!
//! Cost: p · 2r positions with two edges each, memory for two layers.
//!
//! When not to use it: it answers for the outcome only. For remoteness, or the
//! game without a limit of rounds, solve the rules.
//!
//! ```
//! use zug_catalogue::{NumberGame, NumberGameSetup};
//! use zug_values::Outcome;
//!
//! let setup = |rounds| NumberGameSetup { start: 3, rounds, e: 7, p: 11, goals: vec![8, 9] };
//! assert_eq!(NumberGame::new(setup(1))?.value(), Outcome::Draw);
//! assert_eq!(NumberGame::new(setup(2))?.value(), Outcome::Loss); // Y wins
//! # Ok::<(), zug_catalogue::NumberGameError>(())
//! ```

use zug_values::Outcome;

/// The numbers of a Number Game, not yet checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberGameSetup {
    /// The first n, in `0..p`.
    pub start: u32,
    /// The number of rounds; a round is a move by X and a move by Y.
    pub rounds: u32,
    /// The base of the powers, in `2..p`.
    pub e: u32,
    /// The modulus, a prime.
    pub p: u32,
    /// The numbers that win, in `0..p`; there may be none, and they may repeat, in any
    /// order.
    pub goals: Vec<u32>,
}

/// Why a setup is not a Number Game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NumberGameError {
    /// `p` is not a prime.
    #[error("p = {p} is not a prime")]
    NotPrime {
        /// The modulus.
        p: u32,
    },
    /// `p` is too large for a table of its powers.
    #[error("p = {p} is too large: at most {most}")]
    TooLarge {
        /// The modulus.
        p: u32,
        /// The largest modulus allowed.
        most: u32,
    },
    /// `rounds` is 0.
    #[error("there must be at least one round")]
    NoRounds,
    /// `e` is not in its range.
    #[error("e = {e} is not in 2..{}", p - 1)]
    Base {
        /// The base.
        e: u32,
        /// The modulus.
        p: u32,
    },
    /// `start` is not in its range.
    #[error("the start {start} is not in 0..{}", p - 1)]
    Start {
        /// The first n.
        start: u32,
        /// The modulus.
        p: u32,
    },
    /// A number of `goals` is not in its range.
    #[error("the goal {goal} is not in 0..{}", p - 1)]
    Goal {
        /// The first such number.
        goal: u32,
        /// The modulus.
        p: u32,
    },
}

/// The largest modulus: with it the tables take a few megabytes.
const LARGEST_MODULUS: u32 = 1 << 20;

/// A valid Number Game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberGame {
    start: usize,
    plies: u64,
    /// For each n the two numbers that a move can make of it, and whether each is a
    /// goal.
    next: Vec<[Target; 2]>,
}

/// The number that a move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Target {
    n: u32,
    is_goal: bool,
}

impl NumberGame {
    /// Checks the setup and works out all moves.
    ///
    /// # Errors
    ///
    /// An error names the first field that is not in its range.
    pub fn new(setup: NumberGameSetup) -> Result<Self, NumberGameError> {
        let NumberGameSetup {
            start,
            rounds,
            e,
            p,
            goals,
        } = setup;
        if p > LARGEST_MODULUS {
            let most = LARGEST_MODULUS;
            return Err(NumberGameError::TooLarge { p, most });
        }
        if p < 2 || (2..=p.isqrt()).any(|d| p % d == 0) {
            return Err(NumberGameError::NotPrime { p });
        }
        if rounds == 0 {
            return Err(NumberGameError::NoRounds);
        }
        if !(2..p).contains(&e) {
            return Err(NumberGameError::Base { e, p });
        }
        if start >= p {
            return Err(NumberGameError::Start { start, p });
        }
        let mut is_goal = vec![false; p as usize];
        for goal in goals {
            let place = is_goal.get_mut(goal as usize);
            *place.ok_or(NumberGameError::Goal { goal, p })? = true;
        }
        let target = |n: u32| Target {
            n,
            is_goal: is_goal[n as usize],
        };
        let mut power = 1;
        let mut next = Vec::with_capacity(p as usize);
        for n in 0..p {
            next.push([target((n + p - power) % p), target((n + power) % p)]);
            power = (u64::from(power) * u64::from(e) % u64::from(p)) as u32;
        }
        Ok(Self {
            start: start as usize,
            plies: 2 * u64::from(rounds),
            next,
        })
    }

    /// The outcome for X, who moves first.
    pub fn value(&self) -> Outcome {
        self.after(self.plies)[self.start]
    }

    /// For each n, the outcome for the player to move there when `plies` moves are
    /// left.
    pub fn after(&self, plies: u64) -> Vec<Outcome> {
        let mut below = vec![Outcome::Draw; self.next.len()];
        for _ in 0..plies {
            let layer: Vec<Outcome> = self
                .next
                .iter()
                .map(|targets| {
                    better(targets.map(|target| {
                        if target.is_goal {
                            Outcome::Win
                        } else {
                            below[target.n as usize].flipped()
                        }
                    }))
                })
                .collect();
            if layer == below {
                break; // what is won or lost in k moves is so in k + 1: later layers are equal
            }
            below = layer;
        }
        below
    }
}

/// The outcome that the mover prefers.
fn better([a, b]: [Outcome; 2]) -> Outcome {
    match (a, b) {
        (Outcome::Win, _) | (_, Outcome::Win) => Outcome::Win,
        (Outcome::Draw, _) | (_, Outcome::Draw) => Outcome::Draw,
        (Outcome::Loss, Outcome::Loss) => Outcome::Loss,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setup() -> NumberGameSetup {
        NumberGameSetup {
            start: 3,
            rounds: 2,
            e: 7,
            p: 11,
            goals: vec![8, 9],
        }
    }

    #[test]
    fn the_field_at_fault_is_named() {
        let error = |change: fn(&mut NumberGameSetup)| {
            let mut wrong = setup();
            change(&mut wrong);
            NumberGame::new(wrong).unwrap_err().to_string()
        };
        assert_eq!(error(|s| s.p = 9), "p = 9 is not a prime");
        assert_eq!(error(|s| s.p = 0), "p = 0 is not a prime");
        assert_eq!(error(|s| s.rounds = 0), "there must be at least one round");
        assert_eq!(error(|s| s.e = 11), "e = 11 is not in 2..10");
        assert_eq!(error(|s| s.start = 11), "the start 11 is not in 0..10");
        assert_eq!(
            error(|s| s.goals = vec![8, 40]),
            "the goal 40 is not in 0..10"
        );
        assert_eq!(
            error(|s| s.p = u32::MAX),
            "p = 4294967295 is too large: at most 1048576"
        );
    }

    #[test]
    fn without_goals_it_is_a_draw() {
        let goals = Vec::new();
        let game = NumberGame::new(NumberGameSetup { goals, ..setup() });
        assert_eq!(game.unwrap().value(), Outcome::Draw);
    }
}
