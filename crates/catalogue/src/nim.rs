//! Nim by xor, in normal and in misère play.
//!
//! The problem: piles of stones; a move takes any positive number from one
//! pile. Whoever cannot move loses (normal play) or wins (misère play). Who
//! wins, and by which moves?
//!
//! The theorem (Charles L. Bouton, 1901): in normal play the mover loses
//! exactly when the xor of the piles is 0. In misère play the same holds while
//! some pile is above 1; with no pile above 1 the mover loses exactly when an
//! odd number of stones is left.
//!
//! Why: [`disjunctive`] proves both, for heaps as parts of a sum; the outcome in misère
//! play is worked out there too, by [`disjunctive::misere_nim`].
//!
//! Cost: time in proportion to the number of piles, for all winning moves.
//!
//! When not to use it: when some amounts may not be taken. See
//! [`subtraction`](crate::subtraction) and
//! [`forbidden_take_away`](crate::forbidden_take_away).
//!
//! ```
//! use zug_catalogue::nim::{Nim, NimMove};
//! use zug_values::{Nimber, Outcome};
//!
//! let nim = Nim::new([3, 4, 5]);
//! assert_eq!(nim.nimber(), Nimber(2));
//! assert_eq!(nim.winning_moves(), [NimMove { pile: 0, take: 2 }]);
//! assert_eq!(Nim::new([1, 1]).outcome(), Outcome::Loss);
//! assert_eq!(Nim::new([1, 1]).misere_outcome(), Outcome::Win);
//! ```

use zug_solve::compound::disjunctive;
use zug_values::{NimSum, Nimber, Outcome};

/// A position of Nim: the sizes of its piles, which may be 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nim {
    piles: Vec<u32>,
}

/// A move of Nim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NimMove {
    /// The pile's place in the list, from 0.
    pub pile: usize,
    /// The number of stones that are taken; at least 1.
    pub take: u32,
}

impl Nim {
    /// The position with these piles.
    pub fn new(piles: impl Into<Vec<u32>>) -> Self {
        let piles = piles.into();
        Self { piles }
    }

    /// The sizes of the piles.
    pub fn piles(&self) -> &[u32] {
        &self.piles
    }

    /// The xor of the piles: the nimber in normal play.
    pub fn nimber(&self) -> Nimber {
        self.piles.iter().map(|&pile| Nimber(pile)).sum()
    }

    /// The mover's outcome in normal play.
    pub fn outcome(&self) -> Outcome {
        self.nimber().outcome()
    }

    /// All moves that win in normal play, at most one for each pile, in the
    /// order of the piles.
    pub fn winning_moves(&self) -> Vec<NimMove> {
        let nimber = self.nimber();
        self.moves_to(|pile| (Nimber(pile) + nimber).0)
    }

    /// The mover's outcome in misère play.
    pub fn misere_outcome(&self) -> Outcome {
        disjunctive::misere_nim(self.piles.iter().copied().map(Nimber))
    }

    /// All moves that win in misère play, at most one for each pile, in the
    /// order of the piles.
    pub fn misere_winning_moves(&self) -> Vec<NimMove> {
        let nimber = self.nimber();
        let large = self.large_piles();
        self.moves_to(|pile| {
            let rest = nimber + Nimber(pile);
            let large_rest = large - usize::from(pile > 1);
            // If no other pile is above 1, the number of stones left must be odd.
            (rest + Nimber(u32::from(large_rest == 0))).0
        })
    }

    /// The reasons for the outcome of normal play, in a few lines.
    pub fn why(&self) -> Vec<String> {
        if self.is_empty() {
            return vec!["no stone is left: the mover is stuck and has lost".to_owned()];
        }
        match self.winning_moves().first() {
            None => vec![format!(
                "{}: whatever is taken from one pile, another can make it 0 again",
                self.equation()
            )],
            Some(&best) => {
                let after = self.after(best);
                let told = self.told(best);
                vec![
                    format!("{}, not 0", self.equation()),
                    if after.is_empty() {
                        format!("{told}: no stone is left")
                    } else {
                        format!(
                            "{told}: {}, and whatever the opponent takes then, an answer makes it 0 again",
                            after.equation()
                        )
                    },
                ]
            }
        }
    }

    /// The reasons for the outcome of misère play, in a few lines.
    pub fn misere_why(&self) -> Vec<String> {
        if self.is_empty() {
            return vec![
                "no stone is left: the mover is stuck, and in misere play that wins".to_owned(),
            ];
        }
        if self.large_piles() == 0 {
            let stones: usize = self.piles.iter().filter(|&&pile| pile == 1).count();
            let parity = match self.misere_outcome() {
                Outcome::Loss => "an odd number: the mover takes",
                _ => "an even number: the opponent takes",
            };
            return vec![format!(
                "no pile is above 1, so each move takes one stone; {stones} of them are \
                 {parity} the last one, and whoever does loses"
            )];
        }
        let Some(&best) = self.misere_winning_moves().first() else {
            return vec![
                format!(
                    "{}, and there are piles above 1: as in normal play, whatever is taken has \
                     an answer that makes it 0 again",
                    self.equation()
                ),
                "once a single pile above 1 is left, the answer leaves an odd number of single \
                 stones"
                    .to_owned(),
            ];
        };
        let after = self.after(best);
        let left = if after.large_piles() == 0 {
            "that leaves an odd number of single stones, and the opponent takes the last one"
                .to_owned()
        } else {
            format!("{}, as in normal play", after.equation())
        };
        vec![
            format!("{}, not 0, and there is a pile above 1", self.equation()),
            format!("{}: {left}", self.told(best)),
        ]
    }

    /// The xor written out, as in `3 xor 4 xor 5 = 2`.
    pub fn equation(&self) -> String {
        let nimbers: Vec<Nimber> = self.piles.iter().copied().map(Nimber).collect();
        NimSum(&nimbers).to_string()
    }

    /// For each pile that is larger than `target` of it, the move that leaves `target`.
    fn moves_to(&self, target: impl Fn(u32) -> u32) -> Vec<NimMove> {
        let moves = self.piles.iter().enumerate().filter_map(|(pile, &size)| {
            let take = size.checked_sub(target(size)).filter(|&take| take > 0)?;
            Some(NimMove { pile, take })
        });
        moves.collect()
    }

    fn is_empty(&self) -> bool {
        self.piles.iter().all(|&pile| pile == 0)
    }

    /// The number of piles above 1.
    fn large_piles(&self) -> usize {
        self.piles.iter().filter(|&&pile| pile > 1).count()
    }

    /// The position after one of its moves.
    fn after(&self, NimMove { pile, take }: NimMove) -> Self {
        let mut piles = self.piles.clone();
        piles[pile] -= take;
        Self { piles }
    }

    fn told(&self, NimMove { pile, take }: NimMove) -> String {
        format!("take {take} from the pile of {}", self.piles[pile])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_names_the_numbers() {
        assert_eq!(
            Nim::new([5, 3, 6]).why(),
            ["5 xor 3 xor 6 = 0: whatever is taken from one pile, another can make it 0 again"]
        );
        assert_eq!(
            Nim::new([3, 4, 5]).why(),
            [
                "3 xor 4 xor 5 = 2, not 0",
                "take 2 from the pile of 3: 1 xor 4 xor 5 = 0, and whatever the opponent \
                 takes then, an answer makes it 0 again"
            ]
        );
        assert_eq!(
            Nim::new([0]).why(),
            ["no stone is left: the mover is stuck and has lost"]
        );
        assert_eq!(
            Nim::new([1; 20]).why(),
            [
                "the xor of the 20 numbers is 0: whatever is taken from one pile, another can \
                 make it 0 again"
            ]
        );
    }

    #[test]
    fn the_reason_in_misere_play_names_the_parity() {
        assert_eq!(
            Nim::new([1, 0, 1, 1]).misere_why(),
            [
                "no pile is above 1, so each move takes one stone; 3 of them are an odd number: \
                 the mover takes the last one, and whoever does loses"
            ]
        );
        assert_eq!(
            Nim::new([7, 1]).misere_why(),
            [
                "7 xor 1 = 6, not 0, and there is a pile above 1",
                "take 7 from the pile of 7: that leaves an odd number of single stones, and the \
                 opponent takes the last one"
            ]
        );
        assert_eq!(
            Nim::new([3, 4, 5]).misere_why()[1],
            "take 2 from the pile of 3: 1 xor 4 xor 5 = 0, as in normal play"
        );
        assert!(Nim::new([2, 2]).misere_why()[0].starts_with("2 xor 2 = 0, and there are piles"));
        assert_eq!(
            Nim::new([]).misere_why(),
            ["no stone is left: the mover is stuck, and in misere play that wins"]
        );
    }
}
