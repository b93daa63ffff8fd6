//! Tic-tac-toe in straightforward code: the board is an array.

use zug_game::Step;
use zug_values::Outcome;

use super::board::{Board, has_line, opponent, pack, unpack};
use super::rival::{InPlace, Rival};

/// The game on a square board, with lines from side to side.
#[derive(Debug)]
pub(crate) struct TicTacToe<const SIDE: usize>;

impl<const SIDE: usize> TicTacToe<SIDE> {
    /// `next` returns the key after the mover has put a mark into the cell.
    #[inline]
    fn expand(
        key: u64,
        out: &mut Vec<Step<u64>>,
        next: impl Fn(&mut Board<SIDE, SIDE>, u8, (usize, usize)) -> u64,
    ) -> Option<Outcome> {
        let (mut board, mover) = unpack::<u64, SIDE, SIDE>(key);
        if has_line::<SIDE, SIDE, SIDE>(&board, opponent(mover)) {
            return Some(Outcome::Loss);
        }
        let before = out.len();
        for x in 0..SIDE {
            for y in 0..SIDE {
                if board[x][y] == 0 {
                    out.push(Step::passing(next(&mut board, mover, (x, y))));
                }
            }
        }
        (out.len() == before).then_some(Outcome::Draw)
    }
}

impl<const SIDE: usize> Rival for TicTacToe<SIDE> {
    type Key = u64;

    fn start(&self) -> u64 {
        pack(&[[0; SIDE]; SIDE], 1)
    }

    fn expand(&self, key: u64, out: &mut Vec<Step<u64>>) -> Option<Outcome> {
        Self::expand(key, out, |board, mover, (x, y)| {
            board[x][y] = mover;
            let next = pack(board, opponent(mover));
            board[x][y] = 0;
            next
        })
    }
}

impl<const SIDE: usize> Rival for InPlace<TicTacToe<SIDE>> {
    type Key = u64;

    fn start(&self) -> u64 {
        self.0.start()
    }

    fn expand(&self, key: u64, out: &mut Vec<Step<u64>>) -> Option<Outcome> {
        let passed = key ^ 1 << (2 * SIDE * SIDE);
        TicTacToe::<SIDE>::expand(key, out, |_, mover, (x, y)| {
            passed | u64::from(mover) << (2 * (x * SIDE + y))
        })
    }
}
