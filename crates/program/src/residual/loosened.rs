//! Moves that are not legal yet, but may become so.
//!
//! In Connect Four a cell that completes a line threatens, though no disc can be dropped
//! there yet: what is missing is a condition on other cells, which play may bring about. A
//! cell that the opponent has taken is lost for good. So the moves of a *loosened* program
//! ask only what their guards tell of the fields that they write themselves. How many of them win at once
//! says how threatening a position is; it is a hint for the order in which a search tries
//! moves, and nothing else.

use std::slice;

use zug_game::U256;

use super::{ExprId, Node, Op, Residual};

impl Residual {
    /// The same program with more legal moves: where a move does nothing but set fields to
    /// constants, its guard does not ask whether other fields hold certain values, or do not
    /// hold them. `None` where nothing would be left out.
    ///
    /// Law: each move that is legal in this program is legal in the loosened one, and does
    /// the same.
    #[must_use]
    pub fn loosened(&self) -> Option<Self> {
        let mut loose = None;
        for (number, side) in self.sides.iter().enumerate() {
            for (place, ground) in side.moves.iter().enumerate() {
                let Some(written) = written(&ground.body) else {
                    continue;
                };
                let program = loose.as_ref().unwrap_or(self);
                if !program.asks_others(ground.guard, written) {
                    continue;
                }
                let program = loose.get_or_insert_with(|| self.clone());
                let guard = program.loosened_guard(ground.guard, written);
                program.sides[number].moves[place].guard = guard;
            }
        }
        loose
    }

    /// Whether a guard has conditions that a loosened one has not.
    fn asks_others(&self, guard: ExprId, written: U256) -> bool {
        let mut parts = self.parts(&guard).iter();
        parts.any(|part| match *self.node(*part) {
            Node::Test { mask, .. } => mask & !written != 0,
            _ => self.is_of_others(*part, written),
        })
    }

    /// The guard without the conditions on bits that are not written.
    fn loosened_guard(&mut self, guard: ExprId, written: U256) -> ExprId {
        let parts = self.parts(&guard).to_vec();
        let mut kept = Vec::with_capacity(parts.len());
        for part in parts {
            match *self.node(part) {
                Node::Test { mask, .. } if mask & written == 0 => {}
                Node::Test { mask, pattern } => {
                    kept.push(self.test_mask(mask & written, pattern & written));
                }
                _ if self.is_of_others(part, written) => {}
                _ => kept.push(part),
            }
        }
        self.and(&kept)
    }

    /// The conditions that must all hold.
    fn parts<'a>(&'a self, guard: &'a ExprId) -> &'a [ExprId] {
        match self.node(*guard) {
            Node::And(parts) => parts,
            _ => slice::from_ref(guard),
        }
    }

    /// Whether a condition says that bits which are not written are not as it tells.
    fn is_of_others(&self, part: ExprId, written: U256) -> bool {
        let tests = self.none_of(part);
        tests.is_some_and(|tests| tests.iter().all(|(mask, _)| mask & written == 0))
    }
}

/// The bits that a body sets; `None` if it does anything else, but for keeping the turn.
fn written(body: &[Op]) -> Option<U256> {
    let mut bits = U256::ZERO;
    for op in body {
        match op {
            Op::Write { clear, set } => bits |= clear | set,
            Op::Again => {}
            _ => return None,
        }
    }
    Some(bits)
}
