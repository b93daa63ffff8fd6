//! What a ground move does to single fields, as far as its guard and its body tell.
//!
//! A body is followed on all its ways. For each field that is written, the contents that it
//! may have held are those with which the guard can hold, and the contents afterwards are
//! the constant written, or lie within the interval of the value. A value that is the field
//! itself plus something changes the content by that, whatever it was. What cannot be told
//! is taken to be anything.

use std::collections::{BTreeMap, BTreeSet};

use zug_game::U256;
use zug_program::{ExprId, GroundMove, Layout, Node, Op, Residual};

use crate::effects::constants;
use crate::move_end::MoveEnd;

use super::ties::Ties;
use super::{Class, MOST_CONTENTS, Weights};

/// The most ways through a body.
const MOST_WAYS: usize = 64;

/// The depth to which a guard is read.
const DEEPEST: u32 = 4;

/// What a move changes: a kind of move.
pub(crate) type Kind = Vec<Change>;

/// What a move does to one field.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Change {
    /// The contents before and after, of a field of few contents.
    Contents {
        class: usize,
        pairs: Vec<(i64, i64)>,
    },
    /// The least and the most that is added to the content.
    Slope { class: usize, lo: i64, hi: i64 },
    /// A number from `lo` to `hi` is added to the contents of fields of some classes, each time
    /// multiplied by a factor: what a field held goes to others.
    Carried {
        lo: i64,
        hi: i64,
        to: Vec<(usize, i64)>,
    },
}

impl Change {
    /// The least and the most by which the weight of the field changes.
    pub(super) fn bounds(&self, weights: &[Weights]) -> (i64, i64) {
        match self {
            Self::Contents { class, pairs } => {
                let weights = &weights[*class];
                let changes = pairs
                    .iter()
                    .map(|&(old, new)| weights.of(new) - weights.of(old));
                changes.fold((i64::MAX, i64::MIN), |(lo, hi), change| {
                    (lo.min(change), hi.max(change))
                })
            }
            Self::Slope { class, lo, hi } => {
                let slope = weights[*class].slope();
                let [one, other] = [lo, hi].map(|change| slope.saturating_mul(*change));
                (one.min(other), one.max(other))
            }
            Self::Carried { lo, hi, to } => {
                let slope = carried(weights, to);
                let [one, other] = [lo, hi].map(|carried| slope.saturating_mul(*carried));
                (one.min(other), one.max(other))
            }
        }
    }

    /// Changes the weights of the field's contents so that the move climbs further where it
    /// climbs least. Weights that are tied to these change with them.
    pub(super) fn correct(&self, weights: &mut [Weights], ties: &Ties) {
        match self {
            Self::Contents { class, pairs } => {
                let of = &weights[*class];
                let change = |pair: &&(i64, i64)| of.of(pair.1) - of.of(pair.0);
                if let Some(&(old, new)) = pairs.iter().min_by_key(change) {
                    for (content, more) in [(new, 1), (old, -1)] {
                        for &(class, content) in ties.tied(*class, content as usize) {
                            weights[class].add(content, more);
                        }
                    }
                }
            }
            Self::Slope { class, lo, hi } => {
                let slope = weights[*class].slope();
                let first = slope.saturating_mul(*lo) <= slope.saturating_mul(*hi);
                let more = if first { *lo } else { *hi }.signum();
                for &(class, content) in ties.tied(*class, 0) {
                    weights[class].add(content, more);
                }
            }
            Self::Carried { lo, hi, to } => {
                let slope = carried(weights, to);
                let first = slope.saturating_mul(*lo) <= slope.saturating_mul(*hi);
                let carried = if first { *lo } else { *hi };
                for &(class, times) in to {
                    for &(class, content) in ties.tied(class, 0) {
                        weights[class].add(content, carried * times);
                    }
                }
            }
        }
    }
}

/// How much is added where 1 is carried to fields of these classes, each with its factor.
fn carried(weights: &[Weights], to: &[(usize, i64)]) -> i64 {
    let parts = to
        .iter()
        .map(|&(class, times)| weights[class].slope().saturating_mul(times));
    parts.fold(0, i64::saturating_add)
}

impl Weights {
    /// Adds to the weight of a content, or to that of a unit of content.
    fn add(&mut self, content: usize, more: i64) {
        match self {
            Self::Contents(weights) => weights[content] += more,
            Self::Slope(slope) => *slope += more,
        }
    }

    fn slope(&self) -> i64 {
        match self {
            Self::Slope(slope) => *slope,
            Self::Contents(_) => 0,
        }
    }
}

/// The kinds of moves of a program; `None` if it cannot be told what some move changes.
pub(crate) fn kinds(residual: &Residual, classes: &[Class]) -> Option<Vec<Kind>> {
    let mut of_class = vec![None; residual.layout().fields.len()];
    for (place, class) in classes.iter().enumerate() {
        for &field in &class.fields {
            of_class[field] = Some(place);
        }
    }
    let mut kinds = BTreeSet::new();
    for (side, ground) in residual.ground_moves() {
        let follow = Follow {
            residual,
            side,
            ground,
            of_class: &of_class,
        };
        for way in follow.body(&ground.body, vec![Way::default()])? {
            kinds.insert(follow.kind(&way));
        }
    }
    Some(kinds.into_iter().collect())
}

/// What became of a field: its content now.
#[derive(Clone, Copy, Debug)]
enum Now {
    /// Some content from `lo` to `hi`.
    Within { lo: i64, hi: i64 },
    /// The content before, and something from `lo` to `hi`.
    Added { lo: i64, hi: i64 },
}

/// What is known on one way through a body.
#[derive(Clone, Debug, Default)]
struct Way {
    /// What became of the fields that were written.
    now: BTreeMap<usize, Now>,
    end: MoveEnd,
}

/// Follows one move.
struct Follow<'a> {
    residual: &'a Residual,
    /// The place of the player who moves among the sides.
    side: usize,
    ground: &'a GroundMove,
    /// The class of each field; `None` for a field that is not counted.
    of_class: &'a [Option<usize>],
}

impl Follow<'_> {
    fn layout(&self) -> &Layout {
        self.residual.layout()
    }

    /// The ways through a body, each begun as one of these ways; `None` if they cannot be
    /// told.
    fn body(&self, body: &[Op], mut ways: Vec<Way>) -> Option<Vec<Way>> {
        for op in body {
            match op {
                Op::Write { clear, set } => {
                    for (field, value) in constants(self.layout(), *clear, *set) {
                        let content = value - self.layout().fields[field].scalar.lo;
                        let (lo, hi) = (content, content);
                        for way in &mut ways {
                            way.now.insert(field, Now::Within { lo, hi });
                        }
                    }
                }
                Op::Set { field, value, .. } => {
                    for way in &mut ways {
                        let now = self.now(*field, *value, way);
                        way.now.insert(*field, now);
                    }
                }
                Op::SetElement {
                    first,
                    stride,
                    count,
                    ..
                } => {
                    // One field of several is written. It is only of interest whether a level
                    // counts such fields.
                    let mut fields = (0..*count).map(|n| first + n * stride);
                    if fields.any(|field| self.of_class[field].is_some()) {
                        return None;
                    }
                }
                Op::If {
                    then, otherwise, ..
                } => {
                    let mut both = self.body(then, ways.clone())?;
                    both.extend(self.body(otherwise, ways)?);
                    ways = both;
                    if ways.len() > MOST_WAYS {
                        return None;
                    }
                }
                Op::Again => ways.iter_mut().for_each(|way| way.end.keep_turn()),
                Op::End(outcome) => ways.iter_mut().for_each(|way| way.end.end(*outcome)),
                Op::Bind { .. } | Op::CheckBag { .. } => {}
                // What comes behind a fault is not reached.
                Op::Fault(_) => return Some(Vec::new()),
            }
        }
        Some(ways)
    }

    /// The content of a field that becomes this value.
    fn now(&self, field: usize, value: ExprId, way: &Way) -> Now {
        let of = self.layout().fields[field];
        let last = of.scalar.radix().min(i64::MAX as u128) as i64 - 1;
        if let Some((lo, hi)) = self.added(field, value) {
            return match way.now.get(&field) {
                None => Now::Added { lo, hi },
                Some(Now::Added { lo: a, hi: b }) => Now::Added {
                    lo: a.saturating_add(lo),
                    hi: b.saturating_add(hi),
                },
                Some(Now::Within { lo: a, hi: b }) => Now::Within {
                    lo: a.saturating_add(lo).clamp(0, last),
                    hi: b.saturating_add(hi).clamp(0, last),
                },
            };
        }
        let facts = self.residual.facts(value);
        Now::Within {
            lo: facts.lo.saturating_sub(of.scalar.lo).clamp(0, last),
            hi: facts.hi.saturating_sub(of.scalar.lo).clamp(0, last),
        }
    }

    /// The bounds of what a value is more than a field, if it is the field plus something.
    fn added(&self, field: usize, value: ExprId) -> Option<(i64, i64)> {
        let bounds = |id: ExprId| {
            let facts = self.residual.facts(id);
            (facts.lo, facts.hi)
        };
        match *self.residual.node(value) {
            Node::Field(other) if other == field => Some((0, 0)),
            Node::Add(a, b) => {
                let (of, (lo, hi)) = match (self.added(field, a), self.added(field, b)) {
                    (Some(of), None) => (of, bounds(b)),
                    (None, Some(of)) => (of, bounds(a)),
                    _ => return None,
                };
                Some((of.0.checked_add(lo)?, of.1.checked_add(hi)?))
            }
            Node::Subtract(a, b) => {
                let (of, (lo, hi)) = (self.added(field, a)?, bounds(b));
                Some((of.0.checked_sub(hi)?, of.1.checked_sub(lo)?))
            }
            _ => None,
        }
    }

    /// What the move changes on one way.
    fn kind(&self, way: &Way) -> Kind {
        let mut kind = Vec::new();
        for (field, old, new) in way.end.changes(self.layout(), self.side) {
            if let Some(class) = self.of_class[field] {
                let lo = self.layout().fields[field].scalar.lo;
                let pairs = vec![(old - lo, new - lo)];
                kind.push(Change::Contents { class, pairs });
            }
        }
        for (&field, now) in &way.now {
            let Some(class) = self.of_class[field] else {
                continue;
            };
            let of = self.layout().fields[field];
            let contents = of.scalar.radix();
            kind.push(if contents <= MOST_CONTENTS {
                let last = contents as i64 - 1;
                let before = (0..=last).filter(|&old| self.may_hold(field, old));
                let pairs = before.flat_map(|old| {
                    let (lo, hi) = match *now {
                        Now::Within { lo, hi } => (lo, hi),
                        Now::Added { lo, hi } => (old.saturating_add(lo), old.saturating_add(hi)),
                    };
                    (lo.max(0)..=hi.min(last)).map(move |new| (old, new))
                });
                let pairs: Vec<_> = pairs.collect();
                // A move that cannot be made changes nothing.
                let pairs = if pairs.is_empty() {
                    vec![(0, 0)]
                } else {
                    pairs
                };
                Change::Contents { class, pairs }
            } else {
                let last = contents.min(i64::MAX as u128) as i64 - 1;
                let (lo, hi) = match *now {
                    Now::Within { lo, hi } => (lo - last, hi),
                    Now::Added { lo, hi } => (lo, hi),
                };
                Change::Slope { class, lo, hi }
            });
        }
        kind.sort();
        kind
    }

    /// Whether the guard can hold while a field has this content, as far as that is seen.
    fn may_hold(&self, field: usize, content: i64) -> bool {
        told_by_content(self.residual, self.ground.guard, field, content) != Some(false)
    }
}

/// Whether a condition holds while a field has this content; `None` if it may or may not, as far
/// as this is seen.
fn told_by_content(residual: &Residual, id: ExprId, field: usize, content: i64) -> Option<bool> {
    truth(residual, id, field, content, DEEPEST)
}

fn truth(residual: &Residual, id: ExprId, field: usize, content: i64, depth: u32) -> Option<bool> {
    if depth == 0 {
        return None;
    }
    let of = residual.layout().fields[field];
    let test = |mask: U256, pattern: U256| {
        let here = U256::from(content as u64) << of.shift;
        if (here ^ pattern) & mask & of.mask() != 0 {
            Some(false)
        } else {
            (mask & !of.mask() == 0).then_some(true)
        }
    };
    let value = |id: ExprId| match *residual.node(id) {
        Node::Field(other) if other == field => Some(content + of.scalar.lo),
        Node::Const(number) => Some(number),
        _ => None,
    };
    let deeper = |id: ExprId| truth(residual, id, field, content, depth - 1);
    match residual.node(id) {
        Node::Test { mask, pattern } => test(*mask, *pattern),
        Node::AnyTest(tests) => any(tests.iter().map(|&(mask, pattern)| test(mask, pattern))),
        Node::Not(inner) => Some(!deeper(*inner)?),
        Node::And(parts) => {
            let fails = parts.iter().map(|&part| Some(!deeper(part)?));
            Some(!any(fails)?)
        }
        Node::Or(parts) => any(parts.iter().map(|&part| deeper(part))),
        Node::Equal(a, b) => Some(value(*a)? == value(*b)?),
        Node::Less(a, b) => Some(value(*a)? < value(*b)?),
        _ => Some(value(id)? != 0),
    }
}

/// Whether some condition holds.
fn any(conditions: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut all_fail = true;
    for condition in conditions {
        match condition {
            Some(true) => return Some(true),
            Some(false) => {}
            None => all_fail = false,
        }
    }
    all_fail.then_some(false)
}
