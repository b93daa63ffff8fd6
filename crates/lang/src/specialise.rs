//! Partial evaluation: the rules, with parameters, mover and choices known,
//! become a [`Residual`] program.
//!
//! The idea is Futamura's (1971): run the interpreter on what is known, and
//! write down what it would still have to do. A value is carried as [`Partial`]:
//! known, or a number that the residual program computes, or a structure of
//! such. Sets whose members depend on the position become lists of candidates,
//! each with the condition under which it is there; loops over them unroll into
//! conditional blocks.
//!
//! A fault that the rules would only meet in some positions (an index outside
//! its table behind an `and`, say) must not stop the game from being built: it
//! becomes [`Partial::Fault`], and a fault node where the program would reach
//! it.

use std::collections::HashMap;
use std::sync::Arc;

use crate::ast::{
    AssignOp, BinaryOp, Clause, Collection, CompareOp, Expr, ExprKind, FoldOp, LetDecl, MoveDecl,
    MoveParameter, Pattern, Stmt, Target, UnaryOp, Verdict,
};
use crate::diagnostic::Diagnostic;
use crate::evaluate::{
    DEEPEST, Eval, Evaluator, Stop, bag_fault, builtin, compare, fault, limit, range_fault,
    too_deep, too_long,
};
use crate::instance::{Instance, Part};
use crate::layout::{Variable, code};
use crate::residual::{ExprId, GroundMove, GroundResult, Op, Overflow, Residual, Side, SiteId};
use crate::span::Span;
use crate::ty::{Shape, Ty};
use crate::value::{self, Value};

/// How many steps specialising a game may take.
const MOST_STEPS: u64 = 40_000_000;

/// How many nodes and statements the residual program may have.
const MOST_NODES: usize = 8_000_000;

/// The residual program of a game.
pub(crate) fn specialise(instance: &Instance) -> Result<Residual, Box<Diagnostic>> {
    let mut residual = Residual::new(instance.layout.clone());
    let movers: &[Option<u32>] = if instance.is_impartial() {
        &[None]
    } else {
        &[Some(1), Some(2)]
    };
    let mut steps = 0;
    for &mover in movers {
        let mut side = Side::default();
        for (number, part) in instance.parts.iter().enumerate() {
            let mut specialiser = Specialiser {
                instance,
                part,
                residual: &mut residual,
                mover,
                locals: Vec::new(),
                frame: 0,
                depth: 0,
                steps,
                next_slot: 0,
                memo: HashMap::new(),
            };
            for result in &part.decl().results {
                specialiser
                    .result(result, &mut side)
                    .map_err(Stop::diagnostic)?;
            }
            for (place, decl) in part.decl().moves.iter().enumerate() {
                let mut ground = Ground {
                    part: number,
                    place,
                    decl,
                    chosen: Vec::new(),
                    derived: Vec::new(),
                };
                specialiser
                    .choices(&decl.parameters, &mut ground, &mut side)
                    .map_err(Stop::diagnostic)?;
            }
            steps = specialiser.steps;
        }
        residual.sides.push(side);
    }
    Ok(residual)
}

/// A value as far as it is known.
#[derive(Clone, Debug)]
enum Partial {
    Known(Value),
    /// A scalar, by its code.
    Scalar(ExprId),
    Tuple(Vec<Partial>),
    /// A list or set: each candidate with the condition that it is there.
    Items {
        collection: Collection,
        items: Vec<(ExprId, Partial)>,
    },
    Map(Vec<(Value, Partial)>),
    /// The numbers from one to the other.
    Range(ExprId, ExprId),
    /// Asking for it is a fault.
    Fault(SiteId),
}

/// A move whose choices are being made.
struct Ground<'a> {
    part: usize,
    place: usize,
    decl: &'a MoveDecl,
    chosen: Vec<Value>,
    derived: Vec<(usize, ExprId)>,
}

type MemoKey = (Arc<str>, Vec<Value>);

struct Specialiser<'a> {
    instance: &'a Instance,
    part: &'a Part,
    residual: &'a mut Residual,
    mover: Option<u32>,
    locals: Vec<(Arc<str>, Partial)>,
    frame: usize,
    depth: u32,
    steps: u64,
    /// The first slot that the move being specialised does not use.
    next_slot: usize,
    /// What definitions come to for known arguments: they see nothing else but
    /// the position.
    memo: HashMap<MemoKey, Partial>,
}

fn overflow(span: Span) -> impl Fn(Overflow) -> Stop {
    move |_| {
        limit(
            "this number can become too large for 64 bits".to_owned(),
            span,
        )
    }
}

fn unknown(what: &str, span: Span) -> Stop {
    Stop::Limit(
        Diagnostic::new(
            format!("{what} depends on the position"),
            span,
            "this must be known before the game starts",
        )
        .help("go through all possible values with a comprehension and compare"),
    )
}

impl<'a> Specialiser<'a> {
    // Moves and results.

    fn result(&mut self, decl: &crate::ast::ResultDecl, side: &mut Side) -> Eval<()> {
        let condition = match &decl.condition {
            Some(condition) => self.condition(condition)?,
            None => self.residual.bool(true),
        };
        if self.residual.constant(condition) == Some(0) {
            return Ok(());
        }
        side.results.push(GroundResult {
            condition,
            asks_stuck: self.residual.facts(condition).stuck,
            code: self.verdict(&decl.verdict),
        });
        Ok(())
    }

    fn verdict(&self, verdict: &Verdict) -> i64 {
        match verdict {
            Verdict::Me(_) => code::WIN,
            Verdict::Other(_) => code::LOSS,
            Verdict::Draw(_) => code::DRAW,
            Verdict::Player(name) => {
                let me = self.mover.and_then(|mover| self.part.player(mover));
                match me {
                    Some(Value::Symbol(_, me)) if me == name.text => code::WIN,
                    _ => code::LOSS,
                }
            }
        }
    }

    fn choices(
        &mut self,
        parameters: &[MoveParameter],
        ground: &mut Ground<'_>,
        side: &mut Side,
    ) -> Eval<()> {
        let Some((parameter, rest)) = parameters.split_first() else {
            return self.ground_move(ground, side);
        };
        let bound = self.locals.len();
        let derived = ground.derived.len();
        match parameter {
            MoveParameter::Chosen { pattern, domain } => {
                let set = match self.eval(domain)? {
                    Partial::Known(set) => set,
                    _ => return Err(Stop::NeedsPosition(domain.span)),
                };
                let Some(items) = set.elements() else {
                    return Err(fault(format!("{set} has no elements"), domain.span));
                };
                for item in items {
                    self.step(domain.span)?;
                    ground.chosen.push(item.clone());
                    self.bind(pattern, Partial::Known(item))?;
                    self.choices(rest, ground, side)?;
                    self.locals.truncate(bound);
                    ground.chosen.pop();
                }
            }
            MoveParameter::Derived { name, value } => {
                let value = self.guarded(value)?;
                let slots = self.next_slot;
                let mut binds = Vec::new();
                let value = self.freeze(value, &mut binds);
                ground
                    .derived
                    .extend(binds.iter().filter_map(|op| match op {
                        Op::Bind { slot, value } => Some((*slot, *value)),
                        _ => None,
                    }));
                self.locals.push((name.text.clone(), value));
                self.choices(rest, ground, side)?;
                self.locals.truncate(bound);
                ground.derived.truncate(derived);
                self.next_slot = slots;
            }
        }
        Ok(())
    }

    fn ground_move(&mut self, ground: &Ground<'_>, side: &mut Side) -> Eval<()> {
        let decl = ground.decl;
        let guard = match &decl.guard {
            Some(guard) => self.condition(guard)?,
            None => self.residual.bool(true),
        };
        let derived_faults = ground
            .derived
            .iter()
            .any(|(_, value)| self.residual.facts(*value).faults);
        if self.residual.constant(guard) == Some(0) && !derived_faults {
            return Ok(());
        }
        let mut body = Vec::new();
        let slots = self.next_slot;
        self.block(&decl.body, &mut body)?;
        self.next_slot = slots;
        self.check_bags(decl, &mut body);
        side.moves.push(GroundMove {
            part: ground.part,
            decl: ground.place,
            chosen: ground.chosen.clone(),
            derived: ground.derived.clone(),
            guard,
            body,
        });
        if side.moves.len() + self.residual.nodes.len() > MOST_NODES {
            return Err(Stop::Limit(too_long(decl.name.span)));
        }
        Ok(())
    }

    fn check_bags(&mut self, decl: &MoveDecl, body: &mut Vec<Op>) {
        let mut names = Vec::new();
        assigned(&decl.body, &mut names);
        names.sort_unstable();
        names.dedup();
        for name in names {
            let Some(&place) = self.part.variables.get(name) else {
                continue;
            };
            let variable = &self.instance.layout.variables[place];
            let Shape::Bag { size, .. } = variable.ty.shape else {
                continue;
            };
            for element in 0..variable.elements {
                let message = bag_fault(&variable.label, size + 1, size);
                let message = message.replace(
                    &format!("holds {} things", size + 1),
                    "does not hold its number of things",
                );
                let site = self.residual.site(message, decl.name.span);
                body.push(Op::CheckBag {
                    first: variable.first + element * variable.stride,
                    kinds: variable.stride,
                    size,
                    site,
                });
            }
        }
    }

    // Statements.

    fn block(&mut self, body: &[Stmt], ops: &mut Vec<Op>) -> Eval<()> {
        let bound = self.locals.len();
        for statement in body {
            match self.statement(statement, ops) {
                Err(Stop::Fault(diagnostic)) => {
                    let site = self.residual.site(diagnostic.message, diagnostic.span);
                    ops.push(Op::Fault(site));
                    break;
                }
                other => other?,
            }
        }
        self.locals.truncate(bound);
        Ok(())
    }

    fn statement(&mut self, statement: &Stmt, ops: &mut Vec<Op>) -> Eval<()> {
        match statement {
            Stmt::Assign { target, op, value } => self.assign(target, *op, value, ops),
            Stmt::If { arms, otherwise } => self.branches(arms, otherwise, ops),
            Stmt::For { clauses, body } => self.repeat(clauses, body, ops),
            Stmt::Let { name, value } => {
                let value = self.eval(value)?;
                let value = self.freeze(value, ops);
                self.locals.push((name.text.clone(), value));
                Ok(())
            }
            Stmt::Again(_) => {
                ops.push(Op::Again);
                Ok(())
            }
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

    fn when(&mut self, condition: ExprId, then: Vec<Op>, otherwise: Vec<Op>, ops: &mut Vec<Op>) {
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

    fn branches(
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

    fn repeat(&mut self, clauses: &[Clause], body: &[Stmt], ops: &mut Vec<Op>) -> Eval<()> {
        let Some((clause, rest)) = clauses.split_first() else {
            return self.block(body, ops);
        };
        let domain = self.eval(&clause.domain)?;
        if let Partial::Items {
            collection: Collection::Set,
            items,
        } = &domain
        {
            if items
                .iter()
                .any(|(_, item)| !matches!(item, Partial::Known(_)))
            {
                return Err(unknown("the order of this set", clause.domain.span));
            }
        }
        // What is gone through is settled before the first statement runs.
        let mut items = Vec::new();
        for (present, item) in self.items(domain, clause.domain.span)? {
            let item = self.freeze(item, ops);
            let Partial::Scalar(present) = self.freeze(Partial::Scalar(present), ops) else {
                continue;
            };
            items.push((present, item));
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
                self.repeat(rest, body, &mut inner)?;
                self.when(condition, inner, Vec::new(), ops);
            }
            self.locals.truncate(bound);
        }
        Ok(())
    }

    fn assign(
        &mut self,
        target: &Target,
        op: AssignOp,
        value: &Expr,
        ops: &mut Vec<Op>,
    ) -> Eval<()> {
        let span = target.span;
        let mut keys = Vec::new();
        for index in &target.indices {
            keys.push(self.eval(index)?);
        }
        let new = self.eval(value)?;
        let instance = self.instance;
        let Some(&place) = self.part.variables.get(&target.name.text) else {
            return Err(fault(
                format!("`{}` cannot be changed", target.name.text),
                span,
            ));
        };
        let variable = &instance.layout.variables[place];
        let mut keys = keys.into_iter();
        let mut spot = Spot {
            first: variable.first,
            stride: 0,
            count: 1,
            index: self.residual.int(0),
        };
        if let (Some(index), Some(key)) = (&variable.index, keys.next()) {
            spot.stride = variable.stride;
            spot.count = variable.elements;
            spot.index = self.place(index, &key, "there is no such place in this array", span)?;
        }
        let mut scalars = Vec::new();
        if let Shape::Bag { of, .. } = &variable.ty.shape {
            if let Some(key) = keys.next() {
                let kind = self.place(of, &key, "there is no such kind in this bag", span)?;
                spot = self.inner_spot(spot, kind, variable.stride, span)?;
            }
            scalars.push(self.scalar(&new, span)?);
        } else {
            self.flatten(&variable.ty, &new, span, &mut scalars)?;
        }
        if scalars.len() > 1 && scalars.iter().any(|id| self.residual.facts(*id).reads) {
            scalars = scalars
                .into_iter()
                .map(|id| self.freeze_scalar(id, ops))
                .collect();
        }
        for (offset, scalar) in scalars.into_iter().enumerate() {
            self.store(variable, spot, offset, op, scalar, span, ops)?;
        }
        Ok(())
    }

    /// The spot of kind `kind` in the bag at `spot`.
    fn inner_spot(&mut self, spot: Spot, kind: ExprId, kinds: usize, span: Span) -> Eval<Spot> {
        if let Some(element) = self.residual.constant(spot.index) {
            return Ok(Spot {
                first: spot.first + element as usize * spot.stride,
                stride: 1,
                count: kinds,
                index: kind,
            });
        }
        let stride = self.residual.int(kinds as i64);
        let outer = self
            .residual
            .multiply(spot.index, stride)
            .map_err(overflow(span))?;
        let index = self.residual.add(outer, kind).map_err(overflow(span))?;
        Ok(Spot {
            first: spot.first,
            stride: 1,
            count: spot.count * kinds,
            index,
        })
    }

    #[allow(clippy::too_many_arguments)] // one store has this many parts
    fn store(
        &mut self,
        variable: &Variable,
        spot: Spot,
        offset: usize,
        op: AssignOp,
        scalar: ExprId,
        span: Span,
        ops: &mut Vec<Op>,
    ) -> Eval<()> {
        let first = spot.first + offset;
        let Spot {
            stride,
            count,
            index,
            ..
        } = spot;
        let fixed = self
            .residual
            .constant(index)
            .map(|i| first + i as usize * stride);
        let value = if op == AssignOp::Set {
            scalar
        } else {
            let old = match fixed {
                Some(field) => self.residual.field(field),
                None => self.residual.element(first, stride, count, index, |r| {
                    r.site("there is no such place in this array".to_owned(), span)
                }),
            };
            let sum = if op == AssignOp::Add {
                self.residual.add(old, scalar)
            } else {
                self.residual.subtract(old, scalar)
            };
            sum.map_err(overflow(span))?
        };
        let range = self.residual.layout.fields[fixed.unwrap_or(first)].scalar;
        let facts = self.residual.facts(value);
        let inside = facts.lo >= range.lo && facts.hi <= range.hi;
        let site = (!inside).then(|| {
            let message = range_fault(&variable.label, range.lo, range.hi);
            self.residual.site(message, span)
        });
        let Some(field) = fixed else {
            let of = self.residual.facts(index);
            let outside = (of.lo < 0 || of.hi >= count as i64).then(|| {
                let message = "there is no such place in this array".to_owned();
                self.residual.site(message, span)
            });
            ops.push(Op::SetElement {
                first,
                stride,
                count,
                index,
                value,
                outside,
                site,
            });
            return Ok(());
        };
        match (self.residual.constant(value), site) {
            (Some(value), None) => {
                let of = self.residual.layout.fields[field];
                let clear = if of.bits == 0 {
                    0
                } else {
                    crate::layout::mask(of.bits) << of.shift
                };
                let set = if of.bits == 0 {
                    0
                } else {
                    ((value - of.scalar.lo) as u128) << of.shift
                };
                if let Some(Op::Write { clear: c, set: s }) = ops.last_mut() {
                    *s = (*s & !clear) | set;
                    *c |= clear;
                } else {
                    ops.push(Op::Write { clear, set });
                }
            }
            (Some(_), Some(site)) => ops.push(Op::Fault(site)),
            (None, site) => ops.push(Op::Set { field, value, site }),
        }
        Ok(())
    }

    /// The value with every number that statements could change kept in a slot.
    fn freeze(&mut self, value: Partial, ops: &mut Vec<Op>) -> Partial {
        match value {
            Partial::Known(_) => value,
            Partial::Scalar(id) => Partial::Scalar(self.freeze_scalar(id, ops)),
            Partial::Fault(site) => {
                let id = self.residual.fault(site);
                Partial::Scalar(self.freeze_scalar(id, ops))
            }
            Partial::Tuple(parts) => Partial::Tuple(
                parts
                    .into_iter()
                    .map(|part| self.freeze(part, ops))
                    .collect(),
            ),
            Partial::Items { collection, items } => Partial::Items {
                collection,
                items: items
                    .into_iter()
                    .map(|(present, item)| {
                        (self.freeze_scalar(present, ops), self.freeze(item, ops))
                    })
                    .collect(),
            },
            Partial::Map(entries) => Partial::Map(
                entries
                    .into_iter()
                    .map(|(key, value)| (key, self.freeze(value, ops)))
                    .collect(),
            ),
            Partial::Range(lo, hi) => {
                Partial::Range(self.freeze_scalar(lo, ops), self.freeze_scalar(hi, ops))
            }
        }
    }

    fn freeze_scalar(&mut self, id: ExprId, ops: &mut Vec<Op>) -> ExprId {
        let facts = self.residual.facts(id);
        if !facts.reads && !facts.faults {
            return id;
        }
        let slot = self.next_slot;
        self.next_slot += 1;
        self.residual.slots = self.residual.slots.max(self.next_slot);
        ops.push(Op::Bind { slot, value: id });
        self.residual.slot_value(slot, id)
    }

    // Expressions.

    fn step(&mut self, span: Span) -> Eval<()> {
        self.steps += 1;
        if self.steps > MOST_STEPS || self.residual.nodes.len() > MOST_NODES {
            return Err(Stop::Limit(too_long(span)));
        }
        Ok(())
    }

    /// The value; a fault becomes a value that is a fault to ask for.
    fn guarded(&mut self, expr: &Expr) -> Eval<Partial> {
        let (locals, frame, depth) = (self.locals.len(), self.frame, self.depth);
        match self.eval(expr) {
            Err(Stop::Fault(diagnostic)) => {
                self.locals.truncate(locals);
                self.frame = frame;
                self.depth = depth;
                let site = self.residual.site(diagnostic.message, diagnostic.span);
                Ok(Partial::Fault(site))
            }
            other => other,
        }
    }

    /// A truth value.
    fn condition(&mut self, expr: &Expr) -> Eval<ExprId> {
        let value = self.guarded(expr)?;
        self.scalar(&value, expr.span)
    }

    fn scalar(&mut self, value: &Partial, span: Span) -> Eval<ExprId> {
        match value {
            Partial::Known(known) => match known.code() {
                Some(code) => Ok(self.residual.int(code)),
                None => Err(fault(format!("{known} cannot be used here"), span)),
            },
            Partial::Scalar(id) => Ok(*id),
            Partial::Fault(site) => Ok(self.residual.fault(*site)),
            _ => Err(unknown("a collection", span)),
        }
    }

    fn eval(&mut self, expr: &Expr) -> Eval<Partial> {
        self.step(expr.span)?;
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(Stop::Limit(too_deep(expr.span)));
        }
        let result = self.eval_inner(expr);
        self.depth -= 1;
        result
    }

    fn eval_inner(&mut self, expr: &Expr) -> Eval<Partial> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Int(value) => Ok(Partial::Known(Value::Int(*value))),
            ExprKind::Bool(value) => Ok(Partial::Known(Value::Bool(*value))),
            ExprKind::None => Ok(Partial::Known(Value::None)),
            ExprKind::Text(text) => Ok(Partial::Known(Value::Text(text.clone()))),
            ExprKind::Me => self.player(false, span),
            ExprKind::Other => self.player(true, span),
            ExprKind::Stuck => Ok(Partial::Scalar(self.residual.stuck())),
            ExprKind::Name(name) => self.name(name, span),
            ExprKind::Tuple(parts) => {
                let parts = self.all(parts)?;
                Ok(tuple(parts))
            }
            ExprKind::List(parts) => {
                let yes = self.residual.bool(true);
                let items = self
                    .all(parts)?
                    .into_iter()
                    .map(|part| (yes, part))
                    .collect();
                self.collection(Collection::List, items)
            }
            ExprKind::Set(parts) => {
                let yes = self.residual.bool(true);
                let items = self
                    .all(parts)?
                    .into_iter()
                    .map(|part| (yes, part))
                    .collect();
                self.collection(Collection::Set, items)
            }
            ExprKind::Map(entries) => self.map(entries),
            ExprKind::Comprehension {
                collection,
                element,
                clauses,
            } => {
                let mut items = Vec::new();
                let yes = self.residual.bool(true);
                self.each(clauses, yes, &mut |this, present| {
                    let certain = this.residual.constant(present) == Some(1);
                    let item = if certain {
                        this.eval(element)?
                    } else {
                        this.guarded(element)?
                    };
                    items.push((present, item));
                    Ok(true)
                })?;
                self.collection(*collection, items)
            }
            ExprKind::Range(lo, hi) => {
                let (lo, hi) = (self.eval(lo)?, self.eval(hi)?);
                if let (Partial::Known(Value::Int(lo)), Partial::Known(Value::Int(hi))) = (&lo, &hi)
                {
                    let items = value::range(*lo, *hi).map_err(|m| limit(m, span))?;
                    self.steps += items.len() as u64;
                    return Ok(Partial::Known(Value::Set(items.into())));
                }
                Ok(Partial::Range(
                    self.scalar(&lo, span)?,
                    self.scalar(&hi, span)?,
                ))
            }
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
            } => {
                let yes = self.residual.bool(true);
                let mut folder = Folder::new(*op);
                self.each(clauses, yes, &mut |this, present| {
                    let item = this.guarded(element)?;
                    let item = this.scalar(&item, element.span)?;
                    folder.add(this, present, item, span)
                })?;
                folder.finish(self, span)
            }
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

    fn all(&mut self, items: &[Expr]) -> Eval<Vec<Partial>> {
        items.iter().map(|item| self.eval(item)).collect()
    }

    /// A truth value, known if it is constant.
    fn truth(&self, id: ExprId) -> Partial {
        match self.residual.constant(id) {
            Some(value) => Partial::Known(Value::Bool(value != 0)),
            None => Partial::Scalar(id),
        }
    }

    /// A number, known if it is constant.
    fn number(&self, id: ExprId) -> Partial {
        match self.residual.constant(id) {
            Some(value) => Partial::Known(Value::Int(value)),
            None => Partial::Scalar(id),
        }
    }

    fn player(&self, opponent: bool, span: Span) -> Eval<Partial> {
        let place = match (self.mover, opponent) {
            (None, _) => return Err(Stop::NeedsPosition(span)),
            (Some(mover), false) => mover,
            (Some(mover), true) => 3 - mover,
        };
        match self.part.player(place) {
            Some(player) => Ok(Partial::Known(player)),
            None => Err(fault("this game has no players".to_owned(), span)),
        }
    }

    fn name(&mut self, name: &Arc<str>, span: Span) -> Eval<Partial> {
        let local = self.locals[self.frame..].iter().rev();
        if let Some((_, value)) = local.clone().find(|(local, _)| local == name) {
            return Ok(value.clone());
        }
        if let Some(value) = self.part.known(name) {
            return Ok(Partial::Known(value));
        }
        let instance = self.instance;
        if let Some(&place) = self.part.variables.get(name) {
            let variable = &instance.layout.variables[place];
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
        let decl = self
            .part
            .decl()
            .lets
            .iter()
            .find(|decl| decl.name.text == *name);
        if let Some(
            decl @ LetDecl {
                arguments: None, ..
            },
        ) = decl
        {
            return self.definition(decl, Vec::new());
        }
        // Types, and what does not exist.
        let expr = Expr {
            kind: ExprKind::Name(name.clone()),
            span,
        };
        Evaluator::new(self.part)
            .with_mover(self.mover)
            .eval(&expr)
            .map(Partial::Known)
    }

    /// What a definition comes to for these arguments.
    fn definition(&mut self, decl: &'a LetDecl, arguments: Vec<Partial>) -> Eval<Partial> {
        let known: Option<Vec<Value>> = arguments
            .iter()
            .map(|argument| match argument {
                Partial::Known(value) => Some(value.clone()),
                _ => None,
            })
            .collect();
        let key = known.map(|known| (decl.name.text.clone(), known));
        if let Some(found) = key.as_ref().and_then(|key| self.memo.get(key)) {
            return Ok(found.clone());
        }
        let outer = std::mem::replace(&mut self.frame, self.locals.len());
        let names = decl.arguments.iter().flatten();
        let names = names.map(|name| name.text.clone());
        self.locals.extend(names.zip(arguments));
        let result = self.eval(&decl.body);
        self.locals.truncate(self.frame);
        self.frame = outer;
        let result = result?;
        if let Some(key) = key {
            self.memo.insert(key, result.clone());
        }
        Ok(result)
    }

    fn call(&mut self, function: &Arc<str>, arguments: Vec<Partial>, span: Span) -> Eval<Partial> {
        let decl = self
            .part
            .decl()
            .lets
            .iter()
            .find(|decl| decl.name.text == *function);
        if let Some(decl) = decl {
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
            ("abs", [operand]) => {
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
            ("len", [collection]) => {
                let items = self.items(collection.clone(), span)?;
                let present = items.into_iter().map(|(present, _)| present).collect();
                let id = self.residual.sum(present).map_err(overflow(span))?;
                Ok(self.number(id))
            }
            _ => {
                let Some(op) = FoldOp::named(function) else {
                    return Err(fault(format!("there is no function `{function}`"), span));
                };
                let items = match arguments.len() {
                    1 => self.items(arguments[0].clone(), span)?,
                    _ => {
                        let yes = self.residual.bool(true);
                        arguments.into_iter().map(|item| (yes, item)).collect()
                    }
                };
                let mut folder = Folder::new(op);
                for (present, item) in items {
                    let item = self.scalar(&item, span)?;
                    if !folder.add(self, present, item, span)? {
                        break;
                    }
                }
                folder.finish(self, span)
            }
        }
    }

    fn map(&mut self, entries: &[(Expr, Expr)]) -> Eval<Partial> {
        let mut pairs = Vec::new();
        for (key, value) in entries {
            let Partial::Known(known) = self.eval(key)? else {
                return Err(unknown("a key of this map", key.span));
            };
            if pairs.iter().any(|(k, _)| *k == known) {
                return Err(fault(format!("the key {known} stands twice"), key.span));
            }
            pairs.push((known, self.eval(value)?));
        }
        pairs.sort_by(|a, b| a.0.cmp(&b.0));
        let known: Option<Vec<(Value, Value)>> = pairs
            .iter()
            .map(|(key, value)| match value {
                Partial::Known(value) => Some((key.clone(), value.clone())),
                _ => None,
            })
            .collect();
        Ok(match known {
            Some(known) => Partial::Known(Value::Map(known.into())),
            None => Partial::Map(pairs),
        })
    }

    /// A list or set of these candidates.
    fn collection(
        &mut self,
        collection: Collection,
        items: Vec<(ExprId, Partial)>,
    ) -> Eval<Partial> {
        let mut items: Vec<(ExprId, Partial)> = items
            .into_iter()
            .filter(|(present, _)| self.residual.constant(*present) != Some(0))
            .collect();
        let all_known: Option<Vec<Value>> = items
            .iter()
            .map(|(present, item)| match item {
                Partial::Known(value) if self.residual.constant(*present) == Some(1) => {
                    Some(value.clone())
                }
                _ => None,
            })
            .collect();
        match (collection, all_known) {
            (Collection::List, Some(known)) => {
                return Ok(Partial::Known(Value::List(known.into())));
            }
            (Collection::Set, Some(known)) => return Ok(Partial::Known(Value::set(known))),
            _ => {}
        }
        if collection == Collection::Set {
            items = self.distinct(items)?;
        }
        Ok(Partial::Items { collection, items })
    }

    /// The candidates of a set, each there only if no earlier one is equal.
    /// Known ones come sorted.
    fn distinct(&mut self, items: Vec<(ExprId, Partial)>) -> Eval<Vec<(ExprId, Partial)>> {
        let mut known: Vec<(Value, Vec<ExprId>)> = Vec::new();
        let mut others = Vec::new();
        for (present, item) in items {
            match item {
                Partial::Known(value) => match known.iter_mut().find(|(v, _)| *v == value) {
                    Some((_, conditions)) => conditions.push(present),
                    None => known.push((value, vec![present])),
                },
                other => others.push((present, other)),
            }
        }
        known.sort_by(|a, b| a.0.cmp(&b.0));
        let mut result: Vec<(ExprId, Partial)> = Vec::new();
        for (value, conditions) in known {
            result.push((self.residual.or(&conditions), Partial::Known(value)));
        }
        for (present, item) in others {
            self.step(Span::default())?;
            let mut twins = Vec::new();
            for (earlier, other) in result.clone() {
                let same = self.equal(&other, &item, Span::default())?;
                twins.push(self.residual.and(&[earlier, same]));
            }
            let twin = self.residual.or(&twins);
            let first = self.residual.not(twin);
            let present = self.residual.and(&[present, first]);
            result.push((present, item));
        }
        Ok(result)
    }

    /// The candidates of a collection, in order.
    fn items(&mut self, collection: Partial, span: Span) -> Eval<Vec<(ExprId, Partial)>> {
        let yes = self.residual.bool(true);
        match collection {
            Partial::Known(known) => match known.elements() {
                Some(items) => Ok(items
                    .into_iter()
                    .map(|item| (yes, Partial::Known(item)))
                    .collect()),
                None => Err(fault(format!("{known} has no elements"), span)),
            },
            Partial::Items { items, .. } => Ok(items),
            Partial::Map(entries) => Ok(entries
                .into_iter()
                .map(|(key, _)| (yes, Partial::Known(key)))
                .collect()),
            Partial::Range(lo, hi) => {
                let (least, most) = (self.residual.facts(lo).lo, self.residual.facts(hi).hi);
                let values = value::range(least, most).map_err(|m| limit(m, span))?;
                self.steps += values.len() as u64;
                let mut items = Vec::new();
                for value in values {
                    let item = Partial::Known(value);
                    let id = self.scalar(&item, span)?;
                    items.push((self.between(id, lo, hi), item));
                }
                Ok(items)
            }
            Partial::Fault(site) => Ok(vec![(yes, Partial::Fault(site))]),
            Partial::Scalar(_) | Partial::Tuple(_) => {
                Err(fault("this has no elements".to_owned(), span))
            }
        }
    }

    /// Runs `visit` for every way to bind the clauses' names, with the
    /// condition under which it is there, until it returns false.
    fn each(
        &mut self,
        clauses: &[Clause],
        present: ExprId,
        visit: &mut dyn FnMut(&mut Self, ExprId) -> Eval<bool>,
    ) -> Eval<bool> {
        let Some((clause, rest)) = clauses.split_first() else {
            return visit(self, present);
        };
        let domain = self.eval(&clause.domain)?;
        for (there, item) in self.items(domain, clause.domain.span)? {
            self.step(clause.domain.span)?;
            let bound = self.locals.len();
            let mut condition = self.residual.and(&[present, there]);
            if self.residual.constant(condition) == Some(0) {
                continue;
            }
            self.bind(&clause.pattern, item)?;
            if let Some(asked) = &clause.condition {
                let asked = self.condition(asked)?;
                condition = self.residual.and(&[condition, asked]);
            }
            let go_on = self.residual.constant(condition) == Some(0)
                || self.each(rest, condition, visit)?;
            self.locals.truncate(bound);
            if !go_on {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn bind(&mut self, pattern: &Pattern, value: Partial) -> Eval<()> {
        match pattern {
            Pattern::Name(name) => self.locals.push((name.text.clone(), value)),
            Pattern::Tuple(parts, span) => {
                let values = self.components(&value, *span)?;
                if values.len() != parts.len() {
                    return Err(fault(
                        format!("a tuple of {} components", values.len()),
                        *span,
                    ));
                }
                for (part, value) in parts.iter().zip(values) {
                    self.bind(part, value)?;
                }
            }
        }
        Ok(())
    }

    /// The components of a tuple.
    fn components(&mut self, value: &Partial, span: Span) -> Eval<Vec<Partial>> {
        match value {
            Partial::Tuple(parts) => Ok(parts.clone()),
            Partial::Known(Value::Tuple(parts)) => {
                Ok(parts.iter().cloned().map(Partial::Known).collect())
            }
            Partial::Fault(site) => {
                let site = &self.residual.sites[site.index()];
                Err(fault(site.message.clone(), site.span))
            }
            _ => Err(fault("this is not a tuple".to_owned(), span)),
        }
    }

    // Indexing.

    /// The value of a type whose scalars begin at this field.
    fn of_fields(&mut self, ty: &Ty, first: usize) -> Partial {
        match &ty.shape {
            Shape::Tuple(parts) => {
                let mut at = first;
                let parts = parts
                    .iter()
                    .map(|part| {
                        let value = self.of_fields(part, at);
                        at += part.scalars().len();
                        value
                    })
                    .collect();
                Partial::Tuple(parts)
            }
            Shape::Bag { of, .. } => Partial::Map(
                of.values()
                    .into_iter()
                    .enumerate()
                    .map(|(i, kind)| (kind, Partial::Scalar(self.residual.field(first + i))))
                    .collect(),
            ),
            _ => {
                let id = self.residual.field(first);
                match self.residual.constant(id) {
                    Some(only) => Partial::Known(ty.decode(&[only])),
                    None => Partial::Scalar(id),
                }
            }
        }
    }

    /// The value at a place of an array, the place not being known.
    fn of_element(&mut self, ty: &Ty, spot: Spot, span: Span) -> Partial {
        match &ty.shape {
            Shape::Tuple(parts) => {
                let mut offset = 0;
                let parts = parts
                    .iter()
                    .map(|part| {
                        let spot = Spot {
                            first: spot.first + offset,
                            ..spot
                        };
                        offset += part.scalars().len();
                        self.of_element(part, spot, span)
                    })
                    .collect();
                Partial::Tuple(parts)
            }
            Shape::Bag { of, .. } => Partial::Map(
                of.values()
                    .into_iter()
                    .enumerate()
                    .map(|(i, kind)| {
                        let spot = Spot {
                            first: spot.first + i,
                            ..spot
                        };
                        (kind, Partial::Scalar(self.read(spot, span)))
                    })
                    .collect(),
            ),
            _ => Partial::Scalar(self.read(spot, span)),
        }
    }

    fn read(&mut self, spot: Spot, span: Span) -> ExprId {
        self.residual
            .element(spot.first, spot.stride, spot.count, spot.index, |r| {
                r.site("there is no such place in this array".to_owned(), span)
            })
    }

    /// The place of a key among the values of a type, as a number; outside of
    /// all places if the key is not a value of the type.
    fn place(&mut self, ty: &Ty, key: &Partial, message: &str, span: Span) -> Eval<ExprId> {
        if let Partial::Known(known) = key {
            return match ty.place(known) {
                Some(place) => Ok(self.residual.int(place as i64)),
                None => Err(fault(message.to_owned(), span)),
            };
        }
        let mut scalars = Vec::new();
        self.flatten(ty, key, span, &mut scalars)?;
        let ranges = ty.scalars();
        let mut place = self.residual.int(0);
        let mut inside = Vec::new();
        for (scalar, range) in scalars.iter().zip(&ranges) {
            let (lo, hi) = (self.residual.int(range.lo), self.residual.int(range.hi));
            inside.push(self.between(*scalar, lo, hi));
            let radix = self.residual.int(range.radix() as i64);
            let offset = self
                .residual
                .subtract(*scalar, lo)
                .map_err(overflow(span))?;
            place = self
                .residual
                .multiply(place, radix)
                .map_err(overflow(span))?;
            place = self.residual.add(place, offset).map_err(overflow(span))?;
        }
        if ranges.len() > 1 {
            // One component outside could be made up for by another.
            let inside = self.residual.and(&inside);
            let nowhere = self.residual.int(-1);
            place = self.residual.select(inside, place, nowhere);
        }
        Ok(place)
    }

    /// The scalars of a value of a type, by the type's shape.
    fn flatten(&mut self, ty: &Ty, value: &Partial, span: Span, out: &mut Vec<ExprId>) -> Eval<()> {
        if let Shape::Tuple(parts) = &ty.shape {
            let values = self.components(value, span)?;
            for (part, value) in parts.iter().zip(&values) {
                self.flatten(part, value, span, out)?;
            }
        } else {
            out.push(self.scalar(value, span)?);
        }
        Ok(())
    }

    fn index(&mut self, base: &Expr, index: &Expr, span: Span) -> Eval<Partial> {
        if let Some(variable) = self.array(base) {
            let key = self.eval(index)?;
            let Some(ty) = &variable.index else {
                let base = self.eval(base)?;
                return self.lookup(base, &key, span);
            };
            let place = self
                .place(ty, &key, "", span)
                .map_err(|stop| match (&key, stop) {
                    (Partial::Known(key), Stop::Fault(_)) => {
                        fault(format!("there is no place {key} in this array"), span)
                    }
                    (_, stop) => stop,
                })?;
            if let Some(place) = self.residual.constant(place).filter(|place| *place >= 0) {
                let first = variable.first + place as usize * variable.stride;
                return Ok(self.of_fields(&variable.ty, first));
            }
            let spot = Spot {
                first: variable.first,
                stride: variable.stride,
                count: variable.elements,
                index: place,
            };
            return Ok(self.of_element(&variable.ty, spot, span));
        }
        let base = self.eval(base)?;
        let key = self.eval(index)?;
        self.lookup(base, &key, span)
    }

    /// The state variable that an expression names, unless a local hides it.
    fn array(&self, base: &Expr) -> Option<&'a Variable> {
        let ExprKind::Name(name) = &base.kind else {
            return None;
        };
        if self.locals[self.frame..]
            .iter()
            .any(|(local, _)| local == name)
        {
            return None;
        }
        let place = self.part.variables.get(name)?;
        Some(&self.instance.layout.variables[*place])
    }

    fn lookup(&mut self, base: Partial, key: &Partial, span: Span) -> Eval<Partial> {
        if let (Partial::Known(base), Partial::Known(key)) = (&base, key) {
            return value::lookup(base, key)
                .cloned()
                .map(Partial::Known)
                .map_err(|message| fault(message, span));
        }
        let entries = match base {
            Partial::Tuple(parts) => return self.nth(parts, key, span),
            Partial::Known(Value::Tuple(parts) | Value::List(parts)) => {
                let parts = parts.iter().cloned().map(Partial::Known).collect();
                return self.nth(parts, key, span);
            }
            Partial::Items { items, .. } => {
                if items
                    .iter()
                    .any(|(p, _)| self.residual.constant(*p) != Some(1))
                {
                    return Err(unknown("which elements this list has", span));
                }
                let parts = items.into_iter().map(|(_, item)| item).collect();
                return self.nth(parts, key, span);
            }
            Partial::Known(Value::Map(entries)) => entries
                .iter()
                .map(|(key, value)| (key.clone(), Partial::Known(value.clone())))
                .collect(),
            Partial::Map(entries) => entries,
            Partial::Fault(site) => return Ok(Partial::Fault(site)),
            _ => return Err(fault("this has no places".to_owned(), span)),
        };
        if let Partial::Known(known) = key {
            let found = entries.into_iter().find(|(key, _)| key == known);
            return match found {
                Some((_, value)) => Ok(value),
                None => Err(fault(format!("there is no entry for {known}"), span)),
            };
        }
        let mut cases = Vec::new();
        for (entry, value) in entries {
            let is = self.equal(key, &Partial::Known(entry), span)?;
            cases.push((is, value));
        }
        self.cases(cases, "there is no entry for this key", span)
    }

    /// The element at a place that may not be known.
    fn nth(&mut self, parts: Vec<Partial>, key: &Partial, span: Span) -> Eval<Partial> {
        let index = self.scalar(key, span)?;
        let message = || match parts.len() {
            0 => "the list is empty".to_owned(),
            n => format!("there is no such element: they go from 0 to {}", n - 1),
        };
        if let Some(place) = self.residual.constant(index) {
            let found = usize::try_from(place)
                .ok()
                .and_then(|place| parts.get(place));
            return found.cloned().ok_or_else(|| {
                fault(
                    match parts.len() {
                        0 => format!("there is no element {place}: the list is empty"),
                        n => format!("there is no element {place}: they go from 0 to {}", n - 1),
                    },
                    span,
                )
            });
        }
        let numbers: Option<Vec<i64>> = parts
            .iter()
            .map(|part| match part {
                Partial::Known(value) => value.code(),
                _ => None,
            })
            .collect();
        if let Some(numbers) = numbers.filter(|numbers| !numbers.is_empty()) {
            let text = message();
            let id = self.residual.table(numbers, index, |r| r.site(text, span));
            return Ok(Partial::Scalar(id));
        }
        let tuples: Option<Vec<Vec<Partial>>> = parts
            .iter()
            .map(|part| match part {
                Partial::Tuple(parts) => Some(parts.clone()),
                Partial::Known(Value::Tuple(parts)) => {
                    Some(parts.iter().cloned().map(Partial::Known).collect())
                }
                _ => None,
            })
            .collect();
        if let Some(tuples) = tuples.filter(|tuples| !tuples.is_empty()) {
            let arity = tuples[0].len();
            let mut columns = Vec::new();
            for column in 0..arity {
                let column = tuples
                    .iter()
                    .filter_map(|row| row.get(column).cloned())
                    .collect();
                columns.push(self.nth(column, key, span)?);
            }
            return Ok(Partial::Tuple(columns));
        }
        let text = message();
        let mut cases = Vec::new();
        for (place, part) in parts.into_iter().enumerate() {
            let place = self.residual.int(place as i64);
            cases.push((self.residual.equal(index, place), part));
        }
        self.cases(cases, &text, span)
    }

    /// The value of the first condition that holds; a fault if none does.
    fn cases(&mut self, cases: Vec<(ExprId, Partial)>, message: &str, span: Span) -> Eval<Partial> {
        let site = self.residual.site(message.to_owned(), span);
        let mut value = Partial::Fault(site);
        for (condition, case) in cases.into_iter().rev() {
            value = self.select(condition, case, value, span)?;
        }
        Ok(value)
    }

    fn select(
        &mut self,
        condition: ExprId,
        then: Partial,
        otherwise: Partial,
        span: Span,
    ) -> Eval<Partial> {
        match self.residual.constant(condition) {
            Some(0) => return Ok(otherwise),
            Some(_) => return Ok(then),
            None => {}
        }
        match (&then, &otherwise) {
            (Partial::Fault(_), Partial::Fault(_)) => return Ok(then),
            (Partial::Known(a), Partial::Known(b)) if a == b => return Ok(then),
            _ => {}
        }
        if let (Ok(a), Ok(b)) = (self.scalar(&then, span), self.scalar(&otherwise, span)) {
            return Ok(Partial::Scalar(self.residual.select(condition, a, b)));
        }
        let arity = [&then, &otherwise].iter().find_map(|value| match value {
            Partial::Tuple(parts) => Some(parts.len()),
            Partial::Known(Value::Tuple(parts)) => Some(parts.len()),
            _ => None,
        });
        if let Some(arity) = arity {
            let spread = |this: &mut Self, value: Partial| match value {
                Partial::Fault(_) => Ok(vec![value; arity]),
                other => this.components(&other, span),
            };
            let (a, b) = (spread(self, then)?, spread(self, otherwise)?);
            let mut parts = Vec::new();
            for (a, b) in a.into_iter().zip(b) {
                parts.push(self.select(condition, a, b, span)?);
            }
            return Ok(Partial::Tuple(parts));
        }
        if let (Partial::Map(a), Partial::Map(b)) = (&then, &otherwise) {
            let same = a.len() == b.len() && a.iter().zip(b).all(|((x, _), (y, _))| x == y);
            if same {
                let mut entries = Vec::new();
                for ((key, a), (_, b)) in a.clone().into_iter().zip(b.clone()) {
                    entries.push((key, self.select(condition, a, b, span)?));
                }
                return Ok(Partial::Map(entries));
            }
        }
        if let (Partial::Map(_), _) | (_, Partial::Map(_)) = (&then, &otherwise) {
            return Err(unknown("which map this is", span));
        }
        let not = self.residual.not(condition);
        let collection = match (&then, &otherwise) {
            (
                Partial::Items {
                    collection: Collection::List,
                    ..
                }
                | Partial::Known(Value::List(_)),
                _,
            )
            | (
                _,
                Partial::Items {
                    collection: Collection::List,
                    ..
                }
                | Partial::Known(Value::List(_)),
            ) => Collection::List,
            _ => Collection::Set,
        };
        let mut items = Vec::new();
        for (side, value) in [(condition, then), (not, otherwise)] {
            for (present, item) in self.items(value, span)? {
                items.push((self.residual.and(&[side, present]), item));
            }
        }
        self.collection(collection, items)
    }

    // Operators.

    fn binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr, span: Span) -> Eval<Partial> {
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

    fn operate(&mut self, op: BinaryOp, a: &Partial, b: &Partial, span: Span) -> Eval<Partial> {
        match op {
            BinaryOp::Add => self.add(a, b, span),
            BinaryOp::Subtract => {
                self.pairwise(a, b, span, value::subtract, |r, a, b| r.subtract(a, b))
            }
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
                let site = |r: &mut Residual| r.site("division by zero".to_owned(), span);
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

    fn add(&mut self, a: &Partial, b: &Partial, span: Span) -> Eval<Partial> {
        let is_list = |value: &Partial| {
            matches!(
                value,
                Partial::Items { .. } | Partial::Known(Value::List(_))
            )
        };
        if is_list(a) || is_list(b) {
            let mut items = self.items(a.clone(), span)?;
            items.extend(self.items(b.clone(), span)?);
            return self.collection(Collection::List, items);
        }
        self.pairwise(a, b, span, value::add, |r, a, b| r.add(a, b))
    }

    /// `+` and `-`: of numbers, or of tuples component by component.
    fn pairwise(
        &mut self,
        a: &Partial,
        b: &Partial,
        span: Span,
        known: fn(&Value, &Value) -> value::OpResult<Value>,
        residual: fn(&mut Residual, ExprId, ExprId) -> Result<ExprId, Overflow>,
    ) -> Eval<Partial> {
        if let (Partial::Known(a), Partial::Known(b)) = (a, b) {
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

    fn multiply(&mut self, a: &Partial, b: &Partial, span: Span) -> Eval<Partial> {
        if let (Partial::Known(a), Partial::Known(b)) = (a, b) {
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

    fn power(&mut self, a: &Partial, b: &Partial, span: Span) -> Eval<Partial> {
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

    fn power_modulo(
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

    /// A function of one number that is not known, as a table of its values.
    fn tabulate(
        &mut self,
        of: ExprId,
        span: Span,
        function: impl Fn(i64) -> value::OpResult<i64>,
    ) -> Eval<Partial> {
        let facts = self.residual.facts(of);
        let arguments = value::range(facts.lo, facts.hi).map_err(|m| limit(m, span))?;
        self.steps += arguments.len() as u64;
        let mut results = Vec::new();
        for argument in facts.lo..=facts.hi {
            results.push(function(argument).map_err(|message| limit(message, span))?);
        }
        let lo = self.residual.int(facts.lo);
        let index = self.residual.subtract(of, lo).map_err(overflow(span))?;
        let id = self
            .residual
            .table(results, index, |r| r.site("no such power".to_owned(), span));
        Ok(self.number(id))
    }

    fn comparison(&mut self, first: &Expr, rest: &[(CompareOp, Expr)]) -> Eval<Partial> {
        let mut left = self.eval(first)?;
        let mut all = Vec::new();
        for (op, right) in rest {
            if all.iter().any(|id| self.residual.constant(*id) == Some(0)) {
                break;
            }
            let value = match self.guarded(right)? {
                // A first pair that is always asked faults for the whole.
                Partial::Fault(site) if all.is_empty() => {
                    let site = &self.residual.sites[site.index()];
                    return Err(fault(site.message.clone(), site.span));
                }
                value => value,
            };
            all.push(self.compare(*op, &left, &value, right.span)?);
            left = value;
        }
        let id = self.residual.and(&all);
        Ok(self.truth(id))
    }

    fn compare(&mut self, op: CompareOp, a: &Partial, b: &Partial, span: Span) -> Eval<ExprId> {
        if let (Partial::Known(a), Partial::Known(b)) = (a, b) {
            return Ok(self.residual.bool(compare(op, a, b)));
        }
        Ok(match op {
            CompareOp::Equal => self.equal(a, b, span)?,
            CompareOp::NotEqual => {
                let id = self.equal(a, b, span)?;
                self.residual.not(id)
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

    fn equal(&mut self, a: &Partial, b: &Partial, span: Span) -> Eval<ExprId> {
        if let (Partial::Known(a), Partial::Known(b)) = (a, b) {
            return Ok(self.residual.bool(a == b));
        }
        if is_tuple(a) || is_tuple(b) {
            let (a, b) = (self.components(a, span)?, self.components(b, span)?);
            let mut all = Vec::new();
            for (a, b) in a.iter().zip(&b) {
                all.push(self.equal(a, b, span)?);
            }
            return Ok(self.residual.and(&all));
        }
        let (a, b) = (self.scalar(a, span)?, self.scalar(b, span)?);
        Ok(self.residual.equal(a, b))
    }

    fn less(&mut self, a: &Partial, b: &Partial, span: Span) -> Eval<ExprId> {
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

    fn between(&mut self, value: ExprId, lo: ExprId, hi: ExprId) -> ExprId {
        let below = self.residual.less(value, lo);
        let above = self.residual.less(hi, value);
        let (not_below, not_above) = (self.residual.not(below), self.residual.not(above));
        self.residual.and(&[not_below, not_above])
    }

    fn member(&mut self, value: &Partial, set: &Partial, span: Span) -> Eval<ExprId> {
        match set {
            Partial::Range(lo, hi) => {
                let value = self.scalar(value, span)?;
                return Ok(self.between(value, *lo, *hi));
            }
            Partial::Known(known) => {
                if let Some(ranges) = known.elements().as_deref().and_then(sides_of_box) {
                    let parts = if is_tuple(value) {
                        self.components(value, span)?
                    } else {
                        vec![value.clone()]
                    };
                    let mut all = Vec::new();
                    for (part, (lo, hi)) in parts.iter().zip(ranges) {
                        let part = self.scalar(part, span)?;
                        let (lo, hi) = (self.residual.int(lo), self.residual.int(hi));
                        all.push(self.between(part, lo, hi));
                    }
                    return Ok(self.residual.and(&all));
                }
            }
            _ => {}
        }
        let mut any = Vec::new();
        for (present, item) in self.items(set.clone(), span)? {
            let same = self.equal(value, &item, span)?;
            any.push(self.residual.and(&[present, same]));
        }
        Ok(self.residual.or(&any))
    }
}

/// Where an assignment goes, or a read comes from: the field at
/// `first + index * stride` for an index below `count`.
#[derive(Clone, Copy)]
struct Spot {
    first: usize,
    stride: usize,
    count: usize,
    index: ExprId,
}

fn tuple(parts: Vec<Partial>) -> Partial {
    let known: Option<Vec<Value>> = parts
        .iter()
        .map(|part| match part {
            Partial::Known(value) => Some(value.clone()),
            _ => None,
        })
        .collect();
    match known {
        Some(known) => Partial::Known(Value::Tuple(known.into())),
        None => Partial::Tuple(parts),
    }
}

fn is_tuple(value: &Partial) -> bool {
    matches!(value, Partial::Tuple(_) | Partial::Known(Value::Tuple(_)))
}

/// If the sorted values are exactly those of a range, or of a product of
/// ranges, its bounds.
fn sides_of_box(values: &[Value]) -> Option<Vec<(i64, i64)>> {
    let parts = |value: &Value| -> Option<Vec<i64>> {
        match value {
            Value::Int(value) => Some(vec![*value]),
            Value::Tuple(parts) => parts
                .iter()
                .map(|part| match part {
                    Value::Int(value) => Some(*value),
                    _ => None,
                })
                .collect(),
            _ => None,
        }
    };
    if values.len() < 3 {
        return None;
    }
    let mut sides: Vec<(i64, i64)> = parts(&values[0])?.into_iter().map(|v| (v, v)).collect();
    let mut distinct = values.to_vec();
    distinct.sort();
    distinct.dedup();
    for value in &distinct {
        let value = parts(value)?;
        if value.len() != sides.len() {
            return None;
        }
        for ((lo, hi), value) in sides.iter_mut().zip(value) {
            *lo = (*lo).min(value);
            *hi = (*hi).max(value);
        }
    }
    let size = sides.iter().try_fold(1u128, |n, (lo, hi)| {
        n.checked_mul((i128::from(*hi) - i128::from(*lo) + 1) as u128)
    });
    (size == Some(distinct.len() as u128)).then_some(sides)
}

fn assigned<'b>(body: &'b [Stmt], names: &mut Vec<&'b str>) {
    for statement in body {
        match statement {
            Stmt::Assign { target, .. } => names.push(&target.name.text),
            Stmt::If { arms, otherwise } => {
                for (_, block) in arms {
                    assigned(block, names);
                }
                assigned(otherwise, names);
            }
            Stmt::For { body, .. } => assigned(body, names),
            _ => {}
        }
    }
}

/// Collects the elements of a fold whose members depend on the position.
struct Folder {
    op: FoldOp,
    terms: Vec<ExprId>,
    /// For `min` and `max`: whether there was any, and the best so far.
    best: Option<(ExprId, ExprId)>,
}

impl Folder {
    fn new(op: FoldOp) -> Self {
        Self {
            op,
            terms: Vec::new(),
            best: None,
        }
    }

    /// Takes a candidate; false: the rest cannot change the result.
    fn add(
        &mut self,
        with: &mut Specialiser<'_>,
        present: ExprId,
        item: ExprId,
        _span: Span,
    ) -> Eval<bool> {
        let residual = &mut *with.residual;
        match self.op {
            FoldOp::Any | FoldOp::Count => {
                let term = residual.and(&[present, item]);
                self.terms.push(term);
                Ok(self.op == FoldOp::Count || residual.constant(term) != Some(1))
            }
            FoldOp::All => {
                let absent = residual.not(present);
                let term = residual.or(&[absent, item]);
                self.terms.push(term);
                Ok(residual.constant(term) != Some(0))
            }
            FoldOp::Sum => {
                let zero = residual.int(0);
                let term = residual.select(present, item, zero);
                self.terms.push(term);
                Ok(true)
            }
            FoldOp::Min | FoldOp::Max => {
                self.best = Some(match self.best {
                    None => (present, item),
                    Some((some, best)) => {
                        let better = if self.op == FoldOp::Min {
                            residual.min(best, item)
                        } else {
                            residual.max(best, item)
                        };
                        let with_item = residual.select(some, better, item);
                        let best = residual.select(present, with_item, best);
                        (residual.or(&[some, present]), best)
                    }
                });
                Ok(true)
            }
        }
    }

    fn finish(self, with: &mut Specialiser<'_>, span: Span) -> Eval<Partial> {
        match self.op {
            FoldOp::Any => {
                let id = with.residual.or(&self.terms);
                Ok(with.truth(id))
            }
            FoldOp::All => {
                let id = with.residual.and(&self.terms);
                Ok(with.truth(id))
            }
            FoldOp::Count | FoldOp::Sum => {
                let id = with.residual.sum(self.terms).map_err(overflow(span))?;
                Ok(with.number(id))
            }
            FoldOp::Min | FoldOp::Max => {
                let message = format!("`{}` of nothing", self.op.name());
                let Some((some, best)) = self.best else {
                    return Err(fault(message, span));
                };
                let site = with.residual.site(message, span);
                let nothing = with.residual.fault(site);
                let id = with.residual.select(some, best, nothing);
                Ok(with.number(id))
            }
        }
    }
}
