//! Asking whether a ground move is legal, and doing what it does.

use zug_values::{Outcome, Turn};

use super::expression::{Expressions, any_holds};
use super::field::FieldCode;
use super::run::Run;
use crate::residual::SiteId;
use crate::word::Word;

/// A ground move.
#[derive(Debug)]
pub(super) struct ProgramMove<W> {
    /// The slots that are filled before the guard is asked, each with the place of the
    /// expression of its value.
    pub(super) derived: Box<[(u32, u32)]>,
    /// What is left to ask once the conditions of the runs around the move hold.
    pub(super) rest: Guard<W>,
    /// The whole guard, where `rest` is less.
    pub(super) whole: Option<Box<Guard<W>>>,
    pub(super) body: Body<W>,
}

/// A guard, with the most common forms apart.
#[derive(Debug)]
pub(super) enum Guard<W> {
    Always,
    /// `position & mask == pattern` holds, and none of the other tests.
    Tests {
        mask: W,
        pattern: W,
        none_of: Box<[(W, W)]>,
    },
    /// The expression at this place holds.
    Expr(u32),
    /// All expressions at these places hold. They are asked in order.
    All(Box<[u32]>),
}

/// What a move does, with the most common form apart.
#[derive(Debug)]
pub(super) enum Body<W> {
    /// `(position & keep | set) + more`, the turn included.
    Constants {
        keep: W,
        set: W,
        more: W,
        turn: Turn,
    },
    Steps(Box<[Step<W>]>),
}

#[derive(Debug)]
pub(super) enum Step<W> {
    /// `position & keep | set`.
    Write {
        keep: W,
        set: W,
    },
    /// Constants are added to fields, each of which stays in its range, so that no field
    /// carries into the next.
    Grow(W),
    Set {
        field: FieldCode,
        value: u32,
        site: Option<SiteId>,
    },
    SetElement {
        field: FieldCode,
        stride: u32,
        count: i64,
        index: u32,
        value: u32,
        outside: Option<SiteId>,
        site: Option<SiteId>,
    },
    Bind {
        slot: u32,
        value: u32,
    },
    If {
        condition: u32,
        then: Box<[Step<W>]>,
        otherwise: Box<[Step<W>]>,
    },
    Again,
    End(Outcome),
    CheckBag {
        fields: Box<[FieldCode]>,
        size: i64,
        site: SiteId,
    },
    Fault(SiteId),
}

impl<W: Word> Expressions<W> {
    /// Whether a move is legal, where no run around the move was asked.
    pub(super) fn is_legal(&self, ground: &ProgramMove<W>, position: W, run: &mut Run<'_>) -> bool {
        let guard = ground.whole.as_deref().unwrap_or(&ground.rest);
        self.admits(guard, ground, position, run)
    }

    /// Whether a move is legal if the conditions of the runs around it hold.
    #[inline]
    pub(super) fn is_legal_in_runs(
        &self,
        ground: &ProgramMove<W>,
        position: W,
        run: &mut Run<'_>,
    ) -> bool {
        self.admits(&ground.rest, ground, position, run)
    }

    #[expect(
        clippy::inline_always,
        reason = "a call for each ground move of a position"
    )]
    #[inline(always)]
    fn admits(
        &self,
        guard: &Guard<W>,
        ground: &ProgramMove<W>,
        position: W,
        run: &mut Run<'_>,
    ) -> bool {
        for &(slot, value) in &ground.derived {
            let value = self.eval(value, position, run);
            run.bind(slot, value);
        }
        let legal = match guard {
            Guard::Always => true,
            Guard::Tests {
                mask,
                pattern,
                none_of,
            } => position & *mask == *pattern && !any_holds(none_of, position),
            Guard::Expr(guard) => self.holds(*guard, position, run),
            Guard::All(parts) => parts.iter().all(|part| self.holds(*part, position, run)),
        };
        legal && run.fault.is_none()
    }

    /// The position after a block of statements.
    pub(super) fn run_block(&self, block: &[Step<W>], mut position: W, run: &mut Run<'_>) -> W {
        for step in block {
            run.change();
            match step {
                Step::Write { keep, set } => position = (position & *keep) | *set,
                Step::Grow(more) => position = position.plus(*more),
                Step::Set { field, value, site } => {
                    let value = self.eval(*value, position, run);
                    position = field.store(position, value, *site, run);
                }
                Step::SetElement {
                    field,
                    stride,
                    count,
                    index,
                    value,
                    outside,
                    site,
                } => {
                    let index = self.eval(*index, position, run);
                    let value = self.eval(*value, position, run);
                    if let (Some(outside), false) = (*outside, (0..*count).contains(&index)) {
                        run.fail(outside);
                        return position;
                    }
                    let field = field.moved(index, *stride);
                    position = field.store(position, value, *site, run);
                }
                Step::Bind { slot, value } => {
                    let value = self.eval(*value, position, run);
                    run.bind(*slot, value);
                }
                Step::If {
                    condition,
                    then,
                    otherwise,
                } => {
                    let block = if self.holds(*condition, position, run) {
                        then
                    } else {
                        otherwise
                    };
                    position = self.run_block(block, position, run);
                }
                Step::Again => run.again = true,
                Step::End(outcome) => {
                    run.end.get_or_insert(*outcome);
                }
                Step::CheckBag { fields, size, site } => {
                    let held: i64 = fields.iter().map(|field| field.read(position)).sum();
                    if held != *size {
                        run.fail(*site);
                    }
                }
                Step::Fault(site) => {
                    run.fail(*site);
                }
            }
            if run.fault.is_some() {
                return position;
            }
        }
        position
    }
}
