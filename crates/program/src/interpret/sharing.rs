//! Which nodes keep their value, so that an expression with shared parts costs what its
//! nodes cost.
//!
//! An expression is walked along every way that leads to a node. Sixty functions that
//! each ask the last one twice have 2^60 ways over a few hundred nodes. So a node that
//! more than one operand names, and below which a walk meets many nodes, keeps its value
//! until the position or a slot changes: it is worked out once, and then looked up. The
//! nodes below a node that is kept count as one for those above it. A walk therefore
//! meets at most [`WORTH_KEEPING`] nodes for each operand of the program.
//!
//! Most games have no such node, and pay nothing.

use crate::residual::Residual;

/// Nodes that a walk meets below a node, from which on the node keeps its value. Looking
/// it up costs about as much as a walk over four nodes.
const WORTH_KEEPING: u64 = 1000;

/// For each node, its place among those that keep their value, if it is one of them.
pub(super) fn kept(residual: &Residual) -> Vec<Option<u32>> {
    let nodes = &residual.nodes;
    let mut users = vec![0_u32; nodes.len()];
    for node in nodes {
        node.each_operand(|operand| {
            let users = &mut users[operand.index()];
            *users = users.saturating_add(1);
        });
    }
    // Operands come before what uses them.
    let mut met: Vec<u64> = Vec::with_capacity(nodes.len());
    let (mut places, mut next) = (Vec::with_capacity(nodes.len()), 0);
    for (node, users) in nodes.iter().zip(users) {
        let mut all: u64 = 1;
        node.each_operand(|operand| all = all.saturating_add(met[operand.index()]));
        let is_kept = users > 1 && all >= WORTH_KEEPING;
        places.push(is_kept.then_some(next));
        next += u32::from(is_kept);
        met.push(if is_kept { 1 } else { all });
    }
    places
}
