//! Expressions on variables.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use zug_game::linear::{LinearCondition, LinearSum};
use zug_job::Job;

use super::not_linear;
use super::value::{
    Bound, Cases, MOST_CASES, Sym, add_case, by_cases, compared, equal, number_cases,
};
use crate::domain::value::{self, Value};
use crate::evaluate::{Eval, builtin, fault, interrupted, too_deep, too_long};
use crate::syntax::ast::{
    BinaryOp, Clause, Collection, CompareOp, Expr, ExprKind, FoldOp, GameDecl, Pattern, TypeExpr,
    TypeKind, UnaryOp,
};
use crate::text::span::Span;

/// The most steps that the rules may take in all.
const MOST_STEPS: u64 = 2_000_000;

/// The deepest that expressions may nest, calls of functions included.
const DEEPEST: u32 = 200;

/// The most elements of a range that is written out.
const MOST_WRITTEN: i64 = 64;

/// Quotients that were met: the number of variables so far, and what makes the new ones quotients.
#[derive(Clone, Debug)]
pub(super) struct Quotients {
    pub(super) variables: usize,
    pub(super) conditions: LinearCondition,
}

/// Evaluates the expressions of one part of a game on variables.
#[derive(Clone, Debug)]
pub(super) struct Symbolic<'a> {
    pub(super) decl: &'a GameDecl,
    job: &'a Job,
    pub(super) parameters: FxHashMap<Arc<str>, Sym>,
    /// The state variables with their values now.
    pub(super) state: FxHashMap<Arc<str>, Sym>,
    pub(super) locals: Vec<(&'a str, Sym)>,
    frame: usize,
    depth: u32,
    steps: u64,
    /// `None` outside moves, where there may be no quotients.
    pub(super) quotients: Option<Quotients>,
}

impl<'a> Symbolic<'a> {
    pub(super) fn new(decl: &'a GameDecl, job: &'a Job) -> Self {
        Self {
            decl,
            job,
            parameters: FxHashMap::default(),
            state: FxHashMap::default(),
            locals: Vec::new(),
            frame: 0,
            depth: 0,
            steps: 0,
            quotients: None,
        }
    }

    pub(super) fn step(&mut self, span: Span) -> Eval<()> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return Err(too_long(span));
        }
        if self.steps.is_multiple_of(1024) {
            self.job.check().map_err(|why| interrupted(why, span))?;
        }
        Ok(())
    }

    pub(super) fn eval(&mut self, expr: &'a Expr) -> Eval<Sym> {
        self.step(expr.span)?;
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(too_deep(expr.span));
        }
        let value = self.inner(expr);
        self.depth -= 1;
        value
    }

    fn inner(&mut self, expr: &'a Expr) -> Eval<Sym> {
        let span = expr.span;
        Ok(match &expr.kind {
            ExprKind::Int(number) => Sym::Known(Value::Int(*number)),
            ExprKind::Bool(known) => Sym::Known(Value::Bool(*known)),
            ExprKind::Name(name) => return self.name(name, span),
            ExprKind::Tuple(items) => Sym::Tuple(self.all(items)?),
            ExprKind::List(items) => Sym::List(self.all(items)?),
            ExprKind::Set(items) => {
                let items = self
                    .all(items)?
                    .iter()
                    .map(Sym::known)
                    .collect::<Option<_>>();
                let items = items.ok_or_else(|| not_linear("a set of variables", span))?;
                Sym::Known(Value::set(items))
            }
            ExprKind::Comprehension {
                collection,
                element,
                clauses,
            } => return self.comprehension(*collection, element, clauses, span),
            ExprKind::Range(lo, hi) => self.range(lo, hi)?,
            ExprKind::Index(base, index) => return self.index(base, index, span),
            ExprKind::Call {
                function,
                arguments,
            } => return self.call(&function.text, arguments, span),
            ExprKind::Fold {
                op,
                element,
                clauses,
            } => return self.fold(*op, element, clauses, span),
            ExprKind::Unary(UnaryOp::Not, operand) => Sym::bool(self.condition(operand)?.negated()),
            ExprKind::Unary(UnaryOp::Negate, operand) => {
                let operand = self.eval(operand)?;
                return multiply(-1, &operand, span);
            }
            ExprKind::Binary(op, a, b) => return self.binary(*op, a, b, span),
            ExprKind::Compare(first, rest) => Sym::bool(self.comparison(first, rest)?),
            ExprKind::Conditional {
                then,
                condition,
                otherwise,
            } => {
                let condition = self.condition(condition)?;
                if let LinearCondition::Known(known) = condition {
                    return self.eval(if known { then } else { otherwise });
                }
                let (then, otherwise) = (self.eval(then)?, self.eval(otherwise)?);
                either(condition, &then, &otherwise)
                    .ok_or_else(|| not_linear("a value that depends on a condition", span))?
            }
            ExprKind::None | ExprKind::Text(_) | ExprKind::Me | ExprKind::Other => {
                return Err(not_linear("this is no number", span));
            }
            ExprKind::Stuck => {
                return Err(not_linear("`stuck` beside other conditions", span));
            }
            ExprKind::Map(_) | ExprKind::MapComprehension(_) | ExprKind::Closure(_) => {
                return Err(not_linear("a map or closure", span));
            }
        })
    }

    fn all(&mut self, items: &'a [Expr]) -> Eval<Vec<Sym>> {
        items.iter().map(|item| self.eval(item)).collect()
    }

    /// Returns a number by cases.
    pub(super) fn cases(&mut self, expr: &'a Expr) -> Eval<Cases> {
        let value = self.eval(expr)?;
        value
            .cases()
            .ok_or_else(|| not_linear("this is no number", expr.span))
    }

    /// Returns the condition under which an expression is true.
    pub(super) fn condition(&mut self, expr: &'a Expr) -> Eval<LinearCondition> {
        let value = self.eval(expr)?;
        let condition = value.condition();
        condition.ok_or_else(|| not_linear("this is no truth value", expr.span))
    }

    /// Returns a range, written out if it is short.
    fn range(&mut self, lo: &'a Expr, hi: &'a Expr) -> Eval<Sym> {
        let (lo, hi) = (self.cases(lo)?, self.bound(hi)?);
        let known = |cases: &Cases| Sym::int(cases.clone()).known()?.number();
        if let Bound::Number(hi) = &hi
            && let (Some(lo), Some(hi)) = (known(&lo), known(hi))
            && hi.saturating_sub(lo) < MOST_WRITTEN
        {
            return Ok(Sym::Known(Value::Set((lo..=hi).map(Value::Int).collect())));
        }
        Ok(Sym::Range(lo, hi))
    }

    /// Returns a number that others are to be at most.
    pub(super) fn bound(&mut self, expr: &'a Expr) -> Eval<Bound> {
        let ExprKind::Call {
            function,
            arguments,
        } = &expr.kind
        else {
            return Ok(Bound::Number(self.cases(expr)?));
        };
        let several: fn(Vec<Bound>) -> Bound = match &*function.text {
            "min" => Bound::Least,
            "max" => Bound::Largest,
            _ => return Ok(Bound::Number(self.cases(expr)?)),
        };
        if let [one] = &arguments[..] {
            let items = self.eval(one)?.items().filter(|items| !items.is_empty());
            let items =
                items.ok_or_else(|| not_linear("a collection of unknown size", one.span))?;
            let cases = items.iter().map(|item| Some(Bound::Number(item.cases()?)));
            let cases = cases.collect::<Option<_>>();
            return cases
                .map(several)
                .ok_or_else(|| not_linear("this is no number", one.span));
        }
        let bounds = arguments.iter().map(|argument| self.bound(argument));
        Ok(several(bounds.collect::<Eval<_>>()?))
    }

    fn name(&mut self, name: &'a Arc<str>, span: Span) -> Eval<Sym> {
        let locals = self.locals[self.frame..].iter().rev();
        if let Some((_, value)) = locals.into_iter().find(|(local, _)| **local == **name) {
            return Ok(value.clone());
        }
        if let Some(value) = self.parameters.get(name).or_else(|| self.state.get(name)) {
            return Ok(value.clone());
        }
        if let Some(decl) = self.decl.lets.iter().find(|decl| decl.name.text == *name) {
            let outer = std::mem::replace(&mut self.frame, self.locals.len());
            let value = self.eval(&decl.body);
            self.frame = outer;
            return value;
        }
        if let Some(decl) = self.decl.types.iter().find(|decl| decl.name.text == *name) {
            return self.values_of(&decl.ty);
        }
        Err(not_linear("this is no number", span))
    }

    /// Returns all values of a type.
    pub(super) fn values_of(&mut self, ty: &'a TypeExpr) -> Eval<Sym> {
        match &ty.kind {
            TypeKind::Range(lo, hi) => self.range(lo, hi),
            TypeKind::Named(name) => self.name(name, ty.span),
            TypeKind::Grid(width, height, _) => {
                let (width, height) = (self.cases(width)?, self.cases(height)?);
                let numbers = |size: &Cases| -> Option<Vec<Value>> {
                    let size = Sym::int(size.clone()).known()?.number()?;
                    (size <= MOST_WRITTEN).then(|| (0..size).map(Value::Int).collect())
                };
                let (Some(xs), Some(ys)) = (numbers(&width), numbers(&height)) else {
                    return Ok(Sym::Grid(width, height));
                };
                let row = |x: &Value| {
                    let cell = |y: &Value| Value::Tuple(vec![x.clone(), y.clone()].into());
                    ys.iter().map(cell).collect::<Vec<_>>()
                };
                Ok(Sym::Known(Value::Set(xs.iter().flat_map(row).collect())))
            }
            TypeKind::Bool => Ok(Sym::Known(Value::Set(
                [false, true].map(Value::Bool).into_iter().collect(),
            ))),
            _ => Err(not_linear("a type of other things than numbers", ty.span)),
        }
    }

    fn comprehension(
        &mut self,
        collection: Collection,
        element: &'a Expr,
        clauses: &'a [Clause],
        span: Span,
    ) -> Eval<Sym> {
        let mut items = Vec::new();
        self.each_certain(
            clauses,
            "elements that depend on a condition",
            span,
            &mut |this| {
                items.push(this.eval(element)?);
                Ok(())
            },
        )?;
        if collection == Collection::List {
            return Ok(Sym::List(items));
        }
        let items = items.iter().map(Sym::known).collect::<Option<_>>();
        let items = items.ok_or_else(|| not_linear("a set of variables", span))?;
        Ok(Sym::Known(Value::set(items)))
    }

    fn index(&mut self, base: &'a Expr, index: &'a Expr, span: Span) -> Eval<Sym> {
        let (base, index) = (self.eval(base)?, self.eval(index)?);
        let Some(key) = index.known() else {
            return Err(not_linear("a place that depends on variables", span));
        };
        let none = || fault(format!("there is no place {key}"), span);
        match &base {
            Sym::Known(value) => match value::at(value, &key) {
                Ok(value) => Ok(Sym::Known(value)),
                Err(message) => Err(fault(message, span)),
            },
            Sym::Map(entries) => {
                let found = entries.iter().find(|(known, _)| *known == key);
                found.map(|(_, value)| value.clone()).ok_or_else(none)
            }
            Sym::List(items) | Sym::Tuple(items) => {
                let place = key.number().and_then(|place| usize::try_from(place).ok());
                place
                    .and_then(|place| items.get(place).cloned())
                    .ok_or_else(none)
            }
            _ => Err(not_linear("this has no places", span)),
        }
    }

    fn call(&mut self, function: &Arc<str>, arguments: &'a [Expr], span: Span) -> Eval<Sym> {
        let decl = self.decl;
        let own = decl.lets.iter().find(|decl| decl.name.text == *function);
        let values = self.all(arguments)?;
        let Some(decl) = own else {
            return self.builtin(function, values, span);
        };
        let first = self.locals.len();
        for (pattern, value) in decl.arguments.iter().flatten().zip(values) {
            self.bind(pattern, value)?;
        }
        let outer = std::mem::replace(&mut self.frame, first);
        let result = self.eval(&decl.body);
        self.locals.truncate(first);
        self.frame = outer;
        result
    }

    fn builtin(&mut self, function: &Arc<str>, values: Vec<Sym>, span: Span) -> Eval<Sym> {
        if let Some(known) = values.iter().map(Sym::known).collect::<Option<Vec<_>>>() {
            let value = builtin(function, &known).map_err(|message| fault(message, span))?;
            return Ok(Sym::Known(value));
        }
        if let ("abs", [number]) = (&**function, &values[..]) {
            let negative = multiply(-1, number, span)?;
            return self.best(FoldOp::Max, vec![number.clone(), negative], span);
        }
        let items = match &values[..] {
            [one] => one.items(),
            _ => Some(values),
        };
        let items = items.ok_or_else(|| not_linear("a collection of unknown size", span))?;
        if &**function == "len" {
            return Ok(Sym::Known(Value::Int(items.len() as i64)));
        }
        let op = FoldOp::named(function).ok_or_else(|| not_linear("this function", span))?;
        if op.is_of_ordered() {
            return self.best(op, items, span);
        }
        let items = items
            .into_iter()
            .map(|item| (LinearCondition::Known(true), item));
        folded(op, items.collect(), span)
    }

    /// Returns the least or the largest of some numbers.
    fn best(&mut self, op: FoldOp, items: Vec<Sym>, span: Span) -> Eval<Sym> {
        let better = match op {
            FoldOp::Min => CompareOp::LessEqual,
            _ => CompareOp::GreaterEqual,
        };
        let mut best: Option<Sym> = None;
        for item in items {
            self.step(span)?;
            best = Some(match best {
                None => item,
                Some(before) => {
                    let cases = before.cases().zip(item.cases());
                    let condition = cases.and_then(|(a, b)| compared(better, &a, &b));
                    condition
                        .and_then(|condition| either(condition, &before, &item))
                        .ok_or_else(|| not_linear("too many cases", span))?
                }
            });
        }
        best.ok_or_else(|| fault(format!("`{}` of nothing", op.name()), span))
    }

    fn fold(
        &mut self,
        op: FoldOp,
        element: &'a Expr,
        clauses: &'a [Clause],
        span: Span,
    ) -> Eval<Sym> {
        let mut items = Vec::new();
        self.each(
            clauses,
            LinearCondition::Known(true),
            &mut |this, condition| {
                items.push((condition, this.eval(element)?));
                Ok(())
            },
        )?;
        if !op.is_of_ordered() {
            return folded(op, items, span);
        }
        let is_sure =
            |(condition, _): &(LinearCondition, Sym)| *condition == LinearCondition::Known(true);
        if !items.iter().all(is_sure) {
            return Err(not_linear("elements that depend on a condition", span));
        }
        let items = items.into_iter().map(|(_, item)| item).collect();
        self.best(op, items, span)
    }

    fn binary(&mut self, op: BinaryOp, a: &'a Expr, b: &'a Expr, span: Span) -> Eval<Sym> {
        if let BinaryOp::Or | BinaryOp::And = op {
            let left = self.condition(a)?;
            // The right side is not asked where the left side decides, as in play.
            let decides = LinearCondition::Known(op == BinaryOp::Or);
            if left == decides {
                return Ok(Sym::bool(left));
            }
            let right = self.condition(b)?;
            return Ok(Sym::bool(match op {
                BinaryOp::Or => left.or(right),
                _ => left.and(right),
            }));
        }
        let (left, right) = (self.eval(a)?, self.eval(b)?);
        if let (Some(left), Some(right)) = (left.known(), right.known()) {
            let value = value::binary(op, &left, &right);
            return value
                .map(Sym::Known)
                .map_err(|message| fault(message, span));
        }
        let numbers = || left.cases().zip(right.cases());
        let known = |side: &Sym| side.known().and_then(|side| side.number());
        let sum = |factor: i64| -> Eval<Sym> {
            if let (Some(a), Some(b)) = (left.items(), right.items()) {
                let pairs = a.iter().zip(&b).map(|(a, b)| add(factor, a, b, span));
                return Ok(Sym::Tuple(pairs.collect::<Eval<_>>()?));
            }
            add(factor, &left, &right, span)
        };
        match op {
            BinaryOp::Add => sum(1),
            BinaryOp::Subtract => sum(-1),
            BinaryOp::Multiply => match (known(&left), known(&right)) {
                (Some(factor), _) => multiply(factor, &right, span),
                (_, Some(factor)) => multiply(factor, &left, span),
                _ => Err(not_linear("a product of variables", span)),
            },
            BinaryOp::Divide | BinaryOp::Modulo => {
                let (Some((number, _)), Some(divisor)) = (numbers(), known(&right)) else {
                    return Err(not_linear("a division by a variable", span));
                };
                let divisor = Some(divisor).filter(|d| (1..=1 << 20).contains(d));
                let divisor =
                    divisor.ok_or_else(|| not_linear("a division by this number", span))?;
                let quotient = self.quotient(&number, divisor, span)?;
                if op == BinaryOp::Divide {
                    return Ok(quotient);
                }
                add(-1, &left, &multiply(divisor, &quotient, span)?, span)
            }
            _ => Err(not_linear("this operation on variables", span)),
        }
    }

    /// Returns the quotient by a known number, rounded down, as a new variable of the move.
    fn quotient(&mut self, number: &Cases, divisor: i64, span: Span) -> Eval<Sym> {
        let Some(quotients) = &mut self.quotients else {
            return Err(not_linear("a division outside moves", span));
        };
        let quotient = LinearSum::variable(quotients.variables);
        let too_large = || not_linear("too large numbers", span);
        let mut any = LinearCondition::Known(false);
        let mut cases = Vec::new();
        for (condition, sum) in number {
            let not_negative = LinearCondition::at_least_zero(sum.clone());
            for (sign, case) in [
                (1, not_negative.clone()),
                (-1, not_negative.clone().negated()),
            ] {
                // 0 <= sum - quotient * divisor < divisor, where the quotient has this sign.
                let rest = sum.plus(-sign * divisor, &quotient).ok_or_else(too_large)?;
                let below = LinearSum::number(divisor - 1)
                    .plus(-1, &rest)
                    .ok_or_else(too_large)?;
                let case = condition.clone().and(case);
                let is_quotient =
                    LinearCondition::at_least_zero(rest).and(LinearCondition::at_least_zero(below));
                any = any.or(case.clone().and(is_quotient));
                let signed = LinearSum::default()
                    .plus(sign, &quotient)
                    .ok_or_else(too_large)?;
                add_case(&mut cases, case, signed);
            }
        }
        quotients.variables += 1;
        let before = std::mem::replace(&mut quotients.conditions, LinearCondition::Known(true));
        quotients.conditions = before.and(any);
        if let [(condition, _)] = &mut cases[..] {
            *condition = LinearCondition::Known(true);
        }
        Ok(Sym::int(cases))
    }

    fn comparison(
        &mut self,
        first: &'a Expr,
        rest: &'a [(CompareOp, Expr)],
    ) -> Eval<LinearCondition> {
        if let [(op @ (CompareOp::Equal | CompareOp::NotEqual), number)] = rest
            && let Some(is_rest) = self.remainder(first, number)?
        {
            return Ok(match op {
                CompareOp::Equal => is_rest,
                _ => is_rest.negated(),
            });
        }
        let mut all = LinearCondition::Known(true);
        let mut left = self.eval(first)?;
        for (op, right) in rest {
            let value = self.eval(right)?;
            let holds = match op {
                CompareOp::In => within(&left, &value),
                CompareOp::NotIn => within(&left, &value).map(LinearCondition::negated),
                CompareOp::Equal => equal(&left, &value),
                CompareOp::NotEqual => equal(&left, &value).map(LinearCondition::negated),
                _ => {
                    let numbers = left.cases().zip(value.cases());
                    numbers.and_then(|(a, b)| compared(*op, &a, &b))
                }
            };
            all = all.and(holds.ok_or_else(|| not_linear("this comparison", right.span))?);
            if all == LinearCondition::Known(false) {
                break;
            }
            left = value;
        }
        Ok(all)
    }

    /// Returns the condition `sum % modulus == number`, if the two sides are of this form, the modulus
    /// and the number known.
    fn remainder(&mut self, side: &'a Expr, number: &'a Expr) -> Eval<Option<LinearCondition>> {
        let (ExprKind::Binary(BinaryOp::Modulo, of, modulus), ExprKind::Int(number)) =
            (&side.kind, &number.kind)
        else {
            return Ok(None);
        };
        let modulus = self
            .eval(modulus)?
            .known()
            .and_then(|modulus| modulus.number());
        let Some(modulus) = modulus.filter(|modulus| (1..=1 << 20).contains(modulus)) else {
            return Ok(None);
        };
        let of = self.cases(of)?;
        if !(0..modulus).contains(number) {
            return Ok(Some(LinearCondition::Known(false)));
        }
        let mut any = LinearCondition::Known(false);
        for (condition, sum) in of {
            let Some(rest) = sum.plus(-1, &LinearSum::number(*number)) else {
                return Ok(None);
            };
            let holds = match rest.known() {
                Some(known) => LinearCondition::Known(known % modulus == 0),
                None => LinearCondition::MultipleOf(modulus as u32, rest),
            };
            any = any.or(condition.and(holds));
        }
        Ok(Some(any))
    }

    /// Runs `visit` for each way to bind the names of the clauses, whose conditions must be true whatever
    /// the variables hold; else it is `what` that is not linear.
    pub(super) fn each_certain(
        &mut self,
        clauses: &'a [Clause],
        what: &str,
        span: Span,
        visit: &mut dyn FnMut(&mut Self) -> Eval<()>,
    ) -> Eval<()> {
        self.each(
            clauses,
            LinearCondition::Known(true),
            &mut |this, condition| {
                if condition != LinearCondition::Known(true) {
                    return Err(not_linear(what, span));
                }
                visit(this)
            },
        )
    }

    /// Runs `visit` for each way to bind the names of the clauses, with the condition under which the
    /// conditions of the clauses are true.
    pub(super) fn each(
        &mut self,
        clauses: &'a [Clause],
        condition: LinearCondition,
        visit: &mut dyn FnMut(&mut Self, LinearCondition) -> Eval<()>,
    ) -> Eval<()> {
        let Some((clause, rest)) = clauses.split_first() else {
            return visit(self, condition);
        };
        let domain = self.eval(&clause.domain)?;
        let items = domain.items();
        let items = items
            .ok_or_else(|| not_linear("a loop over a range with variables", clause.domain.span))?;
        for item in items {
            let bound = self.locals.len();
            self.bind(&clause.pattern, item)?;
            let here = match &clause.condition {
                Some(of) => condition.clone().and(self.condition(of)?),
                None => condition.clone(),
            };
            if here != LinearCondition::Known(false) {
                self.each(rest, here, visit)?;
            }
            self.locals.truncate(bound);
        }
        Ok(())
    }

    pub(super) fn bind(&mut self, pattern: &'a Pattern, value: Sym) -> Eval<()> {
        match pattern {
            Pattern::Name(name) => self.locals.push((&name.text, value)),
            Pattern::Tuple(parts, span) => {
                let items = value.items().filter(|items| items.len() == parts.len());
                let items = items.ok_or_else(|| not_linear("this is no tuple", *span))?;
                for (part, item) in parts.iter().zip(items) {
                    self.bind(part, item)?;
                }
            }
        }
        Ok(())
    }
}

/// Returns the value that is `then` where the condition is true, and `otherwise` elsewhere; `None` if
/// there are too many cases, or the two are of different forms.
pub(super) fn either(condition: LinearCondition, then: &Sym, otherwise: &Sym) -> Option<Sym> {
    if let (Some(then), Some(otherwise)) = (then.condition(), otherwise.condition()) {
        let one = condition.clone().and(then);
        return Some(Sym::bool(one.or(condition.negated().and(otherwise))));
    }
    if let (Some(then), Some(otherwise)) = (then.cases(), otherwise.cases()) {
        let not = condition.clone().negated();
        let mut all = Vec::new();
        for (holds, cases) in [(condition, then), (not, otherwise)] {
            for (case, sum) in cases {
                add_case(&mut all, holds.clone().and(case), sum);
            }
        }
        return (all.len() <= MOST_CASES).then(|| Sym::int(all));
    }
    let (then, otherwise) = (then.items()?, otherwise.items()?);
    let pairs = then.iter().zip(&otherwise);
    let items = pairs.map(|(a, b)| either(condition.clone(), a, b));
    (then.len() == otherwise.len()).then_some(())?;
    Some(Sym::Tuple(items.collect::<Option<_>>()?))
}

/// Returns the first number plus `factor` times the second.
pub(super) fn add(factor: i64, a: &Sym, b: &Sym, span: Span) -> Eval<Sym> {
    let numbers = a.cases().zip(b.cases());
    let (a, b) = numbers.ok_or_else(|| not_linear("this is no number", span))?;
    let sum = by_cases(&a, &b, |a, b| a.plus(factor, b));
    Ok(Sym::int(
        sum.ok_or_else(|| not_linear("too many cases", span))?,
    ))
}

fn multiply(factor: i64, value: &Sym, span: Span) -> Eval<Sym> {
    if let Sym::Tuple(items) = value {
        let items = items.iter().map(|item| multiply(factor, item, span));
        return Ok(Sym::Tuple(items.collect::<Eval<_>>()?));
    }
    add(factor, &Sym::Known(Value::Int(0)), value, span)
}

/// Returns the condition under which a value is in a collection.
fn within(value: &Sym, collection: &Sym) -> Option<LinearCondition> {
    if let Sym::Range(lo, hi) = collection {
        let value = value.cases()?;
        let above = compared(CompareOp::LessEqual, lo, &value)?;
        return Some(above.and(hi.admits(&value)?));
    }
    if let Sym::Grid(width, height) = collection {
        let cell = value.items()?;
        let mut all = LinearCondition::Known(cell.len() == 2);
        for (number, size) in cell.iter().zip([width, height]) {
            let number = number.cases()?;
            let above = compared(CompareOp::LessEqual, &number_cases(0), &number)?;
            all = all
                .and(above)
                .and(compared(CompareOp::Less, &number, size)?);
        }
        return Some(all);
    }
    let mut items = collection.items()?.into_iter();
    items.try_fold(LinearCondition::Known(false), |any, item| {
        Some(any.or(equal(value, &item)?))
    })
}

/// Returns `any`, `all`, `count` or `sum` of elements, each with the condition under which it counts.
fn folded(op: FoldOp, items: Vec<(LinearCondition, Sym)>, span: Span) -> Eval<Sym> {
    let no = || not_linear("elements of this kind", span);
    if let FoldOp::Any | FoldOp::All = op {
        let mut result = LinearCondition::Known(op == FoldOp::All);
        for (holds, item) in items {
            let item = item.condition().ok_or_else(no)?;
            result = match op {
                FoldOp::Any => result.or(holds.and(item)),
                _ => result.and(holds.negated().or(item)),
            };
        }
        return Ok(Sym::bool(result));
    }
    let mut sum = number_cases(0);
    for (holds, item) in items {
        let (one, zero) = (Sym::Known(Value::Int(1)), Sym::Known(Value::Int(0)));
        let item = match op {
            FoldOp::Count => either(item.condition().ok_or_else(no)?, &one, &zero),
            _ => Some(item),
        };
        let item = item.and_then(|item| either(holds, &item, &zero));
        let item = item.and_then(|item| item.cases()).ok_or_else(no)?;
        let added = by_cases(&sum, &item, |a, b| a.plus(1, b));
        sum = added.ok_or_else(|| not_linear("too many cases", span))?;
    }
    Ok(Sym::int(sum))
}
