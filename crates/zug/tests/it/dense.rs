//! Solved over an index a game is what it is with its moves kept.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;

use zug::{
    Budget, Error, Method, Problem, Request, Scope, Solution, SolveError, SolveOptions, Tiers,
};
use zug_catalogue::find;
use zug_game::{DenseIndex, Game};
use zug_lang::{AnyGame, MaterialIndex, Rules, RulesGame, Settings};
use zug_solve::Job;
use zug_solve::strong::tiers::Memory;
use zug_solve::strong::{Roots, solve_dense};
use zug_solve::table::Table;
use zug_testkit::todays;
use zug_values::Plies;

fn by(method: Method) -> SolveOptions {
    SolveOptions::default().with_method(method)
}

/// Each position of `dense` has the value that it has in `kept` and the other way round, and the counts
/// are equal. Over an index fewer symmetries may be used.
fn assert_equal(dense: &Solution, kept: &Solution, name: &str) {
    let mut counts = kept.counts().unwrap();
    let found = dense.counts().unwrap();
    assert!(found.canonical >= counts.canonical, "{name}");
    counts.canonical = found.canonical;
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
    assert_eq!(positions, found.canonical, "{name}");
    kept.each_value(&mut |position, value| {
        assert_eq!(dense.value(&position).unwrap(), Some(value), "{name}");
        ControlFlow::Continue(())
    })
    .unwrap();
}

#[test]
fn positions_over_an_index_are_kept_once_for_the_symmetries_that_move_what_stands_on_the_board() {
    let all = [
        ("tic-tac-toe", "k", "3", 8),
        ("three-mens-morris", "", "", 8),
        ("mu-torere", "", "", 2),
        ("quixo", "n", "3", 8),
        // All four cells can change places, so that the board can be cut with 4 of the 8 alone.
        ("quixo", "n", "2", 4),
        ("dodgem", "n", "3", 1),
        // Moves do not go by number.
        ("reversi", "n", "4", 4),
    ];
    for (name, key, value, symmetries) in todays(6, all) {
        let mut request = Request::catalogue(name).unwrap();
        if !key.is_empty() {
            request = request.set(key, value);
        }
        let problem = Problem::new(&request).unwrap();
        let options = by(Method::Dense);
        assert_eq!(problem.plan(&options).symmetries_used, symmetries, "{name}");
        let dense = problem.solve(&options).unwrap();
        let whole = problem.solve(&by(Method::Retrograde)).unwrap();
        assert_equal(&dense, &whole, name);
        if symmetries == problem.symmetries_used() {
            let kept = |solution: &Solution| solution.counts().unwrap().canonical;
            assert_eq!(kept(&dense), kept(&whole), "{name}");
        }
        dense.verify().unwrap();
    }
}

#[test]
fn every_position_has_the_value_that_it_has_with_moves_kept() {
    let all = [
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
        // With something beside the board.
        ("achi", "", Scope::Reachable),
        ("achi", "men=2", Scope::Everywhere),
        ("tigers-and-goats", "", Scope::Reachable),
        ("fox-and-geese", "", Scope::Reachable),
        ("awari", "pits=2", Scope::Reachable),
        ("number-game", "", Scope::Reachable),
    ];
    for (name, settings, scope) in todays(4, all) {
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
fn a_root_with_other_sums_than_the_start_has_an_index_of_its_own() {
    for (name, from) in [
        // Men are missing, and it is the turn of the player who is ahead.
        (
            "three-mens-morris",
            "board=X../.O./... hand[X]=1 hand[O]=0 turn=X",
        ),
        ("awari", "cup=021010 won[A]=0 won[B]=0 turn=A"),
        ("number-game", "n=3 moves=3 turn=X"),
    ] {
        let request = Request::catalogue(name).unwrap().at(from);
        let problem = Problem::new(&request).unwrap();
        let kept = problem.solve(&by(Method::Retrograde)).unwrap();
        let dense = problem.solve(&by(Method::Dense)).unwrap();
        assert_equal(&dense, &kept, name);
        dense.verify().unwrap();
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
    // Positions that share a number are checked one by one.
    for (name, positions) in [("tic-tac-toe", 5478), ("mu-torere", 1180)] {
        let problem = Problem::new(&Request::catalogue(name).unwrap()).unwrap();
        let dense = problem.solve(&by(Method::Dense)).unwrap();
        assert_eq!(dense.verify().unwrap().positions, positions, "{name}");
    }
}

#[test]
fn an_index_that_does_not_fit_is_refused_before_the_work() {
    let request = Request::catalogue("dodgem").unwrap().set("n", "5");
    let problem = Problem::new(&request).unwrap();
    // There is room for the bits of all numbers, and not for the bytes of the largest tier.
    let options = by(Method::Dense).with_memory(120 << 20);
    let refused = problem.solve(&options).unwrap_err();
    assert!(
        refused
            .to_string()
            .contains("the index has at least 240060402 numbers"),
        "{refused}"
    );
    // There is no room for the bits.
    let options = by(Method::Dense).with_memory(20 << 20);
    let refused = problem.solve(&options).unwrap_err();
    assert!(
        matches!(
            refused,
            Error::Solve(SolveError::IndexTooLarge {
                budget: 20_971_520,
                ..
            })
        ),
        "{refused}"
    );
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
        reasons[0].contains(
            "25 sets, which have 240060402 positions, folded with the players swapped, in 15 tiers"
        ),
        "{reasons:?}"
    );
    assert!(
        reasons[0].ends_with("the largest of 151420500 positions"),
        "{reasons:?}"
    );
    assert_eq!(plan("4").method, Method::Auto);
    let request = Request::catalogue("quixo").unwrap().set("n", "4");
    let problem = Problem::new(&request).unwrap();
    let options = SolveOptions::default().with_memory(4 << 30);
    assert_eq!(problem.plan(&options).method, Method::Dense);
    let in_store = options.with_store(true);
    assert_eq!(problem.plan(&in_store).index.unwrap().tiers, 81);
    let request = Request::catalogue("dodgem").unwrap().set("n", "5");
    let problem = Problem::new(&request).unwrap();
    let scarce = SolveOptions::default().with_memory(700 << 20);
    assert_eq!(problem.plan(&scarce).method, Method::Auto);
    let beside_store = scarce.with_memory(800 << 20).with_store(true);
    assert_eq!(problem.plan(&beside_store).method, Method::Dense);
}

/// The options of a solution whose tiers are kept in a store.
fn kept(options: &SolveOptions, problem: &Problem, store: &Arc<Memory>) -> Result<Solution, Error> {
    let options = options.clone().with_store(true);
    problem.solve_in(&options, Tiers::new(store.clone()))
}

#[test]
fn tiers_in_a_store_have_the_values_that_they_have_in_memory() {
    for (name, key, value) in [
        ("dodgem", "n", "3"),
        ("dodgem", "n", "2"),
        ("tic-tac-toe", "k", "3"),
        ("three-mens-morris", "", ""),
        ("chopsticks", "", ""),
    ] {
        let mut request = Request::catalogue(name).unwrap();
        if !key.is_empty() {
            request = request.set(key, value);
        }
        let problem = Problem::new(&request).unwrap();
        let whole = problem.solve(&by(Method::Retrograde)).unwrap();
        let store = Arc::new(Memory::new(&Budget::unlimited()));
        // What is there after the first time is not solved again.
        for _ in 0..2 {
            assert_equal(
                &kept(&by(Method::Dense), &problem, &store).unwrap(),
                &whole,
                name,
            );
        }
        // Less memory, until it is too little: then the slots of a tier come and go.
        for memory in (14..24).rev() {
            let store = Arc::new(Memory::new(&Budget::unlimited()));
            let scarce = by(Method::Dense)
                .with_native(false)
                .with_memory(1 << memory);
            let solved = kept(&scarce, &problem, &store);
            // A run with more memory goes on from what was finished.
            let solved = solved.or_else(|_| kept(&by(Method::Dense), &problem, &store));
            assert_equal(&solved.unwrap(), &whole, name);
        }
    }
}

/// Dodgem, with the index of its positions by material.
fn dodgem(n: u64) -> (RulesGame<u64>, Arc<MaterialIndex>) {
    let rules = Rules::read(find("dodgem").unwrap().source).unwrap();
    let instance = rules.instance(&Settings::default().set("n", n)).unwrap();
    let AnyGame::Narrow(game) = instance.game().unwrap() else {
        panic!("64 bits suffice");
    };
    let index = game.material_index(game.start(), u64::MAX).unwrap();
    (game, Arc::new(index))
}

#[test]
fn all_numbers_of_dodgem_3_have_the_values_that_kept_moves_give_them() {
    let (game, index) = dodgem(3);
    let job = Job::default();
    let moves = game.by_number(index.clone(), &job).unwrap();
    let found = solve_dense(&moves, index.clone(), &Roots::<u64>::Everywhere, &job).unwrap();
    let mut positions = Vec::new();
    let size = DenseIndex::<u64>::size(&*index);
    index.positions(&(0..size).collect::<Vec<_>>(), &mut positions);
    let kept = zug_solve::strong::solve(&game, positions.iter().copied(), &job).unwrap();
    for position in &positions {
        assert_eq!(found.find(position).unwrap(), kept.value(position));
    }
    assert_eq!(found.counts().unwrap(), kept.counts());
}

/// The counts are those of a program for Dodgem alone, in the view of the player to move: 46,470,409
/// wins, 30,716,604 losses and 42,827,912 draws. It left out 15,276 numbers that are no positions:
/// the player to move has no car, so that the game would have ended before. The rules call them
/// won, as a player who is stuck wins; but for the empty board, which is lost.
#[test]
#[ignore = "240 million positions take about a minute and 300 MB"]
fn all_numbers_of_dodgem_5_have_the_known_values() {
    let (game, index) = dodgem(5);
    let job = Job::default();
    let moves = game.by_number(index.clone(), &job).unwrap();
    let found = solve_dense(&moves, index, &Roots::<u64>::Everywhere, &job).unwrap();
    let counts = found.counts().unwrap();
    // Each of the two players sees half of the numbers.
    assert_eq!(counts.wins(), 2 * (46_470_409 + 15_275));
    assert_eq!(counts.losses(), 2 * (30_716_604 + 1));
    assert_eq!(counts.draws(), 2 * 42_827_912);
    assert_eq!(counts.max_remoteness(), Some(Plies(81)));
}

/// A table that is stored by number is refused by these if another version numbers positions in
/// another way.
#[test]
fn numbered_landmarks_are_spread_over_all_numbers() {
    let request = Request::catalogue("dodgem").unwrap().set("n", "3");
    let problem = Problem::new(&request).unwrap();
    let (_, index) = dodgem(3);
    let landmarks = problem.landmarks().unwrap();
    let numbered = problem.numbered_landmarks(&by(Method::Dense)).unwrap();
    let (first, spread) = numbered.split_at(landmarks.len());
    let packed: Vec<_> = first.iter().map(|(packed, _)| *packed).collect();
    assert_eq!(packed, landmarks);
    assert_eq!(spread.len(), 64);
    for (packed, number) in &numbered {
        assert_eq!(index.number(&packed.as_u64()), Some(*number));
    }
    let size = DenseIndex::<u64>::size(&index);
    assert_eq!(spread[0].1, 0);
    assert_eq!(spread[63].1, size - 1);
    let steps = spread.windows(2).map(|two| two[1].1 - two[0].1);
    assert!(steps.into_iter().all(|step| step <= size / 60));
}
