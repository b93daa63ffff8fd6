//! Euclid's game: a move takes a positive multiple of the smaller of two numbers from the
//! larger one, and ends the game if it makes a number 0.
//!
//! The problem: who wins, by which moves, and what is the nimber?
//!
//! The theorems. Who wins (A. J. Cole and A. J. T. Davie, 1969): see [`engine`], which also
//! has the winning moves and misère play. The nimber (G. Cairns, N. B. Ho and T. Lengyel,
//! 2011): let q be the first quotient of Euclid's algorithm, that is the larger number
//! divided by the smaller one and rounded down. Go on as long as the quotients are q too. If
//! the first other quotient is larger than q, count the quotients before it; if it is
//! smaller, or if there is none, count those before the last q. The nimber is q if the count
//! is even, and q - 1 if it is odd. (G. Nivasch's formula of 2006, the larger number divided
//! by the smaller one, less its inverse, rounded down, is about the game that ends when the
//! numbers are equal; here it is wrong for (2, 5).)
//!
//! Cost: that of Euclid's algorithm. Answers all numbers of 64 bits.
//!
//! When not to use it: a nimber does not answer misère play, and may be more than
//! [`Nimber`] takes.
//!
//! ```
//! use zug_catalogue::euclid::Euclid;
//! use zug_values::{Nimber, Outcome, Play};
//!
//! let game = Euclid::new(41, 12, Play::Normal);
//! assert_eq!((game.outcome(), game.nimber()), (Outcome::Win, Some(Nimber(3))));
//! assert_eq!(game.winning_moves(), [(2, 0)]);
//! assert_eq!(Euclid::new(8, 5, Play::Normal).outcome(), Outcome::Loss);
//! ```

use zug_sequences::pairs::euclid as engine;
use zug_values::{Nimber, Outcome, Play};

/// A position: two numbers, under normal or misère play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Euclid {
    first: u64,
    second: u64,
    play: Play,
}

impl Euclid {
    /// The position of these two numbers.
    #[must_use]
    pub fn new(first: u64, second: u64, play: Play) -> Self {
        Self {
            first,
            second,
            play,
        }
    }

    /// The two numbers.
    #[must_use]
    pub fn numbers(&self) -> (u64, u64) {
        (self.first, self.second)
    }

    /// The mover's outcome.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        engine::outcome(self.first, self.second, self.play)
    }

    /// The nimber under normal play; `None` in misère play, and if it is too large.
    #[must_use]
    pub fn nimber(&self) -> Option<Nimber> {
        if self.play == Play::Misere {
            return None;
        }
        u32::try_from(nimber(self.first, self.second))
            .ok()
            .map(Nimber)
    }

    /// All winning moves, each as the multiples taken from the first and from the second
    /// number. Equal numbers are changed at the first one.
    #[must_use]
    pub fn winning_moves(&self) -> Vec<(u64, u64)> {
        let Self { first, second, .. } = *self;
        let options = engine::winning_options(first, second, self.play).into_iter();
        let moves = options.filter_map(|(a, b)| {
            if second > first {
                Some((0, (second - b) / first))
            } else {
                (b == second).then(|| ((first - a) / second, 0))
            }
        });
        let mut moves: Vec<(u64, u64)> = moves.collect();
        moves.sort_unstable();
        moves
    }

    /// The reasons for the outcome, in one or two lines.
    #[must_use]
    pub fn why(&self) -> Vec<String> {
        let (small, large) = (self.first.min(self.second), self.first.max(self.second));
        if small == 0 {
            return vec![match self.play {
                Play::Normal => "a number is 0: whoever cannot move loses".to_owned(),
                Play::Misere => "a number is 0: whoever cannot move wins".to_owned(),
            }];
        }
        if small == large {
            return vec![match self.play {
                Play::Normal => "the numbers are equal: taking one whole ends the game".to_owned(),
                Play::Misere => "the numbers are equal: the mover must take one whole".to_owned(),
            }];
        }
        if self.outcome() == Outcome::Loss {
            return vec![format!(
                "{large} is less than φ times {small}, with φ = 1.618… the golden ratio: the only \
                 move leaves ({small}, {}), which is won",
                large - small
            )];
        }
        let mut lines = vec![format!(
            "{large} is more than φ times {small}, with φ = 1.618… the golden ratio: won"
        )];
        if let Some(&(k, l)) = self.winning_moves().first() {
            let left = large - (k + l) * small;
            lines.push(match left {
                0 => format!("taking {} ends the game", multiple(k + l, small)),
                _ => format!(
                    "taking {} leaves ({}, {}), which is lost",
                    multiple(k + l, small),
                    small.min(left),
                    small.max(left)
                ),
            });
        }
        lines
    }
}

/// A multiple of a number in words: `12`, `2 times 12`.
fn multiple(count: u64, number: u64) -> String {
    match count {
        1 => number.to_string(),
        _ => format!("{count} times {number}"),
    }
}

/// The nimber of two numbers under normal play.
fn nimber(a: u64, b: u64) -> u64 {
    let (mut small, mut large) = (a.min(b), a.max(b));
    if small == 0 {
        return 0;
    }
    let first = large / small;
    // The number of quotients before the one that decides.
    let mut before = 0_u64;
    loop {
        (small, large) = (large % small, small);
        if small == 0 {
            break;
        }
        match (large / small).cmp(&first) {
            std::cmp::Ordering::Equal => before += 1,
            std::cmp::Ordering::Greater => {
                before += 1;
                break;
            }
            std::cmp::Ordering::Less => break,
        }
    }
    first - before % 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formula_is_the_mex_for_all_numbers_to_two_hundred() {
        let most = 200;
        let mut known = vec![vec![0_u64; most + 1]; most + 1];
        for large in 1..=most {
            for small in 1..=large {
                let options: Vec<u64> = (1..=large / small)
                    .map(|k| large - k * small)
                    .map(|left| known[small.max(left)][small.min(left)])
                    .collect();
                let mex = (0..=large as u64)
                    .find(|number| !options.contains(number))
                    .unwrap();
                known[large][small] = mex;
                assert_eq!(nimber(small as u64, large as u64), mex, "{small} {large}");
            }
        }
    }

    #[test]
    fn neighbouring_fibonacci_numbers_are_lost_and_won_in_turn() {
        // The largest two below 10^18, and the largest two of 64 bits.
        for (a, b) in [
            (420_196_140_727_489_673_u64, 679_891_637_638_612_258_u64),
            (7_540_113_804_746_346_429, 12_200_160_415_121_876_738),
        ] {
            let here = Euclid::new(a, b, Play::Normal);
            let after = Euclid::new(a, b - a, Play::Normal);
            assert_ne!(here.outcome(), after.outcome());
            assert_eq!(
                here.nimber() == Some(Nimber(0)),
                here.outcome() == Outcome::Loss
            );
            assert_eq!(
                after.nimber() == Some(Nimber(0)),
                after.outcome() == Outcome::Loss
            );
        }
    }
}
