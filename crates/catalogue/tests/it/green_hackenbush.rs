//! Green Hackenbush by its rules against its theory: the colon principle and the fusion
//! principle (Berlekamp, Conway and Guy, Winning Ways, 1982, chapter 7).

use std::collections::HashMap;

use proptest::prelude::*;
use zug_catalogue::find;
use zug_game::Game;
use zug_lang::{AnyGame, Rules, Settings};
use zug_testkit::oracle::nimber;
use zug_values::Nimber;

type Edge = (u32, u32);

/// The nodes that these edges join with `from`.
fn joined(edges: &[Edge], from: u32) -> Vec<u32> {
    let mut found = vec![from];
    loop {
        let ends = edges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
        let new = ends
            .filter(|(a, b)| found.contains(a) && !found.contains(b))
            .map(|(_, b)| b)
            .next();
        match new {
            Some(node) => found.push(node),
            None => return found,
        }
    }
}

/// The nimber of a picture by theory. Edges that lie on a circle become loops at one node
/// (fusion), each worth one; the others make a tree, in which a branch of nimber k on an edge is
/// worth k + 1, and branches at one node their nim sum (colon).
fn by_theory(edges: &[Edge]) -> u32 {
    let is_bridge = |place: usize| {
        let mut others = edges.to_vec();
        let (a, b) = others.remove(place);
        !joined(&others, a).contains(&b)
    };
    let (bridges, circles): (Vec<usize>, Vec<usize>) =
        (0..edges.len()).partition(|&place| is_bridge(place));
    let on_circles: Vec<Edge> = circles.iter().map(|&place| edges[place]).collect();
    // The least node of those that are made one with this one.
    let fused = |node: u32| *joined(&on_circles, node).iter().min().unwrap();
    let tree: Vec<Edge> = bridges
        .iter()
        .map(|&place| (fused(edges[place].0), fused(edges[place].1)))
        .collect();
    let loops: Vec<u32> = on_circles.iter().map(|&(a, _)| fused(a)).collect();
    branch(&tree, &loops, 0, None)
}

/// The nimber of what stands on a node, seen from the edge that leads to it.
fn branch(tree: &[Edge], loops: &[u32], node: u32, below: Option<u32>) -> u32 {
    let mut worth = loops.iter().filter(|at| **at == node).count() as u32 % 2;
    for &(a, b) in tree {
        let above = match (a == node, b == node) {
            (true, _) => b,
            (_, true) => a,
            _ => continue,
        };
        if below != Some(above) {
            worth ^= 1 + branch(tree, loops, above, Some(node));
        }
    }
    worth
}

fn by_rules(edges: &[Edge]) -> Nimber {
    let texts: Vec<String> = edges.iter().map(|(a, b)| format!("({a}, {b})")).collect();
    let settings = Settings::default().set("edges", format!("[{}]", texts.join(", ")));
    let rules = Rules::read(find("green-hackenbush").unwrap().source).unwrap();
    let AnyGame::Narrow(game) = rules.instance(&settings).unwrap().game().unwrap() else {
        panic!("a dozen edges fit into 64 bits");
    };
    nimber(&game, game.start(), &mut HashMap::new())
}

/// A tree on the ground: each node stands on an earlier one.
fn trees() -> impl Strategy<Value = Vec<Edge>> {
    (1..=10u32).prop_flat_map(|nodes| {
        let edges = (1..=nodes).map(|node| (0..node).prop_map(move |below| (below, node)));
        edges.collect::<Vec<_>>()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn trees_obey_the_colon_principle(edges in trees()) {
        prop_assert_eq!(by_rules(&edges), Nimber(by_theory(&edges)), "{:?}", edges);
    }

    /// Edges between any nodes of a tree, also several between two and from a node to itself.
    #[test]
    fn pictures_with_circles_obey_the_fusion_principle(
        mut edges in trees(),
        more in prop::collection::vec((0..7u32, 0..7u32), 0..4),
    ) {
        edges.truncate(6);
        let nodes = edges.len() as u32 + 1;
        edges.extend(more.iter().map(|(a, b)| (a % nodes, b % nodes)));
        prop_assert_eq!(by_rules(&edges), Nimber(by_theory(&edges)), "{:?}", edges);
    }
}

#[test]
fn the_picture_of_the_catalogue_is_worth_four() {
    let edges = [
        (0, 1),
        (1, 2),
        (1, 3),
        (3, 4),
        (0, 5),
        (5, 6),
        (6, 7),
        (7, 5),
        (0, 8),
        (8, 9),
    ];
    assert_eq!((by_theory(&edges), by_rules(&edges)), (4, Nimber(4)));
}
