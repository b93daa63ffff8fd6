//! Ground moves taken apart by the contents of a few cells.
//!
//! A move of Quixo pushes a line of cubes: a cell then holds what its neighbour held. Such a move
//! is no constant step ([`ConstantStep`](zug_analyse::ConstantStep)). But it is executed symbolically
//! (`unmove::path`), and what each cell holds afterwards is then a constant or what another cell
//! held. Where it is something else, where a condition depends on a cell, or where the content
//! of a cell is lost, the move is taken apart: one case for each content of that cell. What is
//! left is a *shift*, which asks for the contents of some cells, writes constants, and carries
//! the contents of other cells from each to one other. So a shift is turned round by reading it
//! backwards, and a move is exactly the sum of its shifts.
//!
//! Cost: the number of cases, which is bounded. When not to use it: where a move asks for many
//! cells, as a count of pieces does.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use zug_analyse::{Known, Obstacle, Path, fields_read, paths};
use zug_game::U256;
use zug_program::{ExprId, GroundMove, Layout, Meter, Node, Op, Residual};
use zug_values::Turn;

use super::board::Board;
use super::links::{Edge, Swapped};

/// The largest number of shifts that a ground move is taken apart into.
const MOST_SHIFTS: usize = 1 << 10;

/// The most steps in which moves are taken apart: some tenths of a second.
const MOST_STEPS: u64 = 1 << 20;

/// What a cell holds after a shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Content {
    /// This kind of piece.
    Kind(usize),
    /// What this cell held before.
    Of(usize),
}

/// What a ground move does where some cells hold known contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shift {
    /// The cells whose contents are asked for.
    pub(super) before: BTreeMap<usize, usize>,
    /// The cells that are written. Each such cell is asked for, or its content is carried to
    /// another cell; and no content is carried to two cells, or out of a cell that is not
    /// written.
    pub(super) after: BTreeMap<usize, Content>,
    /// What the move does to the turn.
    pub(super) turn: Turn,
    /// What stands beside the board after the move; 0 where it is not known before the move.
    pub(super) to: U256,
}

impl Shift {
    /// Whether the content of a cell is carried to another cell.
    pub(super) fn carries(&self, cell: usize) -> bool {
        let mut after = self.after.values();
        after.any(|content| *content == Content::Of(cell))
    }

    /// What the shift does to a board, as an edge whose ends beside the board are 0, and that swaps no
    /// players.
    pub(super) fn on(&self, board: &Board) -> Edge {
        let put = |cell: usize, kind: usize| U256::from(kind as u64) << board.shift_of(cell);
        let mut edge = Edge {
            from: 0,
            to: 0,
            turn: self.turn,
            mask: U256::ZERO,
            pattern: U256::ZERO,
            clear: U256::ZERO,
            set: U256::ZERO,
            carried: Vec::new(),
            swapped: Swapped::No,
        };
        for (&cell, &kind) in &self.before {
            edge.mask |= board.mask(cell);
            edge.pattern |= put(cell, kind);
        }
        for (&cell, &content) in &self.after {
            edge.clear |= board.mask(cell);
            match content {
                Content::Kind(kind) => edge.set |= put(cell, kind),
                Content::Of(from) => edge.carried.push((from, cell)),
            }
        }
        edge
    }
}

/// Where moves are taken apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Where<'h> {
    /// What stands beside the board; any content if it is `None`. Then conditions that cannot
    /// be decided are taken to hold.
    pub(super) rest: Option<U256>,
    /// For each cell whether it is in the high half of the board: no content is carried from one
    /// half to the other; `None` if contents may be carried everywhere.
    pub(super) halves: Option<&'h [bool]>,
}

/// Takes the moves of a program apart.
pub(super) struct Apart<'b> {
    program: Residual,
    board: &'b Board,
}

impl<'b> Apart<'b> {
    pub(super) fn new(program: &Residual, board: &'b Board) -> Self {
        let meter = Meter::new(&zug_job::Job::default(), MOST_STEPS);
        Self {
            program: program.clone().measured_by(meter),
            board,
        }
    }

    /// The shifts of a ground move of this player; `None` if the move is more than shifts.
    pub(super) fn shifts(
        &mut self,
        mover: usize,
        ground: &GroundMove,
        place: Where<'_>,
    ) -> Option<Vec<Shift>> {
        if self.may_fault(ground) || self.grows(ground) {
            return None;
        }
        let mut found = Vec::new();
        for path in paths(&mut self.program, mover, ground).ok()? {
            let Some(case) = self.start(&path, place.rest) else {
                continue;
            };
            let mut cases = Cases {
                apart: self,
                mover,
                path: &path,
                place,
                found: &mut found,
            };
            cases.follow(case)?;
        }
        Some(found)
    }

    /// Whether the rules may break in a move, or the move writes by an index: it is no shift then.
    fn may_fault(&self, ground: &GroundMove) -> bool {
        let mut by_index = false;
        for op in &ground.body {
            op.each(&mut |op| by_index |= matches!(op, Op::SetElement { .. }));
        }
        by_index || ground.may_fault(&self.program)
    }

    /// Whether the guard of a move asks for a set that grows by steps. That depends on cells all
    /// over the board, so that the move would fall into far too many shifts.
    fn grows(&self, ground: &GroundMove) -> bool {
        let derived = ground.derived.iter().map(|(_, value)| *value);
        derived.chain([ground.guard]).any(|value| {
            let found = self.program.each_below(value, |node| match node {
                Node::Closure { .. } => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            });
            found.is_break()
        })
    }

    /// What is known on a path; `None` if the path asks for something else beside the board.
    fn start(&mut self, path: &Path, rest: Option<U256>) -> Option<Case> {
        let mut case = Case::default();
        if let Some(rest) = rest {
            for field in 0..self.program.layout().fields.len() {
                if !self.board.fields.contains(&field) {
                    let value = self.program.layout().get(rest, field);
                    if path.before.get(&field).is_some_and(|asked| *asked != value) {
                        return None;
                    }
                    let value = self.program.int(value);
                    case.known.set(field, value);
                }
            }
        }
        for (&field, &value) in &path.before {
            if self.board.fields.contains(&field) {
                case.suppose(&mut self.program, self.board, field, value)?;
            }
        }
        Some(case)
    }
}

/// Facts about the position before a move.
#[derive(Clone, Default)]
struct Case {
    known: Known,
    /// The contents of the cells that are known.
    cells: BTreeMap<usize, usize>,
}

impl Case {
    /// Supposes that a cell, by its field, holds a value; `None` if no cell can.
    fn suppose(
        &mut self,
        program: &mut Residual,
        board: &Board,
        field: usize,
        value: i64,
    ) -> Option<()> {
        let kind = value - program.layout().fields[field].scalar.lo;
        self.cells
            .insert(field - board.fields.start, usize::try_from(kind).ok()?);
        let value = program.int(value);
        self.known.set(field, value);
        Some(())
    }
}

/// The cases of one path of a move.
struct Cases<'a, 'b> {
    apart: &'a mut Apart<'b>,
    mover: usize,
    path: &'a Path,
    place: Where<'a>,
    found: &'a mut Vec<Shift>,
}

/// How a case goes on.
enum Step {
    /// The move is not legal.
    Illegal,
    /// The content of this field must be known.
    Ask(usize),
    /// The case is a shift.
    Is(Shift),
}

impl Cases<'_, '_> {
    /// Follows a case; `None` if it is more than shifts.
    fn follow(&mut self, mut case: Case) -> Option<()> {
        match self.step(&mut case)? {
            Step::Illegal => {}
            Step::Is(shift) => {
                self.found.push(shift);
                if self.found.len() > MOST_SHIFTS {
                    return None;
                }
            }
            Step::Ask(field) => {
                let range = self.apart.program.layout().fields[field].scalar;
                for value in range.lo..=range.hi {
                    let mut known = case.clone();
                    known.suppose(&mut self.apart.program, self.apart.board, field, value)?;
                    self.follow(known)?;
                }
            }
        }
        Some(())
    }

    fn step(&mut self, case: &mut Case) -> Option<Step> {
        self.apart.program.check().ok()?;
        for &condition in &self.path.conditions {
            let condition = self.put(case, condition)?;
            match self.apart.program.constant(condition) {
                Some(0) => return Some(Step::Illegal),
                Some(_) => {}
                None => match self.unknown_cell(case, condition) {
                    Some(field) if self.place.rest.is_some() => return Some(Step::Ask(field)),
                    None if self.place.rest.is_some() => return None,
                    _ => {}
                },
            }
        }
        let mut after = BTreeMap::new();
        let mut to = self.place.rest.unwrap_or(U256::ZERO);
        for (&field, &value) in &self.path.after {
            let value = self.put(case, value)?;
            let constant = self.apart.program.constant(value);
            let Some(cell) = self.cell(field) else {
                match (self.place.rest, constant) {
                    (None, _) => {}
                    (Some(_), Some(value)) => {
                        put_field(self.apart.program.layout(), &mut to, field, value);
                    }
                    (Some(_), None) => return Some(Step::Ask(self.unknown_cell(case, value)?)),
                }
                continue;
            };
            let lowest = self.apart.program.layout().fields[field].scalar.lo;
            let content = match (constant, self.apart.program.node(value)) {
                (Some(value), _) => Content::Kind(usize::try_from(value - lowest).ok()?),
                (None, Node::Field(other)) if self.cell(*other).is_some() => {
                    Content::Of(self.cell(*other)?)
                }
                _ => return Some(Step::Ask(self.unknown_cell(case, value)?)),
            };
            if content != Content::Of(cell) {
                after.insert(cell, content);
            }
        }
        if let Some(cell) = self.lost_or_copied(case, &after) {
            return Some(Step::Ask(self.apart.board.fields.start + cell));
        }
        if self.place.rest.is_some() {
            let layout = self.apart.program.layout();
            for (field, _, value) in self.path.end.changes(layout, self.mover) {
                put_field(layout, &mut to, field, value);
            }
        }
        Some(Step::Is(Shift {
            before: case.cells.clone(),
            after,
            turn: self.path.end.turn(),
            to,
        }))
    }

    /// A cell whose content is not known and is lost, copied or carried to the other half.
    fn lost_or_copied(&self, case: &Case, after: &BTreeMap<usize, Content>) -> Option<usize> {
        let mut carried = BTreeSet::new();
        for (&to, content) in after {
            let Content::Of(from) = *content else {
                continue;
            };
            let halves = self.place.halves;
            let crosses = halves.is_some_and(|is_high| is_high[from] != is_high[to]);
            if !carried.insert(from) || !after.contains_key(&from) || crosses {
                return Some(from);
            }
        }
        let is_lost = |cell: &&usize| !carried.contains(cell) && !case.cells.contains_key(cell);
        after.keys().find(is_lost).copied()
    }

    fn put(&mut self, case: &mut Case, value: ExprId) -> Option<ExprId> {
        let put = case.known.put_into(&mut self.apart.program, value);
        put.map_err(|_: Obstacle| ()).ok()
    }

    /// The cell of a field, if it is on the board.
    fn cell(&self, field: usize) -> Option<usize> {
        let fields = &self.apart.board.fields;
        fields.contains(&field).then(|| field - fields.start)
    }

    /// The field of a cell that an expression reads and that is not known.
    fn unknown_cell(&self, case: &Case, value: ExprId) -> Option<usize> {
        let mut read = fields_read(&self.apart.program, value).into_iter();
        read.find(|field| {
            let cell = self.cell(*field);
            cell.is_some_and(|cell| !case.cells.contains_key(&cell))
        })
    }
}

/// Puts a value into a field of a position.
fn put_field(layout: &Layout, position: &mut U256, field: usize, value: i64) {
    let of = layout.fields[field];
    *position = *position & !of.mask() | of.content(value);
}
