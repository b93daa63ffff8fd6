//! Expressions, evaluated as far as they are known.

use std::sync::Arc;

use zug_game::Player;

use super::collection::{Folder, Order, tuple};
use super::{Argument, Partial, Specialiser, overflow, unknown};
use crate::domain::items::HEAVIEST;
use crate::domain::value::{self, Value};
use crate::evaluate::{
    DEEPEST, Eval, Evaluator, NoValue, builtin, fault, interrupted, room, too_deep, too_long,
    too_much,
};
use crate::syntax::ast::{Clause, Collection, Expr, ExprKind, FoldOp, LetDecl, MapFor, UnaryOp};
use crate::text::span::Span;
use zug_job::bytes_of;
use zug_program::{ExprId, Halt};

impl<'a> Specialiser<'a> {
    pub(super) fn step(&mut self, span: Span) -> Eval<()> {
        self.residual.count(1);
        self.residual.check().map_err(|halt| match halt {
            Halt::TooLong => too_long(span),
            Halt::Interrupted(why) => interrupted(why, span),
        })
    }

    /// Asks for room for `bytes` bytes of known values, before they are taken.
    pub(super) fn room(&mut self, bytes: u64, span: Span) -> Eval<()> {
        let steps = room(self.part, bytes, span)?;
        self.residual.count(steps as usize);
        Ok(())
    }

    /// Asks for room for candidates of a collection, before they are made.
    pub(super) fn room_for_items(&mut self, count: usize, span: Span) -> Eval<()> {
        self.room(bytes_of::<(ExprId, Partial)>(count), span)
    }

    /// Evaluates an expression whose value may not be needed: a fault becomes a value
    /// that faults when it is used.
    pub(super) fn guarded(&mut self, expr: &Expr) -> Eval<Partial> {
        let (locals, frame, depth) = (self.locals.len(), self.frame, self.depth);
        let demands = self.demands.len();
        match self.eval(expr) {
            Err(NoValue::Fault(diagnostic)) => {
                self.locals.truncate(locals);
                self.frame = frame;
                self.depth = depth;
                self.demands.truncate(demands);
                let site = self.site(diagnostic.message, diagnostic.span);
                Ok(Partial::Fault(site))
            }
            Ok(value) => Ok(self.attach_demands(value, demands)),
            Err(why) => Err(why),
        }
    }

    /// Evaluates a condition.
    pub(super) fn condition(&mut self, expr: &Expr) -> Eval<ExprId> {
        let value = self.guarded(expr)?;
        self.scalar(&value, expr.span)
    }

    pub(super) fn scalar(&mut self, value: &Partial, span: Span) -> Eval<ExprId> {
        match value {
            Partial::Known(known) => {
                let Some(code) = known.code() else {
                    // Two known values are compared without their numbers.
                    let what = format!("what {} is compared with", known.written());
                    return Err(unknown(&what, span));
                };
                Ok(self.residual.int(code))
            }
            Partial::Scalar(id) => Ok(*id),
            Partial::Fault(site) => Ok(self.residual.fault(*site)),
            _ => Err(unknown("a collection", span)),
        }
    }

    pub(super) fn eval(&mut self, expr: &Expr) -> Eval<Partial> {
        self.step(expr.span)?;
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(too_deep(expr.span));
        }
        let result = self.eval_inner(expr);
        self.depth -= 1;
        let value = result?;
        self.weigh(&value, expr.span)?;
        Ok(value)
    }

    /// Asks for room for a value that was made, or copied: unlike a known value, one that the
    /// position tells shares no part of itself.
    fn weigh(&mut self, value: &Partial, span: Span) -> Eval<()> {
        /// The number of bytes that are copied in about the time of a step.
        const COPIED_IN_A_STEP: u64 = 2048;
        let bytes = match value {
            Partial::Known(value) if value.weight() <= HEAVIEST => return Ok(()),
            Partial::Known(value) => value.weight(),
            Partial::Tuple(_) | Partial::Items { .. } | Partial::Map(_) => value.bytes(),
            _ => return Ok(()),
        };
        room(self.part, bytes, span)?;
        self.residual.count((bytes / COPIED_IN_A_STEP) as usize);
        Ok(())
    }

    pub(super) fn eval_inner(&mut self, expr: &Expr) -> Eval<Partial> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Int(value) => Ok(Partial::Known(Value::Int(*value))),
            ExprKind::Bool(value) => Ok(Partial::Known(Value::Bool(*value))),
            ExprKind::None => Ok(Partial::Known(Value::None)),
            ExprKind::Text(text) => Ok(Partial::Known(Value::Text(text.clone()))),
            ExprKind::Me => self.player(self.mover(span)?, span),
            ExprKind::Other => self.player(self.mover(span)?.opponent(), span),
            ExprKind::Stuck => Ok(Partial::Scalar(self.residual.stuck())),
            ExprKind::Name(name) => self.name(name, span),
            ExprKind::Tuple(parts) => {
                let parts = self.all(parts)?;
                Ok(tuple(parts))
            }
            ExprKind::List(parts) => self.items_of(Collection::List, parts),
            ExprKind::Set(parts) => self.items_of(Collection::Set, parts),
            ExprKind::Map(entries) => self.map(entries),
            ExprKind::Comprehension {
                collection,
                element,
                clauses,
            } => self.comprehension(*collection, element, clauses),
            ExprKind::MapComprehension(of) => self.map_comprehension(of),
            ExprKind::Range(lo, hi) => self.range(lo, hi, span),
            ExprKind::Index(base, index) => self.index(base, index, span),
            ExprKind::Call {
                function,
                arguments,
            } => {
                let arguments = self.all(arguments)?;
                self.call(&function.text, arguments, span)
            }
            ExprKind::Fold {
                op,
                element,
                clauses,
            } => self.fold(*op, element, clauses, span),
            ExprKind::Closure(closure) => self.closure(closure, span),
            ExprKind::Unary(UnaryOp::Not, operand) => {
                let operand = self.condition(operand)?;
                let id = self.residual.not(operand);
                Ok(self.truth(id))
            }
            ExprKind::Unary(UnaryOp::Negate, operand) => {
                let operand = self.eval(operand)?;
                self.multiply(&Partial::Known(Value::Int(-1)), &operand, span)
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, span),
            ExprKind::Compare(first, rest) => self.comparison(first, rest),
            ExprKind::Conditional {
                then,
                condition,
                otherwise,
            } => {
                let condition = self.condition(condition)?;
                match self.residual.constant(condition) {
                    Some(0) => self.eval(otherwise),
                    Some(_) => self.eval(then),
                    None => {
                        let (then, otherwise) = (self.guarded(then)?, self.guarded(otherwise)?);
                        self.select(condition, then, otherwise, span)
                    }
                }
            }
        }
    }

    /// Evaluates a list or set that is written out.
    fn items_of(&mut self, collection: Collection, parts: &[Expr]) -> Eval<Partial> {
        let yes = self.residual.bool(true);
        let parts = self.all(parts)?.into_iter();
        self.collection(collection, parts.map(|part| (yes, part)).collect())
    }

    fn comprehension(
        &mut self,
        collection: Collection,
        element: &Expr,
        clauses: &[Clause],
    ) -> Eval<Partial> {
        if let Some(row) = self.row_of_comprehension(collection, element, clauses)? {
            return Ok(Partial::Row(Box::new(row)));
        }
        let mut items = Vec::new();
        let span = element.span;
        let yes = self.residual.bool(true);
        let order = match collection {
            Collection::List => Order::Kept,
            Collection::Set => Order::Free,
        };
        self.each(clauses, order, yes, &mut |this, present| {
            let certain = this.residual.constant(present) == Some(1);
            let item = if certain {
                this.eval(element)?
            } else {
                this.guarded(element)?
            };
            let looked_at = this.only_if(present, item.clone());
            // Where an earlier candidate is the same element of a set, no test would
            // evaluate this candidate's condition.
            this.demand_scalar(present);
            this.demand(&looked_at)?;
            if items.len() == items.capacity() {
                // Both blocks are held while the candidates move.
                this.room_for_items(3 * items.len(), span)?;
            }
            items.push((present, item));
            Ok(true)
        })?;
        self.collection(collection, items)
    }

    fn range(&mut self, lo: &Expr, hi: &Expr, span: Span) -> Eval<Partial> {
        let (lo, hi) = (self.eval(lo)?, self.eval(hi)?);
        if let (Partial::Known(Value::Int(lo)), Partial::Known(Value::Int(hi))) = (&lo, &hi) {
            let numbers = value::each_number(*lo, *hi).map_err(|m| too_much(m, span))?;
            let count = numbers.clone().count();
            self.residual.count(count);
            self.room(bytes_of::<Value>(count), span)?;
            return Ok(Partial::Known(Value::Set(
                numbers.map(Value::Int).collect(),
            )));
        }
        let range = Partial::Range(self.scalar(&lo, span)?, self.scalar(&hi, span)?);
        self.demand(&range)?;
        Ok(range)
    }

    fn fold(
        &mut self,
        op: FoldOp,
        element: &Expr,
        clauses: &[Clause],
        span: Span,
    ) -> Eval<Partial> {
        let yes = self.residual.bool(true);
        let mut folder = Folder::new(op);
        let order = match op {
            FoldOp::Any | FoldOp::All => Order::UntilDecided,
            FoldOp::Count | FoldOp::Sum | FoldOp::Min | FoldOp::Max => Order::Free,
        };
        self.each(clauses, order, yes, &mut |this, present| {
            let item = this.guarded(element)?;
            folder.add(this, present, item, element.span)
        })?;
        folder.finish(self, span)
    }

    pub(super) fn all(&mut self, items: &[Expr]) -> Eval<Vec<Partial>> {
        let mut values = Vec::new();
        for item in items {
            let value = self.eval(item)?;
            self.demand(&value)?;
            values.push(value);
        }
        Ok(values)
    }

    /// Returns the truth value that the node `id` computes; it is known if the node is
    /// constant.
    pub(super) fn truth(&self, id: ExprId) -> Partial {
        match self.residual.constant(id) {
            Some(value) => Partial::Known(Value::Bool(value != 0)),
            None => Partial::Scalar(id),
        }
    }

    /// Returns the number that the node `id` computes; it is known if the node is
    /// constant.
    pub(super) fn number(&self, id: ExprId) -> Partial {
        match self.residual.constant(id) {
            Some(value) => Partial::Known(Value::Int(value)),
            None => Partial::Scalar(id),
        }
    }

    fn mover(&self, span: Span) -> Eval<Player> {
        self.mover.ok_or(NoValue::NeedsPosition(span))
    }

    fn player(&self, player: Player, span: Span) -> Eval<Partial> {
        match self.part.player(player) {
            Some(player) => Ok(Partial::Known(player)),
            None => Err(fault("this game has no players".to_owned(), span)),
        }
    }

    pub(super) fn name(&mut self, name: &Arc<str>, span: Span) -> Eval<Partial> {
        let local = self.locals[self.frame..].iter().rev();
        if let Some((_, value)) = local.clone().find(|(local, _)| local == name) {
            return Ok(value.clone());
        }
        if let Some(value) = self.part.known(name) {
            return Ok(Partial::Known(value));
        }
        let instance = self.instance;
        if let Some(&place) = self.part.variables.get(name) {
            let variable = &instance.state.variables[place];
            return Ok(match &variable.index {
                None => self.of_fields(&variable.ty, variable.first),
                Some(index) => Partial::Map(
                    index
                        .values()
                        .into_iter()
                        .enumerate()
                        .map(|(i, key)| {
                            let first = variable.first + i * variable.stride;
                            (key, self.of_fields(&variable.ty, first))
                        })
                        .collect(),
                ),
            });
        }
        let part = self.part;
        if let Some(
            decl @ LetDecl {
                arguments: None, ..
            },
        ) = part.definition(name)
        {
            return self.definition(decl, Vec::new());
        }
        // A type, or a name that does not exist.
        let expr = Expr {
            kind: ExprKind::Name(name.clone()),
            span,
        };
        Evaluator::new(self.part)
            .with_mover(self.mover)
            .eval(&expr)
            .map(Partial::Known)
    }

    /// Evaluates a definition with these arguments.
    pub(super) fn definition(
        &mut self,
        decl: &'a LetDecl,
        arguments: Vec<Partial>,
    ) -> Eval<Partial> {
        let known: Option<Vec<Argument>> = arguments
            .iter()
            .map(|argument| match argument {
                Partial::Known(value) => Some(Argument::Known(value.clone())),
                Partial::Scalar(id) => Some(Argument::Scalar(*id)),
                _ => None,
            })
            .collect();
        let key = known.map(|known| (decl.name.text.clone(), known));
        if let Some(found) = key.as_ref().and_then(|key| self.memo.get(key)) {
            return Ok(found.clone());
        }
        let outer = std::mem::replace(&mut self.frame, self.locals.len());
        let demands = self.demands.len();
        let mut bound = decl.arguments.iter().flatten().zip(arguments);
        let bound = bound.try_for_each(|(pattern, argument)| self.bind(pattern, argument));
        let result = bound.and_then(|()| self.eval(&decl.body));
        self.locals.truncate(self.frame);
        self.frame = outer;
        let result = self.attach_demands(result?, demands);
        if let Some(key) = key {
            self.memo.insert(key, result.clone());
        }
        Ok(result)
    }

    pub(super) fn call(
        &mut self,
        function: &Arc<str>,
        arguments: Vec<Partial>,
        span: Span,
    ) -> Eval<Partial> {
        let part = self.part;
        if let Some(decl) = part.definition(function) {
            return self.definition(decl, arguments);
        }
        let known: Option<Vec<Value>> = arguments
            .iter()
            .map(|argument| match argument {
                Partial::Known(value) => Some(value.clone()),
                _ => None,
            })
            .collect();
        if let Some(known) = known {
            return builtin(function, &known)
                .map(Partial::Known)
                .map_err(|message| fault(message, span));
        }
        match (&**function, &arguments[..]) {
            ("abs", [operand]) => self.abs(operand, span),
            ("isqrt", [operand]) => {
                let operand = self.scalar(operand, span)?;
                self.tabulate(operand, span, value::square_root)
            }
            ("gcd", numbers) => self.gcd(numbers, span),
            ("len", [Partial::Row(row)]) => self.row_length(row),
            ("len", [collection]) => {
                let items = self.items(collection.clone(), span)?;
                let present = items.into_iter().map(|(present, _)| present).collect();
                let id = self.residual.sum(present).map_err(overflow(span))?;
                Ok(self.number(id))
            }
            _ => match FoldOp::named(function) {
                Some(op) => self.fold_of(op, arguments, span),
                None => Err(fault(format!("there is no function `{function}`"), span)),
            },
        }
    }

    fn abs(&mut self, operand: &Partial, span: Span) -> Eval<Partial> {
        let operand = self.scalar(operand, span)?;
        let zero = self.residual.int(0);
        let negated = self
            .residual
            .subtract(zero, operand)
            .map_err(overflow(span))?;
        let id = if self.residual.facts(operand).lo >= 0 {
            operand
        } else {
            self.residual.max(operand, negated)
        };
        Ok(self.number(id))
    }

    /// Evaluates a greatest common divisor by as many steps of Euclid's algorithm as two numbers of
    /// this size can take.
    fn gcd(&mut self, numbers: &[Partial], span: Span) -> Eval<Partial> {
        let mut common = Partial::Known(Value::Int(0));
        for number in numbers {
            let sizes = [self.abs(&common, span)?, self.abs(number, span)?];
            let [mut a, mut b] = [self.scalar(&sizes[0], span)?, self.scalar(&sizes[1], span)?];
            if self.residual.facts(a).hi > self.residual.facts(b).hi {
                (a, b) = (b, a);
            }
            // By now `a` is the smaller one, if the bounds tell.
            let zero = self.residual.int(0);
            let one = self.residual.int(1);
            for _ in 0..value::steps_of_gcd(self.residual.facts(a).hi) {
                let is_done = self.residual.equal(a, zero);
                if self.residual.constant(is_done) == Some(1) {
                    break;
                }
                let divisor = self.residual.max(a, one);
                let rest = self
                    .residual
                    .modulo(b, divisor, |_| unreachable!("1 or more"));
                let rest = rest.map_err(overflow(span))?;
                b = self.residual.select(is_done, b, a);
                a = self.residual.select(is_done, zero, rest);
            }
            common = self.number(b);
        }
        Ok(common)
    }

    /// Evaluates a fold over the elements of one argument, or over several arguments.
    fn fold_of(&mut self, op: FoldOp, arguments: Vec<Partial>, span: Span) -> Eval<Partial> {
        let items = if arguments.len() == 1 {
            self.items(arguments[0].clone(), span)?
        } else {
            let yes = self.residual.bool(true);
            arguments.into_iter().map(|item| (yes, item)).collect()
        };
        let mut folder = Folder::new(op);
        for (present, item) in items {
            if !folder.add(self, present, item, span)? {
                break;
            }
        }
        folder.finish(self, span)
    }

    pub(super) fn map(&mut self, entries: &[(Expr, Expr)]) -> Eval<Partial> {
        let mut pairs = Vec::new();
        for (key, value) in entries {
            let Partial::Known(known) = self.eval(key)? else {
                return Err(unknown("a key of this map", key.span));
            };
            if pairs.iter().any(|(k, _)| *k == known) {
                return Err(fault(format!("the key {known} appears twice"), key.span));
            }
            let value = self.eval(value)?;
            self.demand(&value)?;
            pairs.push((known, value));
        }
        pairs.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(map_of(pairs))
    }

    /// Evaluates a map with an entry for each combination of elements. Its keys are known.
    fn map_comprehension(&mut self, of: &MapFor) -> Eval<Partial> {
        let mut pairs: Vec<(Value, Partial)> = Vec::new();
        let yes = self.residual.bool(true);
        self.each(&of.clauses, Order::Kept, yes, &mut |this, present| {
            if this.residual.constant(present) != Some(1) {
                return Err(unknown("which keys this map has", of.key.span));
            }
            let Partial::Known(key) = this.eval(&of.key)? else {
                return Err(unknown("a key of this map", of.key.span));
            };
            let value = this.eval(&of.value)?;
            this.demand(&value)?;
            pairs.push((key, value));
            Ok(true)
        })?;
        pairs.sort_by(|a, b| a.0.cmp(&b.0));
        if let Some(twice) = pairs.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            let message = format!("the key {} appears twice", twice[0].0);
            return Err(fault(message, of.key.span));
        }
        Ok(map_of(pairs))
    }
}

/// Returns the map with these entries, which are sorted by their keys.
fn map_of(pairs: Vec<(Value, Partial)>) -> Partial {
    let known: Option<Vec<(Value, Value)>> = pairs
        .iter()
        .map(|(key, value)| match value {
            Partial::Known(value) => Some((key.clone(), value.clone())),
            _ => None,
        })
        .collect();
    match known {
        Some(known) => Partial::Known(Value::Map(known.into())),
        None => Partial::Map(pairs),
    }
}
