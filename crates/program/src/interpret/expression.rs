//! Working out the value of an expression in a position.

use super::closure::ClosureCode;
use super::field::{DigitCode, FieldCode};
use super::frame::Frame;
use crate::arithmetic;
use crate::residual::SiteId;
use crate::word::Word;

/// The expressions of a program, for positions of type `W`.
#[derive(Debug)]
pub(super) struct Expressions<W> {
    /// The code of each node.
    pub(super) code: Vec<Code<W>>,
    /// The code of the nodes that keep their value, by [`Code::Kept`].
    pub(super) kept: Vec<Code<W>>,
    pub(super) tables: Vec<Box<[i64]>>,
}

#[derive(Debug)]
pub(super) enum Code<W> {
    Const(i64),
    Field(FieldCode),
    Digit(DigitCode),
    Element {
        field: FieldCode,
        /// The number of bits from one element to the next.
        stride: u32,
        count: i64,
        index: u32,
        site: Option<SiteId>,
    },
    Slot(u32),
    Stuck,
    Add(u32, u32),
    Subtract(u32, u32),
    Multiply(u32, u32),
    Divide(u32, u32, Option<SiteId>),
    Modulo(u32, u32, Option<SiteId>),
    Min(u32, u32),
    Max(u32, u32),
    Equal(u32, u32),
    Less(u32, u32),
    Not(u32),
    And(Box<[u32]>),
    Or(Box<[u32]>),
    Sum(Box<[u32]>),
    Select(u32, u32, u32),
    Table {
        table: u32,
        index: u32,
        site: Option<SiteId>,
    },
    Test {
        mask: W,
        pattern: W,
    },
    AnyTest(Box<[(W, W)]>),
    Closure(Box<ClosureCode>),
    Bits {
        of: u32,
        mask: u64,
        pattern: u64,
    },
    Ones {
        of: u32,
        mask: u64,
    },
    Fault(SiteId),
    /// A node that keeps its value: its place among the nodes that do.
    Kept(u32),
}

impl<W: Word> Expressions<W> {
    /// The value of the node at this place.
    pub(super) fn eval(&self, at: u32, position: W, frame: &mut Frame<'_>) -> i64 {
        self.eval_code(&self.code[at as usize], position, frame)
    }

    /// Whether the node at this place is true.
    #[inline]
    pub(super) fn holds(&self, at: u32, position: W, frame: &mut Frame<'_>) -> bool {
        self.eval(at, position, frame) != 0
    }

    /// What `of` makes of the values of two nodes.
    #[inline]
    fn both<T>(
        &self,
        a: u32,
        b: u32,
        position: W,
        frame: &mut Frame<'_>,
        of: impl FnOnce(i64, i64) -> T,
    ) -> T {
        let a = self.eval(a, position, frame);
        let b = self.eval(b, position, frame);
        of(a, b)
    }

    /// The value of a node that keeps it.
    fn eval_kept(&self, place: usize, position: W, frame: &mut Frame<'_>) -> i64 {
        let (when, value) = frame.kept[place];
        if when == frame.changes {
            return value;
        }
        let value = self.eval_code(&self.kept[place], position, frame);
        frame.kept[place] = (frame.changes, value);
        value
    }

    #[inline]
    fn eval_code(&self, code: &Code<W>, position: W, frame: &mut Frame<'_>) -> i64 {
        match code {
            Code::Const(value) => *value,
            Code::Field(field) => field.read(position),
            Code::Digit(digit) => digit.read(position),
            Code::Element {
                field,
                stride,
                count,
                index,
                site,
            } => {
                let index = self.eval(*index, position, frame);
                if let (Some(site), false) = (*site, (0..*count).contains(&index)) {
                    frame.fail(site);
                    return field.lo;
                }
                field.moved(index, *stride).read(position)
            }
            Code::Slot(slot) => frame.slots[*slot as usize],
            Code::Stuck => match frame.stuck {
                Ok(stuck) => i64::from(stuck),
                Err(site) => frame.fail(site),
            },
            Code::Add(a, b) => self.both(*a, *b, position, frame, |a, b| a + b),
            Code::Subtract(a, b) => self.both(*a, *b, position, frame, |a, b| a - b),
            Code::Multiply(a, b) => self.both(*a, *b, position, frame, |a, b| a * b),
            Code::Divide(a, b, site) => {
                let quotient = self.both(*a, *b, position, frame, arithmetic::divide);
                frame.or_fail(quotient, *site)
            }
            Code::Modulo(a, b, site) => {
                let rest = self.both(*a, *b, position, frame, arithmetic::modulo);
                frame.or_fail(rest, *site)
            }
            Code::Min(a, b) => self.both(*a, *b, position, frame, i64::min),
            Code::Max(a, b) => self.both(*a, *b, position, frame, i64::max),
            Code::Equal(a, b) => self.both(*a, *b, position, frame, |a, b| i64::from(a == b)),
            Code::Less(a, b) => self.both(*a, *b, position, frame, |a, b| i64::from(a < b)),
            Code::Not(a) => i64::from(!self.holds(*a, position, frame)),
            Code::And(parts) => {
                i64::from(parts.iter().all(|part| self.holds(*part, position, frame)))
            }
            Code::Or(parts) => {
                i64::from(parts.iter().any(|part| self.holds(*part, position, frame)))
            }
            Code::Sum(parts) => {
                let values = parts.iter().map(|part| self.eval(*part, position, frame));
                values.sum()
            }
            Code::Select(condition, then, otherwise) => {
                let holds = self.holds(*condition, position, frame);
                self.eval(if holds { *then } else { *otherwise }, position, frame)
            }
            Code::Table { table, index, site } => {
                let index = self.eval(*index, position, frame);
                let table = &self.tables[*table as usize];
                let found = usize::try_from(index).ok().and_then(|i| table.get(i));
                if let (Some(site), None) = (site, found) {
                    frame.fail(*site);
                }
                found.or(table.first()).copied().unwrap_or(0)
            }
            Code::Test { mask, pattern } => i64::from(position & *mask == *pattern),
            Code::AnyTest(tests) => i64::from(any_holds(tests, position)),
            Code::Closure(code) => self.closure(code, position, frame),
            Code::Bits { of, mask, pattern } => {
                let value = self.eval(*of, position, frame) as u64;
                i64::from(value & mask == *pattern)
            }
            Code::Ones { of, mask } => {
                let value = self.eval(*of, position, frame) as u64;
                i64::from((value & mask).count_ones())
            }
            Code::Fault(site) => frame.fail(*site),
            Code::Kept(place) => self.eval_kept(*place as usize, position, frame),
        }
    }
}

/// Whether one of the tests `position & mask == pattern` holds.
#[inline]
pub(super) fn any_holds<W: Word>(tests: &[(W, W)], position: W) -> bool {
    tests
        .iter()
        .any(|(mask, pattern)| position & *mask == *pattern)
}
