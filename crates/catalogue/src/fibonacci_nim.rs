//! Fibonacci Nim: a move takes some coins from a heap, at most a given number, and the next
//! move may take up to twice what it took.
//!
//! The problem: who wins a heap of any size, and by which moves?
//!
//! The theorem (M. J. Whinihan, 1963): every number is in one way a sum of Fibonacci numbers
//! of which no two are neighbours (E. Zeckendorf). The mover loses exactly if the smallest of
//! these parts is larger than what may be taken.
//!
//! Why: whoever takes the smallest part leaves a part that is more than twice as large. And
//! a move that takes less than the smallest part leaves a smallest part of at most twice
//! what it took.
//!
//! Method: a winning move must leave a part that is larger than twice what it takes, so it
//! takes some of the smallest parts as a whole; each such sum is looked at.
//!
//! Cost: a step for each Fibonacci number up to the heap, at most 93. Answers all heaps of
//! 64 bits.
//!
//! When not to use it: a nimber is known for lost positions only, and misère play is not
//! answered.
//!
//! ```
//! use zug_catalogue::fibonacci_nim::FibonacciNim;
//! use zug_values::Outcome;
//!
//! let game = FibonacciNim::new(20, 19);
//! assert_eq!(game.parts(), [2, 5, 13]);
//! assert_eq!(game.winning_moves(), [2]);
//! assert_eq!(FibonacciNim::new(21, 20).outcome(), Outcome::Loss);
//! ```

use zug_values::{Nimber, Outcome};

/// A position of Fibonacci Nim: the coins of the heap, and the most coins that the next move may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FibonacciNim {
    heap: u64,
    most: u64,
    parts: Vec<u64>,
}

/// The Fibonacci numbers 1, 2, 3, 5 … up to a number, the largest first.
fn fibonacci_up_to(number: u64) -> Vec<u64> {
    let (mut one, mut next) = (1_u64, Some(2_u64));
    let mut found = Vec::new();
    while one <= number {
        found.push(one);
        let Some(larger) = next else {
            break;
        };
        (one, next) = (larger, larger.checked_add(one));
    }
    found.reverse();
    found
}

impl FibonacciNim {
    /// The position of a heap from which the next move may take up to `most` coins.
    #[must_use]
    pub fn new(heap: u64, most: u64) -> Self {
        let mut rest = heap;
        let mut parts = Vec::new();
        for number in fibonacci_up_to(heap) {
            if number <= rest {
                parts.push(number);
                rest -= number;
            }
        }
        parts.reverse();
        Self { heap, most, parts }
    }

    /// The number of coins.
    #[must_use]
    pub fn heap(&self) -> u64 {
        self.heap
    }

    /// The Fibonacci numbers, no two neighbours among these, that the heap is the sum of, in
    /// increasing order.
    #[must_use]
    pub fn parts(&self) -> &[u64] {
        &self.parts
    }

    /// The mover's outcome.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match self.parts.first() {
            Some(&smallest) if smallest <= self.most => Outcome::Win,
            _ => Outcome::Loss,
        }
    }

    /// The nimber of a lost position, which is 0; `None` for any other.
    #[must_use]
    pub fn nimber(&self) -> Option<Nimber> {
        (self.outcome() == Outcome::Loss).then_some(Nimber::ZERO)
    }

    /// All winning moves, as the numbers of coins that they take, in increasing order.
    #[must_use]
    pub fn winning_moves(&self) -> Vec<u64> {
        let mut taken = 0;
        let mut moves = Vec::new();
        for (place, part) in self.parts.iter().enumerate() {
            taken += part;
            if taken > self.most {
                break;
            }
            let next = self.parts.get(place + 1);
            if next.is_none_or(|next| (next - 1) / 2 >= taken) {
                moves.push(taken);
            }
        }
        moves
    }

    /// The reasons for the outcome, in one or two lines.
    #[must_use]
    pub fn why(&self) -> Vec<String> {
        let Self { heap, most, .. } = self;
        let Some(smallest) = self.parts.first() else {
            return vec!["there is nothing to take: whoever cannot move loses".to_owned()];
        };
        let parts: Vec<String> = self.parts.iter().rev().map(u64::to_string).collect();
        let sum = if let [_] = self.parts[..] {
            format!("{heap} is a Fibonacci number")
        } else {
            format!(
                "{heap} = {} is a sum of Fibonacci numbers, no two of them neighbours",
                parts.join(" + ")
            )
        };
        let end = if smallest > most {
            format!("at most {most} may be taken, less than the smallest of them, {smallest}: lost")
        } else {
            let take = self.winning_moves()[0];
            match self.parts.get(1) {
                Some(next) => format!(
                    "at most {most} may be taken: taking the smallest of them, {take}, leaves {next} \
                     as the smallest, more than twice {take}"
                ),
                None => format!("at most {most} may be taken: taking all {take} ends the game"),
            }
        };
        vec![sum, end]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_heaps_have_parts() {
        for heap in [u64::MAX, u64::MAX - 1, 12_200_160_415_121_876_738] {
            let game = FibonacciNim::new(heap, heap - 1);
            assert_eq!(game.parts().iter().sum::<u64>(), heap);
            assert_eq!(game.parts().len() == 1, game.outcome() == Outcome::Loss);
        }
    }

    #[test]
    fn the_reason_names_the_parts() {
        assert_eq!(
            FibonacciNim::new(20, 19).why(),
            [
                "20 = 13 + 5 + 2 is a sum of Fibonacci numbers, no two of them neighbours",
                "at most 19 may be taken: taking the smallest of them, 2, leaves 5 as the smallest, \
                 more than twice 2",
            ]
        );
        let lost = FibonacciNim::new(21, 20).why();
        assert_eq!(lost[0], "21 is a Fibonacci number");
    }
}
