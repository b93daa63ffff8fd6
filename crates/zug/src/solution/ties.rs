//! Ties: which draws can end.
//!
//! A *tie* is a drawn position from which moves that keep the draw can lead to a finished drawn
//! position. From any other drawn position play that keeps the draw never ends. The least number
//! of such moves is a shortest path, found by retrograde analysis of a game of one player: its
//! positions are the drawn ones, its moves are those between them, the player keeps the turn, and
//! a finished draw is a win.
//!
//! All drawn positions are looked at where positions are counted. Of one position a walk over those
//! that draw-keeping moves lead to tells the same ([`Ties`]): it ends at the first finished draw, or
//! when there are no more positions. Where play cannot go round, the first way on is one to the end;
//! where it can, and nothing ends, the walk goes over all positions that it finds, so that it is
//! given up after a number of them.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use zug_game::{Fault, Game, Players, Step, U256};
use zug_job::{Job, Phase, Progress, Stopped};
use zug_lang::Word;
use zug_solve::Error as SolveError;
use zug_solve::strong;
use zug_values::{Outcome, Turn, Value};

use super::{AnySolved, Solution, Solved};
use crate::error::Error;
use crate::problem::Position;
use crate::subject::{Subject, for_each_game};

/// Tells of drawn positions of a solution whether they are ties, and keeps what it found out.
#[derive(Debug)]
pub struct Ties<'s> {
    solution: &'s Solution,
    /// Packed drawn positions, and whether they are ties.
    known: HashMap<U256, bool>,
    /// The number of positions that may still be looked at.
    left: usize,
}

impl Solution {
    /// Tells ties from other draws, by looking at no more than this number of positions for all
    /// questions together.
    ///
    /// ```
    /// use zug::{Problem, Request, SolveOptions};
    ///
    /// let problem = Problem::new(&Request::catalogue("tic-tac-toe")?)?;
    /// let solution = problem.solve(&SolveOptions::default())?;
    /// assert_eq!(solution.ties(1000).is_tie(&problem.root())?, Some(true));
    /// # Ok::<(), zug::Error>(())
    /// ```
    #[must_use]
    pub fn ties(&self, most: usize) -> Ties<'_> {
        Ties {
            solution: self,
            known: HashMap::new(),
            left: most,
        }
    }
}

impl Ties<'_> {
    /// Whether a drawn position is a tie: moves that keep the draw can lead to a finished draw.
    /// `None` where that takes too long to be found out, and where the position is not drawn.
    ///
    /// # Errors
    ///
    /// The table of values cannot be read; the rules break; the position is of another game.
    pub fn is_tie(&mut self, position: &Position) -> Result<Option<bool>, Error> {
        let bits = position.bits_in(self.solution.id)?;
        for_each_game!(&self.solution.inner, AnySolved, solved => {
            solved.is_tie(Word::narrow(bits), &mut self.known, &mut self.left)
        })
    }
}

impl<G: Subject> Solved<G> {
    fn is_tie(
        &self,
        position: G::Position,
        known: &mut HashMap<U256, bool>,
        left: &mut usize,
    ) -> Result<Option<bool>, Error> {
        let start = self.game.canonical(&position);
        if self.game.endless().is_some() {
            // Endless play is no draw, so that every draw ends.
            return Ok((self.value(start)? == Some(Value::Draw)).then_some(true));
        }
        if self.stored.table().find(&start)? != Some(Value::Draw) {
            return Ok(None);
        }
        if self.stored.attained(&start)?.is_some() {
            // Where moves gain points play always ends.
            return Ok(Some(true));
        }
        let game = KeepingTheDraw { solved: self };
        let mut steps = Vec::new();
        // The positions on the way from the start, each with the moves that were not tried yet.
        let mut way: Vec<(G::Position, Vec<G::Position>)> = Vec::new();
        let mut seen = HashSet::new();
        let mut next = Some(start);
        loop {
            if let Some(at) = next.take().filter(|at| seen.insert(at.widen())) {
                let ends = match known.get(&at.widen()) {
                    Some(&is_tie) => is_tie,
                    None if *left == 0 => return Ok(None),
                    None => {
                        *left -= 1;
                        steps.clear();
                        let is_over = game.expand(&at, &mut steps)?.is_some();
                        way.push((at, steps.iter().map(|step| step.position).collect()));
                        is_over
                    }
                };
                if ends {
                    let ties = way.iter().map(|(passed, _)| (passed.widen(), true));
                    known.extend(ties.chain([(at.widen(), true)]));
                    return Ok(Some(true));
                }
            }
            let Some((_, untried)) = way.last_mut() else {
                break;
            };
            next = untried.pop();
            if next.is_none() {
                way.pop();
            }
        }
        // All that draw-keeping moves lead to was seen, and nothing of it ends.
        known.extend(seen.into_iter().map(|bits| (bits, false)));
        Ok(Some(false))
    }

    /// The drawn positions as a game of one player who wants to end the game, solved; `None` if
    /// there are none, and where moves gain points, so that each draw is a tie.
    pub(super) fn all_ties(
        &self,
        job: &Job,
    ) -> Result<Option<strong::Solution<G::Position>>, Error> {
        if self
            .stored
            .attained(&self.game.canonical(&self.root))?
            .is_some()
        {
            return Ok(None);
        }
        let mut drawn = Vec::new();
        let mut charge = job.budget.open();
        let mut refused = Ok(());
        self.each_read(&mut |entry| {
            if entry.value() == Value::Draw {
                refused = charge.make_room(&mut drawn, 1);
                if refused.is_err() {
                    return ControlFlow::Break(());
                }
                drawn.push(*entry.position());
            }
            ControlFlow::Continue(())
        })?;
        refused.map_err(|refusal| {
            let reached = Progress::at(Phase::Counting, drawn.len() as u64);
            SolveError::from(Stopped::out_of_memory(refusal, reached))
        })?;
        if drawn.is_empty() {
            return Ok(None);
        }
        let game = KeepingTheDraw { solved: self };
        Ok(Some(strong::solve(&game, drawn, job)?))
    }
}

/// The drawn positions, with the moves that keep the draw. Whoever is to move keeps the turn, and
/// wins where the game ends drawn.
struct KeepingTheDraw<'s, G: Subject> {
    solved: &'s Solved<G>,
}

impl<G: Subject> Game for KeepingTheDraw<'_, G> {
    type Position = G::Position;
    type Move = usize;

    fn start(&self) -> G::Position {
        self.solved.game.canonical(&self.solved.root)
    }

    fn players(&self) -> Players<Self> {
        Players::Unnamed
    }

    fn result(&self, position: &G::Position) -> Result<Option<Outcome>, Fault> {
        self.expand(position, &mut Vec::new())
    }

    fn moves(&self, position: &G::Position, out: &mut Vec<usize>) -> Result<(), Fault> {
        let mut steps = Vec::new();
        self.expand(position, &mut steps)?;
        out.extend(0..steps.len());
        Ok(())
    }

    fn play(&self, position: &G::Position, choice: &usize) -> Result<Step<G::Position>, Fault> {
        let mut steps = Vec::new();
        self.expand(position, &mut steps)?;
        let step = steps.get(*choice).copied();
        step.ok_or_else(|| Fault::new("this move is not legal here"))
    }

    fn move_name(&self, _: &G::Position, choice: &usize) -> String {
        choice.to_string()
    }

    fn expand(
        &self,
        position: &G::Position,
        out: &mut Vec<Step<G::Position>>,
    ) -> Result<Option<Outcome>, Fault> {
        let (first, game) = (out.len(), &self.solved.game);
        if game.expand(position, out)?.is_some() {
            out.truncate(first);
            return Ok(Some(Outcome::Win));
        }
        game.canonical_steps(&mut out[first..]);
        let mut kept = first;
        for at in first..out.len() {
            let position = out[at].position;
            let value = self.solved.value(position);
            let value = value.map_err(|unreadable| Fault::new(unreadable.to_string()))?;
            if value == Some(Value::Draw) {
                out[kept] = Step {
                    position,
                    turn: Turn::Kept,
                };
                kept += 1;
            }
        }
        out.truncate(kept);
        Ok(None)
    }
}
