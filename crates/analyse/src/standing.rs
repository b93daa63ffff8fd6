//! By how much a player is ahead, in the numbers that the rules compare at the end.
//!
//! Rules that end a game by counting say who wins by comparing numbers: a store with half of the
//! seeds, one's boxes with the opponent's. Long before the end the same numbers tell who is ahead,
//! and whoever is ahead is likely to win. That puts moves in order; it proves nothing.
//!
//! The numbers are read from the conditions of the results: `win me if … and 2 * seeds > total`
//! says that First, when it is First's turn, is ahead by `2 * seeds - total`. How far First is
//! ahead is this, less the same of Second. Only sums of fields are read, which take a few
//! nanoseconds; where a number is a count of many cells, nothing is.

use std::collections::BTreeMap;

use zug_program::{ExprId, Layout, Node, Residual, Side, Word};
use zug_values::Outcome;

/// The most fields of a sum.
const MOST_TERMS: usize = 16;

/// The depth to which an expression is read.
const DEEPEST: u32 = 10;

/// By how much First is ahead of Second: a sum over fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    terms: Vec<Term>,
    constant: i64,
    /// The bit that is set where it is Second's turn.
    turn: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Term {
    shift: u32,
    mask: u64,
    times: i64,
}

/// A sum of fields, each times a number, and a constant.
#[derive(Clone, Debug, Default)]
struct Sum {
    fields: BTreeMap<usize, i64>,
    constant: i64,
}

impl Sum {
    /// This sum and another one, times a factor; `None` where it does not fit into 64 bits.
    fn plus(mut self, other: &Self, factor: i64) -> Option<Self> {
        for (&field, &times) in &other.fields {
            let of = self.fields.entry(field).or_default();
            *of = of.checked_add(times.checked_mul(factor)?)?;
        }
        self.fields.retain(|_, times| *times != 0);
        let more = other.constant.checked_mul(factor)?;
        self.constant = self.constant.checked_add(more)?;
        Some(self)
    }
}

impl Standing {
    /// What the results of a program compare; `None` where they compare no sums of fields, or
    /// both players make the same moves.
    #[must_use]
    pub fn of(residual: &Residual) -> Option<Self> {
        let [first, second] = &residual.sides[..] else {
            return None;
        };
        let layout = residual.layout();
        let turn = layout.fields[layout.turn?].shift;
        let [first, second] = [first, second].map(|side| compared(residual, side));
        let sum = first?.plus(&second?, -1)?;
        if sum.fields.is_empty() || sum.fields.len() > MOST_TERMS {
            return None;
        }
        Self::new(layout, &sum, turn)
    }

    /// The sum in units: the greatest number that divides all factors counts 1.
    fn new(layout: &Layout, sum: &Sum, turn: u32) -> Option<Self> {
        let unit = sum
            .fields
            .values()
            .fold(0, |unit, &times| divisor(unit, times));
        let mut constant = sum.constant;
        let mut terms = Vec::new();
        for (&field, &times) in &sum.fields {
            let of = layout.fields[field];
            // A field holds what it is more than its least value.
            constant = constant.checked_add(times.checked_mul(of.scalar.lo)?)?;
            if of.bits > 32 || of.weight.is_some() {
                return None;
            }
            if of.bits > 0 {
                terms.push(Term {
                    shift: of.shift,
                    mask: (1 << of.bits) - 1,
                    times: times / unit,
                });
            }
        }
        let constant = constant / unit;
        let is_small = |number: i64| number.unsigned_abs() < 1 << 24;
        let all_small = is_small(constant) && terms.iter().all(|term| is_small(term.times));
        all_small.then_some(Self {
            terms,
            constant,
            turn,
        })
    }

    /// By how much the player to move is ahead.
    #[inline]
    pub fn ahead<W: Word>(&self, position: W) -> i64 {
        let terms = self.terms.iter().map(|term| {
            let content = (position >> term.shift).low() & term.mask;
            content as i64 * term.times
        });
        let first = self.constant + terms.sum::<i64>();
        if (position >> self.turn).low() & 1 == 0 {
            first
        } else {
            -first
        }
    }
}

/// The greatest common divisor.
fn divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { divisor(b, a % b) }
}

/// By how much the player to move on this side is ahead, by the first result that says so.
fn compared(residual: &Residual, side: &Side) -> Option<Sum> {
    side.results.iter().find_map(|result| {
        let sign = match result.outcome {
            Outcome::Win => 1,
            Outcome::Loss => -1,
            Outcome::Draw => return None,
        };
        let condition = std::slice::from_ref(&result.condition);
        let parts = match residual.node(result.condition) {
            Node::And(parts) => parts,
            _ => condition,
        };
        parts.iter().find_map(|&part| {
            let Node::Less(a, b) = *residual.node(part) else {
                return None;
            };
            let ahead = sum_of_fields(residual, b)?.plus(&sum_of_fields(residual, a)?, -1)?;
            let is_of_fields = !ahead.fields.is_empty();
            is_of_fields.then(|| Sum::default().plus(&ahead, sign))?
        })
    })
}

/// An expression as a sum of fields, if it is one.
fn sum_of_fields(residual: &Residual, id: ExprId) -> Option<Sum> {
    sum(residual, id, DEEPEST)
}

fn sum(residual: &Residual, id: ExprId, depth: u32) -> Option<Sum> {
    let depth = depth.checked_sub(1)?;
    match residual.node(id) {
        Node::Const(constant) => Some(Sum {
            constant: *constant,
            ..Sum::default()
        }),
        Node::Field(field) => Some(Sum {
            fields: BTreeMap::from([(*field, 1)]),
            constant: 0,
        }),
        Node::Add(a, b) => sum(residual, *a, depth)?.plus(&sum(residual, *b, depth)?, 1),
        Node::Subtract(a, b) => sum(residual, *a, depth)?.plus(&sum(residual, *b, depth)?, -1),
        Node::Multiply(a, b) => {
            let (factor, other) = match (residual.constant(*a), residual.constant(*b)) {
                (Some(factor), _) => (factor, *b),
                (_, Some(factor)) => (factor, *a),
                _ => return None,
            };
            Sum::default().plus(&sum(residual, other, depth)?, factor)
        }
        Node::Sum(parts) if parts.len() <= MOST_TERMS => {
            let mut all = Sum::default();
            for part in parts {
                all = all.plus(&sum(residual, *part, depth)?, 1)?;
            }
            Some(all)
        }
        _ => None,
    }
}
