//! Who wins, by which convention, and what a move does to the turn.
//!
//! Every outcome here is the *mover's*: that of the player to move in the position it
//! belongs to.

use std::fmt;

/// Who wins from a position, seen by the player to move.
///
/// Under normal play a `Win` is an N-position and a `Loss` a P-position. If a
/// game can go on for ever and neither player can force a win, it is a `Draw`. There is no
/// fourth outcome: the enum is exhaustive, as are [`Play`] and [`Turn`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The mover wins.
    Win,
    /// The mover loses.
    Loss,
    /// Neither player wins: the rules end the game level, or it never ends.
    Draw,
}

impl Outcome {
    /// The outcome of a mover whose score is this: more than 0 wins.
    #[must_use]
    pub fn of_score(score: i64) -> Self {
        match score {
            1.. => Self::Win,
            0 => Self::Draw,
            _ => Self::Loss,
        }
    }

    /// The same outcome, seen by the other player.
    #[must_use]
    pub fn flipped(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Win => "win",
            Self::Loss => "loss",
            Self::Draw => "draw",
        })
    }
}

/// Who wins when the mover is stuck, that is, has no move and no other rule ends the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Play {
    /// Normal play: a player who is stuck loses.
    #[default]
    Normal,
    /// Misère play: a player who is stuck wins.
    Misere,
}

impl Play {
    /// The outcome of a mover who is stuck.
    #[must_use]
    pub fn stuck(self) -> Outcome {
        match self {
            Self::Normal => Outcome::Loss,
            Self::Misere => Outcome::Win,
        }
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Normal => "normal",
            Self::Misere => "misere",
        })
    }
}

/// What a move does to the turn.
///
/// In memory it is a byte, 0 or 1, which compiled rules write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Turn {
    /// The opponent moves next.
    Passes = 0,
    /// The same player moves again (a store hit in Kalah, a mill in morris).
    Kept = 1,
}
