//! An order in which every move leads forward, or the proof that there is none.
//!
//! A. B. Kahn, *Topological sorting of large networks* (1962): a position whose
//! every predecessor is placed is placed next. If some positions are never
//! placed, then each of them lies on a cycle or behind one; else the order is
//! found and no cycle exists.
//!
//! Cost: each edge twice; 4 bytes a position for the order, 1 (2, 4) for the
//! number of moves that lead to it, on top of the graph.

use zug_job::{Job, Phase};

use crate::cells::Cells;
use crate::error::Error;
use crate::positions::edges::Edges;
use crate::positions::pace::Pace;
use crate::positions::values::Values;
use crate::segments::Segments;

/// What came of looking for an order.
#[derive(Debug)]
pub(crate) enum Order {
    /// Every position, before all that its moves lead to.
    Found(Segments<u32>),
    /// There is none: so many positions lie on a cycle or behind one.
    Cyclic { positions: u64 },
}

pub(crate) fn order(edges: &Edges, values: &Values, job: &Job) -> Result<Order, Error> {
    let count = values.len();
    let refused = |refusal| Error::out_of_memory(refusal, Phase::Ordering, count);
    let mut pace = Pace::new(Phase::Ordering, count, edges.len(), job);
    let mut waiting_for = Cells::zeros(count, &job.budget).map_err(refused)?;
    for piece in edges.pieces() {
        pace.look_up(count)?;
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
    Ok(if placed.len() == count {
        Order::Found(placed)
    } else {
        Order::Cyclic {
            positions: (count - placed.len()) as u64,
        }
    })
}
