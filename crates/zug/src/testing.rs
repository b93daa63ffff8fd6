//! What the tests of this crate ask for besides what its users do.

#![cfg(feature = "testing")]

use zug_values::Turn;

use crate::assess::Known;

pub use crate::expression::extent::{Extent, of_game};
pub use crate::heaps::verify::{check_nimbers, check_period};
pub use crate::patience::Patience;
pub use crate::pattern::walnut::files as walnut_files;
pub use crate::solution::planted::{Planted, PlantedValues, small_game};
pub use crate::theorem::planted::{Lie, agreement};
pub use crate::tree::merging::Same;
pub use crate::turns::{First, Turns, in_turns};
pub use crate::typed::{has_ended, in_numbers, take_first};
pub use zug_solve::search::Aim;

/// How what is proved of a position follows from what is proved of its moves.
pub trait Proving: Sized {
    /// Adds a proof that the player attains an aim, or does not.
    #[must_use]
    fn with(self, aim: Aim, attains: bool) -> Self;

    /// Whether the player attains an aim; `None` if that is not proved.
    fn tells(self, aim: Aim) -> Option<bool>;

    /// The bounds of a move whose successor has these bounds.
    #[must_use]
    fn before(self, turn: Turn) -> Self;

    /// The bounds of a position whose moves have these bounds.
    fn of_moves(moves: impl Iterator<Item = Self> + Clone) -> Self;

    /// The bounds that two proofs about one position give together.
    #[must_use]
    fn and(self, other: Self) -> Self;
}

impl Proving for Known {
    fn with(self, aim: Aim, attains: bool) -> Self {
        self.with(aim, attains)
    }

    fn tells(self, aim: Aim) -> Option<bool> {
        self.tells(aim)
    }

    fn before(self, turn: Turn) -> Self {
        self.before(turn)
    }

    fn of_moves(moves: impl Iterator<Item = Self> + Clone) -> Self {
        Self::of_moves(moves)
    }

    fn and(self, other: Self) -> Self {
        self.and(other)
    }
}
