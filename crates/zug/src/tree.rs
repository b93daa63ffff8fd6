//! The game tree below a position, with its minimax values.

use zug_game::Player;
use zug_values::{Outcome, Value};

use crate::error::Error;
use crate::problem::{Position, Problem};
use crate::solution::Solution;

/// How much of a tree is made.
#[derive(Clone, Copy, Debug)]
pub struct TreeLimits {
    /// Plies below the root; `None`: to the end of every play.
    pub depth: Option<usize>,
    /// Nodes in all.
    pub nodes: usize,
}

impl Default for TreeLimits {
    fn default() -> Self {
        Self {
            depth: None,
            nodes: 20_000,
        }
    }
}

/// A game tree. Values are +1, 0 or −1 for the player whose view it has.
#[derive(Clone, Debug)]
pub struct Tree {
    /// Whose view the values have: the first player's name, or, in an impartial
    /// game, "the player to move".
    pub view: String,
    /// The position the tree grows from.
    pub root: Node,
}

/// A position of a tree.
#[derive(Clone, Debug)]
pub struct Node {
    /// What the rules show of the position, in one line.
    pub label: String,
    /// The position with all that belongs to it, in one line.
    pub position: String,
    /// The player to move; `None` in an impartial game.
    pub mover: Option<String>,
    /// The mover's value, with its remoteness.
    pub value: Value,
    /// The value for the player whose view the tree has.
    pub minimax: i8,
    /// The moves, in the order of the rules; none if the game is over or the
    /// tree was cut here.
    pub branches: Vec<Branch>,
    /// Whether moves were left out for the depth.
    pub cut: bool,
}

/// A move of a tree.
#[derive(Clone, Debug)]
pub struct Branch {
    /// The move as a person writes it.
    pub name: String,
    /// Whether no move of its position is better.
    pub best: bool,
    /// What it leads to.
    pub node: Node,
}

impl Tree {
    /// The tree below the problem's position.
    ///
    /// # Errors
    ///
    /// It has more nodes than are allowed.
    pub fn new(problem: &Problem, solution: &Solution, limits: &TreeLimits) -> Result<Self, Error> {
        let mut builder = Builder {
            problem,
            solution,
            limits,
            players: problem.players(),
            nodes: 0,
        };
        let view = match &builder.players {
            Some([first, _]) => first.clone(),
            None => "the player to move".to_owned(),
        };
        // In an impartial game the one who moves at the root is the first.
        let root = builder.node(&problem.root(), 0, Player::First)?;
        Ok(Self { view, root })
    }
}

struct Builder<'a> {
    problem: &'a Problem,
    solution: &'a Solution,
    limits: &'a TreeLimits,
    players: Option<[String; 2]>,
    nodes: usize,
}

impl Builder<'_> {
    fn node(&mut self, position: &Position, depth: usize, by_turn: Player) -> Result<Node, Error> {
        self.nodes += 1;
        if self.nodes > self.limits.nodes {
            return Err(Error::TreeTooLarge {
                limit: self.limits.nodes,
            });
        }
        let not_solved = || Error::NotSolved {
            position: self.problem.print(position),
        };
        let value = self.solution.value(position).ok_or_else(not_solved)?;
        let mover = match self.players {
            Some(_) => self.solution.mover(position),
            None => by_turn,
        };
        let minimax = match (value.outcome(), mover) {
            (Outcome::Draw, _) => 0,
            (Outcome::Win, Player::First) | (Outcome::Loss, Player::Second) => 1,
            _ => -1,
        };
        let moves = self.solution.moves_in_order(position)?;
        let cut = !moves.is_empty() && self.limits.depth.is_some_and(|most| depth >= most);
        let best = moves.iter().map(|answer| answer.value).max();
        let mut branches = Vec::new();
        if !cut {
            for answer in moves {
                let next = match answer.turn {
                    zug_values::Turn::Passes => mover.opponent(),
                    zug_values::Turn::Kept => mover,
                };
                branches.push(Branch {
                    best: Some(answer.value) == best,
                    node: self.node(&answer.position, depth + 1, next)?,
                    name: answer.name,
                });
            }
        }
        Ok(Node {
            label: self.problem.label(position),
            position: self.problem.print(position),
            mover: self.players.as_ref().map(|[first, second]| match mover {
                Player::First => first.clone(),
                Player::Second => second.clone(),
            }),
            value,
            minimax,
            branches,
            cut,
        })
    }
}
