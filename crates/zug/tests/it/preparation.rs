//! The work before solving: it ends when it is cancelled, and a plan leaves out what
//! would take long.

use zug::{
    CancelToken, Error, Problem, Request, RunBy, SolveOptions, Stopped, Theorem, Unmoves, answer,
};

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

/// Rules of 10^40 states, more than 2^128.
const VAST: &str = "game vast\nplayers A, B\ntype cells = grid(8, 5)\n\nboard[cells]: 0..9 = 0\n\n\
                    move fill(c in cells) if board[c] == 0:\n    board[c] = 1\n";

/// Rules of more than 2^128 states in which play reaches the positions of a counter.
fn counter(last: u32) -> Request {
    let rules = format!(
        "game counter\nplayers A, B\ntype cells = grid(8, 5)\n\nboard[cells]: 0..9 = 0\nn: 0..{last} = 0\n\n\
         move up if n < {last}:\n    n += 1\n\nmove down if n > 0:\n    n -= 1\n"
    );
    Request::rules(rules, "counter.zug")
}

#[test]
fn few_positions_in_a_vast_game_are_found_while_planning() {
    let options = SolveOptions::default();
    for (last, few) in [(0, Some(1)), (1, Some(2)), (999, Some(1000)), (1000, None)] {
        let problem = Problem::new(&counter(last)).unwrap();
        let plan = problem.plan(&options);
        assert_eq!(plan.few_positions, few, "{last}");
        assert_eq!(plan.fits, few.is_some());
        assert_eq!(plan.sample, few.is_none());
        if let Some(few) = few {
            assert_eq!(plan.run_by, RunBy::InterpreterOfFewPositions);
            let solution = problem.solve(&options).unwrap();
            assert_eq!(solution.counts().unwrap().positions, few);
        }
    }
}

#[test]
fn a_plan_fits_from_its_largest_size_on_and_not_below() {
    let options = |memory| {
        SolveOptions::default()
            .with_native(false)
            .with_memory(memory)
    };
    for request in [
        Request::catalogue("tic-tac-toe").unwrap(),
        Request::catalogue("kayles").unwrap(),
        counter(999),
    ] {
        let problem = Problem::new(&request).unwrap();
        let plan = problem.plan(&options(1 << 30));
        let sizes = problem.sizes(&plan, &options(1 << 30)).unwrap();
        let most = sizes.most_bytes.unwrap();
        assert!(problem.plan(&options(most)).fits);
        assert!(!problem.plan(&options(most - 1)).fits);
        problem.solve(&options(most)).unwrap();
    }
}

#[test]
fn rules_whose_states_cannot_be_counted_are_run_as_asked() {
    let problem = Problem::new(&Request::rules(VAST, "vast.zug")).unwrap();
    assert_eq!(problem.states(), None);
    let of = |native| {
        let options = SolveOptions::default().with_native(native);
        let plan = problem.plan(&options);
        let search = problem.search_plan(&options);
        assert_eq!(plan.run_by, search.run_by);
        plan.run_by
    };
    assert_eq!(of(false), RunBy::Interpreter);
    let compiled = if cfg!(feature = "native") {
        RunBy::MachineCode
    } else {
        RunBy::InterpreterOfThisBuild
    };
    assert_eq!(of(true), compiled);
}
