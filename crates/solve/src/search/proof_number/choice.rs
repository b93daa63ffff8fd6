//! Which move proof numbers search next: what the numbers of a position's moves tell.

use zug_values::Wanted;

use crate::search::number_table::{MOST, NEVER, Number, Numbers};

/// What is known of a move on the stack.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// Its successor's numbers as they count for the position before the move: how far the
    /// move is from attaining the aim there, and from failing.
    pub(super) numbers: Numbers,
    /// Where the move fails for positions on the way alone: the place on the stack of that one
    /// nearest to the root.
    pub(super) depends: usize,
}

/// The numbers of a move that attains the aim.
pub(super) const SUCCEEDS: Numbers = Numbers {
    proof: 0,
    disproof: NEVER,
};

/// The numbers of a move that does not.
pub(super) const FAILS: Numbers = Numbers {
    proof: NEVER,
    disproof: 0,
};

/// The numbers of a successor as they count for the position before, and back again: where
/// the successor is to miss an aim, its disproof is what the mover hopes for.
pub(super) fn seen_before(wanted: Wanted, numbers: Numbers) -> Numbers {
    match wanted {
        Wanted::Attains(_) => numbers,
        Wanted::Misses(_) => Numbers {
            proof: numbers.disproof,
            disproof: numbers.proof,
        },
    }
}

/// The moves of a position, as far as they decide where the search goes on.
pub(super) struct Choice {
    /// The move with the least proof number.
    pub(super) best: usize,
    /// Its numbers, as they seem.
    of_best: Numbers,
    /// The least proof number of all moves.
    pub(super) least: Number,
    /// The least proof number of the other moves.
    second: Number,
    /// The disproof number of the position.
    disproof: Number,
    /// What the disproof number counts for other moves than the best one: the best one's number
    /// and this make the position's, where the best one's is the greatest.
    beside: Number,
}

impl Choice {
    /// A move that other walks search seems to be further from attaining the aim, so that this
    /// walk rather goes where they are not.
    pub(super) fn of(slots: &[Slot], is_searched: impl Fn(usize) -> bool) -> Self {
        let (mut best, mut seems, mut second) = (0, NEVER, NEVER);
        let mut least = NEVER;
        let (mut greatest, mut open) = (0, 0);
        for (at, slot) in slots.iter().enumerate() {
            let Numbers {
                mut proof,
                disproof,
            } = slot.numbers;
            least = least.min(proof);
            if proof > 0 && proof < second && is_searched(at) {
                proof = farther(proof);
            }
            if proof < seems {
                second = seems;
                (best, seems) = (at, proof);
            } else {
                second = second.min(proof);
            }
            greatest = greatest.max(disproof);
            open += Number::from(disproof > 0);
        }
        let beside = open.saturating_sub(1);
        let disproof = match greatest {
            0 | NEVER => greatest,
            _ => (greatest + beside).min(MOST),
        };
        Self {
            best,
            of_best: slots.get(best).map_or(FAILS, |slot| Numbers {
                proof: seems,
                ..slot.numbers
            }),
            least,
            second,
            disproof,
            beside,
        }
    }

    pub(super) fn numbers(&self) -> Numbers {
        Numbers {
            proof: self.of_best.proof,
            disproof: self.disproof,
        }
    }

    /// The thresholds for the best move, given those of the position. They are greater than
    /// the numbers of the move, unless these are as great as they can be; then there are none.
    pub(super) fn until(&self, own: Numbers) -> Numbers {
        let next = self.second.saturating_add((self.second / 4).max(1));
        Numbers {
            proof: limit(own.proof.min(next)),
            disproof: limit(if own.disproof == NEVER {
                NEVER
            } else {
                own.disproof - self.beside
            }),
        }
    }
}

/// The proof number that a move seems to have which another walk searches. Measured with two threads
/// in ten games, positions searched over those of one thread: 1.05 in the mean; with a quarter more
/// in place of a sixteenth 1.27.
fn farther(proof: Number) -> Number {
    (proof + proof / 16 + 1).min(MOST)
}

/// A threshold that no number reaches stands for none.
fn limit(threshold: Number) -> Number {
    if threshold > MOST { NEVER } else { threshold }
}
