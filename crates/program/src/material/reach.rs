//! What an index by material numbers, and why a game may have none.

use crate::residual::Residual;
use crate::word::Word;

use super::board::Board;
use super::change::{self, Unknown};
use super::numbering::Counts;
use super::rest::Rest;
use super::tiers::Tier;

/// What an index by material numbers.
pub(super) struct Reach {
    pub(super) board: Board,
    pub(super) rest: Rest,
    /// The materials within reach, in the order of their tiers.
    pub(super) materials: Vec<Counts>,
    pub(super) tiers: Vec<Tier>,
}

impl Reach {
    pub(super) fn of<W: Word>(program: &Residual, start: W, most: u64) -> Result<Self, NoIndex> {
        let layout = &program.layout;
        let board = Board::of(layout).ok_or(NoIndex::NoBoard)?;
        let rest = Rest::of(layout, &board)?;
        let counts = board.counts(start.widen()).ok_or(NoIndex::NoBoard)?;
        let most_boards = most / rest.count;
        let materials = change::within_reach(program, &board, counts, most_boards);
        let (materials, tiers) = materials.map_err(|unknown| match unknown {
            Unknown::Move => NoIndex::MoveDepends,
            Unknown::TooMany => NoIndex::TooManyPositions { most },
        })?;
        Ok(Self {
            board,
            rest,
            materials,
            tiers,
        })
    }
}

/// Why a game has no index by material.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoIndex {
    /// There are fewer than four fields of one small range.
    #[error("the position has no board of cells with a few kinds of pieces")]
    NoBoard,
    /// A move changes the number of pieces in ways that depend on the position.
    #[error("a move changes the pieces on the board in ways that depend on the position")]
    MoveDepends,
    /// A bag stands beside the board.
    #[error("a bag stands beside the board")]
    Bag,
    /// There are more positions of the materials within reach than are allowed.
    #[error("the board can have more fillings than are allowed ({most})")]
    TooManyPositions {
        /// The largest number of positions that is allowed.
        most: u64,
    },
    /// The tables of the index would be too large.
    #[error("there are too many kinds of pieces or cells for tables of the board")]
    TooManyTables,
}
