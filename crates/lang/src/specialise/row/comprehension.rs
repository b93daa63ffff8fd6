//! Comprehensions that are rows: `{b for (a, b) in edges if a == at}` has a row for each node
//! that an edge leaves, and the position tells by `at` which row it is. So has a function with
//! this comprehension that is asked for `at`.
//!
//! What else the comprehension asks may depend on the position: it becomes the condition of an
//! element in its row. A comprehension whose conditions can fault is no row, as a row asks its
//! conditions at other times than the plain evaluator does: it stays a list of candidates.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::{DENSE, Row, Rows};
use crate::domain::picked::{self, Ask, Domain};
use crate::domain::value::Value;
use crate::evaluate::Eval;
use crate::specialise::collection::Order;
use crate::specialise::{Partial, Specialiser};
use crate::syntax::ast::{Clause, Collection, Expr, ExprKind};
use crate::text::span::Span;
use zug_program::ExprId;

/// The elements of a row, each with its condition.
type Elements = Vec<(Value, ExprId)>;

impl Specialiser<'_> {
    /// Returns what a comprehension over known tuples is if it asks that one of their components
    /// be a number that the position tells: the row at this number. `None` if the comprehension
    /// does not ask that, if an element depends on more of the position, or if one of its
    /// conditions can fault.
    pub(in crate::specialise) fn row_of_comprehension(
        &mut self,
        collection: Collection,
        element: &Expr,
        clauses: &[Clause],
    ) -> Eval<Option<Row>> {
        let Some((clause, rest)) = clauses.split_first() else {
            return Ok(None);
        };
        let locals = &self.locals[self.frame..];
        let is_local = |name: &str| locals.iter().any(|(local, _)| &**local == name);
        let Some(asks) = picked::asks(clause, is_local) else {
            return Ok(None);
        };
        let [ask] = &asks.any[..] else {
            return Ok(None);
        };
        let Some(tuples) = self.part.tuples_by(ask.tuples, ask.component) else {
            return Ok(None);
        };
        let demands = self.demands.len();
        let key = self.guarded(ask.key)?;
        self.demands.truncate(demands);
        let Partial::Scalar(id) = key else {
            return Ok(None);
        };
        let facts = self.residual.facts(id);
        if facts.faults {
            return Ok(None);
        }
        let Partial::Known(domain) = self.guarded(&clause.domain)? else {
            self.demands.truncate(demands);
            return Ok(None);
        };
        let domain = Domain::Of(domain);
        let mut rows = Vec::new();
        for value in tuples.keys() {
            if let Value::Int(number) = value
                && !(facts.lo..=facts.hi).contains(&number)
            {
                continue;
            }
            let asked = [(ask.clone(), value)];
            let Some(items) = picked::picked(self.part, &domain, clause, &asked) else {
                return Ok(None);
            };
            let [(ask, value)] = asked;
            let over = (clause, &asks.then[..], rest);
            let held = self.row_for((ask, &value), items, over, (collection, element))?;
            let no_demands = self.demands.len() == demands;
            self.demands.truncate(demands);
            let (true, Some(held)) = (no_demands, held) else {
                return Ok(None);
            };
            rows.push((value, held));
        }
        self.row_of_rows(collection, rows, id, clause.domain.span)
    }

    /// Returns the elements of a comprehension where the key that it asks for has this value and
    /// its first clause goes through these items; `None` if an element is not known, or if a
    /// condition can fault. The comprehension is over its first clause, with what is left of the
    /// condition there, and over others.
    fn row_for(
        &mut self,
        (ask, value): (Ask<'_>, &Value),
        items: Vec<Value>,
        (clause, then, rest): (&Clause, &[&Expr], &[Clause]),
        (collection, element): (Collection, &Expr),
    ) -> Eval<Option<Elements>> {
        let bound = self.locals.len();
        if let ExprKind::Name(name) = &ask.key.kind {
            self.locals
                .push((name.clone(), Partial::Known(value.clone())));
        }
        let order = match collection {
            Collection::List => Order::Kept,
            Collection::Set => Order::Free,
        };
        let mut held = Vec::new();
        let mut is_row = true;
        for item in items {
            self.step(clause.domain.span)?;
            let with_key = self.locals.len();
            self.bind(&clause.pattern, Partial::Known(item))?;
            let mut present = self.residual.bool(true);
            for condition in then {
                let condition = self.condition(condition)?;
                present = self.residual.and(&[present, condition]);
                if self.residual.constant(present) == Some(0) {
                    break;
                }
            }
            is_row = !self.residual.facts(present).faults;
            if is_row && self.residual.constant(present) != Some(0) {
                is_row = self.each(rest, order, present, &mut |this, present| {
                    let Partial::Known(value) = this.guarded(element)? else {
                        return Ok(false);
                    };
                    held.push((value, present));
                    Ok(!this.residual.facts(present).faults)
                })?;
            }
            self.locals.truncate(with_key);
            if !is_row {
                break;
            }
        }
        self.locals.truncate(bound);
        Ok(is_row.then_some(held))
    }

    /// Returns the row at a key that a node computes, of rows each of which has its own key.
    /// Other keys have no elements. `None` if there are no rows.
    fn row_of_rows(
        &mut self,
        collection: Collection,
        rows: Vec<(Value, Elements)>,
        key: ExprId,
        span: Span,
    ) -> Eval<Option<Row>> {
        let facts = self.residual.facts(key);
        let numbers = usize::try_from(facts.hi.saturating_sub(facts.lo)).unwrap_or(usize::MAX);
        let are_numbers = rows.iter().all(|(key, _)| matches!(key, Value::Int(_)));
        let mut by_key: BTreeMap<Value, Elements> = BTreeMap::new();
        if are_numbers && numbers <= rows.len().saturating_mul(DENSE) {
            // Each key that there can be gets a row, so that nobody need ask whether it has one.
            by_key.extend((facts.lo..=facts.hi).map(|number| (Value::Int(number), Vec::new())));
        }
        by_key.extend(rows);
        let (mut entries, mut conditions) = (Vec::new(), Vec::new());
        for (key, elements) in by_key {
            let elements = match collection {
                Collection::List => elements,
                Collection::Set => self.each_once(elements),
            };
            let (values, of_row): (Vec<Value>, Vec<ExprId>) = elements.into_iter().unzip();
            let values = match collection {
                Collection::List => Value::List(values.into()),
                Collection::Set => Value::Set(values.into()),
            };
            entries.push((key, values));
            conditions.push(of_row);
        }
        let Some(rows) = Rows::of(&Value::Map(entries.into())) else {
            return Ok(None);
        };
        self.residual.count(rows.elements());
        let yes = self.residual.bool(true);
        let are_certain = conditions.iter().flatten().all(|id| *id == yes);
        let key = Partial::Scalar(key);
        let met = self.has_row(&rows, &key, span)?;
        Ok(Some(Row {
            rows: Rc::new(rows),
            key,
            met,
            conditions: (!are_certain).then(|| Rc::new(conditions)),
            missing: None,
            span,
        }))
    }

    /// Returns the elements of a set, sorted: a value that stands there several times is an
    /// element where one of its conditions holds.
    fn each_once(&mut self, elements: Elements) -> Elements {
        let mut by_value: BTreeMap<Value, Vec<ExprId>> = BTreeMap::new();
        for (value, condition) in elements {
            by_value.entry(value).or_default().push(condition);
        }
        let by_value = by_value.into_iter();
        by_value
            .map(|(value, any)| (value, self.residual.or(&any)))
            .collect()
    }
}
