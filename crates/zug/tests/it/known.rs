//! Every row of `testdata/games.toml` that is not slow, solved by the façade:
//! by each method, with and without symmetry. What one method found is verified, and the
//! others must find the same.

use std::collections::HashMap;
use std::num::NonZeroUsize;

use zug::{Method, Outcome, Play, Plies, Problem, Request, Solution, SolveOptions, Value};
use zug_testkit::rows::{Convention, GameRow, View, data};
use zug_testkit::{all_or, todays};

use crate::values::values;

/// Rows with more positions are verified and solved by one method only.
const THOROUGHLY: usize = 30_000;

fn request(game: &str, parameters: &HashMap<String, String>, play: Convention) -> Request {
    let mut request = Request::catalogue(game).unwrap();
    for (name, value) in parameters {
        request = request.set(name, value);
    }
    request.settings.play = match play {
        Convention::Normal => None,
        Convention::Misere => Some(Play::Misere),
    };
    request
}

fn check(row: &GameRow) {
    let what = format!("{} {:?}", row.game, row.parameters);
    let problem = Problem::new(&request(&row.game, &row.parameters, Convention::Normal)).unwrap();
    let methods: &[(Method, usize)] = if row.positions <= all_or(0, THOROUGHLY) {
        &[
            (Method::Auto, 1),
            (Method::Retrograde, 1),
            (Method::Auto, 3),
        ]
    } else {
        &[(Method::Auto, 2)]
    };
    let mut verified: Option<Solution> = None;
    for &(method, threads) in methods {
        let options = SolveOptions::default()
            .with_method(method)
            .with_threads(NonZeroUsize::new(threads).unwrap());
        let solution = problem.solve(&options).unwrap();
        let counts = solution.counts().unwrap();
        assert_eq!(counts.positions, row.positions as u64, "{what}");
        let outcomes = [counts.wins, counts.losses, counts.draws];
        assert_eq!(
            outcomes,
            [row.wins as u64, row.losses as u64, row.draws as u64],
            "{what}"
        );
        let value = solution.value(&problem.root()).unwrap().unwrap();
        assert_eq!(value.outcome(), row.start.into(), "{what}");
        assert_eq!(value.remoteness(), row.remoteness.map(Plies), "{what}");
        for (most, known) in [
            (counts.longest_win, row.max_win),
            (counts.longest_loss, row.max_loss),
        ] {
            assert!(known.is_none() || most == known.map(Plies), "{what}");
        }
        if let Some(canonical) = row.canonical {
            assert_eq!(counts.canonical, canonical as u64, "{what}");
        }
        if let Some(verified) = &verified {
            // Methods may keep other images of the same position.
            for (position, value) in values(&solution) {
                let known = verified.value(&position).unwrap();
                assert_eq!(known, Some(value), "{what}: {}", problem.print(&position));
            }
        } else if row.positions <= THOROUGHLY {
            let certificate = solution.verify().unwrap();
            assert_eq!(certificate.positions, counts.positions, "{what}");
            // Counted without symmetry: the certificate looks at every image.
            if let Some(moves) = row.moves {
                assert_eq!(certificate.moves, moves as u64, "{what}");
            }
            verified = Some(solution);
        }
    }
}

/// Rows in the mover's view. Where the rules do not declare the exchange of the players, as it
/// never pays there, it is added.
fn check_mover_view(row: &GameRow) {
    let what = format!("{} {:?}", row.game, row.parameters);
    let mut request = request(&row.game, &row.parameters, Convention::Normal);
    if !request.source.contains("symmetry swap") {
        request.source.push_str("symmetry swap\n");
    }
    let problem = Problem::new(&request).unwrap();
    let options = SolveOptions::default();
    let solution = problem.solve(&options).unwrap();
    let counts = solution.count(zug::View::Mover, &options).unwrap();
    assert_eq!(
        [counts.positions, counts.wins, counts.losses, counts.draws],
        [row.positions, row.wins, row.losses, row.draws].map(|n| n as u64),
        "{what}"
    );
    if let Some(moves) = row.moves {
        assert_eq!(counts.moves, moves as u64, "{what}");
    }
    let value = solution.value(&problem.root()).unwrap().unwrap();
    assert_eq!(value.outcome(), row.start.into(), "{what}");
    assert_eq!(value.remoteness(), row.remoteness.map(Plies), "{what}");
    for (most, known) in [
        (counts.longest_win, row.max_win),
        (counts.longest_loss, row.max_loss),
    ] {
        assert!(known.is_none() || most == known.map(Plies), "{what}");
    }
}

#[test]
fn games_have_the_positions_and_values_that_are_known() {
    let mut checked = 0;
    let most = all_or(300_000, usize::MAX);
    let quick = |row: &&GameRow| !row.slow && row.positions <= most;
    for row in todays(6, data().game.iter().filter(quick)) {
        match row.view {
            None => check(row),
            Some(View::Mover) => check_mover_view(row),
        }
        checked += 1;
    }
    assert!(checked >= all_or(2, 15), "{checked}");
}

/// Run by hand, with `--release`: minutes, and gigabytes.
#[test]
#[ignore = "takes minutes and gigabytes"]
fn large_games_have_the_positions_and_values_that_are_known() {
    for row in data().game.iter().filter(|row| row.slow) {
        match row.view {
            None => check(row),
            Some(View::Mover) => check_mover_view(row),
        }
    }
}

/// What the façade answers of one position: its value, its nimber and its score.
struct Answer {
    value: Value,
    nimber: Option<u32>,
    score: Option<i64>,
}

/// The answer for one position; for the start if none is named.
fn answer(request: Request, position: Option<&str>) -> Answer {
    let request = match position {
        Some(text) => request.at(text),
        None => request,
    };
    let problem = Problem::new(&request).unwrap();
    let solution = problem.solve(&SolveOptions::default()).unwrap();
    if all_or(false, true) {
        solution.verify().unwrap();
    }
    let root = problem.root();
    Answer {
        value: solution.value(&root).unwrap().unwrap(),
        nimber: solution.nimber(&root).unwrap().map(|nimber| nimber.0),
        score: solution.score(&root).unwrap(),
    }
}

#[test]
fn series_are_as_known() {
    for row in data().series {
        let mut outcomes = String::new();
        let mut nimbers = Vec::new();
        for value in &row.values {
            let mut parameters = row.parameters.clone();
            parameters.insert(row.parameter.clone(), value.clone());
            let Answer { value, nimber, .. } =
                answer(request(&row.game, &parameters, row.play), None);
            outcomes.push(match value.outcome() {
                Outcome::Win => 'W',
                Outcome::Loss => 'L',
                Outcome::Draw => 'D',
            });
            nimbers.extend(nimber);
        }
        assert!(row.outcomes.is_none_or(|known| known == outcomes));
        assert!(row.nimbers.is_none_or(|known| known == nimbers));
    }
}

#[test]
fn facts_are_as_known() {
    for row in data().fact {
        let request = request(&row.game, &row.parameters, row.play);
        let Answer {
            value,
            nimber,
            score,
        } = answer(request, row.position.as_deref());
        if let Some(outcome) = row.outcome {
            assert_eq!(value.outcome(), outcome.into(), "{row:?}");
        }
        if let Some(remoteness) = row.remoteness {
            assert_eq!(value.remoteness(), Some(Plies(remoteness)), "{row:?}");
        }
        if row.nimber.is_some() {
            assert_eq!(nimber, row.nimber, "{row:?}");
        }
        if row.score.is_some() {
            assert_eq!(score, row.score, "{row:?}");
        }
    }
}

/// What a search says of the start: its outcome, and each move with what it is worth.
fn searched(request: &Request) -> (Outcome, Vec<(String, Outcome)>) {
    let problem = Problem::new(request).unwrap();
    let searched = problem.search(&SolveOptions::default()).unwrap();
    let moves = searched.moves.into_iter();
    let moves = moves.map(|told| (told.name, told.outcome)).collect();
    (searched.worth.outcome(), moves)
}

/// With positional superko and area scoring: Bill Taylor; a program by John Tromp.
#[test]
fn black_wins_go_on_two_by_two_points_by_one_point() {
    let request = Request::catalogue("superko-go").unwrap();
    let request = request.set("width", "2").set("height", "2");
    for (komi, outcome) in [("0", Outcome::Win), ("1", Outcome::Draw)] {
        assert_eq!(searched(&request.clone().set("komi", komi)).0, outcome);
    }
}

/// Found by Zug alone: no other source is known to us.
#[test]
fn in_havannah_of_side_three_only_the_corners_win() {
    let request = Request::catalogue("havannah").unwrap().set("side", "3");
    let (outcome, moves) = searched(&request);
    assert_eq!(outcome, Outcome::Win);
    assert_eq!(moves.len(), 19);
    let wins = moves.iter().filter(|told| told.1 == Outcome::Win);
    let mut wins: Vec<&str> = wins.map(|told| &*told.0).collect();
    wins.sort_unstable();
    assert_eq!(wins, ["0,2", "0,4", "2,0", "2,4", "4,0", "4,2"]);
}

/// Black gets all nine points, by playing in the middle. (Small boards are studied already by
/// Edward Thorp and William Walden, 1964.)
#[test]
fn black_gets_the_whole_board_in_go_on_three_by_three_points() {
    for (komi, outcome) in [("8", Outcome::Win), ("9", Outcome::Draw)] {
        let request = Request::catalogue("go").unwrap().set("komi", komi);
        let request = request.set("width", "3").set("height", "3");
        let problem = Problem::new(&request).unwrap();
        let solution = problem.solve(&SolveOptions::default()).unwrap();
        let moves = solution.moves(&problem.root()).unwrap();
        let best = |outcome| moves.iter().filter(move |of| of.value.outcome() == outcome);
        let value = solution.value(&problem.root()).unwrap().unwrap();
        assert_eq!(value.outcome(), outcome, "komi {komi}");
        if outcome == Outcome::Win {
            assert_eq!(best(Outcome::Win).count(), 1);
        }
    }
}
