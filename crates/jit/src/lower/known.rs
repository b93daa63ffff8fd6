//! Values of nodes that were worked out and are still valid.

use std::collections::HashMap;

use cranelift_codegen::ir::Value;
use zug_program::ExprId;

/// How a node's value is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Form {
    /// As a number of 64 bits.
    Number,
    /// As 0 or 1, in 8 bits.
    Truth,
}

/// The values that are known, by node.
///
/// A value is valid in the blocks that are dominated by the block in which it was worked
/// out. Code that leaves those blocks goes back to a [`Mark`]. A value that depends on the
/// position is valid until the position changes: during one *epoch*.
#[derive(Debug, Default)]
pub(super) struct Known {
    values: HashMap<(ExprId, Form), Entry>,
    /// The keys that were put in, in order, each with the entry that it had before.
    log: Vec<((ExprId, Form), Option<Entry>)>,
    epoch: u32,
    epochs: u32,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    value: Value,
    /// The epoch in which the value is valid, if it depends on the position.
    epoch: Option<u32>,
}

/// A state of [`Known`] to go back to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    length: usize,
    epoch: u32,
}

impl Known {
    pub(super) fn get(&self, id: ExprId, form: Form) -> Option<Value> {
        let entry = self.values.get(&(id, form))?;
        let is_good = entry.epoch.is_none_or(|epoch| epoch == self.epoch);
        is_good.then_some(entry.value)
    }

    pub(super) fn put(&mut self, id: ExprId, form: Form, value: Value, reads: bool) {
        let entry = Entry {
            value,
            epoch: reads.then_some(self.epoch),
        };
        let before = self.values.insert((id, form), entry);
        self.log.push(((id, form), before));
    }

    pub(super) fn mark(&self) -> Mark {
        Mark {
            length: self.log.len(),
            epoch: self.epoch,
        }
    }

    /// Forgets all that was put in since the mark was made.
    pub(super) fn forget(&mut self, mark: Mark) {
        self.epoch = mark.epoch;
        for (key, before) in self.log.drain(mark.length..).rev() {
            match before {
                Some(entry) => self.values.insert(key, entry),
                None => self.values.remove(&key),
            };
        }
    }

    /// Forgets the values of the nodes that are meant, those in the log included.
    pub(super) fn drop_if(&mut self, is_meant: impl Fn(ExprId) -> bool) {
        self.values.retain(|(id, _), _| !is_meant(*id));
        for ((id, _), before) in &mut self.log {
            if is_meant(*id) {
                *before = None;
            }
        }
    }

    /// Whether the position is still that of the round.
    pub(super) fn is_of_round(&self) -> bool {
        self.epoch == 0
    }

    /// The position has changed.
    pub(super) fn changed(&mut self) {
        self.epochs += 1;
        self.epoch = self.epochs;
    }
}
