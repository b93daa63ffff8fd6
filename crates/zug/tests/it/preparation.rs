//! The work before solving: it ends when it is cancelled, and a plan leaves out what
//! would take long.

use zug::{CancelToken, Error, Problem, Request, SolveOptions, Stopped, Theorem, Unmoves, answer};

/// A game with a hundred moves for each value of `b`, from 0 to `moves`. Every move
/// overwrites `a`: whoever takes it back has to try ninety-nine other values of `a`.
fn forgetful(moves: usize) -> Request {
    let rules = format!(
        "game forgetful\nimpartial\n\na: 0..99 = 0\nb: 0..{moves} = 0\n\n\
         move go(k in 0..99, j in 0..{moves}) if b == j and a != k:\n    a = k\n"
    );
    Request::rules(rules, "forgetful.zug")
}

#[test]
fn what_was_cancelled_is_not_prepared() {
    let cancel = CancelToken::default();
    cancel.cancel();
    let options = SolveOptions::default().with_cancel(cancel);
    let is_cancelled = |error: &Error| Stopped::behind(error).is_some_and(Stopped::is_cancelled);
    let request = forgetful(99);
    assert!(is_cancelled(
        &Problem::prepare(&request, &options).unwrap_err()
    ));
    assert!(is_cancelled(&answer(&request, &options).unwrap_err()));
    let problem = Problem::new(&request).unwrap();
    let plan = problem.plan(&options);
    assert!(is_cancelled(&problem.sizes(&plan, &options).unwrap_err()));
    assert!(is_cancelled(&problem.solve(&options).unwrap_err()));
    let slow = "game slow(n = sum(i * j % 7 for i in 1..3000 for j in 1..3000))\nimpartial\n\n\
                x: 0..3 = 3\n\nmove go if x > 0:\n    x -= 1\n";
    let theorem = Theorem::of(&Request::rules(slow, "slow.zug"), &options);
    assert!(theorem.is_err_and(|error| is_cancelled(&error)));
}

#[test]
fn a_plan_does_not_count_a_million_unmoves() {
    let options = SolveOptions::default();
    let sizes = |moves| {
        let problem = Problem::new(&forgetful(moves)).unwrap();
        problem.sizes(&problem.plan(&options), &options).unwrap()
    };
    assert_eq!(sizes(99).unmoves, Unmoves::NotWorkedOut);
    assert_eq!(sizes(0).unmoves, Unmoves::Counted(vec![99 * 100]));
}
