//! Solved level by level a game is what it is solved otherwise.

use zug::{
    Error, Extent, Method, Play, Position, Problem, Request, Scope, Solution, SolveError,
    SolveOptions, Value,
};

use zug_testkit::summing;

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

/// Solved level by level each position has the nimber, the score and the moves that it has by kept moves. Says whether
/// positions have nimbers, and whether they have scores.
fn is_the_same_level_by_level(request: &Request) -> (bool, bool) {
    let problem = Problem::new(request).unwrap();
    let name = problem.name();
    let plain = problem.solve(&by(Method::Backward)).unwrap();
    for threads in [1, 3] {
        let options = by(Method::Tiers).with_threads(threads.try_into().unwrap());
        let tiers = problem.solve(&options).unwrap();
        assert_eq!(
            tiers.method(),
            "backward induction, level by level",
            "{name}"
        );
        assert_eq!(tiers.counts().unwrap(), plain.counts().unwrap(), "{name}");
        assert!(sorted(&tiers) == sorted(&plain), "{name}");
        assert_eq!(tiers.tells_scores(), plain.tells_scores(), "{name}");
        for (position, _) in values(&plain) {
            assert_eq!(
                tiers.worth(&position).unwrap(),
                plain.worth(&position).unwrap()
            );
            assert_eq!(
                tiers.nimber(&position).unwrap(),
                plain.nimber(&position).unwrap()
            );
            assert_eq!(
                tiers.score(&position).unwrap(),
                plain.score(&position).unwrap()
            );
            assert_eq!(
                tiers.moves(&position).unwrap(),
                plain.moves(&position).unwrap()
            );
        }
        for extent in [Extent::All, Extent::Sample(7)] {
            tiers.verify_with(extent, &options).unwrap();
        }
    }
    let root = problem.root();
    (plain.nimber(&root).unwrap().is_some(), plain.tells_scores())
}

#[test]
fn nimbers_are_the_same_level_by_level() {
    let games: [(&str, &[(&str, &str)]); 8] = [
        ("cram", &[("width", "4"), ("height", "3")]),
        ("chomp", &[]),
        ("grundy", &[]),
        ("kayles", &[("n", "12")]),
        ("nim", &[("piles", "[40, 3, 1]")]),
        ("node-kayles", &[]),
        ("dawsons-kayles", &[]),
        ("wythoff", &[]),
    ];
    for (name, settings) in games {
        let set = |request: Request, (name, value): &(&str, &str)| request.set(*name, *value);
        let request = settings.iter().fold(Request::catalogue(name).unwrap(), set);
        assert_eq!(
            is_the_same_level_by_level(&request),
            (true, false),
            "{name}"
        );
        // Under misère play there are none.
        let misere = request.with_play(Some(Play::Misere));
        assert_eq!(
            is_the_same_level_by_level(&misere),
            (false, false),
            "{name}"
        );
    }
}

#[test]
fn scores_are_the_same_level_by_level() {
    let rules = |rules: &str| Request::rules(rules, "rules.zug");
    let catalogue = |name| Request::catalogue(name).unwrap();
    let games = [
        rules(summing::BOXES).set("height", "1"),
        rules(summing::KALAH).set("pits", "2"),
        rules(summing::COINS),
        catalogue("coins-in-a-row"),
        catalogue("dots-and-boxes-by-margin").set("height", "1"),
        catalogue("kalah-by-margin").set("pits", "2"),
    ];
    for request in games {
        assert_eq!(is_the_same_level_by_level(&request), (false, true));
    }
}

/// Counters are taken one by one, and the last but one is worth points.
const LARGE_SCORES: &str = "\
game large(n = 40, worth = 1)
players A, B
left: 0..n = n
points[player]: -10**12..10**12 = 0
move take if left > 0:
    left -= 1
    if left == 1:
        points[me] += worth
score points[me] - points[other] if stuck
";

#[test]
fn scores_too_large_for_tiers_are_left_out_or_found_otherwise() {
    let problem = |rules: &str, worth: &str| {
        let request = Request::rules(rules, "large.zug").set("worth", worth);
        Problem::new(&request).unwrap()
    };
    let gaining = LARGE_SCORES
        .replace("points[player]: -10**12..10**12 = 0\n", "")
        .replace("points[me] += worth", "gain worth")
        .replace("score points[me] - points[other] if stuck\n", "");
    for (rules, has_scores) in [(LARGE_SCORES, false), (&gaining, true)] {
        let small = problem(rules, "7").solve(&by(Method::Tiers)).unwrap();
        assert!(small.tells_scores());
        let large = problem(rules, "100000000000");
        match large.solve(&by(Method::Tiers)) {
            Ok(solution) => assert!(!has_scores && !solution.tells_scores()),
            Err(Error::Solve(SolveError::Score { .. })) => assert!(has_scores),
            Err(other) => panic!("{other}"),
        }
        let plain = large.solve(&by(Method::Backward)).unwrap();
        assert_eq!(
            plain.score(&large.root()).unwrap().map(i64::abs),
            Some(10_i64.pow(11))
        );
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
