//! Operators and comparisons, evaluated as far as their operands are known.

use super::among::FEW;
use super::collection::{is_tuple, tuple};
use super::sets::is_set;
use super::{Partial, Specialiser, overflow, unknown};
use crate::domain::value::{self, Value};
use crate::evaluate::{Eval, compare, fault, too_much};
use crate::syntax::ast::{BinaryOp, Collection, CompareOp, Expr, ExprKind};
use crate::text::span::Span;
use zug_job::bytes_of;
use zug_program::{ExprId, Overflow, Residual};

impl Specialiser<'_> {
    pub(super) fn binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr, span: Span) -> Eval<Partial> {
        if matches!(op, BinaryOp::And | BinaryOp::Or) {
            let left = self.condition(a)?;
            let decided = i64::from(op == BinaryOp::Or);
            if self.residual.constant(left) == Some(decided) {
                return Ok(Partial::Known(Value::Bool(op == BinaryOp::Or)));
            }
            let right = self.condition(b)?;
            let id = if op == BinaryOp::And {
                self.residual.and(&[left, right])
            } else {
                self.residual.or(&[left, right])
            };
            return Ok(self.truth(id));
        }
        if let (BinaryOp::Modulo, ExprKind::Binary(BinaryOp::Power, base, exponent)) = (op, &a.kind)
        {
            let (base, exponent) = (self.eval(base)?, self.eval(exponent)?);
            let modulus = self.eval(b)?;
            return self.power_modulo(&base, &exponent, &modulus, span);
        }
        let (left, right) = (self.eval(a)?, self.eval(b)?);
        self.operate(op, &left, &right, span)
    }

    pub(super) fn operate(
        &mut self,
        op: BinaryOp,
        a: &Partial,
        b: &Partial,
        span: Span,
    ) -> Eval<Partial> {
        match op {
            BinaryOp::Add => self.add(a, b, span),
            BinaryOp::Subtract if is_set(a) || is_set(b) => self.two_sets(op, a, b, span),
            BinaryOp::Union | BinaryOp::Intersection => self.two_sets(op, a, b, span),
            BinaryOp::Subtract => self.pairwise(a, b, span, value::subtract, Residual::subtract),
            BinaryOp::Multiply => self.multiply(a, b, span),
            BinaryOp::Power => self.power(a, b, span),
            _ => {
                let (x, y) = (self.scalar(a, span)?, self.scalar(b, span)?);
                let known = (self.residual.constant(x), self.residual.constant(y));
                if let (Some(x), Some(y)) = known {
                    let result = if op == BinaryOp::Divide {
                        value::divide(x, y)
                    } else {
                        value::modulo(x, y)
                    };
                    return result
                        .map(|value| Partial::Known(Value::Int(value)))
                        .map_err(|message| fault(message, span));
                }
                let sites = &mut *self.sites;
                let site = |r: &mut Residual| sites.add(r, "division by zero".to_owned(), span);
                let id = if op == BinaryOp::Divide {
                    self.residual.divide(x, y, site)
                } else {
                    self.residual.modulo(x, y, site)
                };
                let id = id.map_err(overflow(span))?;
                Ok(self.number(id))
            }
        }
    }

    pub(super) fn add(&mut self, a: &Partial, b: &Partial, span: Span) -> Eval<Partial> {
        let is_list = |value: &Partial| {
            matches!(
                value,
                Partial::Items { .. } | Partial::Row(_) | Partial::Known(Value::List(_))
            )
        };
        if is_list(a) || is_list(b) {
            if let (Partial::Known(a), Partial::Known(b)) = (a, b) {
                return self.add_known(a, b, span);
            }
            let mut items = self.items(a.clone(), span)?;
            let more = self.items(b.clone(), span)?;
            self.room_for_items(items.len() + more.len(), span)?;
            items.extend(more);
            return self.collection(Collection::List, items);
        }
        self.pairwise(a, b, span, value::add, Residual::add)
    }

    fn add_known(&mut self, a: &Value, b: &Value, span: Span) -> Eval<Partial> {
        self.room(a.weight().saturating_add(b.weight()), span)?;
        let sum = value::add(a, b).map_err(|message| fault(message, span))?;
        Ok(Partial::Known(sum))
    }

    /// Evaluates `+` or `-` of two numbers, or of two tuples component by component.
    /// `known` works on known values, `residual` makes the node.
    pub(super) fn pairwise(
        &mut self,
        a: &Partial,
        b: &Partial,
        span: Span,
        known: fn(&Value, &Value) -> value::OpResult<Value>,
        residual: fn(&mut Residual, ExprId, ExprId) -> Result<ExprId, Overflow>,
    ) -> Eval<Partial> {
        if let (Partial::Known(a), Partial::Known(b)) = (a, b) {
            self.room(a.weight().saturating_add(b.weight()), span)?;
            return known(a, b)
                .map(Partial::Known)
                .map_err(|message| fault(message, span));
        }
        if is_tuple(a) || is_tuple(b) {
            let (a, b) = (self.components(a, span)?, self.components(b, span)?);
            let mut parts = Vec::new();
            for (a, b) in a.iter().zip(&b) {
                parts.push(self.pairwise(a, b, span, known, residual)?);
            }
            return Ok(tuple(parts));
        }
        let (a, b) = (self.scalar(a, span)?, self.scalar(b, span)?);
        let id = residual(self.residual, a, b).map_err(overflow(span))?;
        Ok(self.number(id))
    }

    pub(super) fn multiply(&mut self, a: &Partial, b: &Partial, span: Span) -> Eval<Partial> {
        if let (Partial::Known(a), Partial::Known(b)) = (a, b) {
            self.room(a.weight().saturating_add(b.weight()), span)?;
            return value::multiply(a, b)
                .map(Partial::Known)
                .map_err(|message| fault(message, span));
        }
        for (factor, many) in [(a, b), (b, a)] {
            if is_tuple(many) {
                let mut parts = Vec::new();
                for part in self.components(many, span)? {
                    parts.push(self.multiply(factor, &part, span)?);
                }
                return Ok(tuple(parts));
            }
        }
        let (a, b) = (self.scalar(a, span)?, self.scalar(b, span)?);
        let id = self.residual.multiply(a, b).map_err(overflow(span))?;
        Ok(self.number(id))
    }

    pub(super) fn power(&mut self, a: &Partial, b: &Partial, span: Span) -> Eval<Partial> {
        match (a, b) {
            (Partial::Known(Value::Int(base)), Partial::Known(Value::Int(exponent))) => {
                value::power(*base, *exponent)
                    .map(|value| Partial::Known(Value::Int(value)))
                    .map_err(|message| fault(message, span))
            }
            (Partial::Known(Value::Int(base)), _) => {
                let exponent = self.scalar(b, span)?;
                self.tabulate(exponent, span, |exponent| value::power(*base, exponent))
            }
            (_, Partial::Known(Value::Int(exponent))) => {
                let base = self.scalar(a, span)?;
                self.tabulate(base, span, |base| value::power(base, *exponent))
            }
            _ => Err(unknown("both the base and the exponent", span)),
        }
    }

    pub(super) fn power_modulo(
        &mut self,
        base: &Partial,
        exponent: &Partial,
        modulus: &Partial,
        span: Span,
    ) -> Eval<Partial> {
        let known = |value: &Partial| match value {
            Partial::Known(Value::Int(value)) => Some(*value),
            _ => None,
        };
        match (known(base), known(exponent), known(modulus)) {
            (Some(a), Some(b), Some(m)) => value::power_modulo(a, b, m)
                .map(|value| Partial::Known(Value::Int(value)))
                .map_err(|message| fault(message, span)),
            (Some(a), None, Some(m)) => {
                let exponent = self.scalar(exponent, span)?;
                self.tabulate(exponent, span, |b| value::power_modulo(a, b, m))
            }
            (None, Some(b), Some(m)) => {
                let base = self.scalar(base, span)?;
                self.tabulate(base, span, |a| value::power_modulo(a, b, m))
            }
            _ => {
                let power = self.power(base, exponent, span)?;
                self.operate(BinaryOp::Modulo, &power, modulus, span)
            }
        }
    }

    /// Returns a function of one number that is not known, as a table of the function's
    /// values.
    pub(super) fn tabulate(
        &mut self,
        of: ExprId,
        span: Span,
        function: impl Fn(i64) -> value::OpResult<i64>,
    ) -> Eval<Partial> {
        let facts = self.residual.facts(of);
        let arguments = value::each_number(facts.lo, facts.hi).map_err(|m| too_much(m, span))?;
        let count = arguments.clone().count();
        self.residual.count(count);
        self.room(3 * bytes_of::<i64>(count), span)?;
        // Arguments at both ends for which the function has no value are left out of
        // the table: it faults there.
        let mut results = Vec::new();
        let (mut first, mut message) = (facts.lo, None);
        for argument in arguments {
            match function(argument) {
                Ok(result) => results.push(result),
                Err(why) => {
                    message.get_or_insert(why);
                    if !results.is_empty() {
                        break;
                    }
                    first = argument.saturating_add(1);
                }
            }
        }
        let message = message.unwrap_or_else(|| "no such power".to_owned());
        if results.is_empty() {
            return Err(fault(message, span));
        }
        let first = self.residual.int(first);
        let index = self.residual.subtract(of, first).map_err(overflow(span))?;
        let id = self
            .residual
            .table(results, index, |r| self.sites.add(r, message, span));
        Ok(self.number(id))
    }

    pub(super) fn comparison(&mut self, first: &Expr, rest: &[(CompareOp, Expr)]) -> Eval<Partial> {
        let mut left = self.eval(first)?;
        let mut left_span = first.span;
        let mut all = Vec::new();
        for (op, right) in rest {
            if all.iter().any(|id| self.residual.constant(*id) == Some(0)) {
                break;
            }
            let value = match self.operand(*op, right)? {
                // The first comparison is always evaluated, so its fault is that of the
                // whole chain.
                Partial::Fault(site) if all.is_empty() => {
                    let site = &self.sites[site];
                    return Err(fault(site.message.clone(), site.span));
                }
                value => value,
            };
            // A message points at the side that depends on the position.
            let span = match (&left, &value) {
                (Partial::Known(_), _) => right.span,
                (_, Partial::Known(_)) => left_span,
                _ => right.span,
            };
            all.push(self.compare(*op, &left, &value, span)?);
            (left, left_span) = (value, right.span);
        }
        let id = self.residual.and(&all);
        Ok(self.truth(id))
    }

    /// Evaluates the right operand of a comparison. A range after `in`
    /// need not be written out.
    fn operand(&mut self, op: CompareOp, right: &Expr) -> Eval<Partial> {
        if let (CompareOp::In | CompareOp::NotIn, ExprKind::Range(lo, hi)) = (op, &right.kind) {
            let (lo, hi) = (self.guarded(lo)?, self.guarded(hi)?);
            let bounds = (self.scalar(&lo, right.span)?, self.scalar(&hi, right.span)?);
            let known = (
                self.residual.constant(bounds.0),
                self.residual.constant(bounds.1),
            );
            // A few values are compared one by one, which often becomes a single test
            // of bits.
            let few = matches!(known, (Some(lo), Some(hi)) if hi.saturating_sub(lo) < FEW);
            // Both bounds are evaluated whatever the value is, so they must not fault.
            let faults = [bounds.0, bounds.1].map(|bound| self.residual.facts(bound).faults);
            if !few && faults == [false, false] {
                return Ok(Partial::Range(bounds.0, bounds.1));
            }
        }
        self.guarded(right)
    }

    pub(super) fn compare(
        &mut self,
        op: CompareOp,
        a: &Partial,
        b: &Partial,
        span: Span,
    ) -> Eval<ExprId> {
        if let (Partial::Known(a), Partial::Known(b)) = (a, b) {
            return Ok(self.residual.bool(compare(op, a, b)));
        }
        Ok(match op {
            CompareOp::Equal => self.equal(a, b, span)?,
            CompareOp::NotEqual => {
                let id = self.equal(a, b, span)?;
                self.residual.not(id)
            }
            CompareOp::Less
            | CompareOp::Greater
            | CompareOp::LessEqual
            | CompareOp::GreaterEqual
                if is_set(a) || is_set(b) =>
            {
                self.compare_sets(op, a, b, span)?
            }
            CompareOp::Less => self.less(a, b, span)?,
            CompareOp::Greater => self.less(b, a, span)?,
            CompareOp::LessEqual => {
                let id = self.less(b, a, span)?;
                self.residual.not(id)
            }
            CompareOp::GreaterEqual => {
                let id = self.less(a, b, span)?;
                self.residual.not(id)
            }
            CompareOp::In => self.member(a, b, span)?,
            CompareOp::NotIn => {
                let id = self.member(a, b, span)?;
                self.residual.not(id)
            }
        })
    }

    pub(super) fn equal(&mut self, a: &Partial, b: &Partial, span: Span) -> Eval<ExprId> {
        if let (Partial::Known(a), Partial::Known(b)) = (a, b) {
            return Ok(self.residual.bool(a == b));
        }
        if let (Partial::Fault(site), _) | (_, Partial::Fault(site)) = (a, b) {
            return Ok(self.residual.fault(*site));
        }
        if is_tuple(a) || is_tuple(b) {
            let (a, b) = (self.components(a, span)?, self.components(b, span)?);
            let mut all = Vec::new();
            for (a, b) in a.iter().zip(&b) {
                all.push(self.equal(a, b, span)?);
            }
            return Ok(self.residual.and(&all));
        }
        if is_set(a) || is_set(b) {
            return self.same_set(a, b, span);
        }
        let demands = self.demands.len();
        if let Some(id) = self.same_row(a, b)? {
            // Both are evaluated whole.
            self.demand(a)?;
            self.demand(b)?;
            let answer = self.attach_demands(Partial::Scalar(id), demands);
            return self.scalar(&answer, span);
        }
        if let (Some(x), Some(y)) = (self.fixed_list(a), self.fixed_list(b)) {
            // Both lists are evaluated whole.
            let demands = self.demands.len();
            self.demand(a)?;
            self.demand(b)?;
            let mut all = vec![self.residual.bool(x.len() == y.len())];
            for (x, y) in x.iter().zip(&y) {
                all.push(self.equal(x, y, span)?);
            }
            let id = self.residual.and(&all);
            let answer = self.attach_demands(Partial::Scalar(id), demands);
            return self.scalar(&answer, span);
        }
        for (a, b) in [(a, b), (b, a)] {
            if let (Partial::Scalar(letter), Partial::Known(text @ Value::Text(_))) = (a, b)
                && text.code().is_none()
            {
                // A letter is no text of several letters, but may fault.
                let asked = self.residual.equal(*letter, *letter);
                return Ok(self.residual.not(asked));
            }
        }
        let (a, b) = (self.scalar(a, span)?, self.scalar(b, span)?);
        Ok(self.residual.equal(a, b))
    }

    pub(super) fn less(&mut self, a: &Partial, b: &Partial, span: Span) -> Eval<ExprId> {
        if let (Partial::Fault(site), _) | (_, Partial::Fault(site)) = (a, b) {
            return Ok(self.residual.fault(*site));
        }
        if is_tuple(a) || is_tuple(b) {
            let (a, b) = (self.components(a, span)?, self.components(b, span)?);
            let mut result = self.residual.bool(false);
            for (a, b) in a.iter().zip(&b).rev() {
                let (less, equal) = (self.less(a, b, span)?, self.equal(a, b, span)?);
                let later = self.residual.and(&[equal, result]);
                result = self.residual.or(&[less, later]);
            }
            return Ok(result);
        }
        let (a, b) = (self.scalar(a, span)?, self.scalar(b, span)?);
        Ok(self.residual.less(a, b))
    }

    pub(super) fn between(&mut self, value: ExprId, lo: ExprId, hi: ExprId) -> ExprId {
        let below = self.residual.less(value, lo);
        let above = self.residual.less(hi, value);
        let (not_below, not_above) = (self.residual.not(below), self.residual.not(above));
        self.residual.and(&[not_below, not_above])
    }

    pub(super) fn member(&mut self, value: &Partial, set: &Partial, span: Span) -> Eval<ExprId> {
        if let Partial::Fault(site) = value {
            return Ok(self.residual.fault(*site));
        }
        // The test of an empty set would not evaluate the value.
        let demands = self.demands.len();
        self.demand(value)?;
        let id = self.among(value, set, span)?;
        let answer = self.attach_demands(Partial::Scalar(id), demands);
        self.scalar(&answer, span)
    }
}
