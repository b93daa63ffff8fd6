//! Choices between values by a condition that is not known.

use super::{Partial, Specialiser, unknown};
use crate::domain::value::Value;
use crate::evaluate::Eval;
use crate::syntax::ast::Collection;
use crate::text::span::Span;
use zug_program::ExprId;

impl Specialiser<'_> {
    /// Returns the elements of a list whose length is known; `None` for other values.
    pub(super) fn fixed_list(&self, value: &Partial) -> Option<Vec<Partial>> {
        match value {
            Partial::Known(Value::List(items)) => {
                Some(items.iter().cloned().map(Partial::Known).collect())
            }
            Partial::Items {
                collection: Collection::List,
                items,
            } => items
                .iter()
                .map(|(present, item)| {
                    let certain = self.residual.constant(*present) == Some(1);
                    certain.then(|| item.clone())
                })
                .collect(),
            _ => None,
        }
    }

    /// Returns the value of the first case whose condition holds; it faults where none
    /// does.
    pub(super) fn cases(
        &mut self,
        cases: Vec<(ExprId, Partial)>,
        message: &str,
        span: Span,
    ) -> Eval<Partial> {
        let site = self.site(message.to_owned(), span);
        let mut value = Partial::Fault(site);
        for (condition, case) in cases.into_iter().rev() {
            value = self.select(condition, case, value, span)?;
        }
        Ok(value)
    }

    pub(super) fn select(
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
            (Partial::Known(a), Partial::Known(b))
                if a == b && !self.residual.facts(condition).faults =>
            {
                return Ok(then);
            }
            _ => {}
        }
        if let (Ok(a), Ok(b)) = (self.scalar(&then, span), self.scalar(&otherwise, span)) {
            return Ok(Partial::Scalar(self.residual.select(condition, a, b)));
        }
        if [&then, &otherwise]
            .iter()
            .any(|value| matches!(value, Partial::Known(Value::Text(_))))
        {
            return Err(unknown("a text that is no single letter", span));
        }
        let arity = [&then, &otherwise].iter().find_map(|value| match value {
            Partial::Tuple(parts) => Some(parts.len()),
            Partial::Known(Value::Tuple(parts)) => Some(parts.len()),
            _ => None,
        });
        if let Some(arity) = arity {
            return self.select_tuple(arity, condition, then, otherwise, span);
        }
        let maps = [entries_of(&then), entries_of(&otherwise)];
        if maps.iter().any(Option::is_some) {
            return self.select_map(&maps, condition, [&then, &otherwise], span);
        }
        if let (Some(a), Some(b)) = (self.fixed_list(&then), self.fixed_list(&otherwise))
            && a.len() == b.len()
            && !a.is_empty()
        {
            let yes = self.residual.bool(true);
            let mut items = Vec::new();
            for (a, b) in a.into_iter().zip(b) {
                items.push((yes, self.select(condition, a, b, span)?));
            }
            return self.collection(Collection::List, items);
        }
        self.select_collection(condition, then, otherwise, span)
    }

    /// As [`Self::select`], between two tuples, component by component.
    fn select_tuple(
        &mut self,
        arity: usize,
        condition: ExprId,
        then: Partial,
        otherwise: Partial,
        span: Span,
    ) -> Eval<Partial> {
        let spread = |this: &mut Self, value: Partial| match value {
            Partial::Fault(_) => Ok(vec![value; arity]),
            other => this.components(&other, span),
        };
        let (a, b) = (spread(self, then)?, spread(self, otherwise)?);
        let mut parts = Vec::new();
        for (a, b) in a.into_iter().zip(b) {
            parts.push(self.select(condition, a, b, span)?);
        }
        Ok(Partial::Tuple(parts))
    }

    /// As [`Self::select`], between two maps, value by value. `maps` has the entries of
    /// each of the two `values` that is a map.
    fn select_map(
        &mut self,
        maps: &[Option<Entries>; 2],
        condition: ExprId,
        values: [&Partial; 2],
        span: Span,
    ) -> Eval<Partial> {
        let known = maps.iter().flatten().next();
        let sides = values.into_iter().zip(maps);
        let sides = sides.map(|(value, entries)| match value {
            // Where there is no map but a fault, every value faults.
            Partial::Fault(_) => known.map(|known| {
                let keys = known.iter().map(|(key, _)| key.clone());
                keys.map(|key| (key, value.clone())).collect()
            }),
            _ => entries.clone(),
        });
        let [Some(a), Some(b)] = &sides.collect::<Vec<Option<Entries>>>()[..] else {
            return Err(unknown("which map this is", span));
        };
        if a.len() != b.len() || a.iter().zip(b).any(|((x, _), (y, _))| x != y) {
            return Err(unknown("which keys this map has", span));
        }
        let mut entries = Vec::new();
        for ((key, a), (_, b)) in a.iter().zip(b) {
            let value = self.select(condition, a.clone(), b.clone(), span)?;
            entries.push((key.clone(), value));
        }
        Ok(Partial::Map(entries))
    }

    /// As [`Self::select`], between two lists or sets: the candidates of both, each
    /// with the condition that its collection is chosen.
    fn select_collection(
        &mut self,
        condition: ExprId,
        then: Partial,
        otherwise: Partial,
        span: Span,
    ) -> Eval<Partial> {
        let not = self.residual.not(condition);
        let is_list = |value: &Partial| match value {
            Partial::Items { collection, .. } => *collection == Collection::List,
            Partial::Row(row) => row.collection() == Collection::List,
            value => matches!(value, Partial::Known(Value::List(_))),
        };
        let collection = if is_list(&then) || is_list(&otherwise) {
            Collection::List
        } else {
            Collection::Set
        };
        let mut items = Vec::new();
        for (side, value) in [(condition, then), (not, otherwise)] {
            for (present, item) in self.items(value, span)? {
                items.push((self.residual.and(&[side, present]), item));
            }
        }
        if items.is_empty() {
            // Both are empty, but the condition has to be evaluated, as it may fault.
            let asked = self.residual.equal(condition, condition);
            let empty = self.collection(collection, items)?;
            return Ok(self.after(asked, empty));
        }
        self.collection(collection, items)
    }
}

type Entries = Vec<(Value, Partial)>;

/// Returns the entries of a map; `None` for other values.
fn entries_of(value: &Partial) -> Option<Entries> {
    match value {
        Partial::Map(entries) => Some(entries.clone()),
        Partial::Known(Value::Map(entries)) => Some(
            entries
                .iter()
                .map(|(key, value)| (key.clone(), Partial::Known(value.clone())))
                .collect(),
        ),
        _ => None,
    }
}
