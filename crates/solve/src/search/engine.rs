//! Which engine searches.

/// The method by which a search answers a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Engine {
    /// Alpha-beta search with null windows (`walk`).
    NullWindows,
    /// Proof-number search, depth first (`proof_number`). One thread searches.
    ProofNumbers,
}
