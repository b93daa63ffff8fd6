//! Executes the moves of a program on positions whose fields are expressions.
//!
//! A position is given by an expression for each of its fields, on the fields of some unknown
//! position: that position itself, or its image under a map. A move is executed on these
//! expressions once for all positions: both branches of an `if` are executed, and what they
//! write is joined under the condition. What was written holds where the move is legal
//! and nothing faults. Everything that is evaluated and can fault is noted with its
//! path, the condition under which it is evaluated ([`PlayedMove::asked`]).
//!
//! What a branch computes need only be right where its path holds, so that it is simplified by
//! what the path says about single fields ([`Forms::within`]).
//!
//! Cost: each node of the program is worked out once for the position before a move and once
//! more in each move that has written something on which the node depends.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::FxHashMap;
use zug_game::U256;
use zug_program::layout::number;
use zug_program::{Closure, ExprId, GroundMove, Layout, Node, Op, Residual};

use super::form::{Form, Forms, Strict};
use crate::effects::constants;

/// A program, and of what its nodes depend.
#[derive(Debug)]
pub(super) struct Program<'a> {
    residual: &'a Residual,
    /// For each node the bits of the position on which it may depend.
    reads: Vec<U256>,
    /// For each node whether it depends on a slot.
    slots: Vec<bool>,
}

impl<'a> Program<'a> {
    pub(super) fn new(residual: &'a Residual) -> Self {
        Self {
            residual,
            reads: reads(residual),
            slots: residual.uses_slots(),
        }
    }

    pub(super) fn layout(&self) -> &'a Layout {
        self.residual.layout()
    }
}

/// What one side can do in a position, all told in expressions on another position.
#[derive(Clone, Debug)]
pub(super) struct Played {
    pub(super) moves: Vec<PlayedMove>,
    pub(super) results: Vec<PlayedResult>,
}

#[derive(Clone, Debug)]
pub(super) struct PlayedMove {
    pub(super) number: usize,
    pub(super) guard: Form,
    /// What is evaluated and can fault, each with the condition under which it is evaluated.
    pub(super) asked: Vec<(Form, Form)>,
    /// Whether the turn is kept.
    pub(super) again: Form,
    /// How the game ended for the player who is to move next, by [`number`].
    pub(super) end: Form,
    /// What the mover gains by the move.
    pub(super) gain: Option<Form>,
    /// The fields that are written, with what they then hold.
    pub(super) written: BTreeMap<usize, Form>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlayedResult {
    pub(super) condition: Form,
    pub(super) outcome: i64,
    pub(super) score: Option<Form>,
}

/// Evaluates the program on positions whose fields are expressions on another position.
pub(super) struct View<'v, 'a> {
    program: &'v Program<'a>,
    forms: &'v mut Forms<'a>,
    /// What each field holds before the move.
    fields: Vec<Form>,
    /// For each node its form before the move, if it is known.
    before: Vec<Option<Form>>,
    /// The sets that grow by steps before the move, by the place of what they are made of.
    closures: FxHashMap<*const Closure, Rc<[Form]>>,
    /// What the move that is executed evaluates and can fault.
    asked: Vec<(Form, Form)>,
}

/// A position in the middle of a move.
#[derive(Clone, Debug)]
struct Now {
    written: BTreeMap<usize, Form>,
    /// The bits of the fields that are written.
    changed: U256,
    slots: BTreeMap<usize, Form>,
    again: Form,
    /// How the game ended for the player who moves, by [`number`].
    end: Form,
    /// Forms of nodes that are not what they were before the move.
    known: FxHashMap<ExprId, Form>,
}

impl<'v, 'a> View<'v, 'a> {
    /// A view of positions that hold `fields`, one expression for each field.
    pub(super) fn new(
        program: &'v Program<'a>,
        forms: &'v mut Forms<'a>,
        fields: Vec<Form>,
    ) -> Self {
        Self {
            program,
            forms,
            fields,
            before: vec![None; program.residual.nodes().len()],
            closures: FxHashMap::default(),
            asked: Vec::new(),
        }
    }

    /// What these sides can do.
    pub(super) fn sides(mut self, sides: impl Iterator<Item = usize>) -> Vec<Played> {
        sides.map(|side| self.side(side)).collect()
    }

    fn side(&mut self, side: usize) -> Played {
        let side = &self.program.residual.sides[side];
        let mut now = self.start();
        let results = side.results.iter().map(|result| PlayedResult {
            condition: self.form(result.condition, &mut now),
            outcome: number::of_outcome(result.outcome),
            score: result.score.map(|score| self.form(score, &mut now)),
        });
        let results = results.collect();
        let mut moves = Vec::new();
        for (number, ground) in side.moves.iter().enumerate() {
            if self.forms.meter.check().is_err() {
                break;
            }
            let played = self.play(number, ground);
            let is_never_legal = self.forms.value(played.guard) == Some(0);
            if !is_never_legal || !played.asked.is_empty() {
                moves.push(played);
            }
        }
        Played { moves, results }
    }

    fn start(&mut self) -> Now {
        Now {
            written: BTreeMap::new(),
            changed: U256::ZERO,
            slots: BTreeMap::new(),
            again: self.forms.bool(false),
            end: self.forms.int(number::GOES_ON),
            known: FxHashMap::default(),
        }
    }

    fn play(&mut self, number: usize, ground: &GroundMove) -> PlayedMove {
        let mut now = self.start();
        let always = self.forms.bool(true);
        for (slot, value) in &ground.derived {
            let value = self.asked(*value, always, &mut now);
            now.bind(*slot, value);
        }
        // Its faults are among what must be alike.
        let guard = self.form(ground.guard, &mut now);
        let body = ground.gain.as_ref().map_or(&ground.body, |gain| &gain.told);
        self.run(body, guard, &mut now);
        let gain = ground.gain.as_ref();
        let gain = gain.and_then(|gain| now.slots.get(&gain.slot).copied());
        let mut asked = std::mem::take(&mut self.asked);
        asked.sort_unstable();
        asked.dedup();
        let for_next = self.forms.of_opponent(now.end);
        let end = self.forms.select(now.again, now.end, for_next);
        // What a move does where it is not legal does not matter; guards are compared themselves.
        let known = self.forms.contents_given(guard);
        for form in now.written.values_mut() {
            *form = self.forms.within(*form, &known);
        }
        PlayedMove {
            number,
            guard,
            asked,
            again: self.forms.within(now.again, &known),
            gain: gain.map(|gain| self.forms.within(gain, &known)),
            end: self.forms.within(end, &known),
            written: now.written,
        }
    }

    /// Executes a block that is reached where `path` holds.
    fn run(&mut self, block: &[Op], path: Form, now: &mut Now) {
        for op in block {
            self.step(op, path, now);
        }
    }

    fn step(&mut self, op: &Op, path: Form, now: &mut Now) {
        match op {
            Op::Write { clear, set } => {
                let layout = self.program.residual.layout();
                for (field, value) in constants(layout, *clear, *set) {
                    let value = self.forms.int(value);
                    self.write(field, value, now);
                }
            }
            Op::Set { field, value, site } => {
                let value = self.asked(*value, path, now);
                if site.is_some() {
                    self.check_range(*field, value, path);
                }
                self.write(*field, value, now);
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
                let index = self.asked(*index, path, now);
                let value = self.asked(*value, path, now);
                if outside.is_some() {
                    self.check_between(index, 0, *count as i64 - 1, path);
                }
                for element in 0..*count {
                    let field = first + element * stride;
                    let element = self.forms.int(element as i64);
                    let is_it = self.forms.strict(Strict::Equal, &[index, element]);
                    if self.forms.value(is_it) == Some(0) {
                        continue;
                    }
                    if site.is_some() {
                        let path = self.forms.all(&[path, is_it]);
                        self.check_range(field, value, path);
                    }
                    let old = self.field(field, now);
                    let new = self.forms.select(is_it, value, old);
                    self.write(field, new, now);
                }
            }
            Op::Bind { slot, value } => {
                let value = self.asked(*value, path, now);
                now.bind(*slot, value);
            }
            Op::If {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.asked(*condition, path, now);
                let opposite = self.forms.not(condition);
                let mut other = now.clone();
                let paths = [condition, opposite].map(|side| self.forms.all(&[path, side]));
                self.run(then, paths[0], now);
                self.run(otherwise, paths[1], &mut other);
                self.join(condition, now, &other);
            }
            Op::Again => now.again = self.forms.bool(true),
            Op::End(outcome) => {
                let goes_on = self.forms.int(number::GOES_ON);
                let goes_on = self.forms.strict(Strict::Equal, &[now.end, goes_on]);
                let ended = self.forms.int(number::of_outcome(*outcome));
                now.end = self.forms.select(goes_on, ended, now.end);
            }
            Op::CheckBag {
                first, kinds, size, ..
            } => {
                let counts: Vec<Form> = (*first..first + kinds)
                    .map(|field| self.field(field, now))
                    .collect();
                let counts: Vec<(Form, i128)> = counts.into_iter().map(|form| (form, 1)).collect();
                let held = self.forms.linear(0, &counts);
                self.check_between(held, *size, *size, path);
            }
            Op::Fault(_) => {
                let fault = self.forms.fault();
                self.asked.push((path, fault));
            }
        }
    }

    /// Puts what holds after both branches of an `if` together; `now` is where the condition holds.
    fn join(&mut self, condition: Form, now: &mut Now, other: &Now) {
        for field in keys_of_either(&now.written, &other.written) {
            let before = self.fields[field];
            let held = |now: &Now| now.written.get(&field).copied().unwrap_or(before);
            let (then, otherwise) = (held(now), held(other));
            let value = self.either(condition, then, otherwise);
            self.write(field, value, now);
        }
        for slot in keys_of_either(&now.slots, &other.slots) {
            let value = match (now.slots.get(&slot), other.slots.get(&slot)) {
                (Some(then), Some(otherwise)) => self.either(condition, *then, *otherwise),
                // A slot that only one branch fills is read in that branch alone.
                _ => self.forms.unknown(),
            };
            now.bind(slot, value);
        }
        now.again = self.either(condition, now.again, other.again);
        now.end = self.either(condition, now.end, other.end);
    }

    /// What holds behind an `if`; that its condition may fault is noted elsewhere.
    fn either(&mut self, condition: Form, then: Form, otherwise: Form) -> Form {
        if then == otherwise {
            then
        } else {
            self.forms.select(condition, then, otherwise)
        }
    }

    fn write(&mut self, field: usize, value: Form, now: &mut Now) {
        now.changed |= self.program.residual.layout().fields[field].mask();
        now.written.insert(field, value);
        now.known.clear();
    }

    fn field(&self, field: usize, now: &Now) -> Form {
        now.written
            .get(&field)
            .copied()
            .unwrap_or(self.fields[field])
    }

    /// A value that is stored must be in the range of its field.
    fn check_range(&mut self, field: usize, value: Form, path: Form) {
        let scalar = self.program.residual.layout().fields[field].scalar;
        self.check_between(value, scalar.lo, scalar.hi, path);
    }

    fn check_between(&mut self, value: Form, lo: i64, hi: i64, path: Form) {
        let (lo, hi) = (self.forms.int(lo), self.forms.int(hi));
        let below = self.forms.strict(Strict::Less, &[value, lo]);
        let above = self.forms.strict(Strict::Less, &[hi, value]);
        let outside = self.forms.any(&[below, above]);
        let fails = self.forms.all(&[path, outside]);
        if self.forms.value(fails) != Some(0) {
            let fault = self.forms.fault();
            self.asked.push((fails, fault));
        }
    }

    /// The form of an expression that is evaluated where `path` holds.
    fn asked(&mut self, id: ExprId, path: Form, now: &mut Now) -> Form {
        let form = self.form(id, now);
        // It is asked only where the path holds.
        let known = self.forms.contents_given(path);
        let form = self.forms.within(form, &known);
        if self.forms.faults(form) {
            self.asked.push((path, form));
        }
        form
    }

    /// Whether the node is what it was before the move.
    fn is_as_before(&self, id: ExprId, now: &Now) -> bool {
        !self.program.slots[id.index()]
            && self.program.reads[id.index()] & now.changed == U256::ZERO
    }

    fn known(&self, id: ExprId, now: &Now) -> Option<Form> {
        if self.is_as_before(id, now) {
            self.before[id.index()]
        } else {
            now.known.get(&id).copied()
        }
    }

    fn form(&mut self, id: ExprId, now: &mut Now) -> Form {
        let mut open = vec![id];
        loop {
            let Some(&top) = open.last() else {
                break self.forms.unknown();
            };
            if let Some(known) = self.known(top, now) {
                open.pop();
                if open.is_empty() {
                    break known;
                }
                continue;
            }
            let waiting = open.len();
            self.program.residual.node(top).each_operand(|operand| {
                if self.known(operand, now).is_none() {
                    open.push(operand);
                }
            });
            if open.len() == waiting {
                let form = self.node(top, now);
                if self.is_as_before(top, now) {
                    self.before[top.index()] = Some(form);
                } else {
                    now.known.insert(top, form);
                }
            }
        }
    }

    /// The form of a node whose operands are known.
    fn node(&mut self, id: ExprId, now: &Now) -> Form {
        self.forms.meter.count(1);
        if self.forms.meter.check().is_err() {
            return self.forms.unknown();
        }
        let of = |view: &Self, id: ExprId| view.known(id, now);
        let mut operands = Vec::new();
        self.program
            .residual
            .node(id)
            .each_operand(|operand| operands.extend(of(self, operand)));
        match self.program.residual.node(id) {
            Node::Const(value) => self.forms.int(*value),
            Node::Field(field) => self.field(*field, now),
            Node::Element {
                first,
                stride,
                count,
                ..
            } => {
                let elements = (0..*count).map(|element| self.field(first + element * stride, now));
                let elements: Vec<Form> = elements.collect();
                self.forms.choose(operands[0], &elements)
            }
            Node::Slot { slot, .. } => match now.slots.get(slot) {
                Some(value) => *value,
                None => self.forms.unknown(),
            },
            Node::Stuck => self.forms.stuck(),
            Node::Add(..) | Node::Sum(_) => {
                let terms: Vec<(Form, i128)> = operands.into_iter().map(|form| (form, 1)).collect();
                self.forms.linear(0, &terms)
            }
            Node::Subtract(..) => self.forms.linear(0, &[(operands[0], 1), (operands[1], -1)]),
            Node::Multiply(..) => self.forms.strict(Strict::Multiply, &operands),
            Node::Divide(..) => self.forms.strict(Strict::Divide, &operands),
            Node::Modulo(..) => self.forms.strict(Strict::Modulo, &operands),
            Node::Min(..) => self.forms.strict(Strict::Min, &operands),
            Node::Max(..) => self.forms.strict(Strict::Max, &operands),
            Node::Equal(..) => self.forms.strict(Strict::Equal, &operands),
            Node::Less(..) => self.forms.strict(Strict::Less, &operands),
            Node::Not(_) => self.forms.strict(Strict::IsZero, &operands),
            Node::And(_) => self.forms.all(&operands),
            Node::Or(_) => self.forms.any(&operands),
            Node::Select(..) => self.forms.select(operands[0], operands[1], operands[2]),
            Node::Table { table, .. } => self
                .forms
                .strict(Strict::Lookup { table: *table }, &operands),
            Node::Test { mask, pattern } => self.test(*mask, *pattern, now),
            Node::AnyTest(tests) => {
                let tests = tests
                    .iter()
                    .map(|(mask, pattern)| self.test(*mask, *pattern, now));
                let tests: Vec<Form> = tests.collect();
                self.forms.any(&tests)
            }
            Node::Closure { of, word } => {
                let members = self.closure(id, of, &operands, now);
                let members = &members[64 * *word as usize..][..64];
                let bits = members
                    .iter()
                    .enumerate()
                    .map(|(bit, form)| (*form, 1 << bit));
                let bits: Vec<(Form, i128)> = bits.collect();
                self.forms.linear(0, &bits)
            }
            Node::Bits { of, mask, pattern } => {
                if let Node::Closure { .. } = self.program.residual.node(*of) {
                    let members = self.members(*of, now);
                    let asked = (0..64).filter(|bit| mask >> bit & 1 == 1);
                    let mut parts = Vec::new();
                    for bit in asked {
                        let member = members[bit];
                        parts.push(if pattern >> bit & 1 == 1 {
                            member
                        } else {
                            self.forms.not(member)
                        });
                    }
                    self.forms.all(&parts)
                } else {
                    let bits = Strict::Bits {
                        mask: *mask,
                        pattern: *pattern,
                    };
                    self.forms.strict(bits, &operands)
                }
            }
            Node::Ones { of, mask } => match self.program.residual.node(*of) {
                Node::Closure { .. } => {
                    let members = self.members(*of, now);
                    let asked = (0..64).filter(|bit| mask >> bit & 1 == 1);
                    let terms: Vec<(Form, i128)> = asked.map(|bit| (members[bit], 1)).collect();
                    self.forms.linear(0, &terms)
                }
                _ => self.forms.strict(Strict::Ones { mask: *mask }, &operands),
            },
            Node::Fault(_) => self.forms.fault(),
        }
    }

    /// The conditions under which the 64 elements of a word of a set are in the set.
    fn members(&mut self, word: ExprId, now: &Now) -> Vec<Form> {
        let Node::Closure { of, word: place } = self.program.residual.node(word) else {
            return Vec::new();
        };
        let operands: Vec<Form> = of
            .conditions()
            .filter_map(|id| self.known(id, now))
            .collect();
        if operands.len() < of.conditions().count() {
            // The word itself was worked out before, and with it what it is made of.
            return (0..64).map(|_| self.forms.unknown()).collect();
        }
        self.closure(word, of, &operands, now)[64 * *place as usize..][..64].to_vec()
    }

    fn closure(
        &mut self,
        word: ExprId,
        of: &Closure,
        conditions: &[Form],
        now: &Now,
    ) -> Rc<[Form]> {
        let is_as_before = self.is_as_before(word, now);
        let key = std::ptr::from_ref(of);
        if let Some(known) = self.closures.get(&key).filter(|_| is_as_before) {
            return known.clone();
        }
        let (start, steps) = conditions.split_at(of.start.len());
        let start = of
            .start
            .iter()
            .zip(start)
            .map(|((place, _), form)| (*place, *form));
        let steps = of
            .steps
            .iter()
            .zip(steps)
            .map(|((from, to, _), form)| (*from, *to, *form));
        let (start, steps): (Vec<_>, Vec<_>) = (start.collect(), steps.collect());
        let members: Rc<[Form]> = self.forms.closure(Closure::MOST, &start, &steps).into();
        if is_as_before {
            self.closures.insert(key, members.clone());
        }
        members
    }

    /// Whether the bits of the mask are those of the pattern.
    fn test(&mut self, mask: U256, pattern: U256, now: &Now) -> Form {
        let layout = self.program.residual.layout();
        let mut parts = Vec::new();
        for (field, of) in layout.fields.iter().enumerate() {
            if of.bits == 0 || mask & of.mask() == U256::ZERO {
                continue;
            }
            let held = self.field(field, now);
            let content = ((pattern & of.mask()) >> of.shift).as_u64();
            parts.push(if mask & of.mask() == of.mask() {
                let content = self.forms.int(content as i64 + of.scalar.lo);
                self.forms.strict(Strict::Equal, &[held, content])
            } else {
                let mask = ((mask & of.mask()) >> of.shift).as_u64();
                let held = self.forms.linear(-i128::from(of.scalar.lo), &[(held, 1)]);
                let pattern = content;
                self.forms.strict(Strict::Bits { mask, pattern }, &[held])
            });
        }
        self.forms.all(&parts)
    }
}

impl Now {
    fn bind(&mut self, slot: usize, value: Form) {
        self.slots.insert(slot, value);
        self.known.clear();
    }
}

/// For each node the bits of the position on which it may depend.
fn reads(residual: &Residual) -> Vec<U256> {
    let layout = residual.layout();
    let mut reads: Vec<U256> = Vec::with_capacity(residual.nodes().len());
    for node in residual.nodes() {
        let mut bits = match node {
            Node::Field(field) => layout.fields[*field].mask(),
            Node::Element {
                first,
                stride,
                count,
                ..
            } => (0..*count).fold(U256::ZERO, |bits, element| {
                bits | layout.fields[first + element * stride].mask()
            }),
            Node::Test { mask, .. } => *mask,
            Node::AnyTest(tests) => tests
                .iter()
                .fold(U256::ZERO, |bits, (mask, _)| bits | *mask),
            _ => U256::ZERO,
        };
        node.each_operand(|operand| bits |= reads[operand.index()]);
        reads.push(bits);
    }
    reads
}

/// The keys that at least one of two maps has.
fn keys_of_either(one: &BTreeMap<usize, Form>, other: &BTreeMap<usize, Form>) -> BTreeSet<usize> {
    one.keys().chain(other.keys()).copied().collect()
}
