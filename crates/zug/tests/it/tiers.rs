//! Solved level by level a game is what it is solved otherwise.

use zug::{
    Error, Extent, Method, Position, Problem, Request, Scope, Solution, SolveOptions, Value,
};

use crate::values::values;

fn by(method: Method) -> SolveOptions {
    SolveOptions::default().with_method(method)
}

/// All values by the positions; solutions hand them on in orders of their own.
fn sorted(solution: &Solution) -> Vec<(Position, Value)> {
    let mut all = values(solution);
    all.sort_by_key(|(position, _)| *position);
    all
}

#[test]
fn values_counts_and_moves_are_the_same_with_and_without_symmetry() {
    // The number says whether the game begins after a move, which leaves fewer symmetries.
    let small = [
        ("connect-four", vec![("width", "4"), ("height", "3")], 0),
        ("tic-tac-toe", vec![], 0),
        ("tic-tac-toe", vec![], 1),
        ("domineering", vec![("width", "5"), ("height", "3")], 0),
        ("sim", vec![("n", "5")], 0),
        ("misere-tic-tac-toe", vec![], 0),
    ];
    for (name, settings, moved) in small {
        let mut request = Request::catalogue(name).unwrap();
        for (parameter, value) in settings {
            request = request.set(parameter, value);
        }
        let mut problem = Problem::new(&request).unwrap();
        if moved > 0 {
            let plain = problem.solve(&by(Method::Backward)).unwrap();
            let after = plain.moves_in_order(&problem.root()).unwrap()[1].position;
            problem = problem.at(after);
        }
        let plain = problem.solve(&by(Method::Backward)).unwrap();
        for threads in [1, 3] {
            let options = by(Method::Tiers).with_threads(threads.try_into().unwrap());
            let tiers = problem.solve(&options).unwrap();
            assert_eq!(tiers.counts().unwrap(), plain.counts().unwrap(), "{name}");
            assert!(sorted(&tiers) == sorted(&plain), "{name}");
            assert_eq!(
                tiers.moves(&problem.root()).unwrap(),
                plain.moves(&problem.root()).unwrap()
            );
            assert_eq!(tiers.method(), "backward induction, level by level");
            let certificate = tiers.verify_with(Extent::All, &options).unwrap();
            assert_eq!(
                certificate.positions,
                plain.counts().unwrap().positions,
                "{name}"
            );
        }
    }
}

#[test]
fn a_game_in_which_moves_do_not_climb_is_refused() {
    let problem = Problem::new(&Request::catalogue("dodgem").unwrap()).unwrap();
    let refused = problem.solve(&by(Method::Tiers)).unwrap_err();
    assert!(matches!(refused, Error::NoLevels));
    let request = Request::catalogue("tic-tac-toe").unwrap();
    let problem = Problem::new(&request.with_scope(Scope::Everywhere)).unwrap();
    let refused = problem.solve(&by(Method::Tiers)).unwrap_err();
    assert!(matches!(refused, Error::TiersOfEveryState));
}

#[test]
fn memory_that_does_not_suffice_is_refused() {
    let request = Request::catalogue("connect-four").unwrap();
    let request = request.set("width", "4").set("height", "4");
    let problem = Problem::new(&request).unwrap();
    let whole = problem.solve(&by(Method::Tiers)).unwrap();
    let options = by(Method::Tiers).with_memory(whole.peak_bytes() / 16);
    let refused = problem.solve(&options).unwrap_err();
    assert!(matches!(refused, Error::Solve(error) if error.is_too_large()));
}
