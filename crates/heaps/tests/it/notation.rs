//! The notation: what is read and printed, and how faults are told.

use proptest::prelude::*;
use zug_heaps::{
    Bound, Breaking, BreakingError, HeapGame, Leaving, NotationError, NotationFault, Parts,
    Splitting,
};

fn read(text: &str) -> HeapGame {
    text.parse()
        .unwrap_or_else(|error: NotationError| panic!("{text}: {error} at {:?}", error.place))
}

fn error(text: &str) -> NotationError {
    match text.parse::<HeapGame>() {
        Err(error) => error,
        Ok(game) => panic!("{text} is {game}"),
    }
}

#[test]
fn equal_games_have_one_canonical_text() {
    for (texts, canonical) in [
        (
            &["0.137", ".137", " 0 . 1 3 7 ", "0.13700", "0.137(0)"][..],
            "0.137",
        ),
        (&["4.7", "4.70"], "4.7"),
        (&["0.3f", "0.3F", ".3F000"], "0.3F"),
        (&["c.0", "C.0", "C.(00)"], "C.0"),
        (&["0.0", ".0", "0.(0)", "0.000"], "0.0"),
        (&["0.(3)", "0.3(3)", "0.33(333)", "nim", "NIM"], "0.(3)"),
        (
            &["4.(3)", "4.3(33)", "Lasker's Nim", "laskers_nim"],
            "4.(3)",
        ),
        (&["0.1(03)", "0.10(30)", "0.103(0303)"], "0.1(03)"),
        (&["0.(37)", "0.3(73)", "0.37(37)", "0.3(7373)"], "0.(37)"),
        (&["4.(4)", "4.4(4)"], "4.(4)"),
        (
            &[
                "{1,3,4}",
                "sub 1,3,4",
                "SUBTRACT{4, 3,1,3}",
                "subtraction {1,3..4}",
            ],
            "{1,3,4}",
        ),
        (&["{1..3}", "{ 3,2 , 1 }"], "{1,2,3}"),
        (&["{1..5, 9}", "sub 9,1..3,2..5"], "{1..5,9}"),
        (&["{}", "sub {}"], "{}"),
        (&["{18446744073709551615}"], "{18446744073709551615}"),
        (
            &[
                "allbut {1,2}",
                "all-but 1,2",
                "ALL  but{2,1}",
                "all but 1..2",
            ],
            "allbut {1,2}",
        ),
        (&["allbut {}", "allbut{ }"], "allbut {}"),
        (&["split(2)", "split ( 2..2 )"], "split(2)"),
        (&["split(2..4)"], "split(2..4)"),
        (&["split(2..)", "Split(2 .. )"], "split(2..)"),
        (
            &["split(2, unequal)", "grundy", "Grundy’s Game"],
            "split(2, unequal)",
        ),
        (&["split(2..,UNEQUAL)"], "split(2.., unequal)"),
        (
            &["split(3, not all equal)", "split(3,not  all equal)"],
            "split(3, not all equal)",
        ),
        (
            &["leave n/4..n/2", "leave 1n/4 .. 2n/4", "LEAVE N/4..N/2"],
            "leave n/4..n/2",
        ),
        (&["leave n-3..n-1", "leave n - 3..3n/3-1"], "leave n-3..n-1"),
        (
            &["leave 2n/3..3n-5", "leave 4n/6+0..3n-5"],
            "leave 2n/3..3n-5",
        ),
        (
            &["leave n^(1/4)..n^(1/2)", "furlo-rublo"],
            "leave n^(1/4)..n^(1/2)",
        ),
        (&["leave n^(1/2)-1..n^(1/1)-1"], "leave n^(1/2)-1..n-1"),
        (&["leave 0..0n/7+5", "leave -0..5"], "leave 0..5"),
        (&["leave -3..n+2"], "leave -3..n+2"),
    ] {
        for text in texts {
            assert_eq!(read(text).to_string(), canonical, "{text}");
            assert_eq!(read(text), read(canonical), "{text}");
        }
    }
}

/// The text, what is marked of it, and the message.
#[test]
fn a_fault_is_told_with_its_place() {
    for (text, marked, message) in [
        (
            "2.7",
            "2",
            "the digit before the point is 0, 4, 8 or C: a move that takes nothing splits the heap",
        ),
        (
            "F.7",
            "F",
            "the digit before the point is 0, 4, 8 or C: a move that takes nothing splits the heap",
        ),
        ("0137", "1", "expected the point of a code, such as 0.137"),
        ("0.13G", "G", "expected a digit of a code, 0 to 9 or A to F"),
        (
            "0.",
            "",
            "expected a digit of a code, 0 to 9 or A to F, or digits that repeat, in brackets",
        ),
        ("0.(", "", "expected a digit of a code, 0 to 9 or A to F"),
        ("0.3()", ")", "expected a digit of a code, 0 to 9 or A to F"),
        ("0.(3", "", "expected a digit of a code, or `)`"),
        (
            "0.(3)7",
            "7",
            "expected the end: these digits repeat for ever",
        ),
        ("{1,0}", "0", "taking 0 is not a move: numbers from 1 up"),
        ("{0..3}", "0", "taking 0 is not a move: numbers from 1 up"),
        ("{1,,3}", ",", "expected a number from 1 up"),
        ("{1,}", "}", "expected a number from 1 up"),
        ("{1 3}", "3", "expected `,` or `}`"),
        ("{1,3", "", "expected `,` or `}`"),
        ("sub 1 3", "3", "expected `,` or the end"),
        ("sub", "", "expected a number from 1 up"),
        ("{1,3}x", "x", "expected the end"),
        ("{5..3}", "5..3", "the range goes from 5 down to 3"),
        ("{1..}", "}", "expected the last number of the range"),
        (
            "{2,1..1000000000000}",
            "1..1000000000000",
            "the set has too many numbers: 1048576 at most",
        ),
        (
            "{1..18446744073709551615}",
            "1..18446744073709551615",
            "the set has too many numbers: 1048576 at most",
        ),
        (
            "{1..1048576, 7}",
            "7",
            "the set has too many numbers: 1048576 at most",
        ),
        (
            "{18446744073709551616}",
            "18446744073709551616",
            "the number is too large: 18446744073709551615 at most",
        ),
        ("allbut {-1}", "-", "expected a number from 1 up"),
        ("split", "", "expected `(`, as in split(2)"),
        ("split(1)", "1", "the number is too small: 2 at least"),
        ("split(4..2)", "4..2", "the range goes from 4 down to 2"),
        (
            "split(4294967296)",
            "4294967296",
            "the number is too large: 4294967295 at most",
        ),
        (
            "split(2, equal)",
            "e",
            "expected `unequal` or `not all equal`",
        ),
        (
            "split(2, not all)",
            "n",
            "expected `unequal` or `not all equal`",
        ),
        (
            "split(2 unequal)",
            "u",
            "expected `)`, or `,` and `unequal` or `not all equal`",
        ),
        ("split(2, unequal", "", "expected `)`"),
        ("leave n/4", "", "expected `..` and the largest size"),
        (
            "leave m..n",
            "m",
            "expected a size such as 5, n-3, 2n/3 or n^(1/4)",
        ),
        ("leave n/0..n-1", "0", "the number is too small: 1 at least"),
        (
            "leave n^2..n-1",
            "2",
            "expected the degree of a root, as in n^(1/4)",
        ),
        (
            "leave n^(1/0)..n-1",
            "0",
            "the number is too small: 1 at least",
        ),
        (
            "leave n^(1/65)..n-1",
            "65",
            "the number is too large: 64 at most",
        ),
        (
            "leave 5000000000n..n-1",
            "5000000000",
            "the number is too large: 4294967295 at most",
        ),
        ("leave 0..n-", "", "expected a number"),
        (
            "",
            "",
            "expected a code such as 0.137, a set such as {1,3,4}, or a name",
        ),
        ("  kales ", "kales", "there is no game on heaps `kales`"),
        ("über", "über", "there is no game on heaps `über`"),
        ("all {1}", "all {1}", "there is no game on heaps `all {1}`"),
    ] {
        let error = error(text);
        assert_eq!(
            (&text[error.place.clone()], &*error.to_string()),
            (marked, message),
            "{text}"
        );
        let named = matches!(error.fault, NotationFault::Unknown { .. });
        assert_eq!(error.is_notation(), !named, "{text}");
    }
}

#[test]
fn a_fault_lies_where_it_begins() {
    assert_eq!(error("{1, 3, 0}").place, 7..8);
    assert_eq!(error("0.(3").place, 4..4);
    assert_eq!(error("  ").place, 2..2);
}

#[test]
fn a_code_is_read_as_a_code_alone() {
    let kayles: Breaking = "0.77".parse().unwrap();
    assert_eq!((kayles.digits(), kayles.tail()), (&[0, 7, 7][..], &[][..]));
    assert_eq!("Kayles".parse(), Ok(kayles));
    assert_eq!("{1,2}".parse::<Breaking>(), Err(BreakingError::NoCode));
    let two = "2.7".parse::<HeapGame>().unwrap_err();
    assert_eq!("2.7".parse::<Breaking>(), Err(BreakingError::Notation(two)));
}

#[test]
fn digits_above_15_are_refused() {
    let digit = Err(BreakingError::Digit { digit: 16 });
    assert_eq!(Breaking::new(vec![0, 3, 16], vec![]), digit);
    assert_eq!(Breaking::new(vec![0, 3], vec![16]), digit);
    assert_eq!(Breaking::new(vec![16], vec![]), digit);
    assert_eq!(
        Breaking::new(vec![], vec![3]),
        Err(BreakingError::TakesNothing)
    );
}

/// The digits of a code and its tail have no shorter form, by trying all.
fn is_shortest(code: &Breaking) -> bool {
    let (digits, tail) = (code.digits(), code.tail());
    if tail.is_empty() {
        return digits.len() == 1 || digits.last() != Some(&0);
    }
    let periods = (1..tail.len()).filter(|period| tail.len() % period == 0);
    let mut shorter = periods.filter(|&period| {
        let moved = tail.iter().zip(tail[period..].iter());
        moved.into_iter().all(|(a, b)| a == b)
    });
    shorter.next().is_none()
        && tail.iter().any(|&digit| digit != 0)
        && (digits.len() == 1 || digits.last() != tail.last())
}

fn few_digits() -> impl Strategy<Value = Vec<u8>> {
    // Few kinds of digits, so that repetitions come about.
    prop_oneof![
        prop::collection::vec(prop::sample::select(vec![0, 3]), 0..7),
        prop::collection::vec(0..16_u8, 0..7),
    ]
}

fn first_digit() -> impl Strategy<Value = u8> {
    prop::sample::select(vec![0, 4, 8, 12])
}

fn bound() -> impl Strategy<Value = Bound> {
    prop_oneof![
        any::<i64>().prop_map(Bound::constant),
        Just(Bound::constant(i64::MIN)),
        prop::sample::select(vec![i64::MIN, i64::MAX])
            .prop_filter_map("a share", |plus| Bound::share(u32::MAX, 2, plus)),
        (0..9_u32, 1..9_u32, -9..9_i64).prop_filter_map("a share", |(times, over, plus)| {
            Bound::share(times, over, plus)
        }),
        (1..=64_u32, -9..9_i64)
            .prop_filter_map("a root", |(degree, plus)| { Bound::root(degree, plus) }),
    ]
}

fn numbers() -> impl Strategy<Value = Vec<u64>> {
    let number = prop_oneof![4 => 1..30_u64, 1 => 1..=u64::MAX];
    prop::collection::btree_set(number, 0..20).prop_map(|set| set.into_iter().collect())
}

fn game() -> impl Strategy<Value = HeapGame> {
    let parts = prop::sample::select(vec![Parts::Any, Parts::Distinct, Parts::NotAllEqual]);
    prop_oneof![
        (first_digit(), few_digits(), few_digits()).prop_map(|(first, digits, tail)| {
            let digits = [&[first][..], &digits].concat();
            HeapGame::Breaking(Breaking::new(digits, tail).unwrap())
        }),
        numbers().prop_map(|takes| HeapGame::subtraction(takes).unwrap()),
        numbers().prop_map(|forbidden| HeapGame::all_but(forbidden).unwrap()),
        (2..9_u32, prop::option::of(0..9_u32), parts).prop_map(|(fewest, more, parts)| {
            let most = more.map(|more| fewest + more);
            HeapGame::Splitting(Splitting::new(fewest, most, parts).unwrap())
        }),
        (bound(), bound()).prop_map(|(lo, hi)| HeapGame::Leaving(Leaving { lo, hi })),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn what_is_printed_is_read_as_the_same_game(game in game()) {
        prop_assert_eq!(game.to_string().parse(), Ok(game));
    }

    #[test]
    fn codes_are_kept_in_their_shortest_form(
        first in first_digit(), digits in few_digits(), tail in few_digits()
    ) {
        let all = [&[first][..], &digits].concat();
        let code = Breaking::new(all.clone(), tail.clone()).unwrap();
        prop_assert!(is_shortest(&code), "{:?}", code);
        for take in 0..60 {
            let past = take - all.len().min(take);
            let expected = match all.get(take) {
                Some(&digit) => digit,
                None if tail.is_empty() => 0,
                None => tail[past % tail.len()],
            };
            prop_assert_eq!(code.digit(take as u64), expected, "{}", take);
        }
    }

    #[test]
    fn no_text_is_too_strange(text in ".*") {
        if let Err(error) = text.parse::<HeapGame>() {
            prop_assert!(text.get(error.place).is_some());
        }
    }

    #[test]
    fn no_text_of_the_signs_of_the_notation_is_too_strange(
        words in prop::collection::vec(prop::sample::select(vec![
            "0", "1", "7", "C", ".", "..", "(", ")", "{", "}", ",", "n", "/", "^", "-", "+", " ",
            "sub", "all", "but", "allbut", "split", "leave", "unequal", "not", "equal", "(1/",
            "99999999999999999999", "4294967295", "18446744073709551615",
        ]), 0..12)
    ) {
        let text = words.concat();
        match text.parse::<HeapGame>() {
            Ok(game) => prop_assert_eq!(game.to_string().parse(), Ok(game)),
            Err(error) => prop_assert!(text.get(error.place).is_some()),
        }
    }
}
