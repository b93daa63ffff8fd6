//! The moves of a part of a sum.

use zug_values::Nimber;

/// The names of moves, each with the position after the move on one line.
pub(super) type Moves = Vec<(String, Option<String>)>;

/// The names of moves, each with the position after the move on one line and its nimber.
pub(super) type MovesWithNimbers = Vec<(String, Option<String>, Nimber)>;

/// The moves of a part that leave the opponent a sum of some outcome.
pub(super) struct Leaving {
    pub(super) moves: Moves,
    /// Whether no other move of the part does.
    pub(super) all: bool,
}
