//! What a game may offer beyond the small trait. A solver uses what is there.

use crate::{Fault, Game, Player, Step};

/// Every position has a number of its own in `0..size`.
///
/// Not every number need be a position that play can reach.
/// Law: `unrank(rank(p)) == Some(p)`, and `rank(p) < size()`.
pub trait PerfectIndex: Game {
    /// How many numbers there are.
    fn size(&self) -> u128;

    /// The number of a position.
    fn rank(&self, position: &Self::Position) -> u128;

    /// The position with this number; `None` past the end.
    fn unrank(&self, rank: u128) -> Option<Self::Position>;
}

/// The rules look the same through a group of symmetries.
///
/// Laws, for each element: the images of a position's successors are the
/// successors of its image, and results are the same (for the mover).
pub trait Symmetric: Game {
    /// How many elements the group has, the identity included.
    fn order(&self) -> usize;

    /// The image of a position under element `element` of `0..order()`;
    /// element 0 is the identity.
    fn image(&self, position: &Self::Position, element: usize) -> Self::Position;

    /// One representative of all images of the position, always the same one.
    fn canonical(&self, position: &Self::Position) -> Self::Position;

    /// The same for each position that a step leads to.
    fn canonical_steps(&self, steps: &mut [Step<Self::Position>]) {
        for step in steps {
            step.position = self.canonical(&step.position);
        }
    }

    /// How many different positions are images of this one.
    fn orbit(&self, position: &Self::Position) -> usize {
        let mut images: Vec<_> = Vec::with_capacity(self.order());
        for element in 0..self.order() {
            let image = self.image(position, element);
            if !images.contains(&image) {
                images.push(image);
            }
        }
        images.len()
    }
}

/// Positions fall into tiers that play goes through in one direction.
///
/// Law: a move never leads to a position of a higher tier.
/// A solver may then finish one tier after the other, the lowest first, and
/// needs only one in memory.
pub trait Tiers: Game {
    /// The tier of a position.
    fn tier(&self, position: &Self::Position) -> u64;
}

/// Moves can be taken back: a position tells those before it.
///
/// Law: a position `p` that is not finished, and whose moves meet no fault, is
/// among the predecessors of `q` with a turn exactly as often as `q` is among the
/// successors of `p` with that turn. This holds for all positions, whether or not
/// play can reach them. A finished position is no predecessor.
pub trait Retractable: Game {
    /// Appends each position before this one, once for each move that leads from
    /// there to here, with what that move does to the turn. The order is any.
    fn predecessors(
        &self,
        position: &Self::Position,
        out: &mut Vec<Step<Self::Position>>,
    ) -> Result<(), Fault>;
}

/// A position can be handed to either player.
///
/// In a sum of games a player may move twice in the same part, while the other
/// player moves elsewhere. So a part needs the moves of *both* players in each
/// of its positions, whoever's turn it is.
///
/// Laws: `mover(with_mover(p, q)) == q` where the game tells its movers apart;
/// nothing but the turn changes, so that `with_mover(p, mover(p)) == p` and
/// `with_mover(with_mover(p, q), r) == with_mover(p, r)`; for an impartial game
/// it is the identity.
pub trait Sided: Game {
    /// The same board with `mover` to move.
    fn with_mover(&self, position: &Self::Position, mover: Player) -> Self::Position;
}

/// A text does not name a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct NotationError {
    /// What was expected and what was found.
    pub message: String,
}

impl NotationError {
    /// An error with this text.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
        }
    }
}

/// Positions print as a person writes them, and read back.
///
/// Law: `parse(print(p)) == Ok(p)`.
pub trait Notation: Game {
    /// The position on one line.
    fn print(&self, position: &Self::Position) -> String;

    /// The position that a line names.
    fn parse(&self, text: &str) -> Result<Self::Position, NotationError>;

    /// A picture of several lines, where the game has one.
    fn picture(&self, _position: &Self::Position) -> Option<String> {
        None
    }
}
