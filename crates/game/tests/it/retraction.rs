//! Moves that are taken back.

use std::collections::HashMap;
use std::hash::Hash;

use zug_game::{Orbits, Retractable, Step, Symmetric};
use zug_values::Turn;

use crate::ring::Ring;

/// How often each move from one position to another is met.
type Count<P> = HashMap<(P, Turn, P), usize>;

/// Counts the moves of these positions forwards and backwards.
fn both_ways<G: Retractable>(game: &G, positions: &[G::Position]) -> [Count<G::Position>; 2]
where
    G::Position: Hash,
{
    let (mut forwards, mut backwards) = (Count::new(), Count::new());
    for position in positions {
        let mut after: Vec<Step<G::Position>> = Vec::new();
        if game.expand(position, &mut after).unwrap().is_none() {
            for step in after {
                let edge = (*position, step.turn, step.position);
                *forwards.entry(edge).or_default() += 1;
            }
        }
        let mut before = Vec::new();
        game.predecessors(position, &mut before).unwrap();
        for step in before {
            let edge = (step.position, step.turn, *position);
            *backwards.entry(edge).or_default() += 1;
        }
    }
    [forwards, backwards]
}

#[test]
fn predecessors_are_the_successors_turned_round() {
    let states: Vec<_> = Ring::states().collect();
    let [forwards, backwards] = both_ways(&Ring, &states);
    assert!(forwards.keys().any(|(_, turn, _)| *turn == Turn::Kept));
    assert_eq!(forwards, backwards);
}

#[test]
fn predecessors_of_orbits_are_as_many_as_moves_lead_there() {
    let orbits = Orbits::new(&Ring);
    let canonical = |state: &_| Ring.canonical(state) == *state;
    let states: Vec<_> = Ring::states().filter(canonical).collect();
    let [forwards, backwards] = both_ways(&orbits, &states);
    assert!(forwards.values().any(|&count| count > 1));
    assert_eq!(forwards, backwards);
}
