//! Solved with the players swapped a game is what it is without: each position that is kept
//! stands for others in which the other player is to move.

use std::ops::ControlFlow;

use zug::{
    Extent, Method, PlayerSwap, Position, Problem, Request, Scope, Solution, SolveOptions, Tree,
    TreeLimits,
};
use zug_testkit::{all_or, todays};

use crate::stored::Disk;
use crate::values::values;

/// Games whose rules declare a swap of the players, with parameters that keep them small.
const GAMES: [(&str, &[(&str, &str)]); 10] = [
    ("chopsticks", &[]),
    ("dodgem", &[]),
    ("hexapawn", &[]),
    ("kalah", &[("pits", "2"), ("seeds", "2")]),
    ("mu-torere", &[]),
    ("pong-hau-ki", &[]),
    ("quixo", &[]),
    ("sim", &[("n", "4")]),
    ("three-mens-morris", &[]),
    ("vasya-chess", &[("n", "3")]),
];

fn request(name: &str, settings: &[(&str, &str)]) -> Request {
    let request = Request::catalogue(name).unwrap();
    let settings = settings.iter();
    settings.fold(request, |request, (name, value)| request.set(*name, *value))
}

fn problem(name: &str, settings: &[(&str, &str)]) -> Problem {
    Problem::new(&request(name, settings)).unwrap()
}

fn swapped(player_swap: PlayerSwap) -> SolveOptions {
    SolveOptions::default().with_player_swap(player_swap)
}

/// The position asked about, and two that play comes to.
fn roots(problem: &Problem) -> Vec<Position> {
    let solution = problem.solve(&swapped(PlayerSwap::Never)).unwrap();
    let mut roots = vec![problem.root()];
    for ply in [1, 4] {
        let mut at = problem.root();
        for n in 0..ply {
            let moves = solution.moves_in_order(&at).unwrap();
            let Some(played) = moves.get(n * 5 % moves.len().max(1)) else {
                break;
            };
            at = played.position;
        }
        roots.push(at);
    }
    roots
}

/// Whatever is asked of them, the two solutions say the same.
fn same(problem: &Problem, one: &Solution, other: &Solution, name: &str) {
    let (mine, theirs) = (one.counts().unwrap(), other.counts().unwrap());
    let told = |counts: &zug::Counts| {
        (
            (counts.positions, counts.wins, counts.losses, counts.draws),
            (counts.longest_win, counts.longest_loss),
        )
    };
    assert_eq!(told(&mine), told(&theirs), "{name}");
    assert_eq!(
        one.packed().counts_of_orbits().unwrap(),
        other.packed().counts_of_orbits().unwrap()
    );
    let sorted = |solution| {
        let mut all = values(solution);
        all.sort_unstable_by_key(|(position, _)| *position);
        all
    };
    assert_eq!(sorted(one), sorted(other), "{name}");
    let limits = TreeLimits::default().with_depth(Some(3));
    let tree = |solution| format!("{:?}", Tree::new(problem, solution, &limits).unwrap());
    assert_eq!(tree(one), tree(other), "{name}");
    let root = problem.root();
    assert_eq!(one.moves(&root).unwrap(), other.moves(&root).unwrap());
    assert_eq!(one.line(&root, 30).unwrap(), other.line(&root, 30).unwrap());
}

/// The states that play does not reach have a value in neither solution.
fn same_in_all_states(name: &str, settings: &[(&str, &str)], one: &Solution, other: &Solution) {
    let request = request(name, settings).with_scope(Scope::Everywhere);
    let Ok(all) = Problem::new(&request)
        .unwrap()
        .solve(&SolveOptions::default())
    else {
        return;
    };
    let mut not_reached = 0;
    all.each_value(&mut |position, _| {
        let value = one.value(&position).unwrap();
        assert_eq!(value, other.value(&position).unwrap(), "{name}");
        not_reached += u64::from(value.is_none());
        ControlFlow::Continue(())
    })
    .unwrap();
    assert!(not_reached > 0, "{name}");
}

#[test]
fn nothing_that_is_asked_changes_with_players_swapped() {
    for (name, settings) in todays(4, GAMES) {
        let problem = problem(name, settings);
        for root in roots(&problem) {
            let problem = problem.clone().at(root);
            let never = problem.solve(&swapped(PlayerSwap::Never)).unwrap();
            let methods = [Method::Auto, Method::Retrograde, Method::Replaying];
            for &method in &methods[..all_or(1, 3)] {
                let options = swapped(PlayerSwap::Always).with_method(method);
                let plan = problem.plan(&options);
                assert!(plan.swap.is_some_and(|swap| swap.is_used), "{name}");
                let always = problem.solve(&options).unwrap();
                same(&problem, &always, &never, name);
                let kept = always.counts().unwrap().canonical;
                assert!(kept <= never.counts().unwrap().canonical, "{name}");
            }
        }
        let never = problem.solve(&swapped(PlayerSwap::Never)).unwrap();
        let always = problem.solve(&swapped(PlayerSwap::Always)).unwrap();
        same_in_all_states(name, settings, &always, &never);
    }
}

#[test]
fn moves_are_taken_back_with_players_swapped() {
    for name in ["dodgem", "mu-torere", "three-mens-morris", "quixo"] {
        let problem = problem(name, &[]);
        let never = problem.solve(&swapped(PlayerSwap::Never)).unwrap();
        let options = swapped(PlayerSwap::Always).with_method(Method::Retracting);
        let always = problem.solve(&options).unwrap();
        assert_eq!(
            always.method(),
            "retrograde analysis, with moves taken back"
        );
        same(&problem, &always, &never, name);
    }
}

#[test]
fn the_answer_does_not_depend_on_the_number_of_threads() {
    let problem = problem("quixo", &[]);
    let one = problem.solve(&swapped(PlayerSwap::Always)).unwrap();
    let two = std::num::NonZeroUsize::new(2).unwrap();
    let two = problem
        .solve(&swapped(PlayerSwap::Always).with_threads(two))
        .unwrap();
    assert_eq!(values(&one), values(&two));
    assert_eq!(one.counts().unwrap(), two.counts().unwrap());
}

#[test]
fn a_certificate_is_one_of_all_positions_that_play_reaches() {
    for (name, settings) in todays(6, GAMES) {
        let problem = problem(name, settings);
        let never = problem.solve(&swapped(PlayerSwap::Never)).unwrap();
        let always = problem.solve(&swapped(PlayerSwap::Always)).unwrap();
        let options = SolveOptions::default();
        let expected = never.verify_with(Extent::All, &options).unwrap();
        let found = always.verify_with(Extent::All, &options).unwrap();
        assert!(found.is_all_judged(), "{name}");
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn half_as_many_positions_are_kept_where_either_player_may_be_to_move() {
    let problem = problem("quixo", &[]);
    let kept = |player_swap| {
        let solution = problem.solve(&swapped(player_swap)).unwrap();
        let counts = solution.counts().unwrap();
        (counts.positions, counts.canonical)
    };
    assert_eq!(kept(PlayerSwap::Never), (32_027, 4_433));
    assert_eq!(kept(PlayerSwap::Always), (32_027, 2_219));
}

#[test]
fn a_table_of_swapped_players_is_the_table_of_all_positions() {
    for &name in all_or(
        &["dodgem", "hexapawn"][..],
        &["quixo", "dodgem", "hexapawn"],
    ) {
        let problem = problem(name, &[]);
        let always = problem.solve(&swapped(PlayerSwap::Always)).unwrap();
        let stored = Solution::of_table(&problem, Disk::of(&always));
        let never = problem.solve(&swapped(PlayerSwap::Never)).unwrap();
        same(&problem, &stored, &never, name);
        // The sample of a check depends on the order of the entries.
        let certificate = |solution: &Solution| {
            solution
                .verify_with(Extent::All, &SolveOptions::default())
                .unwrap()
        };
        assert_eq!(certificate(&stored), certificate(&never), "{name}");
    }
}

#[test]
fn a_sample_decides_whether_players_are_swapped() {
    let plan = |name, settings: &[(&str, &str)]| {
        // By itself Quixo goes over an index.
        let options = SolveOptions::default().with_method(Method::Retrograde);
        let plan = problem(name, settings).plan(&options);
        let swap = plan.swap.unwrap();
        let why: Vec<String> = plan.reasons().iter().map(ToString::to_string).collect();
        (swap.is_used, plan.symmetries_used, why.join("\n"))
    };
    let (is_used, symmetries, why) = plan("quixo", &[("n", "4")]);
    assert!(is_used && symmetries == 16);
    assert!(
        why.contains("positions that were looked at come with either"),
        "{why}"
    );
    let (is_used, symmetries, why) = plan("sim", &[]);
    assert!(!is_used && symmetries == 1);
    assert!(
        why.contains("symmetries that swap the players are not used: 0 of"),
        "{why}"
    );
    let never = swapped(PlayerSwap::Never).with_method(Method::Retrograde);
    let never = problem("quixo", &[("n", "4")]).plan(&never);
    assert!(never.swap.is_none() && never.symmetries_used == 8);
}
