//! Sets that grow by steps until nothing is new.
//!
//! An element of such a set is a bit of a word, its *place*. What a program asks of the set are
//! tests of these bits, which are put together as tests of the position are: whether one of some
//! elements is in the set is one test, and so is whether all of them are.
//!
//! Where the conditions of the elements are tests of fields, each element gets the place of its
//! field: then one shift brings all tests to their places at once.

use std::sync::Arc;

use super::{ExprId, Facts, Node, Residual};

/// The least set of places that has two properties. It holds each place of `start` whose condition
/// holds; and with a place it holds all places to which a step leads from there whose condition
/// holds.
///
/// The conditions of steps are asked from places in the set alone.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Closure {
    /// The places that may be in the set at first, each with its condition.
    pub start: Box<[(u8, ExprId)]>,
    /// The steps, each from a place to a place, with its condition.
    pub steps: Box<[(u8, u8, ExprId)]>,
}

/// The fewest conditions that are worth a set of the places where they hold.
const FEWEST_PLACES: usize = 3;
/// A place is looked for in parts of parts of a condition, no deeper.
const DEEPEST: u32 = 2;

impl Closure {
    /// The most elements of a set.
    pub const MOST: usize = 128;

    /// The conditions, in order.
    pub fn conditions(&self) -> impl Iterator<Item = ExprId> {
        let start = self.start.iter().map(|(_, condition)| *condition);
        start.chain(self.steps.iter().map(|(.., condition)| *condition))
    }

    /// The places that can be in the set, as bits.
    #[must_use]
    pub fn places(&self) -> u128 {
        let start = self.start.iter().map(|(place, _)| *place);
        let entered = self.steps.iter().map(|(_, to, _)| *to);
        start.chain(entered).fold(0, |all, place| all | 1 << place)
    }
}

/// A set that grows by steps, as the conditions that its elements are in it.
#[derive(Debug)]
pub struct Members {
    /// For each element the condition that it is in the set.
    pub conditions: Vec<ExprId>,
    /// A node that works out the set; `None` where it is known.
    pub word: Option<ExprId>,
}

impl Residual {
    /// The set of some of the numbers below `elements`, of which there are at most
    /// [`Closure::MOST`]: each number of `start` whose condition holds, and with a number all to
    /// which a step leads whose condition holds.
    pub fn closure(
        &mut self,
        elements: usize,
        start: &[(usize, ExprId)],
        steps: &[(usize, usize, ExprId)],
    ) -> Members {
        let places = self.places_of(elements, start, steps);
        let start = start.iter().map(|(at, id)| (places[*at], *id)).collect();
        let steps = steps
            .iter()
            .map(|(from, to, id)| (places[*from], places[*to], *id))
            .collect();
        let words = self.closure_words(&Closure { start, steps });
        let conditions = places.iter().map(|place| {
            let bit = 1 << (place % 64);
            self.bits(words[usize::from(place / 64)], bit, bit)
        });
        let conditions = conditions.collect();
        let word = words.iter().find(|word| self.constant(**word).is_none());
        Members {
            conditions,
            word: word.copied(),
        }
    }

    /// The place of each element: that of the field which the element's conditions test, where
    /// each element has a field of its own.
    fn places_of(
        &self,
        elements: usize,
        start: &[(usize, ExprId)],
        steps: &[(usize, usize, ExprId)],
    ) -> Vec<u8> {
        let entering = steps.iter().map(|(_, to, condition)| (*to, *condition));
        let leaving = steps.iter().map(|(from, _, condition)| (*from, *condition));
        let mut places: Vec<Option<u8>> = vec![None; elements];
        let mut taken = 0_u128;
        for (element, condition) in entering.chain(start.iter().copied()).chain(leaving) {
            if places[element].is_none()
                && let Some(place) = self.place_tested(condition)
                && taken >> place & 1 == 0
            {
                places[element] = Some(place);
                taken |= 1 << place;
            }
        }
        let mut free = (0..128_u8).filter(|place| taken >> place & 1 == 0);
        let places = places
            .into_iter()
            .map(|place| place.or_else(|| free.next()));
        places.map(Option::unwrap_or_default).collect()
    }

    /// The lowest bit of the first test that a condition asks.
    fn place_tested(&self, condition: ExprId) -> Option<u8> {
        match self.node(condition) {
            Node::Test { mask, .. } => u8::try_from(mask.trailing_zeros()).ok(),
            Node::And(parts) => self.place_tested(*parts.first()?),
            Node::Not(inner) => self.place_tested(*inner),
            _ => None,
        }
        .filter(|place| *place < 128)
    }

    /// The nodes of a set whose elements have places: each has 64 places, the lowest first. There
    /// are always two.
    pub fn closure_words(&mut self, closure: &Closure) -> [ExprId; 2] {
        let closure = self.simplified(closure);
        self.count(closure.start.len() + closure.steps.len());
        let conditions: Vec<ExprId> = closure.conditions().collect();
        let of = self.joined(0, 0, &conditions);
        let places = closure.places();
        if !of.faults && conditions.iter().all(|id| self.constant(*id).is_some()) {
            // What can be in the set is in it.
            return [places, places >> 64].map(|places| self.int(places as u64 as i64));
        }
        let closure = Arc::new(closure);
        [0, 1].map(|word| {
            let possible = (places >> (64 * word)) as u64;
            let (lo, hi) = match i64::try_from(possible) {
                Ok(all) => (0, all),
                Err(_) => (i64::MIN, i64::MAX),
            };
            let facts = Facts { lo, hi, ..of };
            let of = Arc::clone(&closure);
            self.push(Node::Closure { of, word }, facts)
        })
    }

    /// The other node of the same set, if it is not known.
    #[must_use]
    pub fn other_word(&self, id: ExprId) -> Option<ExprId> {
        let Node::Closure { of, word } = self.node(id) else {
            return None;
        };
        let of = Arc::clone(of);
        self.find(&Node::Closure { of, word: 1 - word })
    }

    /// The same set without the steps that are never made.
    fn simplified(&mut self, closure: &Closure) -> Closure {
        let may_hold = |id: ExprId| self.constant(id) != Some(0);
        let start = closure.start.iter().copied();
        let start: Vec<_> = start.filter(|(_, id)| may_hold(*id)).collect();
        let mut reached = start
            .iter()
            .fold(0_u128, |all, (place, _)| all | 1 << place);
        let steps = closure.steps.iter().copied();
        let mut steps: Vec<_> = steps
            .filter(|(from, to, id)| may_hold(*id) && (from != to || self.facts(*id).faults))
            .collect();
        loop {
            let before = reached;
            for (from, to, _) in &steps {
                reached |= (reached >> from & 1) << to;
            }
            if reached == before {
                break;
            }
        }
        steps.retain(|(from, ..)| reached >> from & 1 == 1);
        // Steps with the same ends are one step where one of their conditions holds.
        steps.sort_by_key(|(from, to, _)| (*from, *to));
        let same = |a: &(u8, u8, ExprId), b: &(u8, u8, ExprId)| (a.0, a.1) == (b.0, b.1);
        let groups: Vec<Vec<_>> = steps.chunk_by(same).map(<[_]>::to_vec).collect();
        let steps = groups.into_iter().map(|group| {
            let conditions: Vec<ExprId> = group.iter().map(|(.., id)| *id).collect();
            (group[0].0, group[0].1, self.or(&conditions))
        });
        Closure {
            start: start.into(),
            steps: steps.collect(),
        }
    }

    /// Whether `(value & mask) == pattern`, for the bits of a number.
    pub fn bits(&mut self, of: ExprId, mask: u64, pattern: u64) -> ExprId {
        if let Some(value) = self.constant(of) {
            return self.bool(value as u64 & mask == pattern);
        }
        let facts = self.facts(of);
        let possible = if facts.lo == 0 {
            facts.hi as u64
        } else {
            u64::MAX
        };
        // Of a set, the highest number has all bits that can be set.
        if let Node::Closure { .. } = self.node(of)
            && !facts.faults
            && pattern & !possible != 0
        {
            return self.bool(false);
        }
        if mask == 0 && !facts.faults {
            return self.bool(true);
        }
        let facts = self.joined(0, 1, &[of]);
        self.push(Node::Bits { of, mask, pattern }, facts)
    }

    /// The number and the bits of which one must be set, if that is what a condition asks.
    pub(super) fn asks_any_bit(&self, id: ExprId) -> Option<(ExprId, u64)> {
        match *self.node(id) {
            Node::Bits { of, mask, pattern } if mask == pattern && mask.is_power_of_two() => {
                Some((of, mask))
            }
            Node::Not(inner) => match *self.node(inner) {
                Node::Bits {
                    of,
                    mask,
                    pattern: 0,
                } => Some((of, mask)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether one of some bits of a number is set.
    pub(super) fn any_bit(&mut self, of: ExprId, mask: u64) -> ExprId {
        if mask.is_power_of_two() {
            return self.bits(of, mask, mask);
        }
        let none = self.bits(of, mask, 0);
        self.not(none)
    }

    /// The number of bits of the mask that are set in a number.
    pub fn ones(&mut self, of: ExprId, mask: u64) -> ExprId {
        let facts = self.joined(0, i64::from(mask.count_ones()), &[of]);
        self.push(Node::Ones { of, mask }, facts)
    }

    /// Puts conditions together each of which asks for another place of a set: they become a set
    /// of the places where they hold, with the places as a mask. Leaves the conditions in `list`
    /// that are not among them. `None` where that is not worth it, or a condition can fault.
    fn at_places(&mut self, list: &mut Vec<ExprId>) -> Option<(u128, [ExprId; 2])> {
        let mut taken = 0_u128;
        let (mut start, mut rest): (Vec<(u8, ExprId)>, Vec<ExprId>) = Default::default();
        for id in list.iter().copied() {
            if self.facts(id).faults {
                return None;
            }
            match self.place_asked(id, DEEPEST) {
                Some(place) if taken >> place & 1 == 0 => {
                    taken |= 1 << place;
                    start.push((place, id));
                }
                _ => rest.push(id),
            }
        }
        if start.len() < FEWEST_PLACES {
            return None;
        }
        *list = rest;
        let closure = Closure {
            start: start.into(),
            steps: Box::default(),
        };
        Some((taken, self.closure_words(&closure)))
    }

    /// The place of a set that a condition asks for beside other things.
    fn place_asked(&self, id: ExprId, depth: u32) -> Option<u8> {
        let deeper = |id: ExprId| self.place_asked(id, depth - 1);
        match self.node(id) {
            Node::Bits { of, mask, .. } if mask.is_power_of_two() => {
                let word = match self.node(*of) {
                    Node::Closure { word, .. } => *word,
                    _ => 0,
                };
                u8::try_from(mask.trailing_zeros() + 64 * word).ok()
            }
            Node::Not(inner) if depth > 0 => deeper(*inner),
            Node::And(parts) | Node::Or(parts) if depth > 0 => {
                parts.iter().find_map(|part| deeper(*part))
            }
            _ => None,
        }
    }

    /// Alternatives that ask for many places of a set become one, which asks for all of them.
    pub(super) fn any_at_places(&mut self, list: &mut Vec<ExprId>) {
        if let Some((places, words)) = self.at_places(list) {
            for (place, word) in words.into_iter().enumerate() {
                let mask = (places >> (64 * place)) as u64;
                if mask != 0 {
                    let any = self.any_bit(word, mask);
                    list.push(any);
                }
            }
        }
    }

    /// Conditions that ask for many places of a set become one, which asks for all of them.
    pub(super) fn all_at_places(&mut self, list: &mut Vec<ExprId>) {
        if let Some((places, words)) = self.at_places(list) {
            for (place, word) in words.into_iter().enumerate() {
                let mask = (places >> (64 * place)) as u64;
                if mask != 0 {
                    let all = self.bits(word, mask, mask);
                    list.push(all);
                }
            }
        }
    }

    /// Terms that ask for places of a set become the number of the places where they hold.
    fn counted_at_places(&mut self, list: &mut Vec<ExprId>) {
        let is_truth = |id: &ExprId| {
            let facts = self.facts(*id);
            facts.lo >= 0 && facts.hi <= 1
        };
        if !list.iter().all(is_truth) {
            return;
        }
        if let Some((places, words)) = self.at_places(list) {
            for (place, word) in words.into_iter().enumerate() {
                let mask = (places >> (64 * place)) as u64;
                if mask != 0 {
                    let count = self.ones(word, mask);
                    list.push(count);
                }
            }
        }
    }

    /// Puts terms that are bits of one number together, as the number of these bits that are set.
    pub(super) fn counted_together(&mut self, terms: Vec<ExprId>) -> Vec<ExprId> {
        let is_bit = |id: &ExprId| matches!(self.node(*id), Node::Bits { .. });
        if terms.iter().filter(|id| is_bit(id)).count() < 2 {
            let mut terms = terms;
            self.counted_at_places(&mut terms);
            return terms;
        }
        let (mut rest, mut counted): (Vec<ExprId>, Vec<(ExprId, u64)>) = Default::default();
        for term in terms {
            let bit = match *self.node(term) {
                Node::Bits { of, mask, pattern } if mask == pattern => Some((of, mask)),
                _ => None,
            };
            let Some((of, bit)) = bit.filter(|(_, bit)| bit.is_power_of_two()) else {
                rest.push(term);
                continue;
            };
            match counted
                .iter_mut()
                .find(|(other, mask)| *other == of && mask & bit == 0)
            {
                Some((_, mask)) => *mask |= bit,
                None => counted.push((of, bit)),
            }
        }
        for (of, mask) in counted {
            rest.push(if mask.is_power_of_two() {
                self.bits(of, mask, mask)
            } else {
                self.ones(of, mask)
            });
        }
        rest
    }
}
