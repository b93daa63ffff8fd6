//! Sets that are joined, cut and compared.

use super::{Partial, Specialiser};
use crate::domain::value::{self, Value};
use crate::evaluate::{Eval, fault};
use crate::syntax::ast::{BinaryOp, Collection, CompareOp};
use crate::text::span::Span;
use zug_program::ExprId;

/// Whether a value is a set.
pub(super) fn is_set(value: &Partial) -> bool {
    match value {
        Partial::Known(Value::Set(_)) | Partial::Range(..) => true,
        Partial::Items { collection, .. } => *collection == Collection::Set,
        Partial::Row(row) => row.collection() == Collection::Set,
        _ => false,
    }
}

impl Specialiser<'_> {
    /// Returns what `|`, `&` or `-` makes of two sets.
    pub(super) fn two_sets(
        &mut self,
        op: BinaryOp,
        a: &Partial,
        b: &Partial,
        span: Span,
    ) -> Eval<Partial> {
        if let (Partial::Known(a), Partial::Known(b)) = (a, b) {
            self.room(a.weight().saturating_add(b.weight()), span)?;
            let made = match op {
                BinaryOp::Union => value::combine(a, b, |a, b| a || b),
                BinaryOp::Intersection => value::combine(a, b, |a, b| a && b),
                _ => value::combine(a, b, |a, b| a && !b),
            };
            let made = made.map_err(|message| fault(message, span))?;
            return Ok(Partial::Known(made));
        }
        // Both sets are evaluated whole.
        self.demand(a)?;
        self.demand(b)?;
        let mut items = self.items(a.clone(), span)?;
        if op == BinaryOp::Union {
            items.extend(self.items(b.clone(), span)?);
            return self.collection(Collection::Set, items);
        }
        let mut kept = Vec::with_capacity(items.len());
        for (present, item) in items {
            self.step(span)?;
            let mut other = self.among(&item, b, span)?;
            if op == BinaryOp::Subtract {
                other = self.residual.not(other);
            }
            kept.push((self.residual.and(&[present, other]), item));
        }
        self.collection(Collection::Set, kept)
    }

    /// Whether two sets have the same elements.
    pub(super) fn same_set(&mut self, a: &Partial, b: &Partial, span: Span) -> Eval<ExprId> {
        let demands = self.demands.len();
        let both = [self.subset(a, b, span)?, self.subset(b, a, span)?];
        let id = self.residual.and(&both);
        let answer = self.attach_demands(Partial::Scalar(id), demands);
        self.scalar(&answer, span)
    }

    /// Compares two sets: a set is less than another one that has all its elements and more.
    pub(super) fn compare_sets(
        &mut self,
        op: CompareOp,
        a: &Partial,
        b: &Partial,
        span: Span,
    ) -> Eval<ExprId> {
        if let (Partial::Fault(site), _) | (_, Partial::Fault(site)) = (a, b) {
            return Ok(self.residual.fault(*site));
        }
        let demands = self.demands.len();
        let (small, large) = match op {
            CompareOp::Greater | CompareOp::GreaterEqual => (b, a),
            _ => (a, b),
        };
        let mut id = self.subset(small, large, span)?;
        if matches!(op, CompareOp::Less | CompareOp::Greater) {
            let around = self.subset(large, small, span)?;
            let more = self.residual.not(around);
            id = self.residual.and(&[id, more]);
        }
        let answer = self.attach_demands(Partial::Scalar(id), demands);
        self.scalar(&answer, span)
    }

    /// Whether each element of a set is in another one. Both are evaluated whole.
    fn subset(&mut self, a: &Partial, b: &Partial, span: Span) -> Eval<ExprId> {
        self.demand(a)?;
        self.demand(b)?;
        let mut all = Vec::new();
        for (present, item) in self.items(a.clone(), span)? {
            self.step(span)?;
            let absent = self.residual.not(present);
            let there = self.among(&item, b, span)?;
            all.push(self.residual.or(&[absent, there]));
        }
        Ok(self.residual.and(&all))
    }
}
