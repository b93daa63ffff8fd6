//! Machine code that tells what moves gain.
//!
//! It is that of [`Residual::of_gains`]: each legal move writes what it gains into a field behind those
//! of the position, as long as the word has room for it.

use std::slice;

use zug_game::{Expanded, Step};
use zug_job::{Job, Why};
use zug_program::{Interpreter, Layout, Residual};

use crate::Error;
use crate::build::build_program;
use crate::call::{Code, Machine};
use crate::spare::with_steps;

/// What moves gain, as machine code.
#[derive(Debug)]
pub(crate) struct Gains<W> {
    code: Code<W>,
    layout: Layout,
    /// The place of the field that a move writes.
    field: usize,
}

impl<W: Machine> Gains<W> {
    /// The machine code; `None` if no move gains points, if the word has no room for what they gain,
    /// if the program is too large or if memory is short.
    ///
    /// # Errors
    ///
    /// The caller interrupted it.
    pub(crate) fn new(program: &Interpreter<W>, job: &Job) -> Result<Option<Self>, Why> {
        let residual = program.residual();
        let mut charge = job.budget.open();
        if !gains(residual) || charge.grow(residual.bytes() as u64).is_err() {
            return Ok(None);
        }
        let of_gains = residual.of_gains();
        let fitting = of_gains.filter(|(of_gains, _)| of_gains.layout().bits <= W::BITS);
        let Some((of_gains, field)) = fitting else {
            return Ok(None);
        };
        match build_program(&of_gains, program.stuck(), job) {
            Ok(code) => Ok(Some(Self {
                code,
                layout: of_gains.layout().clone(),
                field,
            })),
            Err(Error::Interrupted(why)) => Err(why),
            Err(_) => Ok(None),
        }
    }

    /// Appends what each legal move of a position gains. Returns false, and appends nothing, where a
    /// check failed.
    pub(crate) fn append(&self, position: W, out: &mut Vec<i64>) -> bool {
        with_steps(|steps: &mut Vec<Step<W>>| {
            let mut end = [Expanded::GoesOn(0)];
            let reached = self
                .code
                .expand(slice::from_ref(&position), steps, &mut end);
            out.extend(
                steps
                    .iter()
                    .map(|step| self.layout.get(step.position.widen(), self.field)),
            );
            !reached.faulted
        })
    }
}

/// Whether some move of a program gains points.
fn gains(residual: &Residual) -> bool {
    let mut moves = residual.ground_moves();
    moves.any(|(_, ground)| ground.gain.is_some())
}
