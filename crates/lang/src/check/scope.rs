//! Local names: those of loops, of arguments, of parameters of moves, and of `let` in
//! bodies. A name of an inner block hides the same name of an outer block.

use std::collections::HashMap;
use std::sync::Arc;

/// The local names at some place in the rules, each with a meaning of type `T`.
#[derive(Debug)]
pub(super) struct Scope<T> {
    known: HashMap<Arc<str>, Vec<(usize, T)>>,
    /// The names in the order of their declaration.
    order: Vec<Arc<str>>,
    /// For each open block, the number of names that were declared before it.
    blocks: Vec<usize>,
}

impl<T> Default for Scope<T> {
    fn default() -> Self {
        Self {
            known: HashMap::new(),
            order: Vec::new(),
            blocks: Vec::new(),
        }
    }
}

impl<T> Scope<T> {
    /// Opens a block.
    pub(super) fn open(&mut self) {
        self.blocks.push(self.order.len());
    }

    /// Closes the innermost block: its names are forgotten.
    pub(super) fn close(&mut self) {
        let keep = self.blocks.pop().unwrap_or(0);
        for name in self.order.drain(keep..) {
            if let Some(meanings) = self.known.get_mut(&name) {
                meanings.pop();
            }
        }
    }

    /// Declares a name in the innermost block.
    pub(super) fn declare(&mut self, name: &Arc<str>, meaning: T) {
        self.order.push(name.clone());
        let block = self.blocks.len();
        self.known
            .entry(name.clone())
            .or_default()
            .push((block, meaning));
    }

    /// Returns what the name means here, or `None` if it is no local name.
    pub(super) fn get(&self, name: &str) -> Option<&T> {
        self.known
            .get(name)
            .and_then(|meanings| meanings.last())
            .map(|(_, meaning)| meaning)
    }

    /// Returns what the name means if the innermost block itself declares it, else
    /// `None`.
    pub(super) fn in_this_block(&self, name: &str) -> Option<&T> {
        self.known
            .get(name)
            .and_then(|meanings| meanings.last())
            .filter(|(block, _)| *block == self.blocks.len())
            .map(|(_, meaning)| meaning)
    }

    /// Returns all local names.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.order.iter().map(|name| &**name)
    }
}
