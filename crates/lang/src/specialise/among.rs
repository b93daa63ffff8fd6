//! Whether a value is an element of a collection.

use std::rc::Rc;

use super::collection::is_tuple;
use super::lookup::address;
use super::{Partial, Specialiser};
use crate::domain::picked::Tuples;
use crate::domain::value::Value;
use crate::evaluate::Eval;
use crate::text::span::Span;
use zug_program::{ExprId, Residual};

/// What is known of a collection that is asked whether it has a value.
#[derive(Debug)]
pub(super) struct AskedSet {
    /// If the elements are those of a range or of a product of ranges, the bounds of each range.
    sides: Option<Vec<(i64, i64)>>,
    /// If the elements are many tuples of one length, for each component the tuples by it; else
    /// nothing.
    by_component: Vec<Tuples>,
}

/// The fewest elements of a collection of which it is remembered what is known of it.
const LARGE: usize = 64;

/// Returns the tuples of a collection by each of their components; nothing if the elements are
/// few, or no tuples of one length.
fn tuples_by_component(known: &Value) -> Vec<Tuples> {
    let items = known.items().unwrap_or_default();
    let components = match items.first() {
        Some(Value::Tuple(parts)) if items.len() >= LARGE => parts.len(),
        _ => 0,
    };
    let by = (0..components).map(|component| Tuples::by(component, known));
    by.collect::<Option<_>>().unwrap_or_default()
}

impl Specialiser<'_> {
    /// As [`Self::member`], but the value is evaluated only where it is needed.
    pub(super) fn among(&mut self, value: &Partial, set: &Partial, span: Span) -> Eval<ExprId> {
        match set {
            Partial::Range(lo, hi) => {
                let value = self.scalar(value, span)?;
                return Ok(self.between(value, *lo, *hi));
            }
            Partial::Known(known) => {
                let asked = self.asked_set(known);
                if let Some(ranges) = &asked.sides {
                    let parts = if is_tuple(value) {
                        self.components(value, span)?
                    } else {
                        vec![value.clone()]
                    };
                    let mut all = Vec::new();
                    for (part, (lo, hi)) in parts.iter().zip(ranges) {
                        let part = self.scalar(part, span)?;
                        let (lo, hi) = (self.residual.int(*lo), self.residual.int(*hi));
                        all.push(self.between(part, lo, hi));
                    }
                    return Ok(self.residual.and(&all));
                }
                if let Partial::Scalar(id) = value
                    && let Some(codes) = codes_of(known)
                    && let Some(found) = self.among_codes(*id, &codes)
                {
                    return Ok(found);
                }
                if let Some(found) = self.among_tuples(value, &asked, span)? {
                    return Ok(found);
                }
            }
            Partial::Row(row) => {
                if let Partial::Known(value) = value {
                    return self.in_row(value, row);
                }
            }
            _ => {}
        }
        let mut any = Vec::new();
        for (present, item) in self.items(set.clone(), span)? {
            let same = self.equal(value, &item, span)?;
            any.push(self.residual.and(&[present, same]));
        }
        Ok(self.residual.or(&any))
    }

    /// Returns what is known of a collection that is asked whether it has a value. Of a large
    /// collection it is remembered.
    fn asked_set(&mut self, known: &Value) -> Rc<AskedSet> {
        let address = address(known);
        if let Some((_, asked)) = self.asked_sets.get(&address) {
            return asked.clone();
        }
        let elements = known.elements().unwrap_or_default();
        self.residual.count(elements.len());
        let asked = Rc::new(AskedSet {
            sides: sides_of_box(&elements),
            by_component: tuples_by_component(known),
        });
        if elements.len() >= LARGE && address != 0 {
            let kept = (known.clone(), asked.clone());
            self.asked_sets.insert(address, kept);
        }
        asked
    }

    /// Returns the condition that a tuple is one of those of a collection, where one of its
    /// components is known: only the tuples with this component are compared. `None` if the
    /// collection has no such tuples, or if a component can fault.
    fn among_tuples(
        &mut self,
        value: &Partial,
        asked: &AskedSet,
        span: Span,
    ) -> Eval<Option<ExprId>> {
        let Partial::Tuple(parts) = value else {
            return Ok(None);
        };
        let is_sound = |part: &Partial| match part {
            Partial::Known(_) => true,
            Partial::Scalar(id) => !self.residual.facts(*id).faults,
            _ => false,
        };
        if parts.len() != asked.by_component.len() || !parts.iter().all(is_sound) {
            return Ok(None);
        }
        let known = parts.iter().zip(&asked.by_component);
        let mut known = known.filter_map(|(part, tuples)| match part {
            Partial::Known(part) => Some((part, tuples)),
            _ => None,
        });
        let Some((part, tuples)) = known.next() else {
            return Ok(None);
        };
        let mut any = Vec::new();
        for tuple in tuples.with(part) {
            self.step(span)?;
            any.push(self.equal(value, &Partial::Known(tuple.clone()), span)?);
        }
        Ok(Some(self.residual.or(&any)))
    }

    /// Returns the condition that a number is one of `codes`, which are sorted, by one
    /// look-up in a table; `None` where the numbers are few or far apart.
    fn among_codes(&mut self, id: ExprId, codes: &[i64]) -> Option<ExprId> {
        let (first, last) = (*codes.first()?, *codes.last()?);
        let width = usize::try_from(last.checked_sub(first)?).ok()?;
        if codes.len() <= FEW_CODES || width / SPARSE > codes.len() {
            return None;
        }
        let mut holds = vec![0; width + 1];
        for code in codes {
            holds[(code - first) as usize] = 1;
        }
        let (lo, hi) = (self.residual.int(first), self.residual.int(last));
        let mut index = self.residual.subtract(id, lo).ok()?;
        let inside = self.between(id, lo, hi);
        // Numbers outside of the table are not elements.
        let facts = self.residual.facts(index);
        if facts.lo < 0 {
            let zero = self.residual.int(0);
            index = self.residual.max(index, zero);
        }
        if facts.hi > width as i64 {
            let most = self.residual.int(width as i64);
            index = self.residual.min(index, most);
        }
        let sites = &mut *self.sites;
        let nowhere = |residual: &mut Residual| sites.add(residual, String::new(), Span::default());
        let found = self.residual.table(holds, index, nowhere);
        Some(self.residual.and(&[inside, found]))
    }
}

/// Returns the codes of the elements of a collection, sorted, or `None` if an element
/// has no code.
fn codes_of(known: &Value) -> Option<Vec<i64>> {
    let elements = known.elements()?;
    let codes: Option<Vec<i64>> = elements.iter().map(Value::code).collect();
    let mut codes = codes?;
    codes.sort_unstable();
    codes.dedup();
    Some(codes)
}

/// The most numbers that are compared one by one.
const FEW_CODES: usize = 8;

/// A table for a set of numbers has at most about this many places for each number. All
/// questions about one node share its table.
const SPARSE: usize = 64;

/// Sets of fewer numbers than this are not tested as ranges.
pub(super) const FEW: i64 = 3;

/// If the values are exactly those of a range, or of a product of ranges, returns the
/// bounds of each range; else `None`.
fn sides_of_box(values: &[Value]) -> Option<Vec<(i64, i64)>> {
    let parts = |value: &Value| -> Option<Vec<i64>> {
        match value {
            Value::Int(value) => Some(vec![*value]),
            Value::Tuple(parts) => parts
                .iter()
                .map(|part| match part {
                    Value::Int(value) => Some(*value),
                    _ => None,
                })
                .collect(),
            _ => None,
        }
    };
    if values.len() < FEW as usize {
        return None;
    }
    let mut sides: Vec<(i64, i64)> = parts(&values[0])?.into_iter().map(|v| (v, v)).collect();
    let mut distinct = values.to_vec();
    distinct.sort();
    distinct.dedup();
    for value in &distinct {
        let value = parts(value)?;
        if value.len() != sides.len() {
            return None;
        }
        for ((lo, hi), value) in sides.iter_mut().zip(value) {
            *lo = (*lo).min(value);
            *hi = (*hi).max(value);
        }
    }
    let size = sides.iter().try_fold(1u128, |n, (lo, hi)| {
        n.checked_mul((i128::from(*hi) - i128::from(*lo) + 1) as u128)
    });
    (size == Some(distinct.len() as u128)).then_some(sides)
}
