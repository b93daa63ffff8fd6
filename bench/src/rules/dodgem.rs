//! Dodgem in straightforward code: the board is an array.

use zug_game::Step;
use zug_values::Outcome;

use super::board::{Board, opponent, pack, unpack};
use super::rival::{InPlace, Rival};

/// The game on a square board.
#[derive(Debug)]
pub(crate) struct Dodgem<const SIDE: usize>;

/// The directions of each player: forwards, then sideways.
const DIRECTIONS: [[(isize, isize); 3]; 2] = [[(1, 0), (0, 1), (0, -1)], [(0, 1), (1, 0), (-1, 0)]];

type Cell = (usize, usize);

impl<const SIDE: usize> Dodgem<SIDE> {
    /// `next` returns the key after a car of the mover has left the first cell for the
    /// second, or the board if there is no second.
    #[inline]
    fn expand(
        key: u64,
        out: &mut Vec<Step<u64>>,
        next: impl Fn(&mut Board<SIDE, SIDE>, u8, Cell, Option<Cell>) -> u64,
    ) -> Option<Outcome> {
        let (mut board, mover) = unpack::<u64, SIDE, SIDE>(key);
        if !board.as_flattened().contains(&opponent(mover)) {
            return Some(Outcome::Loss);
        }
        let before = out.len();
        for x in 0..SIDE {
            for y in 0..SIDE {
                if board[x][y] != mover {
                    continue;
                }
                for (dx, dy) in DIRECTIONS[usize::from(mover) - 1] {
                    let to = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
                    if to.0 < SIDE && to.1 < SIDE && board[to.0][to.1] == 0 {
                        out.push(Step::passing(next(&mut board, mover, (x, y), Some(to))));
                    }
                }
            }
        }
        for i in 0..SIDE {
            let (x, y) = if mover == 1 {
                (SIDE - 1, i)
            } else {
                (i, SIDE - 1)
            };
            if board[x][y] == mover {
                out.push(Step::passing(next(&mut board, mover, (x, y), None)));
            }
        }
        // A player who is blocked wins.
        (out.len() == before).then_some(Outcome::Win)
    }
}

impl<const SIDE: usize> Rival for Dodgem<SIDE> {
    type Key = u64;

    fn start(&self) -> u64 {
        let mut board = [[0; SIDE]; SIDE];
        board[0] = [1; SIDE];
        for column in &mut board {
            column[0] = 2;
        }
        board[0][0] = 0;
        pack(&board, 1)
    }

    fn expand(&self, key: u64, out: &mut Vec<Step<u64>>) -> Option<Outcome> {
        Self::expand(key, out, |board, mover, (x, y), to| {
            board[x][y] = 0;
            if let Some((x, y)) = to {
                board[x][y] = mover;
            }
            let next = pack(board, opponent(mover));
            if let Some((x, y)) = to {
                board[x][y] = 0;
            }
            board[x][y] = mover;
            next
        })
    }
}

impl<const SIDE: usize> Rival for InPlace<Dodgem<SIDE>> {
    type Key = u64;

    fn start(&self) -> u64 {
        self.0.start()
    }

    fn expand(&self, key: u64, out: &mut Vec<Step<u64>>) -> Option<Outcome> {
        let passed = key ^ 1 << (2 * SIDE * SIDE);
        Dodgem::<SIDE>::expand(key, out, |_, mover, from, to| {
            let car = |(x, y): Cell| u64::from(mover) << (2 * (x * SIDE + y));
            passed ^ car(from) ^ to.map_or(0, car)
        })
    }
}
