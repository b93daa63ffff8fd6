//! The bounds of the positions of a tree, and their moves: from a solution, from a search, or none.

use std::cell::RefCell;

use crate::assess::{Known, KnownMove, Positions, Searcher};
use crate::error::Error;
use crate::problem::{Position, Problem};
use crate::solution::Solution;

/// Has bounds of positions, and their moves.
pub(super) trait Source {
    /// The bounds of a position, and its moves in the order of the rules; none if the game is
    /// over.
    fn look(&self, position: &Position) -> Result<(Known, Vec<KnownMove>), Error>;

    /// Whether positions have scores, where these are known.
    fn tells_scores(&self) -> bool {
        false
    }

    /// The score of a position for the player to move, where it is known.
    fn score(&self, _position: &Position) -> Result<Option<i64>, Error> {
        Ok(None)
    }
}

impl Source for Solution {
    fn tells_scores(&self) -> bool {
        self.tells_scores()
    }

    fn score(&self, position: &Position) -> Result<Option<i64>, Error> {
        self.score(position)
    }

    fn look(&self, position: &Position) -> Result<(Known, Vec<KnownMove>), Error> {
        let not_solved = || self.not_solved(position);
        let value = self.value(position)?.ok_or_else(not_solved)?;
        let moves = self.moves_in_order(position)?.into_iter();
        let moves = moves.map(|of| KnownMove {
            known: Known::of_value(of.value),
            legal: of.into(),
        });
        Ok((Known::of_value(value), moves.collect()))
    }
}

/// Positions that are found while a tree without values is made.
pub(super) struct Found<'a, 's> {
    search: &'a Searcher<'s>,
    positions: RefCell<Positions>,
}

impl<'a, 's> Found<'a, 's> {
    pub(super) fn new(search: &'a Searcher<'s>) -> Self {
        Self {
            search,
            positions: RefCell::new(Positions::of(search)),
        }
    }

    pub(super) fn into_positions(self) -> Positions {
        self.positions.into_inner()
    }
}

impl Source for Found<'_, '_> {
    fn look(&self, position: &Position) -> Result<(Known, Vec<KnownMove>), Error> {
        let mut positions = self.positions.borrow_mut();
        positions.add(self.search, position)?;
        Ok(positions.look(position))
    }
}

/// The positions and moves of a problem alone: their values are not known.
pub(super) struct Bare<'a>(pub(super) &'a Problem);

impl Source for Bare<'_> {
    fn look(&self, position: &Position) -> Result<(Known, Vec<KnownMove>), Error> {
        let moves = self.0.legal_moves(position)?.into_iter();
        let moves = moves.map(|legal| KnownMove {
            known: Known::NOTHING,
            legal,
        });
        Ok((Known::NOTHING, moves.collect()))
    }
}

impl Source for Positions {
    fn tells_scores(&self) -> bool {
        self.tells_scores()
    }

    fn score(&self, position: &Position) -> Result<Option<i64>, Error> {
        Ok(self.known(position).score())
    }

    fn look(&self, position: &Position) -> Result<(Known, Vec<KnownMove>), Error> {
        Ok(self.look(position))
    }
}
