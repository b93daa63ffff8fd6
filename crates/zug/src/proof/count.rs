//! The count of moves that the check of a proof works out again.

use zug_certify::proof::MovesTaken;
use zug_game::{Player, Players};
use zug_job::Budget;
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
    /// The count for a game with these rules; `None` for a game of another kind, or if it is not
    /// clear which move a symmetry makes of each move.
    pub(crate) fn new<D>(game: &'g G, rules: &D, budget: &Budget) -> Option<Self>
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
        let taken = MovesTaken::new(moves.takes(), moves.of_first(), budget)?;
        let (start, first) = (game.start(), mover(game, &game.start()));
        let symmetries = (1..game.order()).map(|element| {
            let swaps = mover(game, &game.image(&start, element)) != first;
            let image = |position| game.image(&Word::narrow(position), element).widen();
            Some((moves.images(image, swaps)?, swaps))
        });
        let taken = taken.with_symmetries(symmetries.collect::<Option<_>>()?)?;
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

/// As a theorem of the search whose proof is checked.
impl<G: Subject> NodeTheorem<G::Position> for CountByRules<'_, G> {
    fn tell(&self, position: &G::Position) -> Told {
        Told {
            outcome: self.outcome(position),
            promise: 0,
        }
    }
}
