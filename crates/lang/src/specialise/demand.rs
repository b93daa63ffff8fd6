//! Values that are evaluated and then not used.
//!
//! The plain evaluator evaluates every component of a tuple and every argument of a
//! function, so a fault in one component is a fault even if nobody asks for that
//! component. The residual program computes only what is asked for. So whatever could
//! fault is noted as a *demand* where the evaluator would evaluate it. Before the next
//! place that play may not reach at all (an operand of `and`, a branch, an element of a
//! comprehension), the demands are attached to the value of the expression; before a
//! statement they become operations of their own.
//!
//! Demands are attached by a condition that always holds, except that evaluating it
//! faults where one of the demands does. Such a condition is called `met` here.

use super::row::text_after;
use super::{Partial, Specialiser};
use crate::domain::value::Value;
use crate::evaluate::{Eval, fault};
use crate::syntax::ast::Collection;
use crate::text::span::Span;
use zug_program::{ExprId, Op, SiteId};

impl Specialiser<'_> {
    /// Notes as demands what could fault in a value that the plain evaluator would
    /// evaluate.
    pub(super) fn demand(&mut self, value: &Partial) -> Eval<()> {
        match value {
            Partial::Known(_) => {}
            Partial::Scalar(id) => self.demand_scalar(*id),
            Partial::Range(lo, hi) => {
                self.demand_scalar(*lo);
                self.demand_scalar(*hi);
            }
            Partial::Tuple(parts) => {
                for part in parts {
                    self.demand(part)?;
                }
            }
            Partial::Map(entries) => {
                for (_, value) in entries {
                    self.demand(value)?;
                }
            }
            Partial::Row(row) => {
                for condition in row.demanded() {
                    self.demand_scalar(condition);
                }
            }
            Partial::Items { items, .. } => {
                for (present, item) in items {
                    self.demand_scalar(*present);
                    let item = self.only_if(*present, item.clone());
                    self.demand(&item)?;
                }
            }
            Partial::Fault(site) => {
                let site = &self.sites[*site];
                return Err(fault(site.message.clone(), site.span));
            }
        }
        Ok(())
    }

    pub(super) fn demand_scalar(&mut self, id: ExprId) {
        if self.residual.facts(id).faults && !self.demands.contains(&id) {
            self.demands.push(id);
        }
    }

    /// Returns the site of an element that no collection ever has.
    pub(super) fn absent(&mut self) -> SiteId {
        let message = "nothing is here".to_owned();
        self.site(message, Span::default())
    }

    /// Returns a condition that always holds, but faults where some part of the value
    /// does.
    pub(super) fn met(&mut self, value: &Partial) -> Eval<ExprId> {
        let before = std::mem::take(&mut self.demands);
        let result = self.demand(value);
        let demands = std::mem::replace(&mut self.demands, before);
        result?;
        Ok(self.all_met(demands))
    }

    /// Returns a condition that always holds, but faults where one of the demands does.
    fn all_met(&mut self, demands: Vec<ExprId>) -> ExprId {
        let met: Vec<ExprId> = demands
            .into_iter()
            .map(|id| self.residual.equal(id, id))
            .collect();
        self.residual.and(&met)
    }

    /// Attaches the demands that were noted since there were `from` of them: the value
    /// returned faults where one of them does.
    pub(super) fn attach_demands(&mut self, value: Partial, from: usize) -> Partial {
        let mut demands = self.demands.split_off(from);
        demands.retain(|id| !matches!(value, Partial::Scalar(value) if value == *id));
        if demands.is_empty() {
            return value;
        }
        let met = self.all_met(demands);
        self.after(met, value)
    }

    /// Returns the value behind the condition `met`: it faults where the condition
    /// does.
    pub(super) fn after(&mut self, met: ExprId, value: Partial) -> Partial {
        let mut number = |id| self.residual.select(met, id, id);
        match value {
            Partial::Known(known) => self.after_known(met, known),
            Partial::Scalar(id) => Partial::Scalar(number(id)),
            Partial::Range(lo, hi) => Partial::Range(number(lo), number(hi)),
            Partial::Fault(_) => value,
            Partial::Row(row) => Partial::Row(Box::new(self.row_where(met, *row))),
            Partial::Tuple(parts) => {
                let parts = parts.into_iter();
                Partial::Tuple(parts.map(|part| self.after(met, part)).collect())
            }
            Partial::Map(entries) => {
                let entries = entries.into_iter();
                let entries = entries.map(|(key, value)| (key, self.after(met, value)));
                Partial::Map(entries.collect())
            }
            Partial::Items { collection, items } => {
                let is_there = |(there, _): &(ExprId, _)| self.residual.constant(*there) == Some(1);
                // A list of known length keeps its length.
                let keeps_length = collection == Collection::List && items.iter().all(is_there);
                let items = items.into_iter().map(|(there, item)| {
                    if keeps_length {
                        (there, self.after(met, item))
                    } else {
                        (self.residual.and(&[met, there]), item)
                    }
                });
                let items = items.collect();
                Partial::Items { collection, items }
            }
        }
    }

    /// As [`Self::after`], for a known value.
    fn after_known(&mut self, met: ExprId, known: Value) -> Partial {
        match known {
            Value::Tuple(parts) => {
                let parts = parts.iter().cloned().map(Partial::Known);
                Partial::Tuple(parts.map(|part| self.after(met, part)).collect())
            }
            Value::Map(entries) => {
                let entries = entries.iter().cloned();
                let entries =
                    entries.map(|(key, value)| (key, self.after(met, Partial::Known(value))));
                Partial::Map(entries.collect())
            }
            Value::List(items) if items.is_empty() => self.never_there(met, Collection::List),
            Value::Set(items) if items.is_empty() => self.never_there(met, Collection::Set),
            Value::List(items) => {
                let yes = self.residual.bool(true);
                let items = items.iter().cloned().map(Partial::Known);
                Partial::Items {
                    collection: Collection::List,
                    items: items.map(|item| (yes, self.after(met, item))).collect(),
                }
            }
            Value::Set(items) => {
                let items = items.iter().cloned().map(Partial::Known);
                Partial::Items {
                    collection: Collection::Set,
                    items: items.map(|item| (met, item)).collect(),
                }
            }
            known => match known.code() {
                Some(code) => {
                    let id = self.residual.int(code);
                    Partial::Scalar(self.residual.select(met, id, id))
                }
                None => text_after(met, known),
            },
        }
    }

    /// Returns an empty collection behind the condition `met`. Faults are attached to
    /// elements, so the collection gets a candidate that is never an element.
    fn never_there(&mut self, met: ExprId, collection: Collection) -> Partial {
        let never = self.residual.bool(false);
        let absent = self.residual.and(&[met, never]);
        let site = self.absent();
        Partial::Items {
            collection,
            items: vec![(absent, Partial::Fault(site))],
        }
    }

    /// Turns the demands into operations that come before a statement.
    pub(super) fn settle(&mut self, ops: &mut Vec<Op>) {
        for id in std::mem::take(&mut self.demands) {
            self.freeze_scalar(id, ops);
        }
    }
}
