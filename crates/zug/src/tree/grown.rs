//! A tree in which a position stands as often as play comes to it.

use zug_game::Player;

use super::limits::TreeLimits;
use super::looked::{Looked, Looking};
use super::node::{Branch, Tree, with_gain};
use super::source::Source;
use crate::assess::{KnownMove, LegalMove};
use crate::error::Error;
use crate::problem::{Position, Problem};

/// A node some of whose moves are still to be made.
struct Growing {
    here: Looked,
    /// The moves whose branches are still to be made.
    waiting: std::vec::IntoIter<KnownMove>,
    /// The move whose branch is being made, and whether it is a best move.
    by: Option<(LegalMove, bool)>,
}

/// Makes the tree below the position of the problem in a loop, because a chain can be thousands of
/// plies deep.
pub(super) fn grown(
    problem: &Problem,
    source: &dyn Source,
    limits: &TreeLimits,
) -> Result<Tree, Error> {
    let looking = Looking::new(problem, source);
    let mut nodes = 0;
    let mut look = |position: &Position, depth: usize, by_turn: Player| {
        nodes += 1;
        if nodes > limits.nodes {
            return Err(Error::TreeTooLarge {
                limit: limits.nodes,
            });
        }
        let mut here = looking.at(position, by_turn)?;
        if limits.depth.is_some_and(|most| depth >= most) {
            here.cut();
        }
        let waiting = std::mem::take(&mut here.moves).into_iter();
        Ok(Growing {
            here,
            waiting,
            by: None,
        })
    };
    let mut above: Vec<Growing> = Vec::new();
    // In an impartial game the player who moves at the root counts as the first.
    let mut here = look(&problem.root(), 0, Player::First)?;
    let root = loop {
        if let Some(answer) = here.waiting.next() {
            let next = here.here.next_by_turn(answer.legal.turn);
            let child = look(&answer.legal.position, above.len() + 1, next)?;
            let is_best = here.here.is_best(&answer, &child.here);
            here.by = Some((answer.legal, is_best));
            above.push(std::mem::replace(&mut here, child));
            continue;
        }
        let node = here.here.node;
        let Some(parent) = above.pop() else {
            break node;
        };
        here = parent;
        if let Some((legal, best)) = here.by.take() {
            here.here.node.branches.push(Branch {
                name: with_gain(legal.name.clone(), legal.gain),
                moves: vec![legal.name],
                best,
                node,
            });
        }
    };
    Ok(Tree {
        view: looking.view(),
        root,
        has_scores: looking.has_scores(),
        cut_at: None,
        is_merged: false,
        is_of_mover: false,
    })
}
