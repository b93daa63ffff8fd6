//! What an evaluation asked of a position, and what it changed there.

use std::ops::Range;

/// The fields of a position that an evaluator has read and written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notes {
    /// The fields whose content before the evaluation was read, in the order of the first reads.
    pub(crate) read: Vec<usize>,
    /// The fields that were written, in the order of the first writes.
    pub(crate) written: Vec<usize>,
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
