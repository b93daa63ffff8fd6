//! The meaning of moves and results on a concrete position.

use zug_values::{Outcome, Turn};

use super::{Eval, Evaluator, NoValue, fault};
use crate::domain::ty::Shape;
use crate::domain::value::{self, Value};
use crate::syntax::ast::{
    AssignOp, Expr, MoveDecl, MoveParameter, ResultDecl, Stmt, Target, Verdict,
};
use crate::text::span::Span;
use zug_program::layout::number;

impl<'a> Evaluator<'a> {
    /// Runs `visit` for every choice of the move's parameters. Derived parameters are
    /// bound then; the guard was not asked.
    pub(crate) fn choices(
        &mut self,
        parameters: &'a [MoveParameter],
        chosen: &mut Vec<Value>,
        visit: &mut dyn FnMut(&mut Self, &[Value]) -> Eval<()>,
    ) -> Eval<()> {
        let Some((parameter, rest)) = parameters.split_first() else {
            return visit(self, chosen);
        };
        let bound = self.locals.len();
        match parameter {
            MoveParameter::Chosen { pattern, domain } => {
                self.go_through(domain, &mut |this, item| {
                    chosen.push(item.clone());
                    this.bind(pattern, item)?;
                    this.choices(rest, chosen, visit)?;
                    this.locals.truncate(bound);
                    chosen.pop();
                    Ok(true)
                })?;
            }
            MoveParameter::Derived { name, value } => {
                let value = self.eval(value)?;
                self.bind_name(&name.text, value);
                self.choices(rest, chosen, visit)?;
                self.locals.truncate(bound);
            }
        }
        Ok(())
    }

    /// Binds the parameters of a move whose choices are known.
    pub(crate) fn choose(&mut self, decl: &'a MoveDecl, chosen: &[Value]) -> Eval<()> {
        let mut chosen = chosen.iter();
        for parameter in &decl.parameters {
            match parameter {
                MoveParameter::Chosen { pattern, domain } => {
                    let Some(value) = chosen.next() else {
                        return Err(fault("this was not chosen".to_owned(), domain.span));
                    };
                    self.bind(pattern, value.clone())?;
                }
                MoveParameter::Derived { name, value } => {
                    let value = self.eval(value)?;
                    self.bind_name(&name.text, value);
                }
            }
        }
        Ok(())
    }

    /// Plays a move whose parameters are bound. The evaluator has no position
    /// afterwards.
    pub(crate) fn play(&mut self, decl: &'a MoveDecl) -> Eval<Played> {
        let effects = self.body(decl)?;
        let Some((state, mut values)) = self.position.take() else {
            return Err(NoValue::NeedsPosition(decl.name.span));
        };
        let layout = &state.layout;
        let turn = if effects.again {
            Turn::Kept
        } else {
            Turn::Passes
        };
        if turn == Turn::Passes
            && let Some(field) = layout.turn
        {
            values[field] = number::of_opponent(values[field]);
        }
        if let (Some(field), Some(result)) = (layout.over, effects.result) {
            values[field] = number::of_outcome(match turn {
                Turn::Kept => result,
                Turn::Passes => result.flipped(),
            });
        }
        Ok(Played {
            values,
            turn,
            gain: effects.gain,
        })
    }

    /// Whether what the move must leave holds after it: the move is played, asked, and taken back.
    /// The player who moves is still `me` then.
    pub(crate) fn leaves(&mut self, decl: &'a MoveDecl) -> Eval<bool> {
        let Some(leaving) = &decl.leaving else {
            return Ok(true);
        };
        let before = self.position.clone();
        self.body(decl)?;
        let holds = self.bool(leaving)?;
        self.position = before;
        Ok(holds)
    }

    /// Does what the body of a move says, and checks what each bag holds then.
    fn body(&mut self, decl: &'a MoveDecl) -> Eval<Effects> {
        let mut effects = Effects::default();
        self.block(&decl.body, &mut effects)?;
        let Some((state, values)) = &self.position else {
            return Err(NoValue::NeedsPosition(decl.name.span));
        };
        for variable in &state.variables {
            if let Shape::Bag { size, .. } = variable.ty.shape {
                for element in 0..variable.elements {
                    let first = variable.first + element * variable.stride;
                    let held: i64 = values[first..first + variable.stride].iter().sum();
                    if held != size {
                        return Err(fault(
                            bag_fault(&variable.label, Some(held), size),
                            decl.name.span,
                        ));
                    }
                }
            }
        }
        Ok(effects)
    }

    fn block(&mut self, body: &'a [Stmt], effects: &mut Effects) -> Eval<()> {
        let bound = self.locals.len();
        for statement in body {
            self.statement(statement, effects)?;
        }
        self.locals.truncate(bound);
        Ok(())
    }

    fn statement(&mut self, statement: &'a Stmt, effects: &mut Effects) -> Eval<()> {
        match statement {
            Stmt::Assign { target, op, value } => {
                let keys = self.all(&target.indices)?;
                let new = self.eval(value)?;
                self.change(target, *op, &keys, &new, value.span)
            }
            Stmt::Together { targets, values } => {
                let mut keys = Vec::new();
                for target in targets {
                    keys.push(self.all(&target.indices)?);
                }
                let news = self.all(values)?;
                for (place, (target, value)) in targets.iter().zip(values).enumerate() {
                    self.change(
                        target,
                        AssignOp::Set,
                        &keys[place],
                        &news[place],
                        value.span,
                    )?;
                }
                Ok(())
            }
            Stmt::If { arms, otherwise } => {
                for (condition, block) in arms {
                    if self.bool(condition)? {
                        return self.block(block, effects);
                    }
                }
                self.block(otherwise, effects)
            }
            Stmt::For { clauses, body } => {
                self.each(clauses, &mut |this| {
                    this.block(body, effects)?;
                    Ok(true)
                })?;
                Ok(())
            }
            Stmt::Repeat(repeat) => {
                let bound = self.int(&repeat.bound)?;
                let mut times = 0;
                while self.bool(&repeat.condition)? {
                    if times >= bound {
                        return Err(fault(bound_message(bound), repeat.condition.span));
                    }
                    times += 1;
                    self.block(&repeat.body, effects)?;
                }
                if let Some(notes) = &mut self.notes {
                    notes.loops.push((repeat.bound.span, times, bound));
                }
                Ok(())
            }
            Stmt::Assert(condition) => self.assert(condition),
            Stmt::Let { name, value } => {
                let value = self.eval(value)?;
                self.bind_name(&name.text, value);
                Ok(())
            }
            Stmt::Again => {
                effects.again = true;
                Ok(())
            }
            Stmt::Gain { value, .. } => {
                let gain = self.int(value)?;
                let is_small = (-LARGEST_GAIN..=LARGEST_GAIN).contains(&gain);
                let sum = effects.gain.checked_add(gain).filter(|_| is_small);
                effects.gain = sum.ok_or_else(|| fault(gain_fault(), value.span))?;
                Ok(())
            }
            Stmt::Result(result) => {
                if let Some(outcome) = self.result(result)? {
                    // The first result of a move counts.
                    effects.result.get_or_insert(outcome);
                }
                Ok(())
            }
        }
    }

    /// Evaluates a condition that must hold.
    pub(crate) fn assert(&mut self, condition: &'a Expr) -> Eval<()> {
        if self.bool(condition)? {
            return Ok(());
        }
        Err(fault(ASSERTED.to_owned(), condition.span))
    }

    /// Returns the outcome for the mover if the condition of the result holds, else
    /// `None`.
    pub(crate) fn result(&mut self, decl: &'a ResultDecl) -> Eval<Option<Outcome>> {
        if let Some(condition) = &decl.condition
            && !self.bool(condition)?
        {
            return Ok(None);
        }
        Ok(Some(match &decl.verdict {
            Verdict::Me => Outcome::Win,
            Verdict::Other => Outcome::Loss,
            Verdict::Draw => Outcome::Draw,
            Verdict::Score(value) => Outcome::of_score(self.int(value)?),
            Verdict::Player(name) => {
                let mine = self
                    .mover
                    .and_then(|mover| self.part.player(mover))
                    .is_some_and(|me| me.to_string() == *name.text);
                if mine { Outcome::Win } else { Outcome::Loss }
            }
        }))
    }

    /// Returns the score for the mover if the condition of the result holds, else `None`; also
    /// `None` for a result that is no score.
    pub(crate) fn score(&mut self, decl: &'a ResultDecl) -> Eval<Option<i64>> {
        if let Some(condition) = &decl.condition
            && !self.bool(condition)?
        {
            return Ok(None);
        }
        match &decl.verdict {
            Verdict::Score(value) => self.int(value).map(Some),
            _ => Ok(None),
        }
    }

    /// Changes what stands at the keys in the target's variable. A whole array or bag gets from a
    /// map the value at each of its indices or kinds, in their order. `of` is the place of the
    /// expression of the new value.
    fn change(
        &mut self,
        target: &'a Target,
        op: AssignOp,
        keys: &[Value],
        new: &Value,
        of: Span,
    ) -> Eval<()> {
        let span = target.span;
        let Some(&place) = self.part.variables.get(&target.name.text) else {
            return Err(fault(
                format!("`{}` cannot be changed", target.name.text),
                span,
            ));
        };
        let Some((state, values)) = &mut self.position else {
            return Err(NoValue::NeedsPosition(span));
        };
        let variable = &state.variables[place];
        if let Some(ty) = variable.next_key(keys.len()) {
            let mut keys = keys.to_vec();
            for key in ty.values() {
                let value = value::at(new, &key).map_err(|message| fault(message, of))?;
                keys.push(key);
                self.change(target, op, &keys, &value, of)?;
                keys.pop();
            }
            return Ok(());
        }
        let mut keys = keys.iter();
        let mut first = variable.first;
        if let Some(index) = &variable.index {
            let key = keys
                .next()
                .and_then(|key| Some((key, index.index_of(key)?)));
            let Some((_, element)) = key else {
                return Err(fault(
                    "there is no such place in this array".to_owned(),
                    span,
                ));
            };
            first += element * variable.stride;
        }
        let mut scalars = Vec::new();
        if let Shape::Bag { of, .. } = &variable.ty.shape {
            let Some(kind) = keys.next().and_then(|key| of.index_of(key)) else {
                return Err(fault("there is no such kind in this bag".to_owned(), span));
            };
            first += kind;
            scalars.extend(new.code());
        } else if variable.ty.encode(new, &mut scalars).is_none() {
            return Err(fault(
                format!("{new} is not a value of this variable"),
                span,
            ));
        }
        for (i, scalar) in scalars.into_iter().enumerate() {
            let range = state.layout.fields[first + i].scalar;
            let old = values[first + i];
            if let Some(notes) = &mut self.notes {
                if op != AssignOp::Set {
                    notes.read(first + i..first + i + 1);
                }
                notes.write(first + i);
            }
            let next = match op {
                AssignOp::Set => Some(scalar),
                AssignOp::Add => old.checked_add(scalar),
                AssignOp::Subtract => old.checked_sub(scalar),
            };
            match next {
                Some(next) if (range.lo..=range.hi).contains(&next) => values[first + i] = next,
                _ => {
                    return Err(fault(
                        range_fault(&variable.label, range.lo, range.hi),
                        span,
                    ));
                }
            }
        }
        Ok(())
    }
}

/// The position after a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Played {
    /// The values of all fields after the move.
    pub(crate) values: Vec<i64>,
    /// Who moves next.
    pub(crate) turn: Turn,
    /// The number of points that the player who moves gains by the move.
    pub(crate) gain: i64,
}

/// What the body of a move does besides changing variables.
#[derive(Default)]
struct Effects {
    again: bool,
    /// The sum of what the move gains.
    gain: i64,
    /// The outcome for the player who makes the move, if the move ends the game.
    result: Option<Outcome>,
}

/// The message of a fault where an asserted condition does not hold.
pub(crate) const ASSERTED: &str = "what is asserted does not hold";

/// Returns the message that a loop would go on beyond its bound.
pub(crate) fn bound_message(bound: i64) -> String {
    match bound.max(0) {
        1 => "`repeat` would go on after 1 time".to_owned(),
        times => format!("`repeat` would go on after {times} times"),
    }
}

/// The largest number of points that one statement gains, and the negative of the least one. Some
/// thousand statements in one move cannot leave 64 bits then.
pub(crate) const LARGEST_GAIN: i64 = 1_000_000_000_000_000;

/// Returns the message that a statement gains too many points, or loses too many.
pub(crate) fn gain_fault() -> String {
    "a gain would leave its range -10^15..10^15".to_owned()
}

/// Returns the message that a variable would leave its range.
pub(crate) fn range_fault(label: &str, lo: i64, hi: i64) -> String {
    format!("`{label}` would leave its range {lo}..{hi}")
}

/// Returns the message that a move leaves a bag with the wrong number of things. `held`
/// is the number of things that it holds, if that is known, and `size` the number that
/// it must hold.
pub(crate) fn bag_fault(label: &str, held: Option<i64>, size: i64) -> String {
    let things = |count| match count {
        1 => "1 thing".to_owned(),
        _ => format!("{count} things"),
    };
    match held {
        Some(held) => format!(
            "after this move the bag `{label}` holds {} instead of {size}",
            things(held)
        ),
        None => format!(
            "the bag `{label}` must hold {} after each move, and does not here",
            things(size)
        ),
    }
}
