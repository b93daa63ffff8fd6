//! Bouton's theorem against the rules of Nim, played out to the end.

use proptest::prelude::*;
use zug_catalogue::nim::{Nim, NimMove};
use zug_values::{Outcome, Play};

use crate::positions::{Answer, answers};

/// `1.stones=3 2.stones=0`, or `stones=3`.
fn piles(position: &str) -> Vec<u32> {
    let parts = position.split(' ');
    let sizes = parts.map(|part| part.split_once('=').unwrap().1.parse().unwrap());
    sizes.collect()
}

fn names(nim: &Nim, moves: &[NimMove]) -> Vec<String> {
    let alone = nim.piles().len() == 1;
    moves
        .iter()
        .map(|NimMove { pile, take }| {
            if alone {
                take.to_string()
            } else {
                format!("{}: {take}", pile + 1)
            }
        })
        .collect()
}

/// All positions with this many piles of at most `most` stones.
fn all_positions(count: usize, most: u32, play: Play) -> Vec<Answer> {
    let parameters = [("piles", format!("{:?}", vec![most; count]))];
    let all = answers("nim", &parameters, play, &[]);
    assert_eq!(all.len(), (most as usize + 1).pow(count as u32));
    all
}

const SIZES: [(usize, u32); 5] = [(1, 9), (2, 8), (3, 6), (4, 4), (5, 3)];

#[test]
fn nim_sum_is_xor() {
    for (count, most) in SIZES {
        for answer in all_positions(count, most, Play::Normal) {
            let nim = Nim::new(piles(&answer.position));
            assert_eq!(nim.outcome(), answer.outcome, "{answer:?}");
            assert_eq!(Some(nim.nimber()), answer.nimber, "{answer:?}");
            let moves = names(&nim, &nim.winning_moves());
            assert!(moves.iter().eq(&answer.winning), "{moves:?} {answer:?}");
            assert!(!nim.why().is_empty());
        }
    }
}

#[test]
fn misere_nim_goes_as_normal_nim_until_no_pile_is_above_1() {
    for (count, most) in SIZES {
        for answer in all_positions(count, most, Play::Misere) {
            let nim = Nim::new(piles(&answer.position));
            assert_eq!(nim.misere_outcome(), answer.outcome, "{answer:?}");
            let moves = names(&nim, &nim.misere_winning_moves());
            assert!(moves.iter().eq(&answer.winning), "{moves:?} {answer:?}");
            assert!(!nim.misere_why().is_empty());
        }
    }
}

/// The moves that hand over a lost position, when all of them are tried.
fn tried(nim: &Nim, outcome: impl Fn(&Nim) -> Outcome) -> Vec<NimMove> {
    let piles = nim.piles();
    let all = (0..piles.len()).flat_map(|pile| {
        let takes = 1..=piles[pile];
        takes.map(move |take| NimMove { pile, take })
    });
    all.filter(|&NimMove { pile, take }| {
        let mut after = piles.to_vec();
        after[pile] -= take;
        outcome(&Nim::new(after)) == Outcome::Loss
    })
    .collect()
}

proptest! {
    /// What must hold of all positions if it holds of the small ones.
    #[test]
    fn a_large_position_is_won_by_the_moves_that_hand_over_a_lost_one(
        piles in prop::collection::vec(prop_oneof![0..3_u32, 0..200_u32], 0..12)
    ) {
        let nim = Nim::new(piles);
        let winning = tried(&nim, Nim::outcome);
        prop_assert_eq!(nim.outcome() == Outcome::Win, !winning.is_empty());
        prop_assert_eq!(nim.winning_moves(), winning);
        let winning = tried(&nim, Nim::misere_outcome);
        let is_finished = nim.piles().iter().all(|&pile| pile == 0);
        let is_won = is_finished || !winning.is_empty();
        prop_assert_eq!(nim.misere_outcome() == Outcome::Win, is_won);
        prop_assert_eq!(nim.misere_winning_moves(), winning);
    }
}
