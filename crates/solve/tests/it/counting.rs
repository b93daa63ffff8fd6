//! Counts of the moves that are left, beside the definition of who wins.

use proptest::prelude::*;
use zug_solve::shrinking::{MoveCount, MoveSet};
use zug_testkit::partizan::{self, BOARDS, Partizan, domineering};

/// Compares the count with the definition. Returns in how many of how many positions it tells who
/// wins.
fn agree(game: &Partizan) -> [usize; 2] {
    let count = MoveCount::new(game.takes(), game.of_first()).unwrap();
    partizan::agree(game, |left, first_moves| {
        count.count(left, first_moves).outcome
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
    let one = || (0..1).collect();
    assert!(MoveCount::<1>::new(&[one()], 1).is_some());
    // It does not take itself away.
    assert!(MoveCount::<1>::new(&[MoveSet::default()], 1).is_none());
    // There is no second move.
    assert!(MoveCount::<1>::new(&[(0..2).collect()], 1).is_none());
    let many: Vec<MoveSet<1>> = (0..65).map(|_| MoveSet::default()).collect();
    assert!(MoveCount::new(&many, 1).is_none());
}
