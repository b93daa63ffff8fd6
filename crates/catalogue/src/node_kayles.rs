//! Node Kayles on paths and cycles: a move takes a node of a graph away, together with all
//! nodes that an edge joins to it.
//!
//! The problem: who wins, and by which nodes? On graphs of any kind the question is
//! PSPACE-complete (T. J. Schaefer, 1978); this file answers graphs in which no node has
//! more than two neighbours, that is paths and cycles side by side.
//!
//! The theorem: a path of n nodes is a heap of n of Dawson's Chess, the octal game 0.137,
//! whose nimbers have the period 34 (R. K. Guy and C. A. B. Smith, 1956). Every move on a
//! cycle of n nodes leaves a path of n - 3, so a cycle is worth 1 if that path is worth 0,
//! and 0 otherwise. The parts are a sum.
//!
//! Cost: linear in the nodes and edges; the nimbers of the first few hundred heaps.
//!
//! When not to use it: a graph in which a node has three neighbours is refused. Nimbers do
//! not answer misère play.
//!
//! ```
//! use zug_catalogue::node_kayles::NodeKayles;
//! use zug_values::Nimber;
//!
//! // A path of three nodes, and a triangle.
//! let game = NodeKayles::new(0..6, &[(0, 1), (1, 2), (3, 4), (4, 5), (5, 3)])?;
//! assert_eq!(game.nimber(), Nimber(3));
//! assert_eq!(game.winning_moves(), [0, 2]);
//! # Ok::<(), zug_catalogue::node_kayles::NodeKaylesError>(())
//! ```

use std::collections::BTreeMap;
use std::sync::Arc;

use zug_heaps::HeapGame;
use zug_values::{NimSum, Nimber, Outcome};

use crate::heap_position::{HeapPositionError, LONGEST_TABLE, Table};

/// The largest number of parts that a reason lists one by one.
const MOST_LISTED: usize = 20;

/// Why a graph has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NodeKaylesError {
    /// A node has more than two neighbours.
    #[error("node {node} has more than two neighbours: the graph is not made of paths and cycles")]
    Branches {
        /// The node.
        node: u64,
    },
    /// The nimbers of 0.137 could not be worked out.
    #[error(transparent)]
    Heaps(#[from] HeapPositionError),
}

/// A part of the graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphPart {
    /// The nodes of the part, in the order of a walk: each node is joined to the one after it.
    pub nodes: Vec<u64>,
    /// Whether the last node is joined to the first, and there are three or more.
    pub is_cycle: bool,
}

/// A position: a graph of paths and cycles.
#[derive(Clone, Debug)]
pub struct NodeKayles {
    parts: Vec<GraphPart>,
    table: Arc<Table>,
}

impl NodeKayles {
    /// The graph with these nodes. Edges from a node to itself and further edges between
    /// two nodes change nothing, and edges at other nodes are left out.
    ///
    /// # Errors
    ///
    /// A node has more than two neighbours, or the nimbers could not be worked out.
    pub fn new(
        nodes: impl IntoIterator<Item = u64>,
        edges: &[(u64, u64)],
    ) -> Result<Self, NodeKaylesError> {
        let mut neighbours: BTreeMap<u64, Vec<u64>> =
            nodes.into_iter().map(|node| (node, Vec::new())).collect();
        for &(a, b) in edges {
            let both = neighbours.contains_key(&a) && neighbours.contains_key(&b);
            if a == b || !both {
                continue;
            }
            for (node, other) in [(a, b), (b, a)] {
                let known = neighbours.entry(node).or_default();
                if !known.contains(&other) {
                    known.push(other);
                }
                if known.len() > 2 {
                    return Err(NodeKaylesError::Branches { node });
                }
            }
        }
        let parts = parts(&neighbours);
        let longest = parts.iter().map(|part| part.nodes.len() as u64).max();
        let game = "0.137".parse().map(HeapGame::Breaking);
        let game = game.expect("0.137 is a code");
        let table = Table::reaching(&game, longest.unwrap_or(0), LONGEST_TABLE)?;
        let table = Arc::new(table);
        Ok(Self { parts, table })
    }

    /// The paths and cycles, by their first nodes.
    #[must_use]
    pub fn parts(&self) -> &[GraphPart] {
        &self.parts
    }

    /// The nimber of each part.
    pub fn nimbers(&self) -> impl ExactSizeIterator<Item = Nimber> {
        self.parts.iter().map(|part| self.worth(part))
    }

    fn worth(&self, part: &GraphPart) -> Nimber {
        let length = part.nodes.len();
        if part.is_cycle {
            Nimber(u32::from(self.path(length - 3).is_zero()))
        } else {
            self.path(length)
        }
    }

    /// The nimber of a path.
    fn path(&self, length: usize) -> Nimber {
        let known = self.table.nimber(length as u64);
        known.expect("the table reaches the longest path")
    }

    /// The nimber of the graph.
    #[must_use]
    pub fn nimber(&self) -> Nimber {
        self.nimbers().sum()
    }

    /// The mover's outcome.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.nimber().outcome()
    }

    /// The nodes that win, in increasing order.
    #[must_use]
    pub fn winning_moves(&self) -> Vec<u64> {
        self.winning_moves_beside(Nimber::ZERO)
    }

    /// The nodes that win in a sum whose other parts have the nimber `rest`, in increasing
    /// order.
    #[must_use]
    pub fn winning_moves_beside(&self, rest: Nimber) -> Vec<u64> {
        let total = self.nimber() + rest;
        let mut winning = Vec::new();
        if total.is_zero() {
            return winning;
        }
        for part in &self.parts {
            let (length, wanted) = (part.nodes.len(), self.worth(part) + total);
            if part.is_cycle {
                if self.path(length - 3) == wanted {
                    winning.extend(&part.nodes);
                }
                continue;
            }
            let wins = |&place: &usize| {
                let (before, after) = (place.saturating_sub(1), length - 1 - place);
                self.path(before) + self.path(after.saturating_sub(1)) == wanted
            };
            winning.extend((0..length).filter(wins).map(|place| part.nodes[place]));
        }
        winning.sort_unstable();
        winning
    }

    /// The reasons for the outcome, in a few lines.
    #[must_use]
    pub fn why(&self) -> Vec<String> {
        let nimbers: Vec<Nimber> = self.nimbers().collect();
        let worth = match &self.parts[..] {
            [] => return vec!["no node is left: whoever cannot move loses".to_owned()],
            [part] => format!("{} is worth {}", described(part), nimbers[0]),
            parts if parts.len() > MOST_LISTED => format!(
                "{} paths and cycles are worth their nim sum, {}",
                parts.len(),
                self.nimber()
            ),
            parts => {
                let parts: Vec<String> = parts.iter().map(described).collect();
                format!(
                    "{} are worth their nimbers, added up: {}",
                    parts.join(", "),
                    NimSum(&nimbers)
                )
            }
        };
        let mut lines = Vec::new();
        if self.parts.iter().any(|part| !part.is_cycle) {
            lines.push("a path of n nodes is a heap of n of Dawson's Chess, 0.137".to_owned());
        }
        if self.parts.iter().any(|part| part.is_cycle) {
            lines.push(
                "each move on a cycle of n nodes leaves a path of n - 3: the cycle is worth 1 if \
                 that path is worth 0, else 0"
                    .to_owned(),
            );
        }
        lines.push(worth);
        lines.push(match self.winning_moves().first() {
            Some(node) => format!("taking node {node} makes it 0, which is lost"),
            None => "0 is lost: every move makes it another".to_owned(),
        });
        lines
    }
}

/// A part in words: `a path of 7 nodes`.
fn described(part: &GraphPart) -> String {
    let kind = if part.is_cycle { "cycle" } else { "path" };
    match part.nodes.len() {
        1 => format!("a {kind} of 1 node"),
        length => format!("a {kind} of {length} nodes"),
    }
}

/// The parts of a graph in which each node has at most two neighbours.
fn parts(neighbours: &BTreeMap<u64, Vec<u64>>) -> Vec<GraphPart> {
    let mut parts = Vec::new();
    let mut seen = std::collections::HashSet::new();
    // Paths are followed first, each from one of its ends. The nodes that were not met then lie on cycles.
    let ends = neighbours.iter().filter(|(_, joined)| joined.len() < 2);
    for (&start, _) in ends.chain(neighbours) {
        let mut nodes = Vec::new();
        let mut next = Some(start).filter(|node| seen.insert(*node));
        while let Some(node) = next {
            nodes.push(node);
            let joined = neighbours[&node].iter().copied();
            next = joined.into_iter().find(|other| seen.insert(*other));
        }
        if !nodes.is_empty() {
            let is_cycle = neighbours[&start].len() == 2;
            parts.push(GraphPart { nodes, is_cycle });
        }
    }
    parts.sort_unstable_by_key(|part| part.nodes[0]);
    parts
}
