//! Collections whose elements depend on the position: candidates, each with the
//! condition that it is an element.

use std::collections::BTreeMap;

use super::{Partial, Specialiser, overflow, unknown};
use crate::domain::picked::{self, Domain};
use crate::domain::value::{self, Value};
use crate::evaluate::{Eval, fault, too_much};
use crate::syntax::ast::{Clause, Collection, Expr, FoldOp, Pattern};
use crate::text::span::Span;
use zug_program::ExprId;

/// Elements for which a condition can hold, and what is left of the condition.
type Picked<'c> = (Vec<(ExprId, Partial)>, Vec<&'c Expr>);

/// Whether the order matters in which the elements of a set are gone through.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// The order matters.
    Kept,
    /// The order does not matter, and all elements are evaluated.
    Free,
    /// The order does not matter, and elements behind the one that decides the result
    /// are not evaluated.
    UntilDecided,
}

impl Specialiser<'_> {
    /// Returns the list or set of these candidates.
    pub(super) fn collection(
        &mut self,
        collection: Collection,
        items: Vec<(ExprId, Partial)>,
    ) -> Eval<Partial> {
        let mut items: Vec<(ExprId, Partial)> = items
            .into_iter()
            .filter(|(present, _)| self.residual.constant(*present) != Some(0))
            .collect();
        let all_known: Option<Vec<Value>> = items
            .iter()
            .map(|(present, item)| match item {
                Partial::Known(value) if self.residual.constant(*present) == Some(1) => {
                    Some(value.clone())
                }
                _ => None,
            })
            .collect();
        match (collection, all_known) {
            (Collection::List, Some(known)) => {
                return Ok(Partial::Known(Value::List(known.into())));
            }
            (Collection::Set, Some(known)) => return Ok(Partial::Known(Value::set(known))),
            _ => {}
        }
        if collection == Collection::Set {
            items = self.distinct(items)?;
        }
        Ok(Partial::Items { collection, items })
    }

    /// Makes the candidates of a set distinct: each is an element only if no earlier
    /// candidate is that element too. Known values come first, sorted.
    pub(super) fn distinct(
        &mut self,
        items: Vec<(ExprId, Partial)>,
    ) -> Eval<Vec<(ExprId, Partial)>> {
        let mut known: BTreeMap<Value, Vec<ExprId>> = BTreeMap::new();
        let mut others = Vec::new();
        for (present, item) in items {
            match item {
                Partial::Known(value) => known.entry(value).or_default().push(present),
                other => others.push((present, other)),
            }
        }
        let mut result: Vec<(ExprId, Partial)> = Vec::new();
        for (value, conditions) in known {
            result.push((self.residual.or(&conditions), Partial::Known(value)));
        }
        for (present, item) in others {
            self.step(Span::default())?;
            let mut twins = Vec::new();
            for (earlier, other) in result.clone() {
                let same = self.equal(&other, &item, Span::default())?;
                twins.push(self.residual.and(&[earlier, same]));
            }
            let twin = self.residual.or(&twins);
            let first = self.residual.not(twin);
            let present = self.residual.and(&[present, first]);
            result.push((present, item));
        }
        Ok(result)
    }

    /// Returns the candidates of a collection in order, each with the condition that it
    /// is an element.
    pub(super) fn items(
        &mut self,
        collection: Partial,
        span: Span,
    ) -> Eval<Vec<(ExprId, Partial)>> {
        let yes = self.residual.bool(true);
        match collection {
            Partial::Known(known) => match self.elements(&known, span)? {
                Some(items) => Ok(items
                    .into_iter()
                    .map(|item| (yes, Partial::Known(item)))
                    .collect()),
                None => Err(fault(format!("{known} has no elements"), span)),
            },
            Partial::Items { items, .. } => Ok(items),
            Partial::Row(row) => self.row_items(&row),
            Partial::Map(entries) => {
                // The keys of a map are elements wherever evaluating the map is no
                // fault.
                let (keys, values): (Vec<Value>, Vec<Partial>) = entries.into_iter().unzip();
                let met = self.met(&Partial::Tuple(values))?;
                let keys = keys.into_iter().map(Partial::Known);
                Ok(keys.map(|key| (met, key)).collect())
            }
            Partial::Range(lo, hi) => {
                let (least, most) = (self.residual.facts(lo).lo, self.residual.facts(hi).hi);
                let faults = [lo, hi].iter().any(|id| self.residual.facts(*id).faults);
                let count = value::each_number(least, most).map_err(|m| too_much(m, span))?;
                self.room_for_items(count.count(), span)?;
                let mut values = value::range(least, most).map_err(|m| too_much(m, span))?;
                if values.is_empty() && faults {
                    // The range is empty, but a bound may fault: one candidate keeps
                    // that fault.
                    values.push(Value::Int(least));
                }
                self.residual.count(values.len());
                let mut items = Vec::new();
                for value in values {
                    let item = Partial::Known(value);
                    let id = self.scalar(&item, span)?;
                    items.push((self.between(id, lo, hi), item));
                }
                Ok(items)
            }
            // Whether there is an element cannot be told without a fault.
            Partial::Fault(site) => Ok(vec![(self.residual.fault(site), Partial::Fault(site))]),
            // A scalar that has elements is a letter.
            Partial::Scalar(_) => Ok(vec![(yes, collection)]),
            Partial::Tuple(_) => Err(fault("this has no elements".to_owned(), span)),
        }
    }

    /// Returns the elements of a known value, as [`Value::elements`].
    fn elements(&mut self, known: &Value, span: Span) -> Eval<Option<Vec<Value>>> {
        let count = known.each_element().map_or(0, |items| items.len());
        self.room_for_items(count, span)?;
        self.room(value::spelt_bytes(known), span)?;
        Ok(known.elements())
    }

    /// Runs `visit` for each way to bind the names of the clauses, with the condition
    /// under which that way exists, until `visit` returns false. Returns whether it
    /// never did.
    pub(super) fn each(
        &mut self,
        clauses: &[Clause],
        order: Order,
        present: ExprId,
        visit: &mut dyn FnMut(&mut Self, ExprId) -> Eval<bool>,
    ) -> Eval<bool> {
        let Some((clause, rest)) = clauses.split_first() else {
            self.visits += 1;
            return visit(self, present);
        };
        let domain = self.guarded(&clause.domain)?;
        if order == Order::Kept {
            check_order(&domain, clause.domain.span)?;
        }
        // The whole collection is evaluated before its first element is.
        let mut present = present;
        if !matches!(domain, Partial::Fault(_)) {
            let met = self.met(&domain)?;
            let asked = self.residual.and(&[present, met]);
            match order {
                Order::UntilDecided => present = asked,
                Order::Kept | Order::Free => self.demand_scalar(asked),
            }
        }
        let visits = self.visits;
        let (items, conditions) = if let Some(picked) = self.picked(clause, &domain)? {
            picked
        } else {
            let items = self.items(domain, clause.domain.span)?;
            (items, clause.condition.iter().collect())
        };
        for (there, item) in items {
            self.step(clause.domain.span)?;
            let bound = self.locals.len();
            let mut condition = self.residual.and(&[present, there]);
            if self.residual.constant(condition) == Some(0) {
                continue;
            }
            self.bind(&clause.pattern, item)?;
            for &asked in &conditions {
                if self.residual.constant(condition) == Some(0) {
                    break;
                }
                let asked = self.condition(asked)?;
                condition = self.residual.and(&[condition, asked]);
            }
            let go_on = self.residual.constant(condition) == Some(0)
                || self.each(rest, order, condition, visit)?;
            self.locals.truncate(bound);
            if !go_on {
                return Ok(false);
            }
        }
        if self.visits == visits && self.residual.facts(present).faults {
            return self.none_there(clauses, order, present, visit);
        }
        Ok(true)
    }

    /// Returns the elements for which the condition of a clause can hold, with what is left of
    /// the condition, if they are found without a walk through the whole collection.
    fn picked<'c>(&mut self, clause: &'c Clause, domain: &Partial) -> Eval<Option<Picked<'c>>> {
        let Partial::Known(domain) = domain else {
            return Ok(None);
        };
        let locals = &self.locals[self.frame..];
        let is_local = |name: &str| locals.iter().any(|(local, _)| &**local == name);
        let Some(asks) = picked::asks(clause, is_local) else {
            return Ok(None);
        };
        let mut asked = Vec::with_capacity(asks.any.len());
        for ask in asks.any {
            let demands = self.demands.len();
            let key = self.guarded(ask.key)?;
            // The condition evaluates the key again.
            self.demands.truncate(demands);
            let Partial::Known(key) = key else {
                return Ok(None);
            };
            asked.push((ask, key));
        }
        let domain = Domain::Of(domain.clone());
        let yes = self.residual.bool(true);
        let picked = picked::picked(self.part, &domain, clause, &asked);
        Ok(picked.map(|items| {
            let items = items.into_iter().map(Partial::Known);
            (items.map(|item| (yes, item)).collect(), asks.then)
        }))
    }

    /// Ends clauses for which nothing was visited. That there is no element has to be
    /// evaluated all the same, as it may fault.
    fn none_there(
        &mut self,
        clauses: &[Clause],
        order: Order,
        present: ExprId,
        visit: &mut dyn FnMut(&mut Self, ExprId) -> Eval<bool>,
    ) -> Eval<bool> {
        if order != Order::UntilDecided {
            self.demand_scalar(present);
            return Ok(true);
        }
        let bound = self.locals.len();
        let site = self.absent();
        for clause in clauses {
            self.bind(&clause.pattern, Partial::Fault(site))?;
        }
        let never = self.residual.bool(false);
        let absent = self.residual.and(&[present, never]);
        self.visits += 1;
        let go_on = visit(self, absent)?;
        self.locals.truncate(bound);
        Ok(go_on)
    }

    pub(super) fn bind(&mut self, pattern: &Pattern, value: Partial) -> Eval<()> {
        match pattern {
            Pattern::Name(name) => self.locals.push((name.text.clone(), value)),
            Pattern::Tuple(parts, _) if matches!(value, Partial::Fault(_)) => {
                for part in parts {
                    self.bind(part, value.clone())?;
                }
            }
            Pattern::Tuple(parts, span) => {
                let values = self.components(&value, *span)?;
                if values.len() != parts.len() {
                    return Err(fault(
                        format!("a tuple of {} components", values.len()),
                        *span,
                    ));
                }
                for (part, value) in parts.iter().zip(values) {
                    self.bind(part, value)?;
                }
            }
        }
        Ok(())
    }

    /// Returns the components of a tuple.
    pub(super) fn components(&mut self, value: &Partial, span: Span) -> Eval<Vec<Partial>> {
        match value {
            Partial::Tuple(parts) => Ok(parts.clone()),
            Partial::Known(Value::Tuple(parts)) => {
                Ok(parts.iter().cloned().map(Partial::Known).collect())
            }
            Partial::Fault(site) => {
                let site = &self.sites[*site];
                Err(fault(site.message.clone(), site.span))
            }
            _ => Err(fault("this is not a tuple".to_owned(), span)),
        }
    }
}

/// Refuses a set whose elements cannot be sorted before the game starts.
pub(super) fn check_order(domain: &Partial, span: Span) -> Eval<()> {
    let known = |item: &Partial| matches!(item, Partial::Known(_));
    match domain {
        Partial::Items {
            collection: Collection::Set,
            items,
        } if items.len() > 1 && !items.iter().all(|(_, item)| known(item)) => {
            Err(unknown("the order of this set", span))
        }
        _ => Ok(()),
    }
}

pub(super) fn tuple(parts: Vec<Partial>) -> Partial {
    let known: Option<Vec<Value>> = parts
        .iter()
        .map(|part| match part {
            Partial::Known(value) => Some(value.clone()),
            _ => None,
        })
        .collect();
    match known {
        Some(known) => Partial::Known(Value::Tuple(known.into())),
        None => Partial::Tuple(parts),
    }
}

pub(super) fn is_tuple(value: &Partial) -> bool {
    matches!(value, Partial::Tuple(_) | Partial::Known(Value::Tuple(_)))
}

/// Takes the elements of a fold one by one, where they depend on the position.
pub(super) struct Folder {
    op: FoldOp,
    terms: Vec<ExprId>,
    /// For `min` and `max`: whether there was an element, and the best element so far.
    best: Option<(ExprId, Partial)>,
}

impl Folder {
    pub(super) fn new(op: FoldOp) -> Self {
        Self {
            op,
            terms: Vec::new(),
            best: None,
        }
    }

    /// Takes a candidate. Returns whether further candidates can change the result.
    pub(super) fn add(
        &mut self,
        with: &mut Specialiser<'_>,
        present: ExprId,
        item: Partial,
        span: Span,
    ) -> Eval<bool> {
        if self.op.is_of_ordered() {
            self.compare(with, present, item, span)?;
            return Ok(true);
        }
        let item = with.scalar(&item, span)?;
        let residual = &mut *with.residual;
        Ok(match self.op {
            FoldOp::Any | FoldOp::Count => {
                let term = residual.and(&[present, item]);
                self.terms.push(term);
                self.op == FoldOp::Count || residual.constant(term) != Some(1)
            }
            FoldOp::All => {
                let absent = residual.not(present);
                let term = residual.or(&[absent, item]);
                self.terms.push(term);
                residual.constant(term) != Some(0)
            }
            FoldOp::Sum | FoldOp::Min | FoldOp::Max => {
                let zero = residual.int(0);
                let term = residual.select(present, item, zero);
                self.terms.push(term);
                true
            }
        })
    }

    /// Keeps the better one of the best element so far and a candidate of `min` or `max`.
    fn compare(
        &mut self,
        with: &mut Specialiser<'_>,
        present: ExprId,
        item: Partial,
        span: Span,
    ) -> Eval<()> {
        let Some((some, best)) = self.best.take() else {
            if is_tuple(&item) {
                let looked_at = with.only_if(present, item.clone());
                with.demand(&looked_at)?;
            }
            self.best = Some((present, item));
            return Ok(());
        };
        let best = if is_tuple(&best) || is_tuple(&item) {
            // A tuple is evaluated whole, also where its first component decides.
            let looked_at = with.only_if(present, item.clone());
            with.demand(&looked_at)?;
            let less = match self.op {
                FoldOp::Min => with.less(&item, &best, span)?,
                _ => with.less(&best, &item, span)?,
            };
            let none = with.residual.not(some);
            let better = with.residual.or(&[none, less]);
            let taken = with.residual.and(&[present, better]);
            with.select(taken, item, best, span)?
        } else {
            let (item, best) = (with.scalar(&item, span)?, with.scalar(&best, span)?);
            let residual = &mut *with.residual;
            let better = if self.op == FoldOp::Min {
                residual.min(best, item)
            } else {
                residual.max(best, item)
            };
            let with_item = residual.select(some, better, item);
            Partial::Scalar(residual.select(present, with_item, best))
        };
        self.best = Some((with.residual.or(&[some, present]), best));
        Ok(())
    }

    pub(super) fn finish(self, with: &mut Specialiser<'_>, span: Span) -> Eval<Partial> {
        match self.op {
            FoldOp::Any => {
                let id = with.residual.or(&self.terms);
                Ok(with.truth(id))
            }
            FoldOp::All => {
                let id = with.residual.and(&self.terms);
                Ok(with.truth(id))
            }
            FoldOp::Count | FoldOp::Sum => {
                let id = with.residual.sum(self.terms).map_err(overflow(span))?;
                Ok(with.number(id))
            }
            FoldOp::Min | FoldOp::Max => {
                let message = format!("`{}` of nothing", self.op.name());
                let Some((some, best)) = self.best else {
                    return Err(fault(message, span));
                };
                let site = with.site(message, span);
                if is_tuple(&best) {
                    return with.select(some, best, Partial::Fault(site), span);
                }
                let best = with.scalar(&best, span)?;
                let nothing = with.residual.fault(site);
                let id = with.residual.select(some, best, nothing);
                Ok(with.number(id))
            }
        }
    }
}
