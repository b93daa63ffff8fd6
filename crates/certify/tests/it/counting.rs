//! The check's own count of moves, beside the definition of who wins.

use proptest::prelude::*;
use zug_certify::proof::MovesTaken;
use zug_game::Player;

use crate::partizan::{self, BOARDS, Partizan, domineering};

/// Compares the count with the definition. Returns in how many of how many positions it tells who
/// wins.
fn agree(game: &Partizan) -> [usize; 2] {
    let takes = game.takes().iter().map(|taken| taken.iter().collect());
    let takes: Vec<Vec<usize>> = takes.collect();
    let count = MovesTaken::new(&takes, game.of_first()).unwrap();
    partizan::agree(game, |left, first_moves| {
        let mover = if first_moves {
            Player::First
        } else {
            Player::Second
        };
        count.outcome(left.iter(), mover)
    })
}

proptest! {
    #[test]
    fn a_count_tells_nothing_that_is_not_so(game in partizan::random_games()) {
        agree(&game);
    }
}

#[test]
fn a_count_tells_more_than_half_of_domineering() {
    for (width, height) in BOARDS {
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
