//! Game trees, and what is the same in them.

use std::collections::HashSet;

use zug::{Merging, Node, Problem, Request, Solution, SolveOptions, Tree, TreeLimits};

#[test]
fn a_chain_of_thousands_of_plies_is_a_tree() {
    let request = Request::catalogue("subtraction").unwrap();
    let request = request.set("n", "19000").set("take", "{1}");
    let problem = Problem::new(&request).unwrap();
    let solution = problem.solve(&SolveOptions::default()).unwrap();
    let tree = Tree::new(&problem, &solution, &TreeLimits::default()).unwrap();
    let (mut node, mut plies) = (&tree.root, 0);
    while let [branch] = &node.branches[..] {
        (node, plies) = (&branch.node, plies + 1);
    }
    assert_eq!(plies, 19_000);
    assert_eq!(node.label, "0");
}

/// A problem of the catalogue, with its positions solved, and which positions are the same.
fn solved(game: &str, set: &[(&str, &str)]) -> (Problem, Solution, Merging) {
    let mut request = Request::catalogue(game).unwrap();
    for (parameter, value) in set {
        request = request.set(*parameter, *value);
    }
    let problem = Problem::new(&request).unwrap();
    let solution = problem.solve(&SolveOptions::default()).unwrap();
    let merging = Merging::of(&request, &problem).unwrap();
    (problem, solution, merging)
}

/// All nodes of a tree, each before those below it.
fn nodes(tree: &Tree) -> Vec<&Node> {
    let (mut all, mut waiting) = (Vec::new(), vec![&tree.root]);
    while let Some(node) = waiting.pop() {
        all.push(node);
        waiting.extend(node.branches.iter().rev().map(|branch| &branch.node));
    }
    all
}

#[test]
fn a_tree_that_is_too_large_is_as_deep_as_its_nodes_suffice_for() {
    let (problem, solution, _) = solved("nim", &[]);
    for most in [13, 100, 1000, 5000] {
        let limits = TreeLimits::default().with_nodes(most).cutting();
        let tree = Tree::new(&problem, &solution, &limits).unwrap();
        let depth = tree.cut_at.unwrap();
        assert!(nodes(&tree).len() <= most);
        let deeper = TreeLimits::default().with_nodes(most);
        let deeper = deeper.with_depth(Some(depth + 1));
        assert!(Tree::new(&problem, &solution, &deeper).is_err(), "{most}");
    }
    // The moves of the root alone are more.
    let limits = TreeLimits::default().with_nodes(5).cutting();
    assert!(Tree::new(&problem, &solution, &limits).is_err());
    let limits = TreeLimits::default().with_depth(Some(1)).cutting();
    let tree = Tree::new(&problem, &solution, &limits).unwrap();
    assert_eq!(tree.cut_at, None);
}

#[test]
fn a_merged_tree_has_each_position_once_and_all_moves() {
    for (game, set) in [
        ("nim", &[("piles", "[1, 2, 3]")][..]),
        ("tic-tac-toe", &[]),
        ("subtraction", &[("n", "12")]),
        ("cat-and-mouse", &[]), // play goes round
        ("kayles", &[("n", "6")]),
    ] {
        let (problem, solution, merging) = solved(game, set);
        let limits = TreeLimits::default();
        let tree = Tree::merged(&problem, &solution, &limits, &merging).unwrap();
        let nodes = nodes(&tree);
        let mut met = HashSet::new();
        for node in &nodes {
            let position = problem.parse(&node.position).unwrap();
            let same = merging.same(&problem, &position).unwrap();
            if let Some(place) = node.same_as {
                let there = nodes[place];
                assert_eq!(there.same_as, None, "{game}");
                let there = problem.parse(&there.position).unwrap();
                assert_eq!(merging.same(&problem, &there).unwrap(), same, "{game}");
                continue;
            }
            assert!(met.insert(same), "{game}: {} stands twice", node.position);
            let legal = problem.legal_moves(&position).unwrap();
            let mut names: Vec<&String> = node
                .branches
                .iter()
                .flat_map(|branch| &branch.moves)
                .collect();
            let mut known: Vec<&String> = legal.iter().map(|legal| &legal.name).collect();
            names.sort();
            known.sort();
            assert_eq!(names, known, "{game}: {}", node.position);
        }
    }
}

#[test]
fn piles_in_another_order_are_one_position_in_a_merged_tree() {
    let (problem, solution, merging) = solved("nim", &[("piles", "[1, 2, 3]")]);
    let tree = Tree::merged(&problem, &solution, &TreeLimits::default(), &merging).unwrap();
    let own = nodes(&tree)
        .into_iter()
        .filter(|node| node.same_as.is_none());
    let mut sorted: Vec<Vec<u32>> = own
        .map(|node| {
            let piles = node.label.split(' ').map(|pile| pile.parse().unwrap());
            let mut piles: Vec<u32> = piles.collect();
            piles.sort_unstable();
            piles
        })
        .collect();
    let count = sorted.len();
    sorted.sort();
    sorted.dedup();
    assert_eq!(sorted.len(), count);
    // Of 2 * 3 * 4 positions, up to the order of the piles.
    assert_eq!(count, 14);
}

/// Whether two positions of a game are the same.
fn are_same(request: &Request, one: &str, other: &str) -> bool {
    let problem = Problem::new(request).unwrap();
    let merging = Merging::of(request, &problem).unwrap();
    let same = |text| {
        let position = problem.parse(text).unwrap();
        merging.same(&problem, &position).unwrap()
    };
    same(one) == same(other)
}

#[test]
fn piles_may_stand_in_any_order_though_they_began_with_other_numbers() {
    let nim = Request::catalogue("nim").unwrap();
    let one = "1.stones=1 2.stones=2 3.stones=3";
    assert!(are_same(&nim, one, "1.stones=3 2.stones=1 3.stones=2"));
    assert!(!are_same(&nim, one, "1.stones=3 2.stones=1 3.stones=1"));
}

#[test]
fn piles_with_other_moves_are_not_the_same() {
    // The parameter says what may be taken, so that equal piles are other games.
    let rules = "game heap(most = 1)\nimpartial\nstones: 0..4 = 4\n\
                 move take(k in 1..most) if k <= stones \"{k}\":\n    stones -= k\n\
                 game heaps()\nsum heap(most) for most in [1, 2]\n";
    let request = Request::rules(rules, "test");
    assert!(!are_same(
        &request,
        "1.stones=3 2.stones=2",
        "1.stones=2 2.stones=3"
    ));
    // One stone is one stone.
    assert!(are_same(
        &request,
        "1.stones=1 2.stones=0",
        "1.stones=0 2.stones=1"
    ));
}

#[test]
fn a_proved_symmetry_makes_positions_the_same() {
    let game = Request::catalogue("tic-tac-toe").unwrap();
    assert!(are_same(
        &game,
        "board=X../.../... turn=O",
        "board=.../.../..X turn=O"
    ));
    assert!(!are_same(
        &game,
        "board=X../.../... turn=O",
        "board=.X./.../... turn=O"
    ));
}
