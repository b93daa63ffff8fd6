//! Moves that add the same number to the rank wherever they are legal.
//!
//! Some ground moves do nothing but set fields to constants, and their guard fixes what
//! these fields held before. Such a move changes the same bits of a packed position wherever
//! it is legal. Since the rank is a sum of digits times weights, the move also adds the same
//! number to the rank. A car of Dodgem that goes from one cell to the next is such a move:
//! the one cell held the car, the other cell nothing. A walk through a table by rank plays
//! such a move by an addition, without packing and ranking a position.
//!
//! The counts of a bag are one digit: if a move changes a count, the guard must fix all
//! counts of that bag. Whose turn it is, and that the game goes on, is known wherever a move
//! is played, and counts as fixed.
//!
//! Cost: one look at each ground move.

use zug_game::U256;
use zug_program::layout::rank_bag;
use zug_program::{Digit, ExprId, GroundMove, Layout, Node, Op, Residual};
use zug_values::Turn;

use crate::move_end::MoveEnd;

/// What a ground move does to every position in which it is legal.
///
/// Law: if the move is legal in `p`, then `p & mask == pattern`, and the position
/// after it is `p ^ delta`, whose rank is that of `p` plus `step`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConstantStep {
    /// The bits that the guard fixes. The bits of all fields that the move writes are among
    /// them, but for the fields of whose turn it is and how the game ended.
    pub mask: U256,
    /// What the bits of `mask` are where the move is legal.
    pub pattern: U256,
    /// Whether the guard asks for more than that.
    pub guard: StepGuard,
    /// The bits that change.
    pub delta: U256,
    /// What is added to the rank.
    pub step: i128,
    /// Who moves next.
    pub turn: Turn,
}

/// What the guard of a [`ConstantStep`] asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepGuard {
    /// `(position & mask) == pattern`, and nothing else.
    Test,
    /// More than that test.
    More,
}

/// The constant steps among the ground moves, for each player to move.
pub fn constant_steps(residual: &Residual) -> Vec<Vec<Option<ConstantStep>>> {
    let steps = |(side, moves): (usize, &Vec<GroundMove>)| {
        moves
            .iter()
            .map(|ground| constant_step(residual, side, ground))
            .collect()
    };
    let sides = residual.sides.iter().map(|side| &side.moves);
    sides.enumerate().map(steps).collect()
}

fn constant_step(residual: &Residual, side: usize, ground: &GroundMove) -> Option<ConstantStep> {
    let layout = residual.layout();
    // Without ranks there are no steps between them.
    layout.size?;
    let (mask, pattern, guard) = fixed_by_guard(residual, ground)?;
    let effect = Effect::of(residual, &ground.body)?;
    if effect.clear & !mask != 0 {
        return None;
    }
    let (mut known, mut before) = (mask, pattern);
    let mut after = (pattern & !effect.clear) | effect.set;
    // Whose turn it is and that the game goes on is known as well.
    for (field, old, new) in effect.end.changes(layout, side) {
        let of = layout.fields[field];
        known |= of.mask();
        before |= of.content(old);
        after |= of.content(new);
    }
    Some(ConstantStep {
        mask,
        pattern,
        guard,
        delta: before ^ after,
        step: step(layout, known, before, after)?,
        turn: effect.end.turn(),
    })
}

/// The mask and the pattern of all tests of a guard together, and whether the guard asks for
/// more. `None` if the tests cannot hold together.
pub fn fixed_by_guard(residual: &Residual, ground: &GroundMove) -> Option<(U256, U256, StepGuard)> {
    fixed_by_tests(residual, ground, as_test)
}

/// As [`fixed_by_guard`], where a function returns the mask and the pattern of each condition that is a test.
pub(crate) fn fixed_by_tests(
    residual: &Residual,
    ground: &GroundMove,
    as_test: impl Fn(&Residual, ExprId) -> Option<(U256, U256)>,
) -> Option<(U256, U256, StepGuard)> {
    let node = residual.node(ground.guard);
    let parts = match node {
        Node::And(parts) => parts.to_vec(),
        _ => vec![ground.guard],
    };
    let faults = |(_, value): &(usize, _)| residual.facts(*value).faults;
    let (mut mask, mut pattern) = (U256::ZERO, U256::ZERO);
    let mut guard = if ground.derived.iter().any(faults) {
        StepGuard::More
    } else {
        StepGuard::Test
    };
    for part in parts {
        if residual.constant(part) == Some(1) {
            continue;
        }
        match as_test(residual, part) {
            Some((m, p)) if mask & m & (pattern ^ p) != 0 => return None,
            Some((m, p)) => {
                mask |= m;
                pattern |= p;
            }
            None => guard = StepGuard::More,
        }
    }
    Some((mask, pattern, guard))
}

/// The truth of an expression as a test of bits, if it is one.
pub(crate) fn as_test(residual: &Residual, id: ExprId) -> Option<(U256, U256)> {
    let truth = |id: ExprId| match *residual.node(id) {
        Node::Field(field) => {
            let of = residual.layout().fields[field];
            ((of.scalar.lo, of.scalar.hi) == (0, 1)).then_some(U256::ONE << of.shift)
        }
        _ => None,
    };
    match *residual.node(id) {
        Node::Test { mask, pattern } => Some((mask, pattern)),
        Node::Not(inner) => truth(inner).map(|bit| (bit, U256::ZERO)),
        _ => truth(id).map(|bit| (bit, bit)),
    }
}

/// What a body does that only sets fields to constants.
pub(crate) struct Effect {
    pub(crate) clear: U256,
    pub(crate) set: U256,
    pub(crate) end: MoveEnd,
}

impl Effect {
    pub(crate) fn of(residual: &Residual, body: &[Op]) -> Option<Self> {
        let mut effect = Self {
            clear: U256::ZERO,
            set: U256::ZERO,
            end: MoveEnd::default(),
        };
        for op in body {
            match op {
                Op::Write { clear, set } => {
                    effect.set = (effect.set & !clear) | set;
                    effect.clear |= clear;
                }
                Op::Again => effect.end.keep_turn(),
                Op::End(outcome) => effect.end.end(*outcome),
                // Nothing reads the slot: only constants are written.
                Op::Bind { value, .. } if !residual.facts(*value).faults => {}
                // The counts of bags are looked at by `step`.
                Op::CheckBag { .. } => {}
                _ => return None,
            }
        }
        Some(effect)
    }
}

/// The difference of the ranks, if it is the same for all positions whose known bits change
/// from `before` to `after`.
fn step(layout: &Layout, known: U256, before: U256, after: U256) -> Option<i128> {
    let changed = before ^ after;
    let bits = |field: usize| layout.fields[field].mask();
    let mut step = 0i128;
    let mut weight = Some(1u128);
    for digit in layout.digits.iter().rev() {
        let difference = match *digit {
            Digit::Field(field) => layout.get(after, field) - layout.get(before, field),
            Digit::Bag { first, kinds, size } => {
                let fields = first..first + kinds;
                let all = fields
                    .clone()
                    .map(bits)
                    .fold(U256::ZERO, |all, bits| all | bits);
                if changed & all == 0 {
                    0
                } else if all & !known != 0 {
                    return None;
                } else {
                    let place = |key: U256| -> Option<i64> {
                        let counts: Vec<i64> =
                            fields.clone().map(|field| layout.get(key, field)).collect();
                        // A bag that does not hold its number of things has no place.
                        (counts.iter().sum::<i64>() == size).then(|| rank_bag(&counts, size) as i64)
                    };
                    place(after)? - place(before)?
                }
            }
        };
        if difference != 0 {
            let weight = i128::try_from(weight?).ok()?;
            step = step.checked_add(weight.checked_mul(i128::from(difference))?)?;
        }
        weight = weight.and_then(|weight| weight.checked_mul(layout.radix(digit)));
    }
    Some(step)
}
