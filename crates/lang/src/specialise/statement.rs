//! Statements: the operations on a position that remain to be done.

use std::collections::{BTreeMap, BTreeSet};

use zug_game::U256;

use super::collection::check_order;
use super::fields::{NO_KIND, NO_PLACE, Spot, outside};
use super::{Partial, Specialiser, overflow, unknown};
use crate::domain::state::Variable;
use crate::domain::ty::Shape;
use crate::evaluate::{ASSERTED, Eval, NoValue, bag_fault, bound_message, fault, range_fault};
use crate::syntax::ast::{AssignOp, Clause, Expr, MoveDecl, Repeat, Stmt, Target};
use crate::text::diagnostic::Diagnostic;
use crate::text::span::Span;
use zug_program::{ExprId, Node, Op};

/// So many rounds of a loop stand within each other.
const ROUNDS_WITHIN: i64 = 8;

impl<'a> Specialiser<'a> {
    pub(super) fn block(&mut self, body: &[Stmt], ops: &mut Vec<Op>) -> Eval<()> {
        let bound = self.locals.len();
        for statement in body {
            match self.statement(statement, ops) {
                Err(NoValue::Fault(diagnostic)) => {
                    self.end_with_fault(*diagnostic, ops);
                    break;
                }
                other => other?,
            }
        }
        self.locals.truncate(bound);
        Ok(())
    }

    fn end_with_fault(&mut self, diagnostic: Diagnostic, ops: &mut Vec<Op>) {
        self.demands.clear();
        let site = self.site(diagnostic.message, diagnostic.span);
        ops.push(Op::Fault(site));
    }

    pub(super) fn statement(&mut self, statement: &Stmt, ops: &mut Vec<Op>) -> Eval<()> {
        match statement {
            Stmt::Assign { target, op, value } => self.assign(target, *op, value, ops),
            Stmt::Together { targets, values } => self.together(targets, values, ops),
            Stmt::If { arms, otherwise } => self.branches(arms, otherwise, ops),
            Stmt::For { clauses, body } => self.for_each(clauses, body, ops),
            Stmt::Repeat(repeat) => self.repeat(repeat, ops),
            Stmt::Assert(condition) => {
                let holds = self.condition(condition)?;
                let site = self.site(ASSERTED.to_owned(), condition.span);
                self.when(holds, Vec::new(), vec![Op::Fault(site)], ops);
                Ok(())
            }
            Stmt::Let { name, value } => {
                let value = self.eval(value)?;
                self.settle(ops);
                let value = self.freeze(value, ops);
                self.locals.push((name.text.clone(), value));
                Ok(())
            }
            Stmt::Again => {
                ops.push(Op::Again);
                Ok(())
            }
            Stmt::Gain { value, .. } => self.gain(value, ops),
            Stmt::Result(decl) => {
                let end = Op::End(self.verdict(&decl.verdict));
                let condition = match &decl.condition {
                    Some(condition) => self.condition(condition)?,
                    None => self.residual.bool(true),
                };
                self.when(condition, vec![end], Vec::new(), ops);
                Ok(())
            }
        }
    }

    pub(super) fn when(
        &mut self,
        condition: ExprId,
        then: Vec<Op>,
        otherwise: Vec<Op>,
        ops: &mut Vec<Op>,
    ) {
        match self.residual.constant(condition) {
            Some(0) => ops.extend(otherwise),
            Some(_) => ops.extend(then),
            None => ops.push(Op::If {
                condition,
                then,
                otherwise,
            }),
        }
    }

    pub(super) fn branches(
        &mut self,
        arms: &[(Expr, Vec<Stmt>)],
        otherwise: &[Stmt],
        ops: &mut Vec<Op>,
    ) -> Eval<()> {
        let Some(((condition, block), rest)) = arms.split_first() else {
            return self.block(otherwise, ops);
        };
        let condition = self.condition(condition)?;
        let (mut then, mut other) = (Vec::new(), Vec::new());
        if self.residual.constant(condition) != Some(0) {
            self.block(block, &mut then)?;
        }
        if self.residual.constant(condition) != Some(1) {
            self.branches(rest, otherwise, &mut other)?;
        }
        self.when(condition, then, other, ops);
        Ok(())
    }

    /// The rounds of a loop, one behind the other, some of them within those before: where the
    /// condition fails once, it is asked again for each of these groups alone.
    fn repeat(&mut self, repeat: &Repeat, ops: &mut Vec<Op>) -> Eval<()> {
        let bound = self.eval(&repeat.bound)?;
        self.settle(ops);
        let bound = self.scalar(&bound, repeat.bound.span)?;
        let Some(bound) = self.residual.constant(bound) else {
            return Err(unknown("the bound of `repeat`", repeat.bound.span));
        };
        let mut left = bound.max(0);
        while left > 0 {
            let rounds = left.min(ROUNDS_WITHIN);
            if !self.rounds(rounds, repeat, ops)? {
                return Ok(());
            }
            left -= rounds;
        }
        let goes_on = self.condition(&repeat.condition)?;
        let site = self.site(bound_message(bound), repeat.condition.span);
        self.when(goes_on, vec![Op::Fault(site)], Vec::new(), ops);
        Ok(())
    }

    /// So many rounds of a loop, each within the one before. Returns whether the loop may go on
    /// behind them.
    fn rounds(&mut self, rounds: i64, repeat: &Repeat, ops: &mut Vec<Op>) -> Eval<bool> {
        self.step(repeat.condition.span)?;
        let goes_on = self.condition(&repeat.condition)?;
        if self.residual.constant(goes_on) == Some(0) {
            return Ok(false);
        }
        let mut inner = Vec::new();
        self.block(&repeat.body, &mut inner)?;
        let ends = matches!(inner.last(), Some(Op::Fault(_)));
        let may_go_on = !ends && (rounds == 1 || self.rounds(rounds - 1, repeat, &mut inner)?);
        self.when(goes_on, inner, Vec::new(), ops);
        Ok(may_go_on)
    }

    fn for_each(&mut self, clauses: &[Clause], body: &[Stmt], ops: &mut Vec<Op>) -> Eval<()> {
        let Some((clause, rest)) = clauses.split_first() else {
            return self.block(body, ops);
        };
        let domain = self.eval(&clause.domain)?;
        self.settle(ops);
        check_order(&domain, clause.domain.span)?;
        // The collection is evaluated before the first statement runs.
        let mut items = Vec::new();
        for (present, item) in self.items(domain, clause.domain.span)? {
            items.push(self.freeze_item(present, item, ops));
        }
        for (present, item) in items {
            self.step(clause.domain.span)?;
            let bound = self.locals.len();
            self.bind(&clause.pattern, item)?;
            let mut condition = present;
            if let Some(asked) = &clause.condition {
                let asked = self.condition(asked)?;
                condition = self.residual.and(&[present, asked]);
            }
            if self.residual.constant(condition) != Some(0) {
                let mut inner = Vec::new();
                match self.for_each(rest, body, &mut inner) {
                    // The fault is met only if the loop comes this far.
                    Err(NoValue::Fault(diagnostic)) => self.end_with_fault(*diagnostic, &mut inner),
                    other => other?,
                }
                self.when(condition, inner, Vec::new(), ops);
            }
            self.locals.truncate(bound);
        }
        Ok(())
    }

    pub(super) fn assign(
        &mut self,
        target: &Target,
        op: AssignOp,
        value: &Expr,
        ops: &mut Vec<Op>,
    ) -> Eval<()> {
        let mut keys = Vec::new();
        for index in &target.indices {
            keys.push(self.eval(index)?);
        }
        let mut new = self.eval(value)?;
        self.settle(ops);
        if self.variable(target)?.next_key(keys.len()).is_some() {
            // The elements that are written first may be read by the others.
            let frozen = keys.into_iter().map(|key| self.freeze(key, ops));
            keys = frozen.collect();
            new = self.freeze(new, ops);
        }
        self.change((target, op), keys, new, value.span, ops)
    }

    /// All indices and values are those before the first target changes.
    fn together(&mut self, targets: &[Target], values: &[Expr], ops: &mut Vec<Op>) -> Eval<()> {
        let mut keys = Vec::new();
        for target in targets {
            keys.push(self.all_now(&target.indices, ops)?);
        }
        let news = self.all_now(values, ops)?;
        for (((target, value), keys), new) in targets.iter().zip(values).zip(keys).zip(news) {
            self.change((target, AssignOp::Set), keys, new, value.span, ops)?;
        }
        Ok(())
    }

    /// The values of expressions as they are now.
    fn all_now(&mut self, expressions: &[Expr], ops: &mut Vec<Op>) -> Eval<Vec<Partial>> {
        let mut values = Vec::new();
        for expression in expressions {
            let value = self.eval(expression)?;
            self.settle(ops);
            values.push(self.freeze(value, ops));
        }
        Ok(values)
    }

    /// The state variable that a target names.
    fn variable(&self, target: &Target) -> Eval<&'a Variable> {
        let instance = self.instance;
        match self.part.variables.get(&target.name.text) {
            Some(&place) => Ok(&instance.state.variables[place]),
            None => Err(fault(
                format!("`{}` cannot be changed", target.name.text),
                target.span,
            )),
        }
    }

    /// Changes what stands at the keys in the target's variable. A whole array or bag gets from a
    /// map the value at each of its indices or kinds, in their order; then keys and map are bound
    /// to slots. `of` is the place of the expression of the new value.
    fn change(
        &mut self,
        (target, op): (&Target, AssignOp),
        keys: Vec<Partial>,
        new: Partial,
        of: Span,
        ops: &mut Vec<Op>,
    ) -> Eval<()> {
        let span = target.span;
        let variable = self.variable(target)?;
        if let Some(ty) = variable.next_key(keys.len()) {
            let (mut entries, rest) = match new {
                Partial::Map(entries) => (BTreeMap::from_iter(entries), None),
                other => (BTreeMap::new(), Some(other)),
            };
            for key in ty.values() {
                self.step(of)?;
                let value = match (entries.remove(&key), &rest) {
                    (Some(value), _) => value,
                    (None, Some(map)) => {
                        self.lookup(map.clone(), &Partial::Known(key.clone()), of)?
                    }
                    (None, None) => return Err(fault(format!("there is no entry for {key}"), of)),
                };
                let keys = keys.iter().cloned().chain([Partial::Known(key)]);
                self.change((target, op), keys.collect(), value, of, ops)?;
            }
            return Ok(());
        }
        let mut keys = keys.into_iter();
        let mut spot = Spot {
            first: variable.first,
            stride: 0,
            count: 1,
            index: self.residual.int(0),
            outside: NO_PLACE,
        };
        if let Some(index) = &variable.index {
            let Some(key) = keys.next() else {
                return Err(fault(NO_PLACE.to_owned(), span));
            };
            spot.stride = variable.stride;
            spot.count = variable.elements;
            spot.index = self.index_of(index, &key, NO_PLACE, span)?;
        }
        let mut scalars = Vec::new();
        if let Shape::Bag { of, .. } = &variable.ty.shape {
            let Some(key) = keys.next() else {
                return Err(fault(NO_KIND.to_owned(), span));
            };
            let kind = self.index_of(of, &key, NO_KIND, span)?;
            spot = self.inner_spot(spot, kind, variable.stride, span)?;
            scalars.push(self.scalar(&new, span)?);
        } else {
            self.flatten(&variable.ty, &new, span, &mut scalars)?;
        }
        if scalars.len() > 1 {
            // The scalar that is written first may be read by the others.
            scalars = scalars
                .into_iter()
                .map(|id| self.freeze_scalar(id, ops))
                .collect();
            spot.index = self.freeze_scalar(spot.index, ops);
        }
        if self.instance.state.is_told_apart(variable) && self.known_field(spot).is_none() {
            return self.change_by_cases(variable, (spot, op), scalars, span, ops);
        }
        for (offset, scalar) in scalars.into_iter().enumerate() {
            let spot = Spot {
                first: spot.first + offset,
                ..spot
            };
            let value = self.changed(spot, op, scalar, span)?;
            self.store(variable, spot, value, span, ops);
        }
        Ok(())
    }

    /// Changes an element whose index is not known, in an array whose elements have ranges of
    /// their own or share bits.
    fn change_by_cases(
        &mut self,
        variable: &Variable,
        (spot, op): (Spot, AssignOp),
        scalars: Vec<ExprId>,
        span: Span,
        ops: &mut Vec<Op>,
    ) -> Eval<()> {
        let index = self.freeze_scalar(spot.index, ops);
        let scalars = scalars.into_iter().map(|id| self.freeze_scalar(id, ops));
        let scalars: Vec<ExprId> = scalars.collect();
        let (least, most) = (
            self.residual.int(0),
            self.residual.int(spot.count as i64 - 1),
        );
        let is_inside = self.between(index, least, most);
        let site = self.site(spot.outside.to_owned(), span);
        self.when(is_inside, Vec::new(), vec![Op::Fault(site)], ops);
        for element in 0..spot.count {
            self.step(span)?;
            let number = self.residual.int(element as i64);
            let is_there = self.between(index, number, number);
            let mut inner = Vec::new();
            for (offset, &scalar) in scalars.iter().enumerate() {
                let spot = Spot {
                    first: spot.first + offset,
                    index: number,
                    ..spot
                };
                let value = self.changed(spot, op, scalar, span)?;
                self.store(variable, spot, value, span, &mut inner);
            }
            self.when(is_there, inner, Vec::new(), ops);
        }
        Ok(())
    }

    /// Returns the field of the kind `kind` in the bag at `spot`, where `kinds` is the
    /// number of kinds.
    pub(super) fn inner_spot(
        &mut self,
        spot: Spot,
        kind: ExprId,
        kinds: usize,
        span: Span,
    ) -> Eval<Spot> {
        let inside = 0..spot.count as i64;
        let element = self.residual.constant(spot.index);
        if let Some(element) = element.filter(|element| inside.contains(element)) {
            return Ok(Spot {
                first: spot.first + element as usize * spot.stride,
                stride: 1,
                count: kinds,
                index: kind,
                outside: NO_KIND,
            });
        }
        let stride = self.residual.int(kinds as i64);
        let outer = self
            .residual
            .multiply(spot.index, stride)
            .map_err(overflow(span))?;
        let place = self.residual.add(outer, kind).map_err(overflow(span))?;
        // A kind outside of its bag would be a field of the next bag.
        let zero = self.residual.int(0);
        let (last_bag, last_kind) = (spot.count as i64 - 1, kinds as i64 - 1);
        let (last_bag, last_kind) = (self.residual.int(last_bag), self.residual.int(last_kind));
        let in_array = self.between(spot.index, zero, last_bag);
        let in_bag = self.between(kind, zero, last_kind);
        let inside = self.residual.and(&[in_array, in_bag]);
        let nowhere = self.residual.int(-1);
        let index = self.residual.select(inside, place, nowhere);
        let is_below = |id, end: usize| {
            let facts = self.residual.facts(id);
            facts.lo >= 0 && facts.hi < end as i64
        };
        Ok(Spot {
            first: spot.first,
            stride: 1,
            count: spot.count * kinds,
            index,
            outside: outside(is_below(spot.index, spot.count), is_below(kind, kinds)),
        })
    }

    /// Returns the number of the field at a spot whose index is known and in the array.
    fn known_field(&self, spot: Spot) -> Option<usize> {
        let index = self.residual.constant(spot.index)?;
        // An index outside of the array is a fault when the move is played.
        let inside = (0..spot.count as i64).contains(&index);
        inside.then(|| spot.first + index as usize * spot.stride)
    }

    /// Returns what an assignment of `scalar` makes of the field at `spot`.
    fn changed(&mut self, spot: Spot, op: AssignOp, scalar: ExprId, span: Span) -> Eval<ExprId> {
        if op == AssignOp::Set {
            return Ok(scalar);
        }
        let old = match self.known_field(spot) {
            Some(field) => self.residual.field(field),
            None => self.read(spot, span),
        };
        let sum = if op == AssignOp::Add {
            self.residual.add(old, scalar)
        } else {
            self.residual.subtract(old, scalar)
        };
        sum.map_err(overflow(span))
    }

    /// Writes `value` to the field at `spot`, checking what is not certain.
    fn store(
        &mut self,
        variable: &Variable,
        spot: Spot,
        value: ExprId,
        span: Span,
        ops: &mut Vec<Op>,
    ) {
        let fixed = self.known_field(spot);
        let range = self.residual.layout().fields[fixed.unwrap_or(spot.first)].scalar;
        let facts = self.residual.facts(value);
        let inside = facts.lo >= range.lo && facts.hi <= range.hi;
        let site = (!inside).then(|| {
            let message = range_fault(&variable.label, range.lo, range.hi);
            self.site(message, span)
        });
        let Some(field) = fixed else {
            let of = self.residual.facts(spot.index);
            let outside = (of.lo < 0 || of.hi >= spot.count as i64)
                .then(|| self.site(spot.outside.to_owned(), span));
            ops.push(Op::SetElement {
                first: spot.first,
                stride: spot.stride,
                count: spot.count,
                index: spot.index,
                value,
                outside,
                site,
            });
            return;
        };
        match (self.residual.constant(value), site) {
            (Some(constant), None) => {
                let of = self.residual.layout().fields[field];
                if of.weight.is_none() {
                    write(of.mask(), of.content(constant), ops);
                } else {
                    ops.push(Op::Set { field, value, site });
                }
            }
            (Some(_), Some(site)) => ops.push(Op::Fault(site)),
            // `right = right and true` changes nothing.
            (None, None) if self.is_field(value, field) => {}
            (None, site) => ops.push(Op::Set { field, value, site }),
        }
    }

    /// Whether an expression is what a field holds.
    fn is_field(&self, value: ExprId, field: usize) -> bool {
        let of = self.residual.layout().fields[field];
        match *self.residual.node(value) {
            Node::Field(other) => other == field,
            Node::Test { mask, pattern } => {
                let is_truth = (of.scalar.lo, of.scalar.hi) == (0, 1);
                is_truth && (mask, pattern) == (of.mask(), of.content(1))
            }
            _ => false,
        }
    }

    pub(super) fn check_bags(&mut self, decl: &MoveDecl, body: &mut Vec<Op>) {
        let mut names = Vec::new();
        assigned(&decl.body, &mut names);
        // In the order of the variables, so that the first fault is that of the plain
        // evaluator.
        let variables = names
            .into_iter()
            .filter_map(|name| self.part.variables.get(name));
        let places: BTreeSet<usize> = variables.copied().collect();
        for place in places {
            let variable = &self.instance.state.variables[place];
            let Shape::Bag { size, .. } = variable.ty.shape else {
                continue;
            };
            for element in 0..variable.elements {
                let message = bag_fault(&variable.label, None, size);
                let site = self.site(message, decl.name.span);
                body.push(Op::CheckBag {
                    first: variable.first + element * variable.stride,
                    kinds: variable.stride,
                    size,
                    site,
                });
            }
        }
    }
}

fn assigned<'b>(body: &'b [Stmt], names: &mut Vec<&'b str>) {
    for statement in body {
        match statement {
            Stmt::Assign { target, .. } => names.push(&target.name.text),
            Stmt::Together { targets, .. } => {
                names.extend(targets.iter().map(|target| &*target.name.text));
            }
            Stmt::If { arms, otherwise } => {
                for (_, block) in arms {
                    assigned(block, names);
                }
                assigned(otherwise, names);
            }
            Stmt::For { body, .. } | Stmt::Repeat(Repeat { body, .. }) => assigned(body, names),
            _ => {}
        }
    }
}

/// Writes constants to fields, in one operation with the constants before where that is
/// possible.
fn write(clear: U256, set: U256, ops: &mut Vec<Op>) {
    if let Some(Op::Write {
        clear: all_clear,
        set: all_set,
    }) = ops.last_mut()
    {
        *all_set = (*all_set & !clear) | set;
        *all_clear |= clear;
    } else {
        ops.push(Op::Write { clear, set });
    }
}
