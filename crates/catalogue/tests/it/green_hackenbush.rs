//! Green Hackenbush by its rules against its theory: the colon principle and the fusion
//! principle (Berlekamp, Conway and Guy, Winning Ways, 1982, chapter 7).

use std::collections::{BTreeMap, HashMap};

use proptest::prelude::*;
use zug_catalogue::find;
use zug_catalogue::green_hackenbush::GreenHackenbush;
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

fn theorem(edges: &[Edge]) -> GreenHackenbush {
    let wide = edges.iter().map(|&(a, b)| (a.into(), b.into()));
    GreenHackenbush::new(wide.collect())
}

/// The edges that are joined to the ground after a cut.
fn after(edges: &[Edge], cut: Option<usize>) -> Vec<Edge> {
    let mut left = edges.to_vec();
    if let Some(place) = cut {
        left.remove(place);
    }
    let held = joined(&left, 0);
    left.retain(|(a, _)| held.contains(a));
    left
}

/// The nimber of a picture by plain recursion.
fn by_recursion(edges: &[Edge], known: &mut BTreeMap<Vec<Edge>, u32>) -> u32 {
    if let Some(&nimber) = known.get(edges) {
        return nimber;
    }
    let cuts = 0..edges.len();
    let options: Vec<u32> = cuts
        .map(|cut| by_recursion(&after(edges, Some(cut)), known))
        .collect();
    let nimber = (0..=options.len() as u32)
        .find(|mex| !options.contains(mex))
        .unwrap();
    known.insert(edges.to_vec(), nimber);
    nimber
}

/// Visits all lists of at most `most` edges between these nodes, loops and several edges
/// between two nodes included; the order of the edges does not matter.
fn each_picture(nodes: u32, most: usize, visit: &mut dyn FnMut(&[Edge])) {
    fn more(kinds: &[Edge], most: usize, picture: &mut Vec<Edge>, visit: &mut dyn FnMut(&[Edge])) {
        visit(picture);
        if picture.len() == most {
            return;
        }
        for (place, &kind) in kinds.iter().enumerate() {
            picture.push(kind);
            more(&kinds[place..], most, picture, visit);
            picture.pop();
        }
    }
    let kinds = (0..nodes).flat_map(|a| (a..nodes).map(move |b| (a, b)));
    more(&kinds.collect::<Vec<_>>(), most, &mut Vec::new(), visit);
}

#[test]
fn every_small_picture_is_worth_what_plain_recursion_says() {
    let mut known = BTreeMap::new();
    for (nodes, most) in [(5, 5), (4, 6)] {
        let mut pictures = 0;
        each_picture(nodes, most, &mut |edges| {
            let standing = after(edges, None);
            let whole = theorem(edges);
            let nimber = by_recursion(&standing, &mut known);
            assert_eq!(whole.nimber(), Nimber(nimber), "{edges:?}");
            assert_eq!(whole.standing(), standing.len());
            let branches = whole.branches();
            assert_eq!(
                branches.iter().map(|part| part.nimber).sum::<Nimber>(),
                whole.nimber()
            );
            let listed: usize = branches.iter().map(|part| part.edges.len()).sum();
            assert_eq!(listed, standing.len());
            let cuts: Vec<(usize, u32)> = (0..edges.len())
                .filter(|&place| standing.contains(&edges[place]))
                .map(|place| (place, by_recursion(&after(edges, Some(place)), &mut known)))
                .collect();
            for rest in 0..=nimber + 2 {
                let winning = whole.winning_cuts_beside(Nimber(rest));
                let wins = |(place, left): &(usize, u32)| {
                    (rest != nimber && *left == rest).then_some(*place)
                };
                let expected: Vec<usize> = cuts.iter().filter_map(wins).collect();
                assert!(winning.all);
                assert_eq!(winning.edges, expected, "{edges:?} beside {rest}");
            }
            pictures += 1;
        });
        assert_eq!(pictures, if nodes == 5 { 15_504 } else { 8008 });
    }
}

/// Numbers that look random, from 0 up to each bound that is asked for.
fn numbers() -> impl FnMut(u64) -> u64 {
    let mut state = 1_u64;
    move |below| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) % below
    }
}

#[test]
fn a_hundred_thousand_edges_are_a_stalk_a_circle_or_a_thicket() {
    let long = 100_000;
    let stalk = GreenHackenbush::new((0..long).map(|node| (node, node + 1)).collect());
    assert_eq!(stalk.nimber(), Nimber(100_000));
    let winning = |picture: &GreenHackenbush| picture.winning_cuts_beside(Nimber::ZERO).edges;
    assert_eq!(winning(&stalk), [0]);
    for length in [long, long + 1] {
        let circle = (0..length).map(|node| (node, (node + 1) % length));
        let circle = GreenHackenbush::new(circle.collect());
        assert_eq!(circle.nimber(), Nimber(length as u32 % 2));
        assert!(!circle.why().is_empty());
    }
    // Branches that fork, with one edge in five between two nodes that are there already.
    let mut number = numbers();
    let mut nodes = 1;
    let mut edges = Vec::new();
    while edges.len() < 100_000 {
        if number(5) == 0 {
            let near = |number: u64| nodes - 1 - number % nodes.min(40);
            edges.push((near(number(40)), near(number(40))));
        } else {
            edges.push((nodes - 1 - number(nodes.min(50)), nodes));
            nodes += 1;
        }
    }
    let thicket = GreenHackenbush::new(edges.clone());
    assert_eq!(thicket.standing(), edges.len());
    // Each edge changes the last digit.
    assert_eq!(thicket.nimber().0 % 2, 0);
    for place in winning(&thicket).into_iter().take(5) {
        let mut left = edges.clone();
        left.remove(place);
        assert_eq!(GreenHackenbush::new(left).nimber(), Nimber(0));
    }
}
