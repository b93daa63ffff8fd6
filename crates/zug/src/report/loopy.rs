//! Loopy nimbers that are no numbers, in reports.

use schemars::JsonSchema;
use serde::Serialize;
use zug_values::{Infinity, Worth};

/// The loopy nimber ∞ of a position that is worth no heap of Nim, because play can go round in a circle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct LoopyReport {
    /// The set of ∞: the nimbers of the positions that a move leads to, of those that have one, each once,
    /// in increasing order. The player to move wins if 0 is among them; else the position is a draw.
    pub infinity: Vec<u32>,
}

impl LoopyReport {
    /// The report of a position with this worth; `None` if it is worth a heap of Nim, and if its loopy
    /// nimber is not known.
    #[must_use]
    pub fn of(worth: &Worth) -> Option<Self> {
        worth.infinity().map(Self::of_infinity)
    }

    /// The report of ∞ with a set of numbers.
    pub(crate) fn of_infinity(infinity: &Infinity) -> Self {
        Self {
            infinity: infinity.numbers().iter().map(|number| number.0).collect(),
        }
    }
}
