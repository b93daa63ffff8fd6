//! Conditions on the position that a move leaves, asked of the position before the move.
//!
//! A move may be legal only if something holds afterwards: no stone without liberties, no king
//! that is attacked. Nothing that runs a program would know of that, were it asked after the body:
//! not what counts legal moves without making them, nor un-moves, nor an index of positions. So it
//! is asked before, by the guard: the body is executed symbolically, and what
//! each field holds afterwards is an expression on the position before. These expressions are put
//! into the condition. Where a body writes constants into known cells, as most bodies do, all these
//! expressions are constants, and the condition becomes shorter rather than longer.
//!
//! A body that faults does so before the condition is asked. So the guard asks, in the order of
//! the body, for everything that could fault.

use zug_program::{ExprId, Halt, Op, Overflow, Residual, Scalar, SiteId};

use crate::effects::constants;
use crate::unmove::{Known, Obstacle};

/// Why a condition cannot be asked before the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotBefore {
    /// A number may leave 64 bits.
    #[error(transparent)]
    Overflow(#[from] Overflow),
    /// The work takes too long, or was interrupted.
    #[error("the work was ended")]
    Halted(Halt),
}

impl From<Obstacle> for NotBefore {
    fn from(obstacle: Obstacle) -> Self {
        match obstacle {
            Obstacle::Interrupted(why) => Self::Halted(Halt::Interrupted(why)),
            Obstacle::Overflow => Self::Overflow(Overflow),
            Obstacle::AsksStuck
            | Obstacle::SharedBits
            | Obstacle::TooManyWays
            | Obstacle::TooLong => Self::Halted(Halt::TooLong),
        }
    }
}

/// What a body, executed symbolically, did so far.
#[derive(Clone, Debug)]
struct Played {
    /// What the fields and slots hold, by expressions on the position before the body.
    now: Known,
    /// What must be asked in this order, as it may fault; none of it is ever false.
    checks: Vec<ExprId>,
    /// Whether the body has faulted for certain.
    faulted: bool,
}

/// The condition on the position before a body which says that `condition` holds after the
/// body, and that the body does not fault. It asks in order for what the body asks. `spare` is
/// the site of checks that never fail.
///
/// # Errors
///
/// The condition cannot be expressed before the move, or the caller ended the work.
pub fn asked_before(
    program: &mut Residual,
    body: &[Op],
    condition: ExprId,
    spare: SiteId,
) -> Result<ExprId, NotBefore> {
    executed(program, body, spare, |program, mut played| {
        if !played.faulted {
            let holds = played.now.put_into(program, condition)?;
            played.checks.push(holds);
        }
        Ok(program.and(&played.checks))
    })
}

/// The number that a slot holds after a body, as an expression on the position before it, where
/// the body does not fault. The body gives the slot a number before anything else. `spare` is the
/// site of checks that never fail.
///
/// # Errors
///
/// The expression cannot be written down, or the work was ended.
pub fn held_after(
    program: &mut Residual,
    body: &[Op],
    slot: ExprId,
    spare: SiteId,
) -> Result<ExprId, NotBefore> {
    executed(program, body, spare, |program, mut played| {
        // Where the body always faults the move is never made.
        let nothing = program.int(0);
        let held = if played.faulted { nothing } else { slot };
        Ok(played.now.put_into(program, held)?)
    })
}

/// Executes a body symbolically, and returns the expression that `ask` makes of what the body did.
/// `spare` is the site of checks that never fail.
fn executed(
    program: &mut Residual,
    body: &[Op],
    spare: SiteId,
    ask: impl FnOnce(&mut Residual, Played) -> Result<ExprId, NotBefore>,
) -> Result<ExprId, NotBefore> {
    let before = program.use_for_unmoves(Some(spare));
    let mut played = Played::default();
    let asked = played
        .block(program, body)
        .and_then(|()| ask(program, played));
    program.use_for_unmoves(before);
    asked
}

impl Default for Played {
    fn default() -> Self {
        Self {
            now: Known::by_cases(),
            checks: Vec::new(),
            faulted: false,
        }
    }
}

impl Played {
    fn block(&mut self, program: &mut Residual, ops: &[Op]) -> Result<(), NotBefore> {
        for op in ops {
            if self.faulted {
                break;
            }
            program.count(1);
            program.check().map_err(NotBefore::Halted)?;
            self.step(program, op)?;
        }
        Ok(())
    }

    fn step(&mut self, program: &mut Residual, op: &Op) -> Result<(), NotBefore> {
        match op {
            Op::Write { clear, set } => {
                for (field, value) in constants(program.layout(), *clear, *set) {
                    let value = program.int(value);
                    self.now.set(field, value);
                }
            }
            Op::Set { field, value, site } => {
                let value = self.value(program, *value)?;
                let value = self.inside(
                    program,
                    value,
                    program.layout().fields[*field].scalar,
                    *site,
                );
                self.now.set(*field, value);
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
                let index = self.value(program, *index)?;
                let value = self.value(program, *value)?;
                let last = Scalar {
                    lo: 0,
                    hi: *count as i64 - 1,
                };
                let index = self.inside(program, index, last, *outside);
                let scalar = program.layout().fields[*first].scalar;
                let value = self.inside(program, value, scalar, *site);
                for element in 0..*count {
                    let field = first + element * stride;
                    let element = program.int(element as i64);
                    let is_it = program.equal(index, element);
                    let old = self.now.field(program, field);
                    let new = program.select(is_it, value, old);
                    self.now.set(field, new);
                }
            }
            Op::Bind { slot, value } => {
                let value = self.value(program, *value)?;
                self.now.bind(*slot, value);
            }
            Op::If {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.value(program, *condition)?;
                match program.constant(condition) {
                    Some(0) => self.block(program, otherwise)?,
                    Some(_) => self.block(program, then)?,
                    None => self.branch(program, condition, then, otherwise)?,
                }
            }
            Op::Again | Op::End(_) => {}
            Op::CheckBag {
                first,
                kinds,
                size,
                site,
            } => {
                let counts = (*first..first + kinds).map(|field| self.now.field(program, field));
                let counts = counts.collect();
                let (held, size) = (program.sum(counts)?, program.int(*size));
                let is_right = program.equal(held, size);
                self.check(program, is_right, *site);
            }
            Op::Fault(site) => {
                let fault = program.fault(*site);
                self.checks.push(fault);
                self.faulted = true;
            }
        }
        Ok(())
    }

    /// The value of an expression of the body. That it may fault is asked here.
    fn value(&mut self, program: &mut Residual, id: ExprId) -> Result<ExprId, NotBefore> {
        let value = self.now.put_into(program, id)?;
        if !program.facts(value).faults {
            return Ok(value);
        }
        // A comparison with itself always holds, where it does not fault.
        let is_met = program.equal(value, value);
        self.checks.push(is_met);
        Ok(value)
    }

    /// Asks that a value is in a range, if there is a check of that, and returns a value that is.
    fn inside(
        &mut self,
        program: &mut Residual,
        value: ExprId,
        range: Scalar,
        site: Option<SiteId>,
    ) -> ExprId {
        let Some(site) = site else { return value };
        let facts = program.facts(value);
        if facts.lo >= range.lo && facts.hi <= range.hi {
            return value;
        }
        let (lo, hi) = (program.int(range.lo), program.int(range.hi));
        let (below, above) = (program.less(value, lo), program.less(hi, value));
        let outside = program.or(&[below, above]);
        let is_inside = program.not(outside);
        self.check(program, is_inside, site);
        if let Some(value) = program.constant(value) {
            return program.int(value.clamp(range.lo, range.hi));
        }
        let value = program.max(value, lo);
        program.min(value, hi)
    }

    /// Asks for a condition, without which there is a fault.
    fn check(&mut self, program: &mut Residual, holds: ExprId, site: SiteId) {
        match program.constant(holds) {
            Some(0) => {
                let fault = program.fault(site);
                self.checks.push(fault);
                self.faulted = true;
            }
            Some(_) => {}
            None => {
                let fault = program.fault(site);
                let check = program.or(&[holds, fault]);
                self.checks.push(check);
            }
        }
    }

    /// Follows both blocks, of which one is done.
    fn branch(
        &mut self,
        program: &mut Residual,
        condition: ExprId,
        then: &[Op],
        otherwise: &[Op],
    ) -> Result<(), NotBefore> {
        let begin = || Self {
            now: self.now.clone(),
            checks: Vec::new(),
            faulted: false,
        };
        let (mut yes, mut no) = (begin(), begin());
        yes.block(program, then)?;
        no.block(program, otherwise)?;
        let always = program.bool(true);
        let asked = [program.and(&yes.checks), program.and(&no.checks)];
        if asked != [always, always] {
            let [of_yes, of_no] = asked;
            let check = program.select(condition, of_yes, of_no);
            self.checks.push(check);
        }
        self.now = match (yes.faulted, no.faulted) {
            (true, true) => {
                self.faulted = true;
                return Ok(());
            }
            (true, false) => no.now,
            (false, true) => yes.now,
            (false, false) => {
                let mut now = yes.now.clone();
                for field in yes
                    .now
                    .fields()
                    .chain(no.now.fields())
                    .map(|(field, _)| field)
                {
                    let (a, b) = (yes.now.field(program, field), no.now.field(program, field));
                    now.set(field, choice(program, condition, a, b));
                }
                // A slot that one branch alone fills is read in that branch alone.
                let both: Vec<_> = yes.now.slots_beside(&no.now).collect();
                for (slot, a, b) in both {
                    now.bind(slot, choice(program, condition, a, b));
                }
                now
            }
        };
        Ok(())
    }
}

/// The first value if the condition holds, else the second.
fn choice(program: &mut Residual, condition: ExprId, a: ExprId, b: ExprId) -> ExprId {
    if a == b && !program.facts(a).faults {
        // That the condition may fault was asked before.
        return a;
    }
    program.select(condition, a, b)
}
