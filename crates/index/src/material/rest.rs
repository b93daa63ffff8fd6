//! The digits beside the board: whose turn it is, counters, all that is no cell. Their contents are
//! numbered by mixed radix.

use zug_program::{Digit, Layout, Word};

use super::NoIndex;
use super::board::Board;

/// The digits beside the board.
#[derive(Clone, Debug)]
pub(super) struct Rest {
    /// The digits, from the one that counts most to the one that counts least.
    digits: Vec<RestDigit>,
    /// The number of contents of all digits.
    pub(super) count: u64,
}

#[derive(Clone, Copy, Debug)]
struct RestDigit {
    shift: u32,
    mask: u64,
    radix: u64,
}

impl Rest {
    /// What stands beside a board.
    pub(super) fn of(layout: &Layout, board: &Board) -> Result<Self, NoIndex> {
        Self::of_all_but(None, layout, board)
    }

    /// What stands beside a board, but for whose turn it is. The bits for a number then have First
    /// to move.
    pub(super) fn without_turn(layout: &Layout, board: &Board) -> Result<Self, NoIndex> {
        Self::of_all_but(layout.turn, layout, board)
    }

    fn of_all_but(
        left_out: Option<usize>,
        layout: &Layout,
        board: &Board,
    ) -> Result<Self, NoIndex> {
        let mut rest = Self {
            digits: Vec::new(),
            count: 1,
        };
        for digit in &layout.digits {
            let Digit::Field(place) = *digit else {
                return Err(NoIndex::Bag);
            };
            let field = layout.fields[place];
            let is_left_out = left_out == Some(place) || board.fields.contains(&place);
            if is_left_out || field.bits == 0 {
                continue;
            }
            let radix = u64::try_from(field.scalar.radix()).map_err(|_| NoIndex::TooManyTables)?;
            rest.count = rest
                .count
                .checked_mul(radix)
                .ok_or(NoIndex::TooManyTables)?;
            rest.digits.push(RestDigit {
                shift: field.shift,
                mask: u64::MAX >> (u64::BITS - field.bits.min(u64::BITS)),
                radix,
            });
        }
        Ok(rest)
    }

    /// The number of what a position has beside the board.
    #[inline]
    pub(super) fn rank<W: Word>(&self, position: W) -> u64 {
        self.digits.iter().fold(0, |rank, digit| {
            rank * digit.radix + ((position >> digit.shift).low() & digit.mask)
        })
    }

    /// The bits beside the board for a number.
    pub(super) fn word<W: Word>(&self, mut rank: u64) -> W {
        self.digits.iter().rev().fold(W::default(), |word, digit| {
            let value = rank % digit.radix;
            rank /= digit.radix;
            word | W::of_low(value) << digit.shift
        })
    }
}
