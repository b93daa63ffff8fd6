//! Loopy nimbers against the plain solution of sums, in which all parts are one game.

use std::collections::{BTreeSet, HashMap};

use zug_game::{Fault, Game, Players, Step};
use zug_job::{Budget, CancelToken};
use zug_solve::compound::{Compound, CompoundTheorem, Part, Question};
use zug_solve::impartial::{LoopyNimbers, loopy_nimbers};
use zug_solve::positions::{Graph, PositionId};
use zug_solve::{Error, Job, NoNimber, impartial};
use zug_testkit::games::graph_game::impartial_games;
use zug_testkit::games::token::{Whole, graph};
use zug_testkit::games::two_tables::{Dice, Table, TwoTables, explored, nodes};
use zug_testkit::{all_or, graph_oracle};
use zug_values::{Infinity, LoopyNimber, Nimber, Outcome, loopy};

use proptest::prelude::*;

/// A heap of Nim of at most `most`, as a graph.
fn heap(most: u16) -> Table {
    (0..=most).map(|heap| (0..heap).collect()).collect()
}

/// The loopy nimber of each node of a graph.
fn labels(table: &Table) -> Vec<LoopyNimber> {
    let alone = Whole(vec![table]);
    let job = Job::default();
    let graph = Graph::explore(&alone, alone.positions(), &job).unwrap();
    let labels = loopy_nimbers(&graph, &job).unwrap();
    let at = |node| labels.get(graph.id(&[node, 0, 0]).unwrap());
    (0..table.len() as u16).map(at).collect()
}

/// Beside a heap of its own number a node is lost, beside no other heap; and beside a heap of k a move
/// of the node wins exactly if k is among the numbers of its options.
fn check_labels(table: &Table) {
    let labels = labels(table);
    let largest = labels.iter().flat_map(|label| match label {
        LoopyNimber::Finite(Nimber(number)) => vec![*number],
        LoopyNimber::Infinite(infinity) => infinity.numbers().iter().map(|n| n.0).collect(),
    });
    let heap = heap(largest.max().unwrap_or_default() as u16 + 2);
    let whole = Whole(vec![table, &heap]);
    let values = graph_oracle::values(&whole, &whole.positions());
    for (node, label) in labels.iter().enumerate() {
        for counters in 0..heap.len() as u16 {
            let at = [node as u16, counters, 0];
            let beside = Nimber(counters.into());
            let sum = label.clone() + beside.into();
            assert_eq!(
                values[&at].outcome(),
                sum.outcome(),
                "{table:?} {at:?} {label}"
            );
            if let LoopyNimber::Infinite(infinity) = label {
                let wins = whole.leaving(&at, Outcome::Loss, &values);
                let in_graph = wins.iter().any(|(part, _)| *part == 0);
                assert_eq!(in_graph, infinity.contains(beside), "{table:?} {at:?}");
            }
        }
    }
}

/// How often each outcome was met, and how often no theorem was the one of loopy nimbers.
#[derive(Debug, Default)]
struct Met {
    outcomes: HashMap<Outcome, usize>,
    other_theorems: usize,
}

/// Compares what loopy nimbers say of a sum with its plain solution: the outcome of all positions, and
/// the moves of every `every`th that win and that leave a draw.
fn check_sum(tables: &[Table], every: usize, met: &mut Met) {
    let whole = Whole(tables.iter().collect());
    let values = graph_oracle::values(&whole, &whole.positions());
    let labels: Vec<Vec<LoopyNimber>> = tables.iter().map(labels).collect();
    let parts = tables
        .iter()
        .map(|table| explored(&TwoTables::impartial(table.clone())));
    let parts: Vec<Vec<Part>> = parts.map(|of| nodes(&of)).collect();
    for (number, at) in whole.positions().into_iter().enumerate() {
        let here = |part: usize| at[part] as usize;
        let own: Vec<LoopyNimber> = (0..tables.len())
            .map(|part| labels[part][here(part)].clone())
            .collect();
        let sum: LoopyNimber = own.iter().cloned().sum();
        let outcome = values[&at].outcome();
        assert_eq!(sum.outcome(), outcome, "{tables:?} {at:?} {own:?}");
        for (beside, own) in loopy::beside(&own).into_iter().zip(&own) {
            assert_eq!(beside + own.clone(), sum);
        }
        *met.outcomes.entry(outcome).or_default() += 1;
        if !number.is_multiple_of(every) {
            continue;
        }
        let these: Vec<Part> = (0..tables.len())
            .map(|part| parts[part][here(part)].clone())
            .collect();
        let question = Question::new(these.clone(), Compound::One).unwrap();
        let answer = question
            .solve_by_theorem()
            .expect("loopy nimbers are known");
        met.other_theorems += usize::from(answer.theorem() != Some(CompoundTheorem::LoopyNimSum));
        assert_eq!(answer.worth().outcome(), outcome, "{tables:?} {at:?}");
        assert_eq!(
            answer.worth().loopy_nimber(),
            Some(sum),
            "{tables:?} {at:?}"
        );
        if let Some(remoteness) = answer.worth().remoteness() {
            assert_eq!(Some(remoteness), values[&at].remoteness());
        }
        let to_node = |part: usize, to: PositionId| {
            let node = parts[part].iter().position(|node| node.position() == to);
            node.expect("a move leads to a node") as u16
        };
        let turns = |turns: Vec<Vec<zug_solve::compound::Choice>>| -> BTreeSet<(usize, u16)> {
            let single = turns
                .iter()
                .map(|turn| (turn[0].part, to_node(turn[0].part, turn[0].to)));
            single.collect()
        };
        let winning = turns(answer.turns().list(usize::MAX));
        assert_eq!(
            winning,
            whole.leaving(&at, Outcome::Loss, &values),
            "{tables:?} {at:?}"
        );
        let drawing = turns(answer.turns().list_drawing(usize::MAX).unwrap());
        assert_eq!(
            drawing,
            whole.leaving(&at, Outcome::Draw, &values),
            "{tables:?} {at:?}"
        );
        let solved = question.solve_product(zug_solve::strong::Method::Auto, &Job::default());
        if number.is_multiple_of(every * 16) {
            let solved = solved.unwrap();
            assert_eq!(
                turns(solved.turns().list_drawing(usize::MAX).unwrap()),
                drawing
            );
        }
        assert!(!answer.why().is_empty());
    }
}

#[test]
fn sums_of_random_graphs_are_what_their_plain_solution_says() {
    let mut dice = Dice(19_660_711);
    let mut met = Met::default();
    for _ in 0..all_or(1_000, 10_000) {
        let tables = [graph(&mut dice), graph(&mut dice), graph(&mut dice)];
        check_labels(&tables[0]);
        check_sum(&tables[..2], 1, &mut met);
        check_sum(&tables, 13, &mut met);
    }
    let least = met.outcomes.values().min();
    assert!(met.outcomes.len() == 3 && least > Some(&1000), "{met:?}");
    assert!(met.other_theorems > 1000, "{met:?}");
}

#[test]
fn small_graphs_have_the_loopy_nimbers_found_by_hand() {
    let told =
        |table: Table| -> Vec<String> { labels(&table).iter().map(ToString::to_string).collect() };
    // A token that may stay for ever, and one that may stop as well.
    assert_eq!(told(vec![vec![0]]), ["∞"]);
    assert_eq!(told(vec![vec![], vec![0, 1]]), ["0", "∞(0)"]);
    // From 2 the opponent answers a move to 3 by a move back to a position worth 0.
    assert_eq!(
        told(vec![vec![], vec![0], vec![1, 3], vec![2, 0, 1]]),
        ["0", "1", "0", "2"]
    );
    // Whoever moves to the node that leads to an end is answered there.
    assert_eq!(told(vec![vec![1, 2], vec![0], vec![]]), ["1", "0", "0"]);
    // Two ends, each beside a circle.
    assert_eq!(
        told(vec![vec![], vec![0, 2], vec![1, 0], vec![1, 2]]),
        ["0", "∞(0)", "∞(0)", "0"]
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn where_play_ends_loopy_nimbers_are_nimbers(game in impartial_games(20)) {
        let job = Job::default();
        let graph = Graph::explore(&game, game.positions(), &job).unwrap();
        let nimbers = impartial::nimbers(&graph, &job).unwrap();
        let loopy = loopy_nimbers(&graph, &job).unwrap();
        let plain: Vec<LoopyNimber> = nimbers.iter().map(LoopyNimber::from).collect();
        prop_assert_eq!(loopy.iter().collect::<Vec<_>>(), plain);
    }
}

/// A graph with this number of nodes, whose moves a function gives.
struct Large<F>(u32, F);

impl<F: Fn(u32, &mut Vec<u32>)> Game for Large<F> {
    type Position = u32;
    type Move = u32;

    fn start(&self) -> u32 {
        0
    }

    fn players(&self) -> Players<Self> {
        Players::Impartial
    }

    fn moves(&self, at: &u32, out: &mut Vec<u32>) -> Result<(), Fault> {
        (self.1)(*at, out);
        Ok(())
    }

    fn play(&self, _: &u32, to: &u32) -> Result<Step<u32>, Fault> {
        Ok(Step::passing(*to))
    }

    fn move_name(&self, _: &u32, to: &u32) -> String {
        to.to_string()
    }
}

/// The loopy nimbers of a large graph.
fn labelled<F: Fn(u32, &mut Vec<u32>) + Sync>(
    graph: &Large<F>,
    job: &Job,
) -> Result<(Graph<u32>, LoopyNimbers), Error> {
    let found = Graph::explore(graph, 0..graph.0, job)?;
    let labels = loopy_nimbers(&found, job)?;
    Ok((found, labels))
}

/// 100,000 nodes and 300,000 moves.
fn sparse() -> Large<impl Fn(u32, &mut Vec<u32>) + Sync> {
    Large(100_000, |at: u32, out: &mut Vec<u32>| {
        for step in 0..3_u64 {
            let mixed = (u64::from(at) * 3 + step + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let to = (mixed >> 33) % 100_000;
            // Every seventh node is an end.
            if !at.is_multiple_of(7) {
                out.push(to as u32);
            }
        }
    })
}

#[test]
fn a_large_graph_takes_a_look_at_each_move_and_its_memory_is_charged() {
    let budget = Budget::of_bytes(64 << 20);
    let job = Job::default().with_budget(budget.clone());
    let (graph, labels) = labelled(&sparse(), &job).unwrap();
    let infinite = labels
        .iter()
        .filter(|label| label.nimber().is_none())
        .count();
    assert!((1000..99_000).contains(&infinite), "{infinite}");
    assert!(labels.held_bytes() >= 100_000);
    // Each label is the least number that no option has, or no number is.
    for node in (0..100_000).step_by(97) {
        let id = graph.id(&node).unwrap();
        let mut options = Vec::new();
        sparse().moves(&node, &mut options).unwrap();
        let options = options.iter().map(|to| labels.get(graph.id(to).unwrap()));
        let numbers: BTreeSet<Nimber> = options.filter_map(|label| label.nimber()).collect();
        match labels.get(id) {
            LoopyNimber::Finite(number) => assert!(
                (0..number.0).all(|less| numbers.contains(&Nimber(less)))
                    && !numbers.contains(&number)
            ),
            LoopyNimber::Infinite(infinity) => {
                assert_eq!(infinity, Infinity::new(numbers).unwrap());
            }
        }
    }
    drop((graph, labels));
    assert_eq!(budget.used(), 0, "all is given back");
}

#[test]
fn little_memory_and_a_cancelled_job_end_the_work() {
    let job = Job::default();
    let graph = Graph::explore(&sparse(), 0..100_000, &job).unwrap();
    let little = Job::default().with_budget(Budget::of_bytes(1_500_000));
    let refused = loopy_nimbers(&graph, &little).unwrap_err();
    assert!(refused.is_too_large(), "{refused}");
    assert_eq!(little.budget.used(), 0, "all is given back");
    assert!(little.budget.peak() <= 1_500_000);
    let cancel = CancelToken::default();
    cancel.cancel();
    let cancelled = loopy_nimbers(&graph, &Job::default().with_cancel(cancel)).unwrap_err();
    assert!(cancelled.is_cancelled(), "{cancelled}");
}

#[test]
fn a_set_of_hundreds_of_numbers_is_told_in_full() {
    // The nodes below 1500 are a heap of Nim; the others lead to every second one, and stay.
    let graph = Large(1510, |at: u32, out: &mut Vec<u32>| {
        if at < 1500 {
            out.extend(0..at);
        } else {
            out.extend((0..1500).step_by(2));
            out.push(at);
        }
    });
    let (found, labels) = labelled(&graph, &Job::default()).unwrap();
    let LoopyNimber::Infinite(infinity) = labels.get(found.id(&1505).unwrap()) else {
        panic!("a node that may stay is worth no heap");
    };
    let even: Vec<Nimber> = (0..1500).step_by(2).map(Nimber).collect();
    assert_eq!(infinity.numbers(), even);
    assert_eq!(labels.get(found.id(&1499).unwrap()), Nimber(1499).into());
}

#[test]
fn loopy_nimbers_are_refused_where_they_mean_nothing() {
    use zug_testkit::games::tic_tac_toe::TicTacToe;
    let job = Job::default();
    let game = TicTacToe::square(2, 2);
    let graph = Graph::explore(&game, [game.start()], &job).unwrap();
    let refused = loopy_nimbers(&graph, &job).unwrap_err();
    assert!(
        matches!(refused, Error::NoNimber(NoNimber::Partizan)),
        "{refused}"
    );
}
