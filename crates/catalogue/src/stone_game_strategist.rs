//! Stone Game Strategist, as Staircase Nim on the differences.
//!
//! The problem: piles of stones in ascending order (equal piles are allowed). A move
//! takes one or more stones from one pile, and the order must stay. Whoever cannot move
//! loses. Who wins, and by which moves? (TopCoder SRM 309, 2006.)
//!
//! The theorem: the *step* of a pile is the number of stones that it has more than the
//! pile before it. The nimber is the xor of every second step, counted from the last
//! pile: the last one, the last but two, and so on.
//!
//! Why: taking stones from a pile moves them from its step to the next one, and from
//! the last step away: that is Staircase Nim (R. Sprague, 1937). A move in a counted
//! step makes that number smaller, by any amount, as in Nim: it reaches every smaller
//! xor. A move in another step makes a counted number larger. No move keeps the xor. So
//! the xor is the mex of those of the options.
//!
//! Cost: time in proportion to the number of piles, for all winning moves.
//!
//! When not to use it: if the order may break, the game is [`nim`](crate::nim).
//!
//! ```
//! use zug_catalogue::stone_game_strategist::{StoneGame, Take};
//! use zug_values::{Nimber, Outcome};
//!
//! let game = StoneGame::new([3, 5, 9, 11, 16])?; // steps 3, 2, 4, 2, 5
//! assert_eq!(game.nimber(), Nimber(3 ^ 4 ^ 5));
//! assert_eq!(game.winning_moves()[0], Take { pile: 0, stones: 2 });
//! assert_eq!(StoneGame::new([6, 6])?.outcome(), Outcome::Loss);
//! # Ok::<(), zug_catalogue::stone_game_strategist::StoneGameError>(())
//! ```

use zug_values::{Nimber, Outcome};

use crate::nim::Nim;

/// Why a list of piles is not a position of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StoneGameError {
    /// A pile has fewer stones than the one before it.
    #[error("pile {pile} has {stones} stones, fewer than the {before} of the pile before it")]
    Order {
        /// The pile's place in the list, from 0.
        pile: usize,
        /// The number of stones of the pile.
        stones: u32,
        /// The number of stones of the pile before it.
        before: u32,
    },
}

/// A move: stones taken from a pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Take {
    /// The pile's place in the list, from 0.
    pub pile: usize,
    /// The number of stones that are taken; at least 1.
    pub stones: u32,
}

/// A position: piles in ascending order, kept as the steps between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoneGame {
    steps: Vec<u32>,
}

impl StoneGame {
    /// The position with these piles.
    ///
    /// # Errors
    ///
    /// An error names the first pile that is smaller than the one before it.
    pub fn new(piles: impl AsRef<[u32]>) -> Result<Self, StoneGameError> {
        let mut before = 0;
        let mut steps = Vec::with_capacity(piles.as_ref().len());
        for (pile, &stones) in piles.as_ref().iter().enumerate() {
            let order = StoneGameError::Order {
                pile,
                stones,
                before,
            };
            steps.push(stones.checked_sub(before).ok_or(order)?);
            before = stones;
        }
        Ok(Self { steps })
    }

    /// The xor of every second step, counted from the last pile.
    pub fn nimber(&self) -> Nimber {
        self.counted().nimber()
    }

    /// Every second step, counted from the last pile: the pile that the step leads up to, from 0,
    /// and the number of stones that it has more than the pile before it.
    pub fn counted_steps(&self) -> impl Iterator<Item = (usize, u32)> {
        let steps = self.steps.iter().copied().enumerate();
        steps.filter(|(pile, _)| self.is_counted(*pile))
    }

    /// The mover's outcome.
    pub fn outcome(&self) -> Outcome {
        self.counted().outcome()
    }

    /// All moves that win, at most one for each pile, in the order of the piles.
    pub fn winning_moves(&self) -> Vec<Take> {
        let nimber = self.nimber();
        let wanted = |step: u32| (Nimber(step) + nimber).0;
        let moves = self.steps.iter().enumerate().filter_map(|(pile, &step)| {
            let stones = if self.is_counted(pile) {
                step.checked_sub(wanted(step))
            } else {
                // The stones go to the next step, which is counted.
                let next = self.steps[pile + 1];
                let added = wanted(next).checked_sub(next);
                added.filter(|&added| added <= step)
            };
            let stones = stones.filter(|&stones| stones > 0)?;
            Some(Take { pile, stones })
        });
        moves.collect()
    }

    /// The reasons for the outcome, in a few lines.
    pub fn why(&self) -> Vec<String> {
        if self.steps.iter().all(|&step| step == 0) {
            return vec!["no stone is left: the mover is stuck and has lost".to_owned()];
        }
        let steps = "every second step between the piles, counted from the last pile";
        let equation = self.counted().equation();
        let Some(&Take { pile, stones }) = self.winning_moves().first() else {
            return vec![
                format!("{steps}: {equation}"),
                "whatever is taken from a counted step, another can make it 0 again; stones that \
                 come down to a counted step are taken on at once"
                    .to_owned(),
            ];
        };
        let mut after = self.steps.clone();
        after[pile] -= stones;
        if let Some(next) = after.get_mut(pile + 1) {
            *next += stones;
        }
        vec![
            format!("{steps}: {equation}, not 0"),
            format!(
                "take {stones} from pile {pile}: {}, and every move then has an answer that makes \
                 it 0 again",
                Self { steps: after }.counted().equation()
            ),
        ]
    }

    fn is_counted(&self, pile: usize) -> bool {
        (self.steps.len() - 1 - pile).is_multiple_of(2)
    }

    /// The position of Nim whose piles are the steps that count.
    fn counted(&self) -> Nim {
        let steps = self.counted_steps().map(|(_, step)| step);
        Nim::new(steps.collect::<Vec<u32>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pile_out_of_order_is_named() {
        assert_eq!(
            StoneGame::new([1, 4, 3]).unwrap_err().to_string(),
            "pile 2 has 3 stones, fewer than the 4 of the pile before it"
        );
    }

    #[test]
    fn the_reason_names_the_steps_and_the_move() {
        let steps = "every second step between the piles, counted from the last pile";
        assert_eq!(
            StoneGame::new([3, 5, 9, 11, 16]).unwrap().why(),
            [
                format!("{steps}: 3 xor 4 xor 5 = 2, not 0"),
                "take 2 from pile 0: 1 xor 4 xor 5 = 0, and every move then has an answer that \
                 makes it 0 again"
                    .to_owned()
            ]
        );
        assert_eq!(
            StoneGame::new([2, 2, 2]).unwrap().why()[0],
            format!("{steps}: 2 xor 0 = 2, not 0")
        );
        assert_eq!(
            StoneGame::new([6, 6]).unwrap().why()[0],
            format!("{steps}: 0")
        );
        assert_eq!(
            StoneGame::new([0, 0]).unwrap().why(),
            ["no stone is left: the mover is stuck and has lost"]
        );
    }
}
