//! How deep a tree can be so that its nodes are not too many.
//!
//! The nodes of each ply are counted before any is made: a position that play comes to in several ways
//! is looked at once on a ply, and counted as often as it stands there.

use std::collections::HashMap;

use super::limits::TreeLimits;
use crate::error::Error;
use crate::problem::{Position, Problem};

/// The largest depth, up to that of the limits, at which the tree has no more nodes than they allow;
/// `None` if the whole tree has no more. The moves of the root are drawn in any case.
pub(super) fn fitting_depth(
    problem: &Problem,
    limits: &TreeLimits,
) -> Result<Option<usize>, Error> {
    let mut ply: HashMap<Position, usize> = HashMap::from([(problem.root(), 1)]);
    let (mut nodes, mut depth) = (1_usize, 0);
    while limits.depth.is_none_or(|most| depth < most) {
        let mut next: HashMap<Position, usize> = HashMap::new();
        let mut more = 0_usize;
        for (position, times) in ply {
            for legal in problem.legal_moves(&position)? {
                let place = next.entry(legal.position).or_default();
                *place = place.saturating_add(times);
                more = more.saturating_add(times);
            }
            if depth > 0 && nodes.saturating_add(more) > limits.nodes {
                return Ok(Some(depth));
            }
        }
        if next.is_empty() {
            return Ok(None);
        }
        nodes = nodes.saturating_add(more);
        (ply, depth) = (next, depth + 1);
    }
    Ok(None)
}
