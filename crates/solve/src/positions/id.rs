//! The number of a position, and how many positions one solver can number.
//!
//! Outside this crate a number has 64 bits, and no caller depends on fewer. Inside, arrays
//! hold numbers in 32 bits: an edge is a number and one bit more (`edges`); the hash table,
//! topological orders and levels of remoteness hold bare numbers; and a remoteness, which
//! is less than the number of positions, shares a cell of 32 bits with its outcome
//! (`values`). [`MAX_POSITIONS`] follows from the narrowest of these. Where more positions
//! are found, discovery ends with
//! [`Error::TooManyPositions`](crate::Error::TooManyPositions), so that no number is ever
//! stored in too few bits.

/// The most positions that one solution can hold. The number of a position, with one bit
/// that tells whether a move there keeps the turn, fits in 32 bits; so does any remoteness.
pub const MAX_POSITIONS: usize = (1 << 31) - 2;

/// The number of a position among those found, in order of discovery.
///
/// The numbers are `0..len`. A position has one number in a graph and in the solution that
/// is made of the graph.
///
/// ```
/// use zug_solve::positions::PositionId;
/// assert_eq!(PositionId::new(7).index(), 7);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PositionId(u64);

impl PositionId {
    /// The number that is this index.
    #[must_use]
    pub fn new(index: usize) -> Self {
        Self(index as u64)
    }

    /// The number as an index.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
