//! Machine code for what moves gain.
//!
//! It is that of [`Residual::of_gains`](zug_program::Residual::of_gains): each legal move writes what it gains into a field behind those
//! of the position, as long as the word has room for it.

use std::slice;

use zug_game::{Expanded, Step};
use zug_program::Layout;

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
    /// The machine code of a program whose moves write what they gain into the field at this place of
    /// the layout.
    pub(crate) fn new(code: Code<W>, layout: Layout, field: usize) -> Self {
        Self {
            code,
            layout,
            field,
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
