//! What an index by material numbers, and why a game may have none.

use zug_game::U256;
use zug_program::{Residual, Word};

use super::agree::{Agreement, Sums};
use super::board::Board;
use super::change::{Reached, Unknown};
use super::map::BoardMap;
use super::numbering::Counts;
use super::rest::Rest;
use super::tiers::Tier;

/// What an index by material numbers.
#[derive(Clone)]
pub(super) struct Reach {
    pub(super) board: Board,
    /// What stands beside the board; but for the turn, where positions are folded.
    pub(super) rest: Rest,
    /// The swap of the players with which positions are folded.
    pub(super) swap: Option<BoardMap>,
    /// The materials within reach, in the order of their tiers.
    pub(super) materials: Vec<Counts>,
    pub(super) tiers: Vec<Tier>,
    /// Which contents beside the board agree with a material; `None` if all do.
    pub(super) agreement: Option<Agreement>,
}

impl Reach {
    /// What an index numbers. Positions are folded with `swap`, the image of a position with the
    /// players swapped, where that is given and numbers no others for it.
    pub(super) fn of<W: Word>(
        program: &Residual,
        start: W,
        swap: Option<&dyn Fn(U256) -> U256>,
        most: u64,
    ) -> Result<Self, NoIndex> {
        let layout = program.layout();
        let board = Board::of(layout).ok_or(NoIndex::NoBoard)?;
        let rest = Rest::of(layout, &board)?;
        let counts = board.counts(start.widen()).ok_or(NoIndex::NoBoard)?;
        let swap = swap.and_then(|image| Some((BoardMap::of(&board, image)?, image)));
        let sums = Sums::of(program, &board, start.widen());
        let reached = Reached::from(program, &board, counts, most, |counts| {
            let contents = sums.count(counts, &rest);
            let image = swap.as_ref().map(|(map, _)| map.material(counts));
            let is_kept = contents > 0 || image.is_some_and(|image| sums.count(&image, &rest) > 0);
            is_kept.then_some(contents)
        });
        let reached = reached.map_err(|unknown| match unknown {
            Unknown::Move => NoIndex::MoveDepends,
            Unknown::TooMany => NoIndex::TooManyPositions { most },
        })?;
        let swap = swap.filter(|(map, _)| layout.turn.is_some() && map.keeps(&reached.materials));
        let (materials, tiers) = reached.in_order(swap.as_ref().map(|(map, _)| map));
        let rest = match swap {
            Some(_) => Rest::without_turn(layout, &board)?,
            None => rest,
        };
        let swapping = swap.as_ref().map(|(map, image)| (map, *image));
        let agreement = Agreement::of(&sums, &board, &rest, &materials, swapping);
        let swap = swap.map(|(map, _)| map);
        Ok(Self {
            board,
            rest,
            swap,
            materials,
            tiers,
            agreement,
        })
    }

    /// The number of numbers of each board of a material.
    pub(super) fn beside(&self, material: usize) -> u64 {
        let contents = self.agreement.as_ref();
        let contents = contents.map_or(self.rest.count, |agreement| agreement.count(material));
        contents * images(self.swap.is_some())
    }
}

/// The number of positions that have one value for each position with First to move.
pub(super) fn images(is_folded: bool) -> u64 {
    if is_folded { 2 } else { 1 }
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
