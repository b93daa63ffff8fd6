//! The game tree below a position, with its minimax values.

use std::cell::RefCell;

use zug_game::Player;
use zug_values::{Outcome, Turn};

use crate::assess::{Known, KnownMove, Positions, Searcher};
use crate::error::Error;
use crate::problem::{Position, Problem};
use crate::solution::Solution;

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
/// has, or that player's scores in a game that ends with scores.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Tree {
    /// The player whose view the minimax values have: the first player's name, or, in an
    /// impartial game, "the player to move".
    pub view: String,
    /// The position that the tree grows from.
    pub root: Node,
    /// Whether the minimax values are scores.
    pub has_scores: bool,
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
    /// What is known of the value of the position for the mover; in a tree of solved positions
    /// the value with its remoteness.
    pub known: Known,
    /// The minimax value for the player whose view the tree has; `None` where it is not known.
    pub minimax: Option<i64>,
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
    /// Whether it is known that no other move of the position is better.
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
        Self::of_source(problem, solution, limits)
    }

    /// Makes the tree below the position of the problem by a search of its positions, until all
    /// are known, the caller cancels, or the memory does not suffice. What is not proved by then is
    /// marked as not known.
    ///
    /// ```
    /// use zug::{Problem, Request, SolveOptions, Tree, TreeLimits};
    ///
    /// let problem = Problem::new(&Request::catalogue("tic-tac-toe")?)?;
    /// let limits = TreeLimits::default().with_depth(Some(1));
    /// let tree = problem.with_search(&SolveOptions::default(), |search| {
    ///     Tree::searched(search, &limits)
    /// })?;
    /// assert_eq!((tree.root.minimax, tree.root.branches.len()), (Some(0), 9));
    /// # Ok::<(), zug::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// It has more nodes than are allowed; the rules break.
    pub fn searched(search: &mut Searcher<'_>, limits: &TreeLimits) -> Result<Self, Error> {
        let problem = search.problem();
        let mut positions = {
            let found = Found::new(search);
            // The first tree has no values: it finds the positions, and refuses too many.
            Self::of_source(problem, &found, limits)?;
            found.into_positions()
        };
        search.assess_together(&mut positions)?;
        Self::of_source(problem, &positions, limits)
    }

    fn of_source(
        problem: &Problem,
        source: &dyn Source,
        limits: &TreeLimits,
    ) -> Result<Self, Error> {
        let mut builder = Builder {
            problem,
            source,
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
        let has_scores = source.tells_scores();
        Ok(Self {
            view,
            root,
            has_scores,
        })
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

/// Tells what is known of positions and of their moves.
trait Source {
    /// What is known of a position, and its moves in the order of the rules; none if the game is
    /// over.
    fn look(&self, position: &Position) -> Result<(Known, Vec<KnownMove>), Error>;

    /// Whether scores are told of positions, where they are known.
    fn tells_scores(&self) -> bool {
        false
    }

    /// The score of a position for the player to move, where it is known.
    fn score(&self, _position: &Position) -> Result<Option<i64>, Error> {
        Ok(None)
    }
}

impl Source for Solution {
    fn tells_scores(&self) -> bool {
        self.tells_scores()
    }

    fn score(&self, position: &Position) -> Result<Option<i64>, Error> {
        self.score(position)
    }

    fn look(&self, position: &Position) -> Result<(Known, Vec<KnownMove>), Error> {
        let not_solved = || self.not_solved(position);
        let value = self.value(position)?.ok_or_else(not_solved)?;
        let moves = self.moves_in_order(position)?.into_iter();
        let moves = moves.map(|of| KnownMove {
            known: Known::of_value(of.value),
            legal: of.into(),
        });
        Ok((Known::of_value(value), moves.collect()))
    }
}

/// Positions that are found while a tree without values is made.
struct Found<'a, 's> {
    search: &'a Searcher<'s>,
    positions: RefCell<Positions>,
}

impl<'a, 's> Found<'a, 's> {
    fn new(search: &'a Searcher<'s>) -> Self {
        Self {
            search,
            positions: RefCell::new(Positions::new(search.tells_scores())),
        }
    }

    fn into_positions(self) -> Positions {
        self.positions.into_inner()
    }
}

impl Source for Found<'_, '_> {
    fn look(&self, position: &Position) -> Result<(Known, Vec<KnownMove>), Error> {
        let mut positions = self.positions.borrow_mut();
        if !positions.contains(position) {
            let known = self.search.known_if_finished(position)?;
            let known = known.unwrap_or(Known::NOTHING);
            positions.add(*position, known, self.search.moves(position)?);
        }
        Ok(positions.look(position))
    }
}

impl Source for Positions {
    fn tells_scores(&self) -> bool {
        self.tells_scores()
    }

    fn score(&self, position: &Position) -> Result<Option<i64>, Error> {
        Ok(self.known(position).score())
    }

    fn look(&self, position: &Position) -> Result<(Known, Vec<KnownMove>), Error> {
        Ok(self.look(position))
    }
}

struct Builder<'a> {
    problem: &'a Problem,
    source: &'a dyn Source,
    limits: &'a TreeLimits,
    players: Option<[String; 2]>,
    nodes: usize,
}

/// A node some of whose moves are still to be made.
struct Growing {
    node: Node,
    mover: Player,
    /// The moves whose branches are still to be made.
    waiting: std::vec::IntoIter<KnownMove>,
    best: Option<Known>,
    /// The score of the node for its player to move, where it is known.
    score: Option<i64>,
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
                let next = match answer.legal.turn {
                    Turn::Passes => here.mover.opponent(),
                    Turn::Kept => here.mover,
                };
                let child = self.node(&answer.legal.position, above.len() + 1, next)?;
                let by_move = child.score.map(|score| match answer.legal.turn {
                    Turn::Passes => -score,
                    Turn::Kept => score,
                });
                let is_best = match here.score {
                    Some(score) => by_move == Some(score),
                    None => here.best.is_some_and(|best| is_as_good(answer.known, best)),
                };
                here.by = Some((answer.legal.name, is_best));
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
        let (known, mut moves) = self.source.look(position)?;
        let mover = match self.players {
            Some(_) => self.problem.mover(position),
            None => by_turn,
        };
        let score = self.source.score(position)?;
        let by_outcome = known.outcome().map(|outcome| match outcome {
            Outcome::Win => 1,
            Outcome::Draw => 0,
            Outcome::Loss => -1,
        });
        let worth = if self.source.tells_scores() {
            score
        } else {
            by_outcome
        };
        let minimax = worth.map(|of_mover| match mover {
            Player::First => of_mover,
            Player::Second => -of_mover,
        });
        let cut = !moves.is_empty() && self.limits.depth.is_some_and(|most| depth >= most);
        let best = best_of(known, &moves);
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
            known,
            minimax,
            branches: Vec::new(),
            cut,
        };
        Ok(Growing {
            node,
            mover,
            waiting: moves.into_iter(),
            best,
            score,
            by: None,
        })
    }
}

/// What is known of the best moves; `None` where it is not known which moves are best.
fn best_of(known: Known, moves: &[KnownMove]) -> Option<Known> {
    let outcome = known.outcome()?;
    let known = moves.iter().map(|of| of.known);
    let keeping = known.filter(|known| known.at_least() == outcome);
    keeping.max_by_key(|known| known.rank())
}

/// Whether a move is as good as the best: of the same value, or, where the number of plies is not
/// known, of the same outcome.
fn is_as_good(known: Known, best: Known) -> bool {
    match (known.value(), best.value()) {
        (Some(value), Some(best)) => value == best,
        _ => known.outcome() == best.outcome(),
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
