//! Games in which a player wins where play never ends: their dumbest correct solver, and the rules of
//! random ones.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

use zug_game::{Game, Player, Step};
use zug_values::{Outcome, Value};

use crate::graph_oracle;
use crate::random::Random;

/// The value of each position in reach of the roots, where `winner` wins if play never ends.
///
/// Wins and losses in a number of plies are those of [`graph_oracle::values`]. Of the other positions
/// those are draws in which the rules end the game drawn, or from which the loser of endless play can
/// force such an end or a win of its own: where the loser moves, one move must lead to one, and
/// where the winner moves, all moves must. Rounds go on until no position is added. In all positions
/// that are left `winner` keeps play going for ever.
pub fn values<G: Game>(
    game: &G,
    roots: &[G::Position],
    winner: Player,
) -> HashMap<G::Position, Value> {
    let mut values = graph_oracle::values(game, roots);
    let mut undecided = HashMap::new();
    let mut drawn = BTreeSet::new();
    let mut places = Vec::new();
    for (place, (position, value)) in values.iter().enumerate() {
        places.push(*position);
        if *value == Value::Draw {
            let mut steps: Vec<Step<G::Position>> = Vec::new();
            if game.expand(position, &mut steps).unwrap().is_some() {
                drawn.insert(place);
            } else {
                undecided.insert(place, steps);
            }
        }
    }
    let place_of: HashMap<G::Position, usize> = places
        .iter()
        .enumerate()
        .map(|(place, position)| (*position, place))
        .collect();
    loop {
        let forced = |step: &Step<G::Position>| {
            let mover_wins = game.mover(&step.position) == winner;
            drawn.contains(&place_of[&step.position])
                || match values[&step.position].outcome() {
                    Outcome::Win => !mover_wins,
                    Outcome::Loss => mover_wins,
                    Outcome::Draw => false,
                }
        };
        let more: Vec<usize> = undecided
            .iter()
            .filter(|(place, steps)| {
                let winner_moves = game.mover(&places[**place]) == winner;
                !drawn.contains(*place)
                    && if winner_moves {
                        steps.iter().all(forced)
                    } else {
                        steps.iter().any(forced)
                    }
            })
            .map(|(place, _)| *place)
            .collect();
        if more.is_empty() {
            break;
        }
        drawn.extend(more);
    }
    for place in undecided.into_keys().filter(|place| !drawn.contains(place)) {
        let position = places[place];
        let value = if game.mover(&position) == winner {
            Value::EndlessWin
        } else {
            Value::EndlessLoss
        };
        values.insert(position, value);
    }
    values
}

/// The rules of a random game of a token on a graph, with an edge set for each player and one whose
/// moves keep the turn, nodes where a player wins or the game is drawn, and a winner where play
/// never ends.
pub fn rules(seed: u64) -> String {
    let mut random = Random(seed);
    let nodes = 3 + random.place(9);
    let mut text = format!(
        "game g\nplayers A, B\ntype nodes = 0..{}\nat: nodes = {}\n",
        nodes - 1,
        random.place(nodes)
    );
    if random.place(5) == 0 {
        text += "misere\n";
    }
    let mut moves = 0;
    for (name, guard, body) in [
        ("first", "me == A and ", ""),
        ("second", "me == B and ", ""),
        ("either", "", ""),
        ("more", "", "    again\n"),
    ] {
        let most = if body.is_empty() { 2 * nodes } else { nodes };
        let edges: BTreeSet<(usize, usize)> = (0..random.place(most))
            .map(|_| (random.place(nodes), random.place(nodes)))
            .collect();
        // A game must have a move.
        if edges.is_empty() && (moves > 0 || name != "more") {
            continue;
        }
        moves += 1;
        let edges = match edges.len() {
            0 => "(0, 1)".to_owned(),
            _ => edges
                .iter()
                .map(|(from, to)| format!("({from}, {to})"))
                .collect::<Vec<_>>()
                .join(", "),
        };
        let _ = write!(
            text,
            "move {name}((from, to) in [{edges}]) if {guard}at == from:\n    at = to\n{body}"
        );
        if random.place(6) == 0 {
            let verdict = ["draw", "win A", "win other"][random.place(3)];
            let _ = writeln!(text, "    {verdict} if at == {}", random.place(nodes));
        }
    }
    // No node ends the game in two ways.
    let mut ends = BTreeSet::new();
    for verdict in ["win A", "win B", "win me", "draw"] {
        let node = random.place(nodes);
        if random.place(2) == 0 && ends.insert(node) {
            let _ = writeln!(text, "{verdict} if at == {node}");
        }
    }
    if random.place(3) == 0 {
        text += ["draw if stuck\n", "win A if stuck\n"][random.place(2)];
    }
    text + ["win A if endless\n", "win B if endless\n"][random.place(2)]
}
