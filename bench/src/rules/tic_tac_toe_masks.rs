//! Tic-tac-toe, four by four, with bit masks: the mover's cells are in the low 16 bits,
//! the opponent's in the next 16.

use zug_game::Step;
use zug_values::Outcome;

use super::board::unpack;
use super::rival::{Rival, Tuned};
use super::tic_tac_toe::TicTacToe;

/// Four in a row on a board of four by four.
#[derive(Debug)]
pub(crate) struct Masks;

/// The lowest cell of each column.
const BOTTOM: u64 = 0x1111;
/// The cells of the first column.
const COLUMN: u64 = 0xf;
const UP: u64 = 0x8421;
const DOWN: u64 = 0x1248;

fn has_line(cells: u64) -> bool {
    let pairs = cells & cells >> 1;
    let columns = pairs & pairs >> 2 & BOTTOM;
    let pairs = cells & cells >> 4;
    let rows = pairs & pairs >> 8 & COLUMN;
    columns | rows != 0 || cells & UP == UP || cells & DOWN == DOWN
}

impl Rival for Masks {
    type Key = u64;

    fn start(&self) -> u64 {
        0
    }

    fn expand(&self, key: u64, out: &mut Vec<Step<u64>>) -> Option<Outcome> {
        let [mine, other] = [key & 0xffff, key >> 16];
        if has_line(other) {
            return Some(Outcome::Loss);
        }
        let mut free = !(mine | other) & 0xffff;
        if free == 0 {
            return Some(Outcome::Draw);
        }
        while free != 0 {
            let cell = free & free.wrapping_neg();
            out.push(Step::passing(other | (mine | cell) << 16));
            free ^= cell;
        }
        None
    }
}

impl Tuned<TicTacToe<4>> for Masks {
    fn key(&self, plain: u64) -> u64 {
        let (board, mover) = unpack::<u64, 4, 4>(plain);
        let cells = (0..).zip(board.as_flattened());
        cells.fold(0, |key, (place, &cell)| match cell {
            0 => key,
            _ if cell == mover => key | 1 << place,
            _ => key | 1 << (16 + place),
        })
    }
}
