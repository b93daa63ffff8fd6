//! What is found for games of the catalogue and for rules written here. Each pattern that the finder proves
//! is checked by the code that finds nothing.

use zug_certify::pattern::certify_pattern;
use zug_discover::{End, Limits, find};
use zug_game::linear::LinearGame;
use zug_job::Job;
use zug_lang::{Rules, Settings};
use zug_testkit::todays;
use zug_values::Play;

use crate::claim;

fn linear(source: &str, settings: &Settings) -> LinearGame {
    let rules = Rules::read(source).unwrap();
    rules.linear(settings, &Job::default()).unwrap()
}

fn catalogue(name: &str) -> &'static str {
    zug_catalogue::find(name).unwrap().source
}

/// What is found, in a line: the number of states with the digits, and the words.
fn told(game: &LinearGame) -> String {
    let found = find(game, Limits::default(), &Job::default()).unwrap();
    let (pattern, end) = match found.end {
        End::Proved(pattern) => (pattern, "proved"),
        End::Agrees(pattern, _) => (pattern, "agrees"),
        End::Refuted(pattern, _) => (pattern, "refuted"),
        End::None(_) => return "none".to_owned(),
    };
    let checked = certify_pattern(game, &claim(&pattern), &Job::default());
    assert_eq!(checked.is_ok(), end == "proved", "{checked:?}");
    let words = pattern.words.unwrap_or_default();
    let digits = pattern.automaton.digits();
    let system = if digits.is_recurrent() {
        "recurrent"
    } else {
        "base"
    };
    let (states, factor) = (pattern.automaton.states(), digits.factor());
    format!("{end} {states} {system} {factor} {words}")
        .trim()
        .to_owned()
}

/// The rules of a game with one heap, whose moves are `moves`.
fn heap(moves: &str) -> String {
    format!("game heap(n = 20)\nimpartial\nheap: 0..n = n\n{moves}")
}

#[test]
fn games_of_the_catalogue_have_patterns() {
    let normal = Settings::default;
    let misere = || Settings::default().play(Play::Misere);
    let found = [
        (
            "subtraction",
            normal(),
            "proved 7 base 2 heap mod 7 is 0 or 2",
        ),
        (
            "subtraction",
            misere(),
            "proved 7 base 2 heap mod 7 is 1 or 3",
        ),
        (
            "subtraction",
            normal().set("take", "{2, 5, 6}"),
            "proved 11 base 2 heap mod 11 is 0, 1, 4 or 8",
        ),
        (
            "bachet",
            normal(),
            "proved 11 base 2 stones mod 11 is 0, 2, 4 or 6",
        ),
        (
            "nim",
            normal(),
            "proved 2 base 2 the xor of 1.stones, 2.stones and 3.stones is 0",
        ),
        (
            "nim",
            misere(),
            "proved 5 base 2 the xor of 1.stones, 2.stones and 3.stones is 0, if one of them is above 1; \
             else the xor is 1",
        ),
        ("cake-party", normal(), "proved 6 base 2"),
        (
            "stone-game-strategist",
            normal(),
            "proved 5 base 2 the xor of pile[0] and pile[2] - pile[1] is 0",
        ),
        (
            "forbidden-take-away",
            normal(),
            "proved 4 base 2 the xor of 1.stones // 4, 2.stones // 4 and 3.stones // 4 is 0",
        ),
        (
            "wythoff",
            normal(),
            "proved 8 recurrent 1 the smaller one of a and b ends in an even number of Fibonacci zeros, \
             and the larger one has its Fibonacci digits with a 0 behind",
        ),
        ("wythoff", misere(), "proved 14 recurrent 1"),
        (
            "fibonacci-nim",
            normal(),
            "proved 5 recurrent 1 most is less than the least Fibonacci number of those that heap is the \
             sum of, or heap is 0",
        ),
    ];
    for (name, settings, expected) in todays(3, found) {
        assert_eq!(
            told(&linear(catalogue(name), &settings)),
            expected,
            "{name}"
        );
    }
}

#[test]
fn games_of_papers_have_the_patterns_that_the_papers_prove() {
    let normal = Settings::default;
    let found = [
        // Fraenkel, Aperiodic subtraction games, 2011.
        (
            "mark",
            normal(),
            "proved 3 base 2 heap ends in an odd number of binary zeros, or heap is 0",
        ),
        (
            "mark-by-three",
            normal(),
            "proved 3 base 3 heap ends in an odd number of ternary zeros, or heap is 0",
        ),
        (
            "at-most-half",
            normal(),
            "proved 3 base 2 heap is one less than a power of 2",
        ),
        // Fraenkel, 1982.
        ("wythoff-by-two", normal(), "proved 10 recurrent 2"),
        // Renard and Rigo, 2025.
        (
            "wythoff-with-ends",
            normal().set("ends", "{0, 1}"),
            "proved 6 recurrent 1",
        ),
        ("wythoff-with-ends", normal(), "proved 29 recurrent 1"),
        (
            "wythoff-with-ends",
            normal().set("ends", "{0, 1, 2, 3}"),
            "proved 34 recurrent 1",
        ),
        // Moore, 1910: where a move takes from at most two of three heaps.
        (
            "moore",
            normal(),
            "proved 2 base 2 heap[0] = heap[1] = heap[2]",
        ),
        // Gale, 1974.
        (
            "chomp-rows",
            normal(),
            "proved 3 base 2 top and bottom differ by 1",
        ),
    ];
    for (name, settings, expected) in todays(3, found) {
        assert_eq!(
            told(&linear(catalogue(name), &settings)),
            expected,
            "{name}"
        );
    }
}

#[test]
fn where_no_pattern_is_found_nothing_is_claimed() {
    let squares = "move take(k in {1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225}) \
                   if k <= heap:\n    heap -= k\n";
    assert_eq!(told(&linear(&heap(squares), &Settings::default())), "none");
    for name in ["roxor", "edge-geography"] {
        assert_eq!(told(&linear(catalogue(name), &Settings::default())), "none");
    }
}

#[test]
fn a_game_without_end_has_no_pattern() {
    let rules = "game g(n = 5)\nimpartial\nheap: 0..n = n\nmove stay if heap > 1:\n    heap = heap\n\
                 move take if heap > 0:\n    heap -= 1\n";
    let found = find(
        &linear(rules, &Settings::default()),
        Limits::default(),
        &Job::default(),
    )
    .unwrap();
    let End::None(Some(why)) = found.end else {
        panic!("{:?}", found.end);
    };
    assert_eq!(
        why.to_string(),
        "no sum of the variables falls with every move"
    );
}

#[test]
fn a_cancelled_job_ends_the_search() {
    let cancel = zug_job::CancelToken::default();
    cancel.cancel();
    let job = Job::default().with_cancel(cancel);
    let game = linear(catalogue("wythoff"), &Settings::default());
    let stopped = find(&game, Limits::default(), &job).unwrap_err();
    assert!(
        matches!(stopped, zug_discover::Error::Stopped(_)),
        "{stopped}"
    );
}
