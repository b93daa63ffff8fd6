//! Values as they are at one moment of a move: later statements may change the fields
//! that a value is read from.

use super::{Partial, Specialiser};
use zug_program::{ExprId, Node, Op};

impl Specialiser<'_> {
    /// Returns the value as it is now: every number in it that later statements could
    /// change is bound to a slot.
    pub(super) fn freeze(&mut self, value: Partial, ops: &mut Vec<Op>) -> Partial {
        match value {
            Partial::Known(_) => value,
            Partial::Scalar(id) => Partial::Scalar(self.freeze_scalar(id, ops)),
            Partial::Fault(site) => {
                // The fault is met here, even if nobody asks for the value later.
                let id = self.residual.fault(site);
                self.freeze_scalar(id, ops);
                value
            }
            Partial::Tuple(parts) => Partial::Tuple(
                parts
                    .into_iter()
                    .map(|part| self.freeze(part, ops))
                    .collect(),
            ),
            Partial::Row(row) => Partial::Row(Box::new(self.freeze_row(*row, ops))),
            Partial::Items { collection, items } => Partial::Items {
                collection,
                items: items
                    .into_iter()
                    .map(|(present, item)| self.freeze_item(present, item, ops))
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

    /// As [`Self::freeze`], for a candidate of a collection, which is evaluated only
    /// where it is an element.
    pub(super) fn freeze_item(
        &mut self,
        present: ExprId,
        item: Partial,
        ops: &mut Vec<Op>,
    ) -> (ExprId, Partial) {
        let present = self.freeze_scalar(present, ops);
        let is_fault = matches!(item, Partial::Fault(_));
        let looked_at = self.only_if(present, item.clone());
        let frozen = self.freeze(looked_at, ops);
        (present, if is_fault { item } else { frozen })
    }

    /// Returns the value where the condition holds, and elsewhere some value that is no
    /// fault.
    pub(super) fn only_if(&mut self, condition: ExprId, value: Partial) -> Partial {
        let mut number = |id| {
            let facts = self.residual.facts(id);
            if !facts.faults {
                return id;
            }
            let other = self.residual.int(facts.lo);
            self.residual.select(condition, id, other)
        };
        match value {
            Partial::Known(_) => value,
            Partial::Scalar(id) => Partial::Scalar(number(id)),
            Partial::Range(lo, hi) => Partial::Range(number(lo), number(hi)),
            Partial::Fault(site) => {
                let fault = self.residual.fault(site);
                let zero = self.residual.int(0);
                Partial::Scalar(self.residual.select(condition, fault, zero))
            }
            Partial::Tuple(parts) => Partial::Tuple(
                parts
                    .into_iter()
                    .map(|part| self.only_if(condition, part))
                    .collect(),
            ),
            Partial::Map(entries) => Partial::Map(
                entries
                    .into_iter()
                    .map(|(key, value)| (key, self.only_if(condition, value)))
                    .collect(),
            ),
            Partial::Row(row) => Partial::Row(Box::new(self.row_where(condition, *row))),
            Partial::Items { collection, items } => Partial::Items {
                collection,
                items: items
                    .into_iter()
                    .map(|(present, item)| (self.residual.and(&[condition, present]), item))
                    .collect(),
            },
        }
    }

    /// As [`Self::freeze_scalar`], but with the slot that got the same value just before, if one
    /// did.
    fn freeze_once(&mut self, id: ExprId, ops: &mut Vec<Op>) -> ExprId {
        let binds = ops.iter().rev().map_while(|op| match op {
            Op::Bind { slot, value } => Some((*slot, *value)),
            _ => None,
        });
        match binds.into_iter().find(|(_, value)| *value == id) {
            Some((slot, _)) => self.residual.slot_value(slot, id),
            None => self.freeze_scalar(id, ops),
        }
    }

    pub(super) fn freeze_scalar(&mut self, id: ExprId, ops: &mut Vec<Op>) -> ExprId {
        let facts = self.residual.facts(id);
        if !facts.reads && !facts.faults {
            return id;
        }
        match *self.residual.node(id) {
            // All elements of a set share one slot.
            Node::Bits { of, mask, pattern } => {
                let of = self.freeze_once(of, ops);
                return self.residual.bits(of, mask, pattern);
            }
            Node::Not(inner) if matches!(self.residual.node(inner), Node::Bits { .. }) => {
                let inner = self.freeze_scalar(inner, ops);
                return self.residual.not(inner);
            }
            _ => {}
        }
        let slot = self.next_slot;
        self.next_slot += 1;
        self.residual.slots = self.residual.slots.max(self.next_slot);
        ops.push(Op::Bind { slot, value: id });
        self.residual.slot_value(slot, id)
    }
}
