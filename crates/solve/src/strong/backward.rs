//! Backward induction: the value of a position from those of its successors.
//!
//! J. von Neumann and O. Morgenstern, *Theory of games and economic behavior* (1944): where
//! play cannot go round in a circle, positions can be taken in an order in which all
//! successors of a position come before it, and the value of a position is the best that a
//! move gives to the mover. (E. Zermelo, 1913, to whom this is often traced, allows infinite
//! play: U. Schwalbe and P. Walker, *Zermelo and the early history of game theory*, 2001.)
//! Values are compared as [`zug_values::Value`] says: the winner hurries, the loser delays
//! (C. A. B. Smith, 1966).
//!
//! Where every move leads to a larger number (games in which each move fills a cell, takes
//! a coin, counts a clock…) the positions are taken from the last number to the first, and
//! the edges are read in one sweep. Else the order is Kahn's (`positions::order`).
//!
//! Cost: one look at each edge; no memory beyond the graph and the order. When not to use
//! it: where play can go round in a circle.

use zug_job::{Job, Phase};

use crate::error::Error;
use crate::positions::{Edge, Edges, Order, Pace, Values};

/// Solves a graph in which every edge leads to a larger number.
pub(crate) fn by_number(edges: &Edges, mut values: Values, job: &Job) -> Result<Values, Error> {
    let count = values.len();
    let mut pace = Pace::new(Phase::Solving, count, edges.len(), job);
    let mut end = edges.len();
    for position in (0..count).rev() {
        pace.step(position)?;
        let start = end - edges.degree(position);
        settle(position, edges.at(start..end), &mut values)?;
        end = start;
    }
    Ok(values)
}

/// Solves a graph by an order in which every edge leads forward.
pub(crate) fn in_order(
    order: &Order,
    edges: &Edges,
    mut values: Values,
    job: &Job,
) -> Result<Values, Error> {
    let count = values.len();
    let mut pace = Pace::new(Phase::Solving, count, edges.len(), job);
    for place in (0..count).rev() {
        pace.step(place)?;
        let position = order.position(place);
        settle(position, edges.at(edges.range(position)), &mut values)?;
    }
    Ok(values)
}

/// Gives a position the best value that a move gives to its mover. A position without moves
/// has its value already.
#[inline]
fn settle(
    position: usize,
    moves: impl Iterator<Item = Edge>,
    values: &mut Values,
) -> Result<(), Error> {
    let best = moves
        .map(|edge| {
            values
                .get(edge.to())
                .expect("successors are settled before their predecessors")
                .before(edge.turn())
        })
        .max();
    if let Some(best) = best {
        let count = values.len();
        values
            .set(position, best)
            .map_err(|refusal| Error::out_of_memory(refusal, Phase::Solving, count))?;
    }
    Ok(())
}
