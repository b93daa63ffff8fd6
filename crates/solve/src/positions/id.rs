//! The number of a position, and how many positions one solver can number.
//!
//! Outside this crate a number has 64 bits, and no caller depends on fewer. Inside, arrays
//! hold numbers in 32 bits: an edge is a number and one bit more (`edges`), the hash table,
//! topological orders and levels of remoteness hold bare numbers, and a remoteness, which
//! is less than the number of positions, shares a cell with two flags (`values`).
//! [`MAX_POSITIONS`] follows from the narrowest of these. Where one position more is found,
//! discovery ends with [`Error::TooManyPositions`](crate::Error::TooManyPositions), so that
//! no number that is stored was ever cut off.

/// The most positions that one solution can hold: a move to one of them, with
/// what it does to the turn, fits in 32 bits, and so does any remoteness.
pub const MAX_POSITIONS: usize = (1 << 31) - 2;

/// A number of a position among those found, in order of discovery.
///
/// The numbers of a solution are `0..len`; those of the graph it was made from
/// are the same.
///
/// ```
/// use zug_solve::positions::PositionId;
/// assert_eq!(PositionId::new(7).index(), 7);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PositionId(u64);

impl PositionId {
    /// The number with this index.
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
