//! The words of the rules: read back, they are the rules again.

use std::collections::BTreeSet;

use proptest::prelude::*;
use zug_heaps::{Breaking, HeapGame, Kind};

fn words(text: &str) -> Vec<String> {
    text.parse::<HeapGame>().unwrap().words()
}

#[test]
fn each_digit_has_words_of_its_own() {
    let told: Vec<String> = (0..16)
        .flat_map(|digit| words(&format!("0.{digit:X}")))
        .collect();
    assert_eq!(
        told,
        [
            "there is no move",
            "take one, if that is the whole heap",
            "take one, but not the whole heap",
            "take one, leaving the rest in at most one heap",
            "take one, leaving the rest in two heaps",
            "take one, leaving nothing or two heaps",
            "take one, leaving the rest in one or two heaps",
            "take one, leaving the rest in at most two heaps",
            "take one, leaving the rest in three heaps",
            "take one, leaving nothing or three heaps",
            "take one, leaving the rest in one or three heaps",
            "take one, leaving nothing, one heap or three",
            "take one, leaving the rest in two or three heaps",
            "take one, leaving nothing, two heaps or three",
            "take one, leaving the rest in one to three heaps",
            "take one, leaving the rest in at most three heaps",
        ]
    );
    let distinct: BTreeSet<&String> = told.iter().collect();
    assert_eq!(distinct.len(), 16);
}

#[test]
fn rules_are_told_in_words() {
    for (text, told) in [
        (
            "kayles",
            &["take one or two, leaving the rest in at most two heaps"][..],
        ),
        (
            "0.137",
            &[
                "take one, if that is the whole heap",
                "take two, leaving the rest in at most one heap",
                "take three, leaving the rest in at most two heaps",
            ],
        ),
        ("0.11", &["take one or two, if that is the whole heap"]),
        (
            "nim",
            &["take any number, leaving the rest in at most one heap"],
        ),
        (
            "4.(3)",
            &[
                "split a heap into two",
                "take any number, leaving the rest in at most one heap",
            ],
        ),
        ("8.0", &["split a heap into three"]),
        ("C.0", &["split a heap into two or three"]),
        (
            "0.1(03)",
            &[
                "take one, if that is the whole heap",
                "take three, five, seven and so on, leaving the rest in at most one heap",
            ],
        ),
        (
            "0.(10)",
            &["take any odd number, if that is the whole heap"],
        ),
        ("0.(02)", &["take any even number, but not the whole heap"]),
        (
            "0.00(3)",
            &["take three or more, leaving the rest in at most one heap"],
        ),
        (
            "0.3303(3)",
            &["take any number but three, leaving the rest in at most one heap"],
        ),
        (
            "0.03003(003)",
            &["take two, five, eight and so on, leaving the rest in at most one heap"],
        ),
        (
            "0.30303(003)",
            &[
                "take one or three, or five, eight, eleven and so on, leaving the rest in at most one heap",
            ],
        ),
        (
            "0.030(3)",
            &["take two, or four or more, leaving the rest in at most one heap"],
        ),
        (
            "0.77777",
            &["take one to five, leaving the rest in at most two heaps"],
        ),
        ("{1,3,4}", &["take one, three or four"]),
        ("{1..5,9}", &["take one to five or nine"]),
        ("{100}", &["take 100"]),
        ("{}", &["there is no move"]),
        ("allbut {}", &["take any number"]),
        ("allbut {1,2}", &["take three or more"]),
        ("allbut {2,4}", &["take any number but two or four"]),
        (
            "allbut {18446744073709551615}",
            &["take any number but 18446744073709551615"],
        ),
        ("split(2)", &["split a heap into two"]),
        ("split(2..3)", &["split a heap into two or three"]),
        ("split(2..4)", &["split a heap into two to four"]),
        ("split(13..)", &["split a heap into 13 or more"]),
        ("grundy", &["split a heap into two of different sizes"]),
        (
            "split(2..4, unequal)",
            &["split a heap into two to four, no two of the same size"],
        ),
        (
            "split(3, not all equal)",
            &["split a heap into three, not all of the same size"],
        ),
        (
            "leave n/4..n/2",
            &["make a heap of n smaller: at least n/4 and at most n/2 are left"],
        ),
        (
            "leave n/4..n-1",
            &["make a heap of n smaller: at least n/4 are left"],
        ),
        (
            "leave 0..n-2",
            &["make a heap of n smaller: at most n-2 are left"],
        ),
        ("leave 0..n", &["make a heap smaller"]),
    ] {
        assert_eq!(words(text), told, "{text}");
    }
}

/// How the rest is left, and the digit that it says.
const LEFT: [(&str, u8); 15] = [
    (", if that is the whole heap", 0b0001),
    (", but not the whole heap", 0b0010),
    (", leaving the rest in at most one heap", 0b0011),
    (", leaving the rest in two heaps", 0b0100),
    (", leaving nothing or two heaps", 0b0101),
    (", leaving the rest in one or two heaps", 0b0110),
    (", leaving the rest in at most two heaps", 0b0111),
    (", leaving the rest in three heaps", 0b1000),
    (", leaving nothing or three heaps", 0b1001),
    (", leaving the rest in one or three heaps", 0b1010),
    (", leaving nothing, one heap or three", 0b1011),
    (", leaving the rest in two or three heaps", 0b1100),
    (", leaving nothing, two heaps or three", 0b1101),
    (", leaving the rest in one to three heaps", 0b1110),
    (", leaving the rest in at most three heaps", 0b1111),
];

/// Numbers up to this one are read back.
const MOST: u64 = 60;

fn number(word: &str) -> u64 {
    let words = "one two three four five six seven eight nine ten eleven twelve";
    let place = words.split(' ').position(|known| known == word);
    place.map_or_else(|| word.parse().unwrap(), |place| place as u64 + 1)
}

fn list(text: &str) -> BTreeSet<u64> {
    let items = text.split(", ").flat_map(|item| item.split(" or "));
    items
        .flat_map(|item| match item.split_once(" to ") {
            Some((first, last)) => number(first)..=number(last),
            None => number(item)..=number(item),
        })
        .collect()
}

/// The numbers that a text says, up to [`MOST`].
fn numbers(text: &str) -> BTreeSet<u64> {
    let every = |first: u64, step: u64| (first..=MOST).step_by(step as usize).collect();
    let part = |part: &str| -> BTreeSet<u64> {
        if let Some(others) = part.strip_prefix("any number but ") {
            let others = list(others);
            return (1..=MOST)
                .filter(|number| !others.contains(number))
                .collect();
        }
        if let Some(first) = part.strip_suffix(" or more") {
            return every(number(first), 1);
        }
        if let Some(first) = part.strip_suffix(" and so on") {
            let first: Vec<u64> = first.split(", ").map(number).collect();
            assert_eq!(first[2] - first[1], first[1] - first[0], "{part}");
            return every(first[0], first[1] - first[0]);
        }
        match part {
            "any number" => every(1, 1),
            "any odd number" => every(1, 2),
            "any even number" => every(2, 2),
            _ => list(part),
        }
    };
    text.split(", or ").flat_map(part).collect()
}

/// The digits up to [`MOST`] that the words say.
fn digits(words: &[String]) -> Vec<u8> {
    let mut digits = vec![0; MOST as usize + 1];
    for line in words {
        digits[0] |= match &**line {
            "split a heap into two" => 4,
            "split a heap into three" => 8,
            "split a heap into two or three" => 12,
            _ => 0,
        };
        let Some(rest) = line.strip_prefix("take ") else {
            continue;
        };
        let found = LEFT
            .iter()
            .find_map(|(left, digit)| Some((rest.strip_suffix(left)?, digit)));
        let (takes, digit) = found.unwrap();
        for take in numbers(takes) {
            assert_eq!(digits[take as usize], 0, "{take} is told twice: {words:?}");
            digits[take as usize] = *digit;
        }
    }
    digits
}

fn some_digits() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        prop::collection::vec(prop::sample::select(vec![0, 3, 7]), 0..16),
        prop::collection::vec(0..16_u8, 0..6),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn the_words_of_a_code_say_its_digits(
        first in prop::sample::select(vec![0, 4, 8, 12]),
        begin in some_digits(),
        tail in some_digits(),
    ) {
        let all = [&[first][..], &begin].concat();
        let code = Breaking::new(all, tail).unwrap();
        let expected: Vec<u8> = (0..=MOST).map(|take| code.digit(take)).collect();
        let told = HeapGame::Breaking(code).words();
        prop_assert_eq!(digits(&told), expected, "{:?}", told);
    }

    #[test]
    fn the_words_of_a_set_say_its_numbers(set in prop::collection::btree_set(1..30_u64, 1..20)) {
        let all: Vec<u64> = set.iter().copied().collect();
        let takes = HeapGame::subtraction(all.clone()).unwrap().words();
        prop_assert_eq!(&numbers(takes[0].strip_prefix("take ").unwrap()), &set);
        let others = HeapGame::all_but(all).unwrap().words();
        let others = numbers(others[0].strip_prefix("take ").unwrap());
        prop_assert!((1..=MOST).all(|take| set.contains(&take) != others.contains(&take)));
    }
}

#[test]
fn the_kind_is_told_by_the_largest_digit() {
    for (text, kind) in [
        ("0.0", Kind::Quaternary),
        ("0.31", Kind::Quaternary),
        ("0.(3)", Kind::Quaternary),
        ("0.77", Kind::Octal),
        ("4.(3)", Kind::Octal),
        ("0.3(04)", Kind::Octal),
        ("0.8", Kind::Hexadecimal),
        ("C.0", Kind::Hexadecimal),
        ("{1}", Kind::Subtraction),
        ("allbut {1}", Kind::AllBut),
        ("split(2)", Kind::Splitting),
        ("leave 0..n-1", Kind::Interval),
    ] {
        let game: HeapGame = text.parse().unwrap();
        assert_eq!(game.kind(), kind, "{text}");
    }
}

#[test]
fn what_is_taken_and_left_is_bounded_or_not() {
    for (text, taken, left) in [
        ("0.0", Some(0), Some(0)),
        ("0.1", Some(1), Some(0)),
        ("0.77", Some(2), Some(2)),
        ("4.(3)", None, Some(2)),
        ("0.00F", Some(3), Some(3)),
        ("{1,3,9}", Some(9), Some(1)),
        ("allbut {1}", None, Some(1)),
        ("split(2..5)", Some(0), Some(5)),
        ("split(2..)", Some(0), None),
        ("leave n-7..n-1", Some(7), Some(1)),
        ("leave n/2..n-1", None, Some(1)),
    ] {
        let game: HeapGame = text.parse().unwrap();
        assert_eq!(
            (game.most_taken(), game.most_left()),
            (taken, left),
            "{text}"
        );
    }
}
