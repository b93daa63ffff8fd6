//! `zug tree GAME`: the game tree with its minimax values.

use std::io::Write;

use anyhow::Result;
use schemars::JsonSchema;
use serde::Serialize;
use zug::{Problem, Scope, Tree, TreeLimits};

use crate::arguments::{TreeArguments, TreeFormat};
use crate::json::{self, OutcomeWord};
use crate::{draw, output, question};

pub(crate) fn run(arguments: &TreeArguments) -> Result<()> {
    let request = question::request(&arguments.game, Scope::Reachable)?;
    let problem = Problem::prepare(&request, &question::options(&arguments.solver))?;
    let solution = question::solve(&problem, &arguments.solver);
    let solution = question::advised(&request, &arguments.solver, solution)?;
    question::tell_of_play(&arguments.game, problem.decides_stuck());
    let limits = TreeLimits {
        depth: arguments.depth,
        ..TreeLimits::default()
    };
    let tree = Tree::new(&problem, &solution, &limits)?;
    let drawing = match arguments.format {
        _ if arguments.json => {
            json::write(&mut output::answers(), &Report::new(&problem, &tree))?;
            return Ok(());
        }
        TreeFormat::Text => draw::text::tree(&tree),
        TreeFormat::Svg => draw::svg::tree(&tree),
        TreeFormat::Dot => draw::dot::tree(&tree),
    };
    output::answers().write_all(drawing.as_bytes())?;
    Ok(())
}

/// What `--json` prints: a game tree, its nodes in one list.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Report {
    #[serde(flatten)]
    head: json::Head,
    /// Whose view the minimax values have.
    view: String,
    /// Each node before all that lies below it, and the branches of a node in the
    /// order of the rules.
    nodes: Vec<NodeReport>,
}

/// A position of the tree.
#[derive(Serialize, JsonSchema)]
struct NodeReport {
    /// The place of the node above in `nodes`, from 0; absent at the root.
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<usize>,
    /// The move that leads here; absent at the root.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    by: Option<String>,
    /// Whether no move of the position above is better; absent at the root.
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<bool>,
    /// The position.
    position: String,
    /// The player to move; absent in an impartial game.
    #[serde(skip_serializing_if = "Option::is_none")]
    mover: Option<String>,
    /// What the player to move gets.
    outcome: OutcomeWord,
    /// The number of moves until the game ends when the winner hurries and the
    /// loser delays; absent for a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    remoteness: Option<u32>,
    /// 1, 0 or -1: a win, a draw or a loss for the player whose view it is.
    minimax: i8,
    /// Whether moves were left out for the depth.
    cut: bool,
}

impl Report {
    fn new(problem: &Problem, tree: &Tree) -> Self {
        let flat = draw::flat::Flat::new(tree);
        let nodes = flat.places.iter().map(|place| NodeReport {
            parent: place.parent,
            by: place.by.map(|branch| branch.name.clone()),
            best: place.by.map(|branch| branch.best),
            position: place.node.position.clone(),
            mover: place.node.mover.clone(),
            outcome: place.node.value.outcome().into(),
            remoteness: place.node.value.remoteness().map(|plies| plies.0),
            minimax: place.node.minimax,
            cut: place.node.cut,
        });
        Self {
            head: json::Head::of_problem(problem),
            view: tree.view.clone(),
            nodes: nodes.collect(),
        }
    }
}
