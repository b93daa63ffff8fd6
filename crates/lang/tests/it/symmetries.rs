//! Declared symmetries are proved from the rules, or nothing uses them.

use zug_game::{Game, Notation, PerfectIndex, Step, Symmetric, U256};
use zug_lang::{AnyGame, Reference, Rules, RulesGame, Settings, Word};

use crate::random;

/// What is said of the declared symmetries of a game that are not used.
fn left_out(game: &AnyGame) -> Vec<String> {
    let notes = match game {
        AnyGame::Narrow(game) => game.symmetries_left_out(),
        AnyGame::Wide(game) => game.symmetries_left_out(),
        AnyGame::Widest(game) => game.symmetries_left_out(),
    };
    notes.into_iter().map(|note| note.label).collect()
}

/// The games of the catalogue with a symmetry that is true and that cannot be proved yet: chips
/// that burst one after the other, and a group that is looked for from the first man on.
const NOT_PROVED: [&str; 2] = ["critical-mass", "lines-of-action"];

#[test]
fn the_symmetries_of_the_catalogue_are_proved() {
    let mut declaring = 0;
    let mut unproved = Vec::new();
    for entry in zug_catalogue::entries() {
        let rules = Rules::read(entry.source).unwrap();
        if !entry.source.contains("\nsymmetry ") {
            continue;
        }
        let instance = rules.instance(&Settings::default()).unwrap();
        let game = instance.game().unwrap();
        declaring += 1;
        if !left_out(&game).is_empty() {
            unproved.push(entry.name);
        }
    }
    assert!(declaring > 50, "{declaring}");
    assert_eq!(unproved, NOT_PROVED);
}

/// The number of states of a game that are looked at: all of a small game, else states that are
/// spread over all states, most of which play does not reach.
const STATES: u128 = 200;

/// What the plain evaluator says of a position: how the game is over, or where moves lead.
/// `None` where the rules fault.
fn told(rules: &Reference<'_>, position: U256) -> Option<(String, Vec<Step<U256>>)> {
    let mut steps = Vec::new();
    let over = rules.expand(&position, &mut steps).ok()?;
    let score = rules.score(position).ok()?;
    Some((format!("{over:?} {score:?}"), steps))
}

fn in_order(mut steps: Vec<Step<U256>>) -> Vec<Step<U256>> {
    steps.sort_by_key(|step| (step.position, format!("{:?}", step.turn)));
    steps.dedup();
    steps
}

/// Compares what the plain evaluator says of states with what it says of each image, all
/// products of declared symmetries included. Returns the number of symmetries; `None`
/// if there are none.
fn hold_in_states<W: Word>(game: &RulesGame<W>) -> Option<usize> {
    let game = game.with_declared_symmetry();
    if game.order() == 1 {
        return None;
    }
    let rules = Reference::new(game.instance());
    let step = usize::try_from(game.size().div_ceil(STATES)).ok()?;
    for rank in (0..game.size()).step_by(step) {
        let position = game.unrank(rank)?;
        let here = told(&rules, position.widen());
        for element in 1..game.order() {
            let image = |position: U256| game.image(&W::narrow(position), element).widen();
            let expected = here.clone().map(|(over, steps)| {
                let images = steps.into_iter().map(|step| Step {
                    position: image(step.position),
                    ..step
                });
                (over, in_order(images.collect()))
            });
            let there = told(&rules, image(position.widen()));
            let there = there.map(|(over, steps)| (over, in_order(steps)));
            assert_eq!(there, expected, "{}", game.print(&position));
        }
    }
    Some(game.order())
}

#[test]
fn symmetries_that_are_used_hold_in_states_that_play_does_not_reach() {
    let (mut compared, mut left, mut refused) = (0, 0, 0);
    let asked = random::Asked::or_else(600, u64::MAX);
    for seed in asked.first..asked.first + asked.games {
        let source = random::symmetric_game(seed);
        let Ok(rules) = Rules::read(&source) else {
            continue;
        };
        let Ok(instance) = rules.instance(&Settings::default()) else {
            continue;
        };
        let Ok(game) = instance.game() else {
            refused += 1;
            continue;
        };
        left += usize::from(!left_out(&game).is_empty());
        let symmetries = match &game {
            AnyGame::Narrow(game) => hold_in_states(game),
            AnyGame::Wide(game) => hold_in_states(game),
            AnyGame::Widest(game) => hold_in_states(game),
        };
        compared += usize::from(symmetries.is_some());
    }
    println!("{compared} games with symmetries in use, {left} left out, {refused} refused");
    assert!(compared >= 20, "{compared}");
    assert!(left + refused >= 1, "{left} and {refused}");
}

/// The inputs of which a false answer was once told: a symmetry that is false where play does not
/// come from the start, one that is false in positions that `--all` asks about, one that is
/// false in rare positions alone.
#[test]
fn a_symmetry_that_is_false_somewhere_is_not_used() {
    for source in [
        include_str!("../../../../testdata/symmetries/from.zug"),
        include_str!("../../../../testdata/symmetries/all.zug"),
        include_str!("../../../../testdata/symmetries/rare.zug"),
    ] {
        let rules = Rules::read(source).unwrap();
        let game = rules
            .instance(&Settings::default())
            .unwrap()
            .game()
            .unwrap();
        assert_eq!(left_out(&game).len(), 1, "{source}");
    }
}
