//! The positions that play reaches from a position, and the moves between them, as a graph.

use std::collections::HashMap;

use zug_values::{Nimber, Outcome, Value};

use crate::error::Error;
use crate::problem::{Position, Problem};
use crate::solution::Solution;

/// Positions within reach of one, nearest first, and the moves between them.
///
/// ```
/// use zug::{PositionGraph, Problem, Request, SolveOptions};
///
/// let problem = Problem::new(&Request::catalogue("subtraction")?.set("n", "4"))?;
/// let solution = problem.solve(&SolveOptions::default())?;
/// let graph = PositionGraph::new(&solution, &problem.root(), 100)?;
/// assert_eq!((graph.nodes.len(), graph.edges.len()), (5, 7));
/// assert!(!graph.cut && !graph.is_cyclic());
/// # Ok::<(), zug::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PositionGraph {
    /// The positions, breadth first; the first is the one that the others are reached from.
    pub nodes: Vec<GraphNode>,
    /// The moves between them, by the position that they are made in.
    pub edges: Vec<GraphEdge>,
    /// Whether positions were left out because there are too many.
    pub cut: bool,
}

/// A position of a graph.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GraphNode {
    /// The position.
    pub position: Position,
    /// The least number of plies by which it is reached.
    pub depth: usize,
    /// How the game ends for the player to move if it is over here.
    pub finished: Option<Outcome>,
    /// What the position is worth to the player to move.
    pub value: Value,
    /// The nimber, where nimbers are defined.
    pub nimber: Option<Nimber>,
    /// The score of the player to move, in a game that ends with scores.
    pub score: Option<i64>,
}

/// A move of a graph.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GraphEdge {
    /// The place among the nodes of the position that it is made in.
    pub from: usize,
    /// The place of the position that it leads to.
    pub to: usize,
    /// The move as a person writes it.
    pub name: String,
    /// Whether no move of its position is better.
    pub best: bool,
}

impl PositionGraph {
    /// The graph of at most `most` positions that play reaches from `root`, which is among those
    /// solved.
    ///
    /// # Errors
    ///
    /// The position was not among those solved, or the table of values cannot be read.
    pub fn new(solution: &Solution, root: &Position, most: usize) -> Result<Self, Error> {
        let mut graph = Self {
            nodes: vec![GraphNode::of(solution, root, 0)?],
            edges: Vec::new(),
            cut: false,
        };
        let mut places = HashMap::from([(*root, 0)]);
        let mut from = 0;
        while from < graph.nodes.len() {
            let GraphNode {
                position, depth, ..
            } = graph.nodes[from];
            let moves = solution.moves_in_order(&position)?;
            let best = moves.iter().map(|of| (of.score, of.value)).max();
            for of in moves {
                let to = match places.get(&of.position) {
                    Some(place) => *place,
                    None if graph.nodes.len() < most => {
                        let place = graph.nodes.len();
                        places.insert(of.position, place);
                        let node = GraphNode::of(solution, &of.position, depth + 1)?;
                        graph.nodes.push(node);
                        place
                    }
                    None => {
                        graph.cut = true;
                        continue;
                    }
                };
                graph.edges.push(GraphEdge {
                    from,
                    to,
                    name: of.name,
                    best: Some((of.score, of.value)) == best,
                });
            }
            from += 1;
        }
        Ok(graph)
    }

    /// Whether play can come back to some position by the moves of the graph.
    #[must_use]
    pub fn is_cyclic(&self) -> bool {
        // Positions without moves into them are taken away until none is left.
        let mut into = vec![0_usize; self.nodes.len()];
        let mut out: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        for edge in &self.edges {
            into[edge.to] += 1;
            out[edge.from].push(edge.to);
        }
        let mut free: Vec<usize> = (0..into.len()).filter(|place| into[*place] == 0).collect();
        let mut taken = 0;
        while let Some(place) = free.pop() {
            taken += 1;
            for &to in &out[place] {
                into[to] -= 1;
                if into[to] == 0 {
                    free.push(to);
                }
            }
        }
        taken < self.nodes.len()
    }
}

impl GraphNode {
    fn of(solution: &Solution, position: &Position, depth: usize) -> Result<Self, Error> {
        let value = solution.value(position)?;
        Ok(Self {
            position: *position,
            depth,
            finished: solution.finished(position)?,
            value: value.ok_or_else(|| solution.not_solved(position))?,
            nimber: solution.nimber(position)?,
            score: solution.score(position)?,
        })
    }
}

impl Problem {
    /// The name of the player to move in a position; `None` in an impartial game.
    ///
    /// # Panics
    ///
    /// The position is of another game.
    #[must_use]
    pub fn mover_name(&self, position: &Position) -> Option<String> {
        let [first, second] = self.players()?;
        Some(match self.mover(position) {
            zug_game::Player::First => first,
            zug_game::Player::Second => second,
        })
    }
}
