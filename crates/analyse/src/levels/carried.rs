//! What a ground move carries from field to field, as sums of what fields held.
//!
//! Where a move takes all seeds out of a pit and puts one into each pit behind it, how much the
//! others gain follows from what the pit held. To see that, a body is followed with numbers that
//! are known as sums: what some fields held before the move, each times a factor, and something
//! between two bounds. Where a condition cannot be decided, both ways are followed, each with the
//! bounds of fields that follow from the condition: behind `n >= 3` the field that `n` was read from held at least
//! 3. So a loop with a bound that is not known takes one way for each bound.
//!
//! All fields are weighed by one weight a unit of content here, since a sum of contents has no
//! other weight.
//!
//! Cost: the number of ways, times the length of the body. When not to use it: where `changes`
//! suffices, which looks at single fields and is faster.

use std::collections::{BTreeMap, BTreeSet};

use zug_job::{Job, Why};
use zug_program::{ExprId, GroundMove, Node, Op, Residual, arithmetic};

use crate::effects::constants;
use crate::move_end::MoveEnd;

use super::Class;
use super::changes::{Change, Kind};

/// The most ways through the body of a move that are followed at a time.
const MOST_WAYS: usize = 1 << 12;

/// The most nodes and statements that are looked at.
const MOST_STEPS: u64 = 20_000_000;

/// The number of steps between two questions to the job: they take about a millisecond.
const STEPS_BETWEEN: u64 = 1 << 15;

/// The depth to which an expression is followed.
const DEEPEST: u32 = 32;

/// The kinds of moves of a program, where all classes have slopes; `None` if it cannot be told
/// what some move changes, or would take long.
pub(crate) fn kinds(
    residual: &Residual,
    classes: &[Class],
    job: &Job,
) -> Result<Option<Vec<Kind>>, Why> {
    let mut of_class = vec![None; residual.layout().fields.len()];
    for (place, class) in classes.iter().enumerate() {
        for &field in &class.fields {
            of_class[field] = Some(place);
        }
    }
    let mut kinds = BTreeSet::new();
    let mut follow = Follow {
        residual,
        of_class: &of_class,
        steps: 0,
        asked: 0,
        job,
    };
    for (side, ground) in residual.ground_moves() {
        match follow.ways(ground) {
            Ok(ways) => kinds.extend(ways.iter().map(|way| follow.kind(side, way))),
            Err(NotTold::Unclear) => return Ok(None),
            Err(NotTold::Stopped(why)) => return Err(why),
        }
    }
    Ok(Some(kinds.into_iter().collect()))
}

/// Why it is not told what a move changes.
enum NotTold {
    /// There are too many ways, or a statement is not understood.
    Unclear,
    /// The job was cancelled.
    Stopped(Why),
}

/// A number, as far as it is known: the sum of what fields held before the move, each times a
/// factor, and something from `lo` to `hi`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Number {
    terms: BTreeMap<usize, i64>,
    lo: i64,
    hi: i64,
}

impl Number {
    fn between(lo: i64, hi: i64) -> Self {
        Self {
            terms: BTreeMap::new(),
            lo,
            hi,
        }
    }

    fn constant(value: i64) -> Self {
        Self::between(value, value)
    }

    fn of_truth(truth: Option<bool>) -> Self {
        match truth {
            Some(truth) => Self::constant(i64::from(truth)),
            None => Self::between(0, 1),
        }
    }

    /// This number and another one, times a factor; `None` where it does not fit into 64 bits.
    fn plus(&self, other: &Self, factor: i64) -> Option<Self> {
        let mut sum = self.clone();
        for (&field, &times) in &other.terms {
            let of = sum.terms.entry(field).or_default();
            *of = of.checked_add(times.checked_mul(factor)?)?;
        }
        sum.terms.retain(|_, times| *times != 0);
        let [one, two] = [other.lo.checked_mul(factor)?, other.hi.checked_mul(factor)?];
        sum.lo = sum.lo.checked_add(one.min(two))?;
        sum.hi = sum.hi.checked_add(one.max(two))?;
        Some(sum)
    }
}

/// What is known on one way through a body.
#[derive(Clone, Debug, Default)]
struct Way {
    /// The bounds of what fields held before the move, where they are narrower than the range.
    before: BTreeMap<usize, (i64, i64)>,
    /// What fields hold that were written.
    now: BTreeMap<usize, Number>,
    /// The numbers in slots.
    slots: BTreeMap<usize, Number>,
    end: MoveEnd,
}

impl Way {
    /// What a field holds.
    fn of_field(&self, field: usize) -> Number {
        self.now.get(&field).cloned().unwrap_or_else(|| Number {
            terms: BTreeMap::from([(field, 1)]),
            ..Number::default()
        })
    }
}

/// Follows the moves of a program.
struct Follow<'a> {
    residual: &'a Residual,
    /// The class of each field; `None` for a field that is not counted.
    of_class: &'a [Option<usize>],
    steps: u64,
    /// The number of steps after which the job was asked last.
    asked: u64,
    job: &'a Job,
}

impl Follow<'_> {
    /// The ways through a move with which it can be made.
    fn ways(&mut self, ground: &GroundMove) -> Result<Vec<Way>, NotTold> {
        let mut way = Way::default();
        for &(slot, value) in &ground.derived {
            let value = self.number(value, &way, DEEPEST);
            way.slots.insert(slot, value);
        }
        if !self.assume(ground.guard, true, &mut way, DEEPEST) {
            return Ok(Vec::new());
        }
        self.body(&ground.body, vec![way])
    }

    /// The ways through a body, each begun as one of these.
    fn body(&mut self, body: &[Op], mut ways: Vec<Way>) -> Result<Vec<Way>, NotTold> {
        for op in body {
            self.steps += ways.len() as u64;
            if self.steps > MOST_STEPS {
                return Err(NotTold::Unclear);
            }
            if self.steps - self.asked >= STEPS_BETWEEN {
                self.asked = self.steps;
                self.job.check().map_err(NotTold::Stopped)?;
            }
            match op {
                Op::Write { clear, set } => {
                    let written = constants(self.residual.layout(), *clear, *set);
                    for way in &mut ways {
                        let written = written.iter();
                        way.now.extend(
                            written.map(|(field, value)| (*field, Number::constant(*value))),
                        );
                    }
                }
                Op::Set { field, value, .. } => {
                    ways.retain_mut(|way| self.set(*field, *value, way));
                }
                Op::SetElement {
                    first,
                    stride,
                    count,
                    index,
                    value,
                    ..
                } => {
                    let mut of_elements = Vec::new();
                    for way in ways {
                        let index = self.number(*index, &way, DEEPEST);
                        let (lo, hi) = self.bounds(&index, &way);
                        for element in lo.max(0)..=hi.min(*count as i64 - 1) {
                            let mut way = way.clone();
                            let field = first + element as usize * stride;
                            if self.narrow(&index, element, element, &mut way)
                                && self.set(field, *value, &mut way)
                            {
                                of_elements.push(way);
                            }
                        }
                        if of_elements.len() > MOST_WAYS {
                            return Err(NotTold::Unclear);
                        }
                    }
                    ways = of_elements;
                }
                Op::Bind { slot, value } => {
                    for way in &mut ways {
                        let value = self.number(*value, way, DEEPEST);
                        way.slots.insert(*slot, value);
                    }
                }
                Op::If {
                    condition,
                    then,
                    otherwise,
                } => {
                    let (mut hold, mut fail) = (Vec::new(), Vec::new());
                    for way in ways {
                        let mut other = way.clone();
                        let mut way = way;
                        if self.assume(*condition, true, &mut way, DEEPEST) {
                            hold.push(way);
                        }
                        if self.assume(*condition, false, &mut other, DEEPEST) {
                            fail.push(other);
                        }
                    }
                    ways = self.body(then, hold)?;
                    ways.extend(self.body(otherwise, fail)?);
                    if ways.len() > MOST_WAYS {
                        return Err(NotTold::Unclear);
                    }
                }
                Op::Again => ways.iter_mut().for_each(|way| way.end.keep_turn()),
                Op::End(outcome) => ways.iter_mut().for_each(|way| way.end.end(*outcome)),
                Op::CheckBag { .. } => {}
                // What comes behind a fault is not reached.
                Op::Fault(_) => return Ok(Vec::new()),
            }
        }
        Ok(ways)
    }

    /// A field becomes a value. Returns whether that can be: a value outside of the range is a
    /// fault.
    fn set(&mut self, field: usize, value: ExprId, way: &mut Way) -> bool {
        let range = self.residual.layout().fields[field].scalar;
        let value = self.number(value, way, DEEPEST);
        let is_inside = self.narrow(&value, range.lo, range.hi, way);
        way.now.insert(field, value);
        is_inside
    }

    /// What a move of a side changes on one way.
    fn kind(&self, side: usize, way: &Way) -> Kind {
        // What is added to each class whatever the fields held, and for each field what it held
        // adds to the classes.
        let mut added: BTreeMap<usize, (i64, i64)> = BTreeMap::new();
        let mut carried: BTreeMap<usize, BTreeMap<usize, i64>> = BTreeMap::new();
        for (field, old, new) in way.end.changes(self.residual.layout(), side) {
            if let Some(class) = self.of_class[field] {
                added.insert(class, (new - old, new - old));
            }
        }
        for (&field, now) in &way.now {
            let Some(class) = self.of_class[field] else {
                continue;
            };
            let before = Number {
                terms: BTreeMap::from([(field, 1)]),
                ..Number::default()
            };
            let change = now.plus(&before, -1).unwrap_or_else(|| {
                let (lo, hi) = self.range(field);
                Number::between(lo - hi, hi - lo)
            });
            let of = added.entry(class).or_default();
            *of = (
                of.0.saturating_add(change.lo),
                of.1.saturating_add(change.hi),
            );
            for (from, times) in change.terms {
                *carried.entry(from).or_default().entry(class).or_default() += times;
            }
        }
        let slopes = added
            .into_iter()
            .map(|(class, (lo, hi))| Change::Slope { class, lo, hi });
        let carried = carried.into_iter().map(|(from, mut to)| {
            to.retain(|_, times| *times != 0);
            let (lo, hi) = self.held(from, way);
            let to = to.into_iter().collect();
            Change::Carried { lo, hi, to }
        });
        let mut kind: Kind = slopes.chain(carried).collect();
        kind.retain(|change| match change {
            Change::Slope { lo, hi, .. } => (*lo, *hi) != (0, 0),
            Change::Carried { to, .. } => !to.is_empty(),
            Change::Contents { .. } => true,
        });
        kind.sort();
        kind
    }

    fn range(&self, field: usize) -> (i64, i64) {
        let range = self.residual.layout().fields[field].scalar;
        (range.lo, range.hi)
    }

    /// The bounds of what a field held before the move.
    fn held(&self, field: usize, way: &Way) -> (i64, i64) {
        let known = way.before.get(&field).copied();
        known.unwrap_or_else(|| self.range(field))
    }

    /// The least and the greatest value of a number.
    fn bounds(&self, number: &Number, way: &Way) -> (i64, i64) {
        let mut all = (number.lo, number.hi);
        for (&field, &times) in &number.terms {
            let (lo, hi) = self.held(field, way);
            let [one, two] = [lo, hi].map(|held| held.saturating_mul(times));
            all.0 = all.0.saturating_add(one.min(two));
            all.1 = all.1.saturating_add(one.max(two));
        }
        all
    }

    /// Learns that a number is from `lo` to `hi`. Returns whether that can be.
    fn narrow(&self, number: &Number, lo: i64, hi: i64, way: &mut Way) -> bool {
        for (&field, &times) in &number.terms {
            let mut others = number.clone();
            others.terms.remove(&field);
            let (least, most) = self.bounds(&others, way);
            // `lo - most <= times * held <= hi - least`
            let (mut from, mut to) = (lo.saturating_sub(most), hi.saturating_sub(least));
            let mut size = times;
            if times < 0 {
                (from, to, size) = (to.saturating_neg(), from.saturating_neg(), -times);
            }
            let (Some(from), Some(to)) = (
                arithmetic::divide(from.saturating_add(size - 1), size),
                arithmetic::divide(to, size),
            ) else {
                continue;
            };
            let held = self.held(field, way);
            let held = (held.0.max(from), held.1.min(to));
            if held.0 > held.1 {
                return false;
            }
            way.before.insert(field, held);
        }
        let (least, most) = self.bounds(number, way);
        least <= hi && most >= lo
    }

    /// Learns that a number is not 0, if that makes a bound narrower. Returns whether it can be.
    fn exclude_zero(&self, number: &Number, way: &mut Way) -> bool {
        match self.bounds(number, way) {
            (0, 0) => false,
            (0, hi) => self.narrow(number, 1, hi, way),
            (lo, 0) => self.narrow(number, lo, -1, way),
            _ => true,
        }
    }

    /// Learns that a condition holds, or that it does not. Returns whether that can be, as far
    /// as it is seen.
    fn assume(&mut self, id: ExprId, holds: bool, way: &mut Way, depth: u32) -> bool {
        self.steps += 1;
        if depth == 0 {
            return true;
        }
        let residual = self.residual;
        match residual.node(id) {
            Node::Not(inner) => self.assume(*inner, !holds, way, depth - 1),
            Node::And(parts) | Node::Or(parts) => {
                let is_all = matches!(residual.node(id), Node::And(_)) == holds;
                if is_all {
                    return parts
                        .iter()
                        .all(|part| self.assume(*part, holds, way, depth - 1));
                }
                // One part decides. It is known which, if all others are known not to.
                let mut open = Vec::new();
                for part in parts {
                    match self.truth(*part, way, depth - 1) {
                        Some(truth) if truth == holds => return true,
                        Some(_) => {}
                        None => open.push(*part),
                    }
                }
                match open[..] {
                    [] => false,
                    [part] => self.assume(part, holds, way, depth - 1),
                    _ => true,
                }
            }
            Node::Equal(a, b) | Node::Less(a, b) => {
                let [a, b] = [a, b].map(|id| self.number(*id, way, depth - 1));
                let Some(more) = b.plus(&a, -1) else {
                    return true;
                };
                match (residual.node(id), holds) {
                    (Node::Equal(..), true) => self.narrow(&more, 0, 0, way),
                    (Node::Equal(..), false) => self.exclude_zero(&more, way),
                    (_, true) => self.narrow(&more, 1, i64::MAX, way),
                    (_, false) => self.narrow(&more, i64::MIN, 0, way),
                }
            }
            Node::Test { mask, pattern } => {
                let mut open = Vec::new();
                for (place, field) in residual.layout().fields.iter().enumerate() {
                    let of = field.mask();
                    if *mask & of == 0 {
                        continue;
                    }
                    if *mask & of != of {
                        // A test of some bits of a field.
                        return true;
                    }
                    let content = ((*pattern & of) >> field.shift).as_i64();
                    let now = way.of_field(place);
                    let asked = Number::constant(field.scalar.lo + content);
                    let Some(more) = now.plus(&asked, -1) else {
                        return true;
                    };
                    if holds {
                        if !self.narrow(&more, 0, 0, way) {
                            return false;
                        }
                        continue;
                    }
                    match self.bounds(&more, way) {
                        (0, 0) => {}
                        (lo, hi) if lo > 0 || hi < 0 => return true,
                        _ => open.push(more),
                    }
                }
                match &open[..] {
                    [] => holds,
                    [more] => self.exclude_zero(more, way),
                    _ => true,
                }
            }
            _ => {
                let number = self.number(id, way, depth - 1);
                if holds {
                    self.exclude_zero(&number, way)
                } else {
                    self.narrow(&number, 0, 0, way)
                }
            }
        }
    }

    /// Whether a condition holds; `None` if it may or may not.
    fn truth(&mut self, id: ExprId, way: &Way, depth: u32) -> Option<bool> {
        let number = self.number(id, way, depth);
        match self.bounds(&number, way) {
            (0, 0) => Some(false),
            (lo, hi) if lo > 0 || hi < 0 => Some(true),
            _ => None,
        }
    }

    /// The value of an expression.
    fn number(&mut self, id: ExprId, way: &Way, depth: u32) -> Number {
        self.steps += 1;
        let facts = self.residual.facts(id);
        let any = Number::between(facts.lo, facts.hi);
        if depth == 0 || self.steps > MOST_STEPS {
            return any;
        }
        self.sum_of(id, way, depth - 1).unwrap_or(any)
    }

    /// The value of an expression, if more is known of it than in all positions.
    fn sum_of(&mut self, id: ExprId, way: &Way, depth: u32) -> Option<Number> {
        let residual = self.residual;
        let mut known = |id: &ExprId| {
            let number = self.number(*id, way, depth);
            let (lo, hi) = self.bounds(&number, way);
            (lo == hi).then_some(lo)
        };
        match residual.node(id) {
            Node::Const(value) => Some(Number::constant(*value)),
            Node::Field(field) => Some(way.of_field(*field)),
            Node::Slot { slot, .. } => way.slots.get(slot).cloned(),
            Node::Element {
                first,
                stride,
                count,
                index,
                ..
            } => {
                let index = usize::try_from(known(index)?).ok()?;
                let field = first + index * stride;
                (index < *count).then(|| way.of_field(field))
            }
            Node::Add(a, b) => {
                let [a, b] = [a, b].map(|id| self.number(*id, way, depth));
                a.plus(&b, 1)
            }
            Node::Subtract(a, b) => {
                let [a, b] = [a, b].map(|id| self.number(*id, way, depth));
                a.plus(&b, -1)
            }
            Node::Sum(parts) => {
                let mut sum = Number::default();
                for part in parts {
                    sum = sum.plus(&self.number(*part, way, depth), 1)?;
                }
                Some(sum)
            }
            Node::Multiply(a, b) => {
                let (factor, other) = match (known(a), known(b)) {
                    (Some(factor), _) => (factor, *b),
                    (None, Some(factor)) => (factor, *a),
                    (None, None) => return None,
                };
                Number::default().plus(&self.number(other, way, depth), factor)
            }
            Node::Divide(a, b, _) => {
                Some(Number::constant(arithmetic::divide(known(a)?, known(b)?)?))
            }
            Node::Modulo(a, b, _) => {
                Some(Number::constant(arithmetic::modulo(known(a)?, known(b)?)?))
            }
            Node::Table { table, index, .. } => {
                let index = usize::try_from(known(index)?).ok()?;
                let value = residual.tables()[*table].get(index)?;
                Some(Number::constant(*value))
            }
            Node::Select(condition, then, otherwise) => match self.truth(*condition, way, depth) {
                Some(true) => Some(self.number(*then, way, depth)),
                Some(false) => Some(self.number(*otherwise, way, depth)),
                None => {
                    let then = self.number(*then, way, depth);
                    let other = self.number(*otherwise, way, depth);
                    (then.terms == other.terms).then(|| Number {
                        lo: then.lo.min(other.lo),
                        hi: then.hi.max(other.hi),
                        terms: then.terms,
                    })
                }
            },
            Node::Min(a, b) | Node::Max(a, b) => {
                let [a, b] = [a, b].map(|id| self.number(*id, way, depth));
                let is_min = matches!(residual.node(id), Node::Min(..));
                let (lo, hi) = self.bounds(&b.plus(&a, -1)?, way);
                match (lo >= 0, hi <= 0) {
                    (true, _) => Some(if is_min { a } else { b }),
                    (_, true) => Some(if is_min { b } else { a }),
                    _ => None,
                }
            }
            Node::Equal(a, b) | Node::Less(a, b) => {
                let [a, b] = [a, b].map(|id| self.number(*id, way, depth));
                let (lo, hi) = self.bounds(&b.plus(&a, -1)?, way);
                let (sure, never) = match residual.node(id) {
                    Node::Equal(..) => ((lo, hi) == (0, 0), lo > 0 || hi < 0),
                    _ => (lo >= 1, hi <= 0),
                };
                let truth = if sure {
                    Some(true)
                } else {
                    never.then_some(false)
                };
                Some(Number::of_truth(truth))
            }
            Node::Not(inner) => {
                let truth = self.truth(*inner, way, depth).map(|holds| !holds);
                Some(Number::of_truth(truth))
            }
            Node::And(parts) | Node::Or(parts) => {
                let decides = matches!(residual.node(id), Node::Or(_));
                let mut truth = Some(!decides);
                for part in parts {
                    match self.truth(*part, way, depth) {
                        Some(holds) if holds == decides => {
                            truth = Some(decides);
                            break;
                        }
                        Some(_) => {}
                        None => truth = None,
                    }
                }
                Some(Number::of_truth(truth))
            }
            Node::Test { mask, pattern } => {
                let mut truth = Some(true);
                for (place, field) in residual.layout().fields.iter().enumerate() {
                    let of = field.mask();
                    if *mask & of == 0 {
                        continue;
                    }
                    let now = way.of_field(place);
                    let (lo, hi) = self.bounds(&now, way);
                    if lo == hi {
                        if (field.content(lo) ^ *pattern) & *mask & of != 0 {
                            return Some(Number::constant(0));
                        }
                        continue;
                    }
                    if *mask & of == of {
                        let asked = ((*pattern & of) >> field.shift).as_i64() + field.scalar.lo;
                        if !(lo..=hi).contains(&asked) {
                            return Some(Number::constant(0));
                        }
                    }
                    truth = None;
                }
                Some(Number::of_truth(truth))
            }
            Node::Stuck
            | Node::AnyTest(_)
            | Node::Closure { .. }
            | Node::Bits { .. }
            | Node::Ones { .. }
            | Node::Fault(_) => None,
        }
    }
}
