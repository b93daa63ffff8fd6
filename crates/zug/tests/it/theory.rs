//! What is known of whole games in theory, against every position solved.

use std::collections::{HashMap, HashSet};

use zug::{Error, Outcome, Plies, Position, Problem, Request, Scope, SolveOptions, Value};
use zug_game::Notation;
use zug_lang::{AnyGame, Rules, Settings};
use zug_solve::{Job, strong};

use crate::values::values;

fn solved(request: &Request) -> (Problem, zug::Solution) {
    let problem = Problem::new(request).unwrap();
    let solution = problem.solve(&SolveOptions::default()).unwrap();
    (problem, solution)
}

/// The numbers after the `=` signs of a position's notation.
fn fields(text: &str) -> HashMap<String, String> {
    text.split_whitespace()
        .map(|pair| {
            let (label, value) = pair.split_once('=').unwrap();
            (label.to_owned(), value.to_owned())
        })
        .collect()
}

/// All boards of so many rows, each row with Black's and White's column.
fn boards(columns: i64, rows: usize) -> Vec<Vec<(i64, i64)>> {
    let row = (1..=columns).flat_map(|b| (1..=columns).map(move |w| (b, w)));
    let row: Vec<(i64, i64)> = row.filter(|(b, w)| b != w).collect();
    (0..rows).fold(vec![Vec::new()], |boards, _| {
        let longer = |board: &Vec<(i64, i64)>| {
            let board = board.clone();
            row.iter().map(move |last| [&board[..], &[*last]].concat())
        };
        boards.iter().flat_map(longer).collect()
    })
}

fn northcott_agrees_with_nim(columns: i64, rows: usize) {
    let label = |row: usize, player: &str| match rows {
        1 => format!("at[{player}]"),
        _ => format!("{}.at[{player}]", row + 1),
    };
    let mut seen = HashSet::new();
    let boards = boards(columns, rows);
    for (board, turn) in boards
        .iter()
        .flat_map(|board| [(board, "Black"), (board, "White")])
    {
        let pieces = board.iter().enumerate().map(|(row, (black, white))| {
            format!(
                "{}={black} {}={white} ",
                label(row, "Black"),
                label(row, "White")
            )
        });
        let start = format!("{}turn={turn}", pieces.collect::<String>());
        if seen.contains(&start) {
            continue;
        }
        let request = Request::catalogue("northcott")
            .unwrap()
            .set("columns", columns.to_string())
            .set("rows", format!("[{}]", vec!["(1, 2)"; rows].join(", ")))
            .at(&start);
        let (problem, solution) = solved(&request);
        assert_eq!(problem.print(&problem.root()), start);
        for (position, value) in values(&solution) {
            let text = problem.print(&position);
            let fields = fields(&text);
            let column = |row, player| -> i64 { fields[&label(row, player)].parse().unwrap() };
            let nim_sum = (0..rows).fold(0, |sum, row| {
                sum ^ ((column(row, "Black") - column(row, "White")).abs() - 1)
            });
            let expected = if nim_sum == 0 {
                Outcome::Loss
            } else {
                Outcome::Win
            };
            assert_eq!(value.outcome(), expected, "{text}");
            seen.insert(text);
        }
    }
    assert_eq!(seen.len(), 2 * boards.len());
}

#[test]
fn northcott_is_nim_in_disguise() {
    for columns in 2..=6 {
        northcott_agrees_with_nim(columns, 1);
        northcott_agrees_with_nim(columns, 2);
    }
    northcott_agrees_with_nim(3, 3);
}

#[test]
fn every_win_with_numbers_is_played_out_in_its_remoteness() {
    let mut request = Request::catalogue("numbers").unwrap();
    request.scope = Scope::Everywhere;
    let (problem, solution) = solved(&request);
    let counts = solution.counts().unwrap();
    assert_eq!(counts.canonical, 245_025);
    assert_eq!(counts.positions, 2 * 245_025);

    let zeros = "[0;0;0;0;0;0;0;0]";
    let mut outcomes = [0; 3];
    let mut wins = Vec::new();
    for (position, value) in values(&solution) {
        let fields = fields(&problem.print(&position));
        if fields["hand[A]"] == zeros || fields["hand[B]"] == zeros {
            continue;
        }
        match value {
            Value::Win(_) => {
                outcomes[0] += 1;
                wins.push(position);
            }
            Value::Loss(_) => outcomes[1] += 1,
            Value::Draw => outcomes[2] += 1,
            Value::EndlessWin | Value::EndlessLoss => panic!("these rules have no endless wins"),
        }
    }
    assert_eq!(outcomes, [120_871, 74_111, 49_054]);

    // Play on until the end, or until a position that was played out before.
    let mut played: HashMap<Position, u32> = HashMap::new();
    for start in wins {
        let mut line = Vec::new();
        let mut at = start;
        let length = loop {
            if let Some(&length) = played.get(&at) {
                break length;
            }
            let moves = solution.moves_in_order(&at).unwrap();
            let Some(best) = moves.into_iter().max_by_key(|answer| answer.value) else {
                assert_eq!(
                    solution.finished(&at).unwrap(),
                    Some(solution.value(&at).unwrap().unwrap().outcome())
                );
                break 0;
            };
            line.push(at);
            at = best.position;
        };
        for (played_since, position) in line.iter().rev().enumerate() {
            played.insert(*position, length + played_since as u32 + 1);
        }
        let remoteness = solution.value(&start).unwrap().unwrap().remoteness();
        assert_eq!(remoteness, Some(Plies(played[&start])));
    }
}

#[test]
fn the_calendar_game_has_a_closed_form() {
    let (problem, solution) = solved(&Request::catalogue("calendar").unwrap());
    let mut dates = 0;
    for (position, value) in values(&solution) {
        let fields = fields(&problem.print(&position));
        let number = |label: &str| -> u32 { fields[label].parse().unwrap() };
        if fields.contains_key("over") {
            continue;
        }
        let (month, day) = (number("month"), number("day"));
        let wins = (month + day) % 2 == 0 || (day == 30 && (month == 9 || month == 11));
        let expected = if wins { Outcome::Win } else { Outcome::Loss };
        assert_eq!(value.outcome(), expected, "{fields:?}");
        dates += 1;
    }
    // The goal itself is reached only as the end of the game.
    let goal = Request::catalogue("calendar")
        .unwrap()
        .at("year=2001 month=11 day=4");
    let (problem, solution) = solved(&goal);
    assert_eq!(
        solution.value(&problem.root()).unwrap().unwrap().outcome(),
        Outcome::Loss
    );
    assert_eq!(dates + 1, 37_198);
}

#[test]
fn nim_sum_is_xor() {
    for piles in ["[1, 2, 3]", "[3, 4, 5]", "[7, 7]", "[2, 5, 6, 1]"] {
        let request = Request::catalogue("nim").unwrap().set("piles", piles);
        let (problem, solution) = solved(&request);
        for (position, value) in values(&solution) {
            let fields = fields(&problem.print(&position));
            let nim_sum = fields
                .values()
                .fold(0, |sum, pile| sum ^ pile.parse::<u32>().unwrap());
            assert_eq!(solution.nimber(&position).unwrap().unwrap().0, nim_sum);
            assert_eq!(value.outcome() == Outcome::Loss, nim_sum == 0);
        }
    }
}

#[test]
fn several_knights_are_worth_the_xor_of_each() {
    let (problem, solution) = solved(&Request::catalogue("knights").unwrap());
    let one = |at: &str| {
        let request = Request::catalogue("knight")
            .unwrap()
            .set("start", format!("({at})"));
        let (problem, solution) = solved(&request);
        solution.nimber(&problem.root()).unwrap().unwrap()
    };
    let fields = fields(&problem.print(&problem.root()));
    assert_eq!(
        solution.nimber(&problem.root()).unwrap(),
        Some(fields.values().map(|at| one(at)).sum())
    );
}

#[test]
fn a_job_that_cannot_fit_is_refused_with_the_size_it_needs() {
    let problem = Problem::new(&Request::catalogue("connect-four").unwrap()).unwrap();
    let options = SolveOptions::default().with_memory(64 << 20);
    match problem.solve(&options) {
        Err(Error::Solve(zug::SolveError::TooLarge {
            positions, bytes, ..
        })) => {
            assert!(bytes > 64 << 20 && positions > 1_000_000);
        }
        other => panic!("{:?}", other.map(|_| ())),
    }
    // One that fits is not.
    let small = Request::catalogue("connect-four")
        .unwrap()
        .set("width", "4")
        .set("height", "4");
    let solution = Problem::new(&small).unwrap().solve(&options).unwrap();
    assert!(solution.peak_bytes() <= 64 << 20);
}

#[test]
fn misere_play_exchanges_who_is_stuck() {
    let mut request = Request::catalogue("subtraction").unwrap().set("n", "1");
    let (problem, solution) = solved(&request);
    assert_eq!(
        solution.value(&problem.root()).unwrap(),
        Some(Value::Win(Plies(1)))
    );
    request.settings.play = Some(zug::Play::Misere);
    let (problem, solution) = solved(&request);
    assert_eq!(
        solution.value(&problem.root()).unwrap(),
        Some(Value::Loss(Plies(1)))
    );
    assert_eq!(solution.nimber(&problem.root()).unwrap(), None);
}

/// Every placement of king and queen against king, as chess allows it: kings
/// apart, and the side that has moved not in check.
#[test]
fn king_and_queen_mate_within_10_moves_from_every_placement() {
    let rules = Rules::read(zug_catalogue::find("kqk").unwrap().source).unwrap();
    let AnyGame::Narrow(game) = rules
        .instance(&Settings::default())
        .unwrap()
        .game()
        .unwrap()
    else {
        panic!("three squares fit into 64 bits");
    };
    let squares: Vec<(i32, i32)> = (0..8).flat_map(|x| (0..8).map(move |y| (x, y))).collect();
    let near = |a: (i32, i32), b: (i32, i32)| (a.0 - b.0).abs() <= 1 && (a.1 - b.1).abs() <= 1;
    let attacks = |queen: (i32, i32), target: (i32, i32), blocker: (i32, i32)| {
        let (dx, dy) = (target.0 - queen.0, target.1 - queen.1);
        let far = dx.abs().max(dy.abs());
        let aligned = dx == 0 || dy == 0 || dx.abs() == dy.abs();
        aligned && (1..far).all(|i| (queen.0 + i * dx / far, queen.1 + i * dy / far) != blocker)
    };
    let (mut white, mut black) = (Vec::new(), Vec::new());
    for (&k, &e) in squares
        .iter()
        .flat_map(|k| squares.iter().map(move |e| (k, e)))
    {
        if near(k, e) {
            continue;
        }
        for &q in squares.iter().filter(|&&q| q != k && q != e) {
            let place = |turn: &str| {
                let text = format!(
                    "king[White]={},{} king[Black]={},{} queen={},{} turn={turn}",
                    k.0, k.1, e.0, e.1, q.0, q.1
                );
                game.parse(&text).unwrap()
            };
            black.push(place("Black"));
            if !attacks(q, e, k) {
                white.push(place("White"));
            }
        }
    }
    assert_eq!((white.len(), black.len()), (144_508, 223_944));
    let roots = white.iter().chain(&black).copied();
    let solution = strong::solve(&game, roots, &Job::default()).unwrap();
    let mut longest = None;
    for position in &white {
        match solution.value(position).unwrap() {
            Value::Win(plies) => longest = longest.max(Some(plies)),
            other => panic!("{}: {other}", game.print(position)),
        }
    }
    // 10 moves of White and 9 of Black.
    assert_eq!(longest, Some(Plies(19)));
    let count = |outcome| {
        let values = black
            .iter()
            .map(|position| solution.value(position).unwrap());
        values.filter(|value| value.outcome() == outcome).count()
    };
    let outcomes = [Outcome::Win, Outcome::Loss, Outcome::Draw].map(count);
    assert_eq!(outcomes, [0, 200_896, 23_048]);
}

#[test]
fn rules_that_end_the_game_themselves_give_no_nimber_anywhere() {
    let own_result = "game n2\nimpartial\nx: 0..2 = 0\nmove a(k in 1..3) if x < 2:\n    \
                      win me if x == 0\n    x = 2\n";
    let other_wins = "game n3(n = 4)\nimpartial\nt: 0..n = n\nmove go(k in 1..2) if k <= t:\n    \
                      t -= k\nwin other if t == 1\n";
    let plain = other_wins.replace("win other if t == 1\n", "");
    for (rules, has_nimber) in [
        (own_result, false),
        (other_wins, false),
        (plain.as_str(), true),
    ] {
        let request = zug::Request::rules(rules, "rules.zug");
        let problem = zug::Problem::new(&request).unwrap();
        let options = zug::SolveOptions::default();
        let solution = problem.solve(&options).unwrap();
        let nimber = solution.nimber(&problem.root()).unwrap();
        assert_eq!(nimber.is_some(), has_nimber, "{rules}");
        let parts = vec![("part".to_owned(), request)];
        let sum = zug::Sum::new(parts, zug::Compound::One, None, &options).unwrap();
        assert_eq!(sum.solve(1, &options).unwrap().nimber(), nimber, "{rules}");
        assert_eq!(
            solution.verify().unwrap().nimbers > 0,
            has_nimber,
            "{rules}"
        );
    }
}
