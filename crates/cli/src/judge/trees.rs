//! `zug judge trees`: An easy problem about trees (Codeforces 457F).
//!
//! Input: t, then for each tree n and n nodes, `a` (a leaf) or `-1 l r` (two children);
//! nodes are numbered from 0, and node 0 is the root. Output: for each tree a line with
//! the number that is left at the root.

use std::io::{BufRead, Write};

use zug_catalogue::tree_game::{TreeGame, TreeNode};

use super::cases;
use super::tokens::InputError;

/// The contest has at most 250 nodes; a million nodes take about 90 MB.
const MOST_NODES: usize = 1_000_000;

/// The contest's numbers are at most 1000; the method only compares numbers.
const LARGEST_NUMBER: i64 = 1_000_000_000;

pub(crate) fn judge(input: impl BufRead, output: impl Write) -> Result<(), InputError> {
    let mut tree = 0u64;
    cases::counted(input, output, "the number of trees", |tokens, place| {
        tree += 1;
        let count = tokens.number("the number of nodes", 1..=MOST_NODES)?;
        if count % 2 == 0 {
            return Err(place.case(format_args!(
                "tree {tree}: {count} nodes, but a tree whose nodes have two children or none \
                 has an odd number"
            )));
        }
        let mut nodes = Vec::new();
        for _ in 0..count {
            let what = "a leaf's number, or -1 before two children,";
            let number = tokens.number(what, -1..=LARGEST_NUMBER)?;
            nodes.push(if number == -1 {
                let mut child = || tokens.number("a child", 0..=count - 1);
                TreeNode::Inner {
                    left: child()?,
                    right: child()?,
                }
            } else {
                TreeNode::Leaf(number)
            });
        }
        let game = TreeGame::new(nodes)
            .map_err(|error| place.case(format_args!("tree {tree}: {error}")))?;
        Ok(game.value())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::testing::{answered, broken, endless_digits_are_refused};

    /// The sample of the contest, with its blank lines.
    const SAMPLE: &str = "4

3
-1 1 2
10
5

5
-1 1 2
-1 3 4
10
5
20

7
-1 1 2
-1 3 4
-1 5 6
1
2
3
4

11
-1 1 2
-1 3 4
-1 5 6
-1 7 8
15
7
-1 9 10
7
8
9
11
";

    #[test]
    fn the_sample_is_answered() {
        assert_eq!(answered(judge, SAMPLE), "10\n10\n4\n8\n");
    }

    #[test]
    fn children_may_come_before_their_parents() {
        // The second tree of the sample with other node numbers, and a tree that is one
        // leaf.
        let text = "2 5 -1 4 3 5 20 10 -1 1 2 1 1000";
        assert_eq!(answered(judge, text), "10\n1000\n");
    }

    #[test]
    fn malformed_input_is_refused_where_it_breaks() {
        let error = |text: &str| broken(judge, text).1;
        assert_eq!(
            error(""),
            "line 1, column 1: expected the number of trees from 1 to 1000000000, \
             found the end of the input"
        );
        assert_eq!(
            error("0"),
            "line 1, column 1: expected the number of trees from 1 to 1000000000, found `0`"
        );
        assert_eq!(
            error("1\n4\n"),
            "line 2, column 1: tree 1: 4 nodes, but a tree whose nodes have two children or none \
             has an odd number"
        );
        assert_eq!(
            error("1\n3\n-1 1 3\n"),
            "line 3, column 6: expected a child from 0 to 2, found `3`"
        );
        assert_eq!(
            error("1\n3\n-2 1 2\n"),
            "line 3, column 1: expected a leaf's number, or -1 before two children, \
             from -1 to 1000000000, found `-2`"
        );
        assert_eq!(
            error("1\n3\n-1 1 2\n1\nx\n"),
            "line 5, column 1: expected a leaf's number, or -1 before two children, \
             from -1 to 1000000000, found `x`"
        );
        assert_eq!(
            error("1\n\n3\n-1 1 1\n1\n1\n"),
            "line 3, column 1: tree 1: node 1 is a child twice: of node 0 and of node 0"
        );
        assert_eq!(
            error("1\n3\n-1 0 1\n1\n1\n"),
            "line 2, column 1: tree 1: node 0 is the root, but it is a child of node 0"
        );
        assert_eq!(
            error("1\n3\n1\n1\n1\n"),
            "line 2, column 1: tree 1: node 1 does not hang below node 0"
        );
        assert_eq!(
            error("1\n1\n7\n8\n"),
            "line 4, column 1: expected the end of the input, found `8`"
        );
        assert!(error("999\n1\n7\n").ends_with("found the end of the input"));
        assert!(error("1\n999999\n-1 1 2\n").ends_with("found the end of the input"));
    }

    #[test]
    fn a_broken_tree_leaves_the_answers_before_it() {
        let (output, _) = broken(judge, "3\n1\n7\n3\n-1 1 2\n8\n9\n1\n");
        assert_eq!(output, "7\n9\n");
    }

    #[test]
    fn endless_digits_are_refused_at_once() {
        endless_digits_are_refused(judge, &["", "1 ", "1 3 ", "1 3 -1 "]);
    }
}
