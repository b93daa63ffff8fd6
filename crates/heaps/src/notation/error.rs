//! What is wrong with the notation of a game on heaps, and where.

use std::ops::Range;

use crate::SplittingError;

/// A text that is no game on heaps.
///
/// ```
/// use zug_heaps::{HeapGame, NotationFault};
///
/// let error = "2.7".parse::<HeapGame>().expect_err("2 is no first digit");
/// assert_eq!(error.place, 0..1);
/// assert_eq!(error.fault, NotationFault::TakesNothing);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{fault}")]
#[non_exhaustive]
pub struct NotationError {
    /// The place of the fault in the text, in bytes; empty where something is missing.
    /// Both ends lie between characters.
    pub place: Range<usize>,
    /// What is wrong there.
    #[source]
    pub fault: NotationFault,
}

/// What is wrong with a notation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotationFault {
    /// The text begins like no notation, and is no name.
    #[error("there is no game on heaps `{name}`")]
    Unknown {
        /// The text.
        name: String,
    },
    /// Something else must stand here.
    #[error("expected {what}")]
    Expected {
        /// What may stand here.
        what: &'static str,
    },
    /// The first digit of a code has bits 0 or 1.
    #[error(
        "the digit before the point is 0, 4, 8 or C: a move that takes nothing splits the heap"
    )]
    TakesNothing,
    /// 0 is in a set of takes.
    #[error("taking 0 is not a move: numbers from 1 up")]
    Zero,
    /// The number is too large.
    #[error("the number is too large: {most} at most")]
    TooLarge {
        /// The largest number that may stand here.
        most: u64,
    },
    /// The number is too small.
    #[error("the number is too small: {least} at least")]
    TooSmall {
        /// The least number that may stand here.
        least: u64,
    },
    /// The end of a range is below its beginning.
    #[error("the range goes from {first} down to {last}")]
    Backwards {
        /// The first number of the range.
        first: u64,
        /// The last number of the range.
        last: u64,
    },
    /// A set has more numbers than are read.
    #[error("the set has too many numbers: {most} at most")]
    TooMany {
        /// The most numbers that a set may have; a range counts with all its numbers.
        most: u64,
    },
}

impl From<SplittingError> for NotationFault {
    fn from(error: SplittingError) -> Self {
        match error {
            SplittingError::TooFew { .. } => Self::TooSmall { least: 2 },
            SplittingError::Backwards { fewest, most } => Self::Backwards {
                first: fewest.into(),
                last: most.into(),
            },
        }
    }
}

impl NotationError {
    pub(super) fn new(place: Range<usize>, fault: NotationFault) -> Self {
        Self { place, fault }
    }

    /// Whether the text begins like a notation and is faulty further on. If not, it may
    /// be the name of something else.
    pub fn is_notation(&self) -> bool {
        !matches!(self.fault, NotationFault::Unknown { .. })
    }
}
