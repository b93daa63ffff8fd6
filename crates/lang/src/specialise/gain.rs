//! What a move gains: the sum of its statements `gain`.
//!
//! The sum is kept in a slot of its own while the body is specialised: each `gain` binds the slot to
//! its old number and more. Behind the body it is known what the slot holds then, as an expression on
//! the position before the move ([`held_after`]). That is
//! the gain of the ground move, and the slot is taken out of the body that changes the position: what runs
//! the moves need not know that they gain anything. The body with the slot is kept beside it, for proofs.

use zug_analyse::held_after;
use zug_program::{ExprId, Gain, Op};

use super::{Gained, Specialiser, not_before, overflow};
use crate::evaluate::{Eval, LARGEST_GAIN, gain_fault};
use crate::syntax::ast::Expr;
use crate::text::span::Span;

/// The sum of what a body gains.
#[derive(Clone, Copy)]
pub(super) struct Points {
    /// The sum as an expression on the position before the move.
    points: ExprId,
    /// The slot that the body binds to it.
    slot: usize,
}

impl Specialiser<'_> {
    /// Begins the sum of what a body gains with 0, in a game whose moves gain points.
    pub(super) fn begin_gain(&mut self, ops: &mut Vec<Op>) {
        self.gained = None;
        if !self.has_gains {
            return;
        }
        let slot = self.next_slot;
        self.next_slot += 1;
        self.residual.slots = self.residual.slots.max(self.next_slot);
        let value = self.residual.int(0);
        ops.push(Op::Bind { slot, value });
        self.gained = Some(Gained {
            slot,
            bounds: (0, 0),
        });
    }

    /// Adds a number to the sum.
    pub(super) fn gain(&mut self, value: &Expr, ops: &mut Vec<Op>) -> Eval<()> {
        let more = self.eval(value)?;
        self.settle(ops);
        let mut more = self.scalar(&more, value.span)?;
        if self.residual.facts(more).faults {
            // The fault is met here, even if nobody asks for what the move gains.
            more = self.freeze_scalar(more, ops);
        }
        let facts = self.residual.facts(more);
        if facts.lo < -LARGEST_GAIN || facts.hi > LARGEST_GAIN {
            more = self.checked_gain(more, value.span, ops);
        }
        let Some(gained) = self.gained else {
            return Ok(());
        };
        let so_far = self.so_far(gained);
        let sum = self.residual.add(so_far, more);
        let sum = sum.map_err(overflow(value.span))?;
        let facts = self.residual.facts(sum);
        let (lo, hi) = gained.bounds;
        self.gained = Some(Gained {
            bounds: (lo.min(facts.lo), hi.max(facts.hi)),
            ..gained
        });
        ops.push(Op::Bind {
            slot: gained.slot,
            value: sum,
        });
        Ok(())
    }

    /// Returns a number that is in the range of gains, behind a check that it is.
    fn checked_gain(&mut self, more: ExprId, span: Span, ops: &mut Vec<Op>) -> ExprId {
        let more = self.freeze_scalar(more, ops);
        let (lo, hi) = (
            self.residual.int(-LARGEST_GAIN),
            self.residual.int(LARGEST_GAIN),
        );
        let is_small = self.between(more, lo, hi);
        let site = self.site(gain_fault(), span);
        self.when(is_small, Vec::new(), vec![Op::Fault(site)], ops);
        let more = self.residual.max(more, lo);
        self.residual.min(more, hi)
    }

    /// The sum so far, as what its slot holds.
    fn so_far(&mut self, gained: Gained) -> ExprId {
        let (lo, hi) = gained.bounds;
        self.residual.slot(gained.slot, lo, hi)
    }

    /// Ends the sum: returns its slot, and the sum as an expression on the position before the move. `None`
    /// in a game whose moves gain nothing.
    pub(super) fn end_gain(&mut self, ops: &[Op], span: Span) -> Eval<Option<Points>> {
        let Some(gained) = self.gained.take() else {
            return Ok(None);
        };
        let slot = gained.slot;
        let sum = self.so_far(gained);
        let spare = self.site("this is never said".to_owned(), span);
        let sum = held_after(self.residual, ops, sum, spare);
        let points = sum.map_err(|why| not_before(why, span))?;
        Ok(Some(Points { points, slot }))
    }

    /// What a move gains, whose slot is taken out of the body that changes the position.
    pub(super) fn told(&self, Points { points, slot }: Points, body: &mut Vec<Op>) -> Gain {
        let told = body.clone();
        self.without_slot(body, slot);
        Gain { points, told, slot }
    }

    /// Takes all that fills a slot out of a block, and each `if` in which nothing is left to do.
    fn without_slot(&self, ops: &mut Vec<Op>, of: usize) {
        ops.retain_mut(|op| match op {
            Op::Bind { slot, .. } => *slot != of,
            Op::If {
                condition,
                then,
                otherwise,
            } => {
                self.without_slot(then, of);
                self.without_slot(otherwise, of);
                let does_nothing = then.is_empty() && otherwise.is_empty();
                !does_nothing || self.residual.facts(*condition).faults
            }
            _ => true,
        });
    }
}
