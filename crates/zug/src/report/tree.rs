//! What `zug tree --json` prints.

use schemars::JsonSchema;
use serde::Serialize;
use zug_values::Value;

use crate::problem::Problem;
use crate::tree::{Branch, Node, Tree};

use super::head::{Head, OutcomeWord};

/// What `--json` prints: a game tree, its nodes in one list.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct TreeReport {
    /// The game, its parameters and the convention of play.
    #[serde(flatten)]
    pub head: Head,
    /// Whose view the minimax values have.
    pub view: String,
    /// Whether positions that are the same stand in the tree once.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub merged: bool,
    /// The number of moves after which the tree was cut, since it has too many nodes; absent where it
    /// was not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut_at: Option<usize>,
    /// Each node before all that lies below it, and the branches of a node in the
    /// order of the rules.
    pub nodes: Vec<NodeReport>,
}

/// A position of the tree.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct NodeReport {
    /// The place of the node above in `nodes`, from 0; absent at the root.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<usize>,
    /// The move that leads here; absent at the root. In a merged tree several moves may do so, and this
    /// is the first one.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The other moves of the node above that lead to this position, in a merged tree.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub other_moves: Vec<String>,
    /// In a merged tree, the place in `nodes` of the node that has the moves of this position; absent
    /// where this node has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same_as: Option<usize>,
    /// Whether it is known that no move of the position above is better; absent at the root.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<bool>,
    /// The position.
    pub position: String,
    /// The player to move; absent in an impartial game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mover: Option<String>,
    /// What the player to move gets; absent where a search did not prove it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeWord>,
    /// The number of moves until the game ends when the winner hurries and the
    /// loser delays; absent for a draw, and where a search did not prove it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<u32>,
    /// Whether somebody wins because play never ends; absent if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub endless: bool,
    /// 1, 0 or -1: a win, a draw or a loss for the player whose view it is, or for the player to move in
    /// this position in a merged tree of an impartial game; that player's score in
    /// a game that ends with scores, where they are known. Absent where a search did not prove it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimax: Option<i64>,
    /// Whether moves were left out for the depth.
    pub cut: bool,
}

impl TreeReport {
    /// The report of the tree of a problem.
    ///
    /// ```
    /// use zug::report::TreeReport;
    /// use zug::{Problem, Request, SolveOptions, Tree, TreeLimits};
    ///
    /// let problem = Problem::new(&Request::catalogue("subtraction")?.set("n", "3"))?;
    /// let solution = problem.solve(&SolveOptions::default())?;
    /// let tree = Tree::new(&problem, &solution, &TreeLimits::default())?;
    /// let report = TreeReport::of(&problem, &tree);
    /// assert_eq!(report.nodes[1].by.as_deref(), Some("1"));
    /// # Ok::<(), zug::Error>(())
    /// ```
    #[must_use]
    pub fn of(problem: &Problem, tree: &Tree) -> Self {
        let mut nodes = Vec::new();
        let mut waiting: Vec<(Option<usize>, Option<&Branch>, &Node)> =
            vec![(None, None, &tree.root)];
        while let Some((parent, branch, node)) = waiting.pop() {
            let place = nodes.len();
            nodes.push(NodeReport::of(parent, branch, node));
            let branches = node.branches.iter().rev();
            waiting.extend(branches.map(|branch| (Some(place), Some(branch), &branch.node)));
        }
        Self {
            head: Head::of_problem(problem),
            view: tree.view.clone(),
            merged: tree.is_merged,
            cut_at: tree.cut_at,
            nodes,
        }
    }
}

impl NodeReport {
    /// The report of a node that `branch` leads to from the node in place `parent`.
    fn of(parent: Option<usize>, branch: Option<&Branch>, node: &Node) -> Self {
        let value = node.known.value();
        let remoteness = value.and_then(Value::remoteness);
        Self {
            parent,
            by: branch.and_then(|branch| branch.moves.first().cloned()),
            other_moves: branch.map_or_else(Vec::new, |branch| {
                branch.moves.iter().skip(1).cloned().collect()
            }),
            same_as: node.same_as,
            best: branch.map(|branch| branch.best),
            position: node.position.clone(),
            mover: node.mover.clone(),
            outcome: node.known.outcome().map(Into::into),
            remoteness: remoteness.map(|plies| plies.0),
            endless: value.is_some_and(Value::is_endless),
            minimax: node.minimax,
            cut: node.cut,
        }
    }
}
