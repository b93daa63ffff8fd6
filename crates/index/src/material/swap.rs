//! Positions folded with the players swapped.
//!
//! Where the rules declare that the players may be swapped, each position with Second to move has
//! an image with First to move, in which the same moves can be made and the mover has the same
//! value. Then the numbers of a tier have two parts: the positions with First to move, and behind
//! them the positions with Second to move, each in the place that its image has in the first part.
//! So whoever knows the value of a number of the first part knows that of the number in the second
//! part as well ([`zug_game::NumberTier::images`]).
//!
//! The swap must act on each half of the board alone, so that moves still lead from halves to halves
//! ([`super::links`]). For that a half of the board is made of whole orbits of cells: of
//! cells that stay where they are, and of pairs of cells that change places.
//!
//! Cost: the image of a filling of a half is a look-up. When not to use it: where play reaches
//! materials whose image it does not reach, since their images would have numbers too.

use zug_game::U256;
use zug_program::Word;

use super::board::Board;
use super::half::{CONTENTS, Half};
use super::map::{BoardMap, HalfMap};
use super::rest::Rest;

/// A swap of the players, as it acts on the parts of which numbers are made.
#[derive(Debug)]
pub(super) struct Swap {
    pub(super) board: BoardMap,
    pub(super) low: HalfMap,
    pub(super) high: HalfMap,
    /// The place of the bit that is set where Second is to move.
    turn: u32,
    /// For each content beside the board with Second to move, that of its image.
    to_first: Vec<u64>,
    /// For each content beside the board with First to move, that of its image.
    to_second: Vec<u64>,
}

/// The most contents beside the board where positions are folded.
const MOST_BESIDE: u64 = 1 << 12;

impl Swap {
    /// How a swap acts on these halves and on what stands beside the board, if it does not mix
    /// them. `turn` is the bit that is set where Second is to move.
    pub(super) fn new(
        board: &Board,
        swap: BoardMap,
        (low, high): (&Half, &Half),
        (rest, turn): (&Rest, U256),
        contents: &[u64; CONTENTS],
        image: &dyn Fn(U256) -> U256,
    ) -> Option<Self> {
        if rest.count > MOST_BESIDE {
            return None;
        }
        let (mut to_first, mut to_second) = (Vec::new(), Vec::new());
        let of_board = board.whole_mask();
        for content in 0..rest.count {
            let first: U256 = rest.word(content);
            let [of_second, of_first] = [first | turn, first].map(image);
            let is_right = of_second & turn == 0
                && of_first & turn != 0
                && of_second & of_board == image(turn) & of_board
                && of_first & of_board == image(U256::ZERO) & of_board;
            if !is_right {
                return None;
            }
            to_first.push(rest.rank(of_second));
            to_second.push(rest.rank(of_first));
        }
        let back = |(from, to): (u64, &u64)| to_second.get(*to as usize) == Some(&from);
        let is_inverse = (0..).zip(&to_first).all(back);
        is_inverse.then(|| Self {
            low: HalfMap::new(board, &swap, low, contents),
            high: HalfMap::new(board, &swap, high, contents),
            board: swap,
            turn: turn.trailing_zeros(),
            to_first,
            to_second,
        })
    }

    /// Whether Second is to move in a position.
    #[inline]
    pub(super) fn is_seconds<W: Word>(&self, position: W) -> bool {
        (position >> self.turn).low() & 1 == 1
    }

    /// What stands beside the board with First to move, by its number, where `rest` stands there
    /// with Second to move.
    #[inline]
    pub(super) fn to_first(&self, rest: u64) -> u64 {
        self.to_first[rest as usize]
    }

    /// The bits beside the board with Second to move in the image of positions with First to move
    /// that have the content `rest` there.
    pub(super) fn seconds<W: Word>(&self, content: u64, rest: &Rest) -> W {
        W::of_low(1) << self.turn | rest.word(self.to_second[content as usize])
    }

    /// The bytes that the tables take.
    pub(super) fn bytes(&self) -> usize {
        self.low.bytes() + self.high.bytes()
    }
}
