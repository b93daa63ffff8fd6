//! Games whose positions are told by numbers with few gaps between them.

use std::fmt;
use std::sync::Arc;

use zug_values::Turn;

use crate::{Expanded, Fault, PerfectIndex};

/// Numbers below a size for positions.
///
/// Unlike with a [`PerfectIndex`](crate::PerfectIndex) there may be positions without a
/// number.
///
/// Law: every number below the size has a position, whose number it is.
pub trait DenseIndex<P>: fmt::Debug + Send + Sync {
    /// The number of numbers.
    fn size(&self) -> u64;

    /// The number of a position; `None` if it has none.
    fn number(&self, position: &P) -> Option<u64>;

    /// Appends the position of each number. The numbers are below the size, and in rising
    /// order.
    fn positions(&self, numbers: &[u64], out: &mut Vec<P>);

    /// The bytes that the index takes.
    fn bytes(&self) -> u64;
}

impl<P, I: DenseIndex<P> + ?Sized> DenseIndex<P> for Arc<I> {
    fn size(&self) -> u64 {
        (**self).size()
    }

    fn number(&self, position: &P) -> Option<u64> {
        (**self).number(position)
    }

    fn positions(&self, numbers: &[u64], out: &mut Vec<P>) {
        (**self).positions(numbers, out);
    }

    fn bytes(&self) -> u64 {
        (**self).bytes()
    }
}

/// The perfect index of a game: every state has a number, whether play can reach it or not.
#[derive(Clone, Debug)]
pub struct EveryState<G>(pub G);

impl<G: PerfectIndex + fmt::Debug + Send + Sync> DenseIndex<G::Position> for EveryState<G> {
    fn size(&self) -> u64 {
        u64::try_from(self.0.size()).unwrap_or(u64::MAX)
    }

    fn number(&self, position: &G::Position) -> Option<u64> {
        u64::try_from(self.0.rank(position)).ok()
    }

    fn positions(&self, numbers: &[u64], out: &mut Vec<G::Position>) {
        let position = |number: &u64| self.0.unrank(u128::from(*number));
        out.extend(numbers.iter().filter_map(position));
    }

    fn bytes(&self) -> u64 {
        0
    }
}

/// A game that tells moves by the numbers of positions.
///
/// Law: [`NumberedGame::predecessors`] hands on each position in which the game goes on and
/// that has a number as often as a move leads from it to the position asked about. It may
/// hand on finished positions too.
pub trait NumberedGame: Sync {
    /// The number of numbers.
    fn size(&self) -> u64;

    /// Appends what becomes of each position to `ends`, and the numbers of all successors to
    /// `after`, in any order; `u64::MAX` for a successor that has no number. The numbers asked
    /// about are in rising order.
    ///
    /// # Errors
    ///
    /// The rules break in one of the positions.
    fn expand(
        &self,
        numbers: &[u64],
        after: &mut Vec<u64>,
        ends: &mut Vec<Expanded>,
    ) -> Result<(), Fault>;

    /// Hands on the numbers of the predecessors of all positions, in any order, with what
    /// each move does to the turn. The numbers asked about are in rising order.
    ///
    /// # Errors
    ///
    /// The rules break where a move is taken back.
    fn predecessors(&self, numbers: &[u64], take: impl FnMut(u64, Turn)) -> Result<(), Fault>;
}
