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
