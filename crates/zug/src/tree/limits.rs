//! How large a tree may be.

/// Limits to the size of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TreeLimits {
    /// The largest number of plies below the root; `None`: to the end of every play.
    pub depth: Option<usize>,
    /// The largest number of nodes.
    pub nodes: usize,
    /// Whether a tree of more nodes is made less deep, and not refused.
    pub cuts: bool,
}

impl TreeLimits {
    /// The limits with this largest number of plies below the root.
    #[must_use]
    pub fn with_depth(self, depth: Option<usize>) -> Self {
        Self { depth, ..self }
    }

    /// The limits with this largest number of nodes.
    #[must_use]
    pub fn with_nodes(self, nodes: usize) -> Self {
        Self { nodes, ..self }
    }

    /// The limits with a tree of more nodes made less deep: as deep as the nodes suffice for.
    #[must_use]
    pub fn cutting(self) -> Self {
        Self { cuts: true, ..self }
    }
}

impl Default for TreeLimits {
    fn default() -> Self {
        Self {
            depth: None,
            nodes: 20_000,
            cuts: false,
        }
    }
}
