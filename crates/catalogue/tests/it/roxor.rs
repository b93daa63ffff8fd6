//! Roxor stone by stone, against its rules played out to the end.

use std::collections::BTreeSet;

use proptest::prelude::*;
use zug_catalogue::roxor::{MOST_PILES, Roxor, Spread};
use zug_values::{Nimber, Outcome, Play};

use crate::positions::{answers, array};

/// All ways to put at most `most` stones into so many piles.
fn starts(count: usize, most: u32) -> Vec<Vec<u32>> {
    let mut all = vec![vec![]];
    for _ in 0..count {
        let longer = all.iter().flat_map(|piles: &Vec<u32>| {
            let left = most - piles.iter().sum::<u32>();
            (0..=left).map(|stones| [piles.as_slice(), &[stones]].concat())
        });
        all = longer.collect();
    }
    all
}

/// The stones of each pile.
fn stones(position: &str) -> Vec<u64> {
    array(position).into_iter().map(u64::from).collect()
}

#[test]
fn stones_do_not_hinder_each_other() {
    let mut compared = 0;
    for (count, most) in [(2, 9), (3, 5), (4, 3), (5, 2), (6, 1)] {
        for piles in starts(count, most) {
            let parameters = [("piles", format!("{piles:?}"))];
            // The start, and all that play makes of it.
            for answer in answers("roxor", &parameters, Play::Normal, &[]) {
                let game = Roxor::new(stones(&answer.position)).unwrap();
                assert_eq!(game.outcome(), answer.outcome, "{answer:?}");
                assert_eq!(Some(game.nimber()), answer.nimber, "{answer:?}");
                let moves: Vec<Spread> = game.winning_moves().collect();
                assert!(moves.is_sorted(), "{moves:?}");
                let names = moves
                    .iter()
                    .map(|Spread { i, j, k }| format!("{i} {j} {k}"));
                let names: BTreeSet<String> = names.collect();
                assert_eq!(names.len(), moves.len(), "each move once");
                assert_eq!(names, answer.winning, "{answer:?}");
                assert!(!game.why().is_empty());
                compared += 1;
            }
        }
    }
    assert!(compared > 1000, "{compared}");
}

/// The least number that no move of a stone leads to, over sorted sets of all.
fn stones_by_sets(count: usize) -> Vec<u32> {
    let mut nimbers: Vec<u32> = Vec::new();
    for _ in 0..count {
        let mut options = BTreeSet::new();
        for a in &nimbers {
            options.extend(nimbers.iter().map(|b| a ^ b));
        }
        let most = options.len() as u32;
        nimbers.push((0..=most).find(|n| !options.contains(n)).unwrap());
    }
    nimbers
}

#[test]
fn a_stone_is_worth_the_mex_of_its_pairs() {
    let plain = stones_by_sets(MOST_PILES);
    for (after, nimber) in plain.into_iter().enumerate() {
        let mut piles = vec![0; after + 1];
        piles[0] = 1;
        let stone = Roxor::new(piles).unwrap();
        assert_eq!(stone.nimber(), Nimber(nimber), "{after}");
    }
}

proptest! {
    /// What must hold of all positions if it holds of the small ones.
    #[test]
    fn a_large_position_is_won_by_the_moves_that_hand_over_a_lost_one(
        piles in prop::collection::vec(0..1000_u64, 2..16)
    ) {
        let mut winning = Vec::new();
        for i in (0..piles.len()).filter(|&i| piles[i] > 0) {
            for j in i + 1..piles.len() {
                for k in j..piles.len() {
                    let mut after = piles.clone();
                    after[i] -= 1;
                    after[j] += 1;
                    after[k] += 1;
                    if Roxor::new(after).unwrap().outcome() == Outcome::Loss {
                        winning.push(Spread { i, j, k });
                    }
                }
            }
        }
        let game = Roxor::new(piles).unwrap();
        prop_assert_eq!(game.outcome() == Outcome::Win, !winning.is_empty());
        prop_assert_eq!(game.winning_moves().collect::<Vec<Spread>>(), winning);
    }
}

#[test]
fn a_pile_may_hold_more_stones_than_any_table() {
    // Stones of a pile cancel in pairs, be they few or many.
    for (few, many) in [([2, 1], [10_000_000_000, 1]), ([3, 0], [9_999_999_999, 0])] {
        let (few, many) = (Roxor::new(few).unwrap(), Roxor::new(many).unwrap());
        assert_eq!(few.nimber(), many.nimber());
        assert!(few.winning_moves().eq(many.winning_moves()));
    }
}
