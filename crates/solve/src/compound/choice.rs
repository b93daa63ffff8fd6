//! What a turn is made of: a move in one of the parts.

use crate::positions::PositionId;

/// A move in one of the parts. A turn is a list of these, one for each part that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Choice {
    /// The number of the part, counted from 0.
    pub part: usize,
    /// The position that the part is moved to.
    pub to: PositionId,
}
