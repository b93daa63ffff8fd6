//! Games on two heaps: what is written is what is read, and the moves are what
//! the words say.

use std::collections::BTreeSet;
use std::num::NonZeroU64;

use proptest::prelude::*;
use zug_heaps::{Both, One, PairGame, Taking, TakingError};

fn game(text: &str) -> PairGame {
    text.parse().unwrap()
}

fn options(game: &PairGame, a: u64, b: u64) -> BTreeSet<(u64, u64)> {
    let mut options = BTreeSet::new();
    game.options(a, b, &mut |a, b| {
        options.insert((a, b));
    });
    options
}

#[test]
fn a_game_is_written_in_one_way() {
    for (text, written) in [
        ("nim", "nim"),
        ("rook", "nim"),
        ("one any", "nim"),
        ("one any both {}", "nim"),
        ("wythoff", "wythoff"),
        ("queen", "wythoff"),
        (" wythoff ( 1 ) ", "wythoff"),
        ("one any both any", "wythoff"),
        ("wythoff(3)", "wythoff(3)"),
        ("one any both within 3", "wythoff(3)"),
        ("king", "one {1} both {1}"),
        ("knight", "both {1:2}"),
        ("one{3,1,2,1}both{2,1:1}", "one {1, 2, 3} both {1, 2}"),
        ("one {1..3, 7}", "one {1, 2, 3, 7}"),
        ("both {3:1, 1:3}", "both {1:3}"),
        ("both any", "both any"),
        ("both within 2", "both within 2"),
        ("one {2} both within 2", "one {2} both within 2"),
        ("one any both {1..2}", "one any both {1, 2}"),
        ("euclid", "euclid"),
    ] {
        assert_eq!(game(text).to_string(), written, "{text}");
        assert_eq!(game(written), game(text), "{text}");
    }
}

#[test]
fn a_fault_is_told_with_its_place() {
    for (text, message) in [
        (
            "",
            "column 1: expected the name of a game, `one` or `both`, found the end",
        ),
        (
            "7",
            "column 1: expected the name of a game, `one` or `both`, found `7`",
        ),
        (
            " wytoff",
            "column 2: there is no game `wytoff` on two heaps; the names are nim, wythoff, king, \
             knight and euclid, and the moves of others begin with `one` or `both`",
        ),
        (
            "wythoff(0)",
            "column 9: expected a number from 1, found `0`",
        ),
        ("wythoff(2", "column 10: expected `)`, found the end"),
        ("nim nim", "column 5: expected the end, found `nim`"),
        ("one 1", "column 5: expected `any` or `{`, found `1`"),
        (
            "one {1} {2}",
            "column 9: expected `both` or the end, found `{`",
        ),
        (
            "one {1, 0}",
            "column 9: expected a number from 1, found `0`",
        ),
        ("one {1 2}", "column 8: expected `,` or `}`, found `2`"),
        ("one {1:2}", "column 7: expected `,` or `}`, found `:`"),
        ("one {1", "column 7: expected `,` or `}`, found the end"),
        ("one {1..}", "column 9: expected a number from 1, found `}`"),
        ("one {5..3}", "column 6: the range 5..3 is empty"),
        (
            "one {1..70000}",
            "column 6: a set has 65536 numbers at most",
        ),
        (
            "one {1..65536, 9}",
            "column 16: a set has 65536 numbers at most",
        ),
        (
            "one {99999999999999999999}",
            "column 6: the number 99999999999999999999 is too large",
        ),
        ("both {ä}", "column 7: expected a number from 1, found `ä`"),
        (
            "both 1",
            "column 6: expected `any`, `within` or `{`, found `1`",
        ),
        ("one {}", "column 1: no move is allowed"),
        ("one {} both {}", "column 1: no move is allowed"),
    ] {
        let fault = text.parse::<PairGame>().unwrap_err();
        assert_eq!(fault.to_string(), message, "{text}");
    }
}

#[test]
fn a_move_takes_something() {
    let none = || Both::default();
    let fault = |one, both| Taking::new(one, both).unwrap_err();
    assert_eq!(
        fault(One::Of(vec![1, 0]), none()),
        TakingError::TakesNothing
    );
    assert_eq!(
        fault(
            One::Any,
            Both {
                pairs: vec![(0, 1)],
                ..none()
            }
        ),
        TakingError::TakesNothing
    );
    assert_eq!(
        fault(
            One::Any,
            Both {
                ratios: vec![(2, 0)],
                ..none()
            }
        ),
        TakingError::TakesNothing
    );
    assert_eq!(fault(One::Of(vec![]), none()), TakingError::NoMove);
}

#[test]
fn the_chess_men_move_as_they_do_in_a_corner() {
    for a in 0..8i64 {
        for b in 0..8i64 {
            let targets = |moves: &dyn Fn(i64, i64) -> bool| -> BTreeSet<(u64, u64)> {
                let all = (0..=a).flat_map(|x| (0..=b).map(move |y| (x, y)));
                let reached = all.filter(|&(x, y)| (x, y) != (a, b) && moves(a - x, b - y));
                reached.map(|(x, y)| (x as u64, y as u64)).collect()
            };
            let at = |name: &str| options(&game(name), a as u64, b as u64);
            let rook = |k: i64, l: i64| k == 0 || l == 0;
            assert_eq!(at("rook"), targets(&rook));
            assert_eq!(at("queen"), targets(&|k, l| rook(k, l) || k == l));
            assert_eq!(at("king"), targets(&|k, l| k <= 1 && l <= 1));
            assert_eq!(at("knight"), targets(&|k, l| k * l == 2));
            let fraenkel = |k: i64, l: i64| rook(k, l) || (k - l).abs() < 3;
            assert_eq!(at("wythoff(3)"), targets(&fraenkel));
        }
    }
}

#[test]
fn euclid_takes_multiples_of_the_smaller_heap() {
    let euclid = game("euclid");
    assert_eq!(options(&euclid, 3, 8), BTreeSet::from([(3, 5), (3, 2)]));
    assert_eq!(options(&euclid, 4, 2), BTreeSet::from([(2, 2), (0, 2)]));
    assert_eq!(options(&euclid, 0, 9), BTreeSet::new());
    assert_eq!(options(&euclid, 0, 0), BTreeSet::new());
}

fn games() -> impl Strategy<Value = PairGame> {
    let one = prop_oneof![
        Just(One::Any),
        prop::collection::vec(1..20_u64, 0..5).prop_map(One::Of)
    ];
    let pairs = |size| prop::collection::vec((1..9_u64, 1..9_u64), 0..size);
    let both =
        (prop::option::of(1..5_u64), pairs(4), pairs(3)).prop_map(|(within, pairs, ratios)| Both {
            within: within.and_then(NonZeroU64::new),
            pairs,
            ratios,
        });
    let taking = (one, both).prop_filter_map("a game has a move", |(one, both)| {
        Taking::new(one, both).ok().map(PairGame::Taking)
    });
    prop_oneof![9 => taking, 1 => Just(PairGame::Euclid)]
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(game in games()) {
        prop_assert_eq!(game.to_string().parse::<PairGame>().unwrap(), game);
    }

    #[test]
    fn heaps_may_change_places_and_never_grow(game in games(), a in 0..12_u64, b in 0..12_u64) {
        let there = options(&game, a, b);
        let swapped: BTreeSet<(u64, u64)> =
            options(&game, b, a).into_iter().map(|(a, b)| (b, a)).collect();
        prop_assert_eq!(&there, &swapped);
        for (x, y) in there {
            prop_assert!(x <= a && y <= b && (x, y) != (a, b));
        }
    }

    #[test]
    fn any_text_is_read_or_refused_at_a_place_in_it(text in "(one|both|any|within|wythoff|k|[{}()0-9:., a-zä]){0,9}") {
        if let Err(fault) = text.parse::<PairGame>() {
            let fault = fault.to_string();
            let column = fault.strip_prefix("column ").unwrap().split(':').next().unwrap();
            let column: usize = column.parse().unwrap();
            prop_assert!((1..=text.chars().count() + 1).contains(&column));
        }
    }
}
