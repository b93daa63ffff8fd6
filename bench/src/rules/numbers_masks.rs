//! A Game With Numbers with bit masks: a move is a sum on the key itself, and the
//! numbers on a hand are found all at once.

use zug_game::Step;
use zug_values::Outcome;

use super::numbers::Numbers;
use super::rival::{Rival, Tuned};

/// The game with eight cards from 0 to 4, with the keys of [`Numbers`].
#[derive(Debug)]
pub(crate) struct Masks;

/// The bits of a hand, four for each number.
const HAND: u32 = 20;

/// For each number but 0 that is on a hand, the lowest bit of its four.
fn present(hand: u64) -> u64 {
    (hand | hand >> 1 | hand >> 2 | hand >> 3) & 0x1_1110
}

impl Rival for Masks {
    type Key = u64;

    fn start(&self) -> u64 {
        0x80 | 0x80 << HAND
    }

    fn expand(&self, key: u64, out: &mut Vec<Step<u64>>) -> Option<Outcome> {
        let shift = if key >> (2 * HAND) == 0 { 0 } else { HAND };
        let hand = |shift: u32| key >> shift & ((1 << HAND) - 1);
        let (mut mine, other) = (present(hand(shift)), present(hand(HAND - shift)));
        if mine == 0 {
            return Some(Outcome::Win);
        }
        if other == 0 {
            return Some(Outcome::Loss);
        }
        while mine != 0 {
            let a = mine.trailing_zeros();
            mine &= mine - 1;
            let taken = (key ^ 1 << (2 * HAND)) - (1 << (shift + a));
            let mut theirs = other;
            while theirs != 0 {
                let sum = a + theirs.trailing_zeros();
                theirs &= theirs - 1;
                let sum = if sum >= HAND { sum - HAND } else { sum };
                out.push(Step::passing(taken + (1 << (shift + sum))));
            }
        }
        None
    }
}

impl Tuned<Numbers> for Masks {
    fn key(&self, plain: u64) -> u64 {
        plain
    }
}
