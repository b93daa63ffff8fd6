//! Moves that ask for bits and write constants.

use zug_game::U256;
use zug_program::{ExprId, GroundMove, Node, Residual};

use crate::move_end::MoveEnd;
use crate::steps::{Effect, StepGuard, as_test, fixed_by_tests};

/// A move that asks for bits and writes constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlainMove {
    /// The bits of a position that decide whether the move is legal.
    pub mask: U256,
    /// What the bits of `mask` are where the move is legal.
    pub pattern: U256,
    /// The bits of a position that the move writes.
    pub clear: U256,
    /// What the bits of `clear` are after the move.
    pub set: U256,
}

impl PlainMove {
    /// A ground move as a plain one, and how it ends; `None` if it asks for more than bits or writes
    /// anything but constants.
    pub(crate) fn of(residual: &Residual, ground: &GroundMove) -> Option<(Self, MoveEnd)> {
        Self::by_tests(residual, ground, as_test)
    }

    /// As [`PlainMove::of`], but for every position of play alone: a field that must not hold some content
    /// is asked for one bit where all other contents differ from it in that bit.
    pub(crate) fn in_play(residual: &Residual, ground: &GroundMove) -> Option<(Self, MoveEnd)> {
        Self::by_tests(residual, ground, |residual, id| {
            as_test(residual, id).or_else(|| as_other_content(residual, id))
        })
    }

    fn by_tests(
        residual: &Residual,
        ground: &GroundMove,
        as_test: impl Fn(&Residual, ExprId) -> Option<(U256, U256)>,
    ) -> Option<(Self, MoveEnd)> {
        let (mask, pattern, guard) = fixed_by_tests(residual, ground, as_test)?;
        let effect = Effect::of(residual, &ground.body)?;
        let plain = Self {
            mask,
            pattern,
            clear: effect.clear,
            set: effect.set,
        };
        (guard == StepGuard::Test).then_some((plain, effect.end))
    }

    /// The position after the move.
    #[inline]
    pub(crate) fn after(&self, position: U256) -> U256 {
        position & !self.clear | self.set
    }

    /// Whether another move is not left after this one; `None` if this one could give it.
    pub(crate) fn takes(&self, other: &Self) -> Option<bool> {
        let touched = self.clear & other.mask;
        if touched & (self.set ^ other.pattern) != 0 {
            return Some(true);
        }
        let was_so = touched & !self.mask == 0 && touched & (self.pattern ^ other.pattern) == 0;
        was_so.then_some(false)
    }

    /// This move and another one right after it, as one move; `None` if the other one is not legal then.
    pub(crate) fn then(&self, next: &Self) -> Option<Self> {
        let known = self.mask | self.clear;
        let after = self.after(self.pattern);
        if known & next.mask & (after ^ next.pattern) != 0 {
            return None;
        }
        Some(Self {
            mask: self.mask | (next.mask & !self.clear),
            pattern: self.pattern | (next.pattern & !self.clear),
            clear: self.clear | next.clear,
            set: next.after(self.set),
        })
    }

    /// The move without the bits that it writes as they were.
    pub(crate) fn with_changes_alone(mut self) -> Self {
        let kept = self.clear & self.mask & !(self.pattern ^ self.set);
        self.clear &= !kept;
        self.set &= !kept;
        self
    }
}

/// The most values of a field whose contents are compared.
const MOST_VALUES: u64 = 1 << 12;

/// The condition that a field does not hold some content, as a test of one bit, if one bit is different in
/// that content from what it is in all others. It is not looked for in a field of many values.
fn as_other_content(residual: &Residual, id: ExprId) -> Option<(U256, U256)> {
    let Node::Not(inner) = *residual.node(id) else {
        return None;
    };
    let Node::Test { mask, pattern } = *residual.node(inner) else {
        return None;
    };
    let field = residual
        .layout()
        .fields
        .iter()
        .find(|of| of.mask() == mask && of.scalar.hi.abs_diff(of.scalar.lo) <= MOST_VALUES)?;
    let others = (field.scalar.lo..=field.scalar.hi)
        .map(|value| field.content(value))
        .filter(|content| *content != pattern);
    let same = others.fold(mask, |same, content| same & (content ^ pattern));
    (same != 0).then(|| {
        let bit = U256::ONE << same.trailing_zeros();
        (bit, bit & !pattern)
    })
}
