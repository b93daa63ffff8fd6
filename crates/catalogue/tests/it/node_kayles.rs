//! Node Kayles on all graphs of five nodes, and on long paths and cycles.

use std::collections::HashMap;

use zug_catalogue::node_kayles::{NodeKayles, NodeKaylesError};
use zug_values::Nimber;

/// The nimber of the nodes in a set, by plain recursion.
fn by_recursion(there: u32, joined: &[u32], known: &mut HashMap<u32, u32>) -> u32 {
    if let Some(&nimber) = known.get(&there) {
        return nimber;
    }
    let nodes = (0..joined.len()).filter(|node| there >> node & 1 == 1);
    let options: Vec<u32> = nodes
        .map(|node| by_recursion(there & !(1 << node) & !joined[node], joined, known))
        .collect();
    let nimber = (0..=options.len() as u32)
        .find(|mex| !options.contains(mex))
        .unwrap();
    known.insert(there, nimber);
    nimber
}

/// Compares on all sets of nodes of a graph; returns the number of sets that the theorem
/// speaks of.
fn compare(nodes: u32, edges: &[(u64, u64)]) -> usize {
    let mut joined = vec![0_u32; nodes as usize];
    for &(a, b) in edges {
        joined[a as usize] |= 1 << b;
        joined[b as usize] |= 1 << a;
    }
    let mut known = HashMap::new();
    let mut spoken = 0;
    for there in 0..1_u32 << nodes {
        let left = (0..u64::from(nodes)).filter(|node| there >> node & 1 == 1);
        let degree = |node: u64| (joined[node as usize] & there & !(1 << node)).count_ones();
        let branches = left.clone().any(|node| degree(node) > 2);
        let game = match NodeKayles::new(left.clone(), edges) {
            Ok(game) => game,
            Err(NodeKaylesError::Branches { node }) => {
                assert!(branches && degree(node) > 2, "{edges:?}");
                continue;
            }
            Err(error) => panic!("{error}"),
        };
        assert!(!branches);
        let nimber = by_recursion(there, &joined, &mut known);
        assert_eq!(game.nimber(), Nimber(nimber), "{edges:?} {there:b}");
        for rest in 0..4 {
            let wins = |node: &u64| {
                let after = there & !(1 << node) & !joined[*node as usize];
                rest != nimber && by_recursion(after, &joined, &mut known) == rest
            };
            let winning: Vec<u64> = left.clone().filter(wins).collect();
            assert_eq!(
                game.winning_moves_beside(Nimber(rest)),
                winning,
                "{edges:?}"
            );
        }
        assert!(!game.why().is_empty());
        spoken += 1;
    }
    spoken
}

#[test]
fn graphs_of_paths_and_cycles_are_worth_what_plain_recursion_says() {
    let pairs = (0..5).flat_map(|a| (a + 1..5).map(move |b| (a, b)));
    let pairs: Vec<(u64, u64)> = pairs.collect();
    let mut spoken = 0;
    for graph in 0..1_u32 << pairs.len() {
        let edges = pairs.iter().enumerate();
        let edges = edges.filter(|(place, _)| graph >> place & 1 == 1);
        let edges: Vec<(u64, u64)> = edges.map(|(_, &edge)| edge).collect();
        spoken += compare(5, &edges);
    }
    assert!(spoken > 20_000, "{spoken}");
    // Paths and cycles of up to 12 nodes; an edge twice, and one from a node to itself.
    for n in 1..=12_u64 {
        let path: Vec<(u64, u64)> = (1..n).map(|node| (node - 1, node)).collect();
        assert_eq!(compare(n as u32, &path), 1 << n);
        let mut cycle = path.clone();
        cycle.push((n - 1, 0));
        assert_eq!(compare(n as u32, &cycle), 1 << n);
        cycle.extend([(0, 0), (n - 1, 0)]);
        assert_eq!(compare(n as u32, &cycle), 1 << n);
    }
}

#[test]
fn long_paths_have_the_period_of_dawsons_chess() {
    let path = |n: u64| {
        let edges: Vec<(u64, u64)> = (1..n).map(|node| (node - 1, node)).collect();
        NodeKayles::new(0..n, &edges).unwrap()
    };
    for n in [100, 101, 133] {
        assert_eq!(path(n).nimber(), path(n + 34).nimber());
        assert_eq!(path(n).nimber(), path(n + 34 * 1000).nimber());
    }
    let long = path(100_000);
    assert_eq!(long.nimber(), path(100_000 % 34 + 68).nimber());
    assert!(!long.winning_moves().is_empty() || long.nimber().is_zero());
}
