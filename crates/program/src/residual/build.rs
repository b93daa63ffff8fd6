//! Makes the nodes of a residual program.
//!
//! Equal nodes are one node. An expression that has one value and cannot fault becomes a
//! constant, and tests of fields are gathered into one test.

use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashSet};
use zug_game::U256;

use super::{ExprId, Facts, Node, Residual, SiteId, bytes};

/// A number may leave the range that 64 bits can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a number may leave the range that 64 bits can hold")]
pub struct Overflow;

impl Residual {
    /// A new check that can fail. Checks are numbered in the order in which they are
    /// made.
    pub fn new_site(&mut self) -> SiteId {
        self.grow(bytes::SITE);
        self.sites += 1;
        SiteId(self.sites - 1)
    }

    /// The check of all un-moves that can fail: nobody reads why an un-move leads to no
    /// position.
    pub fn site_of_unmoves(&mut self) -> SiteId {
        if let Some(site) = self.no_move {
            return site;
        }
        let site = self.new_site();
        self.no_move = Some(site);
        site
    }

    /// Adds a node, or finds the equal node that is there.
    pub(super) fn push(&mut self, node: Node, facts: Facts) -> ExprId {
        self.count(1);
        let node = match node {
            Node::Const(_) | Node::Fault(_) => node,
            // A node with one value that cannot fault is a constant.
            _ if facts.lo == facts.hi && !facts.faults => return self.int(facts.lo),
            other => other,
        };
        let hash = FxBuildHasher.hash_one(&node);
        let nodes = &self.nodes;
        if let Some(&id) = self.known.find(hash, |id| nodes[id.index()] == node) {
            return id;
        }
        let id = ExprId(nodes.len() as u32);
        let again = |id: &ExprId| FxBuildHasher.hash_one(&nodes[id.index()]);
        self.known.insert_unique(hash, id, again);
        self.grow(node.bytes());
        self.nodes.push(node);
        self.facts.push(facts);
        id
    }

    /// Makes a check the one that all un-moves share ([`Residual::site_of_unmoves`]), or leaves them
    /// without one. Returns the check that they shared before.
    pub fn use_for_unmoves(&mut self, site: Option<SiteId>) -> Option<SiteId> {
        std::mem::replace(&mut self.no_move, site)
    }

    /// The place of a node, if there is an equal node.
    pub(super) fn find(&self, node: &Node) -> Option<ExprId> {
        let hash = FxBuildHasher.hash_one(node);
        let nodes = &self.nodes;
        let found = self.known.find(hash, |id| nodes[id.index()] == *node);
        found.copied()
    }

    pub(super) fn joined(&self, lo: i64, hi: i64, operands: &[ExprId]) -> Facts {
        let mut facts = Facts {
            lo,
            hi,
            faults: false,
            reads: false,
            stuck: false,
        };
        for operand in operands {
            let of = self.facts(*operand);
            facts.faults |= of.faults;
            facts.reads |= of.reads;
            facts.stuck |= of.stuck;
        }
        facts
    }

    // Leaves.

    /// A number.
    pub fn int(&mut self, value: i64) -> ExprId {
        let facts = self.joined(value, value, &[]);
        self.push(Node::Const(value), facts)
    }

    /// A truth value.
    pub fn bool(&mut self, value: bool) -> ExprId {
        self.int(i64::from(value))
    }

    /// The value of a field.
    pub fn field(&mut self, field: usize) -> ExprId {
        let scalar = self.layout.fields[field].scalar;
        let facts = Facts {
            reads: true,
            ..self.joined(scalar.lo, scalar.hi, &[])
        };
        self.push(Node::Field(field), facts)
    }

    /// The number in a slot that was given the value of `of`.
    pub fn slot_value(&mut self, slot: usize, of: ExprId) -> ExprId {
        let Facts { lo, hi, .. } = self.facts(of);
        self.slot(slot, lo, hi)
    }

    /// The number that a slot holds, which is from `lo` to `hi`.
    pub fn slot(&mut self, slot: usize, lo: i64, hi: i64) -> ExprId {
        let facts = self.joined(lo, hi, &[]);
        self.push(Node::Slot { slot, lo, hi }, facts)
    }

    /// Whether there is no legal move.
    pub fn stuck(&mut self) -> ExprId {
        let facts = Facts {
            // A guard may fault when it is asked.
            faults: true,
            stuck: true,
            ..self.joined(0, 1, &[])
        };
        self.push(Node::Stuck, facts)
    }

    /// Reaching this is a fault.
    pub fn fault(&mut self, site: SiteId) -> ExprId {
        let facts = Facts {
            faults: true,
            ..self.joined(0, 0, &[])
        };
        self.push(Node::Fault(site), facts)
    }

    /// The element of an array; `site` makes the check of the index, if one is needed.
    pub fn element(
        &mut self,
        first: usize,
        stride: usize,
        count: usize,
        index: ExprId,
        site: impl FnOnce(&mut Self) -> SiteId,
    ) -> ExprId {
        let of = self.facts(index);
        let scalar = self.layout.fields[first].scalar;
        let inside = of.lo >= 0 && of.hi < count as i64;
        let site = (!inside).then(|| site(self));
        let mut facts = self.joined(scalar.lo, scalar.hi, &[index]);
        facts.reads = true;
        facts.faults |= site.is_some();
        let node = Node::Element {
            first,
            stride,
            count,
            index,
            site,
        };
        self.push(node, facts)
    }

    /// The number of a table at an index; `site` makes the check of the index, if one is
    /// needed.
    pub fn table(
        &mut self,
        values: Vec<i64>,
        index: ExprId,
        site: impl FnOnce(&mut Self) -> SiteId,
    ) -> ExprId {
        let of = self.facts(index);
        let inside = of.lo >= 0 && of.hi < values.len() as i64;
        let site = (!inside).then(|| site(self));
        let lo = values.iter().copied().min().unwrap_or(0);
        let hi = values.iter().copied().max().unwrap_or(0);
        let table = self.place_of_table(values);
        let mut facts = self.joined(lo, hi, &[index]);
        facts.faults |= site.is_some();
        self.push(Node::Table { table, index, site }, facts)
    }

    /// The place of a table, which is added unless an equal table is there.
    fn place_of_table(&mut self, values: Vec<i64>) -> usize {
        self.count(1 + values.len() / 8);
        let hash = FxBuildHasher.hash_one(&values);
        let tables = &self.tables;
        let known = &mut self.known_tables;
        if let Some(&table) = known.find(hash, |table| tables[*table] == values) {
            return table;
        }
        let table = tables.len();
        known.insert_unique(hash, table, |table| FxBuildHasher.hash_one(&tables[*table]));
        self.grow(values.len() * bytes::NUMBER);
        self.tables.push(values);
        table
    }

    // Arithmetic.

    /// Adds a node whose values are from the least to the largest of the corner values.
    fn arithmetic(
        &mut self,
        node: Node,
        operands: [ExprId; 2],
        corners: impl IntoIterator<Item = i128>,
        site: Option<SiteId>,
    ) -> Result<ExprId, Overflow> {
        let corners: Vec<i128> = corners.into_iter().collect();
        let lo = corners.iter().copied().min().unwrap_or(0);
        let hi = corners.iter().copied().max().unwrap_or(0);
        let (Ok(lo), Ok(hi)) = (i64::try_from(lo), i64::try_from(hi)) else {
            return Err(Overflow);
        };
        let mut facts = self.joined(lo, hi, &operands);
        facts.faults |= site.is_some();
        Ok(self.push(node, facts))
    }

    fn wide(&self, id: ExprId) -> (i128, i128) {
        let facts = self.facts(id);
        (i128::from(facts.lo), i128::from(facts.hi))
    }

    /// The sum of two numbers.
    ///
    /// # Errors
    ///
    /// The sum may leave 64 bits.
    pub fn add(&mut self, a: ExprId, b: ExprId) -> Result<ExprId, Overflow> {
        match (self.constant(a), self.constant(b)) {
            (Some(0), _) => return Ok(b),
            (_, Some(0)) => return Ok(a),
            _ => {}
        }
        let ((al, ah), (bl, bh)) = (self.wide(a), self.wide(b));
        self.arithmetic(Node::Add(a, b), [a, b], [al + bl, ah + bh], None)
    }

    /// The difference of two numbers.
    pub fn subtract(&mut self, a: ExprId, b: ExprId) -> Result<ExprId, Overflow> {
        if self.constant(b) == Some(0) {
            return Ok(a);
        }
        let ((al, ah), (bl, bh)) = (self.wide(a), self.wide(b));
        self.arithmetic(Node::Subtract(a, b), [a, b], [al - bh, ah - bl], None)
    }

    /// The product of two numbers.
    pub fn multiply(&mut self, a: ExprId, b: ExprId) -> Result<ExprId, Overflow> {
        match (self.constant(a), self.constant(b)) {
            (Some(1), _) => return Ok(b),
            (_, Some(1)) => return Ok(a),
            _ => {}
        }
        let ((al, ah), (bl, bh)) = (self.wide(a), self.wide(b));
        self.arithmetic(
            Node::Multiply(a, b),
            [a, b],
            [al * bl, al * bh, ah * bl, ah * bh],
            None,
        )
    }

    /// The quotient of two numbers, rounded down; `site` makes the check of the divisor, if
    /// one is needed.
    pub fn divide(
        &mut self,
        a: ExprId,
        b: ExprId,
        site: impl FnOnce(&mut Self) -> SiteId,
    ) -> Result<ExprId, Overflow> {
        if self.constant(b) == Some(1) {
            return Ok(a);
        }
        let ((al, ah), (bl, bh)) = (self.wide(a), self.wide(b));
        let site = (bl <= 0 && bh >= 0).then(|| site(self));
        // The least and the largest quotient belong to the divisors of least and of greatest
        // size.
        let divisors = [bl, bh, -1, 1]
            .into_iter()
            .filter(|d| *d != 0 && (bl..=bh).contains(d));
        let mut corners = Vec::new();
        for divisor in divisors {
            for dividend in [al, ah] {
                let quotient = dividend.div_euclid(divisor);
                let exact = dividend == quotient * divisor;
                // Euclidean and floored division differ for negative divisors.
                corners.push(if divisor < 0 && !exact {
                    quotient - 1
                } else {
                    quotient
                });
            }
        }
        // A division by zero goes on with 0.
        corners.extend(site.map(|_| 0));
        self.arithmetic(Node::Divide(a, b, site), [a, b], corners, site)
    }

    /// The rest of a division, with the sign of the divisor; `site` makes the check of the
    /// divisor, if one is needed.
    pub fn modulo(
        &mut self,
        a: ExprId,
        b: ExprId,
        site: impl FnOnce(&mut Self) -> SiteId,
    ) -> Result<ExprId, Overflow> {
        let ((al, ah), (bl, bh)) = (self.wide(a), self.wide(b));
        if bl == bh && bl > 0 && al.div_euclid(bl) == ah.div_euclid(bl) {
            // The quotient is known: the rest is a plain difference.
            if let Ok(multiple) = i64::try_from(al.div_euclid(bl) * bl) {
                let multiple = self.int(multiple);
                return self.subtract(a, multiple);
            }
        }
        let site = (bl <= 0 && bh >= 0).then(|| site(self));
        let corners = [(bl + 1).min(0), (bh - 1).max(0)];
        self.arithmetic(Node::Modulo(a, b, site), [a, b], corners, site)
    }

    /// The smaller of two numbers.
    pub fn min(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let (x, y) = (self.facts(a), self.facts(b));
        let facts = self.joined(x.lo.min(y.lo), x.hi.min(y.hi), &[a, b]);
        self.push(Node::Min(a, b), facts)
    }

    /// The larger of two numbers.
    pub fn max(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let (x, y) = (self.facts(a), self.facts(b));
        let facts = self.joined(x.lo.max(y.lo), x.hi.max(y.hi), &[a, b]);
        self.push(Node::Max(a, b), facts)
    }

    /// The sum of any number of terms.
    pub fn sum(&mut self, terms: Vec<ExprId>) -> Result<ExprId, Overflow> {
        let terms = self.counted_together(terms);
        // In order, so that no sum on the way is too large either.
        let (mut lo, mut hi) = (0i64, 0i64);
        for term in &terms {
            let of = self.facts(*term);
            lo = lo.checked_add(of.lo).ok_or(Overflow)?;
            hi = hi.checked_add(of.hi).ok_or(Overflow)?;
        }
        if let [only] = terms[..] {
            return Ok(only);
        }
        let facts = self.joined(lo, hi, &terms);
        Ok(self.push(Node::Sum(terms.into()), facts))
    }

    // Truth.

    /// Whether two numbers are equal.
    pub fn equal(&mut self, a: ExprId, b: ExprId) -> ExprId {
        if a == b && !self.facts(a).faults {
            return self.bool(true);
        }
        let (x, y) = (self.facts(a), self.facts(b));
        let faults = x.faults || y.faults;
        if !faults && (x.hi < y.lo || y.hi < x.lo) {
            return self.bool(false);
        }
        for (field, other) in [(a, b), (b, a)] {
            if let (Node::Field(field), Some(value)) =
                (&self.nodes[field.index()], self.constant(other))
            {
                return self.test(*field, value);
            }
        }
        let facts = self.joined(0, 1, &[a, b]);
        self.push(Node::Equal(a.min(b), a.max(b)), facts)
    }

    /// Whether a field has this value.
    fn test(&mut self, field: usize, value: i64) -> ExprId {
        let of = self.layout.fields[field];
        if !(of.scalar.lo..=of.scalar.hi).contains(&value) {
            return self.bool(false);
        }
        if of.bits == 0 {
            return self.bool(true);
        }
        if of.weight.is_some() {
            // Single bits do not tell what a field holds that shares them.
            let (field, value) = (self.field(field), self.int(value));
            let facts = self.joined(0, 1, &[field, value]);
            return self.push(Node::Equal(field.min(value), field.max(value)), facts);
        }
        self.test_mask(of.mask(), of.content(value))
    }

    /// Whether `(position & mask) == pattern`.
    pub fn test_mask(&mut self, mask: U256, pattern: U256) -> ExprId {
        let facts = Facts {
            reads: true,
            ..self.joined(0, 1, &[])
        };
        self.push(Node::Test { mask, pattern }, facts)
    }

    /// Whether the first number is smaller.
    pub fn less(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let (x, y) = (self.facts(a), self.facts(b));
        if !x.faults && !y.faults {
            if x.hi < y.lo {
                return self.bool(true);
            }
            if x.lo >= y.hi {
                return self.bool(false);
            }
        }
        if let Some(test) = self.border_test(a, b) {
            return test;
        }
        let facts = self.joined(0, 1, &[a, b]);
        self.push(Node::Less(a, b), facts)
    }

    /// The test that is the comparison `a < b` of a field with a number, if only one value of
    /// the field makes it true, or only one makes it false.
    fn border_test(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        let node = |id: ExprId| &self.nodes[id.index()];
        let (field, value, is_equal) = match (node(a), node(b)) {
            (&Node::Const(number), &Node::Field(field)) => {
                let scalar = self.layout.fields[field].scalar;
                if number == scalar.lo {
                    (field, number, false)
                } else if number.checked_add(1)? == scalar.hi {
                    (field, scalar.hi, true)
                } else {
                    return None;
                }
            }
            (&Node::Field(field), &Node::Const(number)) => {
                let scalar = self.layout.fields[field].scalar;
                if number == scalar.hi {
                    (field, number, false)
                } else if number.checked_sub(1)? == scalar.lo {
                    (field, scalar.lo, true)
                } else {
                    return None;
                }
            }
            _ => return None,
        };
        let test = self.test(field, value);
        Some(if is_equal { test } else { self.not(test) })
    }

    /// Whether a condition does not hold.
    pub fn not(&mut self, a: ExprId) -> ExprId {
        let a = self.as_test(a);
        match self.nodes[a.index()] {
            Node::Const(value) => return self.bool(value == 0),
            Node::Not(inner) => return inner,
            // A bit that is not 0 is 1.
            Node::Test { mask, pattern } if mask.is_power_of_two() => {
                return self.test_mask(mask, mask ^ pattern);
            }
            Node::Bits { of, mask, pattern } if mask.is_power_of_two() => {
                return self.bits(of, mask, mask ^ pattern);
            }
            // No bit of several is as asked: each is the other way round.
            Node::AnyTest(ref tests) if tests.iter().all(|(mask, _)| mask.is_power_of_two()) => {
                let others = tests.iter().map(|(mask, pattern)| (*mask, mask ^ pattern));
                let (mask, pattern) = others.fold((U256::ZERO, U256::ZERO), |all, other| {
                    (all.0 | other.0, all.1 | other.1)
                });
                // Else one bit is asked for both ways.
                if mask.count_ones() as usize == tests.len() {
                    return self.test_mask(mask, pattern);
                }
            }
            _ => {}
        }
        let facts = self.joined(0, 1, &[a]);
        self.push(Node::Not(a), facts)
    }

    /// The expression as a test, if it is a field whose values are 0 and 1.
    fn as_test(&mut self, id: ExprId) -> ExprId {
        match self.nodes[id.index()] {
            Node::Field(field) => {
                let scalar = self.layout.fields[field].scalar;
                if (scalar.lo, scalar.hi) == (0, 1) {
                    return self.test(field, 1);
                }
                id
            }
            _ => id,
        }
    }

    /// Whether all conditions hold. They are asked in order, up to the first that fails.
    pub fn and(&mut self, operands: &[ExprId]) -> ExprId {
        let mut list: Vec<ExprId> = Vec::new();
        let mut seen: FxHashSet<ExprId> = FxHashSet::default();
        // The test in the list to which further tests are added, with its place: no part
        // behind it can fault.
        let mut open: Option<(usize, U256, U256)> = None;
        // The same for bits of numbers.
        let mut open_bits: Vec<(usize, ExprId, u64, u64)> = Vec::new();
        for &operand in operands {
            let operand = self.as_test(operand);
            let parts = match &self.nodes[operand.index()] {
                Node::And(parts) => parts.to_vec(),
                _ => vec![operand],
            };
            self.count(parts.len());
            for part in parts {
                if self.constant(part) == Some(1) || !seen.insert(part) {
                    continue;
                }
                match (&self.nodes[part.index()], &mut open) {
                    (&Node::Test { mask, pattern }, Some((_, m, p))) => {
                        if (mask & *m) & (pattern ^ *p) != 0 {
                            let never = self.bool(false);
                            return self.cut(list, never);
                        }
                        *m |= mask;
                        *p |= pattern;
                        continue;
                    }
                    (&Node::Test { mask, pattern }, None) => {
                        open = Some((list.len(), mask, pattern));
                    }
                    (&Node::Bits { of, mask, pattern }, _) => {
                        let same = open_bits.iter_mut().find(|(_, other, ..)| *other == of);
                        if let Some((.., m, p)) = same {
                            if (mask & *m) & (pattern ^ *p) != 0 {
                                let never = self.bool(false);
                                return self.cut(list, never);
                            }
                            *m |= mask;
                            *p |= pattern;
                            continue;
                        }
                        if self.facts(part).faults {
                            self.close(&mut list, open.take());
                            self.close_bits(&mut list, &mut open_bits);
                        }
                        open_bits.push((list.len(), of, mask, pattern));
                    }
                    _ if self.facts(part).faults => {
                        self.close(&mut list, open.take());
                        self.close_bits(&mut list, &mut open_bits);
                    }
                    _ => {}
                }
                if self.constant(part) == Some(0) {
                    // Nothing after this is asked.
                    self.close(&mut list, open.take());
                    self.close_bits(&mut list, &mut open_bits);
                    return self.cut(list, part);
                }
                list.push(part);
            }
        }
        self.close(&mut list, open);
        self.close_bits(&mut list, &mut open_bits);
        self.all_at_places(&mut list);
        match list[..] {
            [] => self.bool(true),
            [only] => only,
            _ => {
                let facts = self.joined(0, 1, &list);
                self.push(Node::And(list.into()), facts)
            }
        }
    }

    /// Puts a test to which other tests were added in its place of the list.
    fn close(&mut self, list: &mut [ExprId], test: Option<(usize, U256, U256)>) {
        if let Some((place, mask, pattern)) = test {
            list[place] = self.test_mask(mask, pattern);
        }
    }

    /// Puts tests of bits to which other tests were added in their places of the list.
    fn close_bits(&mut self, list: &mut [ExprId], open: &mut Vec<(usize, ExprId, u64, u64)>) {
        for (place, of, mask, pattern) in open.drain(..) {
            list[place] = self.bits(of, mask, pattern);
        }
    }

    /// A conjunction that is false, unless a part of the list faults before that.
    fn cut(&mut self, mut list: Vec<ExprId>, last: ExprId) -> ExprId {
        list.retain(|id| self.constant(*id) != Some(0));
        if list.iter().all(|id| !self.facts(*id).faults) {
            return self.bool(false);
        }
        list.push(last);
        let facts = self.joined(0, 0, &list);
        self.push(Node::And(list.into()), facts)
    }

    /// Whether one of the conditions holds at least. They are asked in order, and the first true
    /// one ends the questions.
    pub fn or(&mut self, operands: &[ExprId]) -> ExprId {
        let mut list: Vec<ExprId> = Vec::new();
        let mut seen: FxHashSet<ExprId> = FxHashSet::default();
        let mut can_fault = false;
        // Neighbouring tests, which become one loop over masks.
        let mut tests: Vec<(U256, U256)> = Vec::new();
        // For each place in the list that asks for bits of a number, the bits of which one must
        // be set: no part behind it can fault.
        let mut open: Vec<(usize, ExprId, u64)> = Vec::new();
        for &operand in operands {
            let operand = self.as_test(operand);
            let parts = match &self.nodes[operand.index()] {
                Node::Or(parts) => parts.to_vec(),
                _ => vec![operand],
            };
            self.count(parts.len());
            for part in parts {
                match self.constant(part) {
                    Some(0) => continue,
                    Some(_) if !can_fault => return self.bool(true),
                    _ => {}
                }
                if !seen.insert(part) {
                    continue;
                }
                if let Some((of, bits)) = self.asks_any_bit(part)
                    && let Some((.., mask)) = open.iter_mut().find(|(_, other, _)| *other == of)
                {
                    *mask |= bits;
                    continue;
                }
                match &self.nodes[part.index()] {
                    Node::Test { mask, pattern } => tests.push((*mask, *pattern)),
                    Node::AnyTest(more) => tests.extend(more),
                    _ => {
                        list.extend(self.any_test(&mut tests));
                        if self.facts(part).faults {
                            can_fault = true;
                            self.close_any(&mut list, &mut open);
                        }
                        if let Some((of, bits)) = self.asks_any_bit(part) {
                            open.push((list.len(), of, bits));
                        }
                        list.push(part);
                    }
                }
            }
        }
        list.extend(self.any_test(&mut tests));
        self.close_any(&mut list, &mut open);
        self.any_at_places(&mut list);
        match list[..] {
            [] => self.bool(false),
            [only] => only,
            _ => {
                let facts = self.joined(0, 1, &list);
                self.push(Node::Or(list.into()), facts)
            }
        }
    }

    /// Puts questions for bits to which other bits were added in their places of the list.
    fn close_any(&mut self, list: &mut [ExprId], open: &mut Vec<(usize, ExprId, u64)>) {
        for (place, of, mask) in open.drain(..) {
            list[place] = self.any_bit(of, mask);
        }
    }

    /// Whether some test holds; `None` if there are no tests. Leaves `tests` empty.
    fn any_test(&mut self, tests: &mut Vec<(U256, U256)>) -> Option<ExprId> {
        let mut distinct: FxHashSet<(U256, U256)> = FxHashSet::default();
        tests.retain(|test| distinct.insert(*test));
        let facts = Facts {
            reads: true,
            ..self.joined(0, 1, &[])
        };
        match std::mem::take(tests)[..] {
            [] => None,
            [(mask, pattern)] => Some(self.test_mask(mask, pattern)),
            ref several => {
                self.count(several.len());
                Some(self.push(Node::AnyTest(several.into()), facts))
            }
        }
    }

    /// The second value if the condition holds, else the third.
    pub fn select(&mut self, condition: ExprId, then: ExprId, otherwise: ExprId) -> ExprId {
        match self.constant(condition) {
            Some(0) => return otherwise,
            Some(_) => return then,
            None => {}
        }
        if then == otherwise && !self.facts(condition).faults {
            return then;
        }
        if self.constant(then) == Some(1) && self.constant(otherwise) == Some(0) {
            return condition;
        }
        let (x, y) = (self.facts(then), self.facts(otherwise));
        let facts = self.joined(
            x.lo.min(y.lo),
            x.hi.max(y.hi),
            &[condition, then, otherwise],
        );
        self.push(Node::Select(condition, then, otherwise), facts)
    }
}
