//! The check's own count of moves, beside the definition of who wins.

use proptest::prelude::*;
use zug_certify::proof::MovesTaken;
use zug_game::Player;
use zug_values::Outcome;

use crate::partizan::{Partizan, domineering};

/// Compares the count with the definition in every position that play from all moves reaches,
/// whoever moves. Returns in how many of how many the count tells who wins.
fn agree(game: &Partizan) -> [usize; 2] {
    let takes: Vec<Vec<usize>> = game
        .takes()
        .iter()
        .map(|taken| taken.iter().collect())
        .collect();
    let count = MovesTaken::new(&takes, game.of_first()).unwrap();
    let known = game.solved();
    let mut told = 0;
    for ((left, first_moves), wins) in &known {
        let mover = if *first_moves {
            Player::First
        } else {
            Player::Second
        };
        if let Some(outcome) = count.outcome(left.iter(), mover) {
            let right = if *wins { Outcome::Win } else { Outcome::Loss };
            assert_eq!(outcome, right, "{left:?} {first_moves}");
            told += 1;
        }
    }
    [told, known.len()]
}

proptest! {
    #[test]
    fn a_count_tells_nothing_that_is_not_so(
        of_first in 0..7usize,
        of_second in 0..7usize,
        takes in prop::collection::vec(0..4u8, 144),
        dense in 1..4u8,
    ) {
        let moves = of_first + of_second;
        // Also moves that take others away and are not taken away by them.
        agree(&Partizan::new(of_first, moves, |one, other| {
            takes[one * 12 + other] < dense
        }));
    }
}

#[test]
fn a_count_tells_more_than_half_of_domineering() {
    for (width, height) in [(1, 4), (4, 1), (2, 5), (3, 3), (4, 3), (4, 4), (5, 4)] {
        let [told, all] = agree(&domineering(width, height));
        assert!(told * 2 > all, "{width} {height}: {told} of {all}");
    }
}

#[test]
fn moves_that_are_none_or_too_many_are_refused() {
    assert!(MovesTaken::new(&[vec![0]], 1).is_some());
    // It does not take itself away.
    assert!(MovesTaken::new(&[vec![]], 1).is_none());
    // There is no second move.
    assert!(MovesTaken::new(&[vec![0, 1]], 1).is_none());
    let many: Vec<Vec<usize>> = (0..257).map(|number| vec![number]).collect();
    assert!(MovesTaken::new(&many, 1).is_none());
}
