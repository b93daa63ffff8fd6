//! What is worked out and then not used.
//!
//! The evaluator works out every component of a tuple and every argument of a
//! function, so a fault in one of them is a fault even if nobody asks for that
//! component. The residual program computes only what is asked for. So whatever
//! could fault is noted as a *demand* where it is met, and attached to the value
//! of the expression at the next place that may not be reached at all (an operand
//! of `and`, a branch, an element of a comprehension), or done before the
//! statement.

use super::{Partial, Specialiser};
use crate::evaluate::{Eval, fault};
use crate::residual::{ExprId, Op};
use crate::value::Value;

impl Specialiser<'_> {
    /// Notes what could fault in a value that has been met.
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
            Partial::Items { items, .. } => {
                for (present, item) in items {
                    self.demand_scalar(*present);
                    let item = self.only_if(*present, item.clone());
                    self.demand(&item)?;
                }
            }
            Partial::Fault(site) => {
                let site = &self.residual.sites[site.index()];
                return Err(fault(site.message.clone(), site.span));
            }
        }
        Ok(())
    }

    fn demand_scalar(&mut self, id: ExprId) {
        if self.residual.facts(id).faults && !self.demands.contains(&id) {
            self.demands.push(id);
        }
    }

    /// The value, a fault if one of the demands since `from` is one.
    pub(super) fn attach_demands(&mut self, value: Partial, from: usize) -> Partial {
        let mut met = Vec::new();
        for id in self.demands.split_off(from) {
            let is_value = matches!(value, Partial::Scalar(value) if value == id);
            if !is_value {
                met.push(self.residual.equal(id, id));
            }
        }
        if met.is_empty() {
            return value;
        }
        let met = self.residual.and(&met);
        self.after(met, value)
    }

    /// The value, once the condition (that always holds) has been asked.
    fn after(&mut self, met: ExprId, value: Partial) -> Partial {
        let mut number = |id| self.residual.select(met, id, id);
        match value {
            Partial::Known(Value::Tuple(parts)) => Partial::Tuple(
                parts
                    .iter()
                    .map(|part| self.after(met, Partial::Known(part.clone())))
                    .collect(),
            ),
            Partial::Known(known) => match (known.code(), known.elements()) {
                (Some(code), _) => {
                    let id = self.residual.int(code);
                    Partial::Scalar(self.residual.select(met, id, id))
                }
                (None, Some(items)) if !matches!(known, Value::Map(_)) => Partial::Items {
                    collection: match known {
                        Value::List(_) => crate::ast::Collection::List,
                        _ => crate::ast::Collection::Set,
                    },
                    items: items
                        .into_iter()
                        .map(|item| (met, Partial::Known(item)))
                        .collect(),
                },
                _ => Partial::Known(known),
            },
            Partial::Scalar(id) => Partial::Scalar(number(id)),
            Partial::Range(lo, hi) => Partial::Range(number(lo), number(hi)),
            Partial::Fault(_) => value,
            Partial::Tuple(parts) => Partial::Tuple(
                parts
                    .into_iter()
                    .map(|part| self.after(met, part))
                    .collect(),
            ),
            Partial::Map(entries) => Partial::Map(
                entries
                    .into_iter()
                    .map(|(key, value)| (key, self.after(met, value)))
                    .collect(),
            ),
            Partial::Items { collection, items } => Partial::Items {
                collection,
                items: items
                    .into_iter()
                    .map(|(present, item)| (self.residual.and(&[met, present]), item))
                    .collect(),
            },
        }
    }

    /// Does what is demanded before a statement.
    pub(super) fn settle(&mut self, ops: &mut Vec<Op>) {
        for id in std::mem::take(&mut self.demands) {
            self.freeze_scalar(id, ops);
        }
    }
}
