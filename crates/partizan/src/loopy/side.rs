//! The side of a graph: for each position the stopper that is as good for Left as the position, where she wins all
//! play that never ends.
//!
//! The graph is taken one strongly connected component at a time, those that play comes to last first: all options
//! that leave a component are known stoppers by then. For a component two proposals are made, and the first one
//! that is a stopper and passes the comparison is taken:
//!
//! 1. the component without dominated and reversible options ([`simplify`](super::simplify));
//! 2. the same after moves that stay in the component were left out, each if no position changes its value.
//!
//! Among thousands of random graphs these two find the sides of all but one in five hundred. *Sidling* (*Winning
//! Ways*, chapter 11) found no others.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use super::contest::{Contest, Draft, Node};
use super::loops::{Options, bytes};
use super::simplify::Simplifier;
use super::value::{LoopId, Stopper};
use crate::arena::Arena;
use crate::error::{PartizanError, Result};
use crate::form::Side;

/// The most moves within a component of which each is tried to be left out.
const MOST_MOVES: usize = 64;

/// The largest number of positions of a component: all pairs are compared.
const LARGEST: usize = 1 << 10;

/// The largest number of positions of a graph.
const MOST: usize = 1 << 20;

impl Arena {
    /// The onside of each position of a graph.
    ///
    /// # Errors
    ///
    /// The graph is too large; no stopper was found for some position; memory was refused, or the caller cancelled.
    pub(super) fn onsides(&mut self, draft: &Draft) -> Result<Vec<Stopper>> {
        if draft.len() > MOST {
            return Err(PartizanError::TooLarge("the graph"));
        }
        let mut found: Vec<Option<Stopper>> = vec![None; draft.len()];
        for component in components(draft) {
            if component.len() > LARGEST {
                return Err(PartizanError::TooLarge("a part in which play goes round"));
            }
            let part = part_of(draft, &component, &found);
            let stoppers = self.of_component(&part)?;
            for (number, stopper) in component.iter().zip(stoppers) {
                found[*number] = Some(stopper);
            }
        }
        let found = found.into_iter();
        Ok(found
            .map(|stopper| stopper.expect("each position is in a component"))
            .collect())
    }

    /// The stopper with these options.
    pub(super) fn stopper_with(&mut self, options: Options) -> Result<Stopper> {
        let nodes = options.map(|side| side.into_iter().map(Node::Known).collect());
        Ok(self.of_component(&vec![nodes])?[0])
    }

    /// The onside of each position of a component.
    fn of_component(&mut self, part: &Draft) -> Result<Vec<Stopper>> {
        if let [only] = &part[..]
            && let Some(options) = known_options(only)
            && let Some(known) = self.at_once(&options)?
        {
            return Ok(vec![known]);
        }
        let (simple, same) = Simplifier::simplified(self, part)?;
        if let Some(found) = self.if_equal(part, &simple, &same)? {
            return Ok(found);
        }
        if let Some(fewer) = self.without_needless(part)? {
            let (simple, same) = Simplifier::simplified(self, &fewer)?;
            if let Some(found) = self.if_equal(part, &simple, &same)? {
                return Ok(found);
            }
        }
        Err(PartizanError::NoStopper)
    }

    /// The stopper with these options, if it is known without any comparison.
    fn at_once(&mut self, options: &Options) -> Result<Option<Stopper>> {
        let forms = options.each_ref().map(|side| {
            let forms = side.iter().map(|stopper| stopper.form());
            forms.collect::<Option<Vec<_>>>()
        });
        if let [Some(left), Some(right)] = forms {
            return Ok(Some(Stopper::Short(self.from_options(&left, &right)?)));
        }
        Ok(self.loops.with_options(options).map(Stopper::Loop))
    }

    /// The stoppers that a proposed graph gives for the positions of a component, if it is one of stoppers and all are
    /// equal. What stands for each position in the graph is given.
    fn if_equal(
        &mut self,
        part: &Draft,
        simple: &Draft,
        same: &[Node],
    ) -> Result<Option<Vec<Stopper>>> {
        if !is_stopper(simple) || !self.are_equal(part, simple, same)? {
            return Ok(None);
        }
        let mut kept: Vec<Option<Stopper>> = vec![None; simple.len()];
        for component in components(simple) {
            let part = part_of(simple, &component, &kept);
            let stoppers = match known_options(&part[0]) {
                Some(options) => vec![self.interned(options)?],
                None => self.interned_loop(&part)?,
            };
            for (number, stopper) in component.iter().zip(stoppers) {
                kept[*number] = Some(stopper);
            }
        }
        let stoppers = same.iter().map(|node| match node {
            Node::Open(number) => kept[*number],
            Node::Known(stopper) => Some(*stopper),
        });
        Ok(stoppers.collect())
    }

    /// Whether each position of a graph is equal to what stands for it in another graph.
    fn are_equal(&mut self, one: &Draft, other: &Draft, same: &[Node]) -> Result<bool> {
        // Both graphs as one: the positions of the other one have the numbers behind the first ones.
        let behind = |node: Node| match node {
            Node::Open(number) => Node::Open(number + one.len()),
            Node::Known(_) => node,
        };
        let mut both = one.clone();
        both.extend(mapped(other, behind));
        let mut contest = Contest::new(self);
        for (number, stands) in same.iter().enumerate() {
            if !contest.is_equal(Node::Open(number), behind(*stands), &both, self)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The stopper with these options, which are those of its canonical form.
    fn interned(&mut self, options: Options) -> Result<Stopper> {
        if let Some(known) = self.at_once(&options)? {
            return Ok(known);
        }
        let number = self.loops.next();
        self.keep_loops(vec![options])?;
        Ok(Stopper::Loop(LoopId(number)))
    }

    /// The stoppers of a component in canonical form.
    fn interned_loop(&mut self, part: &Draft) -> Result<Vec<Stopper>> {
        let first = self.loops.next();
        let stopper = |node: &Node| match node {
            Node::Known(stopper) => *stopper,
            Node::Open(number) => Stopper::Loop(LoopId(first + *number as u32)),
        };
        let sorted = |side: &Vec<Node>| {
            let mut options: Vec<Stopper> = side.iter().map(stopper).collect();
            options.sort_unstable();
            options
        };
        let options = part.iter().map(|sides| sides.each_ref().map(sorted));
        let options: Vec<Options> = options.collect();
        let mut contest = Contest::new(self);
        let mut known = Vec::with_capacity(part.len());
        for (number, options) in options.iter().enumerate() {
            for alike in self.loops.alike(options) {
                let alike = Stopper::Loop(alike);
                if contest.is_equal(Node::Open(number), Node::Known(alike), part, self)? {
                    known.push(alike);
                    break;
                }
            }
            if known.len() == number {
                break; // equal stoppers have equal graphs: none of the positions is known
            }
        }
        if known.len() == part.len() {
            return Ok(known);
        }
        self.keep_loops(options)?;
        let numbers = first..self.loops.next();
        Ok(numbers
            .map(|number| Stopper::Loop(LoopId(number)))
            .collect())
    }

    /// Keeps new loops, whose memory is charged.
    fn keep_loops(&mut self, more: Vec<Options>) -> Result<()> {
        self.charge_loops(bytes(&more))?;
        self.loops.extend(more)
    }

    /// The component without moves of Right, then of Left, that stay in it: each is left out if no position changes its
    /// value, until the rest is a stopper. `None` if nothing can be left out.
    fn without_needless(&mut self, part: &Draft) -> Result<Option<Draft>> {
        let mut fewer = part.clone();
        let same: Vec<Node> = (0..part.len()).map(Node::Open).collect();
        let is_open = |node: &&Node| matches!(node, Node::Open(_));
        let within = part.iter().flatten().flatten().filter(is_open).count();
        if within > MOST_MOVES {
            return Ok(None);
        }
        for side in [Side::Right, Side::Left] {
            for number in 0..part.len() {
                let mut place = 0;
                while let Some(node) = fewer[number][side as usize].get(place) {
                    if matches!(node, Node::Known(_)) {
                        place += 1;
                        continue;
                    }
                    let mut tried = fewer.clone();
                    tried[number][side as usize].remove(place);
                    if !self.are_equal(part, &tried, &same)? {
                        place += 1;
                    } else if is_stopper(&tried) {
                        return Ok(Some(tried));
                    } else {
                        fewer = tried;
                    }
                }
            }
        }
        Ok((fewer != *part).then_some(fewer))
    }
}

/// The options of a position, sorted, if all are known stoppers.
fn known_options(sides: &[Vec<Node>; 2]) -> Option<Options> {
    let known = |side: &Vec<Node>| {
        let stoppers = side.iter().map(|node| match node {
            Node::Known(stopper) => Some(*stopper),
            Node::Open(_) => None,
        });
        let mut stoppers: Vec<Stopper> = stoppers.collect::<Option<_>>()?;
        stoppers.sort_unstable();
        Some(stoppers)
    };
    Some([known(&sides[0])?, known(&sides[1])?])
}

/// The positions with these numbers as a graph of their own, where the stoppers of all others that they lead to are
/// known.
fn part_of(draft: &Draft, numbers: &[usize], found: &[Option<Stopper>]) -> Draft {
    let within = |node: Node| match node {
        Node::Open(number) => {
            let place = || {
                let place = numbers.binary_search(&number);
                place.expect("a component comes behind those that it leads to")
            };
            found[number].map_or_else(|| Node::Open(place()), Node::Known)
        }
        Node::Known(_) => node,
    };
    mapped(numbers.iter().map(|number| &draft[*number]), within)
}

/// Positions with other options.
fn mapped<'d>(
    positions: impl IntoIterator<Item = &'d [Vec<Node>; 2]>,
    new: impl Fn(Node) -> Node,
) -> Draft {
    let positions = positions.into_iter().map(|sides| {
        sides
            .each_ref()
            .map(|side| side.iter().map(|node| new(*node)).collect())
    });
    positions.collect()
}

/// The strongly connected components of a graph, those that play comes to last first, each sorted.
fn components(draft: &Draft) -> Vec<Vec<usize>> {
    let edges = draft.iter().enumerate().flat_map(|(from, options)| {
        options.iter().flatten().filter_map(move |node| match node {
            Node::Open(to) => Some((from as u32, *to as u32)),
            Node::Known(_) => None,
        })
    });
    let mut graph: DiGraph<(), ()> = DiGraph::new();
    for _ in draft {
        graph.add_node(());
    }
    graph.extend_with_edges(edges);
    let components = kosaraju_scc(&graph).into_iter();
    let sorted = components.map(|component| {
        let mut numbers: Vec<usize> = component.into_iter().map(NodeIndex::index).collect();
        numbers.sort_unstable();
        numbers
    });
    sorted.collect()
}

/// Whether play that alternates ends, whatever its first position.
fn is_stopper(draft: &Draft) -> bool {
    // A place is a position with the player to move; its number is even where that is Left.
    let mut graph: DiGraph<(), ()> = DiGraph::new();
    for _ in 0..2 * draft.len() {
        graph.add_node(());
    }
    for (from, options) in draft.iter().enumerate() {
        for side in Side::BOTH {
            for node in &options[side as usize] {
                if let Node::Open(to) = node {
                    let [from, to] = [(from, side), (*to, side.other())]
                        .map(|(number, side)| NodeIndex::new(2 * number + side as usize));
                    graph.add_edge(from, to, ());
                }
            }
        }
    }
    // No place has a move to itself, as the player to move changes.
    kosaraju_scc(&graph)
        .iter()
        .all(|component| component.len() == 1)
}
