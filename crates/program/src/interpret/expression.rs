//! Working out the value of an expression in a position.

use super::field::FieldCode;
use super::run::Run;
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
    Element {
        field: FieldCode,
        /// Bits from one element to the next.
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
    Fault(SiteId),
    /// A node that keeps its value: its place among those.
    Kept(u32),
}

impl<W: Word> Expressions<W> {
    pub(super) fn eval(&self, at: u32, position: W, run: &mut Run<'_>) -> i64 {
        self.eval_code(&self.code[at as usize], position, run)
    }

    /// The value of a node that keeps it.
    fn eval_kept(&self, place: usize, position: W, run: &mut Run<'_>) -> i64 {
        let (when, value) = run.kept[place];
        if when == run.changes {
            return value;
        }
        let value = self.eval_code(&self.kept[place], position, run);
        run.kept[place] = (run.changes, value);
        value
    }

    #[inline]
    fn eval_code(&self, code: &Code<W>, position: W, run: &mut Run<'_>) -> i64 {
        match code {
            Code::Const(value) => *value,
            Code::Field(field) => field.read(position),
            Code::Element {
                field,
                stride,
                count,
                index,
                site,
            } => {
                let index = self.eval(*index, position, run);
                if let (Some(site), false) = (*site, (0..*count).contains(&index)) {
                    run.fail(site);
                    return field.lo;
                }
                field.moved(index, *stride).read(position)
            }
            Code::Slot(slot) => run.slots[*slot as usize],
            Code::Stuck => match run.stuck {
                Ok(stuck) => i64::from(stuck),
                Err(site) => run.fail(site),
            },
            Code::Add(a, b) => self.eval(*a, position, run) + self.eval(*b, position, run),
            Code::Subtract(a, b) => self.eval(*a, position, run) - self.eval(*b, position, run),
            Code::Multiply(a, b) => self.eval(*a, position, run) * self.eval(*b, position, run),
            Code::Divide(a, b, site) => {
                let (a, b) = (self.eval(*a, position, run), self.eval(*b, position, run));
                match (arithmetic::divide(a, b), site) {
                    (Some(value), _) => value,
                    (None, Some(site)) => run.fail(*site),
                    (None, None) => 0,
                }
            }
            Code::Modulo(a, b, site) => {
                let (a, b) = (self.eval(*a, position, run), self.eval(*b, position, run));
                match (arithmetic::modulo(a, b), site) {
                    (Some(value), _) => value,
                    (None, Some(site)) => run.fail(*site),
                    (None, None) => 0,
                }
            }
            Code::Min(a, b) => self
                .eval(*a, position, run)
                .min(self.eval(*b, position, run)),
            Code::Max(a, b) => self
                .eval(*a, position, run)
                .max(self.eval(*b, position, run)),
            Code::Equal(a, b) => {
                i64::from(self.eval(*a, position, run) == self.eval(*b, position, run))
            }
            Code::Less(a, b) => {
                i64::from(self.eval(*a, position, run) < self.eval(*b, position, run))
            }
            Code::Not(a) => i64::from(self.eval(*a, position, run) == 0),
            Code::And(parts) => i64::from(
                parts
                    .iter()
                    .all(|part| self.eval(*part, position, run) != 0),
            ),
            Code::Or(parts) => i64::from(
                parts
                    .iter()
                    .any(|part| self.eval(*part, position, run) != 0),
            ),
            Code::Sum(parts) => parts
                .iter()
                .map(|part| self.eval(*part, position, run))
                .sum(),
            Code::Select(condition, then, otherwise) => {
                let branch = if self.eval(*condition, position, run) != 0 {
                    then
                } else {
                    otherwise
                };
                self.eval(*branch, position, run)
            }
            Code::Table { table, index, site } => {
                let index = self.eval(*index, position, run);
                let table = &self.tables[*table as usize];
                let found = usize::try_from(index).ok().and_then(|i| table.get(i));
                if let (Some(site), None) = (site, found) {
                    run.fail(*site);
                }
                found.or(table.first()).copied().unwrap_or(0)
            }
            Code::Test { mask, pattern } => i64::from(position & *mask == *pattern),
            Code::AnyTest(tests) => i64::from(any_holds(tests, position)),
            Code::Fault(site) => run.fail(*site),
            Code::Kept(place) => self.eval_kept(*place as usize, position, run),
        }
    }
}

/// Whether one of the tests `position & mask == pattern` holds.
pub(super) fn any_holds<W: Word>(tests: &[(W, W)], position: W) -> bool {
    tests
        .iter()
        .any(|(mask, pattern)| position & *mask == *pattern)
}
