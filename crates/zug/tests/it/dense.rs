//! Solved over an index a game is what it is with its moves kept.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use zug::{Error, Method, Problem, Request, Scope, Solution, SolveOptions};

fn by(method: Method) -> SolveOptions {
    SolveOptions::default().with_method(method)
}

/// Each position of `dense` has the value that it has in `kept`, and the counts are equal.
fn assert_equal(dense: &Solution, kept: &Solution, name: &str) {
    let mut counts = kept.counts().unwrap();
    let found = dense.counts().unwrap();
    counts.canonical = counts.positions;
    counts.moves = found.moves;
    assert_eq!(found, counts, "{name}");
    let mut positions = 0;
    dense
        .each_value(&mut |position, value| {
            assert_eq!(kept.value(&position).unwrap(), Some(value), "{name}");
            assert_eq!(dense.value(&position).unwrap(), Some(value), "{name}");
            positions += 1;
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!(positions, counts.positions, "{name}");
}

#[test]
fn every_position_has_the_value_that_it_has_with_moves_kept() {
    for (name, settings, scope) in [
        ("dodgem", "", Scope::Reachable),
        ("dodgem", "", Scope::Everywhere),
        ("dodgem", "blocked_wins=false", Scope::Reachable),
        ("mu-torere", "", Scope::Reachable),
        ("mu-torere", "", Scope::Everywhere),
        ("pong-hau-ki", "", Scope::Reachable),
        ("pong-hau-ki", "", Scope::Everywhere),
        ("three-mens-morris", "", Scope::Reachable),
        ("tic-tac-toe", "", Scope::Reachable),
        ("chopsticks", "", Scope::Everywhere),
        ("numbers", "", Scope::Reachable),
    ] {
        let mut request = Request::catalogue(name).unwrap().with_scope(scope);
        if let Some((key, value)) = settings.split_once('=') {
            request = request.set(key, value);
        }
        let problem = Problem::new(&request).unwrap();
        let kept = problem.solve(&by(Method::Retrograde)).unwrap();
        let options = by(Method::Dense);
        let dense = problem.solve(&options).unwrap();
        assert_eq!(
            dense.method(),
            "retrograde analysis over an index, with moves taken back"
        );
        assert_equal(&dense, &kept, name);
        for threads in [2, 4] {
            let threads = NonZeroUsize::new(threads).unwrap();
            let again = problem.solve(&options.clone().with_threads(threads));
            assert_equal(&again.unwrap(), &kept, name);
        }
    }
}

#[test]
fn a_position_in_the_middle_of_play_is_a_root_too() {
    let request = Request::catalogue("dodgem").unwrap();
    let problem = Problem::new(&request).unwrap();
    let whole = problem.solve(&SolveOptions::default()).unwrap();
    let moves = whole.moves(&problem.root()).unwrap();
    let later = problem.print(&moves[1].position);
    let problem = Problem::new(&request.at(later)).unwrap();
    let kept = problem.solve(&by(Method::Retrograde)).unwrap();
    let dense = problem.solve(&by(Method::Dense)).unwrap();
    assert_equal(&dense, &kept, "dodgem");
}

#[test]
fn a_dense_solution_is_verified() {
    let problem = Problem::new(&Request::catalogue("dodgem").unwrap()).unwrap();
    let dense = problem.solve(&by(Method::Dense)).unwrap();
    let certificate = dense.verify().unwrap();
    assert_eq!(certificate.positions, 1963);
}

#[test]
fn an_index_that_does_not_fit_is_refused_before_the_work() {
    let request = Request::catalogue("dodgem").unwrap().set("n", "5");
    let problem = Problem::new(&request).unwrap();
    let options = by(Method::Dense).with_memory(200 << 20);
    let refused = problem.solve(&options).unwrap_err();
    assert!(matches!(refused, Error::NoIndex(_)), "{refused}");
}

#[test]
fn a_large_game_that_goes_round_is_planned_over_an_index() {
    let plan = |n: &str| {
        let request = Request::catalogue("dodgem").unwrap().set("n", n);
        let problem = Problem::new(&request).unwrap();
        problem.plan(&SolveOptions::default())
    };
    let large = plan("5");
    assert_eq!(large.method, Method::Dense);
    assert_eq!(large.index.unwrap().numbers, 240_060_402);
    let reasons: Vec<String> = large.reasons().iter().map(ToString::to_string).collect();
    assert!(
        reasons[0].contains("25 sets, which have 240060402 positions"),
        "{reasons:?}"
    );
    assert_eq!(plan("4").method, Method::Auto);
    let request = Request::catalogue("dodgem").unwrap().set("n", "5");
    let problem = Problem::new(&request).unwrap();
    let scarce = problem.plan(&SolveOptions::default().with_memory(1 << 30));
    assert_eq!(scarce.method, Method::Auto);
}
