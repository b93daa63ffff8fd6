//! What is asked: which parts are played together, in which positions, and how.

use zug_game::Player;
use zug_values::Play;

use super::kind::Compound;
use super::part::Part;
use crate::error::Error;

/// Parts in their positions, and how they are played together.
///
/// ```
/// use zug_solve::Error;
/// use zug_solve::compound::{Compound, Question};
///
/// let nothing = Question::new([], Compound::One);
/// assert_eq!(nothing.unwrap_err(), Error::EmptyCompound);
/// ```
#[derive(Clone, Debug)]
pub struct Question {
    /// Invariant: there is at least one part.
    parts: Vec<Part>,
    compound: Compound,
    mover: Player,
    convention: Play,
}

impl Question {
    /// Who wins these parts, each in the position that it is in. First is to move, in
    /// normal play.
    ///
    /// # Errors
    ///
    /// [`Error::EmptyCompound`].
    pub fn new(parts: impl Into<Vec<Part>>, compound: Compound) -> Result<Self, Error> {
        let parts = parts.into();
        if parts.is_empty() {
            return Err(Error::EmptyCompound);
        }
        Ok(Self {
            parts,
            compound,
            mover: Player::First,
            convention: Play::Normal,
        })
    }

    /// The same question with this player to move. It matters with partizan parts alone.
    #[must_use]
    pub fn with_mover(self, mover: Player) -> Self {
        Self { mover, ..self }
    }

    /// The same question under this convention.
    #[must_use]
    pub fn with_convention(self, convention: Play) -> Self {
        Self { convention, ..self }
    }

    /// The parts, at least one.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// In which parts a turn moves.
    #[must_use]
    pub fn compound(&self) -> Compound {
        self.compound
    }

    /// The player to move.
    #[must_use]
    pub fn mover(&self) -> Player {
        self.mover
    }

    /// Whether a player who has no turn loses or wins.
    #[must_use]
    pub fn convention(&self) -> Play {
        self.convention
    }
}
