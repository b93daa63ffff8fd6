//! The plain evaluator: what an expression and a move *mean*, on one concrete position.
//!
//! This is the definition of the language, the oracle of everything faster, and the
//! judge of every certificate. It walks the syntax tree and keeps every value as a
//! [`Value`]. It shares nothing with the specialiser but the meaning of single
//! operations (`value`). It is written to be believed by reading, and quick enough that
//! a certificate of a million positions is affordable: an element of an array is read
//! without making the whole array, a range is gone through without being written out,
//! and what does not depend on the position is worked out once. It also computes what
//! is known before the game starts: sizes of types, constants, first values.

use std::collections::HashSet;
use std::sync::Arc;

use zug_game::Player;
use zug_job::bytes_of;

use crate::domain::part::Part;
use crate::domain::picked::{self, Domain};
use crate::domain::state::{State, Variable};
use crate::domain::value::{self, Value};
use crate::syntax::ast::{
    BinaryOp, Clause, Closure, Collection, CompareOp, Expr, ExprKind, FoldOp, Pattern, UnaryOp,
};
use crate::text::span::Span;
use fold::Folder;

mod no_value;
mod room;
mod notes;
mod fold;
mod ty;
mod play;

pub(crate) use fold::builtin;
pub(crate) use no_value::{NoValue, fault, too_deep, too_long, too_much};
pub(crate) use notes::Notes;
pub(crate) use play::{
    ASSERTED, LARGEST_GAIN, Played, bag_fault, bound_message, gain_fault, range_fault,
};
pub(crate) use room::{interrupted, room};

pub(crate) type Eval<T> = std::result::Result<T, NoValue>;

/// The most steps that one evaluation may take.
const MOST_STEPS: u64 = 20_000_000;

/// The number of steps after which the job is asked whether to go on.
const STEPS_BETWEEN: u64 = 4096;

/// The deepest that evaluations may nest, calls of functions included.
pub(crate) const DEEPEST: u32 = 600;

/// Elements for which a condition can hold, and what is left of the condition.
type Picked<'a> = (Vec<Value>, Vec<&'a Expr>);

/// Evaluates the expressions of one part of a game.
pub(crate) struct Evaluator<'a> {
    part: &'a Part,
    /// The layout and the values of all fields; `None` before the game starts.
    position: Option<(&'a State, Vec<i64>)>,
    /// The player to move; `None` before the game starts and in impartial games.
    mover: Option<Player>,
    /// Whether there is no legal move; `None` where rules may not ask.
    stuck: Option<bool>,
    locals: Vec<(&'a str, Value)>,
    /// The index in `locals` at which the names of the present function begin.
    frame: usize,
    depth: u32,
    steps: u64,
    /// Once this number of steps is counted, the job is asked whether to go on.
    asked: u64,
    /// The fields of the position that this evaluator has read and written so far; `None` where
    /// nobody asked for it to note them ([`Evaluator::noting`]).
    notes: Option<Notes>,
}

impl<'a> Evaluator<'a> {
    /// Returns an evaluator of what is known before the game starts.
    pub(crate) fn new(part: &'a Part) -> Self {
        Self {
            part,
            position: None,
            mover: None,
            stuck: None,
            locals: Vec::new(),
            frame: 0,
            depth: 0,
            steps: 0,
            asked: STEPS_BETWEEN,
            notes: None,
        }
    }

    /// Returns an evaluator in the position whose fields hold `values`.
    pub(crate) fn at(part: &'a Part, state: &'a State, values: &[i64]) -> Self {
        Self {
            mover: state.mover(values),
            position: Some((state, values.to_vec())),
            ..Self::new(part)
        }
    }

    /// Lets `me` be this player.
    pub(crate) fn with_mover(mut self, mover: Option<Player>) -> Self {
        self.mover = mover;
        self
    }

    /// Lets `stuck` have this value.
    pub(crate) fn with_stuck(mut self, stuck: bool) -> Self {
        self.stuck = Some(stuck);
        self
    }

    /// Notes from now on which fields are read and written.
    pub(crate) fn noting(mut self) -> Self {
        self.notes = Some(Notes::default());
        self
    }

    /// Returns which fields were read and written; nothing if that was not to be noted.
    pub(crate) fn notes(&mut self) -> Notes {
        self.notes.take().unwrap_or_default()
    }

    /// Returns the names that are bound now, the latest last, with their values.
    pub(crate) fn bound(&self) -> Vec<(&'a str, Value)> {
        self.locals.clone()
    }

    /// Returns the number of steps taken: expressions evaluated, and elements gone
    /// through.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    // Expressions.

    pub(crate) fn eval(&mut self, expr: &'a Expr) -> Eval<Value> {
        self.step(expr.span)?;
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(too_deep(expr.span));
        }
        let result = self.eval_inner(expr);
        self.depth -= 1;
        result
    }

    fn step(&mut self, span: Span) -> Eval<()> {
        self.count(1, span)
    }

    /// Counts steps that were taken or are about to be taken.
    fn count(&mut self, steps: u64, span: Span) -> Eval<()> {
        self.steps += steps;
        if self.steps >= self.asked {
            self.ask(span)?;
        }
        Ok(())
    }

    #[cold]
    fn ask(&mut self, span: Span) -> Eval<()> {
        self.asked = (self.steps + STEPS_BETWEEN).min(MOST_STEPS + 1);
        if self.steps > MOST_STEPS {
            self.asked = 0;
            return Err(too_long(span));
        }
        let checked = self.part.job.check();
        checked.map_err(|why| interrupted(why, span))
    }

    fn eval_inner(&mut self, expr: &'a Expr) -> Eval<Value> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Int(value) => Ok(Value::Int(*value)),
            ExprKind::Bool(value) => Ok(Value::Bool(*value)),
            ExprKind::None => Ok(Value::None),
            ExprKind::Text(text) => Ok(Value::Text(text.clone())),
            ExprKind::Me => self.player(self.mover(span)?, span),
            ExprKind::Other => self.player(self.mover(span)?.opponent(), span),
            ExprKind::Stuck => self
                .stuck
                .map(Value::Bool)
                .ok_or(NoValue::NeedsPosition(span)),
            ExprKind::Name(name) => self.name(name, span),
            ExprKind::Tuple(items) => {
                let items = self.all(items)?;
                self.made(Value::Tuple(items.into()), span)
            }
            ExprKind::List(items) => {
                let items = self.all(items)?;
                self.made(Value::List(items.into()), span)
            }
            ExprKind::Set(items) => {
                let items = self.all(items)?;
                self.set(items, span)
            }
            ExprKind::Map(entries) => {
                let mut pairs = Vec::new();
                for (key, value) in entries {
                    pairs.push((self.eval(key)?, self.eval(value)?));
                }
                self.map(pairs, span)
            }
            ExprKind::Comprehension {
                collection,
                element,
                clauses,
            } => self.comprehension(*collection, element, clauses, span),
            ExprKind::MapComprehension(of) => {
                let (mut pairs, mut weight) = (Vec::new(), 0);
                self.each(&of.clauses, &mut |this| {
                    let pair = (this.eval(&of.key)?, this.eval(&of.value)?);
                    this.push(&mut pairs, &mut weight, pair, span)?;
                    Ok(true)
                })?;
                self.map(pairs, of.key.span)
            }
            ExprKind::Range(lo, hi) => {
                let (lo, hi) = (self.int(lo)?, self.int(hi)?);
                let numbers = value::each_number(lo, hi).map_err(|m| too_much(m, span))?;
                // Each is written into a list, which becomes the set.
                let count = numbers.clone().count();
                self.count(count as u64, span)?;
                self.room(bytes_of::<Value>(count), span)?;
                Ok(Value::Set(numbers.map(Value::Int).collect()))
            }
            ExprKind::Index(base, index) => self.index(base, index, span),
            ExprKind::Call {
                function,
                arguments,
            } => self.call(&function.text, arguments, span),
            ExprKind::Fold {
                op,
                element,
                clauses,
            } => self.fold(*op, element, clauses, span),
            ExprKind::Closure(closure) => self.closure(closure),
            ExprKind::Unary(UnaryOp::Not, operand) => Ok(Value::Bool(!self.bool(operand)?)),
            ExprKind::Unary(UnaryOp::Negate, operand) => {
                let operand = self.eval(operand)?;
                self.room(operand.weight(), span)?;
                value::multiply(&Value::Int(-1), &operand).map_err(|m| fault(m, span))
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, span),
            ExprKind::Compare(first, rest) => self.comparison(first, rest),
            ExprKind::Conditional {
                then,
                condition,
                otherwise,
            } => {
                if self.bool(condition)? {
                    self.eval(then)
                } else {
                    self.eval(otherwise)
                }
            }
        }
    }

    fn comprehension(
        &mut self,
        collection: Collection,
        element: &'a Expr,
        clauses: &'a [Clause],
        span: Span,
    ) -> Eval<Value> {
        let (mut items, mut weight) = (Vec::new(), 0);
        self.each(clauses, &mut |this| {
            let item = this.eval(element)?;
            this.push(&mut items, &mut weight, item, span)?;
            Ok(true)
        })?;
        match collection {
            Collection::List => Ok(Value::List(items.into())),
            Collection::Set => self.set(items, span),
        }
    }

    /// Returns the set of these elements.
    fn set(&mut self, items: Vec<Value>, span: Span) -> Eval<Value> {
        self.sorting(items.iter().map(Value::weight), items.len(), span)?;
        self.made(Value::set(items), span)
    }

    /// Returns the map of these pairs.
    fn map(&mut self, mut pairs: Vec<(Value, Value)>, span: Span) -> Eval<Value> {
        let keys = pairs.iter().map(|(key, _)| key.weight());
        self.sorting(keys, pairs.len(), span)?;
        pairs.sort_by(|a, b| a.0.cmp(&b.0));
        if let Some(twice) = pairs.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(fault(format!("the key {} appears twice", twice[0].0), span));
        }
        self.made(Value::Map(pairs.into()), span)
    }

    /// Makes a set of the elements of the start, and of all to which steps lead. The steps from
    /// each element are asked once.
    fn closure(&mut self, closure: &'a Closure) -> Eval<Value> {
        let mut found: Vec<Value> = Vec::new();
        let mut seen: HashSet<Value> = HashSet::new();
        let mut weight = 0;
        let span = closure.step.span;
        let mut take = |this: &mut Self, found: &mut Vec<Value>, item: Value| {
            this.walk(item.weight(), span)?;
            if !seen.contains(&item) {
                // The set of what was seen has about as many bytes.
                this.push(found, &mut weight, item.clone(), span)?;
                seen.insert(item);
            }
            Ok(true)
        };
        self.go_through(&closure.start, &mut |this, item| {
            take(this, &mut found, item)
        })?;
        let mut next = 0;
        while let Some(item) = found.get(next).cloned() {
            next += 1;
            let bound = self.locals.len();
            self.bind(&closure.pattern, item)?;
            self.go_through(&closure.step, &mut |this, item| {
                take(this, &mut found, item)
            })?;
            self.locals.truncate(bound);
            if found.len() > value::LARGEST_SET {
                return Err(too_much(endless(), span));
            }
        }
        self.set(found, span)
    }

    /// Evaluates a chain of comparisons, as far as the first that does not hold.
    fn comparison(&mut self, first: &'a Expr, rest: &'a [(CompareOp, Expr)]) -> Eval<Value> {
        let mut left = self.eval(first)?;
        for (op, right) in rest {
            if let (CompareOp::In | CompareOp::NotIn, ExprKind::Range(lo, hi)) = (op, &right.kind) {
                // The range is not written out.
                let (lo, hi) = (self.int(lo)?, self.int(hi)?);
                let inside = left.code().is_some_and(|v| lo <= v && v <= hi);
                if inside != (*op == CompareOp::In) {
                    return Ok(Value::Bool(false));
                }
                left = Value::None;
                continue;
            }
            let value = self.eval(right)?;
            // A list is searched from its beginning; other values are compared as far as both go.
            let is_searched = matches!(value, Value::List(_) | Value::Text(_));
            self.walk(
                match op {
                    CompareOp::In | CompareOp::NotIn if is_searched => value.weight(),
                    _ => left.weight().min(value.weight()),
                },
                right.span,
            )?;
            if !compare(*op, &left, &value) {
                return Ok(Value::Bool(false));
            }
            left = value;
        }
        Ok(Value::Bool(true))
    }

    fn all(&mut self, items: &'a [Expr]) -> Eval<Vec<Value>> {
        items.iter().map(|item| self.eval(item)).collect()
    }

    pub(crate) fn int(&mut self, expr: &'a Expr) -> Eval<i64> {
        match self.eval(expr)? {
            Value::Int(value) => Ok(value),
            other => Err(fault(format!("{other} is not a number"), expr.span)),
        }
    }

    pub(crate) fn bool(&mut self, expr: &'a Expr) -> Eval<bool> {
        match self.eval(expr)? {
            Value::Bool(value) => Ok(value),
            other => Err(fault(
                format!("{other} is neither true nor false"),
                expr.span,
            )),
        }
    }

    fn mover(&self, span: Span) -> Eval<Player> {
        self.mover.ok_or(NoValue::NeedsPosition(span))
    }

    fn player(&self, player: Player, span: Span) -> Eval<Value> {
        let value = self.part.player(player);
        value.ok_or_else(|| fault("this game has no players".to_owned(), span))
    }

    /// Returns the value of the local name; of several, the one bound last.
    fn local(&self, name: &str) -> Option<&Value> {
        let mut locals = self.locals[self.frame..].iter().rev();
        locals
            .find(|(local, _)| *local == name)
            .map(|(_, value)| value)
    }

    fn name(&mut self, name: &'a Arc<str>, span: Span) -> Eval<Value> {
        if let Some(value) = self.local(name) {
            return Ok(value.clone());
        }
        if let Some(value) = self.part.known(name) {
            return Ok(value);
        }
        if let Some(&variable) = self.part.variables.get(name) {
            let Some((state, values)) = &self.position else {
                return Err(NoValue::NeedsPosition(span));
            };
            let variable = &state.variables[variable];
            if let Some(notes) = &mut self.notes {
                notes.read(variable.fields());
            }
            return Ok(match &variable.index {
                None => element(variable, 0, values),
                Some(index) => {
                    let keys = index.values().into_iter().enumerate();
                    Value::Map(
                        keys.map(|(i, key)| (key, element(variable, i, values)))
                            .collect(),
                    )
                }
            });
        }
        if self.part.has_type(name) {
            let ty = self.named_type(name, span)?;
            if ty.count() > value::LARGEST_SET as u128 {
                return Err(too_much(
                    format!("`{name}` has too many values to go through"),
                    span,
                ));
            }
            if !self.part.has_set_of(name) {
                self.room(ty.count() as u64 * ty.bytes(), span)?;
            }
            return Ok(self.part.set_of(name, &ty));
        }
        if let Some(decl) = self.part.definition(name)
            && decl.arguments.is_none()
        {
            return self.constant(name, &decl.body);
        }
        Err(fault(format!("there is no `{name}`"), span))
    }

    /// Evaluates a `let` without arguments. Its value is kept, unless it depends on the
    /// position.
    fn constant(&mut self, name: &str, body: &'a Expr) -> Eval<Value> {
        let is_in_play = self.position.is_some() || self.mover.is_some();
        if is_in_play && self.part.needs_a_position(name) {
            return self.in_play(body);
        }
        // Evaluated as if before the game, so that a value that is kept is right in
        // every position.
        let mut fresh = Evaluator::new(self.part);
        fresh.depth = self.depth;
        (fresh.steps, fresh.asked) = (self.steps, self.asked);
        let early = fresh.eval(body);
        (self.steps, self.asked) = (fresh.steps, fresh.asked);
        match early {
            Err(NoValue::NeedsPosition(_)) if is_in_play => {
                self.part.keep_that_it_needs_a_position(name);
                self.in_play(body)
            }
            Ok(value) => {
                self.part.keep(name, &value);
                Ok(value)
            }
            Err(why) => Err(why),
        }
    }

    /// Evaluates a definition without arguments, which sees no local name.
    fn in_play(&mut self, body: &'a Expr) -> Eval<Value> {
        let outer = std::mem::replace(&mut self.frame, self.locals.len());
        let value = self.eval(body);
        self.frame = outer;
        value
    }

    /// Returns the state variable that the expression is the name of, or `None` if it
    /// is no such name.
    fn variable(&self, expr: &Expr) -> Eval<Option<&'a Variable>> {
        let ExprKind::Name(name) = &expr.kind else {
            return Ok(None);
        };
        match self.part.variables.get(name) {
            Some(&number) if self.local(name).is_none() => match &self.position {
                Some((state, _)) => Ok(Some(&state.variables[number])),
                None => Err(NoValue::NeedsPosition(expr.span)),
            },
            _ => Ok(None),
        }
    }

    fn index(&mut self, base: &'a Expr, index: &'a Expr, span: Span) -> Eval<Value> {
        let variable = self.variable(base)?;
        if let Some(variable) = variable
            && let Some(ty) = &variable.index
        {
            // Only this element is read, and no map is made of the array.
            let key = self.eval(index)?;
            if let (Some(index), Some((_, values))) = (ty.index_of(&key), &self.position) {
                if let Some(notes) = &mut self.notes {
                    notes.read(variable.fields_of(index));
                }
                return Ok(element(variable, index, values));
            }
            return Err(no_place(&key, span));
        }
        let collection = self.eval(base)?;
        let key = self.eval(index)?;
        self.room(value::slice_bytes(&collection, &key), span)?;
        match value::at(&collection, &key) {
            Ok(value) => Ok(value),
            Err(_) if variable.is_some() => Err(no_place(&key, span)),
            Err(message) => Err(fault(message, span)),
        }
    }

    fn call(&mut self, function: &Arc<str>, arguments: &'a [Expr], span: Span) -> Eval<Value> {
        let Some(decl) = self.part.definition(function) else {
            let arguments = self.all(arguments)?;
            for argument in &arguments {
                self.walk(argument.weight(), span)?;
            }
            return builtin(function, &arguments).map_err(|message| fault(message, span));
        };
        let first = self.locals.len();
        for argument in arguments {
            let value = self.eval(argument)?;
            // The value gets its name below: the next argument must not see it.
            self.locals.push(("", value));
        }
        let names = decl.arguments.as_deref().unwrap_or_default();
        if names.len() != arguments.len() {
            return Err(fault(
                format!("`{function}` takes {} arguments", names.len()),
                span,
            ));
        }
        let mut bound = names.iter().zip(first..);
        let bound = bound.try_for_each(|(pattern, local)| match pattern {
            Pattern::Name(name) => {
                self.locals[local].0 = &name.text;
                Ok(())
            }
            Pattern::Tuple(..) => self.bind(pattern, self.locals[local].1.clone()),
        });
        let outer = std::mem::replace(&mut self.frame, first);
        let result = bound.and_then(|()| self.eval(&decl.body));
        self.locals.truncate(first);
        self.frame = outer;
        result
    }

    fn fold(
        &mut self,
        op: FoldOp,
        element: &'a Expr,
        clauses: &'a [Clause],
        span: Span,
    ) -> Eval<Value> {
        let mut folder = Folder::new(op);
        self.each(clauses, &mut |this| {
            let value = this.eval(element)?;
            folder
                .add(&value)
                .map_err(|message| fault(message, element.span))
        })?;
        folder.finish().map_err(|message| fault(message, span))
    }

    fn binary(&mut self, op: BinaryOp, a: &'a Expr, b: &'a Expr, span: Span) -> Eval<Value> {
        match op {
            BinaryOp::Or => return Ok(Value::Bool(self.bool(a)? || self.bool(b)?)),
            BinaryOp::And => return Ok(Value::Bool(self.bool(a)? && self.bool(b)?)),
            BinaryOp::Modulo => {
                if let ExprKind::Binary(BinaryOp::Power, base, exponent) = &a.kind {
                    let (base, exponent) = (self.int(base)?, self.int(exponent)?);
                    let modulus = self.int(b)?;
                    return value::power_modulo(base, exponent, modulus)
                        .map(Value::Int)
                        .map_err(|m| fault(m, span));
                }
            }
            _ => {}
        }
        let (left, right) = (self.eval(a)?, self.eval(b)?);
        if left.weight() > 0 || right.weight() > 0 {
            self.room(left.weight().saturating_add(right.weight()), span)?;
        }
        value::binary(op, &left, &right).map_err(|message| fault(message, span))
    }

    // Clauses and patterns.

    /// Runs `visit` for each way to bind the names of the clauses, in order, until
    /// `visit` returns false. Returns whether it never did. Afterwards the names are
    /// unbound.
    pub(crate) fn each(
        &mut self,
        clauses: &'a [Clause],
        visit: &mut dyn FnMut(&mut Self) -> Eval<bool>,
    ) -> Eval<bool> {
        let Some((clause, rest)) = clauses.split_first() else {
            return visit(self);
        };
        let picked = self.picked(clause)?;
        let conditions: &[&'a Expr] = match (&picked, &clause.condition) {
            (Some((_, then)), _) => then,
            (None, Some(condition)) => &[condition],
            (None, None) => &[],
        };
        let mut each = |this: &mut Self, item| {
            let bound = this.locals.len();
            this.bind(&clause.pattern, item)?;
            let mut holds = true;
            for condition in conditions {
                holds = holds && this.bool(condition)?;
            }
            let go_on = !holds || this.each(rest, visit)?;
            this.locals.truncate(bound);
            Ok(go_on)
        };
        let Some((items, _)) = &picked else {
            return self.go_through(&clause.domain, &mut each);
        };
        for item in items {
            self.step(clause.domain.span)?;
            if !each(self, item.clone())? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the elements for which the condition of a clause can hold, in order, with what is
    /// left of the condition, if they are found without a walk through the whole collection.
    fn picked(&mut self, clause: &'a Clause) -> Eval<Option<Picked<'a>>> {
        let is_local = |name: &str| self.local(name).is_some();
        let Some(asks) = picked::asks(clause, is_local) else {
            return Ok(None);
        };
        let mut asked = Vec::with_capacity(asks.any.len());
        for ask in asks.any {
            let (locals, frame, depth) = (self.locals.len(), self.frame, self.depth);
            let Ok(key) = self.eval(ask.key) else {
                // The walk meets the same fault, unless there is no element.
                self.locals.truncate(locals);
                (self.frame, self.depth) = (frame, depth);
                return Ok(None);
            };
            asked.push((ask, key));
        }
        let domain = match &clause.domain.kind {
            ExprKind::Range(lo, hi) => Domain::Numbers(self.int(lo)?, self.int(hi)?),
            ExprKind::Name(_) => Domain::Of(self.eval(&clause.domain)?),
            _ => return Ok(None),
        };
        let items = picked::picked(self.part, &domain, clause, &asked);
        Ok(items.map(|items| (items, asks.then)))
    }

    /// Hands the elements of a collection to `visit`, in order, until `visit` returns
    /// false. Returns whether it never did.
    pub(super) fn go_through(
        &mut self,
        domain: &'a Expr,
        visit: &mut dyn FnMut(&mut Self, Value) -> Eval<bool>,
    ) -> Eval<bool> {
        let span = domain.span;
        if let ExprKind::Range(lo, hi) = &domain.kind {
            // The range is not written out.
            let (lo, hi) = (self.int(lo)?, self.int(hi)?);
            for number in value::each_number(lo, hi).map_err(|m| too_much(m, span))? {
                self.step(span)?;
                if !visit(self, Value::Int(number))? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        let domain = self.eval(domain)?;
        self.room(value::spelt_bytes(&domain), span)?;
        let domain = domain.spelt();
        let Some(items) = domain.each_element() else {
            return Err(fault(format!("{domain} has no elements"), span));
        };
        for item in items {
            self.step(span)?;
            if !visit(self, item.clone())? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    pub(crate) fn bind(&mut self, pattern: &'a Pattern, value: Value) -> Eval<()> {
        match (pattern, value) {
            (Pattern::Name(name), value) => self.bind_name(&name.text, value),
            (Pattern::Tuple(parts, _), Value::Tuple(values)) if parts.len() == values.len() => {
                for (part, value) in parts.iter().zip(values.iter()) {
                    self.bind(part, value.clone())?;
                }
            }
            (Pattern::Tuple(parts, span), value) => {
                return Err(fault(
                    format!("{value} is not a tuple of {} components", parts.len()),
                    *span,
                ));
            }
        }
        Ok(())
    }

    pub(crate) fn bind_name(&mut self, name: &'a str, value: Value) {
        self.locals.push((name, value));
    }
}

/// Returns the value of an element; a variable that is no array has the element 0.
fn element(variable: &Variable, index: usize, values: &[i64]) -> Value {
    variable.ty.decode(&values[variable.fields_of(index)])
}

/// Returns the message that a set has grown too large.
pub(crate) fn endless() -> String {
    format!("this closure has more than {} elements", value::LARGEST_SET)
}

fn no_place(key: &Value, span: Span) -> NoValue {
    fault(format!("there is no place {key} in this array"), span)
}

/// Whether `a op b` holds.
pub(crate) fn compare(op: CompareOp, a: &Value, b: &Value) -> bool {
    if let (Some(within), Some(around)) = (value::is_subset(a, b), value::is_subset(b, a)) {
        match op {
            CompareOp::Less => return within && !around,
            CompareOp::LessEqual => return within,
            CompareOp::Greater => return around && !within,
            CompareOp::GreaterEqual => return around,
            CompareOp::Equal | CompareOp::NotEqual | CompareOp::In | CompareOp::NotIn => {}
        }
    }
    match op {
        CompareOp::Equal => a == b,
        CompareOp::NotEqual => a != b,
        CompareOp::Less => a < b,
        CompareOp::LessEqual => a <= b,
        CompareOp::Greater => a > b,
        CompareOp::GreaterEqual => a >= b,
        CompareOp::In | CompareOp::NotIn => a.is_in(b) == (op == CompareOp::In),
    }
}
