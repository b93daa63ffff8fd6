//! Proves from a program that a map of positions is a symmetry of the game, in every state and not
//! only in those that somebody looked at.
//!
//! The program is finite. The map is a symmetry if for each player it takes the ground moves to
//! the ground moves of the player whose role he or she gets: for each move there is one that is
//! legal in the image under the same condition, that faults under the same condition, keeps the
//! turn and ends the game alike, and leads to the image of where the move leads. It must also take
//! the results, in the order in which they are asked, to those of that player. Both sides are
//! expressions on one unknown position: what the image holds in a field is an expression too
//! ([`Forms`]), and moves are executed on such expressions. Equal normal forms are
//! equal values, so that what is proved holds for all states, and for all products of maps
//! that are proved.
//!
//! A map of which this cannot be shown need not be wrong: two different forms prove nothing.
//!
//! Cost: the program is evaluated twice for each map, once for all maps and once for each.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::FxHashMap;
use zug_game::U256;
use zug_job::{Job, Why};

use super::Relocation;
use super::form::{Form, Forms, Strict};
use crate::layout::{Field, Layout, number};
use crate::meter::{Halt, Meter};
use crate::residual::{Closure, ExprId, GroundMove, Node, Op, Residual};

/// Why a map could not be proved to be a symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Doubt {
    /// No move from the images is known to be the image of this one.
    Move {
        /// The place of the player who moves among the sides of the program.
        side: usize,
        /// The number of the move among this player's.
        number: usize,
    },
    /// The results of positions are not known to be those of their images.
    Results,
    /// The program is too large to be compared.
    TooLarge,
}

/// The most steps that the proof of one program takes: a few seconds, and at most some
/// hundred megabytes.
const MOST_STEPS: u64 = 30_000_000;

/// The most bytes that the proof of one program takes.
const MOST_BYTES: usize = 256 << 20;

/// About how many bytes are noted for each node of a program.
const BYTES_OF_NODE: usize = 64;

/// Proves maps of one program.
#[derive(Debug)]
pub struct Proofs<'a> {
    residual: &'a Residual,
    forms: Forms<'a>,
    /// For each node the bits of the position on which it may depend.
    reads: Vec<U256>,
    /// For each node whether it depends on a slot.
    slots: Vec<bool>,
    /// What each side does in an unknown position.
    played: Vec<Played>,
}

/// What one side can do in a position, all told in expressions on another position.
#[derive(Clone, Debug)]
struct Played {
    moves: Vec<PlayedMove>,
    results: Vec<PlayedResult>,
}

#[derive(Clone, Debug)]
struct PlayedMove {
    number: usize,
    guard: Form,
    /// What is evaluated and can fault, each with the condition under which it is evaluated.
    asked: Vec<(Form, Form)>,
    /// Whether the turn is kept.
    again: Form,
    /// How the game ended for the player who is to move next, by [`number`].
    end: Form,
    /// The fields that are written, with what they then hold.
    written: BTreeMap<usize, Form>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct PlayedResult {
    condition: Form,
    outcome: i64,
    score: Option<Form>,
}

/// All that must be alike in a move and its image.
type Likeness = (Form, Vec<(Form, Form)>, Form, Form, Vec<(usize, Form)>);

impl<'a> Proofs<'a> {
    /// Makes what the proofs of all maps need of a program.
    ///
    /// # Errors
    ///
    /// The job was cancelled, or the memory that it allows was used up.
    pub fn new(residual: &'a Residual, job: &Job) -> Result<Self, Why> {
        let stuck_faults = residual.ground_moves().any(|(_, ground)| {
            let derived = ground.derived.iter().map(|(_, value)| *value);
            let mut asked = derived.chain([ground.guard]);
            asked.any(|id| residual.facts(id).faults)
        });
        // Most of the memory that is left is for the work.
        let room = usize::try_from(job.budget.left() / 16)
            .unwrap_or(MOST_BYTES)
            .min(MOST_BYTES);
        let forms = Forms::new(
            residual.layout(),
            residual.tables(),
            stuck_faults,
            Meter::new(job, MOST_STEPS),
            room.saturating_sub(residual.nodes().len() * BYTES_OF_NODE),
        );
        let mut proofs = Self {
            residual,
            forms,
            reads: reads(residual),
            slots: residual.uses_slots(),
            played: Vec::new(),
        };
        let layout = residual.layout();
        let fields = (0..layout.fields.len()).map(|field| proofs.forms.field(field));
        let fields = fields.collect();
        let sides = 0..residual.sides.len();
        proofs.played = View::new(&mut proofs, fields).sides(sides.collect());
        proofs.interrupted()?;
        Ok(proofs)
    }

    /// Why the job wants the work to end, if it does.
    fn interrupted(&self) -> Result<(), Why> {
        match self.forms.meter.check() {
            Err(Halt::Interrupted(why)) => Err(why),
            Ok(()) | Err(Halt::TooLong) => Ok(()),
        }
    }

    /// Proves that the map which moves the bits of positions like this is a symmetry of the game.
    ///
    /// # Errors
    ///
    /// The job was cancelled, or the memory that it allows was used up.
    pub fn prove(&mut self, map: &[Relocation]) -> Result<Result<(), Doubt>, Why> {
        let proved = self.compare(map);
        self.interrupted()?;
        Ok(match self.forms.meter.check() {
            Ok(()) => proved,
            Err(_) => Err(Doubt::TooLarge),
        })
    }

    fn compare(&mut self, map: &[Relocation]) -> Result<(), Doubt> {
        let layout = self.residual.layout();
        let image = Image::new(layout, map, &mut self.forms);
        let counterparts: Vec<usize> = match (layout.turn, &self.played[..]) {
            (Some(turn), [_, _]) if swaps(layout.fields[turn], map) => vec![1, 0],
            _ => (0..self.played.len()).collect(),
        };
        let fields = image.fields.clone();
        let of_images = View::new(self, fields).sides(counterparts.clone());
        for (side, played) in self.played.clone().into_iter().enumerate() {
            if self.forms.meter.check().is_err() {
                return Err(Doubt::TooLarge);
            }
            let of_image = &of_images[side];
            let counterpart = counterparts[side];
            if self.merged(&played.results) != self.merged(&of_image.results) {
                return Err(Doubt::Results);
            }
            // From each likeness of a move to the number of such a move.
            let mut here: BTreeMap<Likeness, usize> = BTreeMap::new();
            for ground in &played.moves {
                let written = image.of(&ground.written, &mut self.forms);
                here.insert(image.likeness(ground, written), ground.number);
            }
            let mut there: BTreeMap<Likeness, usize> = BTreeMap::new();
            for ground in &of_image.moves {
                let written = ground.written.iter().map(|(field, form)| (*field, *form));
                there.insert(image.likeness(ground, written.collect()), ground.number);
            }
            for (side, moves, others) in [(side, &here, &there), (counterpart, &there, &here)] {
                let alone = moves
                    .iter()
                    .find(|(likeness, _)| !others.contains_key(*likeness));
                if let Some((_, &number)) = alone {
                    return Err(Doubt::Move { side, number });
                }
            }
        }
        Ok(())
    }

    /// The results with neighbours that say the same put together.
    fn merged(&mut self, results: &[PlayedResult]) -> Vec<PlayedResult> {
        let mut merged: Vec<PlayedResult> = Vec::new();
        for result in results {
            match merged.last_mut() {
                Some(last) if (last.outcome, last.score) == (result.outcome, result.score) => {
                    last.condition = self.forms.any(&[last.condition, result.condition]);
                }
                _ => merged.push(result.clone()),
            }
        }
        merged
    }
}

/// Whether a map exchanges the players, of whom `turn` tells who is to move.
fn swaps(turn: Field, map: &[Relocation]) -> bool {
    map.iter()
        .any(|moved| (moved.shift, moved.bits) == (turn.shift, turn.bits) && moved.images.is_some())
}

/// For each node the bits of the position on which it may depend.
fn reads(residual: &Residual) -> Vec<U256> {
    let layout = residual.layout();
    let mut reads: Vec<U256> = Vec::with_capacity(residual.nodes().len());
    for node in residual.nodes() {
        let mut bits = match node {
            Node::Field(field) => layout.fields[*field].mask(),
            Node::Element {
                first,
                stride,
                count,
                ..
            } => (0..*count).fold(U256::ZERO, |bits, element| {
                bits | layout.fields[first + element * stride].mask()
            }),
            Node::Test { mask, .. } => *mask,
            Node::AnyTest(tests) => tests
                .iter()
                .fold(U256::ZERO, |bits, (mask, _)| bits | *mask),
            _ => U256::ZERO,
        };
        node.each_operand(|operand| bits |= reads[operand.index()]);
        reads.push(bits);
    }
    reads
}

/// What the image of a position holds.
#[derive(Debug)]
struct Image {
    /// For each field of the image what it holds, as an expression on the position.
    fields: Vec<Form>,
    /// For each field of the image the fields of the position on which it depends.
    sources: Vec<Vec<usize>>,
}

impl Image {
    fn new(layout: &Layout, map: &[Relocation], forms: &mut Forms<'_>) -> Self {
        let fields = 0..layout.fields.len();
        let mut image = Self {
            fields: fields.clone().map(|field| forms.field(field)).collect(),
            sources: fields.clone().map(|field| vec![field]).collect(),
        };
        let within = |shift: u32, bits: u32| {
            let fields = layout.fields.iter().enumerate();
            fields.filter(move |(_, of)| {
                of.bits > 0 && of.shift >= shift && of.shift + of.bits <= shift + bits
            })
        };
        for moved in map {
            let sources: Vec<(usize, Field)> = within(moved.shift, moved.bits)
                .map(|(field, of)| (field, *of))
                .collect();
            for (target, of) in within(moved.to, moved.bits) {
                let offset = of.shift - moved.to;
                let source = sources.iter().find(|(_, source)| {
                    (source.shift - moved.shift, source.bits) == (offset, of.bits)
                });
                let content = |raw: u64| (raw >> offset & (u64::MAX >> (64 - of.bits))) as i64;
                (image.fields[target], image.sources[target]) = match (&moved.images, source) {
                    (None, Some((source, _))) => (forms.field(*source), vec![*source]),
                    (Some(images), _) => {
                        let fields: Vec<usize> = sources.iter().map(|(field, _)| *field).collect();
                        let values: Vec<Form> =
                            fields.iter().map(|field| forms.field(*field)).collect();
                        let form = forms.by_cases(&fields, &values, |forms, picked| {
                            let raw = picked.iter().zip(&sources).map(|(form, (_, source))| {
                                let value = forms.value(*form).unwrap_or_default();
                                ((value - source.scalar.lo) as u64) << (source.shift - moved.shift)
                            });
                            let raw: u64 = raw.sum();
                            forms.int(of.scalar.lo + content(images[raw as usize]))
                        });
                        (form, fields)
                    }
                    (None, None) => (forms.unknown(), Vec::new()),
                };
            }
        }
        image
    }

    /// What the fields hold in the image of the position in which `written` holds, for the fields
    /// that then do not hold what they hold in the image of the position before.
    fn of(&self, written: &BTreeMap<usize, Form>, forms: &mut Forms<'_>) -> Vec<(usize, Form)> {
        let mut images = Vec::new();
        for (target, (before, sources)) in self.fields.iter().zip(&self.sources).enumerate() {
            if sources.iter().any(|source| written.contains_key(source)) {
                images.push((target, forms.put(*before, written)));
            }
        }
        images
    }

    /// What must be alike in a move and its image, of which `written` are the fields that are
    /// written in the image.
    fn likeness(&self, ground: &PlayedMove, written: Vec<(usize, Form)>) -> Likeness {
        let is_new = |(field, form): &(usize, Form)| self.fields[*field] != *form;
        let written = written.into_iter().filter(is_new).collect();
        (
            ground.guard,
            ground.asked.clone(),
            ground.again,
            ground.end,
            written,
        )
    }
}

/// Evaluates the program on positions whose fields are expressions on another position.
struct View<'v, 'a> {
    residual: &'a Residual,
    forms: &'v mut Forms<'a>,
    reads: &'v [U256],
    slots: &'v [bool],
    /// What each field holds before the move.
    fields: Vec<Form>,
    /// For each node its form before the move, if it is known.
    before: Vec<Option<Form>>,
    /// The sets that grow by steps before the move, by the place of what they are made of.
    closures: FxHashMap<*const Closure, Rc<[Form]>>,
    /// What the move that is executed evaluates and can fault.
    asked: Vec<(Form, Form)>,
}

/// A position in the middle of a move.
#[derive(Clone, Debug)]
struct Now {
    written: BTreeMap<usize, Form>,
    /// The bits of the fields that are written.
    changed: U256,
    slots: BTreeMap<usize, Form>,
    again: Form,
    /// How the game ended for the player who moves, by [`number`].
    end: Form,
    /// Forms of nodes that are not what they were before the move.
    known: FxHashMap<ExprId, Form>,
}

impl<'v, 'a> View<'v, 'a> {
    fn new(proofs: &'v mut Proofs<'a>, fields: Vec<Form>) -> Self {
        let residual = proofs.residual;
        Self {
            residual,
            forms: &mut proofs.forms,
            reads: &proofs.reads,
            slots: &proofs.slots,
            fields,
            before: vec![None; residual.nodes().len()],
            closures: FxHashMap::default(),
            asked: Vec::new(),
        }
    }

    /// What these sides can do.
    fn sides(mut self, sides: Vec<usize>) -> Vec<Played> {
        sides.into_iter().map(|side| self.side(side)).collect()
    }

    fn side(&mut self, side: usize) -> Played {
        let side = &self.residual.sides[side];
        let mut now = self.start();
        let results = side.results.iter().map(|result| PlayedResult {
            condition: self.form(result.condition, &mut now),
            outcome: number::of_outcome(result.outcome),
            score: result.score.map(|score| self.form(score, &mut now)),
        });
        let results = results.collect();
        let mut moves = Vec::new();
        for (number, ground) in side.moves.iter().enumerate() {
            if self.forms.meter.check().is_err() {
                break;
            }
            let played = self.play(number, ground);
            if self.forms.value(played.guard) != Some(0) {
                moves.push(played);
            }
        }
        Played { moves, results }
    }

    fn start(&mut self) -> Now {
        Now {
            written: BTreeMap::new(),
            changed: U256::ZERO,
            slots: BTreeMap::new(),
            again: self.forms.bool(false),
            end: self.forms.int(number::GOES_ON),
            known: FxHashMap::default(),
        }
    }

    fn play(&mut self, number: usize, ground: &GroundMove) -> PlayedMove {
        let mut now = self.start();
        let always = self.forms.bool(true);
        for (slot, value) in &ground.derived {
            let value = self.asked(*value, always, &mut now);
            now.bind(*slot, value);
        }
        // Its faults are among what must be alike.
        let guard = self.form(ground.guard, &mut now);
        self.run(&ground.body, guard, &mut now);
        let mut asked = std::mem::take(&mut self.asked);
        asked.sort_unstable();
        asked.dedup();
        let for_next = self.forms.of_opponent(now.end);
        let end = self.forms.select(now.again, now.end, for_next);
        // What becomes of positions in which the move is not legal does not matter.
        let known = self.forms.contents_given(guard);
        for form in now.written.values_mut() {
            *form = self.forms.within(*form, &known);
        }
        PlayedMove {
            number,
            guard,
            asked,
            again: self.forms.within(now.again, &known),
            end: self.forms.within(end, &known),
            written: now.written,
        }
    }

    /// Executes a block that is reached where `path` holds.
    fn run(&mut self, block: &[Op], path: Form, now: &mut Now) {
        for op in block {
            self.step(op, path, now);
        }
    }

    fn step(&mut self, op: &Op, path: Form, now: &mut Now) {
        match op {
            Op::Write { clear, set } => {
                let layout = self.residual.layout();
                for (field, of) in layout.fields.iter().enumerate() {
                    if of.bits > 0 && *clear & of.mask() != 0 {
                        let value = ((*set & of.mask()) >> of.shift).as_i64() + of.scalar.lo;
                        let value = self.forms.int(value);
                        self.write(field, value, now);
                    }
                }
            }
            Op::Set { field, value, site } => {
                let value = self.asked(*value, path, now);
                if site.is_some() {
                    self.check_range(*field, value, path);
                }
                self.write(*field, value, now);
            }
            Op::SetElement {
                first,
                stride,
                count,
                index,
                value,
                outside,
                site,
            } => {
                let index = self.asked(*index, path, now);
                let value = self.asked(*value, path, now);
                if outside.is_some() {
                    self.check_between(index, 0, *count as i64 - 1, path);
                }
                for element in 0..*count {
                    let field = first + element * stride;
                    let element = self.forms.int(element as i64);
                    let is_it = self.forms.strict(Strict::Equal, &[index, element]);
                    if self.forms.value(is_it) == Some(0) {
                        continue;
                    }
                    if site.is_some() {
                        let path = self.forms.all(&[path, is_it]);
                        self.check_range(field, value, path);
                    }
                    let old = self.field(field, now);
                    let new = self.forms.select(is_it, value, old);
                    self.write(field, new, now);
                }
            }
            Op::Bind { slot, value } => {
                let value = self.asked(*value, path, now);
                now.bind(*slot, value);
            }
            Op::If {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.asked(*condition, path, now);
                let opposite = self.forms.not(condition);
                let mut other = now.clone();
                let paths = [condition, opposite].map(|side| self.forms.all(&[path, side]));
                self.run(then, paths[0], now);
                self.run(otherwise, paths[1], &mut other);
                self.join(condition, now, &other);
            }
            Op::Again => now.again = self.forms.bool(true),
            Op::End(outcome) => {
                let goes_on = self.forms.int(number::GOES_ON);
                let goes_on = self.forms.strict(Strict::Equal, &[now.end, goes_on]);
                let ended = self.forms.int(number::of_outcome(*outcome));
                now.end = self.forms.select(goes_on, ended, now.end);
            }
            Op::CheckBag {
                first, kinds, size, ..
            } => {
                let counts: Vec<Form> = (*first..first + kinds)
                    .map(|field| self.field(field, now))
                    .collect();
                let counts: Vec<(Form, i128)> = counts.into_iter().map(|form| (form, 1)).collect();
                let held = self.forms.linear(0, &counts);
                self.check_between(held, *size, *size, path);
            }
            Op::Fault(_) => {
                let fault = self.forms.fault();
                self.asked.push((path, fault));
            }
        }
    }

    /// Puts what holds after both branches of an `if` together; `now` is where the condition holds.
    fn join(&mut self, condition: Form, now: &mut Now, other: &Now) {
        let fields: BTreeSet<usize> = now
            .written
            .keys()
            .chain(other.written.keys())
            .copied()
            .collect();
        for field in fields {
            let before = self.fields[field];
            let held = |now: &Now| now.written.get(&field).copied().unwrap_or(before);
            let (then, otherwise) = (held(now), held(other));
            let value = self.either(condition, then, otherwise);
            self.write(field, value, now);
        }
        let slots: BTreeSet<usize> = now
            .slots
            .keys()
            .chain(other.slots.keys())
            .copied()
            .collect();
        for slot in slots {
            let value = match (now.slots.get(&slot), other.slots.get(&slot)) {
                (Some(then), Some(otherwise)) => self.either(condition, *then, *otherwise),
                // A slot that only one branch fills is read in that branch alone.
                _ => self.forms.unknown(),
            };
            now.bind(slot, value);
        }
        now.again = self.either(condition, now.again, other.again);
        now.end = self.either(condition, now.end, other.end);
    }

    /// What holds behind an `if`; that its condition may fault is told elsewhere.
    fn either(&mut self, condition: Form, then: Form, otherwise: Form) -> Form {
        if then == otherwise {
            then
        } else {
            self.forms.select(condition, then, otherwise)
        }
    }

    fn write(&mut self, field: usize, value: Form, now: &mut Now) {
        now.changed |= self.residual.layout().fields[field].mask();
        now.written.insert(field, value);
        now.known.clear();
    }

    fn field(&self, field: usize, now: &Now) -> Form {
        now.written
            .get(&field)
            .copied()
            .unwrap_or(self.fields[field])
    }

    /// A value that is stored must be in the range of its field.
    fn check_range(&mut self, field: usize, value: Form, path: Form) {
        let scalar = self.residual.layout().fields[field].scalar;
        self.check_between(value, scalar.lo, scalar.hi, path);
    }

    fn check_between(&mut self, value: Form, lo: i64, hi: i64, path: Form) {
        let (lo, hi) = (self.forms.int(lo), self.forms.int(hi));
        let below = self.forms.strict(Strict::Less, &[value, lo]);
        let above = self.forms.strict(Strict::Less, &[hi, value]);
        let outside = self.forms.any(&[below, above]);
        let fails = self.forms.all(&[path, outside]);
        if self.forms.value(fails) != Some(0) {
            let fault = self.forms.fault();
            self.asked.push((fails, fault));
        }
    }

    /// The form of an expression that is evaluated where `path` holds.
    fn asked(&mut self, id: ExprId, path: Form, now: &mut Now) -> Form {
        let form = self.form(id, now);
        // It is asked only where the path holds.
        let known = self.forms.contents_given(path);
        let form = self.forms.within(form, &known);
        if self.forms.faults(form) {
            self.asked.push((path, form));
        }
        form
    }

    /// Whether the node is what it was before the move.
    fn is_as_before(&self, id: ExprId, now: &Now) -> bool {
        !self.slots[id.index()] && self.reads[id.index()] & now.changed == U256::ZERO
    }

    fn known(&self, id: ExprId, now: &Now) -> Option<Form> {
        if self.is_as_before(id, now) {
            self.before[id.index()]
        } else {
            now.known.get(&id).copied()
        }
    }

    fn form(&mut self, id: ExprId, now: &mut Now) -> Form {
        let mut open = vec![id];
        loop {
            let Some(&top) = open.last() else {
                break self.forms.unknown();
            };
            if let Some(known) = self.known(top, now) {
                open.pop();
                if open.is_empty() {
                    break known;
                }
                continue;
            }
            let waiting = open.len();
            self.residual.node(top).each_operand(|operand| {
                if self.known(operand, now).is_none() {
                    open.push(operand);
                }
            });
            if open.len() == waiting {
                let form = self.node(top, now);
                if self.is_as_before(top, now) {
                    self.before[top.index()] = Some(form);
                } else {
                    now.known.insert(top, form);
                }
            }
        }
    }

    /// The form of a node whose operands are known.
    fn node(&mut self, id: ExprId, now: &Now) -> Form {
        self.forms.meter.count(1);
        if self.forms.meter.check().is_err() {
            return self.forms.unknown();
        }
        let of = |view: &Self, id: ExprId| view.known(id, now);
        let mut operands = Vec::new();
        self.residual
            .node(id)
            .each_operand(|operand| operands.extend(of(self, operand)));
        match self.residual.node(id) {
            Node::Const(value) => self.forms.int(*value),
            Node::Field(field) => self.field(*field, now),
            Node::Element {
                first,
                stride,
                count,
                ..
            } => {
                let elements = (0..*count).map(|element| self.field(first + element * stride, now));
                let elements: Vec<Form> = elements.collect();
                self.forms.choose(operands[0], &elements)
            }
            Node::Slot { slot, .. } => match now.slots.get(slot) {
                Some(value) => *value,
                None => self.forms.unknown(),
            },
            Node::Stuck => self.forms.stuck(),
            Node::Add(..) | Node::Sum(_) => {
                let terms: Vec<(Form, i128)> = operands.into_iter().map(|form| (form, 1)).collect();
                self.forms.linear(0, &terms)
            }
            Node::Subtract(..) => self.forms.linear(0, &[(operands[0], 1), (operands[1], -1)]),
            Node::Multiply(..) => self.forms.strict(Strict::Multiply, &operands),
            Node::Divide(..) => self.forms.strict(Strict::Divide, &operands),
            Node::Modulo(..) => self.forms.strict(Strict::Modulo, &operands),
            Node::Min(..) => self.forms.strict(Strict::Min, &operands),
            Node::Max(..) => self.forms.strict(Strict::Max, &operands),
            Node::Equal(..) => self.forms.strict(Strict::Equal, &operands),
            Node::Less(..) => self.forms.strict(Strict::Less, &operands),
            Node::Not(_) => self.forms.strict(Strict::IsZero, &operands),
            Node::And(_) => self.forms.all(&operands),
            Node::Or(_) => self.forms.any(&operands),
            Node::Select(..) => self.forms.select(operands[0], operands[1], operands[2]),
            Node::Table { table, .. } => self
                .forms
                .strict(Strict::Lookup { table: *table }, &operands),
            Node::Test { mask, pattern } => self.test(*mask, *pattern, now),
            Node::AnyTest(tests) => {
                let tests = tests
                    .iter()
                    .map(|(mask, pattern)| self.test(*mask, *pattern, now));
                let tests: Vec<Form> = tests.collect();
                self.forms.any(&tests)
            }
            Node::Closure { of, word } => {
                let members = self.closure(id, of, &operands, now);
                let members = &members[64 * *word as usize..][..64];
                let bits = members
                    .iter()
                    .enumerate()
                    .map(|(bit, form)| (*form, 1 << bit));
                let bits: Vec<(Form, i128)> = bits.collect();
                self.forms.linear(0, &bits)
            }
            Node::Bits { of, mask, pattern } => {
                if let Node::Closure { .. } = self.residual.node(*of) {
                    let members = self.members(*of, now);
                    let asked = (0..64).filter(|bit| mask >> bit & 1 == 1);
                    let mut parts = Vec::new();
                    for bit in asked {
                        let member = members[bit];
                        parts.push(if pattern >> bit & 1 == 1 {
                            member
                        } else {
                            self.forms.not(member)
                        });
                    }
                    self.forms.all(&parts)
                } else {
                    let bits = Strict::Bits {
                        mask: *mask,
                        pattern: *pattern,
                    };
                    self.forms.strict(bits, &operands)
                }
            }
            Node::Ones { of, mask } => match self.residual.node(*of) {
                Node::Closure { .. } => {
                    let members = self.members(*of, now);
                    let asked = (0..64).filter(|bit| mask >> bit & 1 == 1);
                    let terms: Vec<(Form, i128)> = asked.map(|bit| (members[bit], 1)).collect();
                    self.forms.linear(0, &terms)
                }
                _ => self.forms.strict(Strict::Ones { mask: *mask }, &operands),
            },
            Node::Fault(_) => self.forms.fault(),
        }
    }

    /// The conditions under which the 64 elements of a word of a set are in the set.
    fn members(&mut self, word: ExprId, now: &Now) -> Vec<Form> {
        let Node::Closure { of, word: place } = self.residual.node(word) else {
            return Vec::new();
        };
        let operands: Vec<Form> = of
            .conditions()
            .filter_map(|id| self.known(id, now))
            .collect();
        if operands.len() < of.conditions().count() {
            // The word itself was worked out before, and with it what it is made of.
            return (0..64).map(|_| self.forms.unknown()).collect();
        }
        self.closure(word, of, &operands, now)[64 * *place as usize..][..64].to_vec()
    }

    fn closure(
        &mut self,
        word: ExprId,
        of: &Closure,
        conditions: &[Form],
        now: &Now,
    ) -> Rc<[Form]> {
        let is_as_before = self.is_as_before(word, now);
        let key = std::ptr::from_ref(of);
        if let Some(known) = self.closures.get(&key).filter(|_| is_as_before) {
            return known.clone();
        }
        let (start, steps) = conditions.split_at(of.start.len());
        let start = of
            .start
            .iter()
            .zip(start)
            .map(|((place, _), form)| (*place, *form));
        let steps = of
            .steps
            .iter()
            .zip(steps)
            .map(|((from, to, _), form)| (*from, *to, *form));
        let (start, steps): (Vec<_>, Vec<_>) = (start.collect(), steps.collect());
        let members: Rc<[Form]> = self.forms.closure(Closure::MOST, &start, &steps).into();
        if is_as_before {
            self.closures.insert(key, members.clone());
        }
        members
    }

    /// Whether the bits of the mask are those of the pattern.
    fn test(&mut self, mask: U256, pattern: U256, now: &Now) -> Form {
        let layout = self.residual.layout();
        let mut parts = Vec::new();
        for (field, of) in layout.fields.iter().enumerate() {
            if of.bits == 0 || mask & of.mask() == U256::ZERO {
                continue;
            }
            let held = self.field(field, now);
            let content = ((pattern & of.mask()) >> of.shift).as_u64();
            parts.push(if mask & of.mask() == of.mask() {
                let content = self.forms.int(content as i64 + of.scalar.lo);
                self.forms.strict(Strict::Equal, &[held, content])
            } else {
                let mask = ((mask & of.mask()) >> of.shift).as_u64();
                let held = self.forms.linear(-i128::from(of.scalar.lo), &[(held, 1)]);
                let pattern = content;
                self.forms.strict(Strict::Bits { mask, pattern }, &[held])
            });
        }
        self.forms.all(&parts)
    }
}

impl Now {
    fn bind(&mut self, slot: usize, value: Form) {
        self.slots.insert(slot, value);
        self.known.clear();
    }
}
