//! A Game With Numbers in straightforward code: how often each number is on a hand, as
//! an array.

use zug_game::Step;
use zug_values::Outcome;

use super::rival::{InPlace, Rival};

/// The game with eight cards from 0 to 4. A key has four bits for each number and hand,
/// then the player to move.
#[derive(Debug)]
pub(crate) struct Numbers;

const CARDS: u8 = 8;
const M: usize = 5;

/// The number of cards with each number, the first player's hand before the second's.
type Hands = [[u8; M]; 2];

fn unpack(mut key: u64) -> (Hands, usize) {
    let mut hands = [[0; M]; 2];
    for count in hands.as_flattened_mut() {
        *count = (key & 15) as u8;
        key >>= 4;
    }
    (hands, key as usize)
}

fn pack(hands: &Hands, mover: usize) -> u64 {
    let mut key = mover as u64;
    for &count in hands.as_flattened().iter().rev() {
        key = key << 4 | u64::from(count);
    }
    key
}

/// The index of the opponent's hand, 0 or 1.
fn opponent(mover: usize) -> usize {
    1 - mover
}

/// `next` returns the key after a card of the mover with the first number has become
/// one with the second.
#[inline]
fn expand(
    key: u64,
    out: &mut Vec<Step<u64>>,
    next: impl Fn(&mut Hands, usize, usize, usize) -> u64,
) -> Option<Outcome> {
    let (mut hands, mover) = unpack(key);
    let opponent = opponent(mover);
    if hands[mover][0] == CARDS {
        return Some(Outcome::Win);
    }
    if hands[opponent][0] == CARDS {
        return Some(Outcome::Loss);
    }
    for a in 1..M {
        for b in 1..M {
            if hands[mover][a] > 0 && hands[opponent][b] > 0 {
                out.push(Step::passing(next(&mut hands, mover, a, (a + b) % M)));
            }
        }
    }
    // Both hands have a card that is not 0, so there was a move.
    None
}

impl Rival for Numbers {
    type Key = u64;

    fn start(&self) -> u64 {
        pack(&[[0, CARDS, 0, 0, 0]; 2], 0)
    }

    fn expand(&self, key: u64, out: &mut Vec<Step<u64>>) -> Option<Outcome> {
        expand(key, out, |hands, mover, from, to| {
            hands[mover][from] -= 1;
            hands[mover][to] += 1;
            let next = pack(hands, opponent(mover));
            hands[mover][to] -= 1;
            hands[mover][from] += 1;
            next
        })
    }
}

impl Rival for InPlace<Numbers> {
    type Key = u64;

    fn start(&self) -> u64 {
        self.0.start()
    }

    fn expand(&self, key: u64, out: &mut Vec<Step<u64>>) -> Option<Outcome> {
        let passed = key ^ 1 << (8 * M);
        expand(key, out, |_, mover, from, to| {
            let card = |number: usize| 1 << (4 * (M * mover + number));
            passed - card(from) + card(to)
        })
    }
}
