//! Discovery: every position that play can reach from the roots, breadth first.
//!
//! Positions are numbered as they are found and never stored but once; the moves
//! between them are one flat array of numbers. A position that the rules end is
//! solved on the spot.
//!
//! Cost: one call of [`Game::expand`] a position and one hash look-up an edge.
//! Bytes held, with a position of K bytes (8 for most games):
//!
//! | a position | bytes |
//! |---|---|
//! | the position | K |
//! | hash table | 5.7 to 11.5, doubling in steps of 1/64 |
//! | value | 1, or 2 or 4 where a remoteness is above 125 or 32,765 |
//! | number of moves | 1.125, or 2 or 4 more where it is above 255 |
//!
//! and 4 an edge. To this come one segment of each array that is not full (2^18
//! items at most) and the buffers of the threads (1/16 of the budget, 32 MiB at
//! most). [`crate::positions::memory`] bounds the sum.
//!
//! Not for games of which one position is asked: forward search looks at a small
//! part of them.

use std::hash::Hash;

use zug_job::Budget;
use zug_values::Outcome;

use crate::positions::edges::Edges;
use crate::positions::id::PositionId;
use crate::positions::ids::Ids;
use crate::positions::values::Values;

/// All positions that play can reach from some roots, and the moves between
/// them. Not yet solved, but for those that the rules end.
///
/// Invariant: outside this crate a graph has all its edges. One whose edges were let go is
/// inside a [`crate::strong::Explored`].
#[derive(Debug)]
pub struct Graph<P> {
    pub(crate) ids: Ids<P>,
    pub(crate) edges: Edges,
    pub(crate) values: Values,
    pub(crate) ascending: Ascending,
    pub(crate) turn_kept: bool,
    pub(crate) impartial: bool,
    pub(crate) budget: Budget,
}

/// Whether every edge leads to a larger number, so that the numbers themselves
/// are a topological order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ascending {
    All,
    NotAll,
}

impl<P: Copy + Eq + Hash> Graph<P> {
    /// How many positions were found.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there was no root.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many moves there are between them.
    #[must_use]
    pub fn edges(&self) -> u64 {
        self.edges.len() as u64
    }

    /// The number of a position; `None` if it was not found.
    #[must_use]
    pub fn id(&self, position: &P) -> Option<PositionId> {
        self.ids.find(position).map(PositionId::new)
    }

    /// The position with this number.
    #[must_use]
    pub fn position(&self, id: PositionId) -> P {
        self.ids.position(id.index())
    }

    /// How the rules end the game in this position; `None` if it goes on.
    #[must_use]
    pub fn finished(&self, id: PositionId) -> Option<Outcome> {
        self.values.finished(id.index())
    }
}
