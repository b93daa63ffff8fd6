//! A game tree: its positions and the moves between them.

use crate::assess::Known;
use crate::solution::points;

/// A game tree. Its minimax values are +1, 0 or −1 for the player whose view the tree
/// has, or that player's scores in a game that ends with scores.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Tree {
    /// The player whose view the minimax values have: the first player's name, or, in an
    /// impartial game, "the player to move".
    pub view: String,
    /// The position that the tree grows from.
    pub root: Node,
    /// Whether the minimax values are scores.
    pub has_scores: bool,
    /// The number of plies below the root at which the tree was cut so that its nodes are not too
    /// many ([`TreeLimits::cutting`](super::TreeLimits::cutting)); `None` if that was not needed.
    pub cut_at: Option<usize>,
    /// Whether positions that are the same stand in the tree once ([`Merging`](super::Merging)).
    pub is_merged: bool,
    /// Whether the minimax values are those of whoever moves in each position: in a merged tree of an
    /// impartial game either player can come to a position.
    pub is_of_mover: bool,
}

/// A position of a tree.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Node {
    /// What the rules show of the position, in one line.
    pub label: String,
    /// The whole position, in one line.
    pub position: String,
    /// The player to move; `None` in an impartial game.
    pub mover: Option<String>,
    /// The bounds of the value of the position for the mover; in a tree of solved positions
    /// the value with its remoteness.
    pub known: Known,
    /// The minimax value for the player whose view the tree has; `None` where it is not known.
    pub minimax: Option<i64>,
    /// The moves, in the order of the rules; none if the game is over, or if the tree was
    /// cut here.
    pub branches: Vec<Branch>,
    /// Whether moves of this position were left out because the tree may be no deeper.
    pub cut: bool,
    /// In a merged tree, the place of the node that has the moves of this position, in an order in which
    /// each node comes before all that lies below it; `None` if they are here.
    pub same_as: Option<usize>,
}

/// A move of a tree.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Branch {
    /// The move as a person writes it; in a merged tree all moves that lead to the position, the first
    /// few by name. Behind it what the move gains, if it gains points or loses some.
    pub name: String,
    /// The names of all moves that lead to the position and gain as many points: one, but in a merged
    /// tree.
    pub moves: Vec<String>,
    /// Whether it is known that no other move of the position is better.
    pub best: bool,
    /// The position that the move leads to.
    pub node: Node,
}

/// Takes a node apart in a loop, because a chain of nodes can be thousands of plies deep.
impl Drop for Node {
    fn drop(&mut self) {
        let mut waiting = std::mem::take(&mut self.branches);
        while let Some(mut branch) = waiting.pop() {
            waiting.append(&mut branch.node.branches);
        }
    }
}

/// The name of a branch, with what its moves gain if they gain points or lose some.
pub(super) fn with_gain(name: String, gain: i64) -> String {
    match gain {
        0 => name,
        gain => format!("{name} {}", points(gain)),
    }
}
