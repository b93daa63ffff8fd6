//! Moves, and what a theorem says of a move.

use zug_values::{Infinity, LoopyNimber, Nimber, Outcome};

/// A move, and what a theorem says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClaimedMove {
    /// The move as a person writes it.
    pub name: String,
    /// The position after the move, on one line; `None` where it does not fit into a
    /// word.
    pub position: Option<String>,
    /// The outcome of the move for the player who makes it.
    pub outcome: Outcome,
    /// The nimber of the position after the move, where the theorem knows it.
    pub nimber: Option<Nimber>,
    /// The loopy nimber of the position after the move, where it is worth no heap of Nim.
    pub infinity: Option<Infinity>,
}

impl ClaimedMove {
    /// A move that wins, without a nimber of the position after it.
    pub(super) fn winning(name: String, position: Option<String>) -> Self {
        Self {
            name,
            position,
            outcome: Outcome::Win,
            nimber: None,
            infinity: None,
        }
    }

    /// A move with the loopy nimber of the position after it.
    pub(super) fn leaving(name: String, position: Option<String>, after: LoopyNimber) -> Self {
        Self {
            name,
            position,
            outcome: after.outcome().flipped(),
            nimber: after.nimber(),
            infinity: match after {
                LoopyNimber::Finite(_) => None,
                LoopyNimber::Infinite(infinity) => Some(infinity),
            },
        }
    }

    /// The loopy nimber of the position after the move, where the theorem knows it.
    #[must_use]
    pub fn loopy_nimber(&self) -> Option<LoopyNimber> {
        let infinity = || self.infinity.clone().map(LoopyNimber::from);
        self.nimber.map(LoopyNimber::from).or_else(infinity)
    }
}

/// The moves that win, as far as they are known.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WinningMoves {
    /// Some of the winning moves, or all.
    pub moves: Vec<ClaimedMove>,
    /// Whether `moves` are all winning moves.
    pub all: bool,
}

/// The moves of a position that only a theorem speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ToldMoves {
    /// All moves where they can be looked at, else the moves that the theorem names as
    /// winning.
    pub moves: Vec<ClaimedMove>,
    /// Which moves are missing from `moves`; `None` if none is.
    pub left_out: Option<LeftOut>,
}

/// The moves that a theorem leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LeftOut {
    /// All moves: they are too many to look at, and none is named.
    All,
    /// All moves: they are too many to look at, and no move wins.
    NoneWins,
    /// The moves that do not win.
    NoOtherWins,
    /// The moves that are not listed, and some may win too.
    Others,
}
