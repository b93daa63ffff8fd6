//! Elements of arrays, lists and maps at keys that may not be known, and choices
//! between values.

use std::rc::Rc;

use super::row::Rows;
use super::{Partial, Specialiser, overflow, unknown};
use crate::domain::state::Variable;
use crate::domain::ty::{Shape, Ty};
use crate::domain::value::{self, Value};
use crate::evaluate::{Eval, NoValue, fault};
use crate::syntax::ast::{Collection, Expr, ExprKind};
use crate::text::span::Span;
use zug_program::{ExprId, Residual};

impl<'a> Specialiser<'a> {
    /// Returns the value of type `ty` whose scalars are in the fields from `first` on.
    pub(super) fn of_fields(&mut self, ty: &Ty, first: usize) -> Partial {
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

    /// Returns the value of type `ty` in an element of an array whose index is not
    /// known.
    pub(super) fn of_element(&mut self, ty: &Ty, spot: Spot, span: Span) -> Partial {
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

    pub(super) fn read(&mut self, spot: Spot, span: Span) -> ExprId {
        self.residual
            .element(spot.first, spot.stride, spot.count, spot.index, |r| {
                self.sites.add(r, spot.outside.to_owned(), span)
            })
    }

    /// Returns a node that computes the index of a key among the values of a type: -1
    /// or another index that no value has if the key is not a value of the type.
    /// `message` is that of the fault if that is known now.
    pub(super) fn place(
        &mut self,
        ty: &Ty,
        key: &Partial,
        message: &str,
        span: Span,
    ) -> Eval<ExprId> {
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
            // Else one component out of its range could be made up for by another.
            let inside = self.residual.and(&inside);
            let nowhere = self.residual.int(-1);
            place = self.residual.select(inside, place, nowhere);
        }
        Ok(place)
    }

    /// Appends the scalars of a value of type `ty` to `out`.
    pub(super) fn flatten(
        &mut self,
        ty: &Ty,
        value: &Partial,
        span: Span,
        out: &mut Vec<ExprId>,
    ) -> Eval<()> {
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

    pub(super) fn index(&mut self, base: &Expr, index: &Expr, span: Span) -> Eval<Partial> {
        if let Some(variable) = self.array(base) {
            let key = self.eval(index)?;
            let Some(ty) = &variable.index else {
                let base = self.eval(base)?;
                return self.lookup(base, &key, span);
            };
            let place = self
                .place(ty, &key, "", span)
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
            return value::lookup(base, key)
                .cloned()
                .map(Partial::Known)
                .map_err(|message| fault(message, span));
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
                    Partial::Known(place) => self.row_element(&row, place),
                    _ => Err(unknown("which elements this list has", span)),
                };
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

    /// Returns the elements of a list whose length is known; `None` for other values.
    fn fixed_list(&self, value: &Partial) -> Option<Vec<Partial>> {
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

/// Returns the message that a list of `count` elements has no such element.
fn no_element(count: usize) -> String {
    match count {
        0 => "the list is empty".to_owned(),
        count => format!("there is no such element: they go from 0 to {}", count - 1),
    }
}

/// Returns the address of the elements of a collection in memory.
fn address(value: &Value) -> usize {
    match value {
        Value::Tuple(items) | Value::List(items) | Value::Set(items) => {
            items.as_ptr().cast::<()>() as usize
        }
        Value::Map(entries) => entries.as_ptr().cast::<()>() as usize,
        _ => 0,
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

/// A field of an array that an assignment writes or an expression reads: the field
/// `first + index * stride`, where the index must be below `count`.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    pub(super) first: usize,
    pub(super) stride: usize,
    pub(super) count: usize,
    pub(super) index: ExprId,
    /// The message of the fault of an index that is not below `count`.
    pub(super) outside: &'static str,
}

/// The message for a key that is no index of its array.
pub(super) const NO_PLACE: &str = "there is no such place in this array";
/// The message for a key that is no kind of thing in its bag.
pub(super) const NO_KIND: &str = "there is no such kind in this bag";
/// The message where it is not known which of the two keys is wrong.
const NEITHER: &str = "there is no such place in this array, or no such kind in its bag";

/// Returns the message for an array of bags, where one of the two keys may be known to
/// be right.
pub(super) fn outside(place_is_inside: bool, kind_is_inside: bool) -> &'static str {
    match (place_is_inside, kind_is_inside) {
        (true, _) => NO_KIND,
        (_, true) => NO_PLACE,
        (false, false) => NEITHER,
    }
}
