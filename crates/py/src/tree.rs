//! Game trees.

use std::sync::Arc;

use pyo3::prelude::*;
use zug::report::TreeReport;

use crate::failure::{drawn, json, soon};
use crate::game::Core;

/// A game tree with its minimax values.
#[pyclass(frozen, module = "zug._zug")]
pub(crate) struct Tree {
    core: Arc<Core>,
    tree: zug::Tree,
}

impl Tree {
    pub(crate) fn of(core: &Arc<Core>, tree: zug::Tree) -> Self {
        Self {
            core: core.clone(),
            tree,
        }
    }
}

#[pymethods]
impl Tree {
    /// What `zug tree --json` prints.
    fn report(&self) -> PyResult<String> {
        soon(|| json(&TreeReport::of(self.core.problem()?, &self.tree)))
    }

    /// What `zug tree` prints in this format: `text`, `svg` or `dot`.
    fn drawn(&self, format: &str) -> PyResult<String> {
        soon(|| {
            drawn(Ok(match format {
                "svg" => zug_draw::svg::tree(&self.tree),
                "dot" => zug_draw::dot::tree(&self.tree),
                _ => zug_draw::text::tree(&self.tree),
            }))
        })
    }
}
