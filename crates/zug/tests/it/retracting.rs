//! Solved with moves taken back a game is what it is with its moves kept.

use zug::{Error, Method, Moves, NoRetraction, Problem, Request, Scope, SolveOptions, Unmoves};

use zug_testkit::todays;

use crate::values::values;

fn by(method: Method) -> SolveOptions {
    SolveOptions::default().with_method(method)
}

#[test]
fn values_are_the_same_with_and_without_symmetry() {
    for (name, scope) in [
        ("mu-torere", Scope::Reachable),
        ("mu-torere", Scope::Everywhere),
        ("pong-hau-ki", Scope::Everywhere),
        ("three-mens-morris", Scope::Reachable),
        ("dodgem", Scope::Everywhere),
        ("chopsticks", Scope::Everywhere),
        ("numbers", Scope::Reachable),
    ] {
        let request = Request::catalogue(name).unwrap().with_scope(scope);
        let problem = Problem::new(&request).unwrap();
        let kept = problem.solve(&by(Method::Retrograde)).unwrap();
        let taken_back = problem.solve(&by(Method::Retracting)).unwrap();
        assert_eq!(
            taken_back.counts().unwrap(),
            kept.counts().unwrap(),
            "{name}"
        );
        assert_eq!(values(&taken_back), values(&kept), "{name}");
        assert_eq!(
            taken_back.method(),
            "retrograde analysis, with moves taken back"
        );
        assert!(taken_back.peak_bytes() < kept.peak_bytes(), "{name}");
    }
}

#[test]
fn moves_played_again_give_the_same_values() {
    let by_number = "backward induction, in the order of discovery, with moves played again";
    let by_levels = "retrograde analysis level by level, with moves played again";
    let games = [
        ("tic-tac-toe", Scope::Reachable, by_number),
        ("domineering", Scope::Reachable, by_number),
        ("mu-torere", Scope::Reachable, by_levels),
        ("pong-hau-ki", Scope::Everywhere, by_levels),
        ("three-mens-morris", Scope::Reachable, by_levels),
        ("chopsticks", Scope::Everywhere, by_levels),
        ("kalah", Scope::Reachable, by_levels),
        ("numbers", Scope::Reachable, by_levels),
    ];
    for (name, scope, method) in todays(3, games) {
        let request = Request::catalogue(name).unwrap().with_scope(scope);
        let problem = Problem::new(&request).unwrap();
        let kept = problem.solve(&by(Method::Retrograde)).unwrap();
        let again = problem.solve(&by(Method::Replaying)).unwrap();
        assert_eq!(again.counts().unwrap(), kept.counts().unwrap(), "{name}");
        assert_eq!(values(&again), values(&kept), "{name}");
        assert_eq!(again.method(), method, "{name}");
    }
}

#[test]
fn moves_are_let_go_when_they_do_not_fit() {
    let request = Request::catalogue("dodgem").unwrap().set("n", "4");
    let problem = Problem::new(&request).unwrap();
    let ample = problem.solve(&SolveOptions::default()).unwrap();
    let options = SolveOptions::default().with_memory(ample.peak_bytes() / 2);
    let plan = problem.plan(&options);
    assert_eq!(plan.moves, Moves::KeptWhileTheyFit);
    let sizes = problem.sizes(&plan, &options).unwrap();
    assert_eq!(
        sizes.constant_steps,
        sizes.ground_moves.iter().sum::<usize>()
    );
    let scarce = problem.solve(&options).unwrap();
    assert!(scarce.peak_bytes() <= options.memory);
    assert_eq!(scarce.counts().unwrap(), ample.counts().unwrap());
    assert_eq!(values(&scarce), values(&ample));
}

#[test]
fn a_game_that_forgets_too_much_cannot_take_moves_back() {
    let rules = "\
game forgetful
impartial
type places = 0..3

cell[places]: 0..9 = 9

move take(i in places) if cell[i] > 0:
    cell[i] -= 1

move wipe if cell[0] > 0:
    for i in places:
        cell[i] = 0
";
    let problem = Problem::new(&Request::rules(rules, "forgetful")).unwrap();
    let refused = problem.solve(&by(Method::Retracting)).unwrap_err();
    assert!(matches!(
        &refused,
        Error::NotRetractable(NoRetraction::Refused(_))
    ));
    assert_eq!(
        refused.to_string(),
        "not all moves can be taken back: the move wipe: it can have gone more ways than are \
         worth trying"
    );
    let options = SolveOptions::default();
    let sizes = problem.sizes(&problem.plan(&options), &options).unwrap();
    assert!(matches!(sizes.unmoves, Unmoves::Refused(_)));
    assert!(problem.solve(&by(Method::Retrograde)).is_ok());
}
