//! Putting known contents of fields and slots into an expression.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use zug_game::U256;
use zug_program::{Closure, ExprId, Node, Overflow, Residual, SiteId};

use super::Obstacle;

/// The fields and slots that are known, each with the expression that takes its place.
#[derive(Clone, Debug, Default)]
pub struct Known {
    fields: BTreeMap<usize, ExprId>,
    slots: FxHashMap<usize, ExprId>,
    /// Whether a test of a field whose value is a choice is asked of each case by itself.
    by_cases: bool,
    /// What takes the place of the question whether the mover is stuck, if that is known.
    stuck: Option<ExprId>,
    /// The expressions that were rewritten since the last change, with what they became.
    done: FxHashMap<ExprId, ExprId>,
}

impl From<Overflow> for Obstacle {
    fn from(_: Overflow) -> Self {
        Self::Overflow
    }
}

impl Known {
    /// Nothing is known, and tests are asked of each case of a choice by itself.
    pub(crate) fn by_cases() -> Self {
        Self {
            by_cases: true,
            ..Self::default()
        }
    }

    /// It is known that the mover is not stuck.
    pub(super) fn with_a_move(residual: &mut Residual) -> Self {
        Self {
            stuck: Some(residual.bool(false)),
            ..Self::default()
        }
    }

    /// Notes the content of a field, by its place in the layout.
    pub fn set(&mut self, field: usize, value: ExprId) {
        self.done.clear();
        self.fields.insert(field, value);
    }

    pub(crate) fn bind(&mut self, slot: usize, value: ExprId) {
        self.done.clear();
        self.slots.insert(slot, value);
    }

    pub(super) fn get(&self, field: usize) -> Option<ExprId> {
        self.fields.get(&field).copied()
    }

    /// The fields that are known, in their order, with what they hold.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (usize, ExprId)> {
        self.fields.iter().map(|(field, value)| (*field, *value))
    }

    /// The slots that are known here and in another case, where they hold different numbers, in order
    /// and each with both numbers.
    pub(crate) fn slots_beside(
        &self,
        other: &Self,
    ) -> impl Iterator<Item = (usize, ExprId, ExprId)> {
        let both = self.slots.iter().filter_map(|(slot, here)| {
            let there = other.slots.get(slot)?;
            (here != there).then_some((*slot, *here, *there))
        });
        let ordered: BTreeMap<usize, (ExprId, ExprId)> = both
            .map(|(slot, here, there)| (slot, (here, there)))
            .collect();
        ordered
            .into_iter()
            .map(|(slot, (here, there))| (slot, here, there))
    }

    /// Puts what `case` knows into all expressions that are known here.
    pub(super) fn put_all(
        &mut self,
        residual: &mut Residual,
        case: &mut Self,
    ) -> Result<(), Obstacle> {
        self.done.clear();
        for value in self.fields.values_mut().chain(self.slots.values_mut()) {
            *value = case.put_into(residual, *value)?;
        }
        Ok(())
    }

    pub(super) fn set_if_absent(&mut self, field: usize, value: ExprId) {
        self.done.clear();
        self.fields.entry(field).or_insert(value);
    }

    /// The value of a field, which is the field itself where it is not known.
    pub(crate) fn field(&self, residual: &mut Residual, field: usize) -> ExprId {
        self.get(field).unwrap_or_else(|| residual.field(field))
    }

    /// The expression with all that is known put in.
    ///
    /// # Errors
    ///
    /// A number may leave 64 bits, or the work was ended.
    pub fn put_into(&mut self, residual: &mut Residual, id: ExprId) -> Result<ExprId, Obstacle> {
        if let Some(&done) = self.done.get(&id) {
            return Ok(done);
        }
        residual.count(1);
        residual.check()?;
        let node = residual.node(id).clone();
        let new = self.node(residual, id, node)?;
        self.done.insert(id, new);
        Ok(new)
    }

    fn node(
        &mut self,
        residual: &mut Residual,
        id: ExprId,
        node: Node,
    ) -> Result<ExprId, Obstacle> {
        Ok(match node {
            Node::Const(_) | Node::Fault(_) => id,
            Node::Stuck => return self.stuck.ok_or(Obstacle::AsksStuck),
            Node::Field(field) => self.field(residual, field),
            Node::Slot { slot, .. } => self.slots.get(&slot).copied().unwrap_or(id),
            Node::Element {
                first,
                stride,
                count,
                index,
                site,
            } => {
                let index = self.put_into(residual, index)?;
                self.element(residual, first, stride, count, index, site)
            }
            Node::Add(a, b)
            | Node::Subtract(a, b)
            | Node::Multiply(a, b)
            | Node::Divide(a, b, _)
            | Node::Modulo(a, b, _)
            | Node::Min(a, b)
            | Node::Max(a, b)
            | Node::Equal(a, b)
            | Node::Less(a, b) => {
                let (a, b) = (self.put_into(residual, a)?, self.put_into(residual, b)?);
                pair(residual, &node, a, b)?
            }
            Node::Not(a) => {
                let a = self.put_into(residual, a)?;
                residual.not(a)
            }
            Node::And(parts) => {
                let parts = self.all(residual, &parts)?;
                residual.and(&parts)
            }
            Node::Or(parts) => {
                let parts = self.all(residual, &parts)?;
                residual.or(&parts)
            }
            Node::Sum(parts) => {
                let parts = self.all(residual, &parts)?;
                residual.sum(parts)?
            }
            Node::Select(condition, a, b) => {
                let condition = self.put_into(residual, condition)?;
                match residual.constant(condition) {
                    Some(0) => self.put_into(residual, b)?,
                    Some(_) => self.put_into(residual, a)?,
                    None => {
                        let a = self.put_into(residual, a)?;
                        let b = self.put_into(residual, b)?;
                        residual.select(condition, a, b)
                    }
                }
            }
            Node::Table { table, index, site } => {
                let index = self.put_into(residual, index)?;
                look_up(residual, table, index, site)
            }
            Node::Test { mask, pattern } => self.test(residual, mask, pattern),
            Node::AnyTest(tests) => {
                let tests: Vec<ExprId> = tests
                    .iter()
                    .map(|(mask, pattern)| self.test(residual, *mask, *pattern))
                    .collect();
                residual.or(&tests)
            }
            Node::Closure { of, word } => {
                let closure = self.closure(residual, &of)?;
                residual.closure_words(&closure)[word as usize]
            }
            Node::Bits { of, mask, pattern } => {
                let of = self.put_into(residual, of)?;
                residual.bits(of, mask, pattern)
            }
            Node::Ones { of, mask } => {
                let of = self.put_into(residual, of)?;
                residual.ones(of, mask)
            }
        })
    }

    /// A set that grows by steps, under conditions into which all that is known is put.
    fn closure(&mut self, residual: &mut Residual, of: &Closure) -> Result<Closure, Obstacle> {
        let mut put = |id: ExprId| self.put_into(residual, id);
        let start = of.start.iter().map(|&(place, id)| Ok((place, put(id)?)));
        let start = start.collect::<Result<_, Obstacle>>()?;
        let steps = of.steps.iter();
        let steps = steps.map(|&(from, to, id)| Ok((from, to, put(id)?)));
        let steps = steps.collect::<Result<_, Obstacle>>()?;
        Ok(Closure { start, steps })
    }

    fn all(&mut self, residual: &mut Residual, parts: &[ExprId]) -> Result<Vec<ExprId>, Obstacle> {
        parts
            .iter()
            .map(|part| self.put_into(residual, *part))
            .collect()
    }

    /// An element of an array, of which some fields may be known.
    fn element(
        &self,
        residual: &mut Residual,
        first: usize,
        stride: usize,
        count: usize,
        index: ExprId,
        site: Option<SiteId>,
    ) -> ExprId {
        let place = |element: usize| first + element * stride;
        if let Some(index) = residual.constant(index) {
            return match usize::try_from(index) {
                Ok(index) if index < count => self.field(residual, place(index)),
                _ => {
                    let site = or_new(site)(residual);
                    residual.fault(site)
                }
            };
        }
        if (0..count).all(|element| self.get(place(element)).is_none()) {
            return residual.element(first, stride, count, index, or_new(site));
        }
        let facts = residual.facts(index);
        let inside = facts.lo >= 0 && facts.hi < count as i64;
        let elements = facts.lo.max(0)..=facts.hi.min(count as i64 - 1);
        let mut chosen = None;
        for element in elements.rev() {
            let value = self.field(residual, place(element as usize));
            let is_it = {
                let element = residual.int(element);
                residual.equal(index, element)
            };
            let otherwise = match chosen {
                Some(otherwise) => otherwise,
                // The last element needs no question if the index is never outside.
                None if inside => value,
                None => {
                    let site = or_new(site)(residual);
                    residual.fault(site)
                }
            };
            chosen = Some(residual.select(is_it, value, otherwise));
        }
        chosen.unwrap_or_else(|| {
            let site = or_new(site)(residual);
            residual.fault(site)
        })
    }

    /// A test of bits, in which known fields are compared by their value.
    fn test(&self, residual: &mut Residual, mask: U256, pattern: U256) -> ExprId {
        let (mut mask, mut pattern) = (mask, pattern);
        let mut parts = Vec::new();
        for (field, value) in self.fields() {
            let of = residual.layout().fields[field];
            let bits = of.mask();
            // A test is of whole fields.
            if of.bits == 0 || mask & bits != bits {
                continue;
            }
            let asked = ((pattern & bits) >> of.shift).as_i64() + of.scalar.lo;
            let asked = residual.int(asked);
            parts.push(if self.by_cases {
                equal_by_cases(residual, value, asked)
            } else {
                residual.equal(value, asked)
            });
            mask &= !bits;
            pattern &= !bits;
        }
        if mask != 0 {
            parts.push(residual.test_mask(mask, pattern));
        }
        residual.and(&parts)
    }
}

/// The sum of an expression and a constant. A constant that the expression adds already is
/// put together with it, so that a move and taking it back cancel out.
fn moved(residual: &mut Residual, id: ExprId, by: i64) -> Result<ExprId, Obstacle> {
    let (base, so_far) = match *residual.node(id) {
        Node::Add(a, b) => match (residual.constant(a), residual.constant(b)) {
            (_, Some(plus)) => (a, plus),
            (Some(plus), _) => (b, plus),
            _ => (id, 0),
        },
        Node::Subtract(a, b) => match residual.constant(b) {
            Some(minus) => (a, minus.checked_neg().ok_or(Obstacle::Overflow)?),
            None => (id, 0),
        },
        _ => (id, 0),
    };
    let by = so_far.checked_add(by).ok_or(Obstacle::Overflow)?;
    if by < 0 {
        let by = residual.int(by.checked_neg().ok_or(Obstacle::Overflow)?);
        Ok(residual.subtract(base, by)?)
    } else {
        let by = residual.int(by);
        Ok(residual.add(base, by)?)
    }
}

/// The same operation on other operands.
fn pair(residual: &mut Residual, node: &Node, a: ExprId, b: ExprId) -> Result<ExprId, Obstacle> {
    Ok(match *node {
        Node::Add(..) => match (residual.constant(a), residual.constant(b)) {
            (_, Some(by)) => moved(residual, a, by)?,
            (Some(by), _) => moved(residual, b, by)?,
            _ => residual.add(a, b)?,
        },
        Node::Subtract(..) => match residual.constant(b).and_then(i64::checked_neg) {
            Some(by) => moved(residual, a, by)?,
            None => residual.subtract(a, b)?,
        },
        Node::Multiply(..) => residual.multiply(a, b)?,
        Node::Divide(_, _, site) => residual.divide(a, b, or_new(site))?,
        Node::Modulo(_, _, site) => residual.modulo(a, b, or_new(site))?,
        Node::Min(..) => residual.min(a, b),
        Node::Max(..) => residual.max(a, b),
        Node::Equal(..) => residual.equal(a, b),
        Node::Less(..) => residual.less(a, b),
        _ => unreachable!("a node of two operands"),
    })
}

/// The number of a table at an index, which may have become a constant.
fn look_up(residual: &mut Residual, table: usize, index: ExprId, site: Option<SiteId>) -> ExprId {
    let inside = residual
        .constant(index)
        .and_then(|index| usize::try_from(index).ok())
        .and_then(|index| residual.tables()[table].get(index).copied());
    if let Some(value) = inside {
        return residual.int(value);
    }
    let values = residual.tables()[table].clone();
    residual.table(values, index, or_new(site))
}

/// The check that a node has; or, if it has none, the check that all un-moves share, since
/// nobody reads why an un-move leads to no position.
fn or_new(site: Option<SiteId>) -> impl Fn(&mut Residual) -> SiteId {
    move |residual| site.unwrap_or_else(|| residual.site_of_unmoves())
}

/// Whether a value is a number, asked of each case of the value by itself: then tests of fields
/// stay tests.
fn equal_by_cases(program: &mut Residual, value: ExprId, number: ExprId) -> ExprId {
    let Node::Select(condition, a, b) = *program.node(value) else {
        return program.equal(value, number);
    };
    if program.facts(condition).faults {
        return program.equal(value, number);
    }
    let a = equal_by_cases(program, a, number);
    let b = equal_by_cases(program, b, number);
    let not = program.not(condition);
    match (program.constant(a), program.constant(b)) {
        _ if a == b => a,
        (Some(0), _) => program.and(&[not, b]),
        (Some(_), _) => program.or(&[condition, b]),
        (_, Some(0)) => program.and(&[condition, a]),
        (_, Some(_)) => program.or(&[not, a]),
        _ => program.select(condition, a, b),
    }
}
