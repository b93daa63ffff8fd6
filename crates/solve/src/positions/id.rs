//! The number of a position, and how many positions one solver can number.
//!
//! Outside this crate a number has 64 bits, and no caller depends on fewer. Inside, arrays
//! hold numbers in as few bytes as suffice (`Number`). The hash table and the levels of
//! retrograde analysis take four bytes a number, and five where there are more than 2^32
//! positions. An edge is a number and one bit more, in four bytes (`edges`), and so is the
//! place in a topological order; so moves are kept of at most [`MAX_WITH_MOVES`] positions.
//! Where more are found, the moves are let go, or discovery ends with
//! [`Error::TooManyPositions`](crate::Error::TooManyPositions) if the method needs them. No
//! number is ever stored in too few bytes.

/// The most positions that one solution can hold: their numbers fit into five bytes.
pub const MAX_POSITIONS: usize = (1 << 40) - 1;

/// The most positions whose moves can be kept. The number of a position, with one bit that
/// tells whether a move there keeps the turn, fits into 32 bits. It is small in the tests of
/// this crate, so that they have games beyond it.
pub const MAX_WITH_MOVES: usize = if cfg!(test) { 1 << 14 } else { (1 << 31) - 2 };

/// The most positions that [`u32`] numbers in an array. It is small in the tests of this
/// crate, so that they have games beyond it.
pub(crate) const MOST_SHORT: usize = if cfg!(test) { 1 << 12 } else { 1 << 32 };

/// The number of a position as an array holds it.
pub(crate) trait Number: Copy {
    /// The number that is this index, which must be one that fits.
    fn new(index: usize) -> Self;

    /// The number as an index.
    fn index(self) -> usize;
}

/// The number of one of at most [`MOST_SHORT`] positions.
impl Number for u32 {
    #[inline]
    fn new(index: usize) -> Self {
        debug_assert!(index < MOST_SHORT);
        index as Self
    }

    #[inline]
    fn index(self) -> usize {
        self as usize
    }
}

/// The number of one of at most [`MAX_POSITIONS`] positions, in five bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Long {
    low: [u8; 4],
    high: u8,
}

impl Number for Long {
    #[inline]
    fn new(index: usize) -> Self {
        debug_assert!(index <= MAX_POSITIONS);
        Self {
            low: (index as u32).to_ne_bytes(),
            high: (index as u64 >> 32) as u8,
        }
    }

    #[inline]
    fn index(self) -> usize {
        (u64::from(self.high) << 32 | u64::from(u32::from_ne_bytes(self.low))) as usize
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_number_takes_five_bytes_and_is_what_it_was() {
        assert_eq!(size_of::<Long>(), 5);
        for index in [0, 1, 0xffff_ffff, 1 << 32, 0x12_3456_789a, MAX_POSITIONS] {
            assert_eq!(Long::new(index).index(), index);
        }
    }
}
