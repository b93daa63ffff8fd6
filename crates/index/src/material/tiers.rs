//! Tiers of materials: in what order play can go through them.
//!
//! Which materials a move can lead to is known of each material without playing ([`super::change`]).
//! Materials that lead to each other in a circle are one tier, a strongly connected component
//! of this graph (S. R. Kosaraju, 1978; the code is that of `petgraph`), and a tier comes before
//! all tiers that its moves lead to. In most games no circle has two materials, since what is
//! taken from the board does not come back: then each material is a tier.
//!
//! Cost: one step for each material and each change that a move makes.

use std::collections::HashMap;
use std::ops::Range;

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use super::numbering::Counts;

/// Materials that stand side by side, and that play does not come back to once it has left
/// them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tier {
    /// The places of the materials.
    pub(super) materials: Range<usize>,
    /// The places of the later tiers that moves lead to, in order.
    pub(super) exits: Vec<usize>,
}

/// Puts materials in the order of their tiers, and returns the tiers too. `after` gives the
/// materials that a move may lead to.
pub(super) fn in_order<T: IntoIterator<Item = Counts>>(
    materials: &[Counts],
    after: impl Fn(&Counts) -> T,
) -> (Vec<Counts>, Vec<Tier>) {
    let places = materials.iter().cloned().zip(0..);
    let places: HashMap<Counts, u32> = places.collect();
    let mut graph: DiGraph<(), ()> = DiGraph::with_capacity(materials.len(), 0);
    for _ in materials {
        graph.add_node(());
    }
    for (from, material) in materials.iter().enumerate() {
        for to in after(material) {
            if let Some(&to) = places.get(&to) {
                let (from, to) = (NodeIndex::new(from), NodeIndex::new(to as usize));
                graph.update_edge(from, to, ());
            }
        }
    }
    // What a component leads to comes before it in this list.
    let mut components = kosaraju_scc(&graph);
    components.reverse();
    let mut tier_of = vec![0; materials.len()];
    let mut ordered = Vec::with_capacity(materials.len());
    for (tier, component) in components.iter_mut().enumerate() {
        component.sort_unstable();
        for node in component {
            tier_of[node.index()] = tier;
            ordered.push(materials[node.index()].clone());
        }
    }
    let mut first = 0;
    let tiers = components.iter().enumerate().map(|(tier, component)| {
        let after = component.iter().flat_map(|node| graph.neighbors(*node));
        let mut exits: Vec<usize> = after.map(|node| tier_of[node.index()]).collect();
        exits.retain(|exit| *exit != tier);
        exits.sort_unstable();
        exits.dedup();
        let materials = first..first + component.len();
        first = materials.end;
        Tier { materials, exits }
    });
    let tiers = tiers.collect();
    (ordered, tiers)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Materials of one kind, with the moves between them.
    fn tiers(count: u32, moves: &[(u32, u32)]) -> (Vec<u32>, Vec<Tier>) {
        let materials: Vec<Counts> = (0..count).map(|pieces| vec![pieces]).collect();
        let (ordered, tiers) = in_order(&materials, |from: &Counts| {
            let moves = moves.iter().filter(|(start, _)| *start == from[0]);
            moves.map(|(_, end)| vec![*end]).collect::<Vec<_>>()
        });
        (ordered.into_iter().map(|counts| counts[0]).collect(), tiers)
    }

    #[test]
    fn a_circle_is_one_tier_and_comes_before_its_exits() {
        let (ordered, tiers) = tiers(5, &[(4, 2), (2, 4), (2, 1), (4, 0), (0, 1), (3, 3), (3, 2)]);
        assert_eq!(ordered, [3, 2, 4, 0, 1]);
        let tier = |materials, exits: &[usize]| Tier {
            materials,
            exits: exits.to_vec(),
        };
        let expected = [
            tier(0..1, &[1]),
            tier(1..3, &[2, 3]),
            tier(3..4, &[3]),
            tier(4..5, &[]),
        ];
        assert_eq!(tiers, expected);
    }

    #[test]
    fn a_long_way_is_in_order() {
        let moves: Vec<(u32, u32)> = (1..60_000).map(|pieces| (pieces, pieces - 1)).collect();
        let (ordered, tiers) = tiers(60_000, &moves[..1000]);
        assert_eq!((ordered.len(), tiers.len()), (60_000, 60_000));
        let at = |pieces| ordered.iter().position(|found| *found == pieces);
        assert!((1..100).all(|pieces| at(pieces) < at(pieces - 1)));
    }
}
