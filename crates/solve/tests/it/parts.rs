//! Bounds of the parts of partizan games, and who wins by them, beside the definitions.

use std::collections::{HashMap, HashSet};

use proptest::prelude::*;
use zug_solve::Budget;
use zug_solve::shrinking::{MoveCount, MoveSet, PartSum};
use zug_testkit::partizan::{Partizan, col, domineering, snort};
use zug_values::Outcome;

/// A number, some quarters, as a game: its options are those of the simplest form.
fn options_of_number(quarters: i32) -> [Option<i32>; 2] {
    match quarters.rem_euclid(4) {
        0 if quarters > 0 => [Some(quarters - 4), None],
        0 if quarters < 0 => [None, Some(quarters + 4)],
        0 => [None, None],
        2 => [Some(quarters - 2), Some(quarters + 2)],
        _ => [Some(quarters - 1), Some(quarters + 1)],
    }
}

/// Whether the player to move wins a position beside a number, by the definition.
fn wins_beside(
    game: &Partizan,
    left: MoveSet<1>,
    quarters: i32,
    first_moves: bool,
    known: &mut HashMap<(MoveSet<1>, i32, bool), bool>,
) -> bool {
    let place = (left, quarters, first_moves);
    if let Some(&wins) = known.get(&place) {
        return wins;
    }
    let number = options_of_number(quarters)[usize::from(!first_moves)];
    let mut wins =
        number.is_some_and(|quarters| !wins_beside(game, left, quarters, !first_moves, known));
    for number in game.moves(left, first_moves) {
        let after = game.after(left, number);
        wins = wins || !wins_beside(game, after, quarters, !first_moves, known);
    }
    known.insert(place, wins);
    wins
}

/// Compares the bounds of a position as one part with the definition. Returns where they differ.
fn wrong_bound(game: &Partizan, sum: &PartSum<1>, left: MoveSet<1>) -> Option<i32> {
    let bounds = sum.bounds(left)?;
    let mut known = HashMap::new();
    (-14..=14).find(|&quarters| {
        let at_least = !wins_beside(game, left, -quarters, false, &mut known);
        let at_most = !wins_beside(game, left, -quarters, true, &mut known);
        bounds.is_at_least(quarters) != at_least || bounds.is_at_most(quarters) != at_most
    })
}

fn sum(game: &Partizan) -> PartSum<1> {
    PartSum::new(game.takes(), game.of_first(), &Budget::unlimited()).unwrap()
}

/// Compares what is told with the definition in every position that play from all moves reaches,
/// whoever moves. Returns of how many positions the count tells who wins, of how many the parts
/// do, and the number of positions.
fn agree(game: &Partizan) -> [usize; 3] {
    let sum = sum(game);
    let count = MoveCount::new(game.takes(), game.of_first()).unwrap();
    let known = game.solved();
    let mut told = [0, 0, known.len()];
    for ((left, first_moves), wins) in &known {
        let counted = count.count(*left, *first_moves);
        let by_parts = sum.tell(*left, *first_moves);
        if let Some(outcome) = by_parts.outcome {
            assert_eq!(outcome == Outcome::Win, *wins, "{left:?} {first_moves}");
            assert_ne!(outcome, Outcome::Draw);
            told[1] += 1;
        }
        if counted.outcome.is_some() {
            assert_eq!(counted.outcome, by_parts.outcome);
            told[0] += 1;
        }
    }
    told
}

proptest! {
    #[test]
    fn parts_tell_nothing_that_is_not_so(
        of_first in 0..7usize,
        of_second in 0..7usize,
        takes in prop::collection::vec(0..8u8, 144),
        dense in 1..4u8,
    ) {
        let moves = of_first + of_second;
        // Also moves that take others away and are not taken away by them.
        let game = Partizan::new(of_first, moves, |one, other| takes[one * 12 + other] < dense);
        agree(&game);
    }

    #[test]
    fn bounds_are_those_of_the_definition(
        of_first in 0..5usize,
        of_second in 0..5usize,
        takes in prop::collection::vec(0..4u8, 64),
        dense in 1..4u8,
    ) {
        let moves = of_first + of_second;
        let game = Partizan::new(of_first, moves, |one, other| takes[one * 8 + other] < dense);
        let sum = sum(&game);
        for bits in 0..1u32 << moves {
            let left: MoveSet<1> = (0..moves).filter(|of| bits >> of & 1 == 1).collect();
            prop_assert_eq!(wrong_bound(&game, &sum, left), None, "{:?}", left);
        }
    }
}

#[test]
fn parts_of_small_boards_tell_what_is_so() {
    for (width, height) in [
        (1, 4),
        (4, 1),
        (2, 5),
        (3, 3),
        (4, 3),
        (3, 4),
        (4, 4),
        (5, 4),
    ] {
        let [by_count, by_parts, all] = agree(&domineering(width, height));
        assert!(by_parts >= by_count && by_parts <= all);
    }
    for (width, height) in [(1, 5), (2, 2), (3, 2), (3, 3)] {
        agree(&col(width, height));
        agree(&snort(width, height));
    }
}

#[test]
fn bounds_of_parts_of_boards_are_those_of_the_definition() {
    for game in [
        domineering(2, 3),
        domineering(3, 3),
        domineering(4, 3),
        col(3, 2),
        snort(3, 2),
    ] {
        let sum = sum(&game);
        let small = |left: &MoveSet<1>| sum.bounds(*left).is_some();
        let all: HashSet<_> = game.solved().into_keys().map(|(left, _)| left).collect();
        assert!(all.iter().filter(|left| small(left)).count() > 10);
        for left in all {
            assert_eq!(wrong_bound(&game, &sum, left), None, "{left:?}");
        }
    }
}

#[test]
fn parts_tell_more_than_counts() {
    let [by_count, by_parts, all] = agree(&domineering(5, 4));
    assert!(by_parts > by_count, "{by_count} and {by_parts} of {all}");
    let [by_count, by_parts, all] = agree(&snort(3, 3));
    assert!(by_parts > by_count, "{by_count} and {by_parts} of {all}");
}

#[test]
fn little_memory_changes_no_bound() {
    let game = domineering(4, 3);
    let plenty = sum(&game);
    // One sixteenth of it is some tens of slots and known parts.
    let budget = Budget::of_bytes(1 << 16);
    let little = PartSum::<1>::new(game.takes(), game.of_first(), &budget).unwrap();
    for ((left, first_moves), _) in game.solved() {
        assert_eq!(plenty.bounds(left), little.bounds(left));
        assert_eq!(
            plenty.tell(left, first_moves),
            little.tell(left, first_moves)
        );
    }
    assert!(budget.peak() <= 1 << 12);
    drop(little);
    assert_eq!(budget.used(), 0);
    let none = Budget::of_bytes(64);
    assert!(PartSum::<1>::new(game.takes(), game.of_first(), &none).is_none());
}
