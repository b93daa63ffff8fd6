//! The solver over an index whose numbers are in tiers, against the oracle.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use proptest::prelude::*;
use zug_game::{
    DenseIndex, Expanded, Fault, Game, NumberTier, NumberedGame, Predecessors, Successors,
};
use zug_solve::strong::tiers::Memory;
use zug_solve::strong::tiers::store::Store;
use zug_solve::strong::{DenseSolution, Roots, solve_dense_in};
use zug_solve::table::Table;
use zug_solve::{Budget, Error, Job};
use zug_testkit::games::graph_game::{GraphGame, Node, any_games};
use zug_testkit::{all_or, graph_oracle};
use zug_values::{Outcome, Plies, Turn, Value};

use crate::tiers::Failing;

/// A graph in layers: no move leads to a layer before. The positions of a layer have
/// neighbouring numbers, with gaps between them.
#[derive(Clone, Debug)]
struct Layers {
    graph: GraphGame,
    /// The first position of each layer.
    starts: Vec<u16>,
    /// The distance of the numbers.
    step: u64,
    /// The number of parts that each layer has, all with the same moves.
    images: u32,
}

impl Layers {
    /// The graph whose moves to a layer before lead to the first position of their own.
    fn of(mut graph: GraphGame, mut starts: Vec<u16>, step: u64) -> Self {
        starts.push(0);
        starts.sort_unstable();
        starts.dedup();
        starts.retain(|start| usize::from(*start) < graph.nodes.len());
        for (from, node) in (0..).zip(&mut graph.nodes) {
            let layer = starts.partition_point(|start| *start <= from) - 1;
            if let Node::Moves(moves) = node {
                for (to, _) in moves {
                    *to = (*to).max(starts[layer]);
                }
            }
        }
        Self {
            graph,
            starts,
            step,
            images: 1,
        }
    }

    /// The same layers with two parts: a move that passes the turn leads to the other part.
    fn folded(self) -> Self {
        let starts = self.starts.iter().map(|start| 2 * start).collect();
        let positions = self.graph.nodes.len() as u16;
        let ends = self.starts.iter().skip(1).copied().chain([positions]);
        let lengths: Vec<u16> = ends
            .zip(&self.starts)
            .map(|(end, start)| end - start)
            .collect();
        // The position of a part that has this image in the graph.
        let place = |position: u16, part: u16| {
            let layer = self.layer(position);
            position + self.starts[layer] + part * lengths[layer]
        };
        let mut nodes = vec![Node::Finished(Outcome::Draw); 2 * self.graph.nodes.len()];
        for (position, node) in (0..).zip(&self.graph.nodes) {
            for part in 0..2 {
                let mut node = node.clone();
                if let Node::Moves(moves) = &mut node {
                    for (to, turn) in moves {
                        let passes = u16::from(*turn == Turn::Passes);
                        *to = place(*to, part ^ passes);
                    }
                }
                nodes[usize::from(place(position, part))] = node;
            }
        }
        Self {
            graph: GraphGame { nodes },
            starts,
            step: self.step,
            images: 2,
        }
    }

    fn layer(&self, position: u16) -> usize {
        self.starts.partition_point(|start| *start <= position) - 1
    }

    /// The position of a number, if it has one.
    fn at(&self, number: u64) -> u16 {
        assert_eq!(
            number % self.step,
            self.step / 3,
            "the number has a position"
        );
        (number / self.step) as u16
    }
}

impl DenseIndex<u16> for Layers {
    fn size(&self) -> u64 {
        self.graph.nodes.len() as u64 * self.step
    }

    fn number(&self, position: &u16) -> Option<u64> {
        let is_there = usize::from(*position) < self.graph.nodes.len();
        is_there.then(|| u64::from(*position) * self.step + self.step / 3)
    }

    fn positions(&self, numbers: &[u64], out: &mut Vec<u16>) {
        out.extend(numbers.iter().map(|number| self.at(*number)));
    }

    fn bytes(&self) -> u64 {
        0
    }
}

impl NumberedGame for Layers {
    fn size(&self) -> u64 {
        DenseIndex::size(self)
    }

    fn expand(
        &self,
        numbers: &[u64],
        ends: &mut Vec<Expanded>,
        after: &mut dyn Successors,
    ) -> Result<(), Fault> {
        for number in numbers {
            let mut steps = Vec::new();
            let over = self.graph.expand(&self.at(*number), &mut steps)?;
            ends.push(over.map_or(Expanded::GoesOn(steps.len() as u32), Expanded::Over));
            for step in steps {
                let number = self.number(&step.position).unwrap();
                if number % 2 == 0 {
                    after.number(number);
                } else {
                    after.row(number - 1, &[0b10]);
                }
            }
        }
        Ok(())
    }

    fn tiers(&self) -> Vec<NumberTier> {
        let ends = self.starts.iter().skip(1).copied();
        let ends = ends.chain([self.graph.nodes.len() as u16]);
        let tier = |(layer, end): (usize, u16)| {
            let start = self.starts[layer];
            let of_layer = self.graph.nodes[usize::from(start)..usize::from(end)].iter();
            let mut exits = Vec::new();
            for node in of_layer {
                if let Node::Moves(moves) = node {
                    exits.extend(moves.iter().map(|(to, _)| self.layer(*to)));
                }
            }
            exits.retain(|exit| *exit != layer);
            exits.sort_unstable();
            exits.dedup();
            NumberTier {
                numbers: u64::from(start) * self.step..u64::from(end) * self.step,
                exits,
                images: self.images,
            }
        };
        ends.enumerate().map(tier).collect()
    }

    fn predecessors_in(
        &self,
        tier: usize,
        numbers: &[u64],
        before: &mut Predecessors,
    ) -> Result<(), Fault> {
        for number in numbers {
            let mut steps = Vec::new();
            zug_game::Retractable::predecessors(&self.graph, &self.at(*number), &mut steps)?;
            for step in steps
                .iter()
                .filter(|step| self.layer(step.position) == tier)
            {
                before
                    .by(step.turn)
                    .push(self.number(&step.position).unwrap());
            }
        }
        Ok(())
    }
}

fn solve(
    game: &Layers,
    root: u16,
    store: Option<Arc<dyn Store>>,
    job: &Job,
) -> Result<DenseSolution<u16, Layers>, Error> {
    solve_dense_in(store, game, game.clone(), &Roots::At(&[root]), job)
}

/// The solution has the positions that the oracle has, with their values.
fn is_right(solution: &DenseSolution<u16, Layers>, expected: &HashMap<u16, Value>) {
    assert_eq!(solution.len(), expected.len() as u64);
    let mut places = Vec::new();
    let read = solution.each_block(&mut |block| {
        for entry in block {
            assert_eq!(expected.get(entry.position()), Some(&entry.value()));
            let place = solution.place(entry.position()).unwrap().unwrap();
            assert_eq!(solution.entry(place).unwrap(), Some(*entry));
            places.push(place);
        }
        ControlFlow::Continue(())
    });
    read.unwrap();
    assert_eq!(places.len(), expected.len());
    assert!(places.is_sorted());
    for position in solution.index().graph.positions() {
        let value = solution.find(&position).unwrap();
        assert_eq!(value, expected.get(&position).copied());
    }
    let counts = solution.counts().unwrap();
    assert_eq!(counts, solution.counts_by(&mut |_| 1).unwrap());
}

fn expected(game: &Layers, root: u16) -> HashMap<u16, Value> {
    graph_oracle::values(&game.graph, &[root])
        .into_iter()
        .collect()
}

/// Games in layers, some of them folded, the distance of their numbers, and a root.
fn layers() -> impl Strategy<Value = (Layers, u16)> {
    let starts = prop::collection::vec(0..40u16, 0..12);
    let steps = prop_oneof![Just(1), Just(5), Just(67), Just(3001)];
    let root = any::<prop::sample::Index>();
    let graphs = (any_games(40), any::<bool>());
    (graphs, starts, steps, root).prop_map(|((graph, is_folded), starts, step, root)| {
        // From a position of the first layers more is reached.
        let root = root.index(graph.nodes.len().min(4)) as u16;
        let layers = Layers::of(graph, starts, step);
        (if is_folded { layers.folded() } else { layers }, root)
    })
}

proptest! {
    #[test]
    fn a_game_in_tiers_has_the_values_of_the_oracle((game, root) in layers()) {
        let expected = expected(&game, root);
        for threads in [1, 3] {
            let job = Job::default().with_threads(NonZeroUsize::new(threads).unwrap());
            is_right(&solve(&game, root, None, &job).unwrap(), &expected);
            let store = Arc::new(Memory::new(&job.budget));
            let moves = solve(&game, root, Some(store.clone()), &job).unwrap();
            is_right(&moves, &expected);
            // All is there, and nothing is solved again.
            let again = solve(&game, root, Some(store), &job).unwrap();
            is_right(&again, &expected);
            assert_eq!(again.edges(), moves.edges());
        }
    }

    #[test]
    fn work_goes_on_from_the_last_complete_stream((game, root) in layers(), writes in 0..60u64) {
        let expected = expected(&game, root);
        let store = Failing::after(writes);
        match solve(&game, root, Some(store.clone()), &Job::default()) {
            Ok(solution) => is_right(&solution, &expected),
            Err(Error::Store(failed)) => assert!(failed.to_string().contains("the disk is full")),
            Err(other) => panic!("{other}"),
        }
        store.left.store(u64::MAX, Ordering::Relaxed);
        is_right(&solve(&game, root, Some(store), &Job::default()).unwrap(), &expected);
    }

    #[test]
    fn tiers_that_do_not_fit_go_to_the_store((game, root) in layers()) {
        let expected = expected(&game, root);
        let whole = Job::default();
        solve(&game, root, None, &whole).unwrap();
        let peak = whole.budget.peak();
        for share in 1..8 {
            let job = Job::default().with_budget(Budget::of_bytes(peak * share / 8));
            let elsewhere = Arc::new(Memory::new(&Budget::unlimited()));
            for store in [None, Some(elsewhere as Arc<dyn Store>)] {
                match solve(&game, root, store, &job) {
                    Ok(solution) => is_right(&solution, &expected),
                    Err(error) => assert!(error.is_too_large(), "{error}"),
                }
                assert!(job.budget.peak() <= job.budget.limit());
            }
        }
    }
}

/// A chain of layers, to whose end play goes on from position to position. In each layer play
/// can go round, but whoever would lose by the chain does not get there.
fn chain(layers: u16, length: u16) -> Layers {
    let count = layers * length;
    let nodes = (0..count).map(|position| {
        if position + 1 == count {
            return Node::Finished(Outcome::Loss);
        }
        let mut moves = vec![(position + 1, Turn::Passes)];
        if (count - position).is_multiple_of(2) && position > 0 {
            // The mover wins, and may waste time.
            moves.push((position - 1, Turn::Passes));
        }
        Node::Moves(moves)
    });
    let graph = GraphGame {
        nodes: nodes.collect(),
    };
    Layers::of(graph, (0..layers).map(|layer| layer * length).collect(), 97)
}

#[test]
fn remoteness_goes_on_over_tiers() {
    for (layers, length) in [(5, 3), (40, 7), (3, 300)] {
        let game = chain(layers, length);
        let expected = expected(&game, 0);
        let solution = solve(&game, 0, None, &Job::default()).unwrap();
        is_right(&solution, &expected);
        let longest = solution.counts().unwrap().max_remoteness();
        assert_eq!(longest, Some(Plies(u32::from(layers * length) - 1)));
    }
}

#[test]
fn tiers_in_a_store_need_less_memory() {
    let game = Layers {
        step: all_or(1 << 10, 1 << 12),
        ..chain(100, 80)
    };
    let expected = expected(&game, 0);
    let whole = Job::default();
    solve(&game, 0, None, &whole).unwrap();
    let peak = whole.budget.peak();
    let job = Job::default().with_budget(Budget::of_bytes(peak / 4));
    let elsewhere = Arc::new(Memory::new(&Budget::unlimited()));
    let solution = solve(&game, 0, Some(elsewhere), &job);
    is_right(&solution.unwrap(), &expected);
}
