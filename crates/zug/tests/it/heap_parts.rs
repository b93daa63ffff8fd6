//! Games on heaps, by their notation, as parts of sums: against plain recursion over the rules.

use std::collections::{BTreeMap, BTreeSet};

use zug::heaps::MiserePosition;
use zug::{
    Compound, Error, Expression, HeapPart, Nimber, Outcome, Play, Request, Shelf, SolveOptions,
    SumWorth,
};
use zug_heaps::{HeapGame, PairGame};
use zug_job::Job;

/// What an expression is worth; the rules of its games are those of the catalogue.
fn read(shelf: &mut Shelf, text: &str, play: Play) -> Result<SumWorth, Error> {
    let options = SolveOptions::default();
    let mut parts = Vec::new();
    for named in &Expression::read(text)?.parts {
        parts.push((named.text.clone(), named.part(Request::catalogue)?));
    }
    let sum = shelf.sum(parts, Compound::One, Some(play), &options)?;
    sum.solve(10_000, &options)
}

/// The nimber of a heap, by the definition.
fn nimber(game: &HeapGame, heap: u64, known: &mut BTreeMap<u64, u32>) -> u32 {
    if let Some(nimber) = known.get(&heap) {
        return *nimber;
    }
    let mut options = Vec::new();
    game.options(heap, &mut |left| options.push(left.to_vec()));
    let mut reached = BTreeSet::new();
    for left in &options {
        let nimbers: Vec<u32> = left.iter().map(|&heap| nimber(game, heap, known)).collect();
        reached.insert(nimbers.into_iter().fold(0, |all, one| all ^ one));
    }
    let mex = (0..=u32::MAX)
        .find(|number| !reached.contains(number))
        .unwrap();
    known.insert(heap, mex);
    mex
}

/// The outcome of heaps in misère play, by the definition.
fn is_lost(game: &HeapGame, heaps: &[u64], known: &mut BTreeMap<Vec<u64>, bool>) -> bool {
    let mut heaps: Vec<u64> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
    heaps.sort_unstable();
    if let Some(lost) = known.get(&heaps) {
        return *lost;
    }
    let mut after = Vec::new();
    for at in 0..heaps.len() {
        game.options(heaps[at], &mut |left| {
            after.push([&heaps[..at], left, &heaps[at + 1..]].concat());
        });
    }
    let is_stuck = after.is_empty();
    let lost = !is_stuck && !after.iter().any(|heaps| is_lost(game, heaps, known));
    known.insert(heaps, lost);
    lost
}

const GAMES: [&str; 8] = [
    "0.77",
    "0.07",
    "{1,3,4}",
    "allbut {1,2}",
    "split(2)",
    "4.(3)",
    "0.137",
    "leave n/2..n-1",
];

#[test]
fn heaps_are_worth_what_their_rules_say() {
    let mut shelf = Shelf::default();
    for text in GAMES {
        let game: HeapGame = text.parse().unwrap();
        let mut known = BTreeMap::new();
        for a in 0..14 {
            for b in [0, 3, 8] {
                let expression = format!("{text}({a}, {b}) + nim(2) + {text}({b})");
                let worth = read(&mut shelf, &expression, Play::Normal).unwrap();
                let [of_a, of_b] = [a, b].map(|heap| nimber(&game, heap, &mut known));
                let total = of_a ^ of_b ^ 2 ^ of_b;
                assert_eq!(worth.nimber(), Some(Nimber(total)), "{expression}");
                // The winning moves of the first part, each once.
                let mut winning = BTreeSet::new();
                for (at, heap, other) in [(1, a, of_b), (2, b, of_a)] {
                    game.options(heap, &mut |left| {
                        let left_over = left
                            .iter()
                            .fold(0, |all, &heap| all ^ nimber(&game, heap, &mut known));
                        if left_over ^ other ^ 2 ^ of_b == 0 {
                            let left: Vec<String> = left.iter().map(u64::to_string).collect();
                            let left = if left.is_empty() {
                                "0".to_owned()
                            } else {
                                left.join("+")
                            };
                            winning.insert(format!("{at}: {heap} to {left}"));
                        }
                    });
                }
                let turns = worth.turns.iter().filter(|turn| turn[0].part == 0);
                let told: Vec<String> = turns.map(|turn| turn[0].name.clone()).collect();
                assert!(!worth.more_turns, "{expression}");
                let each_once: BTreeSet<String> = told.iter().cloned().collect();
                assert_eq!(told.len(), each_once.len(), "{expression}");
                assert_eq!(each_once, winning, "{expression}");
            }
        }
    }
}

#[test]
fn the_position_after_a_move_is_an_expression() {
    let mut shelf = Shelf::default();
    for text in [
        "0.77(5, 8)",
        "{1,3,4}(9, 5, 1)",
        "king(3, 2)",
        "one any both any(2, 3)",
    ] {
        let worth = read(&mut shelf, text, Play::Normal).unwrap();
        assert!(!worth.turns.is_empty(), "{text}");
        for turn in &worth.turns {
            let after = turn[0].position.as_ref().unwrap();
            let after = read(&mut shelf, after, Play::Normal).unwrap();
            assert_eq!(after.outcome(), Some(Outcome::Loss), "{text} {turn:?}");
        }
    }
}

#[test]
fn two_heaps_are_worth_what_their_rules_say() {
    let mut shelf = Shelf::default();
    for text in ["king", "one {1,2} both {1}", "euclid(1)"] {
        let Ok(game) = text.parse::<PairGame>() else {
            continue;
        };
        let naive = zug_sequences::pairs::naive::nimbers(&game, 9);
        for (a, row) in naive.iter().enumerate() {
            for (b, own) in row.iter().enumerate() {
                let expression = format!("{text}({a}, {b}) + 0.77(2)");
                let worth = read(&mut shelf, &expression, Play::Normal).unwrap();
                let nimber = own ^ 2;
                assert_eq!(worth.nimber(), Some(Nimber(nimber)), "{expression}");
            }
        }
    }
}

#[test]
fn misere_heaps_are_won_as_their_rules_say() {
    let mut shelf = Shelf::default();
    for text in GAMES {
        let game: HeapGame = text.parse().unwrap();
        let mut known = BTreeMap::new();
        for heaps in [
            [0, 0, 0],
            [1, 1, 0],
            [1, 2, 3],
            [5, 4, 1],
            [6, 6, 2],
            [7, 3, 3],
        ] {
            let lost = is_lost(&game, &heaps, &mut known);
            let found = MiserePosition::of(&game, &heaps, &Job::default()).unwrap();
            assert_eq!(found.outcome == Outcome::Loss, lost, "{text} {heaps:?}");
            let all = (0..3).flat_map(|at| {
                let mut left = BTreeSet::new();
                game.options(heaps[at], &mut |heaps| {
                    left.insert(heaps.to_vec());
                });
                left.into_iter().map(move |left| (at, left))
            });
            let wins: Vec<(usize, Vec<u64>)> = all
                .filter(|(at, left)| {
                    let after = [&heaps[..*at], left, &heaps[at + 1..]].concat();
                    is_lost(&game, &after, &mut known)
                })
                .collect();
            let told: Vec<(usize, Vec<u64>)> = found
                .winning
                .iter()
                .map(|winning| (winning.at, winning.left.clone()))
                .collect();
            assert_eq!(told, wins, "{text} {heaps:?}");
            let [a, b, c] = heaps;
            let expression = format!("{text}({a}, {b}) + {text}({c})");
            let worth = read(&mut shelf, &expression, Play::Misere).unwrap();
            assert_eq!(worth.outcome(), Some(found.outcome), "{expression}");
            assert_eq!(worth.turns.len(), wins.len(), "{expression}");
        }
    }
}

#[test]
fn a_heap_beyond_all_bounds_is_answered_by_a_period_or_refused() {
    let mut shelf = Shelf::default();
    let far = read(&mut shelf, "0.77(10^18) + {1,3,4}(10^18)", Play::Normal).unwrap();
    assert_eq!(far.nimber(), Some(Nimber(0)));
    assert!(
        far.why
            .iter()
            .any(|why| why.contains("period 12 from heap 71"))
    );
    let refused = read(&mut shelf, "0.007(10^18)", Play::Normal);
    assert!(
        matches!(refused, Err(Error::HeapTooFar { .. })),
        "{refused:?}"
    );
    let large = read(&mut shelf, "allbut {1,2}(10^18)", Play::Normal);
    assert!(
        matches!(large, Err(Error::NimberTooLarge { .. })),
        "{large:?}"
    );
    assert!(HeapPart::of("tic-tac-toe", vec![3]).is_none());
    assert!(HeapPart::of("king", vec![3]).is_none());
}

#[test]
fn faults_of_heaps_have_their_column() {
    for (text, message) in [
        (
            "0.77(x)",
            "column 6 of the expression: expected the size of a heap, found `x`",
        ),
        (
            "3 + 0.77(5, -1)",
            "column 13 of the expression: expected the size of a heap, found `-1`",
        ),
        (
            "0.77(10^20)",
            "column 6 of the expression: expected the size of a heap, found `10^20`",
        ),
        (
            "{1,3}",
            "column 1 of the expression: a set is a game on heaps with the heaps in brackets behind it: {1,3,4}(9)",
        ),
        (
            "0.77(5",
            "column 5 of the expression: this bracket is not closed",
        ),
        (
            "king(5)",
            "column 5 of the expression: `king` is a game on two heaps: write king(3, 5)",
        ),
    ] {
        assert_eq!(
            Expression::read(text).unwrap_err().to_string(),
            message,
            "{text}"
        );
    }
}
