//! Bags: a variable that is a bag, and an array of one, mean the same.

use zug::{Method, Problem, Request, SolveOptions};

/// Positions, wins, losses and draws of a game, solved by this method and verified.
fn counts(rules: &str, method: Method) -> [u64; 4] {
    let problem = Problem::new(&Request::rules(rules, "bags.zug")).unwrap();
    let options = SolveOptions::default().with_method(method);
    let solution = problem.solve(&options).unwrap();
    let counts = solution.counts().unwrap();
    assert_eq!(solution.verify().unwrap().positions, counts.positions);
    [counts.positions, counts.wins, counts.losses, counts.draws]
}

/// Two things in a bag of five kinds go up until both are of the last kind.
const VARIABLE: &str = "game t
impartial
b: bag(2) of 0..4 = [1, 1]
move tap(i in 0..4, j in 0..4) if b[i] > 0 and i < j:
    b[j] += 1
    b[i] -= 1
";

#[test]
fn a_bag_without_an_index_keeps_its_kinds() {
    let array = VARIABLE
        .replace("b:", "b[0..0]:")
        .replace("[1, 1]", "{0: [1, 1]}")
        .replace("b[i]", "b[0][i]")
        .replace("b[j]", "b[0][j]");
    for method in [Method::Auto, Method::Retrograde] {
        for rules in [VARIABLE, &array] {
            assert_eq!(counts(rules, method), [10, 6, 4, 0], "{rules}");
        }
    }
}

#[test]
fn a_bag_that_a_move_leaves_too_full_is_named_with_what_it_must_hold() {
    let rules = VARIABLE.replace("    b[i] -= 1\n", "");
    let problem = Problem::new(&Request::rules(rules, "bags.zug")).unwrap();
    let Err(error) = problem.solve(&SolveOptions::default()) else {
        panic!("the bag holds three things");
    };
    let message = "the bag `b` must hold 2 things after each move, and does not here";
    assert!(error.to_string().contains(message), "{error}");
}
