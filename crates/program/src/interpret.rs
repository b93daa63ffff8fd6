//! Runs a [`Residual`] program on packed positions.
//!
//! The program is brought into a form for one word width: masks and shifts are
//! ready, and a field is read with one shift and one mask. Expressions are
//! walked as a graph; a guard that is one mask test costs a few instructions, and what
//! the guards of neighbouring moves have in common is asked once for all (`runs`).
//! Faults are noted and asked for once a move, not at every step; what faults
//! goes on with some value within its bounds, on which others rely. Large parts that
//! expressions share keep their value while nothing changes (`sharing`).

mod build;
mod runs;
mod sharing;

use std::convert::Infallible;

use zug_values::{Outcome, Turn};

use crate::arithmetic;
use crate::layout::number;
use crate::residual::{Residual, SiteId};
use crate::word::Word;
use build::{Builder, id};
use runs::MoveRun;
use zug_job::{Job, Why};

/// A residual program for positions of type `W`.
#[derive(Debug)]
pub(crate) struct Program<W> {
    code: Vec<Code<W>>,
    /// The code of the nodes that keep their value, by [`Code::Kept`].
    kept: Vec<Code<W>>,
    tables: Vec<Box<[i64]>>,
    sides: Vec<ProgramSide<W>>,
    slots: usize,
    /// The outcome of a player who is stuck, where no result says otherwise.
    stuck: Outcome,
    turn: Option<FieldCode>,
    over: Option<FieldCode>,
}

#[derive(Debug)]
struct ProgramSide<W> {
    results: Vec<(u32, bool, Outcome)>,
    moves: Vec<ProgramMove<W>>,
    runs: Vec<MoveRun<W>>,
}

#[derive(Debug)]
struct ProgramMove<W> {
    derived: Box<[(u32, u32)]>,
    guard: Guard<W>,
    body: Body<W>,
}

/// What a move does, with the commonest form at hand.
#[derive(Debug)]
enum Body<W> {
    /// `(position & keep | set) + more`, the turn included.
    Constants {
        keep: W,
        set: W,
        more: W,
        turn: Turn,
    },
    Steps(Box<[Step<W>]>),
}

/// A guard, with the commonest forms at hand.
#[derive(Debug)]
enum Guard<W> {
    Always,
    /// One test holds, and none of the others.
    Tests {
        mask: W,
        pattern: W,
        none_of: Box<[(W, W)]>,
    },
    Expr(u32),
}

/// How to read and write a field.
#[derive(Clone, Copy, Debug)]
struct FieldCode {
    shift: u32,
    mask: u64,
    lo: i64,
    hi: i64,
}

#[derive(Debug)]
enum Code<W> {
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

#[derive(Debug)]
enum Step<W> {
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

/// What a run keeps besides the position.
struct Run<'s> {
    slots: &'s mut [i64],
    /// For each node that keeps its value: when it was worked out, and what it was.
    kept: Vec<(u64, i64)>,
    /// Counts the changes of what expressions read: the position, slots, whether there is
    /// a legal move, and a fault that is passed over.
    changes: u64,
    /// Whether there is no legal move; the site where a guard faults.
    stuck: Result<bool, SiteId>,
    fault: Option<SiteId>,
    again: bool,
    end: Option<Outcome>,
}

impl Run<'_> {
    #[cold]
    fn fail(&mut self, site: SiteId) -> i64 {
        self.fault.get_or_insert(site);
        0
    }

    /// The fault, if there was one. What was worked out with it is not kept: the next
    /// to ask for it meets the fault again.
    #[inline]
    fn pass_over_fault(&mut self) -> Option<SiteId> {
        let fault = self.fault.take();
        if fault.is_some() {
            self.change();
        }
        fault
    }

    /// From now on expressions are worked out anew.
    #[inline]
    fn change(&mut self) {
        self.changes += 1;
    }

    /// Keeps a number in a slot.
    #[inline]
    fn bind(&mut self, slot: u32, value: i64) {
        self.slots[slot as usize] = value;
        self.change();
    }
}

/// How a game that a move ended is for the player who is to move next, where `end` is how
/// it is for the player who moved.
pub(crate) fn end_after(end: Outcome, turn: Turn) -> Outcome {
    match turn {
        Turn::Kept => end,
        Turn::Passes => end.flipped(),
    }
}

/// Nodes after which it is asked whether work goes on: about a millisecond.
const NODES_BETWEEN: usize = 1 << 15;

/// Slots that fit here cost no allocation.
const FEW_SLOTS: usize = 48;

impl<W: Word> Program<W> {
    /// The program for this width, which must hold the layout's bits.
    ///
    /// # Errors
    ///
    /// The caller interrupted it.
    pub(crate) fn new(residual: &Residual, stuck: Outcome, job: &Job) -> Result<Self, Why> {
        let build = Builder { residual };
        let is_turned = residual.sides.len() == 2;
        let places = sharing::kept(residual);
        let (mut code, mut kept) = (Vec::with_capacity(residual.nodes.len()), Vec::new());
        let chunks = residual.nodes.chunks(NODES_BETWEEN);
        for (nodes, places) in chunks.zip(places.chunks(NODES_BETWEEN)) {
            job.check()?;
            for (node, place) in nodes.iter().zip(places) {
                let node = build.node(node);
                code.push(match place {
                    Some(place) => {
                        kept.push(node);
                        Code::Kept(*place)
                    }
                    None => node,
                });
            }
        }
        let uses_slots = residual.uses_slots();
        let sides = residual
            .sides
            .iter()
            .zip(number::PLAYERS)
            .map(|(side, mover)| {
                let results = side.results.iter();
                let moves = side.moves.iter();
                Ok(ProgramSide {
                    results: results
                        .map(|result| (id(result.condition), result.asks_stuck, result.outcome))
                        .collect(),
                    moves: moves
                        .map(|ground| build.ground(ground, is_turned.then_some(mover)))
                        .collect(),
                    runs: runs::runs(residual, side, &uses_slots, job)?,
                })
            });
        Ok(Self {
            code,
            kept,
            tables: residual
                .tables
                .iter()
                .map(|table| table.clone().into())
                .collect(),
            sides: sides.collect::<Result<_, _>>()?,
            slots: residual.slots,
            stuck,
            turn: residual.layout.turn.map(|field| build.field(field)),
            over: residual.layout.over.map(|field| build.field(field)),
        })
    }

    /// Runs `job` with room for the slots.
    fn with_run<T>(&self, job: impl FnOnce(&mut Run<'_>) -> T) -> T {
        let mut few = [0; FEW_SLOTS];
        let mut many;
        let slots: &mut [i64] = if self.slots <= FEW_SLOTS {
            &mut few[..self.slots]
        } else {
            many = vec![0; self.slots];
            &mut many
        };
        job(&mut Run {
            slots,
            kept: vec![(0, 0); self.kept.len()],
            changes: 1,
            stuck: Ok(false),
            fault: None,
            again: false,
            end: None,
        })
    }

    /// The outcome of a player who is stuck, where no result says otherwise.
    pub(crate) fn stuck(&self) -> Outcome {
        self.stuck
    }

    /// Which side is to move.
    pub(crate) fn side(&self, position: W) -> usize {
        self.turn
            .map_or(0, |field| number::player(field.read(position)) as usize)
    }

    /// Appends every successor, in order, made of the place of its ground move and
    /// what that leads to; or tells the mover's outcome if the game is
    /// over, and appends nothing.
    ///
    /// # Errors
    ///
    /// The site of the first fault. Then too nothing is appended.
    pub(crate) fn expand<T>(
        &self,
        position: W,
        out: &mut Vec<T>,
        make: impl Fn(u32, W, Turn) -> T,
    ) -> Result<Option<Outcome>, SiteId> {
        let first = out.len();
        match self.expand_after(first, position, out, make) {
            Ok(None) => Ok(None),
            over_or_fault => {
                out.truncate(first);
                over_or_fault
            }
        }
    }

    fn expand_after<T>(
        &self,
        first: usize,
        position: W,
        out: &mut Vec<T>,
        make: impl Fn(u32, W, Turn) -> T,
    ) -> Result<Option<Outcome>, SiteId> {
        if let Some(over) = self.over {
            let ended = number::outcome(over.read(position));
            if ended.is_some() {
                return Ok(ended);
            }
        }
        let side = &self.sides[self.side(position)];
        self.with_run(|run| {
            let mut moved = None;
            for &(condition, asks_stuck, outcome) in &side.results {
                if asks_stuck && moved.is_none() {
                    moved = Some(self.successors(side, position, run, out, &make));
                    run.stuck = match moved {
                        Some(Ok(())) => Ok(out.len() == first),
                        // It was a body perhaps, which is not looked at here.
                        _ => self.is_stuck(side, position, run),
                    };
                    run.change();
                }
                let holds = self.eval(condition, position, run) != 0;
                if let Some(site) = run.fault {
                    return Err(site);
                }
                if holds {
                    return Ok(Some(outcome));
                }
            }
            moved.unwrap_or_else(|| self.successors(side, position, run, out, &make))?;
            Ok((out.len() == first).then_some(self.stuck))
        })
    }

    fn successors<T>(
        &self,
        side: &ProgramSide<W>,
        position: W,
        run: &mut Run<'_>,
        out: &mut Vec<T>,
        make: impl Fn(u32, W, Turn) -> T,
    ) -> Result<(), SiteId> {
        self.each_move(side, position, run, |place, ground, run| {
            if !self.is_legal(ground, position, run) {
                return run.pass_over_fault().map_or(Ok(()), Err);
            }
            let (next, turn) = self.play_on(ground, position, run);
            if let Some(site) = run.pass_over_fault() {
                return Err(site);
            }
            out.push(make(place as u32, next, turn));
            Ok(())
        })
    }

    /// Visits the moves of a side with their places, but for those that are not legal
    /// because the condition of a run fails, until the visitor gives an error.
    #[inline]
    fn each_move<E>(
        &self,
        side: &ProgramSide<W>,
        position: W,
        run: &mut Run<'_>,
        mut visit: impl FnMut(usize, &ProgramMove<W>, &mut Run<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let (mut place, mut next_run) = (0, 0);
        while place < side.moves.len() {
            let end = match side.runs.get(next_run) {
                Some(of) if of.first > place => of.first,
                Some(of) => {
                    if self.may_be_legal(of, position, run) {
                        next_run += 1;
                    } else {
                        (place, next_run) = (of.end, of.after);
                    }
                    continue;
                }
                None => side.moves.len(),
            };
            for (ground, place) in side.moves[place..end].iter().zip(place..) {
                visit(place, ground, run)?;
            }
            place = end;
        }
        Ok(())
    }

    /// Whether what all moves of a run need holds.
    #[inline]
    fn may_be_legal(&self, of: &MoveRun<W>, position: W, run: &mut Run<'_>) -> bool {
        let holds = |part: &u32| self.eval(*part, position, run) != 0;
        position & of.mask == of.pattern && of.parts.iter().all(holds)
    }

    /// Visits each legal move with its place and what it leads to. A move that
    /// faults is none; results are not asked.
    pub(crate) fn each_legal(&self, position: W, mut visit: impl FnMut(usize, W, Turn)) {
        let side = &self.sides[self.side(position)];
        self.with_run(|run| {
            let Ok(()) = self.each_move(side, position, run, |place, ground, run| {
                if self.is_legal(ground, position, run) {
                    let (next, turn) = self.play_on(ground, position, run);
                    if run.fault.is_none() {
                        visit(place, next, turn);
                    }
                }
                run.pass_over_fault();
                Ok::<(), Infallible>(())
            });
        });
    }

    /// Where the move at this place leads; `None` if the game is over, or the move
    /// is not legal. What other moves do is not asked.
    ///
    /// # Errors
    ///
    /// The site of the first fault.
    pub(crate) fn play(&self, place: usize, position: W) -> Result<Option<(W, Turn)>, SiteId> {
        if self
            .over
            .is_some_and(|over| over.read(position) != number::GOES_ON)
        {
            return Ok(None);
        }
        let side = &self.sides[self.side(position)];
        let Some(ground) = side.moves.get(place) else {
            return Ok(None);
        };
        self.with_run(|run| {
            if !self.is_legal(ground, position, run) {
                return run.fault.map_or(Ok(None), Err);
            }
            // There is a move, so that nobody is stuck; and the results may use no
            // slot, so that those of the move stay.
            for &(condition, ..) in &side.results {
                let holds = self.eval(condition, position, run) != 0;
                if let Some(site) = run.fault {
                    return Err(site);
                }
                if holds {
                    return Ok(None);
                }
            }
            let played = self.play_on(ground, position, run);
            run.fault.map_or(Ok(Some(played)), Err)
        })
    }

    #[cold]
    fn is_stuck(
        &self,
        side: &ProgramSide<W>,
        position: W,
        run: &mut Run<'_>,
    ) -> Result<bool, SiteId> {
        let mut stuck = true;
        self.each_move(side, position, run, |_, ground, run| {
            stuck &= !self.is_legal(ground, position, run);
            run.pass_over_fault().map_or(Ok(()), Err)
        })?;
        Ok(stuck)
    }

    #[inline]
    fn is_legal(&self, ground: &ProgramMove<W>, position: W, run: &mut Run<'_>) -> bool {
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
            Guard::Expr(guard) => self.eval(*guard, position, run) != 0,
        };
        legal && run.fault.is_none()
    }

    fn play_on(&self, ground: &ProgramMove<W>, position: W, run: &mut Run<'_>) -> (W, Turn) {
        let body = match &ground.body {
            Body::Constants {
                keep,
                set,
                more,
                turn,
            } => return (((position & *keep) | *set).plus(*more), *turn),
            Body::Steps(body) => body,
        };
        run.again = false;
        run.end = None;
        let mut next = self.run_block(body, position, run);
        // What comes after is asked of the position before the move.
        run.change();
        let turn = if run.again { Turn::Kept } else { Turn::Passes };
        if let (Turn::Passes, Some(field)) = (turn, self.turn) {
            let mover = field.read(next);
            next = field.write(next, number::of_opponent(mover));
        }
        if let (Some(end), Some(field)) = (run.end, self.over) {
            next = field.write(next, number::of_outcome(end_after(end, turn)));
        }
        (next, turn)
    }

    fn run_block(&self, block: &[Step<W>], mut position: W, run: &mut Run<'_>) -> W {
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
                    let block = if self.eval(*condition, position, run) != 0 {
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

    fn eval(&self, at: u32, position: W, run: &mut Run<'_>) -> i64 {
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

impl FieldCode {
    fn read<W: Word>(self, position: W) -> i64 {
        // A field without bits may stand behind the last bit of the word.
        if self.mask == 0 {
            return self.lo;
        }
        ((position >> self.shift).low() & self.mask) as i64 + self.lo
    }

    fn write<W: Word>(self, position: W, value: i64) -> W {
        if self.mask == 0 {
            return position;
        }
        let clear = W::narrow(u128::from(self.mask)) << self.shift;
        let set = W::narrow(u128::from((value - self.lo) as u64 & self.mask)) << self.shift;
        (position & !clear) | set
    }

    fn store<W: Word>(self, position: W, value: i64, site: Option<SiteId>, run: &mut Run<'_>) -> W {
        if let (Some(site), false) = (site, (self.lo..=self.hi).contains(&value)) {
            run.fail(site);
            return position;
        }
        self.write(position, value)
    }

    /// The same field of the element at `index`.
    fn moved(self, index: i64, stride: u32) -> Self {
        Self {
            shift: self.shift + index as u32 * stride,
            ..self
        }
    }
}

fn any_holds<W: Word>(tests: &[(W, W)], position: W) -> bool {
    tests
        .iter()
        .any(|(mask, pattern)| position & *mask == *pattern)
}
