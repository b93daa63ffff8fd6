//! Local names: those of loops, arguments, parameters of moves and `let` in
//! bodies. Inner ones hide outer ones.

use std::collections::HashMap;
use std::sync::Arc;

/// The local names in force, each with what is known of it.
#[derive(Debug)]
pub(super) struct Scope<T> {
    known: HashMap<Arc<str>, Vec<(usize, T)>>,
    /// In the order of their declaration.
    order: Vec<Arc<str>>,
    /// For each open block, how many names there were before it.
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

    /// What the name means here.
    pub(super) fn get(&self, name: &str) -> Option<&T> {
        self.known
            .get(name)
            .and_then(|meanings| meanings.last())
            .map(|(_, meaning)| meaning)
    }

    /// What the name means, if the innermost block itself declares it.
    pub(super) fn in_this_block(&self, name: &str) -> Option<&T> {
        self.known
            .get(name)
            .and_then(|meanings| meanings.last())
            .filter(|(block, _)| *block == self.blocks.len())
            .map(|(_, meaning)| meaning)
    }

    /// All local names.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.order.iter().map(|name| &**name)
    }
}
