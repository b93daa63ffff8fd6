//! The residual program: what is left of the rules once the parameters, the
//! mover and a move's choices are known.
//!
//! Everything that could be decided before the game starts is gone: loops are unrolled,
//! names are fields, tuples are numbers. What remains is a list of *ground moves* for each
//! player to move. A ground move has a guard and a short list of writes, over expressions on
//! whole numbers (truth is 0 or 1). Tests of fields against constants are gathered into
//! `(position & mask) == pattern`.
//!
//! The language makes this program; the interpreter runs it, and a compiler takes the same
//! program. For each node the interval of its values is known, and whether evaluating the
//! node can fault. So it is known which checks are needed: of an index that could leave its
//! table, of a division that could be by zero, of a write that could leave its range. Only
//! nodes and writes with such a check carry a [`SiteId`].

mod build;
mod closure;
mod loosened;
mod of_gains;

use std::ops::ControlFlow;
use std::sync::Arc;

use hashbrown::HashTable;
use rustc_hash::FxHashSet;

use zug_game::U256;
use zug_values::Outcome;

use crate::layout::Layout;
use crate::meter::{Halt, Meter};

pub use build::Overflow;
pub use closure::{Closure, Members};

/// An expression of the residual program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(u32);

impl ExprId {
    /// The place of the expression's node in [`Residual::nodes`].
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The number of a check that can fail. The maker of the program knows what to say when it
/// fails.
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
///
/// Runners and compilers must know every kind of node, so that the enum is exhaustive; so is
/// [`Op`].
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
    /// The number that [`Op::Bind`] or a derived parameter put into a slot, which is from
    /// `lo` to `hi`. Other moves use the same slots for numbers of their own.
    Slot { slot: usize, lo: i64, hi: i64 },
    /// Whether there is no legal move.
    Stuck,
    /// The sum of two numbers.
    Add(ExprId, ExprId),
    /// The first number less the second.
    Subtract(ExprId, ExprId),
    /// The product of two numbers.
    Multiply(ExprId, ExprId),
    /// The quotient of two numbers, rounded down.
    Divide(ExprId, ExprId, Option<SiteId>),
    /// The rest of a division, with the sign of the divisor.
    Modulo(ExprId, ExprId, Option<SiteId>),
    /// The smaller of two numbers.
    Min(ExprId, ExprId),
    /// The larger of two numbers.
    Max(ExprId, ExprId),
    /// Whether two numbers are equal.
    Equal(ExprId, ExprId),
    /// Whether the first number is smaller than the second.
    Less(ExprId, ExprId),
    /// Whether a condition does not hold.
    Not(ExprId),
    /// Whether all conditions hold. They are asked in order, up to the first that fails.
    And(Box<[ExprId]>),
    /// Whether one of the conditions holds at least. They are asked in order, and the first true
    /// one ends the questions.
    Or(Box<[ExprId]>),
    /// The sum of any number of numbers.
    Sum(Box<[ExprId]>),
    /// The second expression if the first holds, else the third. Only one of the two is
    /// evaluated.
    Select(ExprId, ExprId, ExprId),
    /// The number of a table at an index.
    Table {
        table: usize,
        index: ExprId,
        site: Option<SiteId>,
    },
    /// `(position & mask) == pattern`.
    Test { mask: U256, pattern: U256 },
    /// Whether some test `(position & mask) == pattern` holds.
    AnyTest(Box<[(U256, U256)]>),
    /// The places of a set that grows by steps, as the bits of a number: the places from
    /// `64 * word` on, for a word that is 0 or 1.
    Closure { of: Arc<Closure>, word: u32 },
    /// `(value & mask) == pattern`, for the bits of a number's value.
    Bits { of: ExprId, mask: u64, pattern: u64 },
    /// The number of bits of a number's value, of those in the mask, that are set.
    Ones { of: ExprId, mask: u64 },
    /// Reaching this is a fault.
    Fault(SiteId),
}

impl Node {
    /// About how many bytes the node takes.
    fn bytes(&self) -> usize {
        bytes::NODE
            + match self {
                Self::And(parts) | Self::Or(parts) | Self::Sum(parts) => {
                    parts.len() * bytes::OPERAND
                }
                Self::AnyTest(tests) => tests.len() * bytes::TEST,
                Self::Closure { of, .. } => (of.start.len() + of.steps.len()) * bytes::TEST,
                _ => 0,
            }
    }

    /// Hands each operand of the node to `take`, in order.
    pub fn each_operand(&self, mut take: impl FnMut(ExprId)) {
        match self {
            Self::Const(_)
            | Self::Field(_)
            | Self::Slot { .. }
            | Self::Stuck
            | Self::Test { .. }
            | Self::AnyTest(_)
            | Self::Fault(_) => {}
            Self::Not(a)
            | Self::Element { index: a, .. }
            | Self::Table { index: a, .. }
            | Self::Bits { of: a, .. }
            | Self::Ones { of: a, .. } => {
                take(*a);
            }
            Self::Closure { of, .. } => of.conditions().for_each(take),
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
    ///
    /// Invariant: `clear` has all bits of each of these fields, which share no bits with other
    /// fields, and `set` has no bits beside those of `clear`.
    Write { clear: U256, set: U256 },
    /// A field becomes a value. Where there is a site, it is checked that the value is in the
    /// field's range.
    Set {
        field: usize,
        value: ExprId,
        site: Option<SiteId>,
    },
    /// The field at `first + index * stride` becomes a value, for an index in `0..count`.
    SetElement {
        first: usize,
        stride: usize,
        count: usize,
        index: ExprId,
        value: ExprId,
        /// The check of the index.
        outside: Option<SiteId>,
        /// The check of the value.
        site: Option<SiteId>,
    },
    /// A slot keeps a number for the rest of the move.
    Bind { slot: usize, value: ExprId },
    /// The block `then` is done if the condition holds, else the block `otherwise`.
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
    /// The counts of a bag must add up to its size.
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
    /// The derived parameters: slots, and the numbers that they get before the guard is
    /// asked.
    pub derived: Vec<(usize, ExprId)>,
    /// The condition under which the move is legal.
    pub guard: ExprId,
    /// What the move does to the position, in order.
    pub body: Vec<Op>,
    /// What the mover gains by the move; `None` if no move of the game gains points.
    pub gain: Option<Gain>,
}

/// What the mover gains by a move.
#[derive(Clone, Debug)]
pub struct Gain {
    /// The number of points, asked of the position before the move where the move is legal.
    pub points: ExprId,
    /// The body of the move with a slot that it binds to the points gained so far. Whoever executes it
    /// symbolically meets the gain under the conditions that the body asks for, as the changes of the position.
    pub told: Vec<Op>,
    /// The slot.
    pub slot: usize,
}

impl Op {
    /// Hands the statement to `take`, and behind it all statements inside it, in order.
    pub fn each(&self, take: &mut impl FnMut(&Self)) {
        take(self);
        if let Self::If {
            then, otherwise, ..
        } = self
        {
            for op in then.iter().chain(otherwise) {
                op.each(take);
            }
        }
    }

    /// Hands each expression that the statement works out to `take`, in order.
    pub fn each_expression(&self, take: &mut impl FnMut(ExprId)) {
        self.each(&mut |op| match op {
            Self::Write { .. }
            | Self::Again
            | Self::End(_)
            | Self::CheckBag { .. }
            | Self::Fault(_) => {}
            Self::Set { value, .. } | Self::Bind { value, .. } => take(*value),
            Self::SetElement { index, value, .. } => {
                take(*index);
                take(*value);
            }
            Self::If { condition, .. } => take(*condition),
        });
    }
}

impl GroundMove {
    /// Hands each expression that the move works out to `take`, in order.
    pub fn each_expression(&self, mut take: impl FnMut(ExprId)) {
        self.derived.iter().for_each(|(_, value)| take(*value));
        take(self.guard);
        for op in &self.body {
            op.each_expression(&mut take);
        }
    }

    /// Whether a check can fail in the guard or the body of the move, which is one of `program`.
    #[must_use]
    pub fn may_fault(&self, program: &Residual) -> bool {
        let mut may_fault = false;
        self.each_expression(|value| may_fault |= program.facts(value).faults);
        for op in &self.body {
            op.each(&mut |op| {
                may_fault |= match op {
                    Op::Set { site, .. } => site.is_some(),
                    Op::SetElement { outside, site, .. } => outside.is_some() || site.is_some(),
                    Op::CheckBag { .. } | Op::Fault(_) => true,
                    Op::Write { .. } | Op::Bind { .. } | Op::If { .. } | Op::Again | Op::End(_) => {
                        false
                    }
                };
            });
        }
        may_fault
    }

    /// About how many bytes the move takes, its name included.
    fn bytes(&self) -> usize {
        let mut statements = 0;
        let told = self.gain.iter().flat_map(|gain| &gain.told);
        for op in self.body.iter().chain(told) {
            op.each(&mut |_| statements += 1);
        }
        bytes::MOVE + statements * bytes::STATEMENT
    }
}

/// A result that a position can have.
#[derive(Clone, Debug)]
pub struct GroundResult {
    /// The condition under which the position has this result, unless it has a result that
    /// is asked before.
    pub condition: ExprId,
    /// Whether the condition asks if there is a legal move.
    pub asks_stuck: bool,
    /// The outcome for the mover.
    pub outcome: Outcome,
    /// The mover's score, in a game that ends with scores.
    pub score: Option<ExprId>,
}

/// The program for one player to move.
#[derive(Clone, Debug, Default)]
pub struct Side {
    /// The results, in the order in which they are asked.
    pub results: Vec<GroundResult>,
    /// The ground moves, in the order of the rules.
    pub moves: Vec<GroundMove>,
}

/// What is known of the values of a node in all positions.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// The least value.
    pub lo: i64,
    /// The largest value.
    pub hi: i64,
    /// Whether evaluating it can fault.
    pub faults: bool,
    /// Whether the value depends on fields, which statements change.
    pub reads: bool,
    /// Whether the value depends on [`Node::Stuck`].
    pub stuck: bool,
}

/// A whole game, ready to be run or compiled.
///
/// Nodes are made by methods only, which work out the interval of each node: code that is
/// compiled rests on the intervals. A program is for one [`Layout`], which stays as it is.
#[derive(Clone, Debug)]
pub struct Residual {
    /// The nodes; operands come before the nodes that use them.
    pub(crate) nodes: Vec<Node>,
    facts: Vec<Facts>,
    /// The places of the nodes, by their content.
    known: HashTable<ExprId>,
    /// The tables that [`Node::Table`] reads.
    pub(crate) tables: Vec<Vec<i64>>,
    /// The places of the tables, by their content.
    known_tables: HashTable<usize>,
    /// The number of checks that can fail.
    sites: u32,
    /// The check that all un-moves share.
    no_move: Option<SiteId>,
    /// One side for an impartial game; else one side for each player.
    pub sides: Vec<Side>,
    /// The most slots that a move uses.
    pub slots: usize,
    /// Where the fields of a position are.
    pub(crate) layout: Layout,
    /// Counts the steps of making the program.
    meter: Meter,
    /// About how many bytes the program takes.
    bytes: usize,
}

/// The most bytes that a program may take, the interpreter's form of it included.
const MOST_BYTES: usize = 512 << 20;

/// The most bytes that each part of a program takes, the interpreter's form of the part and
/// the room that a growing vector leaves free included.
pub mod bytes {
    /// A node, what is known of it, and its place in the table of nodes.
    pub const NODE: usize = 256;
    /// An operand of a node that can have any number of operands.
    pub const OPERAND: usize = 16;
    /// A test of a node that asks for several tests.
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

    /// The nodes. The operands of a node come before it.
    #[must_use]
    #[inline]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The ground moves, each with the place of the player who moves among the sides.
    pub fn ground_moves(&self) -> impl Iterator<Item = (usize, &GroundMove)> {
        let sides = self.sides.iter().enumerate();
        sides.flat_map(|(place, side)| side.moves.iter().map(move |ground| (place, ground)))
    }

    /// The node of an expression.
    #[must_use]
    #[inline]
    pub fn node(&self, id: ExprId) -> &Node {
        &self.nodes[id.index()]
    }

    /// Hands an expression and all expressions that it is made of to `take`, each once and in
    /// no order, until `take` breaks.
    pub fn each_below(
        &self,
        id: ExprId,
        mut take: impl FnMut(&Node) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut seen = FxHashSet::from_iter([id]);
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            let node = self.node(id);
            take(node)?;
            node.each_operand(|operand| {
                if seen.insert(operand) {
                    open.push(operand);
                }
            });
        }
        ControlFlow::Continue(())
    }

    /// The tables that [`Node::Table`] reads.
    #[must_use]
    #[inline]
    pub fn tables(&self) -> &[Vec<i64>] {
        &self.tables
    }

    /// Where the fields of a position are.
    #[must_use]
    #[inline]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The same program, whose further making is counted by another meter.
    #[must_use]
    pub fn measured_by(mut self, meter: Meter) -> Self {
        self.meter = meter;
        self
    }

    /// The same program for positions in which the game may be over: no field says whether it is.
    #[must_use]
    pub fn past_the_end(mut self) -> Self {
        self.layout.over = None;
        self
    }

    /// Counts steps of the work of making the program.
    #[inline]
    pub fn count(&mut self, steps: usize) {
        self.meter.count(steps as u64);
    }

    /// Counts the bytes of a ground move that is added to the program.
    pub fn count_move(&mut self, ground: &GroundMove) {
        self.grow(ground.bytes());
    }

    /// About how many bytes the program takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Counts bytes that are added to the program.
    fn grow(&mut self, bytes: usize) {
        self.bytes += bytes;
    }

    /// Whether the making of the program goes on.
    #[inline]
    pub fn check(&self) -> Result<(), Halt> {
        self.meter.check()?;
        if self.bytes > MOST_BYTES {
            return Err(Halt::TooLong);
        }
        Ok(())
    }

    /// What is known of the values of a node in all positions.
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

    /// The number of bits from one element of an array to the next: the array has `count`
    /// elements, the first of them at field `first`, the others `stride` fields apart.
    #[must_use]
    pub fn distance(&self, first: usize, stride: usize, count: usize) -> u32 {
        if count < 2 {
            return 0;
        }
        let fields = &self.layout.fields;
        fields[first + stride].shift - fields[first].shift
    }

    /// The tests of which none may hold, if that is all that a condition asks.
    #[must_use]
    pub fn none_of(&self, truth: ExprId) -> Option<Vec<(U256, U256)>> {
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

    /// The number that a value is more than the field is now, if that is a constant.
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
