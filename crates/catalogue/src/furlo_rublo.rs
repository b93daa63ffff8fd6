//! Furlo and Rublo's game: a pile shrinks to between its fourth root and its square
//! root.
//!
//! The problem: a move turns a pile of x coins into one of y < x coins with
//! y^4 >= x and y^2 <= x; whoever cannot move loses. Who wins? (Codeforces 255E,
//! 2012.)
//!
//! The theorem: the piles are a sum (Sprague 1935, Grundy 1939), and the options of a
//! pile are an interval whose ends never fall as the pile grows. So sizes of equal
//! nimber come in runs, and [`zug_sequences::intervals`] finds where one run
//! ends and the next begins without a table of sizes.
//!
//! All roots are of whole numbers: with floating point, 2562991875 and its neighbour
//! come out wrong.
//!
//! Cost: the runs of all 64-bit sizes (there are eight runs) once, a few thousand
//! integer roots; then one binary search a pile.
//!
//! When not to use it: it answers every 64-bit pile of this game, and no other game.
//!
//! ```
//! use zug_catalogue::furlo_rublo::{FurloRublo, Leave, nimber_of};
//! use zug_values::{Nimber, Outcome};
//!
//! assert_eq!(nimber_of(2_562_991_875), Nimber(1));
//! assert_eq!(nimber_of(2_562_991_876), Nimber(2));
//! let game = FurloRublo::new(vec![4, 15, 16]);
//! assert_eq!(game.outcome(), Outcome::Win);
//! assert_eq!(game.winning_moves(), [Leave { pile: 2, coins: 2 }]);
//! ```

use std::sync::OnceLock;

use zug_sequences::intervals::{self, Runs};
use zug_values::{NimSum, Nimber, Outcome};

/// The smallest pile with a move: 2^2 <= 4 <= 2^4.
const FIRST_WITH_A_MOVE: u64 = 4;

/// A move: one pile, and the coins that are left of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leave {
    /// The pile's place in the list, from 0.
    pub pile: usize,
    /// The number of coins that are left.
    pub coins: u64,
}

/// The nimber of a pile.
pub fn nimber_of(pile: u64) -> Nimber {
    runs().nimber(pile)
}

/// The nimbers of all piles, as runs of equal nimbers.
pub fn runs() -> &'static Runs {
    static RUNS: OnceLock<Runs> = OnceLock::new();
    RUNS.get_or_init(|| {
        intervals::runs(FIRST_WITH_A_MOVE, least_left, most_left, u64::MAX)
            .expect("from 4 on the fourth root, rounded up, is at most the square root")
    })
}

/// The least pile that a move may leave: the least y with y^4 >= pile.
fn least_left(pile: u64) -> u64 {
    let root = pile.isqrt().isqrt();
    if root.pow(4) < pile { root + 1 } else { root }
}

/// The largest pile that a move may leave: the largest y with y^2 <= pile.
fn most_left(pile: u64) -> u64 {
    pile.isqrt()
}

/// A position: some piles of coins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FurloRublo {
    piles: Vec<u64>,
}

impl FurloRublo {
    /// The position with these piles.
    pub fn new(piles: Vec<u64>) -> Self {
        Self { piles }
    }

    /// The number of coins of each pile.
    pub fn piles(&self) -> &[u64] {
        &self.piles
    }

    /// The nimber of all piles together.
    pub fn nimber(&self) -> Nimber {
        self.piles.iter().map(|&pile| nimber_of(pile)).sum()
    }

    /// The mover's outcome.
    pub fn outcome(&self) -> Outcome {
        self.nimber().outcome()
    }

    /// The winning moves; where several moves in a pile win, only the one that leaves
    /// the fewest coins.
    pub fn winning_moves(&self) -> Vec<Leave> {
        self.winning_moves_beside(Nimber::ZERO)
    }

    /// Likewise in a sum whose other parts have the nimber `rest`.
    pub fn winning_moves_beside(&self, rest: Nimber) -> Vec<Leave> {
        let total = self.nimber() + rest;
        if total.is_zero() {
            return Vec::new();
        }
        let moves = self.piles.iter().enumerate().filter_map(|(pile, &coins)| {
            if coins < FIRST_WITH_A_MOVE {
                return None;
            }
            let wanted = nimber_of(coins) + total;
            let coins = runs().find(wanted, least_left(coins), most_left(coins))?;
            Some(Leave { pile, coins })
        });
        moves.collect()
    }

    /// The reasons for the outcome, in one or two lines.
    pub fn why(&self) -> Vec<String> {
        let nimbers: Vec<Nimber> = self.piles.iter().map(|&pile| nimber_of(pile)).collect();
        let sum = NimSum(&nimbers);
        match self.winning_moves().first() {
            Some(&Leave { pile, coins }) => {
                let before = self.piles[pile];
                let (old, new) = (nimber_of(before), nimber_of(coins));
                vec![
                    format!("the nimbers of the piles: {sum}"),
                    format!(
                        "making {coins} of the pile of {before} takes its nimber \
                         from {old} to {new}: all together are worth 0"
                    ),
                ]
            }
            None if self.piles.iter().all(|&pile| pile < FIRST_WITH_A_MOVE) => {
                vec!["no pile can be moved: the mover is stuck and has lost".to_owned()]
            }
            None => vec![format!(
                "the nimbers of the piles: {sum}: \
                 whatever a move makes of one pile, another move can make it 0 again"
            )],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_exact_at_their_borders() {
        for root in (2..3000).chain([46_341, 65_534, 65_535]) {
            let fourth: u64 = root * root * root * root;
            assert_eq!(least_left(fourth - 1), root);
            assert_eq!(least_left(fourth), root);
            assert_eq!(least_left(fourth + 1), root + 1);
            assert_eq!(most_left(root * root - 1), root - 1);
            assert_eq!(most_left(root * root), root);
        }
        assert_eq!(least_left(u64::MAX), 65_536);
        assert_eq!(most_left(u64::MAX), u64::from(u32::MAX));
    }

    #[test]
    fn there_are_eight_runs() {
        let runs: Vec<(u64, u32)> = runs()
            .as_slice()
            .iter()
            .map(|run| (run.first, run.nimber.0))
            .collect();
        let known = [
            (0, 0),
            (4, 1),
            (16, 2),
            (82, 0),
            (6724, 3),
            (50_626, 1),
            (2_562_991_876, 2),
            // Larger than in the contest: from 6723^4 + 1 on a move leaves at least
            // 6724, and no option has the nimber 0.
            (2_042_925_103_215_442, 0),
        ];
        assert_eq!(runs, known);
    }

    #[test]
    fn the_reason_is_told_with_its_numbers() {
        let why = |piles: &[u64]| FurloRublo::new(piles.to_vec()).why();
        assert_eq!(
            why(&[4, 15, 16]),
            [
                "the nimbers of the piles: 1 xor 1 xor 2 = 2",
                "making 2 of the pile of 16 takes its nimber from 2 to 0: \
                 all together are worth 0",
            ]
        );
        assert_eq!(
            why(&[5, 7]),
            ["the nimbers of the piles: 1 xor 1 = 0: \
              whatever a move makes of one pile, another move can make it 0 again"]
        );
        assert_eq!(
            why(&[]),
            ["no pile can be moved: the mover is stuck and has lost"]
        );
    }
}
