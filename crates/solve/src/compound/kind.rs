//! The four ways to play several games at once, and what a turn is made of.

use std::fmt;

use crate::positions::PositionId;

/// In which parts a turn moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Compound {
    /// In exactly one: the disjunctive sum.
    One,
    /// In one or more: the selective compound.
    Some,
    /// In one or more, but not in all: the proper selective compound. Parts at
    /// their end count.
    NotAll,
    /// In every one: the conjunctive compound. It ends when one part does.
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

/// A move in one of the parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Choice {
    /// Which part, counted from 0.
    pub part: usize,
    /// The position that it is moved to.
    pub to: PositionId,
}
