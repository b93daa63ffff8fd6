//! Why there is no picture.

use std::error::Error as StdError;

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The positions cannot be read.
    #[error(transparent)]
    Zug(#[from] zug::Error),
    /// With more positions nobody sees which arrow is which.
    #[error("at most {0} positions are drawn: this game has more")]
    TooManyPositions(usize),
    /// The picture cannot be drawn, for this reason.
    #[error("{0}")]
    Undrawn(#[source] Box<dyn StdError + Send + Sync>),
}

/// A picture, or why there is none.
pub type Result<T, E = Error> = std::result::Result<T, E>;
