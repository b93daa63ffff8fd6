//! The notation of games on heaps: one text for a game, and one game for a text.
//!
//! `FromStr` lists the notations that are read. The printed notation is canonical: the
//! shortest code, and a set in increasing order, in which four or more neighbouring
//! numbers are a range. Names are not printed.

mod error;
mod reader;

use std::fmt;
use std::str::FromStr;

pub use error::{NotationError, NotationFault};

use crate::stretch::{Piece, pieces};
use crate::{HeapGame, Parts, Splitting, TakeSet};

/// | written | is |
/// |---|---|
/// | `0.137`, `.77`, `0.3F` | a code: digit k says in how many heaps a move that takes k leaves the rest |
/// | `0.(3)`, `0.1(03)` | a code whose digits in brackets repeat for ever |
/// | `{1,3,4}`, `{1..5, 9}`, `sub 1,3,4` | one of these numbers is taken |
/// | `allbut {1,2}`, `all but 1,2` | any number but these is taken |
/// | `split(2)`, `split(2..4)`, `split(2.., unequal)`, `split(3, not all equal)` | a heap is split |
/// | `leave n/4..n-1`, `leave n^(1/4)..n^(1/2)` | a heap becomes a smaller one, of a size between two bounds |
/// | `kayles`, `Dawson's Chess` | a [known](crate::known) game |
///
/// Capital letters and spaces do not matter.
impl FromStr for HeapGame {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        reader::read(text)
    }
}

impl fmt::Display for HeapGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Breaking(breaking) => breaking.fmt(f),
            Self::Subtraction(takes) => set(takes, f),
            Self::AllBut(forbidden) => {
                f.write_str("allbut ")?;
                set(forbidden, f)
            }
            Self::Splitting(splitting) => splitting.fmt(f),
            Self::Leaving(leaving) => leaving.fmt(f),
            Self::Listed(listed) => listed.fmt(f),
        }
    }
}

fn set(numbers: &TakeSet, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("{")?;
    for (place, piece) in pieces(numbers.as_slice()).into_iter().enumerate() {
        if place > 0 {
            f.write_str(",")?;
        }
        match piece {
            Piece::One(number) => write!(f, "{number}")?,
            Piece::Stretch(first, last) => write!(f, "{first}..{last}")?,
        }
    }
    f.write_str("}")
}

impl fmt::Display for Splitting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "split({}", self.fewest())?;
        match self.most() {
            Some(most) if most == self.fewest() => {}
            Some(most) => write!(f, "..{most}")?,
            None => f.write_str("..")?,
        }
        f.write_str(match self.parts() {
            Parts::Any => ")",
            Parts::Distinct => ", unequal)",
            Parts::NotAllEqual => ", not all equal)",
        })
    }
}
