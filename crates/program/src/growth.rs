//! How a set that grows by steps is worked out with words.
//!
//! The elements of a [`Closure`] are bits of a word. On a board all neighbours to one side are one
//! shift of the word away, so that a round of growth takes a few shifts and conjunctions for all
//! elements together: `set |= moved(set) & may_enter`, until nothing is new. That is the flood fill
//! of the bit boards of chess programs. It takes at most as many rounds as the set has elements.
//!
//! **Conditions.** What is asked of each element by itself is a word too ([`Places`]): a test that
//! is one but for a shift at all elements is a shift and a conjunction for each tested bit.
//! A condition that all steps into an element share is asked once for this element, and so is one
//! that all steps out of it share. What is left are conditions of single steps.
//!
//! **Without regular shifts.** In a graph that is no board there are nearly as many shifts as
//! steps. Then each element has the word of its neighbours, and a round joins those of the
//! elements that are in the set.
//!
//! Where a condition can fault it may be asked from elements of the set alone. Such sets are
//! not made with words, but element by element.

use std::collections::BTreeMap;

use zug_game::U256;

use crate::residual::{Closure, ExprId, Node, Residual};

/// Places of a word that are found by what holds at them.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "a variant's text names its fields")]
pub enum Places {
    /// These places.
    Known(U256),
    /// Those of these places from which on, at these distances, bits of the position are set, or
    /// are not set.
    Bits {
        asks: Vec<(i32, bool)>,
        places: U256,
    },
    /// Those of these places from which on, at this distance, a bit of a number's value is set, or
    /// is not set.
    Word {
        of: ExprId,
        asks: (i32, bool),
        places: U256,
    },
    /// All these places if the condition holds, else none.
    If { condition: ExprId, places: U256 },
    /// The places that are not found.
    Not { places: U256, found: Box<Self> },
    /// The places that are found by one of these.
    Any(Vec<Self>),
    /// The places that each of these finds, among those of which it is asked.
    All {
        places: U256,
        parts: Vec<(U256, Self)>,
    },
}

/// A place and the condition that is asked there.
type At = (u32, ExprId);

/// A test of more bits than this is asked at each place by itself.
const MOST_BITS: u32 = 16;

impl Places {
    /// The places of which the condition holds. No condition can fault.
    fn of(program: &Residual, conditions: &[At]) -> Self {
        let mut known = U256::ZERO;
        let mut shapes: BTreeMap<Vec<(i32, bool)>, U256> = BTreeMap::new();
        let mut words: BTreeMap<(ExprId, (i32, bool)), U256> = BTreeMap::new();
        let mut alone: BTreeMap<ExprId, U256> = BTreeMap::new();
        let (mut negated, mut joined, mut either) = (Vec::new(), Vec::new(), Vec::new());
        for &(place, condition) in conditions {
            let bit = U256::ONE << place;
            match program.node(condition) {
                Node::Const(0) => {}
                Node::Const(_) => known |= bit,
                Node::Test { mask, pattern } if mask.count_ones() <= MOST_BITS => {
                    *shapes.entry(asks((*mask, *pattern), place)).or_default() |= bit;
                }
                Node::AnyTest(tests)
                    if tests.iter().all(|(mask, _)| mask.count_ones() <= MOST_BITS) =>
                {
                    for test in tests {
                        *shapes.entry(asks(*test, place)).or_default() |= bit;
                    }
                }
                Node::Bits { of, mask, pattern } if mask.is_power_of_two() => {
                    let by = mask.trailing_zeros() as i32 - place as i32;
                    *words.entry((*of, (by, pattern == mask))).or_default() |= bit;
                }
                Node::Not(inner) => negated.push((place, *inner)),
                Node::And(parts) => joined.push((place, &parts[..])),
                Node::Or(parts) => either.push((place, &parts[..])),
                _ => *alone.entry(condition).or_default() |= bit,
            }
        }
        let mut any = Vec::new();
        if known != 0 {
            any.push(Self::Known(known));
        }
        for (asks, places) in shapes {
            any.push(Self::Bits { asks, places });
        }
        for ((of, asks), places) in words {
            any.push(Self::Word { of, asks, places });
        }
        for (condition, places) in alone {
            any.push(Self::If { condition, places });
        }
        if !negated.is_empty() {
            any.push(Self::Not {
                places: places_of(&negated),
                found: Box::new(Self::of(program, &negated)),
            });
        }
        if !joined.is_empty() {
            let places = joined
                .iter()
                .fold(U256::ZERO, |all, (place, _)| all | U256::ONE << place);
            let parts = by_rank(&joined).map(|part| (places_of(&part), Self::of(program, &part)));
            let parts = parts.collect();
            any.push(Self::All { places, parts });
        }
        any.extend(by_rank(&either).map(|part| Self::of(program, &part)));
        match (any.pop(), any.is_empty()) {
            (Some(only), true) => only,
            (Some(last), false) => {
                any.push(last);
                Self::Any(any)
            }
            (None, _) => Self::Known(U256::ZERO),
        }
    }

    /// The places, if they do not depend on the position.
    #[must_use]
    pub fn known(&self) -> Option<U256> {
        match self {
            Self::Known(places) => Some(*places),
            _ => None,
        }
    }

    /// The bits of the position that are looked at, and the places of the word, as one mask.
    #[must_use]
    pub fn touched(&self) -> U256 {
        match self {
            Self::Known(places) | Self::If { places, .. } => *places,
            Self::Word {
                asks: (by, _),
                places,
                ..
            } => places | moved(*places, *by),
            Self::Bits { asks, places } => asks
                .iter()
                .fold(*places, |all, (by, _)| all | moved(*places, *by)),
            Self::Not { places, found } => places | found.touched(),
            Self::Any(parts) => parts
                .iter()
                .fold(U256::ZERO, |all, part| all | part.touched()),
            Self::All { places, parts } => parts
                .iter()
                .fold(*places, |all, (_, part)| all | part.touched()),
        }
    }
}

/// Places moved up; down where the distance is negative.
fn moved(places: U256, by: i32) -> U256 {
    if by >= 0 { places << by } else { places >> -by }
}

/// What a test asks of the bits around a place: their distances, and whether they are set.
fn asks((mask, pattern): (U256, U256), place: u32) -> Vec<(i32, bool)> {
    let bits = (0..U256::BITS).filter(|bit| mask >> bit & 1 == 1);
    bits.map(|bit| (bit as i32 - place as i32, pattern >> bit & 1 == 1))
        .collect()
}

fn places_of(conditions: &[At]) -> U256 {
    conditions
        .iter()
        .fold(U256::ZERO, |all, (place, _)| all | U256::ONE << place)
}

/// The first part at each place, the second part, and so on.
fn by_rank<'a>(all: &'a [(u32, &'a [ExprId])]) -> impl Iterator<Item = Vec<At>> + 'a {
    let most = all.iter().map(|(_, parts)| parts.len()).max().unwrap_or(0);
    (0..most).map(move |rank| {
        let parts = all.iter();
        let parts = parts.filter_map(move |(place, parts)| Some((*place, *parts.get(rank)?)));
        parts.collect()
    })
}

/// How a set grows.
#[derive(Clone, Debug)]
pub struct Growth {
    /// The places that are in the set at first.
    pub start: Places,
    /// The places that may come into the set.
    pub enter: Places,
    /// The places from which steps are made; `None` if they are made from all places.
    pub leave: Option<Places>,
    /// What is done in each round.
    pub rounds: Rounds,
}

/// A round of growth.
#[derive(Clone, Debug)]
pub enum Rounds {
    /// For each distance the places from which there are steps over that distance.
    Shifts(Vec<(i32, Places)>),
    /// The steps from each place: the places to which they lead.
    Neighbours(Vec<(u32, Places)>),
}

/// A shift takes about three instructions, the neighbours of a place four.
const SHIFT: usize = 3;
/// About how many instructions the neighbours of a place take.
const NEIGHBOURS: usize = 4;

impl Growth {
    /// How a set grows; `None` if a condition can fault.
    #[must_use]
    pub fn of(program: &Residual, closure: &Closure) -> Option<Self> {
        let faults = closure.conditions().any(|id| program.facts(id).faults);
        (!faults).then(|| Self::anyhow(program, closure))
    }

    /// How a set grows, for who asks conditions that can fault from places that are not in the set
    /// too.
    #[must_use]
    pub fn anyhow(program: &Residual, closure: &Closure) -> Self {
        let always = |id: &ExprId| program.constant(*id) == Some(1);
        let start: Vec<At> = closure
            .start
            .iter()
            .map(|(p, id)| (u32::from(*p), *id))
            .collect();
        let steps = closure.steps.iter();
        let mut steps: Vec<(u32, u32, Option<ExprId>)> = steps
            .map(|(from, to, id)| (u32::from(*from), u32::from(*to), Some(*id)))
            .collect();
        for step in &mut steps {
            step.2 = step.2.filter(|id| !always(id));
        }
        // What all steps into a place ask is asked of the place.
        let mut entering: BTreeMap<u32, Vec<Option<ExprId>>> = BTreeMap::new();
        for (_, to, asked) in &steps {
            entering.entry(*to).or_default().push(*asked);
        }
        let shared = |asked: &[Option<ExprId>]| {
            let first = asked[0]?;
            asked.iter().all(|id| *id == Some(first)).then_some(first)
        };
        let enters: BTreeMap<u32, Option<ExprId>> = entering
            .iter()
            .map(|(place, asked)| (*place, shared(asked)))
            .collect();
        for (_, to, asked) in &mut steps {
            if enters[to].is_some() {
                *asked = None;
            }
        }
        // What all steps out of a place ask is asked of the place.
        let mut leaving: BTreeMap<u32, Vec<Option<ExprId>>> = BTreeMap::new();
        for (from, _, asked) in &steps {
            leaving.entry(*from).or_default().push(*asked);
        }
        let leaves: BTreeMap<u32, Option<ExprId>> = leaving
            .iter()
            .map(|(place, asked)| (*place, shared(asked)))
            .collect();
        for (from, _, asked) in &mut steps {
            if leaves[from].is_some() {
                *asked = None;
            }
        }
        Self {
            start: Places::of(program, &start),
            enter: of_all(program, &enters),
            leave: leaves
                .values()
                .any(Option::is_some)
                .then(|| of_all(program, &leaves)),
            rounds: Rounds::of(program, &steps),
        }
    }

    /// Whether no step is ever made.
    #[must_use]
    pub fn is_still(&self) -> bool {
        match &self.rounds {
            Rounds::Shifts(steps) => steps.is_empty(),
            Rounds::Neighbours(steps) => steps.is_empty(),
        }
    }

    /// The bits of the position that are looked at, and the places of the set, as one mask.
    #[must_use]
    pub fn touched(&self) -> U256 {
        let rounds = match &self.rounds {
            Rounds::Shifts(shifts) => shifts,
            Rounds::Neighbours(_) => &Vec::new(),
        };
        let rounds = rounds.iter().map(|(_, from)| from);
        let near = match &self.rounds {
            Rounds::Neighbours(all) => &all[..],
            Rounds::Shifts(_) => &[],
        };
        let near = near.iter().map(|(_, to)| to);
        let places = [&self.start, &self.enter].into_iter();
        let places = places.chain(&self.leave).chain(rounds).chain(near);
        places.fold(U256::ZERO, |all, places| all | places.touched())
    }
}

/// The places of which the condition holds, or of which nothing is asked.
fn of_all(program: &Residual, all: &BTreeMap<u32, Option<ExprId>>) -> Places {
    let free = all.iter().filter(|(_, asked)| asked.is_none());
    let free = free.fold(U256::ZERO, |all, (place, _)| all | U256::ONE << place);
    let asked = all
        .iter()
        .filter_map(|(place, asked)| Some((*place, (*asked)?)));
    let asked: Vec<At> = asked.collect();
    if asked.is_empty() {
        return Places::Known(free);
    }
    let asked = Places::of(program, &asked);
    match free {
        U256::ZERO => asked,
        _ => Places::Any(vec![Places::Known(free), asked]),
    }
}

impl Rounds {
    fn of(program: &Residual, steps: &[(u32, u32, Option<ExprId>)]) -> Self {
        let mut shifts: BTreeMap<i32, BTreeMap<u32, Option<ExprId>>> = BTreeMap::new();
        let mut near: BTreeMap<u32, BTreeMap<u32, Option<ExprId>>> = BTreeMap::new();
        for &(from, to, asked) in steps {
            let by = to as i32 - from as i32;
            shifts.entry(by).or_default().insert(from, asked);
            near.entry(from).or_default().insert(to, asked);
        }
        if shifts.len() * SHIFT <= near.len() * NEIGHBOURS {
            let shifts = shifts.iter().map(|(by, from)| (*by, of_all(program, from)));
            return Self::Shifts(shifts.collect());
        }
        let near = near.iter().map(|(from, to)| (*from, of_all(program, to)));
        Self::Neighbours(near.collect())
    }
}
