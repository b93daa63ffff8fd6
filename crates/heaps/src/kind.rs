//! The kinds of games on heaps, as the literature names them.

use std::fmt;

use crate::HeapGame;

/// The kind of a game on heaps, by how it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// A code with digits up to 3: a move leaves at most one heap.
    Quaternary,
    /// A code with digits up to 7: a move leaves at most two heaps.
    Octal,
    /// A code with digits up to 15: a move leaves at most three heaps.
    Hexadecimal,
    /// A move takes one of some numbers.
    Subtraction,
    /// A move takes any number but some.
    AllBut,
    /// A move splits a heap and takes nothing.
    Splitting,
    /// A move makes a heap smaller, to a size between two bounds.
    Interval,
    /// The options of each heap are listed.
    Listed,
}

impl HeapGame {
    /// The kind of the game, by how it is written: 0.33 is a quaternary game and `{1,2}`
    /// a subtraction game, although their rules are the same.
    ///
    /// ```
    /// use zug_heaps::{HeapGame, Kind};
    /// assert_eq!("0.77".parse::<HeapGame>()?.kind(), Kind::Octal);
    /// assert_eq!("{1,2}".parse::<HeapGame>()?.kind(), Kind::Subtraction);
    /// # Ok::<(), zug_heaps::NotationError>(())
    /// ```
    pub fn kind(&self) -> Kind {
        match self {
            Self::Breaking(_) => match self.most_left() {
                None | Some(0 | 1) => Kind::Quaternary,
                Some(2) => Kind::Octal,
                Some(_) => Kind::Hexadecimal,
            },
            Self::Subtraction(_) => Kind::Subtraction,
            Self::AllBut(_) => Kind::AllBut,
            Self::Splitting(_) => Kind::Splitting,
            Self::Leaving(_) => Kind::Interval,
            Self::Listed(_) => Kind::Listed,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Quaternary => "quaternary game",
            Self::Octal => "octal game",
            Self::Hexadecimal => "hexadecimal game",
            Self::Subtraction => "subtraction game",
            Self::AllBut => "all-but subtraction game",
            Self::Splitting => "splitting game",
            Self::Interval => "interval game",
            Self::Listed => "game listed heap by heap",
        })
    }
}
