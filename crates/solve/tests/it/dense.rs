//! The solver over an index against the oracle.

use std::num::NonZeroUsize;

use proptest::prelude::*;
use zug_game::DenseIndex;
use zug_solve::strong::{DenseSolution, Ranked, Roots, solve_dense};
use zug_solve::table::Table;
use zug_solve::{Budget, CancelToken, Error, Job};
use zug_testkit::games::graph_game::{GraphGame, Node, any_games};
use zug_testkit::graph_oracle;
use zug_values::{Outcome, Plies, Turn, Value};

/// Numbers the positions of a graph from the last one on, with a gap before each.
#[derive(Clone, Copy, Debug)]
struct Backwards {
    count: u16,
}

impl DenseIndex<u16> for Backwards {
    fn size(&self) -> u64 {
        2 * u64::from(self.count)
    }

    fn number(&self, position: &u16) -> Option<u64> {
        (*position < self.count).then(|| self.size() - 1 - 2 * u64::from(*position))
    }

    fn positions(&self, numbers: &[u64], out: &mut Vec<u16>) {
        let position = |number: &u64| ((self.size() - 1 - number) / 2) as u16;
        out.extend(numbers.iter().map(position));
    }

    fn bytes(&self) -> u64 {
        0
    }
}

fn dense(
    game: &GraphGame,
    roots: &[u16],
    job: &Job,
) -> Result<DenseSolution<u16, Backwards>, Error> {
    let count = game.nodes.len() as u16;
    let index = Backwards { count };
    solve_dense(&Ranked::new(game, &index), index, &Roots::At(roots), job)
}

fn agrees_with_oracle(game: &GraphGame, roots: &[u16], solution: &DenseSolution<u16, Backwards>) {
    let expected = graph_oracle::values(game, roots);
    assert_eq!(solution.len(), expected.len() as u64);
    let mut listed = 0;
    let read = solution.each_block(&mut |block| {
        for entry in block {
            assert_eq!(expected.get(entry.position()), Some(&entry.value()));
            let place = solution.place(entry.position()).unwrap().unwrap();
            assert_eq!(solution.entry(place).unwrap(), Some(*entry));
            listed += 1;
        }
        std::ops::ControlFlow::Continue(())
    });
    read.unwrap();
    assert_eq!(listed, expected.len());
    for position in game.positions() {
        let value = solution.find(&position).unwrap();
        assert_eq!(value, expected.get(&position).copied());
    }
    assert_eq!(
        solution.counts().unwrap(),
        solution.counts_by(&mut |_| 1).unwrap()
    );
}

proptest! {
    #[test]
    fn any_game_has_the_values_of_the_oracle(game in any_games(40), root: prop::sample::Index) {
        let root = root.index(game.nodes.len()) as u16;
        for threads in [1, 2, 4] {
            let job = Job::default().with_threads(NonZeroUsize::new(threads).unwrap());
            let solution = dense(&game, &[root], &job).unwrap();
            agrees_with_oracle(&game, &[root], &solution);
        }
    }
}

/// A walk of `count` positions, the last of which is lost.
fn walk(count: u16) -> GraphGame {
    let step = |position| Node::Moves(vec![(position + 1, Turn::Passes)]);
    let mut nodes: Vec<Node> = (0..count - 1).map(step).collect();
    nodes.push(Node::Finished(Outcome::Loss));
    GraphGame { nodes }
}

#[test]
fn slots_become_wider_where_a_remoteness_asks_for_it() {
    for count in [120, 126, 127, 128, 129, 130, 1000, 33_000] {
        let game = walk(count);
        let solution = dense(&game, &[0], &Job::default()).unwrap();
        let longest = solution.counts().unwrap().max_remoteness();
        assert_eq!(longest, Some(Plies(u32::from(count) - 1)));
        let before_last = solution.find(&(count - 2)).unwrap();
        assert_eq!(before_last, Some(Value::Win(Plies(1))));
    }
}

#[test]
fn slots_become_wider_where_a_number_of_moves_asks_for_it() {
    for moves in [120, 127, 128, 129, 254, 300, 40_000] {
        let mut nodes = vec![Node::Moves(vec![(1, Turn::Passes); moves])];
        nodes.push(Node::Moves(vec![(2, Turn::Kept), (3, Turn::Passes)]));
        nodes.push(Node::Finished(Outcome::Loss));
        nodes.push(Node::Finished(Outcome::Loss));
        let game = GraphGame { nodes };
        let solution = dense(&game, &[0], &Job::default()).unwrap();
        agrees_with_oracle(&game, &[0], &solution);
        assert_eq!(solution.find(&0).unwrap(), Some(Value::Loss(Plies(2))));
    }
}

#[test]
fn memory_is_refused_before_the_work() {
    let game = walk(10_000);
    let job = Job::default().with_budget(Budget::of_bytes(20_000));
    let refused = dense(&game, &[0], &job).unwrap_err();
    assert!(
        matches!(
            refused,
            Error::IndexTooLarge {
                numbers: 20_000,
                ..
            }
        ),
        "{refused}"
    );
    assert!(refused.is_too_large());
    let job = Job::default().with_budget(Budget::of_bytes(100_000));
    let solution = dense(&game, &[0], &job);
    assert!(solution.unwrap().peak_bytes() <= 100_000);
}

#[test]
fn a_cancelled_job_ends() {
    let cancel = CancelToken::default();
    let job = Job::default().with_cancel(cancel.clone());
    cancel.cancel();
    let stopped = dense(&walk(100), &[0], &job).unwrap_err();
    assert!(matches!(stopped, Error::Stopped(_)), "{stopped}");
}

#[test]
fn a_position_without_a_number_is_an_error() {
    let game = walk(10);
    let index = Backwards { count: 5 };
    let outside = solve_dense(
        &Ranked::new(&game, &index),
        index,
        &Roots::At(&[0]),
        &Job::default(),
    );
    assert_eq!(outside.unwrap_err(), Error::OutsideIndex);
}
