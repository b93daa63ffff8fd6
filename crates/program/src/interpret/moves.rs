//! Asking whether a ground move is legal, and doing what it does.

use zug_values::{Outcome, Turn};

use super::expression::{Expressions, any_holds};
use super::field::FieldCode;
use super::run::Run;
use crate::residual::SiteId;
use crate::word::Word;

#[derive(Debug)]
pub(super) struct ProgramMove<W> {
    pub(super) derived: Box<[(u32, u32)]>,
    pub(super) guard: Guard<W>,
    pub(super) body: Body<W>,
}

/// A guard, with the commonest forms at hand.
#[derive(Debug)]
pub(super) enum Guard<W> {
    Always,
    /// One test holds, and none of the others.
    Tests {
        mask: W,
        pattern: W,
        none_of: Box<[(W, W)]>,
    },
    Expr(u32),
}

/// What a move does, with the commonest form at hand.
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
    /// Fields become more or less by constants, each within its range: none carries
    /// into the next.
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
    #[inline]
    pub(super) fn is_legal(&self, ground: &ProgramMove<W>, position: W, run: &mut Run<'_>) -> bool {
        for &(slot, value) in &ground.derived {
            let value = self.eval(value, position, run);
            run.bind(slot, value);
        }
        let legal = match &ground.guard {
            Guard::Always => true,
            Guard::Tests {
                mask,
                pattern,
                none_of,
            } => position & *mask == *pattern && !any_holds(none_of, position),
            Guard::Expr(guard) => self.holds(*guard, position, run),
        };
        legal && run.fault.is_none()
    }

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
