//! What a search proves within some work, against the table of all positions.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use zug::{
    CancelToken, Known, Outcome, Problem, Progress, Purpose, Request, SolveOptions, Tree,
    TreeLimits, Value, explain_assessed,
};

use crate::values::values;

/// Small games: in the first play ends, in the others it can go round.
const GAMES: [(&str, &[(&str, &str)]); 9] = [
    ("subtraction", &[("n", "21")]),
    ("tic-tac-toe", &[]),
    ("hexapawn", &[]),
    ("kalah", &[("seeds", "2")]),
    ("connect-four", &[("width", "4"), ("height", "4")]),
    ("domineering", &[]),
    ("dodgem", &[]),
    ("pong-hau-ki", &[]),
    ("three-mens-morris", &[]),
];

fn request(name: &str, settings: &[(&str, &str)]) -> Request {
    let request = Request::catalogue(name).unwrap();
    let set = |request: Request, (name, value): &(&str, &str)| request.set(*name, *value);
    settings.iter().fold(request, set)
}

fn place(outcome: Outcome) -> i32 {
    match outcome {
        Outcome::Loss => -1,
        Outcome::Draw => 0,
        Outcome::Win => 1,
    }
}

/// Whether all that is said to be known holds of a value.
fn holds(known: Known, value: Value) -> bool {
    let is_within = |known: Known| {
        let plies = known.within().zip(value.remoteness());
        plies.is_none_or(|(within, plies)| plies <= within)
    };
    let bounds = place(known.at_least())..=place(known.at_most());
    let sooner = match value {
        Value::Draw | Value::EndlessWin | Value::EndlessLoss => true,
        Value::Win(plies) => plies.0 == 0 || plies > known.no_win_within(),
        Value::Loss(plies) => plies.0 == 0 || plies > known.no_loss_within(),
    };
    bounds.contains(&place(value.outcome()))
        && is_within(known)
        && sooner
        && known.value().is_none_or(|told| told == value)
}

#[test]
fn what_is_proved_is_true_however_little_work_there_was() {
    let mut compared = 0;
    for (name, settings) in GAMES {
        let problem = Problem::new(&request(name, settings)).unwrap();
        let solution = problem.solve(&SolveOptions::default()).unwrap();
        let positions = values(&solution);
        let options = SolveOptions::default().with_memory(64 << 20);
        let spread = positions.iter().step_by(positions.len().div_ceil(12));
        let spread: Vec<_> = spread.chain(positions.iter().take(1)).collect();
        let told = problem.with_search(&options, |search| {
            for (position, value) in spread {
                let place = || format!("{name} {}", problem.print(position));
                for (purpose, rounds) in [
                    (Purpose::BestMove, 1),
                    (Purpose::AllMoves, 1),
                    (Purpose::AllMoves, 3),
                    (Purpose::AllMoves, u32::MAX),
                    (Purpose::BestMove, u32::MAX),
                ] {
                    let assessed = search.assess_in_rounds(position, purpose, rounds)?;
                    let (known, moves) = (assessed.known, &assessed.moves);
                    compared += 1;
                    assert!(holds(known, *value), "{}: {known} {value}", place());
                    let solved = solution.moves(position)?;
                    assert_eq!(solved.len(), moves.len());
                    for of in moves {
                        let same = |known: &&zug::SolvedMove| known.name == of.legal.name;
                        let value = solved.iter().find(same).unwrap().value;
                        assert!(holds(of.known, value), "{}: {}", place(), of.known);
                    }
                    if rounds < u32::MAX {
                        continue;
                    }
                    assert!(assessed.complete, "{}", place());
                    assert_eq!(known.outcome(), Some(value.outcome()), "{}", place());
                    if let Some(best) = moves.first() {
                        assert_eq!(best.known.outcome(), Some(value.outcome()), "{}", place());
                    }
                }
            }
            Ok::<(), zug::Error>(())
        });
        told.unwrap();
    }
    assert!(compared > 400, "{compared}");
}

#[test]
fn a_search_that_is_stopped_again_and_again_still_tells_the_truth() {
    let mut stopped = 0;
    for name in ["dodgem", "three-mens-morris", "kalah"] {
        let problem = Problem::new(&Request::catalogue(name).unwrap()).unwrap();
        let solution = problem.solve(&SolveOptions::default()).unwrap();
        let value = solution.value(&problem.root()).unwrap().unwrap();
        let cancel = CancelToken::default();
        let (stop, ticks) = (cancel.clone(), AtomicU64::new(0));
        // The caller cancels again and again while it is told how far the search is, each time
        // later than the time before.
        let watch = move |_: &Progress| {
            let told = ticks.fetch_add(1, Ordering::Relaxed);
            if told.is_power_of_two() || (told / 3).is_power_of_two() {
                stop.cancel();
            }
        };
        let options = SolveOptions::default()
            .with_watch(Arc::new(watch))
            .with_cancel(cancel.clone());
        let assessed = problem.with_search(&options, |search| {
            loop {
                let assessed = search.assess(&problem.root(), Purpose::AllMoves)?;
                assert!(holds(assessed.known, value), "{name}: {}", assessed.known);
                if assessed.complete {
                    return Ok::<_, zug::Error>(assessed);
                }
                assert!(search.is_cancelled());
                stopped += 1;
                cancel.reset();
            }
        });
        assert_eq!(assessed.unwrap().known.outcome(), Some(value.outcome()));
    }
    assert!(stopped > 3, "{stopped}");
}

#[test]
fn a_game_too_large_is_left_to_a_search_and_explained_by_what_that_proves() {
    // On a board of which the catalogue has no openings.
    let request = request("connect-four", &[("width", "8")]);
    let options = SolveOptions::default().with_memory(32 << 20);
    let problem = Problem::new(&request).unwrap();
    assert!(problem.solve(&options).is_err());
    let (assessed, line) = problem
        .with_search(&options, |search| {
            let root = problem.root();
            let assessed = search.assess_in_rounds(&root, Purpose::AllMoves, 2)?;
            let line = search.line(&root, assessed.known, 8)?;
            Ok::<_, zug::Error>((assessed, line))
        })
        .unwrap();
    assert!(!assessed.complete && line.0.is_empty());
    let lines = explain_assessed(&problem, &assessed, Some(&line));
    assert!(
        lines[0].starts_with("It is not known yet whether "),
        "{}",
        lines[0]
    );
    assert!(lines[1].starts_with("Not decided yet"), "{}", lines[1]);
    assert!(lines.last().unwrap().contains("was not finished"));
}

#[test]
fn a_line_of_play_ends_as_its_position_does() {
    for (name, settings) in GAMES.into_iter().take(6) {
        let problem = Problem::new(&request(name, settings)).unwrap();
        let (assessed, line) = problem
            .with_search(&SolveOptions::default(), |search| {
                let root = problem.root();
                let assessed = search.assess(&root, Purpose::AllMoves)?;
                let line = search.line(&root, assessed.known, 1000)?;
                // Each move of the line is legal, and the last position is as promised.
                let (mut at, mut mover) = (root, 1);
                for name in &line.0 {
                    let moves = search.moves(&at)?;
                    let made = moves.iter().find(|of| of.name == *name).unwrap();
                    if made.turn == zug::Turn::Passes {
                        mover = -mover;
                    }
                    at = made.position;
                }
                let end = search.finished(&at)?.unwrap();
                let outcome = assessed.known.outcome().unwrap();
                assert_eq!(mover * place(end), place(outcome), "{name}");
                Ok::<_, zug::Error>((assessed, line))
            })
            .unwrap();
        assert!(line.1, "{name}");
        if let Some(plies) = assessed.known.value().and_then(Value::remoteness) {
            assert_eq!(
                line.0.len(),
                plies.0 as usize,
                "{name}: the line hurries and delays"
            );
        }
        let lines = explain_assessed(&problem, &assessed, Some(&line));
        assert!((3..=6).contains(&lines.len()), "{name}: {lines:#?}");
        for line in &lines {
            assert!(line.ends_with('.') || line.ends_with('…'), "{line}");
            assert!(!line.contains(".."), "{name}: {line}");
        }
    }
}

#[test]
fn a_tree_by_search_has_the_values_of_the_table() {
    for (name, settings) in GAMES {
        let problem = Problem::new(&request(name, settings)).unwrap();
        let solution = problem.solve(&SolveOptions::default()).unwrap();
        let limits = TreeLimits::default().with_depth(Some(2));
        let solved = Tree::new(&problem, &solution, &limits).unwrap();
        let searched = problem
            .with_search(&SolveOptions::default(), |search| {
                Tree::searched(search, &limits)
            })
            .unwrap();
        let mut nodes = vec![(&solved.root, &searched.root)];
        while let Some((one, other)) = nodes.pop() {
            assert_eq!((one.minimax, one.cut), (other.minimax, other.cut), "{name}");
            assert_eq!(one.position, other.position);
            assert_eq!(one.branches.len(), other.branches.len());
            for (one, other) in one.branches.iter().zip(&other.branches) {
                // A search need not know which of the winning moves is the soonest.
                assert!(!one.best || other.best, "{name}");
                nodes.push((&one.node, &other.node));
            }
        }
    }
}
