//! Patterns that are kept with the catalogue, or given, answer as the rules do, and as theorems found by people.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use zug::{
    AnswerBy, CheckedPattern, Compound, Error, Job, Nimber, Outcome, PatternAbout, PatternError,
    PatternFile, PatternStatus, PatternSubject, Play, Problem, Reply, Request, Shelf, SolveOptions,
    Theorem, answer, certify_pattern_file, discover, discover_about,
};
use zug_catalogue::{KEPT_PATTERNS, KeptPattern};
use zug_testkit::{all_or, is_todays, todays};

/// Patterns that take long to be found: on other days they are only checked.
const SLOW: [&str; 5] = [
    "cake-party",
    "chomp-rows",
    "fibonacci-nim",
    "stone-game-strategist",
    "wythoff-by-two",
];

fn certified(kept: &KeptPattern) -> Arc<CheckedPattern> {
    CheckedPattern::certified(kept.certificate, kept.game, &Job::default()).unwrap()
}

fn by_pattern(pattern: Arc<CheckedPattern>) -> SolveOptions {
    SolveOptions::default()
        .with_answer_by(AnswerBy::Theorem)
        .with_pattern(Some(pattern))
}

/// The pattern that is kept of a game, which has one alone for this convention and its own parameters.
fn of(game: &str, play: Play) -> Arc<CheckedPattern> {
    let kept = KEPT_PATTERNS.iter().find(|kept| {
        let file = PatternFile::read(kept.certificate).unwrap();
        let is_of_lost = file.nimber.is_none();
        kept.game == game && file.play == play.to_string() && file.set.is_empty() && is_of_lost
    });
    certified(kept.unwrap_or_else(|| panic!("{game}")))
}

#[test]
fn kept_patterns_are_checked_and_found_again() {
    let names: Vec<&str> = KEPT_PATTERNS.iter().map(|kept| kept.game).collect();
    assert!(names.is_sorted(), "{names:?}");
    for (number, kept) in KEPT_PATTERNS.iter().enumerate() {
        let checked = certify_pattern_file(kept.certificate, kept.game, &Job::default()).unwrap();
        assert_eq!(checked.name.replace('_', "-"), kept.game);
        let is_slow = SLOW.contains(&kept.game);
        if !is_todays(number, 8) || is_slow && !all_or(false, true) {
            continue;
        }
        let found = discover_about(&checked.subject, checked.about(), &Job::default()).unwrap();
        assert_eq!(found.status, PatternStatus::Proved, "{}", kept.game);
        let written = PatternFile::of(&found).unwrap().write();
        assert_eq!(written, kept.certificate, "{}", kept.game);
    }
}

/// The outcome and the winning moves, by their names.
type Said = (Outcome, BTreeSet<String>);

fn said(theorem: &Theorem) -> Said {
    let winning = theorem.named_moves().unwrap();
    assert!(winning.all);
    let names = winning.moves.into_iter().map(|winning| winning.name);
    (theorem.outcome(), names.collect())
}

/// Compares a pattern with the positions of one instance; returns the number of positions compared.
fn agrees(pattern: &Arc<CheckedPattern>, request: &Request) -> usize {
    let Ok(problem) = Problem::new(request) else {
        return 0; // parameters that the rules refuse
    };
    let options = SolveOptions::default().with_answer_by(AnswerBy::Positions);
    let solution = problem.solve(&options).unwrap();
    let mut positions = Vec::new();
    let walk = solution.each_value(&mut |position, _| {
        positions.push(position);
        ControlFlow::Continue(())
    });
    walk.unwrap();
    let options = by_pattern(pattern.clone());
    let mut compared = 0;
    for position in positions {
        let text = problem.print(&position);
        let moves = solution.moves_in_order(&position).unwrap();
        let told = match Theorem::of(&request.clone().at(text.clone()), &options) {
            Ok(told) => told.unwrap(),
            // Of positions that the rules end, the rules tell.
            Err(Error::Pattern(why)) if matches!(*why, PatternError::OtherPosition) => {
                assert!(moves.is_empty(), "{}: {text}", request.origin);
                continue;
            }
            Err(error) => panic!("{}: {text}: {error}", request.origin),
        };
        let won = moves.iter().filter(|of| of.value.outcome() == Outcome::Win);
        let names: BTreeSet<String> = won.map(|of| of.name.clone()).collect();
        let value = solution.value(&position).unwrap().unwrap();
        assert_eq!(
            said(&told),
            (value.outcome(), names),
            "{}: {text}",
            request.origin
        );
        if pattern.about() == PatternAbout::Nimbers {
            let nimber = solution.nimber(&position).unwrap();
            assert_eq!(told.heap(), nimber, "{}: {text}", request.origin);
        }
        compared += 1;
    }
    compared
}

#[test]
fn on_all_small_instances_patterns_say_what_the_positions_say() {
    for kept in todays(5, KEPT_PATTERNS) {
        let pattern = certified(kept);
        let checked = certify_pattern_file(kept.certificate, kept.game, &Job::default()).unwrap();
        let open = &checked.game.variables[..checked.game.parameters];
        let most = match open.len() {
            1 => all_or(12, 32),
            2 => all_or(4, 12),
            _ => all_or(2, 4),
        };
        let mut values = vec![0u64; open.len()];
        let mut compared = 0;
        loop {
            let PatternSubject::Rules(mut request) = checked.subject.clone() else {
                panic!("{}", kept.game);
            };
            let texts: Vec<String> = values.iter().map(u64::to_string).collect();
            if let Some((list, _)) = open[0].split_once('[') {
                request = request.set(list, format!("[{}]", texts.join(", ")));
            } else {
                for (name, text) in open.iter().zip(texts) {
                    request = request.set(name, text);
                }
            }
            compared += agrees(&pattern, &request);
            let Some(next) = values.iter().position(|value| *value < most) else {
                break;
            };
            values[next] += 1;
            values[..next].fill(0);
        }
        assert!(compared >= 20, "{}: {compared}", kept.game);
    }
}

/// Numbers that look as if they were random (Knuth's linear congruence).
fn random(state: &mut u64, below: u64) -> u64 {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*state >> 11) % below
}

#[test]
fn on_large_instances_patterns_say_what_theorems_of_people_say() {
    let mut state = 58;
    // Each game with its parameters, of which the numbers are up to the given one.
    let games: [(&str, &[&str], u64); 6] = [
        ("subtraction", &["n"], 20_000),
        ("bachet", &["n"], 20_000),
        ("fibonacci-nim", &["n"], 1 << 55),
        ("wythoff", &["first", "second"], 1 << 48),
        ("nim", &["piles"], 1 << 32),
        ("stone-game-strategist", &["piles"], 1 << 32),
    ];
    for (name, parameters, most) in games {
        for play in [Play::Normal, Play::Misere] {
            let is_told = Theorem::of(
                &Request::catalogue(name).unwrap().with_play(Some(play)),
                &SolveOptions::default(),
            );
            if is_told
                .unwrap()
                .is_none_or(|told| told.source().contains("Zug"))
            {
                continue; // the theorem is about normal play alone
            }
            let options = by_pattern(of(name, play));
            for _ in 0..all_or(8, 200) {
                let mut request = Request::catalogue(name).unwrap().with_play(Some(play));
                for parameter in parameters {
                    let text = if *parameter == "piles" {
                        let mut piles = [(); 3].map(|()| random(&mut state, most));
                        piles.sort_unstable();
                        format!("{piles:?}")
                    } else {
                        (2 + random(&mut state, most)).to_string()
                    };
                    request = request.set(*parameter, text);
                }
                let people = Theorem::of(&request, &SolveOptions::default());
                let people = people.unwrap().unwrap();
                let found = Theorem::of(&request, &options).unwrap().unwrap();
                let (outcome, moves) = said(&found);
                assert_eq!(outcome, people.outcome(), "{request:?}");
                // Some theorems name some of the winning moves.
                let named = people.named_moves().unwrap();
                let all = named.all;
                let names = named.moves.into_iter().map(|winning| winning.name);
                let names: BTreeSet<String> = names.collect();
                assert!(names.is_subset(&moves), "{request:?}: {names:?} {moves:?}");
                assert!(!all || names == moves, "{request:?}: {names:?} {moves:?}");
            }
        }
    }
}

/// A game with its settings, who wins it, and moves that win.
type Large<'t> = (&'t str, &'t [(&'t str, &'t str)], Outcome, &'t [&'t str]);

#[test]
fn games_of_any_size_are_answered_by_patterns_of_the_catalogue() {
    let billion_squared = 10u64.pow(18).to_string();
    let below_power = ((1u64 << 60) - 1).to_string();
    let power = (1u64 << 60).to_string();
    let games: [Large<'_>; 9] = [
        ("mark", &[("n", &billion_squared)], Outcome::Win, &["half"]),
        (
            "mark-by-three",
            &[("n", &billion_squared)],
            Outcome::Win,
            &["third"],
        ),
        ("at-most-half", &[("n", &below_power)], Outcome::Loss, &[]),
        ("at-most-half", &[("n", &power)], Outcome::Win, &["1"]),
        (
            "moore",
            &[("heaps", "[1000000000000, 1000000000000, 1000000000000]")],
            Outcome::Loss,
            &[],
        ),
        (
            "moore",
            &[("heaps", "[1000000000000, 1000000000007, 1000000000000]")],
            Outcome::Win,
            &["7 from 1"],
        ),
        (
            "chomp-rows",
            &[("upper", "999999999999"), ("lower", "1000000000000")],
            Outcome::Loss,
            &[],
        ),
        // n √2 and n (2 + √2), rounded down, for n = 10^9.
        (
            "wythoff-by-two",
            &[("first", "1414213562"), ("second", "3414213563")],
            Outcome::Win,
            &["0,1"],
        ),
        // Piles beyond what the theorem of Nim takes.
        (
            "nim",
            &[("piles", "[4294967296, 4294967299, 2]")],
            Outcome::Win,
            &["2: 1"],
        ),
    ];
    for (name, settings, outcome, winning) in games {
        let mut request = Request::catalogue(name).unwrap();
        for (parameter, value) in settings {
            request = request.set(*parameter, *value);
        }
        let reply = answer(&request, &SolveOptions::default()).unwrap();
        let Reply::Theorem(told) = reply else {
            panic!("{name}");
        };
        assert!(told.name().starts_with("an automaton with"), "{name}");
        assert!(told.source().ends_with("kept in the catalogue"), "{name}");
        let names = winning.iter().map(|name| (*name).to_owned()).collect();
        assert_eq!(said(&told), (outcome, names), "{name}");
    }
    // Where parameters are others than those of the pattern, it does not answer.
    let other = Request::catalogue("wythoff-with-ends").unwrap();
    let other = other.set("ends", "{0, 3}");
    let options = SolveOptions::default().with_answer_by(AnswerBy::Theorem);
    assert!(matches!(answer(&other, &options), Err(Error::NoTheorem)));
}

#[test]
fn a_fibonacci_number_of_coins_is_lost_by_the_pattern() {
    let options = by_pattern(of("fibonacci-nim", Play::Normal));
    let request = |n: &str| Request::catalogue("fibonacci-nim").unwrap().set("n", n);
    let lost = Theorem::of(&request("23416728348467685"), &options)
        .unwrap()
        .unwrap();
    assert_eq!(said(&lost), (Outcome::Loss, BTreeSet::new()));
    let won = Theorem::of(&request("23416728348467690"), &options)
        .unwrap()
        .unwrap();
    assert_eq!(said(&won), (Outcome::Win, BTreeSet::from(["5".to_owned()])));
    let why = won.why();
    assert!(
        why[0].starts_with("for every size, the player to move loses exactly when most is less")
    );
    assert_eq!(
        why.last().unwrap(),
        "the move 5 leaves heap=23416728348467685 most=10, which is lost"
    );
}

#[test]
fn a_pattern_that_does_not_speak_of_the_question_is_refused() {
    let pattern = of("subtraction", Play::Normal);
    let refusal = |request: Request, options: &SolveOptions| {
        let error = answer(&request, options).unwrap_err();
        assert!(matches!(error, Error::Pattern(_)), "{error}");
        error.to_string()
    };
    let subtraction = || Request::catalogue("subtraction").unwrap();
    let options = by_pattern(pattern.clone());
    assert!(refusal(Request::catalogue("bachet").unwrap(), &options).contains("of other rules"));
    for (request, about) in [
        (subtraction().with_play(Some(Play::Misere)), "normal play"),
        (subtraction().set("take", "{1, 2}"), "take={1, 3, 4}"),
    ] {
        let told = refusal(request, &options);
        assert_eq!(
            told,
            format!("the pattern does not answer this: it is about {about}")
        );
    }
    let large = subtraction().set("n", i64::MAX.to_string());
    assert!(refusal(large, &options).contains("a number is too large"));
}

/// Rules of one heap from which a move takes one or two coins, or half of the coins of an even heap.
const HALVES: &str = "\
game halves(n = 20)
impartial
heap: 0..n = n
move take(k in 1..2) if k <= heap:
    heap -= k
move halve if heap >= 2:
    heap = heap // 2
";

/// A pattern of the nimbers of some rules, found and checked.
fn of_nimbers(request: &Request) -> Arc<CheckedPattern> {
    let subject = PatternSubject::Rules(request.clone());
    let found = discover_about(&subject, PatternAbout::Nimbers, &Job::default()).unwrap();
    let file = PatternFile::of(&found).unwrap();
    assert_eq!(file.nimber.as_deref(), Some("nimber"));
    CheckedPattern::certified(&file.write(), &request.origin, &Job::default()).unwrap()
}

#[test]
fn nimbers_by_a_pattern_are_those_of_the_positions() {
    let subtraction = Request::catalogue("subtraction").unwrap();
    let halves = Request::rules(HALVES, "halves");
    for request in [subtraction, halves] {
        let pattern = of_nimbers(&request);
        for n in 0..all_or(24, 120) {
            assert!(agrees(&pattern, &request.clone().set("n", n.to_string())) >= n);
        }
    }
}

#[test]
fn parts_of_a_sum_are_answered_by_a_pattern_of_nimbers() {
    let halves = Request::rules(HALVES, "halves");
    let pattern = of_nimbers(&halves);
    let options = SolveOptions::default().with_pattern(Some(pattern.clone()));
    let nim = |stones: u64| {
        Request::catalogue("nim")
            .unwrap()
            .set("piles", format!("[{stones}]"))
    };
    let sum = |parts: Vec<Request>, options: &SolveOptions| {
        let parts = parts
            .into_iter()
            .map(|part| (part.origin.clone(), part.into()));
        let sum = Shelf::default().sum(parts.collect(), Compound::One, None, options)?;
        sum.solve(10, options)
    };
    let large = 1u64 << 40;
    let of = |n: u64| halves.clone().set("n", n.to_string());
    let alone = sum(vec![of(large)], &options).unwrap().nimber().unwrap();
    let beside = sum(vec![of(large), nim(6)], &options).unwrap();
    assert_eq!(beside.nimber(), Some(alone + Nimber(6)));
    let balanced = sum(vec![of(large), nim(u64::from(alone.0))], &options).unwrap();
    assert_eq!(balanced.outcome(), Some(Outcome::Loss));
    // A pattern that is of no part, or that knows no nimbers.
    let refused = sum(vec![nim(6)], &options).unwrap_err().to_string();
    assert!(
        refused.contains("other rules than those of the parts"),
        "{refused}"
    );
    let lost = discover(&halves, &Job::default()).unwrap();
    let lost = PatternFile::of(&lost).unwrap().write();
    let lost = CheckedPattern::certified(&lost, "halves", &Job::default()).unwrap();
    let options = SolveOptions::default().with_pattern(Some(lost));
    let refused = sum(vec![of(9)], &options).unwrap_err().to_string();
    assert!(refused.starts_with("a sum takes nimbers"), "{refused}");
}

#[test]
fn parts_of_a_sum_are_answered_by_patterns_of_the_catalogue() {
    let options = SolveOptions::default();
    let part = |name: &str, n: u64| {
        let request = Request::catalogue(name).unwrap().set("n", n.to_string());
        (format!("{name}({n})"), request.into())
    };
    let nimber = |parts: Vec<(String, zug::SumPart)>| {
        let sum = Shelf::default().sum(parts, Compound::One, None, &options);
        sum.unwrap().solve(4, &options).unwrap().nimber().unwrap()
    };
    let large = 1u64 << 50;
    let [mark, three] = ["mark", "mark-by-three"].map(|name| nimber(vec![part(name, large)]));
    let both = nimber(vec![part("mark", large), part("mark-by-three", large)]);
    assert_eq!(both, mark + three);
    // As by the positions of small ones.
    for n in [0, 1, 2, 7, 40] {
        let problem = Problem::new(&Request::catalogue("mark").unwrap().set("n", n.to_string()));
        let problem = problem.unwrap();
        let positions = SolveOptions::default().with_answer_by(AnswerBy::Positions);
        let solution = problem.solve(&positions).unwrap();
        let alone = solution.nimber(&problem.root()).unwrap();
        assert_eq!(Some(nimber(vec![part("mark", n)])), alone, "{n}");
    }
}

#[test]
fn a_pattern_of_heaps_is_certified_and_is_of_its_own_notation() {
    let lasker = PatternSubject::Heaps("4.(3)".parse().unwrap());
    let found = discover_about(&lasker, PatternAbout::Nimbers, &Job::default()).unwrap();
    assert_eq!(found.status, PatternStatus::Proved);
    let file = PatternFile::of(&found).unwrap();
    let text = file.write();
    assert!(text.len() < 1024, "{text}");
    let checked = certify_pattern_file(&text, "lasker.json", &Job::default()).unwrap();
    assert_eq!(
        (checked.judged, checked.about()),
        (65, PatternAbout::Nimbers)
    );
    // Another notation, with and without its own hash, and a nimber of another name.
    let mut other = file.clone();
    other.game = "4.3".to_owned();
    let refusal = |file: &PatternFile| {
        certify_pattern_file(&file.write(), "other.json", &Job::default())
            .unwrap_err()
            .to_string()
    };
    assert!(refusal(&other).contains("of other rules"));
    other.rules_hash = PatternSubject::Heaps("4.3".parse().unwrap()).hash();
    assert!(refusal(&other).contains("claimed"), "{}", refusal(&other));
    let mut renamed = file.clone();
    renamed.nimber = Some("heap".to_owned());
    assert!(refusal(&renamed).contains("no nimber `heap`"));
    let mut lost = file;
    lost.nimber = None;
    assert!(
        refusal(&lost).contains("no variable `nimber`"),
        "{}",
        refusal(&lost)
    );
    // What has no nimbers, or no linear rules.
    let misere = Request::catalogue("nim")
        .unwrap()
        .with_play(Some(Play::Misere));
    for (subject, why) in [
        (
            PatternSubject::Rules(misere),
            "the player who moves last wins",
        ),
        (
            PatternSubject::Heaps("leave n^(1/4)..n^(1/2)".parse().unwrap()),
            "a bound is a root",
        ),
    ] {
        let refused = discover_about(&subject, PatternAbout::Nimbers, &Job::default());
        let refused = refused.unwrap_err().to_string();
        assert!(refused.contains(why), "{refused}");
    }
}
