//! Values that were worked out and are still good.

use std::collections::HashMap;

use cranelift_codegen::ir::Value;
use zug_program::ExprId;

/// How a node's value is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Form {
    /// A number, in 64 bits.
    Number,
    /// 0 or 1, in 8.
    Truth,
}

/// Values by node.
///
/// A value is good in the blocks that its own dominates. Who leaves those goes back
/// to a [`Mark`]. A value that was read from the position is good for one state of
/// it, its *epoch*.
#[derive(Debug, Default)]
pub(super) struct Known {
    values: HashMap<(ExprId, Form), Entry>,
    /// What was put in, in order, with what stood there before.
    log: Vec<((ExprId, Form), Option<Entry>)>,
    epoch: u32,
    epochs: u32,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    value: Value,
    /// If it depends on the position.
    epoch: Option<u32>,
}

/// A place to go back to.
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

    /// Forgets all since then.
    pub(super) fn forget(&mut self, mark: Mark) {
        self.epoch = mark.epoch;
        for (key, before) in self.log.drain(mark.length..).rev() {
            match before {
                Some(entry) => self.values.insert(key, entry),
                None => self.values.remove(&key),
            };
        }
    }

    /// Forgets these nodes, wherever they are known.
    pub(super) fn drop_if(&mut self, is_meant: impl Fn(ExprId) -> bool) {
        self.values.retain(|(id, _), _| !is_meant(*id));
        for ((id, _), before) in &mut self.log {
            if is_meant(*id) {
                *before = None;
            }
        }
    }

    /// The position has changed.
    pub(super) fn changed(&mut self) {
        self.epochs += 1;
        self.epoch = self.epochs;
    }
}
