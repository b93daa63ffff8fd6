//! Asking whether a ground move is legal, and doing what it does.

use zug_values::{Outcome, Turn};

use super::expression::{Expressions, any_holds};
use super::field::{DigitCode, FieldCode};
use super::frame::Frame;
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
    Statements(Box<[Statement<W>]>),
}

#[derive(Debug)]
pub(super) enum Statement<W> {
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
    SetDigit {
        digit: DigitCode,
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
        then: Box<[Statement<W>]>,
        otherwise: Box<[Statement<W>]>,
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
    pub(super) fn is_legal(
        &self,
        ground: &ProgramMove<W>,
        position: W,
        frame: &mut Frame<'_>,
    ) -> bool {
        let guard = ground.whole.as_deref().unwrap_or(&ground.rest);
        self.admits(guard, ground, position, frame)
    }

    /// Whether a move is legal if the conditions of the runs around it hold.
    #[inline]
    pub(super) fn is_legal_in_runs(
        &self,
        ground: &ProgramMove<W>,
        position: W,
        frame: &mut Frame<'_>,
    ) -> bool {
        self.admits(&ground.rest, ground, position, frame)
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
        frame: &mut Frame<'_>,
    ) -> bool {
        for &(slot, value) in &ground.derived {
            let value = self.eval(value, position, frame);
            frame.bind(slot, value);
        }
        let legal = match guard {
            Guard::Always => true,
            Guard::Tests {
                mask,
                pattern,
                none_of,
            } => position & *mask == *pattern && !any_holds(none_of, position),
            Guard::Expr(guard) => self.holds(*guard, position, frame),
            Guard::All(parts) => parts.iter().all(|part| self.holds(*part, position, frame)),
        };
        legal && frame.fault.is_none()
    }

    /// The position after a block of statements.
    pub(super) fn run_block(
        &self,
        block: &[Statement<W>],
        mut position: W,
        frame: &mut Frame<'_>,
    ) -> W {
        for step in block {
            frame.change();
            match step {
                Statement::Write { keep, set } => position = (position & *keep) | *set,
                Statement::Grow(more) => position = position.plus(*more),
                Statement::Set { field, value, site } => {
                    let value = self.eval(*value, position, frame);
                    position = field.store(position, value, *site, frame);
                }
                Statement::SetDigit { digit, value, site } => {
                    let value = self.eval(*value, position, frame);
                    position = digit.store(position, value, *site, frame);
                }
                Statement::SetElement {
                    field,
                    stride,
                    count,
                    index,
                    value,
                    outside,
                    site,
                } => {
                    let index = self.eval(*index, position, frame);
                    let value = self.eval(*value, position, frame);
                    if let (Some(outside), false) = (*outside, (0..*count).contains(&index)) {
                        frame.fail(outside);
                        return position;
                    }
                    let field = field.moved(index, *stride);
                    position = field.store(position, value, *site, frame);
                }
                Statement::Bind { slot, value } => {
                    let value = self.eval(*value, position, frame);
                    frame.bind(*slot, value);
                }
                Statement::If {
                    condition,
                    then,
                    otherwise,
                } => {
                    let block = if self.holds(*condition, position, frame) {
                        then
                    } else {
                        otherwise
                    };
                    position = self.run_block(block, position, frame);
                }
                Statement::Again => frame.again = true,
                Statement::End(outcome) => {
                    frame.end.get_or_insert(*outcome);
                }
                Statement::CheckBag { fields, size, site } => {
                    let held: i64 = fields.iter().map(|field| field.read(position)).sum();
                    if held != *size {
                        frame.fail(*site);
                    }
                }
                Statement::Fault(site) => {
                    frame.fail(*site);
                }
            }
            if frame.fault.is_some() {
                return position;
            }
        }
        position
    }
}
