//! The check's own count of moves, beside the definition of who wins.

use proptest::prelude::*;
use zug_certify::proof::MovesTaken;
use zug_game::Player;
use zug_job::Budget;
use zug_solve::shrinking::MoveSet;
use zug_testkit::partizan::{self, BOARDS, Partizan, col, domineering, dominoes, snort};
use zug_values::Outcome;

fn count(game: &Partizan) -> MovesTaken {
    let takes = game.takes().iter().map(|taken| taken.iter().collect());
    let takes: Vec<Vec<usize>> = takes.collect();
    MovesTaken::new(&takes, game.of_first(), &Budget::unlimited()).unwrap()
}

fn told(count: &MovesTaken, left: MoveSet<1>, first_moves: bool) -> Option<Outcome> {
    let mover = if first_moves {
        Player::First
    } else {
        Player::Second
    };
    count.outcome(left.iter(), mover)
}

/// Compares the count with the definition. Returns in how many of how many positions it tells who
/// wins.
fn agree(game: &Partizan) -> [usize; 2] {
    let count = count(game);
    partizan::agree(game, |left, first_moves| told(&count, left, first_moves))
}

/// The symmetries of Domineering on a board of this size, as they map moves: a board that is as
/// high as it is wide can be turned too, which changes the roles of the players.
fn symmetries(width: usize, height: usize) -> Vec<(Vec<usize>, bool)> {
    let dominoes = dominoes(width, height).concat();
    let most = if width == height { 8 } else { 4 };
    let symmetry = |element: usize| {
        let map = |cell: usize| {
            let (mut x, mut y) = (cell % width, cell / width);
            if element & 1 != 0 {
                x = width - 1 - x;
            }
            if element & 2 != 0 {
                y = height - 1 - y;
            }
            if element & 4 != 0 {
                (x, y) = (y, x);
            }
            y * width + x
        };
        let image = |domino: &[usize; 2]| {
            let mut image = domino.map(map);
            image.sort_unstable();
            dominoes.iter().position(|of| *of == image).unwrap()
        };
        (dominoes.iter().map(image).collect(), element & 4 != 0)
    };
    (1..most).map(symmetry).collect()
}

proptest! {
    #[test]
    fn a_count_tells_nothing_that_is_not_so(game in partizan::random_games()) {
        agree(&game);
        // In two parts: no move takes one of the other part away.
        agree(&Partizan::new(game.of_first(), game.takes().len(), |one, other| {
            one % 2 == other % 2 && game.takes()[one].has(other)
        }));
    }
}

#[test]
fn a_count_tells_most_of_boards() {
    for (width, height) in BOARDS {
        let [told, all] = agree(&domineering(width, height));
        assert!(told * 5 > all * 4, "{width} {height}: {told} of {all}");
    }
    for game in [col(3, 3), snort(3, 3), col(4, 2), snort(4, 2)] {
        let [told, all] = agree(&game);
        assert!(told * 2 > all, "{told} of {all}");
    }
}

#[test]
fn images_are_told_the_same() {
    for (width, height) in [(4, 3), (3, 3), (4, 4), (5, 4)] {
        let game = domineering(width, height);
        let symmetries = symmetries(width, height);
        let count = count(&game).with_symmetries(symmetries.clone()).unwrap();
        partizan::agree(&game, |left, first_moves| {
            let outcome = told(&count, left, first_moves);
            for (to, swaps) in &symmetries {
                let image = left.iter().map(|number| to[number]).collect();
                assert_eq!(told(&count, image, first_moves != *swaps), outcome);
            }
            outcome
        });
    }
}

#[test]
fn maps_that_are_no_symmetries_are_refused() {
    let refused = |to: &[usize], swaps| {
        let count = count(&domineering(2, 2));
        count.with_symmetries(vec![(to.to_vec(), swaps)]).is_none()
    };
    // Two upright dominoes and two flat ones.
    assert!(!refused(&[1, 0, 2, 3], false));
    assert!(!refused(&[2, 3, 1, 0], true));
    assert!(refused(&[2, 3, 1, 0], false));
    assert!(refused(&[1, 0, 2, 3], true));
    assert!(refused(&[1, 0, 2], false));
    assert!(refused(&[1, 0, 2, 4], false));
    assert!(refused(&[0, 0, 2, 3], false));
    // The dominoes of a row: one in the middle takes both others away.
    let row = |to: &[usize]| count(&domineering(4, 1)).with_symmetries(vec![(to.to_vec(), false)]);
    assert!(row(&[2, 1, 0]).is_some());
    assert!(row(&[1, 0, 2]).is_none());
}

#[test]
fn moves_that_are_none_or_too_many_are_refused() {
    let count = |takes: &[Vec<usize>]| MovesTaken::new(takes, 1, &Budget::unlimited());
    assert!(count(&[vec![0]]).is_some());
    // It does not take itself away.
    assert!(count(&[vec![]]).is_none());
    // There is no second move.
    assert!(count(&[vec![0, 1]]).is_none());
    let many: Vec<Vec<usize>> = (0..257).map(|number| vec![number]).collect();
    assert!(count(&many).is_none());
}
