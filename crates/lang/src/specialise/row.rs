//! Collections that the position chooses from known ones: the neighbours of the node
//! where a token stands, the cells of a shape that lies about.
//!
//! Written as candidates with conditions, such a collection would have a candidate for
//! each element of each known collection, and to ask whether it holds a given value
//! would take as long as the whole list. So the known collections stay as they are, as
//! *rows*, with an index of the rows that hold each value. `to in neighbours[at]` with
//! `to` known asks whether `at` is the key of one of the rows that hold `to`. All such
//! questions together cost as much as the rows have elements. Candidates are made only
//! where a loop goes through the collection.
//!
//! A comprehension may choose in the same way ([`comprehension`]). Its elements may have conditions
//! of their own, as in `{b for (a, b) in edges if a == at and not visited[b]}`: an element is there
//! where its row is the one at the key and its own condition holds. Such a condition never faults,
//! so that it may be asked at any time, or not at all.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use super::{Partial, Specialiser, overflow, unknown};
use crate::domain::value::Value;
use crate::evaluate::Eval;
use crate::syntax::ast::Collection;
use crate::text::span::Span;
use zug_program::{ExprId, Op, Residual, SiteId};

mod comprehension;
mod slice;

/// The number of a row, and the index of an element in that row.
type Place = (usize, usize);

/// The conditions of the elements: a list for each row, with a condition for each element of it.
type Conditions = Rc<Vec<Vec<ExprId>>>;

/// Known collections, one for each key of a known list or map.
#[derive(Debug)]
pub(super) struct Rows {
    collection: Collection,
    /// Whether the rows are texts, whose elements are letters.
    texts: bool,
    keys: Vec<Value>,
    held: Vec<Value>,
    /// The code of the first key, if the codes of the keys are consecutive numbers.
    first: Option<i64>,
    /// For each value the places that hold it, in increasing order.
    holding: HashMap<Value, Vec<Place>>,
}

impl Rows {
    /// Returns the rows of a list or map whose elements are all lists, are all sets, or are
    /// texts that are not all letters; `None` for any other value.
    pub(super) fn of(base: &Value) -> Option<Self> {
        let (keys, rows): (Vec<Value>, Vec<Value>) = match base {
            Value::List(rows) => (0..).map(Value::Int).zip(rows.iter().cloned()).unzip(),
            Value::Map(entries) => entries.iter().cloned().unzip(),
            _ => return None,
        };
        let texts = matches!(rows.first()?, Value::Text(_));
        if texts && rows.iter().all(|text| text.code().is_some()) {
            return None;
        }
        let rows: Vec<Value> = rows.into_iter().map(Value::spelt).collect();
        let collection = match rows.first()? {
            Value::List(_) => Collection::List,
            Value::Set(_) => Collection::Set,
            _ => return None,
        };
        rows.iter().all(|row| row.items().is_some()).then(|| Self {
            collection,
            texts,
            first: first_code(&keys),
            holding: places_of(&rows),
            keys,
            held: rows,
        })
    }

    /// Returns these rows with another list in place of each.
    fn with_held(&self, held: Vec<Value>) -> Self {
        Self {
            collection: self.collection,
            texts: self.texts,
            keys: self.keys.clone(),
            first: self.first,
            holding: places_of(&held),
            held,
        }
    }

    /// Returns the number of elements of all rows together.
    pub(super) fn elements(&self) -> usize {
        self.row_items().map(<[Value]>::len).sum()
    }

    fn row_items(&self) -> impl Iterator<Item = &[Value]> {
        self.held.iter().map(|row| row.items().unwrap_or_default())
    }
}

/// Returns for each value the places in these rows that hold it, in increasing order.
fn places_of(rows: &[Value]) -> HashMap<Value, Vec<Place>> {
    let mut holding: HashMap<Value, Vec<Place>> = HashMap::new();
    for (number, row) in rows.iter().enumerate() {
        for (index, value) in row.items().unwrap_or_default().iter().enumerate() {
            let of_value = holding.entry(value.clone()).or_default();
            of_value.push((number, index));
        }
    }
    holding
}

/// Returns a text of several letters behind the condition `met`, as the only row there is;
/// any other value as it is.
pub(super) fn text_after(met: ExprId, known: Value) -> Partial {
    let key = Partial::Known(Value::Int(0));
    match Rows::of(&Value::List([known.clone()].into())) {
        Some(rows) if rows.texts => Partial::Row(Box::new(Row {
            rows: Rc::new(rows),
            key,
            met,
            conditions: None,
            missing: None,
            span: Span::default(),
        })),
        _ => Partial::Known(known),
    }
}

/// Returns the code of the first key, if the codes of the keys are consecutive numbers.
fn first_code(keys: &[Value]) -> Option<i64> {
    let first = keys.first()?.code()?;
    let codes = keys.iter().map(Value::code);
    codes
        .eq((first..).take(keys.len()).map(Some))
        .then_some(first)
}

/// The row at a key that depends on the position.
#[derive(Clone, Debug)]
pub(super) struct Row {
    rows: Rc<Rows>,
    key: Partial,
    /// Where this condition does not hold, the collection has no elements.
    met: ExprId,
    /// The conditions that elements of the row have of their own, none of which can fault; `None`
    /// if every element of the row is an element of the collection.
    conditions: Option<Conditions>,
    /// A condition that faults where there is no row for the key, and is false
    /// elsewhere; with the site of that fault. `None` if every key has a row.
    missing: Option<(ExprId, SiteId)>,
    span: Span,
}

impl Row {
    pub(super) fn collection(&self) -> Collection {
        self.rows.collection
    }

    /// Whether the row is a text, whose elements are its letters.
    pub(super) fn is_text(&self) -> bool {
        self.rows.texts
    }

    /// Returns the conditions that must be evaluated where the plain evaluator evaluates
    /// the collection, as they may fault.
    pub(super) fn demanded(&self) -> impl Iterator<Item = ExprId> {
        let missing = self.missing.map(|(missing, _)| missing);
        [self.met].into_iter().chain(missing)
    }
}

impl Specialiser<'_> {
    /// Returns the row at a key that is not known. `message` is that of the fault where
    /// there is no row.
    pub(super) fn row_at(
        &mut self,
        rows: Rc<Rows>,
        key: Partial,
        message: &str,
        span: Span,
    ) -> Eval<Row> {
        let inside = self.has_row(&rows, &key, span)?;
        let missing = if self.residual.constant(inside) == Some(1) {
            None
        } else {
            let site = self.site(message.to_owned(), span);
            let outside = self.residual.not(inside);
            let fault = self.residual.fault(site);
            Some((self.residual.and(&[outside, fault]), site))
        };
        Ok(Row {
            met: self.residual.bool(true),
            rows,
            key,
            conditions: None,
            missing,
            span,
        })
    }

    /// Returns the row where a condition holds, and elsewhere a row without elements.
    pub(super) fn row_where(&mut self, condition: ExprId, row: Row) -> Row {
        let missing = row.missing.map(|(missing, site)| {
            let missing = self.residual.and(&[condition, missing]);
            (missing, site)
        });
        Row {
            met: self.residual.and(&[condition, row.met]),
            missing,
            ..row
        }
    }

    /// Whether the row has all its elements in every position.
    fn is_certain(&self, row: &Row) -> bool {
        row.conditions.is_none() && self.residual.constant(row.met) == Some(1)
    }

    /// Returns the condition that the key is that of a row.
    fn has_row(&mut self, rows: &Rows, key: &Partial, span: Span) -> Eval<ExprId> {
        let known = Partial::Known(Value::Set(rows.keys.as_slice().into()));
        let inside = self.among(key, &known, span)?;
        if let Partial::Scalar(id) = key {
            // The test of few keys may be a sum of tests, though they are all the keys
            // that there can be.
            let facts = self.residual.facts(*id);
            let all = (facts.lo..=facts.hi).take(rows.keys.len() + 1);
            let mut codes: Vec<i64> = rows.keys.iter().filter_map(Value::code).collect();
            codes.sort_unstable();
            if !facts.faults && all.eq(codes) {
                return Ok(self.residual.bool(true));
            }
        }
        Ok(inside)
    }

    /// Returns the condition that the key is that of one of these rows.
    fn is_one_of(&mut self, row: &Row, numbers: &[usize]) -> Eval<ExprId> {
        let keys: Vec<Value> = numbers
            .iter()
            .map(|number| row.rows.keys[*number].clone())
            .collect();
        let rows = row.rows.keys.len();
        let is_there = if let (Partial::Scalar(id), None, Some(first)) =
            (&row.key, row.missing, row.rows.first)
            && numbers.len() * DENSE >= rows
            && numbers.len() > FEW
        {
            // One look-up in a table is less work than many tests.
            let mut holds = vec![0; rows];
            for number in numbers {
                holds[*number] = 1;
            }
            let first = self.residual.int(first);
            let index = self.residual.subtract(*id, first);
            let index = index.map_err(overflow(row.span))?;
            let span = row.span;
            let sites = &mut *self.sites;
            let nowhere = |residual: &mut Residual| sites.add(residual, String::new(), span);
            self.residual.table(holds, index, nowhere)
        } else {
            let mut any = Vec::with_capacity(keys.len());
            for key in keys {
                any.push(self.equal(&row.key, &Partial::Known(key), row.span)?);
            }
            self.residual.or(&any)
        };
        Ok(self.residual.and(&[row.met, is_there]))
    }

    /// Returns the condition that one of these places, which are in increasing order, is in the row
    /// at the key and has its element there.
    fn is_at_one_of(&mut self, row: &Row, places: &[Place]) -> Eval<ExprId> {
        let Some(conditions) = &row.conditions else {
            let mut numbers: Vec<usize> = places.iter().map(|(number, _)| *number).collect();
            numbers.dedup();
            return self.is_one_of(row, &numbers);
        };
        // Mostly an element has the same condition in all rows.
        let mut by_condition: BTreeMap<ExprId, Vec<usize>> = BTreeMap::new();
        for (number, index) in places {
            let numbers = by_condition.entry(conditions[*number][*index]).or_default();
            if numbers.last() != Some(number) {
                numbers.push(*number);
            }
        }
        let mut any = Vec::with_capacity(by_condition.len());
        for (condition, numbers) in by_condition {
            let is_there = self.is_one_of(row, &numbers)?;
            any.push(self.residual.and(&[is_there, condition]));
        }
        Ok(self.residual.or(&any))
    }

    /// Returns the condition that two lists or texts are equal, of which the position chooses one
    /// or both from known ones; `None` for anything else, and where elements have conditions of
    /// their own.
    pub(super) fn same_row(&mut self, a: &Partial, b: &Partial) -> Eval<Option<ExprId>> {
        let ((Partial::Row(row), other) | (other, Partial::Row(row))) = (a, b) else {
            return Ok(None);
        };
        let is_whole_list =
            |row: &Row| row.collection() == Collection::List && row.conditions.is_none();
        if !is_whole_list(row) {
            return Ok(None);
        }
        match other {
            Partial::Known(known) => self.row_is(row, &known.clone().spelt()).map(Some),
            Partial::Row(other) if is_whole_list(other) => {
                let mut held: BTreeSet<Value> = row.rows.held.iter().cloned().collect();
                held.insert(Value::List([].into()));
                let mut any = Vec::new();
                for held in held {
                    let both = [self.row_is(row, &held)?, self.row_is(other, &held)?];
                    any.push(self.residual.and(&both));
                }
                Ok(Some(self.residual.or(&any)))
            }
            _ => Ok(None),
        }
    }

    /// Returns the condition that a row of a list or text is this known list.
    fn row_is(&mut self, row: &Row, held: &Value) -> Eval<ExprId> {
        let rows = row.rows.held.iter().enumerate();
        let same = rows.filter(|(_, row)| *row == held);
        let numbers: Vec<usize> = same.map(|(number, _)| number).collect();
        let is_among = self.is_among(row, &numbers)?;
        if held.items().is_some_and(<[Value]>::is_empty) {
            let nothing = self.residual.not(row.met);
            return Ok(self.residual.or(&[is_among, nothing]));
        }
        Ok(is_among)
    }

    /// As [`Self::is_one_of`], of no rows too.
    fn is_among(&mut self, row: &Row, numbers: &[usize]) -> Eval<ExprId> {
        match numbers {
            [] => Ok(self.residual.bool(false)),
            _ => self.is_one_of(row, numbers),
        }
    }

    /// Returns the condition that a known value is in the row.
    pub(super) fn in_row(&mut self, value: &Value, row: &Row) -> Eval<ExprId> {
        let rows = row.rows.clone();
        let holding = match value {
            Value::Text(part) if rows.texts && value.code().is_none() => {
                let texts = rows.row_items().map(|row| {
                    let letters = row.iter().map(Value::to_string);
                    letters.collect::<String>()
                });
                let texts = texts.enumerate().filter(|(_, text)| text.contains(&**part));
                Some(texts.map(|(number, _)| (number, 0)).collect())
            }
            _ => rows.holding.get(value).cloned(),
        };
        let found = if let Some(places) = &holding {
            self.is_at_one_of(row, places)?
        } else {
            // No row has the value. Whether there is a row at the key is asked all the same, as
            // that may fault.
            let never = self.residual.bool(false);
            self.residual.and(&[row.met, never])
        };
        match row.missing {
            Some((missing, _)) => Ok(self.residual.or(&[found, missing])),
            None => Ok(found),
        }
    }

    /// Returns the candidates of the row, in order.
    pub(super) fn row_items(&mut self, row: &Row) -> Eval<Vec<(ExprId, Partial)>> {
        let rows = row.rows.clone();
        self.residual.count(rows.elements());
        let mut items = Vec::new();
        let mut give = |this: &mut Self, by_value: BTreeMap<&Value, Vec<Place>>| -> Eval<()> {
            for (value, places) in by_value {
                this.step(row.span)?;
                let present = this.is_at_one_of(row, &places)?;
                items.push((present, Partial::Known(value.clone())));
            }
            Ok(())
        };
        match rows.collection {
            Collection::Set => {
                let places = rows.holding.iter();
                give(self, places.map(|(v, p)| (v, p.clone())).collect())?;
            }
            Collection::List => {
                // Column by column, so that the elements of every row stay in their
                // order.
                let longest = rows.row_items().map(<[Value]>::len).max().unwrap_or(0);
                let mut columns: Vec<BTreeMap<&Value, Vec<Place>>> = vec![BTreeMap::new(); longest];
                for (number, row) in rows.row_items().enumerate() {
                    for (index, (column, value)) in columns.iter_mut().zip(row).enumerate() {
                        column.entry(value).or_default().push((number, index));
                    }
                }
                for column in columns {
                    give(self, column)?;
                }
            }
        }
        if let Some((missing, site)) = row.missing {
            items.push((missing, Partial::Fault(site)));
        }
        if items.is_empty() && self.residual.facts(row.met).faults {
            // No row has an element, but whether the row is there may be a fault.
            let never = self.residual.bool(false);
            let absent = self.residual.and(&[row.met, never]);
            items.push((absent, Partial::Fault(self.absent())));
        }
        Ok(items)
    }

    /// Returns the elements of every known row, row by row, each with the condition that its
    /// row is the one at the key.
    pub(super) fn row_by_row(&mut self, row: &Row) -> Eval<Vec<(ExprId, Partial)>> {
        let rows = row.rows.clone();
        self.residual.count(rows.elements());
        let mut items = Vec::new();
        for (number, held) in rows.row_items().enumerate() {
            self.step(row.span)?;
            let is_there = self.is_one_of(row, &[number])?;
            for (index, item) in held.iter().enumerate() {
                let present = match &row.conditions {
                    Some(conditions) => self.residual.and(&[is_there, conditions[number][index]]),
                    None => is_there,
                };
                items.push((present, Partial::Known(item.clone())));
            }
        }
        if let Some((missing, site)) = row.missing {
            items.push((missing, Partial::Fault(site)));
        }
        Ok(items)
    }

    /// Returns the number of elements of the row.
    pub(super) fn row_length(&mut self, row: &Row) -> Eval<Partial> {
        if !self.is_certain(row) {
            let items = self.row_items(row)?;
            let present = items.into_iter().map(|(present, _)| present).collect();
            let id = self.residual.sum(present).map_err(overflow(row.span))?;
            return Ok(self.number(id));
        }
        let lengths = row.rows.row_items().map(|row| row.len() as i64);
        let lengths = lengths.map(Value::Int).map(Partial::Known).collect();
        self.by_row(row, lengths)
    }

    /// Returns the element at a known index of the row.
    pub(super) fn row_element(&mut self, row: &Row, index: &Value, span: Span) -> Eval<Partial> {
        if row.collection() == Collection::Set || !self.is_certain(row) {
            return Err(unknown("which elements this list has", span));
        }
        let rows = row.rows.clone();
        let message = format!("there is no element {index}");
        let site = self.site(message, row.span);
        let index = index.number().and_then(|index| usize::try_from(index).ok());
        let values = rows.row_items().map(|row| {
            let value = index.and_then(|index| row.get(index));
            value.map_or(Partial::Fault(site), |value| Partial::Known(value.clone()))
        });
        let values: Vec<Partial> = values.collect();
        // Rows that are too short get some value, so that the others still make a
        // table.
        let known = values.iter().enumerate();
        let known = known.filter(|(_, value)| matches!(value, Partial::Known(_)));
        let known: Vec<usize> = known.map(|(number, _)| number).collect();
        let Some(Partial::Known(filler)) = known.first().map(|number| values[*number].clone())
        else {
            return self.by_row(row, values);
        };
        let is_there = self.is_one_of(row, &known)?;
        let filled = values.into_iter().map(|value| match value {
            Partial::Fault(_) => Partial::Known(filler.clone()),
            value => value,
        });
        let value = self.by_row(row, filled.collect())?;
        self.select(is_there, value, Partial::Fault(site), row.span)
    }

    /// Returns the element at an index of the row that is not known.
    pub(super) fn row_element_at(
        &mut self,
        row: &Row,
        index: &Partial,
        span: Span,
    ) -> Eval<Partial> {
        if row.collection() == Collection::Set || !self.is_certain(row) {
            return Err(unknown("which elements this list has", span));
        }
        // All rows stand one behind the other in one list, in which each row has a start.
        let rows = row.rows.clone();
        let mut all: Vec<Partial> = Vec::with_capacity(rows.elements());
        let mut starts = Vec::new();
        for items in rows.row_items() {
            starts.push(Partial::Known(Value::Int(all.len() as i64)));
            all.extend(items.iter().cloned().map(Partial::Known));
        }
        self.residual.count(all.len());
        let (start, length) = (self.by_row(row, starts)?, self.row_length(row)?);
        let (start, length) = (self.scalar(&start, span)?, self.scalar(&length, span)?);
        let index = self.scalar(index, span)?;
        let (zero, one) = (self.residual.int(0), self.residual.int(1));
        let last = self
            .residual
            .subtract(length, one)
            .map_err(overflow(span))?;
        let inside = self.between(index, zero, last);
        let place = self.residual.add(start, index).map_err(overflow(span))?;
        let message = "there is no such element";
        let value = self.nth_or(all, &Partial::Scalar(place), message, span)?;
        let site = self.site(message.to_owned(), span);
        self.select(inside, value, Partial::Fault(site), span)
    }

    /// Returns the value at the row's key among `values`, which has one value for each
    /// row.
    fn by_row(&mut self, row: &Row, values: Vec<Partial>) -> Eval<Partial> {
        let message = match row.missing {
            Some((_, site)) => self.sites[site].message.clone(),
            None => String::new(),
        };
        let rows = row.rows.clone();
        self.by_key(&rows.keys, values, &row.key, &message, row.span)
    }

    /// Returns the value at a key that is not known, where `keys` and `values` are
    /// those of a known list or map. `message` is that of the fault where there is no
    /// such key.
    pub(super) fn by_key(
        &mut self,
        keys: &[Value],
        values: Vec<Partial>,
        key: &Partial,
        message: &str,
        span: Span,
    ) -> Eval<Partial> {
        if let (Some(first), Partial::Scalar(id)) = (first_code(keys), key) {
            let first = self.residual.int(first);
            let index = self.residual.subtract(*id, first);
            let index = index.map_err(overflow(span))?;
            return self.nth_or(values, &Partial::Scalar(index), message, span);
        }
        let mut cases = Vec::new();
        for (known, value) in keys.iter().zip(values) {
            self.step(span)?;
            let is = self.equal(key, &Partial::Known(known.clone()), span)?;
            cases.push((is, value));
        }
        self.cases(cases, message, span)
    }

    /// Binds the row's key to slots, as later statements may change what it is read
    /// from.
    pub(super) fn freeze_row(&mut self, row: Row, ops: &mut Vec<Op>) -> Row {
        let met = self.freeze_scalar(row.met, ops);
        if let Some((missing, _)) = row.missing {
            self.freeze_scalar(missing, ops);
        }
        let key = self.only_if(met, row.key);
        let mut frozen: HashMap<ExprId, ExprId> = HashMap::new();
        let mut freeze = |this: &mut Self, condition: &ExprId| {
            let slot = frozen.entry(*condition);
            *slot.or_insert_with(|| this.freeze_scalar(*condition, ops))
        };
        let conditions = row.conditions.map(|conditions| {
            let of_row = |row: &Vec<ExprId>| row.iter().map(|id| freeze(self, id)).collect();
            Rc::new(conditions.iter().map(of_row).collect())
        });
        Row {
            key: self.freeze(key, ops),
            met,
            conditions,
            // The operations above fault already where there is no row.
            missing: None,
            ..row
        }
    }
}

/// A value has a table of the rows that hold it if at least one row in this number
/// does.
const DENSE: usize = 4;

/// The most keys that are compared one by one where a table is possible.
const FEW: usize = 8;
