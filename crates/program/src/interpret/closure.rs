//! Working out the sets that grow by steps.

use zug_game::U256;

use super::expression::Expressions;
use super::frame::Frame;
use crate::growth::{Growth, Places, Rounds};
use crate::residual::{Closure, Residual};
use crate::word::Word;

/// A set that grows by steps.
#[derive(Debug)]
pub(super) struct ClosureCode {
    /// Which 64 places of the set are asked for: from `64 * word` on.
    word: u32,
    way: Way,
}

/// How a set is worked out.
#[derive(Debug)]
enum Way {
    /// With words of 64 bits: neither places nor tested bits lie above.
    Narrow(Growth),
    /// With words of 128 bits.
    Wide(Growth),
    /// With words of 256 bits.
    Widest(Growth),
    /// Element by element, since conditions can fault.
    OneByOne(OneByOne),
}

/// The places of the start and the steps from each place, each with the node of its condition.
#[derive(Debug)]
struct OneByOne {
    start: Box<[(u8, u32)]>,
    /// For each place the steps from it.
    steps: Vec<Vec<(u8, u32)>>,
}

impl ClosureCode {
    pub(super) fn new(program: &Residual, closure: &Closure, word: u32) -> Self {
        let way = match Growth::of(program, closure) {
            Some(growth) if growth.touched().leading_zeros() >= 192 => Way::Narrow(growth),
            Some(growth) if growth.touched().leading_zeros() >= 128 => Way::Wide(growth),
            Some(growth) => Way::Widest(growth),
            None => {
                let start = closure.start.iter();
                let mut steps = vec![Vec::new(); Closure::MOST];
                for (from, to, condition) in &closure.steps {
                    steps[usize::from(*from)].push((*to, condition.index() as u32));
                }
                Way::OneByOne(OneByOne {
                    start: start
                        .map(|(place, id)| (*place, id.index() as u32))
                        .collect(),
                    steps,
                })
            }
        };
        Self { word, way }
    }
}

impl<W: Word> Expressions<W> {
    /// The places of the set that are asked for, as bits.
    pub(super) fn closure(&self, code: &ClosureCode, position: W, frame: &mut Frame<'_>) -> i64 {
        let set = match &code.way {
            Way::Narrow(growth) => self.grown::<u64>(growth, position, frame).widen(),
            Way::Wide(growth) => self.grown::<u128>(growth, position, frame).widen(),
            Way::Widest(growth) => self.grown::<U256>(growth, position, frame),
            Way::OneByOne(steps) => self.one_by_one(steps, position, frame),
        };
        (set >> (64 * code.word)).as_i64()
    }

    /// The set, worked out with words of the type `S`, which hold all bits that are looked at.
    fn grown<S: Word>(&self, growth: &Growth, position: W, frame: &mut Frame<'_>) -> S {
        let bits = S::narrow(position.widen());
        let mut find = |places: &Places| self.places(places, bits, position, frame);
        let start = find(&growth.start);
        if start == S::default() || growth.is_still() {
            return start;
        }
        let enter = find(&growth.enter);
        let leave = match &growth.leave {
            Some(leave) => find(leave),
            None => !S::default(),
        };
        let mut set = start;
        match &growth.rounds {
            Rounds::Shifts(shifts) => {
                let shifts = shifts.iter().map(|(by, from)| (*by, find(from)));
                // The places from which a shift is made. Few boards have more than eight
                // directions.
                let mut few = [(0, S::default()); 8];
                let many: Vec<(i32, S)>;
                let shifts = if shifts.len() <= few.len() {
                    let count = shifts.len();
                    few.iter_mut().zip(shifts).for_each(|(to, from)| *to = from);
                    &few[..count]
                } else {
                    many = shifts.collect();
                    &many
                };
                loop {
                    let from = set & leave;
                    let moved = shifts.iter().fold(S::default(), |all, (by, of)| {
                        all | moved_up(from & *of, *by)
                    });
                    let grown = set | (moved & enter);
                    if grown == set {
                        return set;
                    }
                    set = grown;
                }
            }
            Rounds::Neighbours(near) => {
                let mut left = set;
                // Each place is looked at once, when it is new.
                while left != S::default() {
                    let from = left & leave;
                    left = S::default();
                    for (place, to) in near {
                        if (from >> *place).low() & 1 == 1 {
                            left = left | find(to);
                        }
                    }
                    left = left & enter & !set;
                    set = set | left;
                }
                set
            }
        }
    }

    /// The places that are found in a position, whose bits are `bits`.
    fn places<S: Word>(&self, places: &Places, bits: S, position: W, frame: &mut Frame<'_>) -> S {
        match places {
            Places::Known(places) => S::narrow(*places),
            Places::Bits { asks, places } => {
                asks.iter().fold(S::narrow(*places), |found, (by, is_set)| {
                    let here = moved_up(bits, -by);
                    found & if *is_set { here } else { !here }
                })
            }
            Places::Word {
                of,
                asks: (by, is_set),
                places,
            } => {
                let value = self.eval(of.index() as u32, position, frame) as u64;
                let here = moved_up(S::of_low(value), -by);
                S::narrow(*places) & if *is_set { here } else { !here }
            }
            Places::If { condition, places } => {
                let holds = self.holds(condition.index() as u32, position, frame);
                if holds {
                    S::narrow(*places)
                } else {
                    S::default()
                }
            }
            Places::Not { places, found } => {
                S::narrow(*places) & !self.places(found, bits, position, frame)
            }
            Places::Any(parts) => parts.iter().fold(S::default(), |found, part| {
                found | self.places(part, bits, position, frame)
            }),
            Places::All { places, parts } => {
                parts
                    .iter()
                    .fold(S::narrow(*places), |found, (asked, part)| {
                        found & (self.places(part, bits, position, frame) | !S::narrow(*asked))
                    })
            }
        }
    }

    /// The set, element by element in the order in which they come into it.
    #[cold]
    fn one_by_one(&self, code: &OneByOne, position: W, frame: &mut Frame<'_>) -> U256 {
        let (mut set, mut order) = (U256::ZERO, Vec::new());
        for (place, condition) in &code.start {
            let holds = self.holds(*condition, position, frame);
            if frame.fault.is_some() {
                return set;
            }
            if holds && set >> place & 1 == 0 {
                set |= U256::ONE << place;
                order.push(*place);
            }
        }
        let mut next = 0;
        while let Some(from) = order.get(next).copied() {
            next += 1;
            for (to, condition) in &code.steps[usize::from(from)] {
                let holds = self.holds(*condition, position, frame);
                if frame.fault.is_some() {
                    return set;
                }
                if holds && set >> to & 1 == 0 {
                    set |= U256::ONE << to;
                    order.push(*to);
                }
            }
        }
        set
    }
}

/// A word shifted up, or down where the distance is negative.
#[inline]
fn moved_up<S: Word>(word: S, by: i32) -> S {
    if by >= 0 {
        word << by.unsigned_abs()
    } else {
        word >> by.unsigned_abs()
    }
}
