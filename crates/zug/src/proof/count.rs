//! The count of moves that the check of a proof works out again.

use zug_certify::proof::MovesTaken;
use zug_game::{Player, Players};
use zug_lang::{Shrinking, Word};
use zug_solve::search::{NodeTheorem, Told};
use zug_values::Outcome;

use crate::solution::Definition;
use crate::subject::Subject;

/// Counts the moves that are left to both players, in a partizan game whose moves only ever take
/// moves away and in which whoever has none left loses.
///
/// Which moves take which away is worked out from the rules as they are written, by the plain
/// evaluator, and the count is the one of `zug_certify`.
pub(crate) struct CountByRules<'g, G: Subject> {
    game: &'g G,
    mover: fn(&G, &G::Position) -> Player,
    moves: Shrinking,
    taken: MovesTaken,
}

impl<'g, G: Subject> CountByRules<'g, G> {
    /// The count for a game with these rules; `None` for a game of another kind.
    pub(crate) fn new<D>(game: &'g G, rules: &D) -> Option<Self>
    where
        D: Definition<Position = G::Position>,
    {
        let Players::Partizan(mover) = game.players() else {
            return None;
        };
        if rules.stuck() != Outcome::Loss {
            return None;
        }
        let moves = rules.shrinking()?;
        let taken = MovesTaken::new(moves.takes(), moves.of_first())?;
        Some(Self {
            game,
            mover,
            moves,
            taken,
        })
    }

    /// The outcome for the player to move, in a position where the game goes on, as far as the
    /// count tells it.
    pub(crate) fn outcome(&self, position: &G::Position) -> Option<Outcome> {
        let mover = (self.mover)(self.game, position);
        self.taken.outcome(self.moves.left(position.widen()), mover)
    }
}

/// As a theorem of the search whose proof is checked. The check plays every image of a position
/// under symmetries, and the counts of two images may differ, as they go by the numbers of the
/// moves. So this tells of a position only what the count tells of all its images.
impl<G: Subject> NodeTheorem<G::Position> for CountByRules<'_, G> {
    fn tell(&self, position: &G::Position) -> Told {
        let mut images = (0..self.game.order()).map(|element| self.game.image(position, element));
        let outcome = images
            .next()
            .and_then(|image| self.outcome(&image))
            .filter(|first| images.all(|image| self.outcome(&image) == Some(*first)));
        Told {
            outcome,
            promise: 0,
        }
    }
}
