//! Working out numbers and truths of expressions.
//!
//! Short expressions that cannot fail are worked out without a jump. Of the others no more
//! is worked out than is needed, in the order of the rules.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I64};
use cranelift_codegen::ir::{Block, InstBuilder, Type, Value};
use zug_program::{ExprId, Node};

use super::Lower;
use super::known::{Form, Mark};
use crate::straight::load;

/// About how many instructions a node takes, besides its operands.
pub(super) fn own_cost(node: &Node) -> u32 {
    match node {
        Node::Const(_) | Node::Slot { .. } => 0,
        Node::AnyTest(tests) => 3 * tests.len() as u32,
        Node::Test { .. } | Node::Field(_) => 3,
        Node::Element { .. } => 5,
        Node::Table { .. } | Node::Bits { .. } | Node::Ones { .. } => 2,
        Node::Divide(..) | Node::Modulo(..) => 20,
        Node::Closure { .. } => A_SET,
        _ => 1,
    }
}

/// Whether a number is one of several is asked by one look into a word of bits, if there are at least
/// so many of them.
const FEWEST_CONTENTS: usize = 3;

/// About how many instructions a set that grows takes, besides its conditions.
const A_SET: u32 = 100;

impl Lower<'_, '_> {
    /// The value of a node as a number of 64 bits.
    pub(super) fn number(&mut self, id: ExprId) -> Value {
        if let Some(value) = self.known.get(id, Form::Number) {
            return value;
        }
        if self.is_too_large() {
            return self.int(0);
        }
        let value = match self.shared_place(id) {
            Some(place) => self.call(place),
            None => self.new_number(id),
        };
        let reads = self.residual.facts(id).reads;
        self.known.put(id, Form::Number, value, reads);
        value
    }

    /// Whether a node is not 0, as 0 or 1 in 8 bits.
    pub(super) fn truth(&mut self, id: ExprId) -> Value {
        if let Some(value) = self.known.get(id, Form::Truth) {
            return value;
        }
        if self.is_too_large() {
            return self.b.ins().iconst(I8, 0);
        }
        let value = match self.shared_place(id) {
            Some(_) => {
                let number = self.number(id);
                self.b.ins().icmp_imm(IntCC::NotEqual, number, 0)
            }
            None => self.new_truth(id),
        };
        let reads = self.residual.facts(id).reads;
        self.known.put(id, Form::Truth, value, reads);
        value
    }

    /// The value of a node, worked out in line.
    pub(super) fn new_number(&mut self, id: ExprId) -> Value {
        match *self.node(id) {
            Node::Const(value) => self.int(value),
            Node::Field(field) => self.field(field),
            Node::Element {
                first,
                stride,
                count,
                index,
                site,
            } => {
                let index = self.number(index);
                if site.is_some() {
                    self.check_index(index, count);
                }
                let by = self.distance(first, stride, count, index);
                self.moved_field(self.residual.layout().fields[first], by)
            }
            Node::Slot { slot, .. } => self.b.use_var(self.slots[slot]),
            Node::Add(a, b) => {
                let (a, b) = (self.number(a), self.number(b));
                self.b.ins().iadd(a, b)
            }
            Node::Subtract(a, b) => {
                let (a, b) = (self.number(a), self.number(b));
                self.b.ins().isub(a, b)
            }
            Node::Multiply(a, b) => {
                let (a, b) = (self.number(a), self.number(b));
                self.b.ins().imul(a, b)
            }
            Node::Divide(a, b, site) => {
                let (a, b) = self.dividend(a, b, site.is_some());
                let quotient = self.b.ins().sdiv(a, b);
                let product = self.b.ins().imul(quotient, b);
                let rest = self.b.ins().isub(a, product);
                let is_below = self.has_other_sign(rest, b);
                let one_less = self.b.ins().iadd_imm(quotient, -1);
                self.b.ins().select(is_below, one_less, quotient)
            }
            Node::Modulo(a, b, site) => {
                let (a, b) = self.dividend(a, b, site.is_some());
                // Not by the quotient, which may take more than 64 bits where the rest does not.
                let rest = self.b.ins().srem(a, b);
                let is_below = self.has_other_sign(rest, b);
                let more = self.b.ins().iadd(rest, b);
                self.b.ins().select(is_below, more, rest)
            }
            Node::Min(a, b) => {
                let (a, b) = (self.number(a), self.number(b));
                self.b.ins().smin(a, b)
            }
            Node::Max(a, b) => {
                let (a, b) = (self.number(a), self.number(b));
                self.b.ins().smax(a, b)
            }
            Node::Sum(ref parts) => self.sum(parts),
            Node::Select(condition, then, otherwise) => {
                self.select(condition, then, otherwise, Form::Number)
            }
            Node::Table { table, index, site } => {
                let index = self.number(index);
                if site.is_some() {
                    let length = self.residual.tables()[table].len();
                    self.check_index(index, length);
                }
                self.table(table, index)
            }
            Node::Closure { ref of, word } => self.closure(id, of, word),
            Node::Ones { of, mask } => {
                let value = self.number(of);
                let bits = self.b.ins().band_imm(value, mask as i64);
                self.b.ins().popcnt(bits)
            }
            Node::Fault(_) => self.fault(I64),
            _ => {
                let truth = self.truth(id);
                self.b.ins().uextend(I64, truth)
            }
        }
    }

    fn new_truth(&mut self, id: ExprId) -> Value {
        match *self.node(id) {
            Node::Const(value) => self.b.ins().iconst(I8, i64::from(value != 0)),
            Node::Test { mask, pattern } => self.test(mask, pattern),
            Node::AnyTest(ref tests) => self.any_test(tests),
            Node::Bits { of, mask, pattern } => {
                let value = self.number(of);
                let bits = self.b.ins().band_imm(value, mask as i64);
                self.b.ins().icmp_imm(IntCC::Equal, bits, pattern as i64)
            }
            Node::Equal(a, b) => match self.asked_content(id) {
                Some((of, content)) => {
                    let number = self.number(of);
                    self.b.ins().icmp_imm(IntCC::Equal, number, content)
                }
                None => self.compare(IntCC::Equal, a, b),
            },
            Node::Less(a, b) => self.compare(IntCC::SignedLessThan, a, b),
            Node::Not(a) => {
                let truth = self.truth(a);
                self.b.ins().bxor_imm(truth, 1)
            }
            Node::Stuck => {
                let out = self.b.use_var(self.out);
                self.b.ins().icmp(IntCC::Equal, out, self.first_out)
            }
            Node::And(ref parts) if self.is_easy(id) => {
                self.join(parts, |lower, a, b| lower.b.ins().band(a, b))
            }
            Node::Or(ref parts) if self.is_easy(id) => {
                self.join(parts, |lower, a, b| lower.b.ins().bor(a, b))
            }
            Node::Or(ref parts) if self.contents(parts).is_some() => {
                let (of, lo, contents) = self.contents(parts).expect("there are some");
                self.one_of(of, lo, contents)
            }
            Node::And(_) | Node::Or(_) => self.by_branches(id),
            Node::Select(condition, then, otherwise) => {
                self.select(condition, then, otherwise, Form::Truth)
            }
            Node::Fault(_) => self.fault(I8),
            _ => {
                let number = self.number(id);
                self.b.ins().icmp_imm(IntCC::NotEqual, number, 0)
            }
        }
    }

    /// Whether the truth of a node is asked at once, and not by jumps: by a call, or as one
    /// content among several.
    fn is_one(&self, id: ExprId) -> bool {
        let is_content = match self.node(id) {
            Node::Or(parts) => self.contents(parts).is_some(),
            _ => false,
        };
        is_content || self.shared_place(id).is_some()
    }

    /// If some conditions ask whether a number is one of several: the number, its least value,
    /// and a word with a bit for each of those that are asked for, counted from the least value.
    fn contents(&self, parts: &[ExprId]) -> Option<(ExprId, i64, u64)> {
        if parts.len() < FEWEST_CONTENTS {
            return None;
        }
        let (mut asked, mut contents) = (None, 0);
        for part in parts {
            let (of, content) = self.asked_content(*part)?;
            if *asked.get_or_insert(of) != of {
                return None;
            }
            let facts = self.residual.facts(of);
            let is_narrow = facts.hi.checked_sub(facts.lo).is_some_and(|most| most < 64);
            if facts.faults || !is_narrow || !(facts.lo..=facts.hi).contains(&content) {
                return None;
            }
            contents |= 1 << (content - facts.lo);
        }
        let of = asked?;
        Some((of, self.residual.facts(of).lo, contents))
    }

    /// If a condition asks whether a number is a constant: the number and the constant.
    fn asked_content(&self, id: ExprId) -> Option<(ExprId, i64)> {
        let Node::Equal(a, b) = *self.node(id) else {
            return None;
        };
        let constant = |id| self.residual.constant(id);
        constant(b)
            .map(|content| (a, content))
            .or_else(|| Some((b, constant(a)?)))
    }

    /// Whether a number is one of several, by a word with a bit for each of these.
    fn one_of(&mut self, of: ExprId, lo: i64, contents: u64) -> Value {
        let number = self.number(of);
        let place = self.plus(number, lo.wrapping_neg());
        let contents = self.int(contents as i64);
        let bit = self.b.ins().ushr(contents, place);
        let bit = self.b.ins().band_imm(bit, 1);
        self.b.ins().ireduce(I8, bit)
    }

    fn of_form(&mut self, id: ExprId, form: Form) -> Value {
        match form {
            Form::Number => self.number(id),
            Form::Truth => self.truth(id),
        }
    }

    fn compare(&mut self, how: IntCC, a: ExprId, b: ExprId) -> Value {
        let left = self.number(a);
        if let Some(constant) = self.residual.constant(b) {
            return self.b.ins().icmp_imm(how, left, constant);
        }
        let right = self.number(b);
        self.b.ins().icmp(how, left, right)
    }

    fn join(&mut self, parts: &[ExprId], join: impl Fn(&mut Self, Value, Value) -> Value) -> Value {
        let first = self.truth(parts[0]);
        parts[1..].iter().fold(first, |joined, part| {
            let truth = self.truth(*part);
            join(self, joined, truth)
        })
    }

    /// The truth of a node, worked out by jumps and only as far as needed.
    fn by_branches(&mut self, id: ExprId) -> Value {
        let [holds, fails, after] = [(); 3].map(|()| self.b.create_block());
        let result = self.b.append_block_param(after, I8);
        let mark = self.known.mark();
        self.branch(id, holds, fails);
        self.known.forget(mark);
        for (block, value) in [(holds, 1), (fails, 0)] {
            self.begin(block);
            let value = self.b.ins().iconst(I8, value);
            self.b.ins().jump(after, &[value.into()]);
        }
        self.begin(after);
        result
    }

    /// Jumps to `holds` if the node is true, else to `fails`. What is known afterwards is
    /// valid in `holds`; what was known at the mark that is returned is valid in both.
    pub(super) fn branch(&mut self, id: ExprId, holds: Block, fails: Block) -> Mark {
        match *self.node(id) {
            _ if self.is_too_large() => {
                self.b.ins().jump(fails, &[]);
                self.known.mark()
            }
            _ if self.is_one(id) => {
                let truth = self.truth(id);
                self.b.ins().brif(truth, holds, &[], fails, &[]);
                self.known.mark()
            }
            Node::And(ref parts) if !self.is_easy(id) => {
                let mut mark = None;
                let (last, parts) = parts.split_last().expect("a conjunction has parts");
                for part in parts {
                    let next = self.b.create_block();
                    let first = self.branch(*part, next, fails);
                    mark = mark.or(Some(first));
                    self.begin(next);
                }
                let first = self.branch(*last, holds, fails);
                mark.unwrap_or(first)
            }
            Node::Or(ref parts) if !self.is_easy(id) => {
                if let Some(any) = self.any_line(parts) {
                    self.b.ins().brif(any, holds, &[], fails, &[]);
                    return self.known.mark();
                }
                let mut mark = None;
                let (last, parts) = parts.split_last().expect("a disjunction has parts");
                for part in parts {
                    let next = self.b.create_block();
                    let first = self.branch(*part, holds, next);
                    // What was found is valid on the way to `holds` alone.
                    self.known.forget(first);
                    mark = mark.or(Some(first));
                    self.begin(next);
                }
                let first = self.branch(*last, holds, fails);
                self.known.forget(first);
                let mark = mark.unwrap_or(first);
                self.known.forget(mark);
                mark
            }
            Node::Not(inner) => {
                let mark = self.branch(inner, fails, holds);
                self.known.forget(mark);
                mark
            }
            _ => {
                let truth = self.truth(id);
                self.b.ins().brif(truth, holds, &[], fails, &[]);
                self.known.mark()
            }
        }
    }

    fn select(&mut self, condition: ExprId, then: ExprId, otherwise: ExprId, form: Form) -> Value {
        if self.is_easy(then) && self.is_easy(otherwise) {
            let condition = self.truth(condition);
            let then = self.of_form(then, form);
            let otherwise = self.of_form(otherwise, form);
            return self.b.ins().select(condition, then, otherwise);
        }
        let [holds, fails, after] = [(); 3].map(|()| self.b.create_block());
        let ty = match form {
            Form::Number => I64,
            Form::Truth => I8,
        };
        let result = self.b.append_block_param(after, ty);
        let mark = self.known.mark();
        self.branch(condition, holds, fails);
        for (block, branch) in [(holds, then), (fails, otherwise)] {
            self.known.forget(mark);
            self.begin(block);
            let value = self.of_form(branch, form);
            self.b.ins().jump(after, &[value.into()]);
        }
        self.known.forget(mark);
        self.begin(after);
        result
    }

    /// Gives up. The code that follows is never reached.
    pub(super) fn fault(&mut self, ty: Type) -> Value {
        self.b.ins().jump(self.faulted, &[]);
        let never = self.b.create_block();
        self.begin(never);
        self.b.ins().iconst(ty, 0)
    }

    /// Gives up unless `holds` is true.
    pub(super) fn check(&mut self, holds: Value) {
        let next = self.b.create_block();
        self.b.ins().brif(holds, next, &[], self.faulted, &[]);
        self.begin(next);
    }

    /// Gives up unless the index is from 0 to below `count`.
    pub(super) fn check_index(&mut self, index: Value, count: usize) {
        let inside = self
            .b
            .ins()
            .icmp_imm(IntCC::UnsignedLessThan, index, count as i64);
        self.check(inside);
    }

    /// The number of bits from the first element to the element at `index`.
    pub(super) fn distance(
        &mut self,
        first: usize,
        stride: usize,
        count: usize,
        index: Value,
    ) -> Value {
        let bits = self.residual.distance(first, stride, count);
        if bits == 0 {
            return self.int(0);
        }
        self.b.ins().imul_imm(index, i64::from(bits))
    }

    /// Both operands of a division; gives up where the divisor is 0.
    fn dividend(&mut self, a: ExprId, b: ExprId, may_be_zero: bool) -> (Value, Value) {
        let (a, b) = (self.number(a), self.number(b));
        if may_be_zero {
            let is_good = self.b.ins().icmp_imm(IntCC::NotEqual, b, 0);
            self.check(is_good);
        }
        (a, b)
    }

    /// Whether the rest of a division by `b` that rounds towards 0 is neither 0 nor of the sign of
    /// `b`. Then the division that rounds down has a smaller quotient.
    fn has_other_sign(&mut self, rest: Value, b: Value) -> Value {
        let signs = self.b.ins().bxor(rest, b);
        let differ = self.b.ins().icmp_imm(IntCC::SignedLessThan, signs, 0);
        let is_rest = self.b.ins().icmp_imm(IntCC::NotEqual, rest, 0);
        self.b.ins().band(differ, is_rest)
    }

    /// The number of a table at an index, which is inside the table in each state of the
    /// game. What is no state, and has other bits in its fields, reads the last number.
    fn table(&mut self, table: usize, index: Value) -> Value {
        let values = &self.residual.tables()[table];
        let is_small = values.len() <= 64 && values.iter().all(|value| matches!(value, 0 | 1));
        if is_small {
            // A row of bits needs no memory.
            let bits = (0..)
                .zip(values)
                .fold(0u64, |bits, (at, value)| bits | (*value as u64) << at);
            let bits = self.int(bits as i64);
            let bit = self.b.ins().ushr(bits, index);
            return self.b.ins().band_imm(bit, 1);
        }
        let last = self.int(values.len() as i64 - 1);
        let index = self.b.ins().umin(index, last);
        load(
            &mut self.b,
            self.tables_at,
            self.tables.firsts[table],
            index,
        )
    }
}
