//! Runs a [`Residual`] program on packed positions.
//!
//! The program is brought into a form for one word width: masks and shifts are worked out,
//! and a field is read with one shift and one mask. Expressions are walked as a graph. A
//! guard that is one mask test costs a few instructions, and what the guards of neighbouring
//! moves have in common is asked once for all these moves (`runs`). A fault is noted, and
//! looked for once a move, not at every step: an expression that faults goes on with a value
//! within its interval. Large expressions that others share keep their value while nothing
//! changes (`sharing`).

mod field;
mod frame;
mod expression;
mod closure;
mod moves;
mod sharing;
mod runs;
mod build;

use std::convert::Infallible;

use zug_game::{Step, U256};
use zug_job::{Job, Why};
use zug_values::{Outcome, Turn};

use crate::layout::number;
use crate::residual::{Residual, SiteId};
use crate::run::{Run, Runnable};
use crate::word::Word;
use build::{Builder, id};
use expression::Expressions;
use field::FieldCode;
use frame::Frame;
use moves::{Body, ProgramMove};
use runs::MoveRun;

macro_rules! runnable {
    ($($word:ty),*) => {$(
        impl Runnable for $word {
            fn program(
                residual: &Residual,
                stuck: Outcome,
                job: &Job,
            ) -> Result<Box<dyn Run<Self>>, Why> {
                Ok(Box::new(Program::new(residual, stuck, job)?))
            }
        }
    )*};
}

runnable!(u64, u128, U256);

/// A residual program for positions of type `W`.
#[derive(Debug)]
struct Program<W> {
    expressions: Expressions<W>,
    sides: Vec<ProgramSide<W>>,
    slots: usize,
    /// The outcome of a player who is stuck, where no result says otherwise.
    stuck: Outcome,
    turn: Option<FieldCode>,
    over: Option<FieldCode>,
}

#[derive(Debug)]
struct ProgramSide<W> {
    results: Vec<ProgramResult>,
    moves: Vec<ProgramMove<W>>,
    runs: Vec<MoveRun<W>>,
    /// For each move the place of the expression of what the mover gains by it.
    gains: Vec<Option<u32>>,
}

#[derive(Debug)]
struct ProgramResult {
    condition: u32,
    asks_stuck: bool,
    outcome: Outcome,
    score: Option<u32>,
}

/// The outcome of a game that a move ended, for the player who is to move next; `end` is the
/// outcome for the player who moved.
#[must_use]
#[inline]
pub fn end_after(end: Outcome, turn: Turn) -> Outcome {
    match turn {
        Turn::Kept => end,
        Turn::Passes => end.flipped(),
    }
}

/// The most slots that are kept without an allocation.
const FEW_SLOTS: usize = 48;

impl<W: Word> Run<W> for Program<W> {
    fn stuck(&self) -> Outcome {
        self.stuck
    }

    fn side(&self, position: W) -> usize {
        self.turn
            .map_or(0, |field| number::player(field.read(position)) as usize)
    }

    fn expand(&self, position: W, out: &mut Vec<Step<W>>) -> Result<Option<Outcome>, SiteId> {
        self.successors_of(position, out, |_, step| step)
    }

    fn expand_placed(
        &self,
        position: W,
        out: &mut Vec<(u32, Step<W>)>,
    ) -> Result<Option<Outcome>, SiteId> {
        self.successors_of(position, out, |place, step| (place, step))
    }

    fn score(&self, position: W) -> Result<Option<i64>, SiteId> {
        let side = &self.sides[self.side(position)];
        self.with_frame(|frame| {
            let Some(place) = self.first_result(side, position, frame)? else {
                return Ok(None);
            };
            let score = side.results[place].score;
            let score = score.map(|score| self.expressions.eval(score, position, frame));
            frame.fault.map_or(Ok(score), Err)
        })
    }

    fn ending(&self, position: W) -> Result<Option<usize>, SiteId> {
        let is_ended = |over: FieldCode| number::outcome(over.read(position)).is_some();
        if self.over.is_some_and(is_ended) {
            return Ok(None);
        }
        let side = &self.sides[self.side(position)];
        self.with_frame(|frame| self.first_result(side, position, frame))
    }

    fn gains(&self, position: W, out: &mut Vec<i64>) -> Result<(), SiteId> {
        let side = &self.sides[self.side(position)];
        self.with_frame(|frame| {
            self.each_move(side, position, frame, |place, ground, frame| {
                if !self.expressions.is_legal_in_runs(ground, position, frame) {
                    return frame.pass_over_fault().map_or(Ok(()), Err);
                }
                let gain = side.gains[place];
                out.push(gain.map_or(0, |gain| self.expressions.eval(gain, position, frame)));
                frame.pass_over_fault().map_or(Ok(()), Err)
            })
        })
    }

    fn each_legal(&self, position: W, visit: &mut dyn FnMut(usize, Step<W>)) {
        let side = &self.sides[self.side(position)];
        self.with_frame(|frame| {
            let Ok(()) = self.each_move(side, position, frame, |place, ground, frame| {
                if self.expressions.is_legal_in_runs(ground, position, frame) {
                    let step = self.play_on(ground, position, frame);
                    if frame.fault.is_none() {
                        visit(place, step);
                    }
                }
                frame.pass_over_fault();
                Ok::<(), Infallible>(())
            });
        });
    }

    fn play(&self, place: usize, position: W) -> Result<Option<Step<W>>, SiteId> {
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
        self.with_frame(|frame| {
            if !self.expressions.is_legal(ground, position, frame) {
                return frame.fault.map_or(Ok(None), Err);
            }
            // There is a legal move, so that nobody is stuck. Results use no slots, so that
            // the slots of the move stay as they are.
            for &ProgramResult { condition, .. } in &side.results {
                let holds = self.expressions.holds(condition, position, frame);
                if let Some(site) = frame.fault {
                    return Err(site);
                }
                if holds {
                    return Ok(None);
                }
            }
            let played = self.play_on(ground, position, frame);
            frame.fault.map_or(Ok(Some(played)), Err)
        })
    }
}

impl<W: Word> Program<W> {
    /// The program for this width, which must hold the layout's bits.
    ///
    /// # Errors
    ///
    /// The job was cancelled, or the memory that it allows was used up.
    fn new(residual: &Residual, stuck: Outcome, job: &Job) -> Result<Self, Why> {
        let build = Builder { residual };
        let is_turned = residual.sides.len() == 2;
        let uses_slots = residual.uses_slots();
        let sides = residual
            .sides
            .iter()
            .zip(number::PLAYERS)
            .map(|(side, mover)| {
                let results = side.results.iter();
                let moves = side.moves.iter();
                let runs = runs::runs(residual, side, &uses_slots, job)?;
                let mover = is_turned.then_some(mover);
                Ok(ProgramSide {
                    results: results
                        .map(|result| ProgramResult {
                            condition: id(result.condition),
                            asks_stuck: result.asks_stuck,
                            outcome: result.outcome,
                            score: result.score.map(id),
                        })
                        .collect(),
                    moves: moves
                        .zip(0..)
                        .map(|(ground, place)| {
                            let is_asked = |part| runs.have_asked(residual, place, part);
                            build.ground(ground, mover, is_asked)
                        })
                        .collect(),
                    runs: runs.runs,
                    gains: side
                        .moves
                        .iter()
                        .map(|of| of.gain.as_ref().map(|gain| id(gain.points)))
                        .collect(),
                })
            });
        Ok(Self {
            expressions: build.expressions(job)?,
            sides: sides.collect::<Result<_, _>>()?,
            slots: residual.slots,
            stuck,
            turn: residual.layout.turn.map(|field| build.field(field)),
            over: residual.layout.over.map(|field| build.field(field)),
        })
    }

    /// Calls `work` with a new frame.
    fn with_frame<T>(&self, work: impl FnOnce(&mut Frame<'_>) -> T) -> T {
        let mut few = [0; FEW_SLOTS];
        let mut many;
        let slots: &mut [i64] = if self.slots <= FEW_SLOTS {
            &mut few[..self.slots]
        } else {
            many = vec![0; self.slots];
            &mut many
        };
        work(&mut Frame {
            slots,
            kept: vec![(0, 0); self.expressions.kept.len()],
            changes: 1,
            stuck: Ok(false),
            fault: None,
            again: false,
            end: None,
        })
    }

    /// Appends, for each legal move in order, what `make` makes of the move's place, the
    /// position after it and the turn. If the game is over it returns the mover's outcome and
    /// appends nothing.
    ///
    /// # Errors
    ///
    /// The site of the first fault. Then nothing is appended either.
    fn successors_of<T>(
        &self,
        position: W,
        out: &mut Vec<T>,
        make: impl Fn(u32, Step<W>) -> T,
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
        make: impl Fn(u32, Step<W>) -> T,
    ) -> Result<Option<Outcome>, SiteId> {
        if let Some(over) = self.over {
            let ended = number::outcome(over.read(position));
            if ended.is_some() {
                return Ok(ended);
            }
        }
        let side = &self.sides[self.side(position)];
        self.with_frame(|frame| {
            let mut moved = None;
            for result in &side.results {
                if result.asks_stuck && moved.is_none() {
                    moved = Some(self.successors(side, position, frame, out, &make));
                    frame.stuck = match moved {
                        Some(Ok(())) => Ok(out.len() == first),
                        // The fault may be in the body of a move, which does not count here:
                        // only the guards are asked.
                        _ => self.is_stuck(side, position, frame),
                    };
                    frame.change();
                }
                let holds = self.expressions.holds(result.condition, position, frame);
                if let Some(site) = frame.fault {
                    return Err(site);
                }
                if holds {
                    return Ok(Some(result.outcome));
                }
            }
            moved.unwrap_or_else(|| self.successors(side, position, frame, out, &make))?;
            Ok((out.len() == first).then_some(self.stuck))
        })
    }

    /// The place of the first result of a side whose condition is true.
    fn first_result(
        &self,
        side: &ProgramSide<W>,
        position: W,
        frame: &mut Frame<'_>,
    ) -> Result<Option<usize>, SiteId> {
        let mut is_stuck = None;
        for (place, result) in side.results.iter().enumerate() {
            if result.asks_stuck {
                let stuck = match is_stuck {
                    Some(stuck) => stuck,
                    None => self.is_stuck(side, position, frame)?,
                };
                is_stuck = Some(stuck);
                frame.stuck = Ok(stuck);
                frame.change();
            }
            let holds = self.expressions.holds(result.condition, position, frame);
            if let Some(site) = frame.fault {
                return Err(site);
            }
            if holds {
                return Ok(Some(place));
            }
        }
        Ok(None)
    }

    fn successors<T>(
        &self,
        side: &ProgramSide<W>,
        position: W,
        frame: &mut Frame<'_>,
        out: &mut Vec<T>,
        make: impl Fn(u32, Step<W>) -> T,
    ) -> Result<(), SiteId> {
        self.each_move(side, position, frame, |place, ground, frame| {
            if !self.expressions.is_legal_in_runs(ground, position, frame) {
                return frame.pass_over_fault().map_or(Ok(()), Err);
            }
            let step = self.play_on(ground, position, frame);
            if let Some(site) = frame.pass_over_fault() {
                return Err(site);
            }
            out.push(make(place as u32, step));
            Ok(())
        })
    }

    /// Visits the moves of a side with their places, until the visitor returns an error.
    /// Moves that are illegal because the condition of a run fails are passed over.
    #[inline]
    fn each_move<E>(
        &self,
        side: &ProgramSide<W>,
        position: W,
        frame: &mut Frame<'_>,
        mut visit: impl FnMut(usize, &ProgramMove<W>, &mut Frame<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let (mut place, mut next_run) = (0, 0);
        while place < side.moves.len() {
            let end = match side.runs.get(next_run) {
                Some(of) if of.first > place => of.first,
                Some(MoveRun {
                    by_content: Some(moves),
                    end,
                    after,
                    ..
                }) => {
                    for &place in moves.of(position) {
                        let place = place as usize;
                        visit(place, &side.moves[place], frame)?;
                    }
                    (place, next_run) = (*end, *after);
                    continue;
                }
                Some(of) => {
                    if self.may_be_legal(of, position, frame) {
                        next_run += 1;
                    } else {
                        (place, next_run) = (of.end, of.after);
                    }
                    continue;
                }
                None => side.moves.len(),
            };
            for (ground, place) in side.moves[place..end].iter().zip(place..) {
                visit(place, ground, frame)?;
            }
            place = end;
        }
        Ok(())
    }

    /// Whether the conditions that all moves of a run share hold.
    #[inline]
    fn may_be_legal(&self, of: &MoveRun<W>, position: W, frame: &mut Frame<'_>) -> bool {
        let holds = |part: &u32| self.expressions.holds(*part, position, frame);
        position & of.mask == of.pattern && of.parts.iter().all(holds)
    }

    #[cold]
    fn is_stuck(
        &self,
        side: &ProgramSide<W>,
        position: W,
        frame: &mut Frame<'_>,
    ) -> Result<bool, SiteId> {
        let mut stuck = true;
        self.each_move(side, position, frame, |_, ground, frame| {
            stuck &= !self.expressions.is_legal_in_runs(ground, position, frame);
            frame.pass_over_fault().map_or(Ok(()), Err)
        })?;
        Ok(stuck)
    }

    fn play_on(&self, ground: &ProgramMove<W>, position: W, frame: &mut Frame<'_>) -> Step<W> {
        let body = match &ground.body {
            Body::Constants {
                keep,
                set,
                more,
                turn,
            } => {
                return Step {
                    position: ((position & *keep) | *set).plus(*more),
                    turn: *turn,
                };
            }
            Body::Statements(body) => body,
        };
        frame.again = false;
        frame.end = None;
        let mut next = self.expressions.run_block(body, position, frame);
        // The next guard is asked of the position before the move.
        frame.change();
        let turn = if frame.again {
            Turn::Kept
        } else {
            Turn::Passes
        };
        if let (Turn::Passes, Some(field)) = (turn, self.turn) {
            let mover = field.read(next);
            next = field.write(next, number::of_opponent(mover));
        }
        if let (Some(end), Some(field)) = (frame.end, self.over) {
            next = field.write(next, number::of_outcome(end_after(end, turn)));
        }
        Step {
            position: next,
            turn,
        }
    }
}
