//! The tree game: pairs of sibling leaves are merged until one number is left.
//!
//! The problem: a rooted binary tree with a number at each leaf. Max and Min take
//! turns, Max first. A turn takes two leaves with the same parent away and gives the
//! parent one of their numbers, as the player to move chooses. Max wants the number
//! that is left at the root to be large, Min small (Codeforces 457F, *An easy problem
//! about trees*, 2014).
//!
//! The recurrence: six numbers for each node, computed from those of its two children,
//! give the value of the game. Each is the value of the subtree if w moves first in it
//! (w is Max or Min) and m says what else can be moved: with m = 0 nothing; with m = 1
//! there is *one pass*, which either player may use instead of a turn in the subtree;
//! with m = 2 there is that pass, and it must be used before the subtree is played out.
//!
//! What is known: the recurrence was derived for Zug, and no short proof of it is given
//! here. It was compared with plain game search on every unordered tree with leaves 0
//! and 1 and at most 13 inner nodes, 10,489,811 trees, and agreed on each. For these
//! shapes leaves 0 and 1 suffice: the value is at least v exactly if Max wins the game
//! with leaves `[x >= v]`, where Max wants a 1; and both search and recurrence only
//! take maxima and minima, which commute with thresholds. Neither depends on which
//! child is left and which is right. For larger trees the recurrence is a conjecture.
//!
//! The idea: each turn takes one inner node away, so a subtree of k inner nodes takes k
//! turns, whatever the players do. Seen from a subtree, the rest of the tree is a
//! supply of passes. If the sibling takes an even number of turns, each turn there is
//! answered there, and the sibling changes nothing; if it takes an odd number, one turn
//! is left over, and that turn is the one pass. The player who makes the last turn at a
//! node is known by parity, and keeps the number they prefer of the two. So only the
//! parities of two siblings matter, with five exceptions: a leaf cannot take a turn at
//! all, and a single pair cannot wait for a pass without being played out.
//!
//! Cost: one visit a node, without recursion, whatever the depth; 56 bytes a node while
//! it works. [`TreeGame::best_turns`] asks, for each inner node and each of the 2⁶ ways
//! in which six numbers can reach a threshold, whether the root would still reach it:
//! 64 steps an inner node.
//!
//! When not to use it: if nodes have more than two children, or players have passes of
//! their own or other turns; nor if the value of a tree with more than 13 inner nodes
//! must be proved.
//!
//! ```
//! use zug_catalogue::tree_game::{TreeGame, TreeNode::{Inner, Leaf}, TreeTurn};
//!
//! let tree = TreeGame::new(vec![
//!     Inner { left: 1, right: 2 },
//!     Inner { left: 3, right: 4 },
//!     Leaf(10),
//!     Leaf(5),
//!     Leaf(20),
//! ])?;
//! assert_eq!(tree.value(), 10); // Min makes the last turn
//! assert_eq!(tree.best_turns(), [TreeTurn { parent: 1, kept: 4 }]);
//! # Ok::<(), zug_catalogue::tree_game::TreeGameError>(())
//! ```

use std::cmp::{max, min};

use zug_game::Player;

/// A node of a tree; nodes are numbered from 0, and node 0 is the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TreeNode {
    /// A leaf with its number.
    Leaf(i64),
    /// A node with two children.
    Inner {
        /// The left child.
        left: usize,
        /// The right child.
        right: usize,
    },
}

/// Why some nodes do not make a binary tree with node 0 as its root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TreeGameError {
    /// There is no node, and so no root.
    #[error("there must be at least one node")]
    NoNodes,
    /// A child is not among the nodes.
    #[error("node {node} has a child {child}, but the last node is {last}")]
    NoSuchChild {
        /// The parent.
        node: usize,
        /// The child, which is not a node.
        child: usize,
        /// The number of the last node.
        last: usize,
    },
    /// A node is a child twice.
    #[error("node {node} is a child twice: of node {first} and of node {second}")]
    TwoParents {
        /// The child.
        node: usize,
        /// The parent found first.
        first: usize,
        /// The parent found next, which may be the first parent again.
        second: usize,
    },
    /// The root is a child of some node.
    #[error("node 0 is the root, but it is a child of node {parent}")]
    RootIsChild {
        /// The parent of the root.
        parent: usize,
    },
    /// A node is not below the root.
    #[error("node {node} does not hang below node 0")]
    Loose {
        /// The first such node.
        node: usize,
    },
}

/// A turn that merges two leaves: those below `parent` go, and one of their numbers
/// stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TreeTurn {
    /// The node that becomes a leaf.
    pub parent: usize,
    /// The leaf whose number the parent gets.
    pub kept: usize,
}

/// A valid tree with its numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeGame {
    nodes: Vec<TreeNode>,
    /// All nodes in an order in which each comes after its parent.
    order: Vec<usize>,
}

impl TreeGame {
    /// Checks that the nodes are one tree.
    ///
    /// # Errors
    ///
    /// An error names the first node at fault.
    pub fn new(nodes: Vec<TreeNode>) -> Result<Self, TreeGameError> {
        let mut parents: Vec<Option<usize>> = vec![None; nodes.len()];
        for (node, kind) in nodes.iter().enumerate() {
            let TreeNode::Inner { left, right } = *kind else {
                continue;
            };
            for child in [left, right] {
                let last = nodes.len() - 1;
                let place = parents.get_mut(child).ok_or(TreeGameError::NoSuchChild {
                    node,
                    child,
                    last,
                })?;
                if child == 0 {
                    return Err(TreeGameError::RootIsChild { parent: node });
                }
                if let Some(first) = place.replace(node) {
                    return Err(TreeGameError::TwoParents {
                        node: child,
                        first,
                        second: node,
                    });
                }
            }
        }
        if nodes.is_empty() {
            return Err(TreeGameError::NoNodes);
        }
        // Each node but the root has at most one parent, so no node is added twice.
        let mut order = vec![0];
        let mut is_below = vec![false; nodes.len()];
        let mut next = 0;
        while let Some(&node) = order.get(next) {
            is_below[node] = true;
            if let TreeNode::Inner { left, right } = nodes[node] {
                order.extend([left, right]);
            }
            next += 1;
        }
        match is_below.iter().position(|below| !below) {
            Some(node) => Err(TreeGameError::Loose { node }),
            None => Ok(Self { nodes, order }),
        }
    }

    /// The number that is left at the root if both players play their best and Max
    /// moves first.
    pub fn value(&self) -> i64 {
        self.subtrees(|number| number)[0].worth(Player::First, Pass::No)
    }

    /// All first turns of Max that achieve the value, by parent; empty if the root is a
    /// leaf.
    ///
    /// A turn changes the six numbers of the nodes above it and of no others. So the
    /// walk goes down from the root and asks: which of the 2⁶ answers to "is each of
    /// the six numbers at least the value?" may a node have after the turn, if the root
    /// is to achieve the value?
    pub fn best_turns(&self) -> Vec<TreeTurn> {
        let value = self.value();
        let reaches = self.subtrees(|number| number >= value);
        let after_turn = |node: usize, answers: u8| Subtree::<bool> {
            turns: reaches[node].turns - 1,
            worth: unpacked(answers),
        };
        // Bit i of an entry is set if the answers i are good enough at this node.
        let mut good = vec![0_u64; self.nodes.len()];
        let mut best = Vec::new();
        for &node in &self.order {
            let TreeNode::Inner { left, right } = self.nodes[node] else {
                continue;
            };
            if node == 0 {
                // Min is to move after the turn.
                good[0] = mask(|answers| after_turn(0, answers).worth(Player::Second, Pass::No));
            }
            for (child, sibling) in [(left, right), (right, left)] {
                if good[node] == 0 || reaches[child].turns == 0 {
                    continue;
                }
                good[child] = mask(|answers| {
                    let joined = join(&after_turn(child, answers), &reaches[sibling]);
                    good[node] >> packed(joined.worth) & 1 == 1
                });
            }
            for kept in [left, right] {
                if reaches[node].turns == 1 {
                    let leaf = Subtree::leaf(reaches[kept].worth(Player::First, Pass::No));
                    if good[node] >> packed(leaf.worth) & 1 == 1 {
                        best.push(TreeTurn { parent: node, kept });
                    }
                }
            }
        }
        best.sort_unstable_by_key(|turn| (turn.parent, turn.kept));
        best
    }

    /// The first of [`TreeGame::best_turns`]; `None` if the root is a leaf.
    pub fn best_turn(&self) -> Option<TreeTurn> {
        self.best_turns().first().copied()
    }

    /// The reasons for the value, in a few lines.
    pub fn why(&self) -> Vec<String> {
        let TreeNode::Inner { left, right } = self.nodes[0] else {
            let number = self.value();
            return vec![format!("the root is a leaf: its number {number} is left")];
        };
        let subtrees = self.subtrees(|number| number);
        let [whole, a, b] = [0, left, right].map(|node| &subtrees[node]);
        let value = whole.worth(Player::First, Pass::No);
        let turns = whole.turns;
        let mut lines = Vec::new();
        lines.push(match (turns, turns % 2) {
            (1, _) => "there is one turn, and Max makes it".to_owned(),
            (_, 0) => format!("there are {turns} turns: Max makes the first, Min the last"),
            (_, _) => format!("there are {turns} turns: Max makes the first and the last"),
        });
        let first = |x: &Subtree<i64>, pass| x.worth(Player::First, pass);
        let second = |x: &Subtree<i64>, pass| x.worth(Player::Second, pass);
        lines.push(match (a.turns % 2, b.turns % 2) {
            (0, 0) if turns == 1 => format!(
                "he keeps the larger number: max({}, {}) = {value}",
                first(a, Pass::No),
                first(b, Pass::No)
            ),
            (0, 0) => format!(
                "below the root lie {} and {} turns, both even: each turn is answered on its side, \
                 and Max begins where he gets more: max({}, {}) = {value}",
                a.turns,
                b.turns,
                first(a, Pass::No),
                first(b, Pass::No)
            ),
            (1, 1) => format!(
                "below the root lie {} and {} turns, both odd: each side is one pass for the other, \
                 and Max begins where he gets more: max({}, {}) = {value}",
                a.turns,
                b.turns,
                first(a, Pass::May),
                first(b, Pass::May)
            ),
            (a_is_odd, _) => {
                let (odd, even) = if a_is_odd == 1 { (a, b) } else { (b, a) };
                format!(
                    "below the root lie {} and {} turns: beginning on the odd side gives \
                     min({}, {}), on the even side, with a pass, min({}, {}): the larger is {value}",
                    odd.turns,
                    even.turns,
                    first(odd, Pass::No),
                    second(even, Pass::No),
                    second(odd, Pass::May),
                    first(even, Pass::May)
                )
            }
        });
        if let Some(TreeTurn { parent, kept }) = self.best_turn() {
            let number = first(&subtrees[kept], Pass::No);
            lines.push(format!(
                "a best first turn: node {parent} takes the number {number} of node {kept}"
            ));
        }
        lines
    }

    /// The six numbers of each subtree, with the numbers of the leaves mapped by `of`,
    /// which must keep their order.
    fn subtrees<T: Ord + Copy>(&self, of: impl Fn(i64) -> T) -> Vec<Subtree<T>> {
        // These are replaced, from the leaves up.
        let mut subtrees = vec![Subtree::leaf(of(0)); self.nodes.len()];
        for &node in self.order.iter().rev() {
            subtrees[node] = match self.nodes[node] {
                TreeNode::Leaf(number) => Subtree::leaf(of(number)),
                TreeNode::Inner { left, right } => join(&subtrees[left], &subtrees[right]),
            };
        }
        subtrees
    }
}

/// What can be moved outside a subtree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pass {
    /// Nothing can be moved.
    No,
    /// There is one turn, which either player may use.
    May,
    /// There is one turn, which must be used before the subtree is played out.
    Must,
}

/// The six numbers of a subtree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Subtree<T> {
    /// The number of turns that the subtree takes, which is the number of its inner
    /// nodes.
    turns: usize,
    /// The value by the player who moves first in the subtree, and then by the pass.
    worth: [[T; 3]; 2],
}

impl<T: Ord + Copy> Subtree<T> {
    fn leaf(number: T) -> Self {
        Self {
            turns: 0,
            worth: [[number; 3]; 2],
        }
    }

    fn worth(&self, first: Player, pass: Pass) -> T {
        self.worth[first as usize][pass as usize]
    }
}

/// The six numbers of a node, from those of its children.
#[inline]
fn join<T: Ord + Copy>(a: &Subtree<T>, b: &Subtree<T>) -> Subtree<T> {
    Subtree {
        turns: a.turns + b.turns + 1,
        worth: [Player::First, Player::Second].map(|mover| joined_worth(a, b, mover)),
    }
}

/// The three values of a node, one for each pass, if `mover` moves first below it.
///
/// Parity alone gives four rules. For each of the five exceptions the tests have a tree
/// whose value would be wrong without it.
#[inline]
fn joined_worth<T: Ord + Copy>(a: &Subtree<T>, b: &Subtree<T>, mover: Player) -> [T; 3] {
    use Pass::{May, Must, No};
    // Of two numbers, the one that the mover prefers, and the one that the opponent
    // prefers.
    let [likes, dislikes]: [fn(T, T) -> T; 2] = match mover {
        Player::First => [max, min],
        Player::Second => [min, max],
    };
    // The value of a child if the mover moves first in it, and if the opponent does.
    let own = |child: &Subtree<T>, pass| child.worth(mover, pass);
    let other = |child: &Subtree<T>, pass| child.worth(mover.opponent(), pass);

    match (a.turns % 2 == 1, b.turns % 2 == 1) {
        // Rule 1, a single pair: the mover takes it.
        (false, false) if a.turns + b.turns == 0 => {
            let taken = likes(own(a, No), own(b, No));
            // Exception, the pair must wait: the mover can only use the pass, and the
            // opponent takes the pair.
            let must = dislikes(own(a, No), own(b, No));
            [taken, taken, must]
        }
        // Rule 2, even beside even: the mover makes the last turn, and one good child
        // is enough. With a pass the opponent makes it: both children must be good, and
        // the pass goes to one of them.
        (false, false) => {
            let no = likes(own(a, No), own(b, No));
            let must = likes(
                dislikes(own(a, May), other(b, No)),
                dislikes(other(a, No), own(b, May)),
            );
            // Exception, beside a leaf: the turn at this node comes straight after the
            // last one in the other child, so the pass is used before that last turn.
            let may = match (a.turns, b.turns) {
                (0, _) => dislikes(own(a, No), own(b, Must)),
                (_, 0) => dislikes(own(a, Must), own(b, No)),
                _ => must,
            };
            [no, may, must]
        }
        // Rule 3, odd beside even: the opponent makes the last turn, and both children
        // must be good. With a pass the mover makes it: one good child is enough.
        (a_is_odd, b_is_odd) if a_is_odd != b_is_odd => {
            let (odd, even) = if a_is_odd { (a, b) } else { (b, a) };
            let no = likes(
                dislikes(own(odd, No), other(even, No)),
                dislikes(other(odd, May), own(even, May)),
            );
            let must = likes(own(even, No), own(odd, May));
            // Exception, beside a leaf: as in rule 2.
            let may = match even.turns {
                0 => likes(own(even, No), own(odd, Must)),
                _ => must,
            };
            [no, may, must]
        }
        // Rule 4, odd beside odd: as rule 2, but each child is a pass for the other.
        _ => {
            let no = likes(own(a, May), own(b, May));
            // Exceptions, a single pair on the left (j) or on the right (k): as soon as
            // the pair is taken it is a leaf, so in the other child the pass must be
            // used.
            let j = if a.turns == 1 { Must } else { May };
            let k = if b.turns == 1 { Must } else { May };
            let may = likes(
                dislikes(own(a, No), other(b, j)),
                dislikes(other(a, k), own(b, No)),
            );
            let must = likes(
                dislikes(own(a, No), other(b, May)),
                dislikes(other(a, May), own(b, No)),
            );
            [no, may, must]
        }
    }
}

/// Unpacks six answers from a number below 2⁶.
fn unpacked(answers: u8) -> [[bool; 3]; 2] {
    [0, 3].map(|first| [0, 1, 2].map(|pass| answers >> (first + pass) & 1 == 1))
}

/// Packs six answers into a number below 2⁶.
fn packed(worth: [[bool; 3]; 2]) -> u8 {
    let answers = worth.iter().flatten().rev();
    answers.fold(0, |number, &answer| number << 1 | u8::from(answer))
}

/// The set of those packed answers for which `is_good` holds: bit i stands for the
/// answers i.
fn mask(is_good: impl Fn(u8) -> bool) -> u64 {
    (0..64).fold(0, |set, answers| {
        set | u64::from(is_good(answers)) << answers
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]
mod tests {
    use super::*;

    #[test]
    fn packing_six_answers_keeps_them() {
        for answers in 0..64 {
            assert_eq!(packed(unpacked(answers)), answers);
        }
    }

    #[test]
    fn the_node_at_fault_is_named() {
        use TreeNode::{Inner, Leaf};
        let error = |nodes: &[TreeNode]| TreeGame::new(nodes.to_vec()).unwrap_err().to_string();
        let inner = |left, right| Inner { left, right };
        assert_eq!(error(&[]), "there must be at least one node");
        assert_eq!(
            error(&[inner(1, 3), Leaf(1), Leaf(2)]),
            "node 0 has a child 3, but the last node is 2"
        );
        assert_eq!(
            error(&[inner(1, 1), Leaf(1)]),
            "node 1 is a child twice: of node 0 and of node 0"
        );
        assert_eq!(
            error(&[inner(1, 2), inner(3, 2), Leaf(1), Leaf(1)]),
            "node 2 is a child twice: of node 0 and of node 1"
        );
        assert_eq!(
            error(&[inner(1, 2), inner(0, 3), Leaf(1), Leaf(1)]),
            "node 0 is the root, but it is a child of node 1"
        );
        assert_eq!(
            error(&[Leaf(1), Leaf(2)]),
            "node 1 does not hang below node 0"
        );
        assert_eq!(
            error(&[Leaf(1), inner(1, 2), Leaf(2)]),
            "node 1 does not hang below node 0"
        );
    }
}
