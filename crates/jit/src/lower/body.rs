//! The statements of a move that are more than constants.

use std::ops::Range;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I64};
use cranelift_codegen::ir::{InstBuilder, Value};
use cranelift_frontend::Variable;
use zug_game::Player;
use zug_program::layout::number;
use zug_program::{ExprId, Field, Op};
use zug_values::Outcome;

use super::Lower;

/// What a body does to the turn and to the end of the game.
#[derive(Clone, Copy)]
pub(super) struct Effects {
    /// Holds 1 if the turn is kept, else 0.
    pub(super) again: Variable,
    /// Holds the number of how the move ends the game.
    pub(super) end: Variable,
}

const WIN: i64 = number::of_outcome(Outcome::Win);
const LOSS: i64 = number::of_outcome(Outcome::Loss);

/// Whether a statement may keep the turn or end the game.
fn has_effects(op: &Op) -> bool {
    let mut has_effects = false;
    op.each(&mut |op| has_effects |= matches!(op, Op::Again | Op::End(_)));
    has_effects
}

impl Lower<'_, '_> {
    /// Does the body, writes the successor, and puts the words of the position back.
    pub(super) fn body(&mut self, body: &[Op], mover: Option<Player>, number: u32) {
        if !self.purpose.writes() {
            return self.tally(None);
        }
        let before = self.words();
        let mark = self.known.mark();
        let effects = self.effects;
        let no = self.b.ins().iconst(I8, 0);
        let kept = if body.iter().any(has_effects) {
            self.b.def_var(effects.again, no);
            let zero = self.int(0);
            self.b.def_var(effects.end, zero);
            self.block(body, effects);
            let again = self.b.use_var(effects.again);
            self.pass_the_turn(again, mover);
            if let Some(over) = self.residual.layout().over {
                let ended = self.ended(effects, again);
                self.write_field(over, ended);
            }
            again
        } else {
            // The turn passes, and the game is not over, as it was not before the move.
            self.block(body, effects);
            if let (Some(turn), Some(mover)) = (self.residual.layout().turn, mover) {
                let field = self.residual.layout().fields[turn];
                let opponent = field.content(number::of_player(mover.opponent()));
                self.write_constants(field.mask(), opponent);
            }
            no
        };
        let next = self.words();
        let number = self.number_of(number);
        self.store(&next, kept, None, number);
        for (word, value) in before.into_iter().enumerate() {
            self.b.def_var(self.position[word], value);
        }
        self.known.forget(mark);
        self.written.clear();
    }

    fn pass_the_turn(&mut self, again: Value, mover: Option<Player>) {
        if let (Some(turn), Some(mover)) = (self.residual.layout().turn, mover) {
            let [same, other] =
                [mover, mover.opponent()].map(|player| self.int(number::of_player(player)));
            let player = self.b.ins().select(again, same, other);
            self.write_field(turn, player);
        }
    }

    /// The number of the outcome for the player who is to move next.
    fn ended(&mut self, effects: Effects, again: Value) -> Value {
        let end = self.b.use_var(effects.end);
        // A win and a loss change places.
        let flipped = self.b.ins().irsub_imm(end, WIN + LOSS);
        let is_decided = self.b.ins().iadd_imm(end, -WIN);
        let is_decided = self
            .b
            .ins()
            .icmp_imm(IntCC::UnsignedLessThan, is_decided, LOSS - WIN + 1);
        let flipped = self.b.ins().select(is_decided, flipped, end);
        self.b.ins().select(again, end, flipped)
    }

    fn block(&mut self, block: &[Op], effects: Effects) {
        for op in block {
            if !self.is_too_large() {
                self.op(op, effects);
            }
        }
    }

    fn op(&mut self, op: &Op, effects: Effects) {
        match *op {
            Op::Write { clear, set } => self.write_constants(clear, set),
            Op::Set { field, value, site } => {
                let value = self.number(value);
                if site.is_some() {
                    self.check_range(self.residual.layout().fields[field], value);
                }
                self.write_field(field, value);
            }
            Op::SetElement {
                first,
                stride,
                count,
                index,
                value,
                outside,
                site,
            } => {
                let field = self.residual.layout().fields[first];
                let index = self.number(index);
                let value = self.number(value);
                if outside.is_some() {
                    self.check_index(index, count);
                }
                if site.is_some() {
                    self.check_range(field, value);
                }
                let by = self.distance(first, stride, count, index);
                self.write_moved_field(field, by, value);
            }
            Op::Bind { slot, value } => {
                let value = self.number(value);
                self.b.def_var(self.slots[slot], value);
                self.forget_slots();
            }
            Op::If {
                condition,
                ref then,
                ref otherwise,
            } => self.branches(condition, [then, otherwise], effects),
            Op::Again => {
                let yes = self.b.ins().iconst(I8, 1);
                self.b.def_var(effects.again, yes);
            }
            Op::End(outcome) => {
                let before = self.b.use_var(effects.end);
                let outcome = self.int(number::of_outcome(outcome));
                let end = self.b.ins().select(before, before, outcome);
                self.b.def_var(effects.end, end);
            }
            Op::CheckBag {
                first, kinds, size, ..
            } => self.check_bag(first..first + kinds, size),
            Op::Fault(_) => {
                self.fault(I64);
            }
        }
    }

    /// Does the first block if the condition holds, else the second.
    fn branches(&mut self, condition: ExprId, [then, otherwise]: [&[Op]; 2], effects: Effects) {
        let [holds, fails, after] = [(); 3].map(|()| self.b.create_block());
        let mark = self.known.mark();
        self.branch(condition, holds, fails);
        for (block, ops) in [(holds, then), (fails, otherwise)] {
            self.known.forget(mark);
            self.begin(block);
            self.block(ops, effects);
            self.b.ins().jump(after, &[]);
        }
        self.known.forget(mark);
        self.known.changed();
        self.forget_slots();
        self.begin(after);
    }

    /// Forgets the nodes that read slots: a slot may have been given another value.
    fn forget_slots(&mut self) {
        let uses_slots = self.uses_slots;
        self.known.drop_if(|id| uses_slots[id.index()]);
    }

    /// Gives up if the counts of a bag do not add up to its size.
    fn check_bag(&mut self, counts: Range<usize>, size: i64) {
        let zero = self.int(0);
        let held = counts.fold(zero, |held, field| {
            let value = self.field(field);
            self.b.ins().iadd(held, value)
        });
        let is_right = self.b.ins().icmp_imm(IntCC::Equal, held, size);
        self.check(is_right);
    }

    /// Gives up if the value is outside the field's range.
    fn check_range(&mut self, field: Field, value: Value) {
        let above = self.plus(value, field.scalar.lo.wrapping_neg());
        let width = field.scalar.hi.wrapping_sub(field.scalar.lo);
        let inside = self
            .b
            .ins()
            .icmp_imm(IntCC::UnsignedLessThanOrEqual, above, width);
        self.check(inside);
    }
}
