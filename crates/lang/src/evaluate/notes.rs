//! What an evaluation asked of a position, what it changed there, and how often its loops ran.

use std::ops::Range;

use crate::text::span::Span;

/// The fields of a position that an evaluator has read and written, and its `repeat` loops.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notes {
    /// The fields whose content before the evaluation was read, in the order of the first reads.
    pub(crate) read: Vec<usize>,
    /// The fields that were written, in the order of the first writes.
    pub(crate) written: Vec<usize>,
    /// The loops that ended: where their bounds are written, how often they ran, and how often
    /// they might have.
    pub(crate) loops: Vec<(Span, i64, i64)>,
}

impl Notes {
    /// Notes that fields are read. What the evaluation itself has written tells nothing of what
    /// was there before.
    pub(crate) fn read(&mut self, fields: Range<usize>) {
        for field in fields {
            if !self.written.contains(&field) && !self.read.contains(&field) {
                self.read.push(field);
            }
        }
    }

    /// Notes that a field is written.
    pub(crate) fn write(&mut self, field: usize) {
        if !self.written.contains(&field) {
            self.written.push(field);
        }
    }
}
