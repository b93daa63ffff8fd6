//! Which nodes keep their value, so that evaluating an expression with shared parts takes
//! time in proportion to the number of its nodes.
//!
//! A walk over an expression visits a node once for each path that leads to it. Sixty
//! functions of which each calls the last one twice have 2^60 paths over a few hundred nodes.
//! So a node keeps its value until the position or a slot changes, if it is the operand of
//! more than one node and a walk meets many nodes below it: it is worked out once, and then
//! looked up. For the nodes above it, such a node with all nodes below counts as one node. A
//! walk therefore meets at most [`WORTH_KEEPING`] nodes for each operand of the program.
//!
//! Most games have no such node, and pay nothing.

use crate::residual::{Node, Residual};

/// The fewest nodes below a node for which it keeps its value. Looking the value up costs
/// about as much as a walk over four nodes.
const WORTH_KEEPING: u64 = 1000;

/// For each node, its place among the nodes that keep their value; `None` for other nodes.
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
        // Working out a set takes as long as many nodes.
        let mut all: u64 = match node {
            Node::Closure { .. } => WORTH_KEEPING,
            _ => 1,
        };
        node.each_operand(|operand| all = all.saturating_add(met[operand.index()]));
        let is_kept = users > 1 && all >= WORTH_KEEPING;
        places.push(is_kept.then_some(next));
        next += u32::from(is_kept);
        met.push(if is_kept { 1 } else { all });
    }
    places
}
