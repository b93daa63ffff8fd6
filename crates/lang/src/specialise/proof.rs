//! Removes the checks of a move that cannot fail.
//!
//! Before the move the guard says in which ranges fields are, and the counts of a bag
//! add up to its size. The statements are followed in order with what is known of each
//! field. A write whose value stays in its field's range needs no check; nor does a bag
//! into which as many things are put as are taken from it.

use std::ops::RangeInclusive;

use zug_game::U256;

use zug_program::{Digit, ExprId, GroundMove, Node, Op, Residual};

/// Removes the checks of a move that cannot fail.
pub(super) fn drop_proved(residual: &Residual, ground: &mut GroundMove) {
    let mut known = Known::new(residual);
    known.guard(ground.guard);
    let mut at = 0;
    while at < ground.body.len() {
        match &mut ground.body[at] {
            Op::Set { field, value, site } => {
                let range = known.after_set(*field, *value);
                let scalar = residual.layout().fields[*field].scalar;
                if *range.start() >= scalar.lo && *range.end() <= scalar.hi {
                    *site = None;
                }
            }
            Op::Write { clear, set } => known.after_write(*clear | *set),
            Op::CheckBag { first, .. } if known.is_full(*first) => {
                ground.body.remove(at);
                continue;
            }
            Op::Bind { .. } | Op::Again | Op::End(_) | Op::CheckBag { .. } => {}
            // Any field may have changed.
            Op::SetElement { .. } | Op::If { .. } | Op::Fault(_) => known.forget(),
        }
        at += 1;
    }
}

/// What is known of the position at a point of a move.
struct Known<'a> {
    residual: &'a Residual,
    /// For each field the range of its values.
    ranges: Vec<RangeInclusive<i64>>,
    bags: Vec<Bag>,
}

/// The fields of a bag, and the number of things that it holds, where that is known.
struct Bag {
    first: usize,
    kinds: usize,
    size: i64,
    held: Option<i64>,
}

impl<'a> Known<'a> {
    fn new(residual: &'a Residual) -> Self {
        let bags = residual
            .layout()
            .digits
            .iter()
            .filter_map(|digit| match *digit {
                Digit::Bag { first, kinds, size } => Some(Bag {
                    first,
                    kinds,
                    size,
                    held: Some(size),
                }),
                Digit::Field(_) => None,
            });
        Self {
            residual,
            ranges: all_ranges(residual),
            bags: bags.collect(),
        }
    }

    fn forget(&mut self) {
        self.ranges = all_ranges(self.residual);
        for bag in &mut self.bags {
            bag.held = None;
        }
    }

    /// Follows from the guard, which holds before the move, what it says of single
    /// fields.
    fn guard(&mut self, guard: ExprId) {
        let residual = self.residual;
        match *residual.node(guard) {
            Node::And(ref parts) => parts.iter().for_each(|part| self.guard(*part)),
            Node::Less(a, b) => {
                if let (Some(low), Node::Field(field)) = (residual.constant(a), residual.node(b)) {
                    self.narrow(*field, low.saturating_add(1), i64::MAX);
                }
                if let (Node::Field(field), Some(high)) = (residual.node(a), residual.constant(b)) {
                    self.narrow(*field, i64::MIN, high.saturating_sub(1));
                }
            }
            Node::Test { mask, pattern } => {
                for (field, value) in tested(residual, mask, pattern) {
                    self.narrow(field, value, value);
                }
            }
            Node::Not(inner) => {
                if let Node::Test { mask, pattern } = *residual.node(inner) {
                    let alone = |field: usize| residual.layout().fields[field].mask() == mask;
                    for (field, value) in tested(residual, mask, pattern) {
                        if alone(field) {
                            self.is_not(field, value);
                        }
                    }
                }
            }
            _ => {}
        }
    }

    fn narrow(&mut self, field: usize, lo: i64, hi: i64) {
        let range = &mut self.ranges[field];
        *range = (*range.start()).max(lo)..=(*range.end()).min(hi);
    }

    fn is_not(&mut self, field: usize, value: i64) {
        let range = self.ranges[field].clone();
        if value == *range.start() {
            self.narrow(field, value.saturating_add(1), i64::MAX);
        } else if value == *range.end() {
            self.narrow(field, i64::MIN, value.saturating_sub(1));
        }
    }

    /// Follows a write of a field. Returns the range of the value before it is checked.
    fn after_set(&mut self, field: usize, value: ExprId) -> RangeInclusive<i64> {
        let scalar = self.residual.layout().fields[field].scalar;
        let Some(by) = self.residual.growth(field, value) else {
            self.touch(field);
            let facts = self.residual.facts(value);
            self.ranges[field] = scalar.lo..=scalar.hi;
            return facts.lo..=facts.hi;
        };
        let (lo, hi) = self.ranges[field].clone().into_inner();
        let hi = hi.min(self.room(field));
        let after = lo.saturating_add(by)..=hi.saturating_add(by);
        // If the value is out of the field's range, the move faults here and does not
        // go on.
        self.ranges[field] = (*after.start()).max(scalar.lo)..=(*after.end()).min(scalar.hi);
        for bag in &mut self.bags {
            if bag.has(field) {
                bag.held = bag.held.and_then(|held| held.checked_add(by));
            }
        }
        after
    }

    /// Returns the most that a field of a bag can be, in view of what the other fields
    /// hold.
    fn room(&self, field: usize) -> i64 {
        let of_bag = self.bags.iter().find(|bag| bag.has(field));
        let room = of_bag.and_then(|bag| {
            let others = (bag.first..bag.first + bag.kinds).filter(|other| *other != field);
            let least = others.map(|other| *self.ranges[other].start());
            bag.held?.checked_sub(least.sum())
        });
        room.unwrap_or(i64::MAX)
    }

    /// Follows a write of constants to the fields with these bits.
    fn after_write(&mut self, bits: U256) {
        let residual = self.residual;
        for (number, field) in residual.layout().fields.iter().enumerate() {
            if bits & field.mask() != 0 {
                self.touch(number);
                self.ranges[number] = field.scalar.lo..=field.scalar.hi;
            }
        }
    }

    fn touch(&mut self, field: usize) {
        for bag in &mut self.bags {
            if bag.has(field) {
                bag.held = None;
            }
        }
    }

    /// Whether a bag is known to hold as many things as it must.
    fn is_full(&self, first: usize) -> bool {
        let mut bags = self.bags.iter();
        bags.any(|bag| bag.first == first && bag.held == Some(bag.size))
    }
}

impl Bag {
    fn has(&self, field: usize) -> bool {
        (self.first..self.first + self.kinds).contains(&field)
    }
}

/// Returns the numbers of the fields that a test compares as a whole, with their values.
fn tested(residual: &Residual, mask: U256, pattern: U256) -> impl Iterator<Item = (usize, i64)> {
    let fields = residual.layout().fields.iter().enumerate();
    fields.filter_map(move |(number, field)| {
        let all = field.mask();
        let value = ((pattern & all) >> field.shift).as_i64() + field.scalar.lo;
        (field.bits > 0 && mask & all == all).then_some((number, value))
    })
}

fn all_ranges(residual: &Residual) -> Vec<RangeInclusive<i64>> {
    let fields = residual.layout().fields.iter();
    fields
        .map(|field| field.scalar.lo..=field.scalar.hi)
        .collect()
}
