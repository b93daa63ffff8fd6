//! The residual program: what is left of the rules once the parameters, the
//! mover and a move's choices are known.
//!
//! Everything that could be decided before the game starts is gone: loops are
//! unrolled, names are fields, tuples are numbers. What remains is a list of
//! *ground moves* for each player to move, each with a guard and a short list
//! of writes, over expressions on whole numbers (truth is 0 or 1). Tests of
//! fields against constants are gathered into `(position & mask) == pattern`.
//!
//! This is the seam between the language and whatever runs it fast: the
//! interpreter takes it, and a compiler can take the same. Each node knows the
//! interval of its values and whether evaluating it can fault, so that whoever
//! runs it knows which checks are needed: an index that could leave its table,
//! a division that could be by zero, a write that could leave its range. Only
//! those carry a [`SiteId`].

mod build;

use hashbrown::HashTable;

use zug_values::Outcome;

use crate::layout::Layout;
use crate::meter::{Halt, Meter};

pub use build::Overflow;

/// An expression of the residual program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(u32);

impl ExprId {
    /// Its place in [`Residual::nodes`].
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A check that can fail. What to say then is known to whoever made the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SiteId(u32);

impl SiteId {
    /// The number of checks that were made before this one.
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node of an expression. Operands come before the node that uses them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "a variant's text names its fields")]
pub enum Node {
    /// A number.
    Const(i64),
    /// The value of a field.
    Field(usize),
    /// The field at `first + index * stride`, for an index in `0..count`.
    Element {
        first: usize,
        stride: usize,
        count: usize,
        index: ExprId,
        site: Option<SiteId>,
    },
    /// A number kept by [`Op::Bind`], within these bounds. Slots are used again
    /// by other moves.
    Slot { slot: usize, lo: i64, hi: i64 },
    /// Whether there is no legal move.
    Stuck,
    /// The sum of two numbers.
    Add(ExprId, ExprId),
    /// The difference.
    Subtract(ExprId, ExprId),
    /// The product.
    Multiply(ExprId, ExprId),
    /// The quotient, rounded down.
    Divide(ExprId, ExprId, Option<SiteId>),
    /// The rest, with the sign of the divisor.
    Modulo(ExprId, ExprId, Option<SiteId>),
    /// The smaller one.
    Min(ExprId, ExprId),
    /// The larger one.
    Max(ExprId, ExprId),
    /// Whether they are equal.
    Equal(ExprId, ExprId),
    /// Whether the first is smaller.
    Less(ExprId, ExprId),
    /// 1 for 0, 0 for 1.
    Not(ExprId),
    /// Whether all hold, asked in order and only as far as needed.
    And(Box<[ExprId]>),
    /// Whether one holds, likewise.
    Or(Box<[ExprId]>),
    /// All of them added up.
    Sum(Box<[ExprId]>),
    /// The second if the first holds, else the third; the other is not asked.
    Select(ExprId, ExprId, ExprId),
    /// An element of a table.
    Table {
        table: usize,
        index: ExprId,
        site: Option<SiteId>,
    },
    /// `(position & mask) == pattern`.
    Test { mask: u128, pattern: u128 },
    /// Whether one of several tests holds.
    AnyTest(Box<[(u128, u128)]>),
    /// Reaching this is a fault.
    Fault(SiteId),
}

impl Node {
    /// About the bytes that the node takes.
    fn bytes(&self) -> usize {
        bytes::NODE
            + match self {
                Self::And(parts) | Self::Or(parts) | Self::Sum(parts) => {
                    parts.len() * bytes::OPERAND
                }
                Self::AnyTest(tests) => tests.len() * bytes::TEST,
                _ => 0,
            }
    }

    /// Hands on each node that this one is made of, in order.
    pub fn each_operand(&self, mut take: impl FnMut(ExprId)) {
        match self {
            Self::Const(_)
            | Self::Field(_)
            | Self::Slot { .. }
            | Self::Stuck
            | Self::Test { .. }
            | Self::AnyTest(_)
            | Self::Fault(_) => {}
            Self::Not(a) | Self::Element { index: a, .. } | Self::Table { index: a, .. } => {
                take(*a);
            }
            Self::Add(a, b)
            | Self::Subtract(a, b)
            | Self::Multiply(a, b)
            | Self::Divide(a, b, _)
            | Self::Modulo(a, b, _)
            | Self::Min(a, b)
            | Self::Max(a, b)
            | Self::Equal(a, b)
            | Self::Less(a, b) => [*a, *b].into_iter().for_each(take),
            Self::Select(a, b, c) => [*a, *b, *c].into_iter().for_each(take),
            Self::And(parts) | Self::Or(parts) | Self::Sum(parts) => {
                parts.iter().copied().for_each(take);
            }
        }
    }
}

/// A statement of a ground move, done in order on the position.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "a variant's text names its fields")]
pub enum Op {
    /// Fields become constants: `(position & !clear) | set`.
    Write { clear: u128, set: u128 },
    /// A field becomes a value; checked if there is a site.
    Set {
        field: usize,
        value: ExprId,
        site: Option<SiteId>,
    },
    /// The field at `first + index * stride` becomes a value.
    SetElement {
        first: usize,
        stride: usize,
        count: usize,
        index: ExprId,
        value: ExprId,
        /// Says of a bad index.
        outside: Option<SiteId>,
        /// Says of a bad value.
        site: Option<SiteId>,
    },
    /// Keeps a number for later.
    Bind { slot: usize, value: ExprId },
    /// One block or the other.
    If {
        condition: ExprId,
        then: Vec<Op>,
        otherwise: Vec<Op>,
    },
    /// The turn is kept.
    Again,
    /// The game ends with this outcome for the player who moves, unless it was ended
    /// before in this move.
    End(Outcome),
    /// The fields of a bag must add up.
    CheckBag {
        first: usize,
        kinds: usize,
        size: i64,
        site: SiteId,
    },
    /// Reaching this is a fault.
    Fault(SiteId),
}

/// A move with its choices made.
#[derive(Clone, Debug)]
pub struct GroundMove {
    /// Derived parameters, kept before the guard is asked.
    pub derived: Vec<(usize, ExprId)>,
    /// When it is legal.
    pub guard: ExprId,
    /// What it does.
    pub body: Vec<Op>,
}

impl GroundMove {
    /// About the bytes that it takes, with its name.
    fn bytes(&self) -> usize {
        fn statements(body: &[Op]) -> usize {
            let inner = body.iter().map(|op| match op {
                Op::If {
                    then, otherwise, ..
                } => statements(then) + statements(otherwise),
                _ => 0,
            });
            body.len() + inner.sum::<usize>()
        }
        bytes::MOVE + statements(&self.body) * bytes::STATEMENT
    }
}

/// A result of positions.
#[derive(Clone, Debug)]
pub struct GroundResult {
    /// When it is the result, unless one before it is.
    pub condition: ExprId,
    /// Whether the condition asks if there is a legal move.
    pub asks_stuck: bool,
    /// The outcome for the mover.
    pub outcome: Outcome,
}

/// The program for one player to move.
#[derive(Clone, Debug, Default)]
pub struct Side {
    /// Asked in order.
    pub results: Vec<GroundResult>,
    /// In the order of the rules.
    pub moves: Vec<GroundMove>,
}

/// What can be said of a node without running it.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// The least value.
    pub lo: i64,
    /// The largest value.
    pub hi: i64,
    /// Whether evaluating it can fault.
    pub faults: bool,
    /// Whether it depends on fields, which statements change.
    pub reads: bool,
    /// Whether it depends on [`Node::Stuck`].
    pub stuck: bool,
}

/// A whole game, ready to be run or compiled.
#[derive(Clone, Debug)]
pub struct Residual {
    /// Operands come before what uses them.
    pub nodes: Vec<Node>,
    facts: Vec<Facts>,
    /// The nodes by their content.
    known: HashTable<ExprId>,
    /// What [`Node::Table`] reads.
    pub tables: Vec<Vec<i64>>,
    /// The tables by their content.
    known_tables: HashTable<usize>,
    /// The number of checks that can fail.
    sites: u32,
    /// The check that un-moves share.
    no_move: Option<SiteId>,
    /// One for an impartial game; else one for each player.
    pub sides: Vec<Side>,
    /// How many slots a move uses at most.
    pub slots: usize,
    /// Where the fields are.
    pub layout: Layout,
    /// Counts the work of making the program.
    meter: Meter,
    /// About the bytes that the program takes.
    bytes: usize,
}

/// The most bytes that a program may take, with the interpreter's form of it.
const MOST_BYTES: usize = 512 << 20;

/// What the parts of a program take at most, the interpreter's form of them and the
/// room that a growing vector leaves free included.
pub mod bytes {
    /// A node, what is known of it, and its place in the table of nodes.
    pub const NODE: usize = 256;
    /// One of the operands of a node that can have any number of them.
    pub const OPERAND: usize = 16;
    /// One of the tests of a node that asks for several.
    pub const TEST: usize = 64;
    /// A number of a table.
    pub const NUMBER: usize = 24;
    /// A check that can fail, with what is said then.
    pub const SITE: usize = 192;
    /// A ground move, but for its body.
    pub const MOVE: usize = 512;
    /// A statement.
    pub const STATEMENT: usize = 256;
}

impl Residual {
    /// A program with no node and no side, for positions of this layout. The meter counts
    /// the work of making the program.
    pub fn new(layout: Layout, meter: Meter) -> Self {
        Self {
            nodes: Vec::new(),
            facts: Vec::new(),
            known: HashTable::new(),
            tables: Vec::new(),
            known_tables: HashTable::new(),
            sites: 0,
            no_move: None,
            sides: Vec::new(),
            slots: 0,
            layout,
            meter,
            bytes: 0,
        }
    }

    /// The same program, to be gone on with by other work.
    #[must_use]
    pub fn measured_by(mut self, meter: Meter) -> Self {
        self.meter = meter;
        self
    }

    /// Counts steps of the work of making the program.
    #[inline]
    pub fn count(&mut self, steps: usize) {
        self.meter.count(steps as u64);
    }

    /// Counts the bytes of a ground move that the program gets.
    pub fn count_move(&mut self, ground: &GroundMove) {
        self.grow(ground.bytes());
    }

    /// Counts bytes that the program gets.
    fn grow(&mut self, bytes: usize) {
        self.bytes += bytes;
    }

    /// Whether the program may be gone on with.
    pub fn check(&self) -> Result<(), Halt> {
        self.meter.check()?;
        if self.bytes > MOST_BYTES {
            return Err(Halt::TooLong);
        }
        Ok(())
    }

    /// What can be said of a node without running it.
    #[must_use]
    #[inline]
    pub fn facts(&self, id: ExprId) -> Facts {
        self.facts[id.index()]
    }

    /// The node's value, if it is always the same and reaching it is no fault.
    #[must_use]
    #[inline]
    pub fn constant(&self, id: ExprId) -> Option<i64> {
        match self.nodes[id.index()] {
            Node::Const(value) => Some(value),
            _ => None,
        }
    }

    /// Bits from a field to the one `stride` fields later, of `count` elements.
    #[must_use]
    pub fn distance(&self, first: usize, stride: usize, count: usize) -> u32 {
        if count < 2 {
            return 0;
        }
        let fields = &self.layout.fields;
        fields[first + stride].shift - fields[first].shift
    }

    /// The tests of which none holds, if that is all that a truth asks.
    #[must_use]
    pub fn none_of(&self, truth: ExprId) -> Option<Vec<(u128, u128)>> {
        let Node::Not(inner) = self.nodes[truth.index()] else {
            return None;
        };
        match &self.nodes[inner.index()] {
            Node::Test { mask, pattern } => Some(vec![(*mask, *pattern)]),
            Node::AnyTest(tests) => Some(tests.to_vec()),
            _ => None,
        }
    }

    /// For each node whether it depends on a slot.
    #[must_use]
    pub fn uses_slots(&self) -> Vec<bool> {
        let mut uses: Vec<bool> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let mut any = matches!(node, Node::Slot { .. });
            node.each_operand(|operand| any |= uses[operand.index()]);
            uses.push(any);
        }
        uses
    }

    /// By how much a value is more than the field is now, if that is always the same.
    #[must_use]
    pub fn growth(&self, field: usize, value: ExprId) -> Option<i64> {
        let is_field =
            |id: ExprId| matches!(self.nodes[id.index()], Node::Field(of) if of == field);
        match self.nodes[value.index()] {
            Node::Add(a, b) if is_field(a) => self.constant(b),
            Node::Add(a, b) if is_field(b) => self.constant(a),
            Node::Subtract(a, b) if is_field(a) => self.constant(b)?.checked_neg(),
            _ => None,
        }
    }
}
