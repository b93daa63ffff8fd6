//! The paths that a ground move can take through its body, each executed symbolically,
//! that is on an unknown position.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use zug_game::U256;
use zug_program::layout::number;
use zug_program::{ExprId, GroundMove, Node, Op, Residual};

use super::replace::Known;
use super::{MOST_WAYS, Obstacle};
use crate::effects::constants;
use crate::move_end::MoveEnd;
use crate::steps::as_test;

/// One path through a ground move: what must hold before the move, and what holds after it.
/// All expressions are on the position before the move.
#[derive(Clone, Debug, Default)]
pub struct Path {
    /// What holds in the position before the move, in the order in which it is
    /// asked.
    pub conditions: Vec<ExprId>,
    /// Fields whose content before the move follows from the conditions.
    pub before: BTreeMap<usize, i64>,
    /// The fields that the move writes, and what they hold after the move.
    pub after: BTreeMap<usize, ExprId>,
    /// Whether the move keeps the turn, and how it ends the game.
    pub end: MoveEnd,
}

/// A path that is followed, up to some statement of the body.
#[derive(Clone, Debug, Default)]
struct Walk {
    path: Path,
    /// What the fields and slots hold before that statement.
    now: Known,
}

/// The most contents of a field for which a branch is taken apart, one case each.
const MOST_CONTENTS: i64 = 64;

/// All paths that a ground move of a player can take through its body, where `mover` is the place of
/// the player among the sides of the program that has the move. The expressions are made in
/// `residual`, which has all nodes of that program.
///
/// # Errors
///
/// The move cannot be executed symbolically, or has too many paths, or the work was ended.
pub fn paths(
    residual: &mut Residual,
    mover: usize,
    ground: &GroundMove,
) -> Result<Vec<Path>, Obstacle> {
    let mut start = Walk::default();
    if let Some(turn) = residual.layout().turn {
        start.know(residual, turn, number::of_player(number::PLAYERS[mover]));
    }
    // The tests of the guard ask for no slots, so that they can be used before the slots are
    // filled. They are conditions as well: a field that the move does not write must hold in
    // the position before what the test asks.
    for part in parts(residual, ground.guard) {
        if as_test(residual, part).is_some() {
            start.path.conditions.push(part);
            start.learn(residual, part);
        }
    }
    for (slot, value) in &ground.derived {
        let value = start.now.put_into(residual, *value)?;
        start.now.bind(*slot, value);
    }
    let guard = start.now.put_into(residual, ground.guard)?;
    let mut walks = Vec::new();
    start.given(residual, guard, &mut walks);
    let walks = block(residual, &ground.body, walks)?;
    Ok(walks.into_iter().map(|walk| walk.path).collect())
}

/// The conditions that hold together where a condition holds.
fn parts(residual: &Residual, condition: ExprId) -> Vec<ExprId> {
    match residual.node(condition) {
        Node::And(parts) => parts.to_vec(),
        _ => vec![condition],
    }
}

fn block(residual: &mut Residual, ops: &[Op], mut walks: Vec<Walk>) -> Result<Vec<Walk>, Obstacle> {
    for op in ops {
        let mut next = Vec::new();
        for walk in walks {
            residual.count(1);
            residual.check()?;
            walk.step(residual, op, &mut next)?;
            if next.len() > MOST_WAYS {
                return Err(Obstacle::TooManyWays);
            }
        }
        walks = next;
    }
    Ok(walks)
}

impl Walk {
    /// Goes on where the condition, which is on the position before the move, holds; adds
    /// nothing to `out` if it never holds.
    fn given(mut self, residual: &mut Residual, condition: ExprId, out: &mut Vec<Self>) {
        match residual.constant(condition) {
            Some(0) => {}
            Some(_) => out.push(self),
            None => {
                self.path.conditions.push(condition);
                self.learn(residual, condition);
                out.push(self);
            }
        }
    }

    /// Notes the contents of fields before the move that follow from a condition.
    fn learn(&mut self, residual: &mut Residual, condition: ExprId) {
        for part in parts(residual, condition) {
            let Some((tested, pattern)) = as_test(residual, part) else {
                continue;
            };
            for field in 0..residual.layout().fields.len() {
                let of = residual.layout().fields[field];
                let bits = of.mask();
                if of.bits > 0 && tested & bits == bits {
                    let value = ((pattern & bits) >> of.shift).as_i64() + of.scalar.lo;
                    self.know(residual, field, value);
                }
            }
        }
    }

    /// Notes the content of a field before the move.
    fn know(&mut self, residual: &mut Residual, field: usize, value: i64) {
        self.path.before.entry(field).or_insert(value);
        if !self.path.after.contains_key(&field) {
            let value = residual.int(value);
            self.now.set(field, value);
        }
    }

    fn write(&mut self, field: usize, value: ExprId) {
        self.path.after.insert(field, value);
        self.now.set(field, value);
    }

    /// Sets a field to a value, where the value is in the field's range.
    fn store(mut self, residual: &mut Residual, field: usize, value: ExprId, out: &mut Vec<Self>) {
        let inside = in_range(residual, field, value);
        self.write(field, value);
        self.given(residual, inside, out);
    }

    fn step(
        mut self,
        residual: &mut Residual,
        op: &Op,
        out: &mut Vec<Self>,
    ) -> Result<(), Obstacle> {
        match op {
            Op::Write { clear, set } => {
                for (field, value) in constants(residual.layout(), *clear, *set) {
                    let value = residual.int(value);
                    self.write(field, value);
                }
                out.push(self);
            }
            Op::Set { field, value, .. } => {
                let value = self.now.put_into(residual, *value)?;
                self.store(residual, *field, value, out);
            }
            Op::SetElement {
                first,
                stride,
                count,
                index,
                value,
                ..
            } => {
                let index = self.now.put_into(residual, *index)?;
                let value = self.now.put_into(residual, *value)?;
                for element in 0..*count {
                    let is_it = {
                        let element = residual.int(element as i64);
                        residual.equal(index, element)
                    };
                    let mut here = Vec::new();
                    self.clone().given(residual, is_it, &mut here);
                    for walk in here {
                        walk.store(residual, first + element * stride, value, out);
                    }
                }
            }
            Op::Bind { slot, value } => {
                let value = self.now.put_into(residual, *value)?;
                self.now.bind(*slot, value);
                out.push(self);
            }
            Op::If {
                condition,
                then,
                otherwise,
            } => return self.branch(residual, *condition, then, otherwise, out),
            Op::Again => {
                self.path.end.keep_turn();
                out.push(self);
            }
            Op::End(outcome) => {
                self.path.end.end(*outcome);
                out.push(self);
            }
            // In a state the counts of each bag add up, before the move and after it.
            Op::CheckBag { .. } => out.push(self),
            Op::Fault(_) => {}
        }
        Ok(())
    }

    fn branch(
        mut self,
        residual: &mut Residual,
        condition: ExprId,
        then: &[Op],
        otherwise: &[Op],
        out: &mut Vec<Self>,
    ) -> Result<(), Obstacle> {
        let asked = self.now.put_into(residual, condition)?;
        if let Some(known) = residual.constant(asked) {
            let body = if known == 0 { otherwise } else { then };
            out.extend(block(residual, body, vec![self])?);
            return Ok(());
        }
        // In a loop that was unrolled, the same field decides many branches: with the content
        // of the field known, all these branches are decided.
        if as_test(residual, asked).is_none()
            && let Some(field) = only_field(residual, asked)
            && !self.path.before.contains_key(&field)
        {
            let range = residual.layout().fields[field].scalar;
            if range.hi - range.lo < MOST_CONTENTS {
                for value in range.lo..=range.hi {
                    let mut walk = self.clone();
                    if walk.suppose(residual, field, value)? {
                        walk.branch(residual, condition, then, otherwise, out)?;
                    }
                }
                return Ok(());
            }
        }
        for (holds, body) in [(asked, then), (residual.not(asked), otherwise)] {
            let mut taken = Vec::new();
            self.clone().given(residual, holds, &mut taken);
            out.extend(block(residual, body, taken)?);
        }
        Ok(())
    }

    /// Supposes that a field held this value before the move. Returns whether that is
    /// possible.
    fn suppose(
        &mut self,
        residual: &mut Residual,
        field: usize,
        value: i64,
    ) -> Result<bool, Obstacle> {
        self.path.before.insert(field, value);
        let mut case = Known::default();
        let value = residual.int(value);
        case.set(field, value);
        for &condition in &self.path.conditions {
            let condition = case.put_into(residual, condition)?;
            if residual.constant(condition) == Some(0) {
                return Ok(false);
            }
        }
        let is_it = {
            let field = residual.field(field);
            residual.equal(field, value)
        };
        self.path.conditions.push(is_it);
        self.now.put_all(residual, &mut case)?;
        self.now.set_if_absent(field, value);
        for value in self.path.after.values_mut() {
            *value = case.put_into(residual, *value)?;
        }
        Ok(true)
    }
}

/// Whether a value is in the range of a field.
pub(super) fn in_range(residual: &mut Residual, field: usize, value: ExprId) -> ExprId {
    let range = residual.layout().fields[field].scalar;
    let (lo, hi) = (residual.int(range.lo), residual.int(range.hi));
    let below = residual.less(value, lo);
    let above = residual.less(hi, value);
    let (low, high) = (residual.not(below), residual.not(above));
    residual.and(&[low, high])
}

/// The fields that an expression reads, by their places in the layout.
pub fn fields_read(residual: &Residual, id: ExprId) -> BTreeSet<usize> {
    let mut fields = BTreeSet::new();
    let mut tested = U256::ZERO;
    let _: ControlFlow<()> = residual.each_below(id, |node| {
        match node {
            Node::Field(field) => {
                fields.insert(*field);
            }
            Node::Element {
                first,
                stride,
                count,
                ..
            } => fields.extend((0..*count).map(|element| first + element * stride)),
            Node::Test { mask, .. } => tested |= *mask,
            Node::AnyTest(tests) => tests.iter().for_each(|(mask, _)| tested |= *mask),
            _ => {}
        }
        ControlFlow::Continue(())
    });
    // Looking at all fields takes longer than looking at a node, and is done once.
    let all = residual.layout().fields.iter().enumerate();
    fields.extend(all.filter_map(|(field, of)| (tested & of.mask() != 0).then_some(field)));
    fields
}

/// The field on which an expression depends, if it depends on one field alone.
fn only_field(residual: &Residual, id: ExprId) -> Option<usize> {
    let mut fields = fields_read(residual, id).into_iter();
    fields.next().filter(|_| fields.next().is_none())
}
