//! `POST /api/v1/graph`: the positions that play can reach, and the moves between them.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use zug::{Error, PositionGraph, Problem as Game, Solution};

use super::asked::Asked;
use super::problem::Problem;
use super::replies::{begin_at, data, look_up};
use super::request::By;
use super::request::PositionRequest;
use super::values::{Done, ValueReply};
use super::words::{For, Unit};
use crate::answer;
use crate::at::At;
use crate::library::Library;
use crate::limits::{GRAPH_NODES, PREPARING, TIES};
use crate::shared::Shared;
use crate::work::Context;

/// A position, and how many of those that play reaches from it are wanted.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct GraphRequest {
    /// The game and the position.
    #[serde(flatten)]
    pub at: PositionRequest,
    /// The largest number of positions, at most 2000; 300 if null.
    pub nodes: Option<usize>,
}

/// Positions, and the moves between them.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GraphReply {
    /// Always `done`.
    pub state: Done,
    /// Whose view values have: the player to move in each position.
    #[serde(rename = "for")]
    pub view: For,
    /// What remotenesses count.
    pub unit: Unit,
    /// The positions, breadth first; the first is the one asked about.
    pub nodes: Vec<GraphNode>,
    /// The moves between them.
    pub edges: Vec<GraphEdge>,
    /// Whether there are positions that were left out.
    pub cut: bool,
    /// Whether play can come back to some position among these.
    pub cyclic: bool,
}

/// A position.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GraphNode {
    /// The position in the game's notation.
    pub position: String,
    /// The position on one line without the names of variables.
    pub label: String,
    /// The name of the player to move; null in an impartial game.
    pub mover: Option<String>,
    /// The least number of plies from the position asked about.
    pub depth: usize,
    /// Whether the game is over here.
    pub finished: bool,
    /// What the position is worth to the player to move.
    #[serde(flatten)]
    pub value: ValueReply,
}

/// A move.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GraphEdge {
    /// The place of the position that it is made in, from 0.
    pub from: usize,
    /// The place of the position behind it.
    pub to: usize,
    /// The move as the rules write it.
    #[serde(rename = "move")]
    pub text: String,
    /// Whether the player to move has no better move in that position.
    pub best: bool,
}

pub(super) async fn graph(
    State(shared): State<Shared>,
    Asked(asked): Asked<GraphRequest>,
) -> Result<Response, Problem> {
    let nodes = asked.nodes.unwrap_or(GRAPH_NODES.1);
    if !(1..=GRAPH_NODES.0).contains(&nodes) {
        return Err(Problem::bad(format!(
            "`nodes` is from 1 to {}",
            GRAPH_NODES.0
        )));
    }
    let asked = Arc::new(asked.at);
    let (at, lane) = look_up(&shared, &asked).await?;
    let origin = at.game.origin;
    let game = &at.game;
    let key = format!(
        "graph {nodes} {} {}",
        game.game.print(&at.position),
        game.key
    );
    let work = move |library: &Library, at: &At, context: &Context| {
        let table = answer::table(library, &at.game, &at.position, By::Any, context)?;
        let table = table.ok_or_else(|| {
            Problem::impossible(
                "too-large",
                "It is too large",
                "the positions are too many to be solved, and the graph shows solved ones",
            )
            .remedy("smaller parameters make a smaller game")
        })?;
        let _drawing = at.game.draws_for(PREPARING);
        let graph = PositionGraph::new(&table.solution, &at.position, nodes)?;
        data(&GraphReply::of(&at.game.game, &table.solution, &graph)?)
    };
    begin_at(&shared, key, (lane, origin), asked, work).await
}

impl GraphReply {
    fn of(game: &Game, solution: &Solution, graph: &PositionGraph) -> Result<Self, Error> {
        let mut ties = solution.ties(TIES);
        let nodes = graph.nodes.iter().map(|node| {
            Ok(GraphNode {
                position: game.print(&node.position),
                label: game.label(&node.position),
                mover: game.mover_name(&node.position),
                depth: node.depth,
                finished: node.finished.is_some(),
                value: ValueReply {
                    tie: ties.is_tie(&node.position)?,
                    nimber: node.nimber.map(|nimber| nimber.0),
                    score: node.score,
                    ..ValueReply::of(node.value)
                },
            })
        });
        let edges = graph.edges.iter().map(|edge| GraphEdge {
            from: edge.from,
            to: edge.to,
            text: edge.name.clone(),
            best: edge.best,
        });
        Ok(Self {
            state: Done::Done,
            view: For::Mover,
            unit: Unit::Plies,
            nodes: nodes.collect::<Result<_, Error>>()?,
            edges: edges.collect(),
            cut: graph.cut,
            cyclic: graph.is_cyclic(),
        })
    }
}
