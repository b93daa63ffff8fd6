//! Machine code as a [`Runner`]: it answers what it was compiled for, and asks the
//! interpreter beside it for all else.
//!
//! This is the one place where machine code hands over to the interpreter: where it was not
//! compiled for a question, or where a check failed. The interpreter is asked the same
//! question, and says which check failed.

use std::sync::Arc;

use zug_game::{Expanded, Step};
use zug_job::{Job, Why};
use zug_program::{Faulted, Interpreter, Runner, Unmoves};

use crate::Error;
use crate::build::build_program;
use crate::call::{Code, Machine, Reached};

/// Machine code of a program, with the program's interpreter.
#[derive(Clone, Debug)]
pub struct Compiled<W> {
    interpreter: Interpreter<W>,
    code: Arc<Code<W>>,
    /// The machine code of the un-moves, if they were compiled.
    back: Option<Arc<Code<W>>>,
}

/// The number of positions whose notes are read together.
const NOTES: usize = 8;

impl<W: Machine> Compiled<W> {
    pub(crate) fn new(interpreter: Interpreter<W>, code: Code<W>) -> Self {
        Self {
            interpreter,
            code: Arc::new(code),
            back: None,
        }
    }

    /// The machine code without the interpreter.
    #[must_use]
    pub fn code(&self) -> &Code<W> {
        &self.code
    }

    /// The machine code of the un-moves without the interpreter; `None` if they were not
    /// compiled.
    #[must_use]
    pub fn unmoves(&self) -> Option<&Code<W>> {
        self.back.as_deref()
    }

    /// The same runner with the un-moves of the program. They are compiled too, unless they
    /// are too large or memory is short.
    ///
    /// # Errors
    ///
    /// The job was cancelled, or its memory was used up.
    pub fn turned_round(&self, unmoves: Arc<Unmoves>, job: &Job) -> Result<Self, Why> {
        let back = build_program(unmoves.residual(), self.interpreter.stuck(), job);
        Ok(Self {
            interpreter: self.interpreter.turned_round(unmoves, job)?,
            code: self.code.clone(),
            back: match back {
                Ok(code) => Some(Arc::new(code)),
                Err(Error::Interrupted(why)) => return Err(why),
                Err(_) => None,
            },
        })
    }

    /// Appends the predecessors of a position, each as often as a move leads from there to
    /// the position. An un-move gives a candidate, of which all moves are played: that is
    /// faster than to play the one move that was taken back. Returns false, and appends
    /// nothing, where the machine code gave up.
    fn go_back(&self, back: &Code<W>, position: W, out: &mut Vec<Step<W>>) -> bool {
        let first = out.len();
        let mut ended = [Expanded::GoesOn(0)];
        if back.expand(&[position], out, &mut ended).faulted {
            return false;
        }
        let (end, mut kept) = (out.len(), first);
        let mut again = Vec::new();
        for at in first..end {
            let before = out[at];
            if out[first..kept].contains(&before) {
                continue;
            }
            let played = self.code.expand(&[before.position], out, &mut ended);
            if played.faulted {
                out.truncate(first);
                return false;
            }
            let here = Step {
                position,
                turn: before.turn,
            };
            let times = out[end..].iter().filter(|step| **step == here).count();
            out.truncate(end);
            if times > 0 {
                out[kept] = before;
                kept += 1;
                again.extend(std::iter::repeat_n(before, times - 1));
            }
        }
        out.truncate(kept);
        out.append(&mut again);
        true
    }
}

impl<W: Machine> Runner<W> for Compiled<W> {
    fn interpreter(&self) -> &Interpreter<W> {
        &self.interpreter
    }

    fn expand(
        &self,
        positions: &[W],
        out: &mut Vec<Step<W>>,
        ends: &mut [Expanded],
    ) -> Result<usize, Faulted<W>> {
        let Reached { done, faulted } = self.code.expand(positions, out, ends);
        if done > 0 || !faulted {
            return Ok(done);
        }
        self.interpreter.expand(&positions[..1], out, ends)
    }

    fn canonical(&self, steps: &mut [Step<W>]) {
        if !self.code.canonical(steps) {
            self.interpreter.canonical(steps);
        }
    }

    fn stabilisers(&self, positions: &[W], orders: &mut [u64]) {
        if !self.code.stabilisers(positions, orders) {
            self.interpreter.stabilisers(positions, orders);
        }
    }

    fn rank(&self, positions: &[W], ranks: &mut [u128]) {
        assert_eq!(positions.len(), ranks.len(), "each position has a rank");
        for (positions, ranks) in positions.chunks(NOTES).zip(ranks.chunks_mut(NOTES)) {
            let mut notes = [0; NOTES];
            let notes = &mut notes[..positions.len()];
            let is_ranked = self.code.rank(positions, notes) && notes.iter().all(|note| *note >= 0);
            if is_ranked {
                for (rank, note) in ranks.iter_mut().zip(notes) {
                    *rank = *note as u128;
                }
            } else {
                self.interpreter.rank(positions, ranks);
            }
        }
    }

    fn unrank(&self, ranks: &[u128], positions: &mut [W]) {
        assert_eq!(ranks.len(), positions.len(), "each rank has a position");
        for (ranks, positions) in ranks.chunks(NOTES).zip(positions.chunks_mut(NOTES)) {
            let mut words = [0; NOTES];
            let words = &mut words[..ranks.len()];
            let mut fit = true;
            for (word, rank) in words.iter_mut().zip(ranks) {
                *word = *rank as u64;
                fit &= u128::from(*word) == *rank;
            }
            if !(fit && self.code.unrank(words, positions)) {
                self.interpreter.unrank(ranks, positions);
            }
        }
    }

    fn predecessors(&self, positions: &[W], out: &mut Vec<Step<W>>, counts: &mut [usize]) {
        assert_eq!(positions.len(), counts.len(), "each position has a count");
        for (at, position) in positions.iter().enumerate() {
            let first = out.len();
            let back = self.back.as_ref();
            if back.is_some_and(|back| self.go_back(back, *position, out)) {
                counts[at] = out.len() - first;
            } else {
                let count = &mut counts[at..=at];
                self.interpreter.predecessors(&[*position], out, count);
            }
        }
    }

    fn with_unmoves(&self, unmoves: Arc<Unmoves>, job: &Job) -> Result<Arc<dyn Runner<W>>, Why> {
        Ok(Arc::new(self.turned_round(unmoves, job)?))
    }
}
