//! The game tree below a position, with its minimax values.

use zug_game::Player;
use zug_values::{Outcome, Turn, Value};

use crate::error::Error;
use crate::problem::{Position, Problem};
use crate::solution::{Solution, SolvedMove};

/// Limits to the size of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TreeLimits {
    /// The largest number of plies below the root; `None`: to the end of every play.
    pub depth: Option<usize>,
    /// The largest number of nodes.
    pub nodes: usize,
}

impl TreeLimits {
    /// The limits with this largest number of plies below the root.
    #[must_use]
    pub fn with_depth(self, depth: Option<usize>) -> Self {
        Self { depth, ..self }
    }

    /// The limits with this largest number of nodes.
    #[must_use]
    pub fn with_nodes(self, nodes: usize) -> Self {
        Self { nodes, ..self }
    }
}

impl Default for TreeLimits {
    fn default() -> Self {
        Self {
            depth: None,
            nodes: 20_000,
        }
    }
}

/// A game tree. Its minimax values are +1, 0 or −1 for the player whose view the tree
/// has.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Tree {
    /// The player whose view the minimax values have: the first player's name, or, in an
    /// impartial game, "the player to move".
    pub view: String,
    /// The position that the tree grows from.
    pub root: Node,
}

/// A position of a tree.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Node {
    /// What the rules show of the position, in one line.
    pub label: String,
    /// The whole position, in one line.
    pub position: String,
    /// The player to move; `None` in an impartial game.
    pub mover: Option<String>,
    /// The value of the position for the mover, with its remoteness.
    pub value: Value,
    /// The minimax value for the player whose view the tree has.
    pub minimax: i8,
    /// The moves, in the order of the rules; none if the game is over, or if the tree was
    /// cut here.
    pub branches: Vec<Branch>,
    /// Whether moves of this position were left out because the tree may be no deeper.
    pub cut: bool,
}

/// A move of a tree.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Branch {
    /// The move as a person writes it.
    pub name: String,
    /// Whether no other move of the position is better.
    pub best: bool,
    /// The position that the move leads to.
    pub node: Node,
}

impl Tree {
    /// Makes the tree below the position of the problem.
    ///
    /// ```
    /// use zug::{Problem, Request, SolveOptions, Tree, TreeLimits};
    ///
    /// let problem = Problem::new(&Request::catalogue("tic-tac-toe")?)?;
    /// let solution = problem.solve(&SolveOptions::default())?;
    /// let limits = TreeLimits::default().with_depth(Some(1));
    /// let tree = Tree::new(&problem, &solution, &limits)?;
    /// assert_eq!((tree.view.as_str(), tree.root.branches.len()), ("X", 9));
    /// # Ok::<(), zug::Error>(())
    /// ```
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
        // In an impartial game the player who moves at the root counts as the first.
        let root = builder.grow(problem.root(), Player::First)?;
        Ok(Self { view, root })
    }
}

/// Takes a node apart in a loop, because a chain of nodes can be thousands of plies deep.
impl Drop for Node {
    fn drop(&mut self) {
        let mut waiting = std::mem::take(&mut self.branches);
        while let Some(mut branch) = waiting.pop() {
            waiting.append(&mut branch.node.branches);
        }
    }
}

struct Builder<'a> {
    problem: &'a Problem,
    solution: &'a Solution,
    limits: &'a TreeLimits,
    players: Option<[String; 2]>,
    nodes: usize,
}

/// A node some of whose moves are still to be made.
struct Growing {
    node: Node,
    mover: Player,
    /// The moves whose branches are still to be made.
    waiting: std::vec::IntoIter<SolvedMove>,
    best: Option<Value>,
    /// The name of the move whose branch is being made, and whether it is a best move.
    by: Option<(String, bool)>,
}

impl Builder<'_> {
    /// Makes the tree below a position in a loop, because a chain can be thousands of
    /// plies deep. In an impartial game `by_turn` is the player to move.
    fn grow(&mut self, root: Position, by_turn: Player) -> Result<Node, Error> {
        let mut above: Vec<Growing> = Vec::new();
        let mut here = self.node(&root, 0, by_turn)?;
        loop {
            if let Some(answer) = here.waiting.next() {
                let next = match answer.turn {
                    Turn::Passes => here.mover.opponent(),
                    Turn::Kept => here.mover,
                };
                let child = self.node(&answer.position, above.len() + 1, next)?;
                here.by = Some((answer.name, Some(answer.value) == here.best));
                above.push(std::mem::replace(&mut here, child));
                continue;
            }
            let node = here.node;
            let Some(parent) = above.pop() else {
                return Ok(node);
            };
            here = parent;
            if let Some((name, best)) = here.by.take() {
                here.node.branches.push(Branch { name, best, node });
            }
        }
    }

    /// The node of a position, without its branches.
    fn node(
        &mut self,
        position: &Position,
        depth: usize,
        by_turn: Player,
    ) -> Result<Growing, Error> {
        self.nodes += 1;
        if self.nodes > self.limits.nodes {
            return Err(Error::TreeTooLarge {
                limit: self.limits.nodes,
            });
        }
        let not_solved = || Error::NotSolved {
            position: self.problem.print(position),
        };
        let value = self.solution.value(position)?.ok_or_else(not_solved)?;
        let mover = match self.players {
            Some(_) => self.solution.mover(position),
            None => by_turn,
        };
        let minimax = match (value.outcome(), mover) {
            (Outcome::Draw, _) => 0,
            (Outcome::Win, Player::First) | (Outcome::Loss, Player::Second) => 1,
            _ => -1,
        };
        let mut moves = self.solution.moves_in_order(position)?;
        let cut = !moves.is_empty() && self.limits.depth.is_some_and(|most| depth >= most);
        let best = moves.iter().map(|answer| answer.value).max();
        if cut {
            moves.clear();
        }
        let node = Node {
            label: self.problem.label(position),
            position: self.problem.print(position),
            mover: self.players.as_ref().map(|[first, second]| match mover {
                Player::First => first.clone(),
                Player::Second => second.clone(),
            }),
            value,
            minimax,
            branches: Vec::new(),
            cut,
        };
        Ok(Growing {
            node,
            mover,
            waiting: moves.into_iter(),
            best,
            by: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::SolveOptions;
    use crate::request::Request;

    #[test]
    fn a_chain_of_thousands_of_plies_is_a_tree() {
        let request = Request::catalogue("subtraction").unwrap();
        let request = request.set("n", "19000").set("take", "{1}");
        let problem = Problem::new(&request).unwrap();
        let solution = problem.solve(&SolveOptions::default()).unwrap();
        let tree = Tree::new(&problem, &solution, &TreeLimits::default()).unwrap();
        let (mut node, mut plies) = (&tree.root, 0);
        while let [branch] = &node.branches[..] {
            (node, plies) = (&branch.node, plies + 1);
        }
        assert_eq!(plies, 19_000);
        assert_eq!(node.label, "0");
    }
}
