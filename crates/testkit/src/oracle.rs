//! The dumbest correct solvers: values by plain fixpoint iteration, nimbers and
//! scores by plain recursion. Never optimised.

use std::collections::HashMap;

use zug_game::Game;
use zug_lang::{RulesGame, Word};
use zug_values::{Mex, Nimber, Turn, Value};

/// All positions within reach, and what each is worth.
pub struct Solved<P> {
    /// The roots first, in their order.
    pub positions: Vec<P>,
    /// The value of each position.
    pub values: Vec<Value>,
    /// How many moves there are from all of them.
    pub moves: usize,
}

/// Finds all positions within reach of the roots, then gives a value to each
/// that must have one, in rounds of growing remoteness; what never gets one is
/// a draw.
pub fn solve<G: Game>(
    game: &G,
    roots: impl IntoIterator<Item = G::Position>,
) -> Solved<G::Position> {
    let mut positions: Vec<G::Position> = Vec::new();
    let mut places: HashMap<G::Position, usize> = HashMap::new();
    let mut place = |position: G::Position, positions: &mut Vec<G::Position>| {
        *places.entry(position).or_insert_with(|| {
            positions.push(position);
            positions.len() - 1
        })
    };
    for root in roots {
        place(root, &mut positions);
    }
    let mut values: Vec<Option<Value>> = Vec::new();
    let mut children: Vec<Vec<(usize, Turn)>> = Vec::new();
    let mut steps = Vec::new();
    while children.len() < positions.len() {
        steps.clear();
        let result = game.expand(&positions[children.len()], &mut steps).unwrap();
        values.push(result.map(Value::finished));
        let steps = steps.iter();
        children.push(
            steps
                .map(|step| (place(step.position, &mut positions), step.turn))
                .collect(),
        );
    }
    loop {
        let mut fresh = Vec::new();
        for (place, children) in children.iter().enumerate() {
            if values[place].is_some() {
                continue;
            }
            let options: Vec<Option<Value>> = children
                .iter()
                .map(|&(child, turn)| values[child].map(|value| value.before(turn)))
                .collect();
            let best = options.iter().copied().flatten().max();
            let is_known =
                matches!(best, Some(Value::Win(_))) || options.iter().all(Option::is_some);
            if is_known {
                fresh.push((place, best));
            }
        }
        if fresh.is_empty() {
            break;
        }
        for (place, value) in fresh {
            values[place] = value;
        }
    }
    Solved {
        moves: children.iter().map(Vec::len).sum(),
        positions,
        values: values
            .into_iter()
            .map(|value| value.unwrap_or(Value::Draw))
            .collect(),
    }
}

/// The nimber by its definition, remembering those that are known; only for
/// impartial games without cycles, in normal play.
pub fn nimber<G: Game>(
    game: &G,
    position: G::Position,
    known: &mut HashMap<G::Position, Nimber>,
) -> Nimber {
    if let Some(&nimber) = known.get(&position) {
        return nimber;
    }
    let mut steps = Vec::new();
    game.expand(&position, &mut steps).unwrap();
    let mut mex = Mex::default();
    for step in steps {
        mex.insert(nimber(game, step.position, known));
    }
    let nimber = mex.take();
    known.insert(position, nimber);
    nimber
}

/// The score of a position by plain recursion, remembering those that are known; only for games
/// that end with scores or whose moves gain points, and that have no cycles.
pub fn score<W: Word>(game: &RulesGame<W>, position: W, known: &mut HashMap<W, i64>) -> i64 {
    if let Some(&score) = known.get(&position) {
        return score;
    }
    let (mut steps, mut gains) = (Vec::new(), Vec::new());
    game.expand(&position, &mut steps).unwrap();
    if game.has_gains() && !steps.is_empty() {
        game.gains(position, &mut gains).unwrap();
    }
    gains.resize(steps.len(), 0);
    let by_moves = steps.iter().zip(gains).map(|(step, gain)| {
        let after = score(game, step.position, known);
        match step.turn {
            Turn::Passes => gain - after,
            Turn::Kept => gain + after,
        }
    });
    let best = by_moves
        .max()
        .unwrap_or_else(|| game.score(position).unwrap().unwrap());
    known.insert(position, best);
    best
}
