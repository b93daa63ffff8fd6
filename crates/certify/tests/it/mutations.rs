//! A true solution is certified; one changed in a single value is not.

use std::collections::HashMap;

use proptest::prelude::*;
use zug_certify::{Flaw, certify, certify_table};
use zug_game::{Fault, Game, Players, Step};
use zug_solve::{Job, strong};
use zug_testkit::games::graph_game::{GraphGame, Node, any_games};
use zug_testkit::games::tic_tac_toe::TicTacToe;
use zug_values::{Outcome, Plies, Turn, Value};

fn solved<G: Game + Sync>(game: &G, roots: &[G::Position]) -> HashMap<G::Position, Value> {
    strong::solve(game, roots.iter().copied(), &Job::default())
        .expect("it fits")
        .iter()
        .collect()
}

/// Other values than this one: some that are close to it, and some that are far from it.
fn others(value: Value) -> impl Iterator<Item = Value> {
    let plies = value.remoteness().map_or(0, |plies| plies.0);
    [
        0,
        1,
        plies.saturating_sub(1),
        plies,
        plies + 1,
        plies + 2,
        u32::MAX,
    ]
    .into_iter()
    .flat_map(|n| [Value::Win(Plies(n)), Value::Loss(Plies(n))])
    .chain([Value::Draw])
    .filter(move |&other| other != value)
}

#[test]
fn tic_tac_toe_is_certified() {
    let game = TicTacToe::square(3, 3);
    let values = solved(&game, &[game.start()]);
    let claim = |board: &u64| values.get(board).copied();
    let certificate = certify(&game, &[0], values.keys().copied(), claim).unwrap();
    assert_eq!(certificate.positions, 5478);
    assert_eq!(certificate.moves, 16167);
    assert_eq!(
        (certificate.wins, certificate.losses, certificate.draws),
        (2836, 1574, 1068)
    );
    assert_eq!(
        certify_table(&game, &[0], values.keys().copied(), claim),
        Ok(certificate)
    );
}

#[test]
fn no_single_wrong_value_of_tic_tac_toe_passes() {
    let game = TicTacToe::square(3, 3);
    let mut values = solved(&game, &[game.start()]);
    let boards: Vec<u64> = values.keys().copied().collect();
    // A sample of positions will do, as each value is checked in the same way.
    for &board in boards.iter().step_by(37) {
        let right = values[&board];
        for wrong in others(right) {
            values.insert(board, wrong);
            let claim = |board: &u64| values.get(board).copied();
            assert!(
                certify_table(&game, &[0], boards.iter().copied(), claim).is_err(),
                "{board:x}: {wrong} for {right}"
            );
        }
        values.insert(board, right);
    }
}

#[test]
fn a_value_for_a_position_that_is_not_listed_is_not_believed() {
    // 0 and 1 lead to each other; 0 is claimed to win by moving to 1.
    let to = |n| Node::Moves(vec![(n, Turn::Passes)]);
    let game = GraphGame {
        nodes: vec![to(1), to(0)],
    };
    let claim = |&n: &u16| match n {
        0 => Some(Value::Win(Plies(1))),
        1 => Some(Value::Loss(Plies(0))),
        _ => None,
    };
    assert_eq!(
        certify(&game, &[0], [0], claim),
        Err(Flaw::Open {
            position: 0,
            successor: 1
        })
    );
    assert!(matches!(
        certify(&game, &[0], [0, 1], claim),
        Err(Flaw::BetterMove { position: 1, .. })
    ));
    assert_eq!(
        certify(&game, &[0], [], claim),
        Err(Flaw::RootMissing { root: 0 })
    );
    assert!(certify(&game, &[0], [0, 1], |_| Some(Value::Draw)).is_ok());
}

#[test]
fn wins_that_lean_on_each_other_in_a_circle_are_no_wins() {
    // 0 and 1 lead to each other. 0 is claimed a win and 1 a loss: no remotenesses will do.
    let to = |n| Node::Moves(vec![(n, Turn::Passes)]);
    let game = GraphGame {
        nodes: vec![to(1), to(0)],
    };
    for win in 0..6 {
        for loss in 0..6 {
            let claim = |&n: &u16| {
                Some(if n == 0 {
                    Value::Win(Plies(win))
                } else {
                    Value::Loss(Plies(loss))
                })
            };
            assert!(certify(&game, &[0], [0, 1], claim).is_err());
        }
    }
}

#[test]
fn each_flaw_names_the_position() {
    let game = GraphGame {
        nodes: vec![
            Node::Moves(vec![(1, Turn::Passes), (2, Turn::Passes)]),
            Node::Finished(Outcome::Loss),
            Node::Finished(Outcome::Draw),
        ],
    };
    let (loss, draw) = (Value::Loss(Plies(0)), Value::Draw);
    let check = |values: [Value; 3]| {
        certify_table(&game, &[0], game.positions(), |&n| Some(values[n as usize]))
    };
    let best = Value::Win(Plies(1));
    assert!(check([best, loss, draw]).is_ok());
    assert_eq!(
        check([draw, loss, draw]),
        Err(Flaw::BetterMove {
            position: 0,
            claimed: draw,
            best
        })
    );
    assert_eq!(
        check([Value::Win(Plies(0)), loss, draw]),
        Err(Flaw::NoSuchMove {
            position: 0,
            claimed: Value::Win(Plies(0)),
            best
        })
    );
    assert_eq!(
        check([draw, draw, draw]),
        Err(Flaw::Finished {
            position: 1,
            claimed: draw,
            actual: loss
        })
    );
    let far = Value::Loss(Plies(u32::MAX));
    assert_eq!(
        check([best, far, draw]),
        Err(Flaw::TooRemote {
            position: 1,
            claimed: far
        })
    );
    let hidden = |&n: &u16| (n != 0).then_some(loss);
    assert_eq!(
        certify_table(&game, &[1], [0], hidden),
        Err(Flaw::NoValue { position: 0 })
    );
}

#[test]
fn a_fault_of_the_rules_is_a_flaw() {
    struct Broken;
    impl Game for Broken {
        type Position = u8;
        type Move = u8;
        fn start(&self) -> u8 {
            0
        }
        fn players(&self) -> Players<Self> {
            Players::Impartial
        }
        fn moves(&self, _: &u8, _: &mut Vec<u8>) -> Result<(), Fault> {
            Err(Fault::new("out of range"))
        }
        fn play(&self, _: &u8, _: &u8) -> Result<Step<u8>, Fault> {
            Err(Fault::new("out of range"))
        }
        fn move_name(&self, _: &u8, _: &u8) -> String {
            String::new()
        }
    }
    assert_eq!(
        certify(&Broken, &[0], [0], |_| Some(Value::Draw)),
        Err(Flaw::Fault {
            position: 0,
            fault: Fault::new("out of range")
        })
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn a_solution_is_certified_and_no_single_wrong_value_is(game in any_games(9)) {
        let roots: Vec<u16> = game.positions().collect();
        let mut values = solved(&game, &roots);
        let right = certify(&game, &roots, roots.iter().copied(), |p| values.get(p).copied());
        prop_assert_eq!(right.map(|c| c.positions), Ok(roots.len() as u64));
        for &position in &roots {
            let right = values[&position];
            for wrong in others(right) {
                values.insert(position, wrong);
                let claim = |p: &u16| values.get(p).copied();
                let found = certify(&game, &roots, roots.iter().copied(), claim);
                prop_assert!(found.is_err(), "{}: {} for {}", position, wrong, right);
            }
            values.remove(&position);
            let claim = |p: &u16| values.get(p).copied();
            prop_assert!(certify(&game, &roots, roots.iter().copied(), claim).is_err());
            values.insert(position, right);
        }
    }
}
