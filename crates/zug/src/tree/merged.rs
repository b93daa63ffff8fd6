//! A tree in which positions that are the same stand once.
//!
//! The positions are found ply by ply, so that each is met first where it is nearest to the root. Where
//! play can not go round, a position then stands as far down as the longest way to it, and so below all
//! positions that lead to it. One of the moves that lead to a position from the ply above it is a branch
//! with all that lies below; every other one ends in a node that only names the position.

use std::collections::HashMap;

use zug_game::Player;

use super::limits::TreeLimits;
use super::looked::{Looked, Looking};
use super::merging::{Merging, Same};
use super::node::{Branch, Node, Tree, with_gain};
use super::source::Source;
use crate::error::Error;
use crate::problem::{Position, Problem};

/// The largest number of moves between two positions that are named.
const MOST_NAMED: usize = 4;

/// A position that was found.
struct Found {
    looked: Looked,
    /// The number of plies from the root.
    ply: usize,
    moves: Vec<Moves>,
}

/// The moves that lead from one position to another.
struct Moves {
    to: usize,
    /// The number of points that each of the moves gains.
    gain: i64,
    names: Vec<String>,
    best: bool,
}

/// The positions that were found, the root first.
struct Graph {
    found: Vec<Found>,
    /// The depth at which the tree was cut because its nodes were too many.
    cut_at: Option<usize>,
}

/// Makes the tree below the position of the problem.
pub(super) fn merged(
    problem: &Problem,
    source: &dyn Source,
    limits: &TreeLimits,
    merging: &Merging,
) -> Result<Tree, Error> {
    let looking = Looking::new(problem, source);
    let mut graph = Graph::new(&looking, limits, merging)?;
    graph.stack();
    let is_of_mover = looking.is_impartial();
    let cut_at = graph.cut_at;
    Ok(Tree {
        view: looking.view(),
        root: graph.into_tree(),
        has_scores: looking.has_scores(),
        cut_at,
        is_merged: true,
        is_of_mover,
    })
}

impl Graph {
    fn new(looking: &Looking<'_>, limits: &TreeLimits, merging: &Merging) -> Result<Self, Error> {
        let problem = looking.problem;
        // In a merged tree of an impartial game whoever moves counts as the first.
        let look = |position: Position, ply| {
            let looked = looking.at(&position, Player::First)?;
            Ok::<Found, Error>(Found {
                looked,
                ply,
                moves: Vec::new(),
            })
        };
        let root = problem.root();
        let mut graph = Self {
            found: vec![look(root, 0)?],
            cut_at: None,
        };
        let mut places: HashMap<Same, usize> = HashMap::from([(merging.same(problem, &root)?, 0)]);
        let (mut from, mut ply_begins) = (0, 0);
        while from < graph.found.len() {
            let depth = graph.found[from].ply;
            if graph.found[ply_begins].ply < depth {
                ply_begins = from;
            }
            if limits.depth.is_some_and(|most| depth >= most) {
                graph.found[from].looked.cut();
                from += 1;
                continue;
            }
            for number in 0..graph.found[from].looked.moves.len() {
                let answer = graph.found[from].looked.moves[number].clone();
                let next = graph.found.len();
                let same = merging.same(problem, &answer.legal.position)?;
                let to = *places.entry(same).or_insert(next);
                if to == next {
                    if next >= limits.nodes && limits.cuts && depth > 0 {
                        graph.cut(ply_begins);
                        return Ok(graph);
                    }
                    if next >= limits.nodes {
                        let limit = limits.nodes;
                        return Err(Error::TreeTooLarge { limit });
                    }
                    graph.found.push(look(answer.legal.position, depth + 1)?);
                }
                let best = graph.found[from]
                    .looked
                    .is_best(&answer, &graph.found[to].looked);
                let moves = &mut graph.found[from].moves;
                let gain = answer.legal.gain;
                match moves
                    .iter_mut()
                    .find(|moves| (moves.to, moves.gain) == (to, gain))
                {
                    Some(moves) => {
                        moves.best |= best;
                        moves.names.push(answer.legal.name);
                    }
                    None => moves.push(Moves {
                        to,
                        gain,
                        names: vec![answer.legal.name],
                        best,
                    }),
                }
            }
            from += 1;
        }
        Ok(graph)
    }

    /// Takes away all positions that are deeper than the one at `ply_begins`, and the moves of those on
    /// its ply.
    fn cut(&mut self, ply_begins: usize) {
        let depth = self.found[ply_begins].ply;
        self.found.retain(|found| found.ply <= depth);
        for found in &mut self.found[ply_begins..] {
            found.moves.clear();
            found.looked.cut();
        }
        self.cut_at = Some(depth);
    }

    /// Puts each position as far down as the longest way to it, unless play can go round.
    fn stack(&mut self) {
        let mut into = vec![0_usize; self.found.len()];
        for moves in self.found.iter().flat_map(|found| &found.moves) {
            into[moves.to] += 1;
        }
        let mut plies = vec![0; self.found.len()];
        let mut free: Vec<usize> = (0..into.len()).filter(|place| into[*place] == 0).collect();
        let mut done = 0;
        while let Some(place) = free.pop() {
            done += 1;
            for moves in &self.found[place].moves {
                plies[moves.to] = plies[moves.to].max(plies[place] + 1);
                into[moves.to] -= 1;
                if into[moves.to] == 0 {
                    free.push(moves.to);
                }
            }
        }
        if done == self.found.len() {
            for (found, ply) in self.found.iter_mut().zip(plies) {
                found.ply = ply;
            }
        }
    }

    /// The tree: each position below one that leads to it from the ply above.
    fn into_tree(mut self) -> Node {
        // The moves that have the positions below them, as pairs of a position and a number.
        let mut above = vec![None; self.found.len()];
        for (from, found) in self.found.iter().enumerate() {
            for (number, moves) in found.moves.iter().enumerate() {
                let is_below = self.found[moves.to].ply == found.ply + 1;
                if is_below && moves.to != 0 && above[moves.to].is_none() {
                    above[moves.to] = Some((from, number));
                }
            }
        }
        // The place of each position in the order in which a node comes before all below it.
        let mut places = vec![0; self.found.len()];
        let (mut waiting, mut next) = (vec![(0, true)], 0);
        while let Some((here, is_own)) = waiting.pop() {
            if is_own {
                places[here] = next;
                let moves = self.found[here].moves.iter().enumerate().rev();
                waiting.extend(
                    moves.map(|(number, by)| (by.to, above[by.to] == Some((here, number)))),
                );
            }
            next += 1;
        }
        // From the last position to the root, so that all below a node are made before it.
        let mut order: Vec<usize> = (0..self.found.len()).collect();
        order.sort_by_key(|&place| std::cmp::Reverse(places[place]));
        let mut made: Vec<Option<Node>> = vec![None; self.found.len()];
        for here in order {
            let mut branches = Vec::new();
            for (number, by) in std::mem::take(&mut self.found[here].moves)
                .into_iter()
                .enumerate()
            {
                let is_own = above[by.to] == Some((here, number));
                let own = made[by.to].take_if(|_| is_own);
                let node = own.unwrap_or_else(|| {
                    let mut node = self.found[by.to].looked.node.clone();
                    node.same_as = Some(places[by.to]);
                    node.cut = false;
                    node
                });
                branches.push(Branch {
                    name: with_gain(named(&by.names), by.gain),
                    moves: by.names,
                    best: by.best,
                    node,
                });
            }
            let mut node = self.found[here].looked.node.clone();
            node.branches = branches;
            made[here] = Some(node);
        }
        made[0].take().expect("the root was found first")
    }
}

/// The names of some moves in one text; of many the first few.
fn named(names: &[String]) -> String {
    let shown = names.len().min(MOST_NAMED);
    match names.len() - shown {
        0 => names.join("; "),
        more => format!("{}; … {more} more", names[..shown].join("; ")),
    }
}
