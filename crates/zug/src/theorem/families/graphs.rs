//! Games on graphs, in which a move takes edges or nodes away.

use std::collections::HashMap;

use zug_catalogue::green_hackenbush::GreenHackenbush;
use zug_catalogue::node_kayles::NodeKayles;
use zug_values::{Nimber, Outcome};

use crate::theorem::facts::Facts;
use crate::theorem::{Applied, Named, PlacedNumber};

/// The largest number of edges or nodes that are named one by one beside a number.
const MOST_PLACED: usize = 1000;

/// The pairs of nodes that the parameter `edges` has.
fn edges(facts: &Facts<'_>) -> Option<Vec<(u64, u64)>> {
    let pair = |pair: Vec<u64>| match pair[..] {
        [a, b] => Some((a, b)),
        _ => None,
    };
    facts.rows("edges")?.into_iter().map(pair).collect()
}

/// A picture, and the names of its edges.
#[derive(Debug)]
struct Picture {
    picture: GreenHackenbush,
    /// The edges that stand, each with its number in the rules.
    edges: Vec<(u64, (u64, u64))>,
}

pub(super) fn green_hackenbush(facts: &Facts<'_>) -> Option<Box<dyn Applied>> {
    if facts.is_misere() {
        return None;
    }
    let mut edges: Vec<(u64, (u64, u64))> = (1..).zip(edges(facts)?).collect();
    if facts.place.is_some() {
        let mut stands = facts.array_or("stands", "edges")?.into_iter();
        edges.retain(|_| stands.next() == Some(1));
    }
    let ends = edges.iter().map(|&(_, ends)| ends).collect();
    let picture = GreenHackenbush::new(ends);
    // A position may be written in which edges stand on nothing. A move may cut them too.
    let all_held = picture.standing() == edges.len();
    all_held.then(|| Box::new(Picture { picture, edges }) as Box<dyn Applied>)
}

impl Picture {
    /// The names of the moves that cut these edges. Where two edges that stand join the same
    /// nodes in the same order, their numbers tell them apart.
    fn names(&self, cuts: &[usize]) -> Vec<String> {
        let mut alike: HashMap<(u64, u64), usize> = HashMap::new();
        for (_, ends) in &self.edges {
            *alike.entry(*ends).or_default() += 1;
        }
        let name = |&place: &usize| match &self.edges[place] {
            (number, ends) if alike[ends] > 1 => format!("cut {number}"),
            (_, (a, b)) => format!("{a}-{b}"),
        };
        cuts.iter().map(name).collect()
    }
}

impl Applied for Picture {
    fn outcome(&self) -> Outcome {
        self.picture.outcome()
    }

    fn nimber(&self) -> Option<Nimber> {
        Some(self.picture.nimber())
    }

    fn winning_moves_beside(&self, rest: Nimber) -> Option<Named> {
        let cuts = self.picture.winning_cuts_beside(rest);
        let moves = self.names(&cuts.edges);
        match (cuts.all, moves.is_empty()) {
            (true, _) => Some(Named::all(moves)),
            (false, false) => Some(Named { moves, all: false }),
            (false, true) => None, // one wins, and it was not found
        }
    }

    fn why(&self) -> Vec<String> {
        self.picture.why()
    }

    fn is_nim_sum(&self) -> bool {
        true
    }

    fn placed(&self) -> Vec<PlacedNumber> {
        if self.edges.len() > MOST_PLACED {
            return Vec::new();
        }
        let branches = self.picture.branches().into_iter();
        let placed = branches.map(|branch| {
            let ends = branch.edges.iter().map(|&place| self.edges[place].1);
            PlacedNumber::at(branch.nimber.0, ends.map(|(a, b)| format!("{a}-{b}")))
        });
        placed.collect()
    }
}

pub(super) fn node_kayles(facts: &Facts<'_>) -> Option<Box<dyn Applied>> {
    if facts.is_misere() {
        return None;
    }
    let nodes = 0..facts.count("nodes")?;
    let edges = edges(facts)?;
    let game = if facts.place.is_some() {
        let there = facts.array_or("there", "nodes")?;
        let left = nodes.zip(there).filter(|(_, there)| *there == 1);
        NodeKayles::new(left.map(|(node, _)| node), &edges)
    } else {
        NodeKayles::new(nodes, &edges)
    };
    Some(Box::new(game.ok()?))
}

impl Applied for NodeKayles {
    says_itself!();

    fn winning_moves_beside(&self, rest: Nimber) -> Option<Named> {
        let nodes = self.winning_moves_beside(rest).into_iter();
        Some(Named::all(nodes.map(|node| node.to_string())))
    }

    fn is_nim_sum(&self) -> bool {
        true
    }

    fn placed(&self) -> Vec<PlacedNumber> {
        let nodes: usize = self.parts().iter().map(|part| part.nodes.len()).sum();
        if nodes > MOST_PLACED {
            return Vec::new();
        }
        let parts = self.parts().iter().zip(self.nimbers());
        parts
            .map(|(part, nimber)| PlacedNumber::at(nimber.0, &part.nodes))
            .collect()
    }
}
