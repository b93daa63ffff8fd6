//! Bodies that change cells under conditions which do not disturb each other.
//!
//! A disc that is placed turns the discs that it encloses, in each direction and for each length
//! of a line: the body is a row of `If`s, each of which asks for one pattern and then writes
//! constants into cells of which the pattern tells what they hold. Done one after the other each
//! is a jump that nobody can predict. But such conditions may all be asked of the position as it
//! was before the move; then each gives the bits that change, or none, and no jump is needed.
//!
//! **When the order does not matter.** Let A come before B, and let A write bits that B tests.
//! 1. A and B never hold both: they want different things of some bit.
//! 2. Where A has held, B fails still: for one of the bits of which they want different things, A
//!    does not write it, and no other `If` before B does that can hold together with A.
//!
//! Say that all `If`s before B did what they would do alone. If B holds before the move, none of
//! those that hold writes a bit of B (1), so that B holds when its turn comes. If B fails before
//! the move but one that held, A, wrote a bit of B, then B fails still (2); and if none of them
//! wrote a bit of B, nothing has changed for it. So B too does what it would do alone. Those
//! that hold together write different bits, since each writes only bits that it tests.

use cranelift_codegen::ir::types::I8;
use cranelift_codegen::ir::{InstBuilder, Value};
use zug_game::{Player, U256};
use zug_program::{Node, Op, Residual};

use super::Lower;
use super::moves::{Constants, Ground, constants};
use super::word::words_of;

/// What a body does: constants that are always written, and cells that change where a test holds.
#[derive(Debug)]
pub(super) struct Changes {
    always: Constants,
    under: Vec<Change>,
}

/// Bits that change where a test holds.
#[derive(Clone, Copy, Debug)]
struct Change {
    mask: U256,
    pattern: U256,
    /// The bits of the position that are written, as a mask.
    written: U256,
    /// Those of them that become different.
    flips: U256,
}

impl Change {
    /// Whether two tests never hold both.
    fn excludes(&self, other: &Self) -> bool {
        self.wants_else(other) != 0
    }

    /// The bits of which two tests want different things.
    fn wants_else(&self, other: &Self) -> U256 {
        self.mask & other.mask & (self.pattern ^ other.pattern)
    }
}

/// The most conditions of a body: each pair of them is compared with all others.
const MOST: usize = 64;

/// What a body does, if all of it can be asked of the position before the move.
pub(super) fn changes(residual: &Residual, body: &[Op], mover: Option<Player>) -> Option<Changes> {
    let is_conditional = |op: &&Op| matches!(op, Op::If { .. });
    let plain: Vec<Op> = body
        .iter()
        .filter(|op| !is_conditional(op))
        .cloned()
        .collect();
    let always = constants(residual, &plain, mover)?;
    let conditional = body.iter().filter(is_conditional);
    let under: Vec<Change> = conditional
        .map(|op| change(residual, op))
        .collect::<Option<_>>()?;
    let tested = under
        .iter()
        .fold(U256::ZERO, |all, change| all | change.mask);
    let is_apart = tested & (always.clear | always.grown) == 0;
    let is_good = is_apart && under.len() <= MOST && may_be_asked_before(&under);
    is_good.then_some(Changes { always, under })
}

/// What an `If` changes, if it asks one test and writes only bits that the test knows.
fn change(residual: &Residual, op: &Op) -> Option<Change> {
    let Op::If {
        condition,
        then,
        otherwise,
    } = op
    else {
        return None;
    };
    let Node::Test { mask, pattern } = *residual.node(*condition) else {
        return None;
    };
    let (mut written, mut becomes) = (U256::ZERO, U256::ZERO);
    for op in then {
        let Op::Write { clear, set } = *op else {
            return None;
        };
        written |= clear | set;
        becomes = becomes & !clear | set;
    }
    (otherwise.is_empty() && written & !mask == 0).then_some(Change {
        mask,
        pattern,
        written,
        flips: (pattern & written) ^ becomes,
    })
}

/// Whether each test tells the same before the body as when its turn comes.
fn may_be_asked_before(all: &[Change]) -> bool {
    (0..all.len()).all(|at| {
        let (before, now) = (&all[..at], &all[at]);
        let disturbing = before.iter().filter(|first| first.written & now.mask != 0);
        disturbing.into_iter().all(|first| {
            let together = before.iter().filter(|other| !other.excludes(first));
            let written = together.fold(first.written, |all, other| all | other.written);
            first.wants_else(now) & !written != 0
        })
    })
}

impl<'a> Lower<'a, '_> {
    /// Writes the successor of a move whose body is `changes`.
    pub(super) fn store_changes(&mut self, ground: &Ground<'a>, changes: &Changes) {
        if !self.purpose.writes() {
            return self.tally(None);
        }
        let mut next = self.with_constants(ground, changes.always);
        let none = self.int(0);
        let mut flips: Vec<Option<Value>> = vec![None; next.len()];
        let (known, pattern) = ground.known;
        for change in &changes.under {
            // What is known need not be asked; what is known to fail changes nothing.
            if change.mask & known & (change.pattern ^ pattern) != 0 {
                continue;
            }
            let asked = change.mask & !known;
            let holds = self.test(asked, change.pattern & asked);
            for (word, bits) in words_of(change.flips) {
                let bits = self.int(bits as i64);
                let here = self.b.ins().select(holds, bits, none);
                flips[word] = Some(match flips[word] {
                    Some(flips) => self.b.ins().bor(flips, here),
                    None => here,
                });
            }
        }
        for (next, flips) in next.iter_mut().zip(flips) {
            if let Some(flips) = flips {
                *next = self.b.ins().bxor(*next, flips);
            }
        }
        let keeps = i64::from(changes.always.keeps_turn);
        let kept = self.b.ins().iconst(I8, keeps);
        let number = self.number_of(ground.number);
        self.store(&next, kept, None, number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A change that wants a bit of each cell, lowest cell first, and writes some bits.
    fn change(mask: U256, pattern: U256, written: U256, becomes: U256) -> Change {
        Change {
            mask,
            pattern,
            written,
            flips: (pattern & written) ^ becomes,
        }
    }

    /// The position after some changes, one after the other, and all at once.
    fn both_ways(all: &[Change], position: U256) -> [U256; 2] {
        let holds = |change: &&Change, position: U256| position & change.mask == change.pattern;
        let in_turn = all.iter().fold(position, |position, change| {
            if holds(&change, position) {
                position ^ change.flips
            } else {
                position
            }
        });
        let at_once = all.iter().filter(|change| holds(change, position));
        let flips = at_once.fold(U256::ZERO, |all, change| all | change.flips);
        [in_turn, position ^ flips]
    }

    #[test]
    fn what_may_be_asked_before_tells_the_same_in_turn() {
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        let mut below = |bound: u64| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            random % bound
        };
        let mut accepted = [0, 0];
        for _ in 0..200_000 {
            let all: Vec<Change> = (0..2 + below(3))
                .map(|_| {
                    let mask = below(63) + 1;
                    let pattern = below(64) & mask;
                    let written = below(64) & mask;
                    let becomes = below(64) & written;
                    let [mask, pattern, written, becomes] =
                        [mask, pattern, written, becomes].map(U256::from);
                    change(mask, pattern, written, becomes)
                })
                .collect();
            if !may_be_asked_before(&all) {
                continue;
            }
            let disturbs = all[0].written & all[1].mask != 0;
            accepted[usize::from(disturbs)] += 1;
            for position in (0..64_u64).map(U256::from) {
                let [in_turn, at_once] = both_ways(&all, position);
                assert_eq!(in_turn, at_once, "{all:?} from {position}");
            }
        }
        assert!(accepted.iter().all(|count| *count > 100), "{accepted:?}");
    }

    #[test]
    fn lines_of_all_lengths_may_be_asked_before() {
        // Cells of two bits: the mover's is 1, the opponent's 2.
        let line = |length: u32| {
            let enclosed = (0..length).fold(U256::ZERO, |all, cell| all | U256::ONE << (2 * cell));
            let own = U256::ONE << (2 * length);
            change(
                (enclosed | own) * 3,
                (enclosed * 2) | own,
                enclosed * 3,
                enclosed,
            )
        };
        let lines: Vec<Change> = (1..5).map(line).collect();
        assert!(may_be_asked_before(&lines));
        // A disc that another line would turn first.
        let other = change(
            U256::new(0b1100),
            U256::new(0b0100),
            U256::new(0b1100),
            U256::new(0b1000),
        );
        assert!(!may_be_asked_before(&[line(2), other]));
    }
}
