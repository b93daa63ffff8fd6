//! Dodgem, four by four, with bit masks: the cars of the first player are in the low 16
//! bits, those of the second in the next 16, then comes the player to move.

use zug_game::Step;
use zug_values::Outcome;

use super::board::unpack;
use super::dodgem::Dodgem;
use super::rival::{Rival, Tuned};

/// Dodgem on a board of four by four.
#[derive(Debug)]
pub(crate) struct Masks;

/// The lowest cell of each column.
const BOTTOM: u64 = 0x1111;
/// The highest cell of each column.
const TOP: u64 = 0x8888;
/// The cells of the last column.
const RIGHT: u64 = 0xf000;

impl Rival for Masks {
    type Key = u64;

    fn start(&self) -> u64 {
        0x000e | 0x1110 << 16
    }

    fn expand(&self, key: u64, out: &mut Vec<Step<u64>>) -> Option<Outcome> {
        let turn = key >> 32;
        // The place of the mover's cars in the key.
        let shift = 16 * turn;
        let [mine, other] = [key >> shift & 0xffff, key >> (16 - shift) & 0xffff];
        if other == 0 {
            return Some(Outcome::Loss);
        }
        let free = !(mine | other) & 0xffff;
        let rest = (other << (16 - shift)) | (turn ^ 1) << 32;
        let before = out.len();
        let mut cars = mine;
        while cars != 0 {
            let car = cars & cars.wrapping_neg();
            cars ^= car;
            let [right, left] = [car << 4, car >> 4];
            let [up, down] = [car << 1 & !BOTTOM, car >> 1 & !TOP];
            let ways = if turn == 0 {
                [right, up, down]
            } else {
                [up, right, left]
            };
            for to in ways {
                if to & free != 0 {
                    out.push(Step::passing((mine ^ car | to) << shift | rest));
                }
            }
        }
        let mut leave = mine & if turn == 0 { RIGHT } else { TOP };
        while leave != 0 {
            let car = leave & leave.wrapping_neg();
            leave ^= car;
            out.push(Step::passing((mine ^ car) << shift | rest));
        }
        (out.len() == before).then_some(Outcome::Win)
    }
}

impl Tuned<Dodgem<4>> for Masks {
    fn key(&self, plain: u64) -> u64 {
        let (board, mover) = unpack::<u64, 4, 4>(plain);
        let turn = u64::from(mover - 1) << 32;
        let cells = (0..).zip(board.as_flattened());
        cells.fold(turn, |key, (place, &cell)| match cell {
            0 => key,
            1 => key | 1 << place,
            _ => key | 1 << (16 + place),
        })
    }
}
