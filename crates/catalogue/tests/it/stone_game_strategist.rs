//! Staircase Nim against the rules of the Stone Game Strategist's game, played
//! out to the end.

use std::collections::BTreeSet;

use proptest::prelude::*;
use zug_catalogue::stone_game_strategist::{StoneGame, Take};
use zug_values::{Outcome, Play};

use crate::positions::{answers, array};

#[test]
fn every_second_step_decides() {
    for (count, most, positions) in [
        (1, 9, 10),
        (2, 9, 55),
        (3, 7, 120),
        (4, 6, 210),
        (5, 5, 252),
    ] {
        let parameters = [("piles", format!("{:?}", vec![most; count]))];
        let all = answers("stone-game-strategist", &parameters, Play::Normal, &[]);
        assert_eq!(all.len(), positions, "all ascending piles up to {most}");
        for answer in all {
            let game = StoneGame::new(array(&answer.position)).unwrap();
            assert_eq!(game.outcome(), answer.outcome, "{answer:?}");
            assert_eq!(Some(game.nimber()), answer.nimber, "{answer:?}");
            let moves: BTreeSet<String> = game
                .winning_moves()
                .into_iter()
                .map(|Take { pile, stones }| format!("take {stones} stones from pile {pile}"))
                .collect();
            assert_eq!(moves, answer.winning, "{answer:?}");
            assert!(!game.why().is_empty());
        }
    }
}

proptest! {
    /// What must hold of all positions if it holds of the small ones.
    #[test]
    fn a_large_position_is_won_by_the_moves_that_hand_over_a_lost_one(
        mut piles in prop::collection::vec(0..1000_u32, 1..12)
    ) {
        piles.sort_unstable();
        let mut winning = Vec::new();
        for (pile, size) in piles.clone().into_iter().enumerate() {
            for stones in 1..=size {
                piles[pile] = size - stones;
                // A position out of order is none.
                let after = StoneGame::new(&piles);
                if after.is_ok_and(|after| after.outcome() == Outcome::Loss) {
                    winning.push(Take { pile, stones });
                }
            }
            piles[pile] = size;
        }
        let game = StoneGame::new(&piles).unwrap();
        prop_assert_eq!(game.outcome() == Outcome::Win, !winning.is_empty());
        prop_assert_eq!(game.winning_moves(), winning);
    }
}
