//! Backward induction: the value of a position from those of its successors.
//!
//! E. Zermelo, *Über eine Anwendung der Mengenlehre auf die Theorie des
//! Schachspiels* (1913): where play cannot go round in a circle, positions can be
//! taken in an order in which all successors come first, and the mover takes the
//! best of them. The order of the values is [`zug_values::Value`]'s own: the winner hurries,
//! the loser delays (C. A. B. Smith, 1966).
//!
//! Where every move leads to a larger number (games in which each move fills a
//! cell, takes a coin, counts a clock…) the numbers read backwards are such an
//! order, and the edges are read in one sweep from last to first, each once. Else
//! the order is Kahn's.
//!
//! Cost: one look at each edge; no memory beyond the graph, 4 bytes a position
//! with Kahn's order. Not for games with cycles.

use zug_job::{Job, Phase};

use crate::error::Error;
use crate::positions::{Edge, Edges, Pace, Values};
use crate::segments::Segments;

/// Solves a graph whose every edge leads to a larger number.
pub(crate) fn descending(edges: &Edges, mut values: Values, job: &Job) -> Result<Values, Error> {
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

/// Solves a graph in which the order puts every position before its successors.
pub(crate) fn in_order(
    order: &Segments<u32>,
    edges: &Edges,
    mut values: Values,
    job: &Job,
) -> Result<Values, Error> {
    let count = values.len();
    let mut pace = Pace::new(Phase::Solving, count, edges.len(), job);
    for place in (0..count).rev() {
        pace.step(place)?;
        let position = order.get(place) as usize;
        settle(position, edges.at(edges.range(position)), &mut values)?;
    }
    Ok(values)
}

/// Gives a position the best that its moves lead to; a finished one has none.
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
                .expect("the order puts successors first")
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
