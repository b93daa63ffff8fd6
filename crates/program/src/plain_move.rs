//! Moves that ask for bits and write constants.

use zug_game::U256;

use crate::move_end::MoveEnd;
use crate::residual::{GroundMove, Residual};
use crate::steps::{Effect, StepGuard, fixed_by_guard};

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
        let (mask, pattern, guard) = fixed_by_guard(residual, ground)?;
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
