//! Rules as linear conditions beside the rules as they are defined.

use std::collections::BTreeSet;

use proptest::prelude::*;
use zug_heaps::{Breaking, HeapGame, Parts, Splitting, known};

/// Whether the rules are linear; then the moves of the definition and of the linear conditions must agree on
/// all heaps up to a size.
fn agrees(game: &HeapGame, largest: u64) -> bool {
    let Some(linear) = game.linear() else {
        return false;
    };
    for heap in 0..=largest {
        let mut plain = BTreeSet::new();
        game.options(heap, &mut |left| {
            plain.insert(left.to_vec());
        });
        let options = linear.options(&[heap as i64]).unwrap().into_iter();
        let options = options.map(|left| {
            let left = left.concat().into_iter().map(i64::unsigned_abs);
            let mut left: Vec<u64> = left.filter(|size| *size != 0).collect();
            left.sort_unstable();
            left
        });
        assert_eq!(
            options.collect::<BTreeSet<_>>(),
            plain,
            "{game}, heap {heap}"
        );
    }
    true
}

#[test]
fn named_games_are_linear_but_for_roots() {
    let refused = known().iter().filter_map(|known| {
        let game: HeapGame = known.notation.parse().unwrap();
        (!agrees(&game, 20)).then_some(known.notation)
    });
    let refused: Vec<&str> = refused.collect();
    assert_eq!(refused, ["leave n^(1/4)..n^(1/2)"]);
}

#[test]
fn splits_of_each_kind_are_linear() {
    for parts in [Parts::Any, Parts::Distinct, Parts::NotAllEqual] {
        for (fewest, most) in [(2, 2), (2, 3), (3, 4)] {
            let splitting = Splitting::new(fewest, Some(most), parts).unwrap();
            assert!(agrees(&HeapGame::Splitting(splitting), 16));
        }
        let without_end = Splitting::new(2, None, parts).unwrap();
        assert!(HeapGame::Splitting(without_end).linear().is_none());
    }
}

#[test]
fn a_number_that_is_too_large_is_refused() {
    let game = HeapGame::subtraction([1, 1 << 40]).unwrap();
    assert!(game.linear().is_none());
}

proptest! {
    #[test]
    fn codes_are_linear(
        digits in prop::collection::vec(0u8..16, 1..4),
        tail in prop::collection::vec(0u8..16, 0..3),
        splits in prop::sample::select(vec![0u8, 4, 8, 12]),
    ) {
        let digits = std::iter::once(splits).chain(digits).collect();
        let game = HeapGame::Breaking(Breaking::new(digits, tail).unwrap());
        prop_assert!(agrees(&game, 12));
    }

    #[test]
    fn sets_of_numbers_are_linear(numbers in prop::collection::vec(1u64..9, 1..4)) {
        prop_assert!(agrees(&HeapGame::subtraction(numbers.clone()).unwrap(), 20));
        prop_assert!(agrees(&HeapGame::all_but(numbers).unwrap(), 20));
    }
}
