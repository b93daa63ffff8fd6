//! The recurrence of the tree game against plain search.

use std::ops::Range;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use zug_catalogue::tree_game::{TreeGame, TreeNode, TreeTurn};
use zug_game::Player;

use crate::tree_oracle::{Id, Oracle};

fn inner(left: usize, right: usize) -> TreeNode {
    TreeNode::Inner { left, right }
}

/// Every tree with leaves 0 and 1, by its turns; those with fewer than `turns`.
fn trees_below(turns: usize, oracle: &mut Oracle) -> Vec<Vec<Id>> {
    let mut trees: Vec<Vec<Id>> = vec![vec![oracle.leaf(0), oracle.leaf(1)]];
    for turns in 1..turns {
        let mut level = Vec::new();
        pairs(&trees, turns, |a, b| level.push(oracle.pair(a, b)));
        trees.push(level);
    }
    trees
}

/// The children of every tree that takes so many turns.
fn pairs(trees: &[Vec<Id>], turns: usize, mut each: impl FnMut(Id, Id)) {
    for left in 0..=(turns - 1) / 2 {
        let right = turns - 1 - left;
        for (i, &a) in trees[left].iter().enumerate() {
            let from = if left == right { i } else { 0 };
            for &b in &trees[right][from..] {
                each(a, b);
            }
        }
    }
}

/// The nodes of a tree such as `((0 1) 3)`: the root first, left before right.
fn read(text: &str) -> Vec<TreeNode> {
    /// Reads one tree off the words, as node `place`.
    fn subtree<'a>(
        place: usize,
        words: &mut impl Iterator<Item = &'a str>,
        nodes: &mut Vec<TreeNode>,
    ) {
        nodes[place] = match words.next().unwrap() {
            "(" => {
                let left = nodes.len();
                nodes.extend([TreeNode::Leaf(0); 2]);
                subtree(left, words, nodes);
                subtree(left + 1, words, nodes);
                assert_eq!(words.next(), Some(")"), "two children");
                inner(left, left + 1)
            }
            number => TreeNode::Leaf(number.parse().unwrap()),
        };
    }
    let text = text.replace('(', " ( ").replace(')', " ) ");
    let mut nodes = vec![TreeNode::Leaf(0)];
    let mut words = text.split_whitespace();
    subtree(0, &mut words, &mut nodes);
    assert_eq!(words.next(), None);
    nodes
}

/// The value by the recurrence, for either player to move first: the game is
/// the same with all signs changed and the players' names exchanged.
fn by_recurrence(nodes: &[TreeNode], first: Player) -> i64 {
    let sign = match first {
        Player::First => 1,
        Player::Second => -1,
    };
    let nodes = nodes.iter().map(|&node| match node {
        TreeNode::Leaf(number) => TreeNode::Leaf(sign * number),
        TreeNode::Inner { .. } => node,
    });
    sign * TreeGame::new(nodes.collect()).unwrap().value()
}

/// All first turns in their order, and the nodes after each; the leaves that go
/// stay behind, below nothing.
fn first_turns(nodes: &[TreeNode]) -> Vec<(TreeTurn, Vec<TreeNode>)> {
    let is_leaf = |node: usize| matches!(nodes[node], TreeNode::Leaf(_));
    let mut turns = Vec::new();
    for (parent, node) in nodes.iter().enumerate() {
        let TreeNode::Inner { left, right } = *node else {
            continue;
        };
        if is_leaf(left) && is_leaf(right) {
            for kept in [left.min(right), left.max(right)] {
                let mut after = nodes.to_vec();
                after[parent] = nodes[kept];
                turns.push((TreeTurn { parent, kept }, after));
            }
        }
    }
    turns
}

/// All turns after which the oracle still gives the value.
fn best_by_search(oracle: &mut Oracle, tree: Id, nodes: &[TreeNode]) -> Vec<TreeTurn> {
    let value = oracle.value(tree, Player::First);
    let mut best = Vec::new();
    for (turn, after) in first_turns(nodes) {
        let after = known(oracle, &after, 0);
        if oracle.value(after, Player::Second) == value {
            best.push(turn);
        }
    }
    best
}

/// The subtree at a node, as the oracle knows it.
fn known(oracle: &mut Oracle, nodes: &[TreeNode], node: usize) -> Id {
    match nodes[node] {
        TreeNode::Leaf(number) => oracle.leaf(number),
        TreeNode::Inner { left, right } => {
            let left = known(oracle, nodes, left);
            let right = known(oracle, nodes, right);
            oracle.pair(left, right)
        }
    }
}

#[test]
fn every_small_tree_has_the_value_and_the_best_turns_that_search_gives() {
    let mut oracle = Oracle::default();
    let levels = trees_below(10, &mut oracle);
    let counts: Vec<usize> = levels.iter().map(Vec::len).collect();
    assert_eq!(counts, [2, 3, 6, 18, 54, 183, 636, 2316, 8610, 32763]);
    for &tree in levels.iter().flatten() {
        let nodes = oracle.nodes(tree, TreeNode::Leaf, inner);
        for first in [Player::First, Player::Second] {
            let value = oracle.value(tree, first);
            assert_eq!(by_recurrence(&nodes, first), value, "{first} {nodes:?}");
        }
        let best = TreeGame::new(nodes.clone()).unwrap().best_turns();
        assert_eq!(best, best_by_search(&mut oracle, tree, &nodes), "{nodes:?}");
        assert_eq!(best.is_empty(), nodes.len() == 1);
    }
}

/// Where parity alone is wrong: for each exception of the recurrence the smallest
/// tree, who moves first, and the value, which would be the other one without it.
const EXCEPTIONS: [(&str, &str, Player, i64); 6] = [
    (
        "rule 1: a pair must wait",
        "((0 0) (1 (0 1)))",
        Player::Second,
        1,
    ),
    (
        "rule 2: even beside a leaf on the left",
        "((0 0) (1 (0 (0 1))))",
        Player::First,
        1,
    ),
    (
        "rule 2: even beside a leaf on the right",
        "((0 0) ((0 (0 1)) 1))",
        Player::First,
        1,
    ),
    (
        "rule 3: odd beside a leaf",
        "((0 0) (1 (0 1)))",
        Player::Second,
        1,
    ),
    (
        "rule 4, j: odd beside a pair on the left",
        "((0 0) ((0 1) (0 (1 (0 1)))))",
        Player::First,
        1,
    ),
    (
        "rule 4, k: odd beside a pair on the right",
        "((0 0) ((0 (1 (0 1))) (0 1)))",
        Player::First,
        1,
    ),
];

#[test]
fn no_exception_can_be_dropped() {
    for (exception, text, first, value) in EXCEPTIONS {
        let nodes = read(text);
        let mut oracle = Oracle::default();
        let tree = known(&mut oracle, &nodes, 0);
        assert_eq!(oracle.value(tree, first), value, "{exception}: search");
        assert_eq!(by_recurrence(&nodes, first), value, "{exception}");
    }
}

/// Run by hand, with `--release`: a minute or two, and 1.5 GB.
#[test]
#[ignore = "takes minutes"]
fn every_tree_of_13_inner_nodes_has_the_value_that_search_gives() {
    let mut oracle = Oracle::default();
    let levels = trees_below(13, &mut oracle);
    let mut trees = 0;
    let mut check = |oracle: &mut Oracle, tree| {
        trees += 1;
        let value = oracle.value(tree, Player::First);
        let nodes = oracle.nodes(tree, TreeNode::Leaf, inner);
        assert_eq!(by_recurrence(&nodes, Player::First), value, "{nodes:?}");
    };
    for &tree in levels.iter().flatten() {
        check(&mut oracle, tree);
    }
    pairs(&levels, 13, |a, b| {
        let tree = oracle.pair(a, b);
        check(&mut oracle, tree);
    });
    assert_eq!(trees, 10_489_811);
}

/// A tree that has grown: a leaf at each place in turn gets two children, and
/// the nodes but the root have these names.
fn grown(places: &[Index], names: Vec<usize>, numbers: &[i64]) -> Vec<TreeNode> {
    let mut nodes: Vec<TreeNode> = numbers.iter().copied().map(TreeNode::Leaf).collect();
    let mut leaves = vec![0];
    let mut fresh = names.into_iter();
    for place in places {
        let parent = leaves.swap_remove(place.index(leaves.len()));
        let (left, right) = (fresh.next().unwrap(), fresh.next().unwrap());
        nodes[parent] = inner(left, right);
        leaves.extend([left, right]);
    }
    nodes
}

/// Random trees of so many turns, with leaves below `numbers`.
fn trees(turns: Range<usize>, numbers: i64) -> impl Strategy<Value = Vec<TreeNode>> {
    turns
        .prop_flat_map(move |turns| {
            let names: Vec<usize> = (1..=2 * turns).collect();
            (
                vec(any::<Index>(), turns),
                Just(names).prop_shuffle(),
                vec(0..numbers, 2 * turns + 1),
            )
        })
        .prop_map(|(places, names, numbers)| grown(&places, names, &numbers))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn random_trees_have_the_value_and_the_best_turns_that_search_gives(
        nodes in trees(0..13, 16)
    ) {
        let mut oracle = Oracle::default();
        let tree = known(&mut oracle, &nodes, 0);
        let game = TreeGame::new(nodes.clone()).unwrap();
        prop_assert_eq!(game.value(), oracle.value(tree, Player::First));
        let best = best_by_search(&mut oracle, tree, &nodes);
        prop_assert_eq!(game.best_turn(), best.first().copied());
        prop_assert_eq!(nodes.len() == 1, best.is_empty());
        prop_assert_eq!(game.best_turns(), best);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// Best turns against the value after each turn, where search is out of reach.
    #[test]
    fn in_large_trees_the_best_turns_are_those_that_keep_the_value(nodes in trees(62..63, 1000)) {
        let game = TreeGame::new(nodes.clone()).unwrap();
        let value = game.value();
        let mut best = Vec::new();
        for (turn, after) in first_turns(&nodes) {
            // Only what is below the root.
            let mut oracle = Oracle::default();
            let tree = known(&mut oracle, &after, 0);
            let after = oracle.nodes(tree, TreeNode::Leaf, inner);
            let reached = by_recurrence(&after, Player::Second);
            prop_assert!(reached <= value);
            if reached == value {
                best.push(turn);
            }
        }
        prop_assert!(!best.is_empty());
        prop_assert_eq!(game.best_turns(), best);
    }
}

#[test]
fn a_path_of_a_million_nodes_does_not_overflow_the_stack() {
    // Each inner node has a leaf and the next inner node, the last two leaves.
    let turns = 500_000;
    let number = |turn: usize| (turn * turn % 1001) as i64;
    let mut nodes = Vec::new();
    for turn in 0..turns {
        nodes.push(inner(2 * turn + 1, 2 * turn + 2));
        nodes.push(TreeNode::Leaf(number(turn)));
    }
    nodes.push(TreeNode::Leaf(7));
    let game = TreeGame::new(nodes).unwrap();
    // Only the lowest pair can be taken, so the players climb in turns.
    let mut value = 7;
    for turn in (0..turns).rev() {
        let is_max = (turns - 1 - turn).is_multiple_of(2);
        value = if is_max {
            value.max(number(turn))
        } else {
            value.min(number(turn))
        };
    }
    assert_eq!(game.value(), value);
    let parent = 2 * turns - 2;
    let best = game.best_turns();
    assert!(!best.is_empty() && best.iter().all(|turn| turn.parent == parent));
}

#[test]
fn the_reasons_name_the_numbers() {
    let why = |text: &str| TreeGame::new(read(text)).unwrap().why();
    assert_eq!(why("10"), ["the root is a leaf: its number 10 is left"]);
    assert_eq!(
        why("(10 5)"),
        [
            "there is one turn, and Max makes it",
            "he keeps the larger number: max(10, 5) = 10",
            "a best first turn: node 0 takes the number 10 of node 1",
        ]
    );
    assert_eq!(
        why("(10 (5 20))"),
        [
            "there are 2 turns: Max makes the first, Min the last",
            "below the root lie 1 and 0 turns: beginning on the odd side gives min(20, 10), \
             on the even side, with a pass, min(5, 10): the larger is 10",
            "a best first turn: node 2 takes the number 20 of node 4",
        ]
    );
    assert_eq!(
        why("((1 2)(3 4))"),
        [
            "there are 3 turns: Max makes the first and the last",
            "below the root lie 1 and 1 turns, both odd: each side is one pass for the other, \
             and Max begins where he gets more: max(2, 4) = 4",
            "a best first turn: node 2 takes the number 4 of node 6",
        ]
    );
    assert_eq!(
        why("((1(2 3)) (4(5 6)))"),
        [
            "there are 5 turns: Max makes the first and the last",
            "below the root lie 2 and 2 turns, both even: each turn is answered on its side, \
             and Max begins where he gets more: max(1, 4) = 4",
            "a best first turn: node 4 takes the number 2 of node 5",
        ]
    );
}
