//! The four ways to play several games at once.

use std::fmt;

/// In which parts a turn moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Compound {
    /// In exactly one part: the disjunctive sum.
    One,
    /// In one or more parts: the selective compound.
    Some,
    /// In one or more parts, but not in all: the proper selective compound. A part in
    /// which nobody can move counts as a part too.
    NotAll,
    /// In every part: the conjunctive compound. It ends when one part does.
    All,
}

impl fmt::Display for Compound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::One => "one",
            Self::Some => "some",
            Self::NotAll => "notall",
            Self::All => "all",
        })
    }
}
