//! What a solution claims: a table with one entry for each orbit of positions.

use zug_values::{Nimber, Value};

/// A table of values and nimbers, whose entries each stand for one position or for
/// several that are worth the same.
///
/// A check believes none of the answers. It relies on one thing: each question always gets
/// one and the same answer.
pub trait Claim {
    /// A position.
    type Position;

    /// The number of entries.
    fn entries(&self) -> usize;

    /// The largest number of positions that an entry stands for, or a larger number.
    fn most_positions(&self) -> usize;

    /// Replaces the content of `out` by the positions that an entry stands for: each once,
    /// always in one order.
    fn positions(&self, entry: usize, out: &mut Vec<Self::Position>);

    /// The entry in which the solution looks a position up; `None` if no entry stands for it.
    fn entry_of(&self, position: &Self::Position) -> Option<usize>;

    /// The value that an entry gives to its positions.
    fn value(&self, entry: usize) -> Value;

    /// Whether some entry has a nimber.
    fn has_nimbers(&self) -> bool;

    /// The nimber that an entry gives to its positions; `None` if it gives none.
    fn nimber(&self, entry: usize) -> Option<Nimber>;
}
