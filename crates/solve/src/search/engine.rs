//! Which engine searches.
//!
//! No engine needs fewer positions in every game. Null windows begin, as most questions are
//! answered soon. Once a search takes long, short trials tell what proof numbers promise (`trials`):
//! if it is nothing, null windows go on alone; else the two search in turns of equal length, over the
//! same table of bounds, until one of them has the answer (`together`). Turns become longer, so
//! that the search takes about twice as long as the better engine alone at most, beyond
//! what it took until the trials. What answered has the longer turns in the next question. All is
//! counted in positions, so that a search by one thread is the same each time.

/// The method by which a search answers a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Engine {
    /// Alpha-beta search with null windows (`walk`).
    NullWindows,
    /// Proof-number search, depth first (`proof_number`).
    ProofNumbers,
}

/// What proof numbers promise in a game, against null windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Promise {
    /// They need more positions, or are not to be used.
    None,
    /// It is not known yet.
    Untried,
    /// They search, and needed more positions for the last question.
    Little,
    /// They may need more positions or fewer.
    Open,
    /// They needed fewer positions for the last question.
    Much,
}
