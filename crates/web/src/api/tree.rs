//! `POST /api/v1/tree`: the game tree below a position, with its minimax values.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use zug::{Branch, Node, Tree, TreeLimits};

use super::asked::Asked;
use super::parts::{PartReply, part};
use super::problem::Problem;
use super::replies::{begin_at, data, look_up};
use super::request::By;
use super::request::PositionRequest;
use super::values::{Done, ValueReply, search_time};
use super::words::{For, Unit};
use crate::answer;
use crate::at::At;
use crate::library::{Library, Table};
use crate::limits::{PREPARING, TREE_NODES};
use crate::shared::Shared;
use crate::work::Context;

/// A position, and how far its tree goes.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct TreeRequest {
    /// The game and the position.
    #[serde(flatten)]
    pub at: PositionRequest,
    /// The largest number of plies below the root; 3 if null.
    pub depth: Option<usize>,
    /// The largest number of nodes, at most 5000; 1000 if null. Where there are more, the tree is
    /// made less deep until they are few enough.
    pub nodes: Option<usize>,
    /// The number of seconds that a search may take: 1 to 60, 5 if null.
    pub seconds: Option<u32>,
    /// Whether the reply has the boards of the nodes, where the tree has at most 400 nodes.
    #[serde(default)]
    pub boards: bool,
}

/// The game tree below a position.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TreeReply {
    /// Always `done`.
    pub state: Done,
    /// Whose view the values of nodes have: the player to move in each.
    #[serde(rename = "for")]
    pub view: For,
    /// What remotenesses count.
    pub unit: Unit,
    /// Whose view the minimax values have, in words.
    pub minimax_for: String,
    /// The names of the two players; null if the game is impartial.
    pub players: Option<[String; 2]>,
    /// Whether the minimax values are scores.
    pub has_scores: bool,
    /// The number of plies below the root to which the tree goes; null if it goes to the end of
    /// every play.
    pub depth: Option<usize>,
    /// Each node before all that lies below it, the branches of a node in the order of the rules.
    pub nodes: Vec<NodeReply>,
}

/// A position of the tree.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NodeReply {
    /// The place of the node above, from 0; null at the root.
    pub parent: Option<usize>,
    /// The move that leads here; null at the root.
    #[serde(rename = "move")]
    pub by: Option<String>,
    /// Whether it is known that no move of the position above is better; null at the root.
    pub best: Option<bool>,
    /// The position in the game's notation.
    pub position: String,
    /// The position on one line without the names of variables.
    pub label: String,
    /// The name of the player to move; null in an impartial game.
    pub mover: Option<String>,
    /// What the position is worth to the player to move.
    #[serde(flatten)]
    pub value: ValueReply,
    /// 1, 0 or -1: a win, a draw or a loss for the player whose view it is; that player's score
    /// where the game ends with scores.
    pub minimax: Option<i64>,
    /// Whether moves were left out, as the tree goes no deeper.
    pub cut: bool,
    /// The position as data, part by part, if the request asked for boards; else empty.
    pub board: Vec<PartReply>,
}

pub(super) async fn tree(
    State(shared): State<Shared>,
    Asked(asked): Asked<TreeRequest>,
) -> Result<Response, Problem> {
    let depth = asked.depth.unwrap_or(DEPTH);
    let nodes = asked.nodes.unwrap_or(TREE_NODES.1);
    if depth > DEEPEST || !(1..=TREE_NODES.0).contains(&nodes) {
        return Err(Problem::bad(format!(
            "`depth` is at most {DEEPEST}, and `nodes` from 1 to {}",
            TREE_NODES.0
        )));
    }
    let time = search_time(asked.seconds, SECONDS)?;
    let boards = asked.boards;
    let asked = Arc::new(asked.at);
    let (at, lane) = look_up(&shared, &asked).await?;
    let origin = at.game.origin;
    let position = at.game.game.print(&at.position);
    let key = format!(
        "tree {depth} {nodes} {boards} {time:?} {position} {}",
        at.game.key
    );
    let work = move |library: &Library, at: &At, context: &Context| {
        let table = answer::table(library, &at.game, &at.position, By::Any, context)?;
        let mut reply = told(library, at, (table, time), (depth, nodes), context)?;
        if boards && reply.nodes.len() <= BOARDS {
            draw(&mut reply, at)?;
        }
        data(&reply)
    };
    begin_at(&shared, key, (lane, origin), asked, work).await
}

/// The largest number of plies below the root, unless the request says another number.
const DEPTH: usize = 3;

/// The largest number of nodes of a tree that has boards.
const BOARDS: usize = 400;

/// The deepest tree.
const DEEPEST: usize = 200;

/// The number of seconds that a search may take, unless the request says another number.
const SECONDS: u32 = 5;

fn told(
    library: &Library,
    at: &At,
    (table, time): (Option<Arc<Table>>, Duration),
    (mut depth, nodes): (usize, usize),
    context: &Context,
) -> Result<TreeReply, Problem> {
    let game = at.game.game.clone().at(at.position);
    let _drawing = at.game.draws_for(time + PREPARING);
    let tree = loop {
        let limits = TreeLimits::default()
            .with_depth(Some(depth))
            .with_nodes(nodes);
        let tree = match &table {
            Some(table) => Tree::new(&game, &table.solution, &limits).map_err(Problem::from),
            None => answer::search_once(library, &at.game, &at.position, time, context, |search| {
                Tree::searched(search, &limits)
            }),
        };
        match tree {
            Ok(tree) => break tree,
            // A tree that is too large is made less deep.
            Err(error) if error.kind == "too-large" && depth > 1 => depth -= 1,
            Err(error) => return Err(error),
        }
    };
    let mut reply = TreeReply {
        state: Done::Done,
        view: For::Mover,
        unit: Unit::Plies,
        minimax_for: tree.view.clone(),
        players: game.players(),
        has_scores: tree.has_scores,
        depth: Some(depth),
        nodes: Vec::new(),
    };
    let mut waiting: Vec<(Option<usize>, Option<&Branch>, &Node)> = vec![(None, None, &tree.root)];
    while let Some((parent, branch, node)) = waiting.pop() {
        let place = reply.nodes.len();
        reply.nodes.push(NodeReply {
            parent,
            by: branch.map(|branch| branch.name.clone()),
            best: branch.map(|branch| branch.best),
            position: node.position.clone(),
            label: node.label.clone(),
            mover: node.mover.clone(),
            value: ValueReply::known(node.known),
            minimax: node.minimax,
            cut: node.cut,
            board: Vec::new(),
        });
        let branches = node.branches.iter().rev();
        waiting.extend(branches.map(|branch| (Some(place), Some(branch), &branch.node)));
    }
    Ok(reply)
}

/// Puts the boards into the nodes of a tree.
fn draw(reply: &mut TreeReply, at: &At) -> Result<(), Problem> {
    let game = &at.game.game;
    let players = game.players();
    let _drawing = at.game.draws_for(PREPARING);
    for node in &mut reply.nodes {
        let position = game.parse(&node.position)?;
        let views = game.view(&position).into_iter();
        node.board = views.map(|view| part(view, players.as_ref())).collect();
    }
    Ok(())
}
