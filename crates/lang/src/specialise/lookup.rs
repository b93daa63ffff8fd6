//! Elements of arrays, lists and maps at keys that may not be known.

use std::rc::Rc;

use super::collection::check_order;
use super::fields::{NO_PLACE, Spot};
use super::row::Rows;
use super::sets::is_set;
use super::{Partial, Specialiser, unknown};
use crate::domain::state::Variable;
use crate::domain::value::{self, Value};
use crate::evaluate::{Eval, NoValue, fault};
use crate::syntax::ast::{Collection, Expr, ExprKind};
use crate::text::span::Span;
use zug_program::{ExprId, Residual};

impl<'a> Specialiser<'a> {
    pub(super) fn index(&mut self, base: &Expr, index: &Expr, span: Span) -> Eval<Partial> {
        if let Some(variable) = self.array(base) {
            let key = self.eval(index)?;
            let Some(ty) = &variable.index else {
                let base = self.eval(base)?;
                return self.lookup(base, &key, span);
            };
            let place = self
                .index_of(ty, &key, "", span)
                .map_err(|why| match (&key, why) {
                    (Partial::Known(key), NoValue::Fault(_)) => {
                        fault(format!("there is no place {key} in this array"), span)
                    }
                    (_, why) => why,
                })?;
            let inside = 0..variable.elements as i64;
            if let Some(place) = self.residual.constant(place).filter(|p| inside.contains(p)) {
                let first = variable.first + place as usize * variable.stride;
                return Ok(self.of_fields(&variable.ty, first));
            }
            if self.instance.state.is_told_apart(variable) {
                return self.element_by_cases(variable, place, span);
            }
            let spot = Spot {
                first: variable.first,
                stride: variable.stride,
                count: variable.elements,
                index: place,
                outside: NO_PLACE,
            };
            return Ok(self.of_element(&variable.ty, spot, span));
        }
        let base = self.eval(base)?;
        let key = self.eval(index)?;
        self.lookup(base, &key, span)
    }

    /// Returns the element whose index the node computes, in an array whose elements have ranges
    /// of their own or share bits: their fields are told apart one by one.
    fn element_by_cases(
        &mut self,
        variable: &Variable,
        index: ExprId,
        span: Span,
    ) -> Eval<Partial> {
        let mut cases = Vec::new();
        for element in 0..variable.elements {
            self.step(span)?;
            let number = self.residual.int(element as i64);
            let is_there = self.between(index, number, number);
            let first = variable.first + element * variable.stride;
            cases.push((is_there, self.of_fields(&variable.ty, first)));
        }
        self.cases(cases, NO_PLACE, span)
    }

    /// Returns the state variable that an expression is the name of, or `None` if it is
    /// no such name or a local hides the variable.
    pub(super) fn array(&self, base: &Expr) -> Option<&'a Variable> {
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
        Some(&self.instance.state.variables[*place])
    }

    pub(super) fn lookup(&mut self, base: Partial, key: &Partial, span: Span) -> Eval<Partial> {
        if let (Partial::Known(base), Partial::Known(key)) = (&base, key) {
            self.room(value::slice_bytes(base, key), span)?;
            return value::at(base, key)
                .map(Partial::Known)
                .map_err(|message| fault(message, span));
        }
        if let (Partial::Row(row), Partial::Known(places)) = (&base, key)
            && is_set(key)
            && let Some(slice) = self.row_slice(row, places, span)?
        {
            return Ok(slice);
        }
        let base = match base {
            Partial::Known(Value::Text(_)) if is_set(key) => {
                return Err(unknown("which letters these are", span));
            }
            Partial::Row(row) if row.is_text() && is_set(key) => {
                return Err(unknown("which letters these are", span));
            }
            Partial::Known(text @ Value::Text(_)) => Partial::Known(text.spelt()),
            base => base,
        };
        if is_set(key) && is_list(&base) {
            return self.slice(&base, key, span);
        }
        if let (Partial::Known(base), Some(scalars)) = (&base, self.scalars_of(key)) {
            let place = (address(base), scalars, span);
            if let Some((_, found)) = self.looked_up.get(&place) {
                return Ok(found.clone());
            }
            let found = self.lookup_in_known(base, key, span)?;
            self.looked_up.insert(place, (base.clone(), found.clone()));
            return Ok(found);
        }
        let entries = match base {
            Partial::Tuple(parts) => return self.nth(parts, key, span),
            Partial::Known(Value::Tuple(parts) | Value::List(parts)) => {
                let parts = parts.iter().cloned().map(Partial::Known).collect();
                return self.nth(parts, key, span);
            }
            Partial::Row(row) => {
                return match key {
                    Partial::Known(place) => self.row_element(&row, place, span),
                    key => self.row_element_at(&row, key, span),
                };
            }
            // A scalar that has elements is a letter.
            Partial::Scalar(_) => return self.nth(vec![base], key, span),
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

    /// Returns the elements of a list at a set of places.
    fn slice(&mut self, base: &Partial, places: &Partial, span: Span) -> Eval<Partial> {
        check_order(places, span)?;
        let mut items = Vec::new();
        for (present, place) in self.items(places.clone(), span)? {
            self.step(span)?;
            let item = match self.lookup(base.clone(), &place, span) {
                Err(NoValue::Fault(fault)) => Partial::Fault(self.site(fault.message, fault.span)),
                item => item?,
            };
            let looked_at = self.only_if(present, item.clone());
            self.demand(&looked_at)?;
            items.push((present, item));
        }
        self.collection(Collection::List, items)
    }

    /// Returns the scalars of a key; `None` if the key is known or has other parts than
    /// scalars.
    fn scalars_of(&mut self, key: &Partial) -> Option<Vec<ExprId>> {
        match key {
            Partial::Scalar(id) => Some(vec![*id]),
            Partial::Tuple(parts) => {
                let parts = parts.iter().map(|part| match part {
                    Partial::Scalar(id) => Some(*id),
                    Partial::Known(value) => Some(self.residual.int(value.code()?)),
                    _ => None,
                });
                parts.collect()
            }
            _ => None,
        }
    }

    /// Returns the value that a known collection has at a key that is not known.
    fn lookup_in_known(&mut self, base: &Value, key: &Partial, span: Span) -> Eval<Partial> {
        self.step(span)?;
        let no_entry = "there is no entry for this key";
        let address = address(base);
        let rows = if let Some((_, rows)) = self.rows.get(&address) {
            rows.clone()
        } else {
            let rows = Rows::of(base).map(Rc::new);
            let elements = rows.as_ref().map_or(0, |rows| rows.elements());
            self.residual.count(elements);
            self.rows.insert(address, (base.clone(), rows.clone()));
            rows
        };
        let known = |values: &[Value]| values.iter().cloned().map(Partial::Known).collect();
        match (base, rows) {
            (Value::List(items), Some(rows)) => {
                let message = no_element(items.len());
                let row = self.row_at(rows, key.clone(), &message, span)?;
                Ok(Partial::Row(Box::new(row)))
            }
            (_, Some(rows)) => {
                let row = self.row_at(rows, key.clone(), no_entry, span)?;
                Ok(Partial::Row(Box::new(row)))
            }
            (Value::Tuple(parts) | Value::List(parts), None) => {
                self.residual.count(parts.len());
                self.nth(known(parts), key, span)
            }
            (Value::Map(entries), None) => {
                self.residual.count(entries.len());
                let (keys, values): (Vec<Value>, Vec<Value>) = entries.iter().cloned().unzip();
                self.by_key(&keys, known(&values), key, no_entry, span)
            }
            _ => Err(fault("this has no places".to_owned(), span)),
        }
    }

    /// Returns the element of a list, or the component of a tuple, at an index that may
    /// not be known.
    pub(super) fn nth(&mut self, parts: Vec<Partial>, key: &Partial, span: Span) -> Eval<Partial> {
        let index = self.scalar(key, span)?;
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
        let message = no_element(parts.len());
        self.nth_or(parts, key, &message, span)
    }

    /// Returns the element at an index that is not known. `message` is that of the
    /// fault where there is no such element.
    pub(super) fn nth_or(
        &mut self,
        parts: Vec<Partial>,
        key: &Partial,
        message: &str,
        span: Span,
    ) -> Eval<Partial> {
        let index = self.scalar(key, span)?;
        let numbers: Option<Vec<i64>> = parts
            .iter()
            .map(|part| match part {
                Partial::Known(value) => value.code(),
                _ => None,
            })
            .collect();
        if let Some(numbers) = numbers.filter(|numbers| !numbers.is_empty()) {
            let sites = &mut *self.sites;
            let site = |r: &mut Residual| sites.add(r, message.to_owned(), span);
            let id = self.residual.table(numbers, index, site);
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
                columns.push(self.nth_or(column, key, message, span)?);
            }
            return Ok(Partial::Tuple(columns));
        }
        let mut cases = Vec::new();
        for (place, part) in parts.into_iter().enumerate() {
            let place = self.residual.int(place as i64);
            cases.push((self.residual.equal(index, place), part));
        }
        self.cases(cases, message, span)
    }
}

/// Whether a value is a list.
fn is_list(value: &Partial) -> bool {
    match value {
        Partial::Known(Value::List(_)) => true,
        Partial::Items { collection, .. } => *collection == Collection::List,
        Partial::Row(row) => row.collection() == Collection::List,
        _ => false,
    }
}

/// Returns the message that a list of `count` elements has no such element.
fn no_element(count: usize) -> String {
    match count {
        0 => "the list is empty".to_owned(),
        count => format!("there is no such element: they go from 0 to {}", count - 1),
    }
}

/// Returns the address of the elements of a collection in memory.
pub(super) fn address(value: &Value) -> usize {
    match value {
        Value::Tuple(items) | Value::List(items) | Value::Set(items) => {
            items.as_ptr().cast::<()>() as usize
        }
        Value::Map(entries) => entries.as_ptr().cast::<()>() as usize,
        _ => 0,
    }
}
