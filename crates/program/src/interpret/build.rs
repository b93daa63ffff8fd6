//! From a residual program to its form for one word width.

use ethnum::AsU256;
use zug_game::{Player, U256};
use zug_job::{Job, Why};
use zug_values::Turn;

use super::closure::ClosureCode;
use super::expression::{Code, Expressions};
use super::field::{DigitCode, FieldCode};
use super::moves::{Body, Guard, ProgramMove, Statement};
use super::sharing;
use crate::layout::number;
use crate::residual::{ExprId, GroundMove, Node, Op, Residual, SiteId};
use crate::word::Word;

/// The number of nodes after which the job is asked whether the work goes on: they take about
/// a millisecond.
const NODES_BETWEEN: usize = 1 << 15;

pub(super) struct Builder<'a> {
    pub(super) residual: &'a Residual,
}

pub(super) fn id(expr: ExprId) -> u32 {
    expr.index() as u32
}

fn ids(exprs: &[ExprId]) -> Box<[u32]> {
    exprs.iter().map(|expr| id(*expr)).collect()
}

impl Builder<'_> {
    /// A field that shares its bits; `None` if they are its own.
    fn digit(&self, field: usize) -> Option<DigitCode> {
        let of = self.residual.layout.fields[field];
        let mask = crate::layout::mask(of.bits).as_u64();
        Some(DigitCode {
            of: FieldCode {
                shift: of.shift,
                mask,
                lo: 0,
                hi: mask as i64,
            },
            weight: of.weight?,
            lo: of.scalar.lo,
            hi: of.scalar.hi,
        })
    }

    /// A field whose bits are its own.
    pub(super) fn field(&self, field: usize) -> FieldCode {
        let of = self.residual.layout.fields[field];
        FieldCode {
            shift: of.shift,
            mask: crate::layout::mask(of.bits).as_u64(),
            lo: of.scalar.lo,
            hi: of.scalar.hi,
        }
    }

    /// The code of all nodes.
    ///
    /// # Errors
    ///
    /// The job was cancelled, or the memory that it allows was used up.
    pub(super) fn expressions<W: Word>(&self, job: &Job) -> Result<Expressions<W>, Why> {
        let places = sharing::kept(self.residual);
        let (mut code, mut kept) = (Vec::with_capacity(self.residual.nodes.len()), Vec::new());
        let chunks = self.residual.nodes.chunks(NODES_BETWEEN);
        for (nodes, places) in chunks.zip(places.chunks(NODES_BETWEEN)) {
            job.check()?;
            for (node, place) in nodes.iter().zip(places) {
                let node = self.node(node);
                code.push(match place {
                    Some(place) => {
                        kept.push(node);
                        Code::Kept(*place)
                    }
                    None => node,
                });
            }
        }
        let tables = self.residual.tables.iter();
        Ok(Expressions {
            code,
            kept,
            tables: tables.map(|table| table.clone().into()).collect(),
        })
    }

    fn node<W: Word>(&self, node: &Node) -> Code<W> {
        match node {
            Node::Const(value) => Code::Const(*value),
            Node::Field(field) => match self.digit(*field) {
                Some(digit) => Code::Digit(digit),
                None => Code::Field(self.field(*field)),
            },
            Node::Element {
                first,
                stride,
                count,
                index,
                site,
            } => Code::Element {
                field: self.field(*first),
                stride: self.residual.distance(*first, *stride, *count),
                count: *count as i64,
                index: id(*index),
                site: *site,
            },
            Node::Slot { slot, .. } => Code::Slot(*slot as u32),
            Node::Stuck => Code::Stuck,
            Node::Add(a, b) => Code::Add(id(*a), id(*b)),
            Node::Subtract(a, b) => Code::Subtract(id(*a), id(*b)),
            Node::Multiply(a, b) => Code::Multiply(id(*a), id(*b)),
            Node::Divide(a, b, site) => Code::Divide(id(*a), id(*b), *site),
            Node::Modulo(a, b, site) => Code::Modulo(id(*a), id(*b), *site),
            Node::Min(a, b) => Code::Min(id(*a), id(*b)),
            Node::Max(a, b) => Code::Max(id(*a), id(*b)),
            Node::Equal(a, b) => Code::Equal(id(*a), id(*b)),
            Node::Less(a, b) => Code::Less(id(*a), id(*b)),
            Node::Not(a) => Code::Not(id(*a)),
            Node::And(parts) => Code::And(ids(parts)),
            Node::Or(parts) => Code::Or(ids(parts)),
            Node::Sum(parts) => Code::Sum(ids(parts)),
            Node::Select(c, a, b) => Code::Select(id(*c), id(*a), id(*b)),
            Node::Table { table, index, site } => Code::Table {
                table: *table as u32,
                index: id(*index),
                site: *site,
            },
            Node::Test { mask, pattern } => Code::Test {
                mask: W::narrow(*mask),
                pattern: W::narrow(*pattern),
            },
            Node::AnyTest(tests) => Code::AnyTest(
                tests
                    .iter()
                    .map(|(mask, pattern)| (W::narrow(*mask), W::narrow(*pattern)))
                    .collect(),
            ),
            Node::Closure { of, word } => {
                Code::Closure(Box::new(ClosureCode::new(self.residual, of, *word)))
            }
            Node::Bits { of, mask, pattern } => Code::Bits {
                of: id(*of),
                mask: *mask,
                pattern: *pattern,
            },
            Node::Ones { of, mask } => Code::Ones {
                of: id(*of),
                mask: *mask,
            },
            Node::Fault(site) => Code::Fault(*site),
        }
    }

    /// A move of this player, or of both players where there is no turn. `is_asked` tells
    /// which parts of the guard the runs around the move have asked.
    pub(super) fn ground<W: Word>(
        &self,
        ground: &GroundMove,
        mover: Option<Player>,
        is_asked: impl Fn(ExprId) -> bool,
    ) -> ProgramMove<W> {
        let steps = self.block(&ground.body);
        let parts = self.parts(&ground.guard);
        let whole = self.tests(parts).unwrap_or(Guard::Expr(id(ground.guard)));
        let left: Vec<ExprId> = parts
            .iter()
            .copied()
            .filter(|part| !is_asked(*part))
            .collect();
        let (rest, whole) = if left.len() < parts.len() {
            let rest = self.tests(&left).unwrap_or_else(|| Guard::All(ids(&left)));
            (rest, Some(Box::new(whole)))
        } else {
            (whole, None)
        };
        ProgramMove {
            derived: ground
                .derived
                .iter()
                .map(|(slot, value)| (*slot as u32, id(*value)))
                .collect(),
            rest,
            whole,
            body: self
                .constants(&steps, mover)
                .unwrap_or(Body::Statements(steps)),
        }
    }

    /// What the steps do, if they only set fields to constants, and then add constants to
    /// fields.
    fn constants<W: Word>(&self, steps: &[Statement<W>], mover: Option<Player>) -> Option<Body<W>> {
        let (mut keep, mut set) = (!W::default(), W::default());
        let mut write = |kept: W, new: W| {
            keep = keep & kept;
            set = (set & kept) | new;
        };
        let (mut more, mut turn) = (W::default(), Turn::Passes);
        for step in steps {
            match *step {
                Statement::Write { keep, set } if more == W::default() => write(keep, set),
                Statement::Grow(by) => more = more.plus(by),
                Statement::Again => turn = Turn::Kept,
                _ => return None,
            }
        }
        if let (Turn::Passes, Some(field)) = (turn, self.residual.layout.turn) {
            // No step writes the turn: the order does not matter.
            let field = self.residual.layout.fields[field];
            let other = field.content(number::of_player(mover?.opponent()));
            write(W::narrow(!field.mask()), W::narrow(other));
        }
        Some(Body::Constants {
            keep,
            set,
            more,
            turn,
        })
    }

    /// The expressions that must all hold for a guard to hold.
    fn parts<'g>(&'g self, guard: &'g ExprId) -> &'g [ExprId] {
        match &self.residual.nodes[guard.index()] {
            Node::Const(1) => &[],
            Node::And(parts) => parts,
            _ => std::slice::from_ref(guard),
        }
    }

    /// The guard that asks for all parts, as tests of the position, if it is no more than
    /// that.
    fn tests<W: Word>(&self, parts: &[ExprId]) -> Option<Guard<W>> {
        if parts.is_empty() {
            return Some(Guard::Always);
        }
        // The empty test always holds.
        let no_test = (U256::ZERO, U256::ZERO);
        let (mut all, mut none_of) = (no_test, Vec::new());
        for part in parts {
            match &self.residual.nodes[part.index()] {
                Node::Test { mask, pattern } if all == no_test => all = (*mask, *pattern),
                _ => none_of.extend(self.residual.none_of(*part)?),
            }
        }
        let narrow = |(mask, pattern)| (W::narrow(mask), W::narrow(pattern));
        let (mask, pattern) = narrow(all);
        Some(Guard::Tests {
            mask,
            pattern,
            none_of: none_of.into_iter().map(narrow).collect(),
        })
    }

    fn block<W: Word>(&self, block: &[Op]) -> Box<[Statement<W>]> {
        let mut steps: Vec<Statement<W>> = Vec::with_capacity(block.len());
        for op in block {
            let step = self.op(op);
            if let (Statement::Grow(more), Some(Statement::Grow(all))) = (&step, steps.last_mut()) {
                *all = all.plus(*more);
            } else {
                steps.push(step);
            }
        }
        steps.into()
    }

    /// The number that is added to the position, where a constant is added to a field that
    /// cannot leave its range.
    fn growth<W: Word>(&self, field: usize, value: ExprId, site: Option<SiteId>) -> Option<W> {
        let more = self.residual.growth(field, value)?;
        let field = self.residual.layout.fields[field];
        let is_free = site.is_none() && field.bits > 0 && field.weight.is_none();
        is_free.then(|| W::narrow(more.as_u256() << field.shift))
    }

    fn op<W: Word>(&self, op: &Op) -> Statement<W> {
        match op {
            Op::Write { clear, set } => Statement::Write {
                keep: W::narrow(!clear),
                set: W::narrow(*set),
            },
            Op::Set { field, value, site } => match self.growth(*field, *value, *site) {
                Some(more) => Statement::Grow(more),
                None => match self.digit(*field) {
                    Some(digit) => Statement::SetDigit {
                        digit,
                        value: id(*value),
                        site: *site,
                    },
                    None => Statement::Set {
                        field: self.field(*field),
                        value: id(*value),
                        site: *site,
                    },
                },
            },
            Op::SetElement {
                first,
                stride,
                count,
                index,
                value,
                outside,
                site,
            } => Statement::SetElement {
                field: self.field(*first),
                stride: self.residual.distance(*first, *stride, *count),
                count: *count as i64,
                index: id(*index),
                value: id(*value),
                outside: *outside,
                site: *site,
            },
            Op::Bind { slot, value } => Statement::Bind {
                slot: *slot as u32,
                value: id(*value),
            },
            Op::If {
                condition,
                then,
                otherwise,
            } => Statement::If {
                condition: id(*condition),
                then: self.block(then),
                otherwise: self.block(otherwise),
            },
            Op::Again => Statement::Again,
            Op::End(outcome) => Statement::End(*outcome),
            Op::CheckBag {
                first,
                kinds,
                size,
                site,
            } => Statement::CheckBag {
                fields: (*first..first + kinds)
                    .map(|field| self.field(field))
                    .collect(),
                size: *size,
                site: *site,
            },
            Op::Fault(site) => Statement::Fault(*site),
        }
    }
}
