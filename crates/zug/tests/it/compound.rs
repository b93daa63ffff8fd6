//! The ways to play several games, on games written as rules: what the theorems
//! say is what the product of the parts says, with the same winning turns.

use std::collections::BTreeSet;

use zug::{Compound, Play, Player};
use zug_lang::{AnyGame, Rules, Settings};
use zug_solve::Job;
use zug_solve::compound::{Choice, Part, Question};
use zug_solve::strong::Method;

/// A token climbs a little tree of its own: nothing is symmetric, nothing loops.
const CLIMB: &str = "\
game climb(start = 6)
impartial
let up = {6: {5, 3}, 5: {4, 2}, 4: {1}, 3: {2, 0}, 2: {1}, 1: {0}, 0: {7}, 7: {8}}
at: 0..8 = start
move step(to in 0..8) if at in 0..7 and to in up[at]:
    at = to
";

/// Every position of a game, as a part that begins there.
fn parts(source: &str, settings: &[(&str, &str)]) -> Vec<Part> {
    let settings: Settings = settings.iter().copied().collect();
    let instance = Rules::read(source).unwrap().instance(&settings).unwrap();
    let start = instance.start();
    let AnyGame::Narrow(game) = instance.game().unwrap() else {
        panic!("these games are small");
    };
    let found = Part::explore(&game, start.as_u64(), &Job::default()).unwrap();
    let root = found.part();
    let mut ids = BTreeSet::from([root.position()]);
    let mut queue = vec![root.clone()];
    while let Some(part) = queue.pop() {
        for next in part.options(Player::First) {
            if ids.insert(next) {
                queue.push(part.at(next));
            }
        }
    }
    ids.into_iter().map(|id| root.at(id)).collect()
}

fn catalogue(game: &str, settings: &[(&str, &str)]) -> Vec<Part> {
    parts(zug_catalogue::find(game).unwrap().source, settings)
}

/// How many theorems were compared.
fn compare(together: &[Part]) -> usize {
    let job = Job::default();
    let mut compared = 0;
    for compound in [
        Compound::One,
        Compound::Some,
        Compound::NotAll,
        Compound::All,
    ] {
        for play in [Play::Normal, Play::Misere] {
            let question = Question::new(together, compound).unwrap();
            let question = question.with_convention(play);
            let Some(claimed) = question.solve_by_theorem() else {
                continue;
            };
            let solved = question.solve_product(Method::Auto, &job).unwrap();
            let what = || format!("{compound} {play}: {together:?}");
            assert_eq!(
                claimed.worth().outcome(),
                solved.worth().outcome(),
                "{}",
                what()
            );
            if let Some(plies) = claimed.worth().remoteness() {
                assert_eq!(Some(plies), solved.worth().remoteness(), "{}", what());
            }
            let turns = |turns: Vec<Vec<Choice>>| turns.into_iter().collect::<BTreeSet<_>>();
            let claimed = turns(claimed.turns().list(usize::MAX));
            assert_eq!(
                claimed,
                turns(solved.turns().list(usize::MAX)),
                "{}",
                what()
            );
            compared += 1;
        }
    }
    compared
}

#[test]
fn theorems_hold_for_all_pairs_of_six_games_in_all_positions() {
    let games = [
        catalogue("knight", &[("n", "4"), ("start", "(3, 3)")]),
        catalogue("subtraction", &[("n", "6"), ("take", "{1, 3, 4}")]),
        catalogue("kayles", &[("n", "4")]),
        catalogue("nim", &[("piles", "[3]")]),
        catalogue("roxor", &[("piles", "[1, 0, 1, 0]")]),
        parts(CLIMB, &[]),
    ];
    let all: Vec<&Part> = games.iter().flatten().collect();
    let mut compared = 0;
    for (place, a) in all.iter().enumerate() {
        for b in &all[place..] {
            compared += compare(&[(*a).clone(), (*b).clone()]);
        }
    }
    assert!(compared > 5000, "{compared}");
}

#[test]
fn theorems_hold_for_all_triples_of_six_small_games_in_all_positions() {
    let games = [
        catalogue("knight", &[("n", "3"), ("start", "(2, 2)")]),
        catalogue("subtraction", &[("n", "3"), ("take", "{1, 3}")]),
        catalogue("kayles", &[("n", "2")]),
        catalogue("nim", &[("piles", "[2]")]),
        catalogue("roxor", &[("piles", "[1, 0, 1]")]),
        parts(CLIMB, &[("start", "3")]),
    ];
    let all: Vec<&Part> = games.iter().flatten().collect();
    let mut compared = 0;
    for (place, a) in all.iter().enumerate() {
        for (other, b) in all.iter().enumerate().skip(place) {
            for c in &all[other..] {
                compared += compare(&[(*a).clone(), (*b).clone(), (*c).clone()]);
            }
        }
    }
    assert!(compared > 10_000, "{compared}");
}
