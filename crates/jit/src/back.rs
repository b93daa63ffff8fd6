//! Machine code that goes back: from positions to those before them.

use zug_game::{Expanded, Step};
use zug_job::{Job, Why};
use zug_program::Unmoves;
use zug_values::Outcome;

use crate::Error;
use crate::build::build_program;
use crate::call::{Code, Machine};

/// The un-moves of a program as machine code.
#[derive(Debug)]
pub(crate) struct Back<W> {
    unmoves: Code<W>,
    /// [`Unmoves::going_on`] as machine code.
    going_on: Option<Code<W>>,
}

/// Positions that are gone back from together.
const TOGETHER: usize = 64;

impl<W: Machine> Back<W> {
    /// The machine code of un-moves; `None` if they are too large or memory is short.
    ///
    /// # Errors
    ///
    /// The caller interrupted it.
    pub(crate) fn new(unmoves: &Unmoves, stuck: Outcome, job: &Job) -> Result<Option<Self>, Why> {
        let build = |program| match build_program(program, stuck, job) {
            Ok(code) => Ok(Some(code)),
            Err(Error::Interrupted(why)) => Err(why),
            Err(_) => Ok(None),
        };
        let Some(code) = build(unmoves.residual())? else {
            return Ok(None);
        };
        let going_on = unmoves.going_on().map(build).transpose()?;
        Ok(Some(Self {
            unmoves: code,
            going_on: going_on.flatten(),
        }))
    }

    /// The machine code of the un-moves.
    pub(crate) fn unmoves(&self) -> &Code<W> {
        &self.unmoves
    }

    /// Appends the predecessors of some positions, the first ones, and writes the number of
    /// predecessors of each. Returns the number of positions done: 0, with `out` as it was,
    /// where the machine code gave up.
    pub(crate) fn predecessors(
        &self,
        forward: &Code<W>,
        positions: &[W],
        out: &mut Vec<Step<W>>,
        counts: &mut [usize],
    ) -> usize {
        let first = out.len();
        let done = match &self.going_on {
            Some(going_on) => self.sift(going_on, positions, out, counts),
            None => self.play_again(forward, positions[0], out, counts),
        };
        if done == 0 {
            out.truncate(first);
        }
        done
    }

    /// Goes back from some positions at once, and keeps of the candidates that un-moves give
    /// those in which the game goes on.
    fn sift(
        &self,
        going_on: &Code<W>,
        positions: &[W],
        out: &mut Vec<Step<W>>,
        counts: &mut [usize],
    ) -> usize {
        let first = out.len();
        let positions = &positions[..positions.len().min(TOGETHER)];
        let mut ends = [Expanded::GoesOn(0); TOGETHER];
        let done = self.unmoves.expand(positions, out, &mut ends).done;
        let before: Vec<W> = out[first..].iter().map(|step| step.position).collect();
        let mut goes_on = vec![Expanded::GoesOn(0); before.len()];
        let mut unchanged = Vec::with_capacity(before.len() + 1);
        if going_on.expand(&before, &mut unchanged, &mut goes_on).done < before.len() {
            return 0;
        }
        let (mut at, mut kept) = (first, first);
        for (end, count) in ends[..done].iter().zip(counts) {
            let begin = kept;
            if let Expanded::GoesOn(unmoves) = *end {
                for _ in 0..unmoves {
                    if matches!(goes_on[at - first], Expanded::GoesOn(_)) {
                        out[kept] = out[at];
                        kept += 1;
                    }
                    at += 1;
                }
            }
            *count = kept - begin;
        }
        out.truncate(kept);
        done
    }

    /// Goes back from the position, and keeps a candidate that an un-move gives as often as a
    /// move leads from there to the position. All moves of a candidate are played: that is
    /// faster than to play the one move that was taken back.
    fn play_again(
        &self,
        forward: &Code<W>,
        position: W,
        out: &mut Vec<Step<W>>,
        counts: &mut [usize],
    ) -> usize {
        let first = out.len();
        let mut ended = [Expanded::GoesOn(0)];
        if self.unmoves.expand(&[position], out, &mut ended).faulted {
            return 0;
        }
        let (end, mut kept) = (out.len(), first);
        let mut again = Vec::new();
        for at in first..end {
            let before = out[at];
            if out[first..kept].contains(&before) {
                continue;
            }
            if forward.expand(&[before.position], out, &mut ended).faulted {
                return 0;
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
        counts[0] = out.len() - first;
        1
    }
}
