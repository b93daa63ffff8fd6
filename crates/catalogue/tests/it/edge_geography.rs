//! Edge Geography by its rules against plain play on lists of edges, and, on bipartite graphs,
//! against its theory: the player to move loses exactly where the token stands in an even kernel
//! (Fraenkel, Scheinerman and Ullman, 1993).

use proptest::prelude::*;
use zug_catalogue::find;
use zug_game::Game;
use zug_lang::{AnyGame, Rules, Settings};
use zug_testkit::oracle::solve;
use zug_values::Outcome;

const NODES: u32 = 6;

type Edge = (u32, u32);

/// Whether the player to move wins with the token at `start`, by the rules of the catalogue.
fn by_rules(edges: &[Edge], start: u32, directed: bool) -> bool {
    let rules = Rules::read(find("edge-geography").unwrap().source).unwrap();
    let settings = Settings::default()
        .set("nodes", NODES.to_string())
        .set("edges", format!("{edges:?}"))
        .set("start", start.to_string())
        .set("directed", directed.to_string());
    let game = rules.instance(&settings).unwrap().game().unwrap();
    let AnyGame::Narrow(game) = game else {
        panic!("64 bits suffice");
    };
    solve(&game, [game.start()]).values[0].outcome() == Outcome::Win
}

/// Whether the player to move wins with the token at `at`, by playing all that can be played.
fn by_play(edges: &[Edge], at: u32, directed: bool) -> bool {
    (0..edges.len()).any(|e| {
        let mut left = edges.to_vec();
        let (from, to) = left.remove(e);
        (from == at && !by_play(&left, to, directed))
            || (!directed && to == at && !by_play(&left, from, directed))
    })
}

/// Whether some set of nodes with `start` in it is an even kernel: no edge joins two of its
/// nodes, and each other node has evenly many neighbours in it.
fn is_in_an_even_kernel(edges: &[Edge], start: u32) -> bool {
    (0..1u32 << NODES).any(|kernel| {
        let within = |node: u32| kernel >> node & 1 == 1;
        let neighbours = |node: u32| {
            let pairs = edges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
            pairs.filter(move |&(a, b)| a == node && within(b)).count()
        };
        within(start)
            && (0..NODES).all(|node| {
                let joined = neighbours(node);
                if within(node) {
                    joined == 0
                } else {
                    joined % 2 == 0
                }
            })
    })
}

/// The edges between the first three nodes and the others whose bits are set.
fn bipartite(bits: u32) -> Vec<Edge> {
    let all = (0..3).flat_map(|a| (3..NODES).map(move |b| (a, b)));
    let chosen = all.enumerate().filter(|(e, _)| bits >> e & 1 == 1);
    chosen.map(|(_, edge)| edge).collect()
}

#[test]
fn in_bipartite_graphs_who_starts_in_an_even_kernel_loses() {
    let mut lost = 0;
    // The start is node 0: the other nodes of its side are in its place in other graphs.
    for bits in 1..1 << 9 {
        let edges = bipartite(bits);
        let wins = by_rules(&edges, 0, false);
        assert_eq!(wins, !is_in_an_even_kernel(&edges, 0), "{edges:?}");
        lost += u32::from(!wins);
    }
    assert!((100..400).contains(&lost), "{lost}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn the_rules_are_plain_play_on_a_list_of_edges(
        all in prop::collection::btree_set((0..NODES, 0..NODES), 1..9),
        start in 0..NODES,
        directed in any::<bool>(),
    ) {
        let edges: Vec<Edge> = all.into_iter().filter(|(a, b)| directed || a < b).collect();
        if !edges.is_empty() {
            let played = by_play(&edges, start, directed);
            prop_assert_eq!(by_rules(&edges, start, directed), played, "{:?}", edges);
        }
    }
}
