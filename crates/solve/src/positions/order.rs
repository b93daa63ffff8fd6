//! An order in which every move leads forward, or the proof that there is none.
//!
//! Where every move leads to a larger number, the numbers are such an order. Else A. B.
//! Kahn, *Topological sorting of large networks* (1962): a position is placed next if all
//! its predecessors are placed. If some positions are never placed, each of them lies on a
//! cycle or behind one; else the order is found and there is no cycle.
//!
//! Cost: nothing where the numbers are an order. Else each edge twice; 4 bytes a position
//! for the order and 1 (2, 4) for the number of moves that lead to it, beside the graph.

use std::hash::Hash;

use zug_job::{Job, Phase};

use crate::cells::Cells;
use crate::error::Error;
use crate::positions::edges::{Edge, Edges};
use crate::positions::graph::{Ascending, Graph};
use crate::positions::pace::Pace;
use crate::segments::Segments;

/// An order of all positions of a graph, in which every move leads forward.
#[derive(Debug)]
pub(crate) enum Order {
    /// The order of the numbers: every move leads to a larger number.
    ByNumber,
    /// The numbers of the positions, in the order.
    Listed(Segments<u32>),
}

impl Order {
    /// The number of the position at this place.
    #[inline]
    pub(crate) fn position(&self, place: usize) -> usize {
        match self {
            Self::ByNumber => place,
            Self::Listed(positions) => positions.get(place) as usize,
        }
    }
}

impl<P: Copy + Eq + Hash> Graph<P> {
    /// Returns an order of the positions in which every move leads forward.
    ///
    /// # Errors
    ///
    /// [`Error::Cyclic`] if play can go round in a circle; out of memory; cancelled.
    pub(crate) fn order(&self, job: &Job) -> Result<Order, Error> {
        match self.ascending {
            Ascending::All => Ok(Order::ByNumber),
            Ascending::NotAll => listed(&self.edges, self.len(), job).map(Order::Listed),
        }
    }
}

/// Whether play is seen to go round in a circle: from some positions, the move to the position
/// with the least number is followed, as a circle often lies among positions found early. Where
/// no circle is seen there may be one.
pub(crate) fn is_seen_to_go_round(edges: &Edges, count: usize) -> bool {
    const WALKS: usize = 1 << 6;
    const STEPS: u32 = 1 << 10;
    let next = |position| edges.at(edges.range(position)).map(Edge::to).min();
    let walks = (0..count).step_by(count.div_ceil(WALKS).max(1));
    walks.into_iter().any(|first| {
        // R. P. Brent, *An improved Monte Carlo factorization algorithm* (1980): the mark moves
        // on at each power of two, so that a circle that the walk ends in comes back to it.
        let (mut mark, mut position) = (first, first);
        for step in 1..=STEPS {
            match next(position) {
                None => return false,
                Some(after) if after == mark => return true,
                Some(after) => position = after,
            }
            if step.is_power_of_two() {
                mark = position;
            }
        }
        false
    })
}

fn listed(edges: &Edges, count: usize, job: &Job) -> Result<Segments<u32>, Error> {
    let refused = |refusal| Error::out_of_memory(refusal, Phase::Ordering, count);
    let mut pace = Pace::new(Phase::Ordering, count, edges.len(), job);
    // For each position, the number of moves into it from positions that are not placed.
    let mut waiting_for = Cells::zeros(count, &job.budget).map_err(refused)?;
    for piece in edges.pieces() {
        pace.tell(count)?;
        for edge in piece {
            let to = edge.to();
            waiting_for
                .set(to, waiting_for.get(to) + 1)
                .map_err(refused)?;
        }
    }
    let mut placed = Segments::new(&job.budget);
    for position in 0..count {
        pace.step(count)?;
        if waiting_for.get(position) == 0 {
            placed.push(position as u32).map_err(refused)?;
        }
    }
    let mut next = 0;
    while next < placed.len() {
        pace.step(count - next)?;
        let position = placed.get(next) as usize;
        next += 1;
        for edge in edges.at(edges.range(position)) {
            let left = waiting_for.get(edge.to()) - 1;
            waiting_for.set(edge.to(), left).map_err(refused)?;
            if left == 0 {
                placed.push(edge.to() as u32).map_err(refused)?;
            }
        }
    }
    if placed.len() < count {
        let positions = (count - placed.len()) as u64;
        return Err(Error::Cyclic { positions });
    }
    Ok(placed)
}
