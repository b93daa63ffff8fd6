//! A symmetric game, and the game of its orbits.

use std::collections::{HashMap, HashSet};

use zug_game::{Game, Orbits, Step, Symmetric};
use zug_values::Value;

use crate::ring::{Position, Ring};

/// The value of a position by plain recursion; every move fills a cell, so play ends.
fn value<G: Game<Position = Position>>(
    game: &G,
    position: Position,
    known: &mut HashMap<Position, Value>,
) -> Value {
    if let Some(value) = known.get(&position) {
        return *value;
    }
    let mut steps = Vec::new();
    let value = if let Some(outcome) = game.expand(&position, &mut steps).unwrap() {
        Value::finished(outcome)
    } else {
        let values = steps
            .into_iter()
            .map(|step| value(game, step.position, known).before(step.turn));
        values.max().unwrap()
    };
    known.insert(position, value);
    value
}

/// The positions that play reaches from the start.
fn reached<G: Game<Position = Position>>(game: &G) -> HashSet<Position> {
    let mut found = HashSet::from([game.start()]);
    let mut waiting = vec![game.start()];
    while let Some(position) = waiting.pop() {
        let mut steps = Vec::new();
        game.expand(&position, &mut steps).unwrap();
        let fresh = steps.iter().map(|step| step.position);
        waiting.extend(fresh.filter(|position| found.insert(*position)));
    }
    found
}

#[test]
fn the_successors_of_an_image_are_the_images_of_the_successors() {
    let successors = |state: &Position| {
        let mut steps = Vec::new();
        let outcome = Ring.expand(state, &mut steps).unwrap();
        (outcome, steps)
    };
    for state in Ring::states() {
        assert_eq!(Ring.image(&state, 0), state);
        for element in 0..Ring.order() {
            let (outcome, mut steps) = successors(&state);
            for step in &mut steps {
                step.position = Ring.image(&step.position, element);
            }
            let (of_image, of_images) = successors(&Ring.image(&state, element));
            assert_eq!(outcome, of_image);
            let counted = |steps: Vec<Step<Position>>| {
                let mut counted = HashMap::new();
                for step in steps {
                    *counted.entry(step).or_insert(0) += 1;
                }
                counted
            };
            assert_eq!(counted(steps), counted(of_images));
        }
    }
}

#[test]
fn all_images_have_one_representative_and_are_counted_once() {
    for state in Ring::states() {
        let images = (0..Ring.order()).map(|element| Ring.image(&state, element));
        let images: HashSet<Position> = images.collect();
        assert_eq!(Ring.orbit(&state), images.len());
        assert!(images.contains(&Ring.canonical(&state)));
        for image in images {
            assert_eq!(Ring.canonical(&image), Ring.canonical(&state));
        }
    }
}

#[test]
fn a_position_is_worth_what_its_orbit_is_worth() {
    let orbits = Orbits::new(&Ring);
    let (mut plain, mut by_orbit) = (HashMap::new(), HashMap::new());
    for state in Ring::states() {
        let expected = value(&Ring, state, &mut plain);
        let found = value(&orbits, Ring.canonical(&state), &mut by_orbit);
        assert_eq!(found, expected, "{state:?}");
    }
    let drawn = plain.values().any(|value| *value == Value::Draw);
    assert!(drawn, "a full ring is met");
}

#[test]
fn orbits_add_up_to_the_positions() {
    let orbits = reached(&Orbits::new(&Ring));
    let positions: usize = orbits.iter().map(|state| Ring.orbit(state)).sum();
    assert_eq!(positions, reached(&Ring).len());
    assert!(orbits.len() < positions);
}

#[test]
fn a_move_in_the_game_of_orbits_leads_to_an_orbit() {
    let orbits = Orbits::new(&Ring);
    assert_eq!(orbits.start(), Ring.canonical(&Ring.start()));
    for state in Ring::states().filter(|state| Ring.canonical(state) == *state) {
        let (mut moves, mut steps) = (Vec::new(), Vec::new());
        if orbits.expand(&state, &mut steps).unwrap().is_some() {
            continue;
        }
        orbits.moves(&state, &mut moves).unwrap();
        let played = moves
            .iter()
            .map(|choice| orbits.play(&state, choice).unwrap());
        assert_eq!(played.collect::<Vec<_>>(), steps);
        let own = |step: &Step<Position>| Ring.canonical(&step.position) == step.position;
        assert!(steps.iter().all(own));
        let names: HashSet<String> = moves.iter().map(|m| orbits.move_name(&state, m)).collect();
        assert_eq!(names.len(), moves.len());
    }
}
