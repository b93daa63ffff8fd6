//! What a solution claims: a table with one entry for each orbit of positions.

use zug_values::{Nimber, Value};

/// A table of values and nimbers, whose entries each stand for one position or for
/// several that are worth the same.
///
/// Nothing of it is believed. All that is asked of it is that the same question has
/// the same answer each time.
pub trait Claim {
    /// A position.
    type Position;

    /// How many entries there are.
    fn entries(&self) -> usize;

    /// The most positions that an entry stands for.
    fn most_positions(&self) -> usize;

    /// Writes the positions that an entry stands for in the place of what was there:
    /// each once, always in the same order.
    fn positions(&self, entry: usize, out: &mut Vec<Self::Position>);

    /// The entry in which the solution looks a position up; `None` if it has none.
    fn entry_of(&self, position: &Self::Position) -> Option<usize>;

    /// The value that an entry gives to its positions.
    fn value(&self, entry: usize) -> Value;

    /// The nimber that an entry gives to its positions; `None` if it gives none.
    fn nimber(&self, entry: usize) -> Option<Nimber>;
}
