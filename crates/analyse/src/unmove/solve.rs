//! From the position after a path to the position before it.
//!
//! The contents that the written fields had before the move are unknown; the contents that
//! they have after the move are known. A field before the move and the same field after it
//! are two numbers: until all is solved, a slot stands for the field after the move.

use std::collections::BTreeSet;

use zug_game::U256;
use zug_program::layout::number;
use zug_program::{Digit, ExprId, GroundMove, Node, Op, Residual};
use zug_values::Turn;

use super::Obstacle;
use super::path::{Path, fields_read, in_range};
use super::replace::Known;

/// Slots from here on stand for the fields after the move.
const AFTER: usize = 1 << 24;

/// What is known so far of the position before the move.
#[derive(Clone)]
struct Solution<'p> {
    path: &'p Path,
    /// The written fields whose content before the move is known, with that content.
    before: Known,
    /// The written fields whose content before the move is unknown.
    unknown: BTreeSet<usize>,
    /// The fields whose equation was used to solve for an unknown.
    used: BTreeSet<usize>,
    /// The conditions that solved contents are in their ranges.
    ranges: Vec<ExprId>,
}

/// Hands over the un-moves of one path.
pub(super) fn solve(
    residual: &mut Residual,
    over: Option<usize>,
    path: &Path,
    take: &mut dyn FnMut(GroundMove) -> Result<(), Obstacle>,
) -> Result<(), Obstacle> {
    let mut solution = Solution {
        path,
        before: Known::default(),
        unknown: BTreeSet::new(),
        used: BTreeSet::new(),
        ranges: Vec::new(),
    };
    for &field in path.after.keys() {
        match path.before.get(&field) {
            Some(&value) => {
                let value = residual.int(value);
                solution.before.set(field, value);
            }
            None => {
                solution.unknown.insert(field);
            }
        }
    }
    solution.go_on(
        residual,
        &mut |residual, solution| match solution.finish(residual, over)? {
            Some(unmove) => take(unmove),
            None => Ok(()),
        },
    )
}

type Take<'t, 'p> = &'t mut dyn FnMut(&mut Residual, Solution<'p>) -> Result<(), Obstacle>;

impl<'p> Solution<'p> {
    /// Solves what can be solved, then tries all contents of one of the unknowns that are
    /// left.
    fn go_on(mut self, residual: &mut Residual, take: Take<'_, 'p>) -> Result<(), Obstacle> {
        while self.solve_one(residual)? {}
        let Some(field) = self.hardest(residual) else {
            return take(residual, self);
        };
        for value in self.contents(residual, field) {
            residual.count(1);
            residual.check()?;
            let mut tried = self.clone();
            tried.unknown.remove(&field);
            let value = residual.int(value);
            tried.before.set(field, value);
            if tried.is_possible(residual)? {
                tried.go_on(residual, take)?;
            }
        }
        Ok(())
    }

    /// The contents that a field can have had, as far as conditions that ask for it
    /// alone tell at a glance.
    ///
    /// A range may have more contents than fit into memory: they are made one by one.
    fn contents(&self, residual: &Residual, field: usize) -> Box<dyn Iterator<Item = i64>> {
        let of = residual.layout().fields[field];
        let in_range = of.scalar.lo..=of.scalar.hi;
        let mut listed: Option<BTreeSet<i64>> = None;
        for &condition in &self.path.conditions {
            let Some(asked) = contents_asked(residual, condition, field) else {
                continue;
            };
            listed = Some(match listed {
                None => asked,
                Some(before) => before.intersection(&asked).copied().collect(),
            });
        }
        match listed {
            Some(listed) => Box::new(listed.into_iter().filter(move |c| in_range.contains(c))),
            None => Box::new(in_range),
        }
    }

    /// Whether no condition is known to fail.
    fn is_possible(&mut self, residual: &mut Residual) -> Result<bool, Obstacle> {
        for &condition in &self.path.conditions {
            let condition = self.before.put_into(residual, condition)?;
            if residual.constant(condition) == Some(0) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Solves an equation that has one unknown. Returns whether there was such an equation.
    fn solve_one(&mut self, residual: &mut Residual) -> Result<bool, Obstacle> {
        for (&field, &after) in &self.path.after {
            if self.used.contains(&field) {
                continue;
            }
            let after = self.before.put_into(residual, after)?;
            let read = fields_read(residual, after);
            let mut unknown = read.intersection(&self.unknown);
            let (Some(&wanted), None) = (unknown.next(), unknown.next()) else {
                continue;
            };
            let number = after_move(residual, field);
            let Some(solved) = inverted(residual, after, wanted, number) else {
                continue;
            };
            let inside = in_range(residual, wanted, solved);
            self.ranges.push(inside);
            self.before.set(wanted, solved);
            self.unknown.remove(&wanted);
            self.used.insert(field);
            return Ok(true);
        }
        Ok(false)
    }

    /// The unknown to be tried next: an unknown that is in no equation if there is one, since
    /// it cannot be solved; among several the one with the fewest contents.
    fn hardest(&self, residual: &Residual) -> Option<usize> {
        let mut read = BTreeSet::new();
        for after in self.path.after.values() {
            read.extend(fields_read(residual, *after));
        }
        self.unknown.iter().copied().min_by_key(|field| {
            let contents = residual.layout().fields[*field].scalar.radix();
            (read.contains(field), contents, *field)
        })
    }

    /// The un-move, unless its guard cannot hold.
    fn finish(
        mut self,
        residual: &mut Residual,
        over: Option<usize>,
    ) -> Result<Option<GroundMove>, Obstacle> {
        let path = self.path;
        let mut guard = Vec::new();
        if let Some(over) = over {
            let (field, end) = (
                residual.field(over),
                residual.int(number::of_end(path.end.outcome_for_next())),
            );
            guard.push(residual.equal(field, end));
        }
        for (&field, &after) in &path.after {
            if !self.used.contains(&field) {
                let after = self.before.put_into(residual, after)?;
                let number = after_move(residual, field);
                guard.push(residual.equal(number, after));
            }
        }
        guard.append(&mut self.ranges);
        for bag in full_bags(residual, path)? {
            guard.push(self.before.put_into(residual, bag)?);
        }
        for &condition in &path.conditions {
            guard.push(self.before.put_into(residual, condition)?);
        }
        // From here on a field stands for its content after the move.
        let mut after = Known::default();
        for &field in path.after.keys() {
            let value = residual.field(field);
            after.bind(AFTER + field, value);
        }
        for part in &mut guard {
            *part = after.put_into(residual, *part)?;
        }
        let guard = residual.and(&guard);
        if residual.constant(guard) == Some(0) {
            return Ok(None);
        }
        let mut values = Vec::new();
        for (field, value) in self.before.fields() {
            values.push((field, after.put_into(residual, value)?));
        }
        if let Some(over) = over.filter(|_| path.end.outcome().is_some()) {
            values.push((over, residual.int(number::GOES_ON)));
        }
        let mut body = writes(residual, values);
        if path.end.turn() == Turn::Kept {
            body.push(Op::Again);
        }
        Ok(Some(GroundMove {
            derived: Vec::new(),
            guard,
            body,
            gain: None,
        }))
    }
}

/// The contents of a field with which a condition can hold, if the condition lists them.
fn contents_asked(residual: &Residual, truth: ExprId, field: usize) -> Option<BTreeSet<i64>> {
    let of = residual.layout().fields[field];
    match residual.node(truth) {
        Node::And(parts) => parts
            .iter()
            .find_map(|part| contents_asked(residual, *part, field)),
        Node::AnyTest(tests) => tests
            .iter()
            .map(|(mask, pattern)| {
                let whole = of.bits > 0 && mask & of.mask() == of.mask();
                whole.then(|| ((pattern & of.mask()) >> of.shift).as_i64() + of.scalar.lo)
            })
            .collect(),
        Node::Table { table, index, site } if site.is_none() => {
            let first = match *residual.node(*index) {
                Node::Field(of) if of == field => 0,
                Node::Subtract(a, first) if matches!(*residual.node(a), Node::Field(of) if of == field) => {
                    residual.constant(first)?
                }
                _ => return None,
            };
            let holds = residual.tables()[*table].iter().enumerate();
            let holds = holds.filter(|(_, value)| **value != 0);
            Some(holds.map(|(place, _)| place as i64 + first).collect())
        }
        _ => None,
    }
}

/// What a field holds after the move.
fn after_move(residual: &mut Residual, field: usize) -> ExprId {
    let value = residual.field(field);
    residual.slot_value(AFTER + field, value)
}

/// The conditions that the counts of each bag added up before the move, for bags of which
/// the move writes a count.
fn full_bags(residual: &mut Residual, path: &Path) -> Result<Vec<ExprId>, Obstacle> {
    let mut full = Vec::new();
    for digit in residual.layout().digits.clone() {
        let Digit::Bag { first, kinds, size } = digit else {
            continue;
        };
        let mut fields = first..first + kinds;
        if fields.clone().all(|field| !path.after.contains_key(&field)) {
            continue;
        }
        let counts = fields.by_ref().map(|field| residual.field(field)).collect();
        let (held, size) = (residual.sum(counts)?, residual.int(size));
        full.push(residual.equal(held, size));
    }
    Ok(full)
}

/// The content of the wanted field with which the expression, which reads the field, has the
/// value `number`; `None` if that cannot be told.
fn inverted(residual: &mut Residual, id: ExprId, wanted: usize, number: ExprId) -> Option<ExprId> {
    let reads = |residual: &Residual, id| fields_read(residual, id).contains(&wanted);
    match residual.node(id).clone() {
        Node::Field(field) if field == wanted => Some(number),
        Node::Add(a, b) => {
            let (holds, other) = match (reads(residual, a), reads(residual, b)) {
                (true, false) => (a, b),
                (false, true) => (b, a),
                _ => return None,
            };
            let rest = residual.subtract(number, other).ok()?;
            inverted(residual, holds, wanted, rest)
        }
        Node::Subtract(a, b) => match (reads(residual, a), reads(residual, b)) {
            (true, false) => {
                let rest = residual.add(number, b).ok()?;
                inverted(residual, a, wanted, rest)
            }
            (false, true) => {
                let rest = residual.subtract(a, number).ok()?;
                inverted(residual, b, wanted, rest)
            }
            _ => None,
        },
        _ => None,
    }
}

/// The statements that set fields to values. All values are worked out before the first
/// field is set.
fn writes(residual: &mut Residual, values: Vec<(usize, ExprId)>) -> Vec<Op> {
    let (mut clear, mut set) = (U256::ZERO, U256::ZERO);
    let mut computed = Vec::new();
    for (field, value) in values {
        let of = residual.layout().fields[field];
        match residual.constant(value) {
            Some(_) if of.bits == 0 => {}
            Some(value) => {
                clear |= of.mask();
                set |= of.content(value);
            }
            None if matches!(*residual.node(value), Node::Field(same) if same == field) => {}
            None => computed.push((field, value)),
        }
    }
    let mut body = Vec::new();
    if computed.len() > 1 {
        for (slot, (_, value)) in computed.iter_mut().enumerate() {
            body.push(Op::Bind {
                slot,
                value: *value,
            });
            *value = residual.slot_value(slot, *value);
        }
        residual.slots = residual.slots.max(computed.len());
    }
    for (field, value) in computed {
        let range = residual.layout().fields[field].scalar;
        let facts = residual.facts(value);
        let inside = facts.lo >= range.lo && facts.hi <= range.hi;
        // The guard has asked that the value is in range, but the interval of the value does
        // not show it.
        let site = (!inside).then(|| residual.site_of_unmoves());
        body.push(Op::Set { field, value, site });
    }
    if clear != 0 {
        body.push(Op::Write { clear, set });
    }
    body
}
