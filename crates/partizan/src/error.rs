//! Why a value could not be worked out.

use zug_job::Stopped;

/// Why a value could not be worked out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PartizanError {
    /// A part of a value is larger than this program can hold. The text names the part.
    #[error("{0} of this value is larger than Zug can hold")]
    TooLarge(&'static str),
    /// The caller cancelled, or memory was refused.
    #[error("{0}")]
    Stopped(#[from] Stopped),
    /// No stopper was found that would be a side of a value in which play goes round. There need not be one.
    #[error(
        "play can go round here in such a way that Zug finds no stoppers s and t for which the value is s & t"
    )]
    NoStopper,
    /// The operation does not apply to this value. The text says what it needs.
    #[error("{operation} needs {needs}")]
    Unsuitable {
        /// The operation.
        operation: &'static str,
        /// What the operation needs, such as "a positive game".
        needs: &'static str,
    },
}

/// A `T`, or why it could not be worked out.
pub type Result<T> = std::result::Result<T, PartizanError>;
