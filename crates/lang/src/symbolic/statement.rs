//! What the body of a move does to variables.

use rustc_hash::FxHashMap;
use std::sync::Arc;
use zug_game::linear::LinearCondition;

use super::expression::{Symbolic, add};
use super::not_linear;
use super::value::Sym;
use crate::domain::value::Value;
use crate::evaluate::{Eval, fault};
use crate::syntax::ast::{AssignOp, Expr, Stmt, Target};
use crate::text::span::Span;

/// The most ways through the body of a move.
const MOST_WAYS: usize = 64;

/// One way through the body of a move.
#[derive(Clone, Debug)]
pub(super) struct Way<'a> {
    /// When play goes this way.
    pub(super) condition: LinearCondition,
    /// The values of the state variables at its end.
    pub(super) state: FxHashMap<Arc<str>, Sym>,
    locals: Vec<(&'a str, Sym)>,
}

impl<'a> Symbolic<'a> {
    /// Returns the ways through the body of a move whose choices are bound.
    pub(super) fn ways(&mut self, body: &'a [Stmt], span: Span) -> Eval<Vec<Way<'a>>> {
        let before = (self.state.clone(), self.locals.clone());
        let first = Way {
            condition: LinearCondition::Known(true),
            state: self.state.clone(),
            locals: self.locals.clone(),
        };
        let ways = self.block(body, vec![first], span);
        (self.state, self.locals) = before;
        ways
    }

    fn block(&mut self, body: &'a [Stmt], ways: Vec<Way<'a>>, span: Span) -> Eval<Vec<Way<'a>>> {
        let mut ended = Vec::new();
        for way in ways {
            let bound = way.locals.len();
            let mut open = vec![way];
            for statement in body {
                let mut next = Vec::new();
                for way in open {
                    next.extend(self.statement(statement, way, span)?);
                }
                if next.len() > MOST_WAYS {
                    return Err(not_linear("too many ways through this move", span));
                }
                open = next;
            }
            ended.extend(open.into_iter().map(|mut way| {
                way.locals.truncate(bound);
                way
            }));
        }
        Ok(ended)
    }

    fn statement(&mut self, statement: &'a Stmt, way: Way<'a>, span: Span) -> Eval<Vec<Way<'a>>> {
        self.state.clone_from(&way.state);
        self.locals.clone_from(&way.locals);
        match statement {
            Stmt::Assign { target, op, value } => {
                let keys = self.keys(target)?;
                let value = self.eval(value)?;
                self.assign(target, *op, &keys, value)?;
            }
            Stmt::Together { targets, values } => {
                let keys: Vec<_> = targets.iter().map(|t| self.keys(t)).collect::<Eval<_>>()?;
                let values: Vec<_> = values.iter().map(|v| self.eval(v)).collect::<Eval<_>>()?;
                for ((target, keys), value) in targets.iter().zip(&keys).zip(values) {
                    self.assign(target, AssignOp::Set, keys, value)?;
                }
            }
            Stmt::Let { name, value } => {
                let value = self.eval(value)?;
                self.locals.push((&name.text, value));
            }
            Stmt::If { arms, otherwise } => return self.branches(arms, otherwise, way, span),
            Stmt::For { clauses, body } => {
                let mut ways = vec![way];
                let bound = self.locals.len();
                let mut items = Vec::new();
                self.each_certain(clauses, "a loop with a condition", span, &mut |this| {
                    items.push(this.locals[bound..].to_vec());
                    Ok(())
                })?;
                for bindings in items {
                    for way in &mut ways {
                        way.locals.extend(bindings.iter().cloned());
                    }
                    ways = self.block(body, ways, span)?;
                    for way in &mut ways {
                        way.locals.truncate(bound);
                    }
                }
                return Ok(ways);
            }
            Stmt::Repeat(repeat) => {
                return Err(not_linear("`repeat` on variables", repeat.condition.span));
            }
            Stmt::Assert(condition) => {
                return Err(not_linear("`assert` within a move", condition.span));
            }
            Stmt::Again => return Err(not_linear("this move keeps the turn", span)),
            Stmt::Gain { span, .. } => return Err(not_linear("a gain of points", *span)),
            Stmt::Result(result) => {
                return Err(not_linear("a result within a move", result.span));
            }
        }
        Ok(vec![Way {
            condition: way.condition,
            state: self.state.clone(),
            locals: self.locals.clone(),
        }])
    }

    fn branches(
        &mut self,
        arms: &'a [(Expr, Vec<Stmt>)],
        otherwise: &'a [Stmt],
        way: Way<'a>,
        span: Span,
    ) -> Eval<Vec<Way<'a>>> {
        let mut ways = Vec::new();
        let mut rest = way.condition.clone();
        for (condition, body) in arms {
            self.state.clone_from(&way.state);
            self.locals.clone_from(&way.locals);
            let holds = self.condition(condition)?;
            let here = rest.clone().and(holds.clone());
            rest = rest.and(holds.negated());
            if here != LinearCondition::Known(false) {
                let condition = here;
                let taken = Way {
                    condition,
                    ..way.clone()
                };
                ways.extend(self.block(body, vec![taken], span)?);
            }
            if rest == LinearCondition::Known(false) {
                return Ok(ways);
            }
        }
        let condition = rest;
        ways.extend(self.block(otherwise, vec![Way { condition, ..way }], span)?);
        Ok(ways)
    }

    fn keys(&mut self, target: &'a Target) -> Eval<Vec<Value>> {
        let keys = target.indices.iter().map(|index| {
            let key = self.eval(index)?.known();
            key.ok_or_else(|| not_linear("a place that depends on variables", index.span))
        });
        keys.collect()
    }

    fn assign(&mut self, target: &Target, op: AssignOp, keys: &[Value], value: Sym) -> Eval<()> {
        let span = target.span;
        let Some(variable) = self.state.get_mut(&target.name.text) else {
            return Err(not_linear("this cannot be changed", span));
        };
        let place = match (variable, keys) {
            (Sym::Map(entries), [key]) => {
                let found = entries.iter_mut().find(|(known, _)| known == key);
                let none = || fault(format!("there is no place {key}"), span);
                &mut found.ok_or_else(none)?.1
            }
            (Sym::Map(_), _) => return Err(not_linear("a whole array at once", span)),
            (place, []) => place,
            _ => return Err(not_linear("this place", span)),
        };
        let changed = |factor: i64, old: &Sym, value: &Sym| match (old.items(), value.items()) {
            (Some(old), Some(value)) if old.len() == value.len() => {
                let pairs = old.iter().zip(&value).map(|(a, b)| add(factor, a, b, span));
                Ok(Sym::Tuple(pairs.collect::<Eval<_>>()?))
            }
            _ => add(factor, old, value, span),
        };
        *place = match op {
            AssignOp::Set => value,
            AssignOp::Add => changed(1, place, &value)?,
            AssignOp::Subtract => changed(-1, place, &value)?,
        };
        Ok(())
    }
}
