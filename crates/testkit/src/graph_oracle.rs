//! The oracle: the dumbest correct solver. It is never to be optimised.
//!
//! Round r finds the positions of remoteness r: it looks at every position that
//! has no value yet, with the values of the rounds before. If a move is known to win, the
//! position is a win in r, and no earlier round saw a winning move. If all moves are known
//! to lose, it is a loss in r, and the last of them was known only in the round before. A
//! position that no round gives a value is a draw.

use std::collections::HashMap;

use zug_game::{Game, Step};
use zug_values::{Nimber, Outcome, Value};

pub fn values<G: Game>(game: &G, roots: &[G::Position]) -> HashMap<G::Position, Value> {
    let mut moves: HashMap<G::Position, Vec<Step<G::Position>>> = HashMap::new();
    let mut values: HashMap<G::Position, Value> = HashMap::new();
    let mut stack = roots.to_vec();
    while let Some(position) = stack.pop() {
        if moves.contains_key(&position) {
            continue;
        }
        let mut steps = Vec::new();
        if let Some(outcome) = game.expand(&position, &mut steps).unwrap() {
            values.insert(position, Value::finished(outcome));
        }
        stack.extend(steps.iter().map(|step| step.position));
        moves.insert(position, steps);
    }
    loop {
        let mut found = Vec::new();
        for (position, steps) in &moves {
            if values.contains_key(position) {
                continue;
            }
            let reached: Vec<Option<Value>> = steps
                .iter()
                .map(|step| {
                    values
                        .get(&step.position)
                        .map(|value| value.before(step.turn))
                })
                .collect();
            let wins = reached
                .iter()
                .flatten()
                .filter(|value| value.outcome() == Outcome::Win);
            if let Some(&shortest) = wins.max() {
                found.push((*position, shortest));
            } else if reached
                .iter()
                .all(|value| value.is_some_and(|value| value.outcome() == Outcome::Loss))
            {
                let longest = reached.into_iter().flatten().max().unwrap();
                found.push((*position, longest));
            }
        }
        if found.is_empty() {
            break;
        }
        values.extend(found);
    }
    for position in moves.into_keys() {
        values.entry(position).or_insert(Value::Draw);
    }
    values
}

/// The nimber by its definition, by recursion that remembers nothing.
pub fn nimber<G: Game>(game: &G, position: &G::Position) -> Nimber {
    let mut steps = Vec::new();
    game.expand(position, &mut steps).unwrap();
    let options: Vec<Nimber> = steps
        .iter()
        .map(|step| nimber(game, &step.position))
        .collect();
    let least = (0..=options.len() as u32).find(|&n| !options.contains(&Nimber(n)));
    Nimber(least.unwrap())
}
