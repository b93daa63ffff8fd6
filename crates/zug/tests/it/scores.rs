//! Scores by a search, beside those of all positions.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use zug::{
    Beside, Error, Extent, Method, MovesAsked, Outcome, PlayerSwap, Position, Problem, Purpose,
    Request, Scope, Solution, SolutionFlaw, SolveOptions, Tree, TreeLimits,
};
use zug_game::U256;
use zug_solve::table::{Entry, Table, Take, Unreadable};
use zug_testkit::{all_or, summing};
use zug_values::{Plies, Value};

use crate::stored::Disk;
use crate::values::values;

fn problem(name: &str, parameters: &[(&str, &str)]) -> (Request, Problem) {
    let request = Request::catalogue(name).unwrap();
    let request = parameters
        .iter()
        .fold(request, |request, (name, value)| request.set(*name, *value));
    let problem = Problem::new(&request).unwrap();
    (request, problem)
}

fn threads(threads: usize) -> SolveOptions {
    SolveOptions::default().with_threads(NonZeroUsize::new(threads).unwrap())
}

/// Small games that end with scores; each is solved from every position in a moment.
const GAMES: [(&str, &[(&str, &str)]); 7] = [
    ("coins-in-a-row", &[("row", "[7, 1, 1, 9, 2, 8, 3, 3]")]),
    ("coins-in-a-row", &[]),
    (
        "dots-and-boxes-by-margin",
        &[("width", "2"), ("height", "1")],
    ),
    (
        "dots-and-boxes-by-margin",
        &[("width", "3"), ("height", "1")],
    ),
    ("kalah-by-margin", &[("pits", "2"), ("seeds", "2")]),
    ("kalah-by-margin", &[("pits", "3"), ("seeds", "1")]),
    ("kalah-by-margin", &[("pits", "2"), ("seeds", "3")]),
];

#[test]
fn a_search_finds_the_score_of_every_position_and_of_every_move() {
    for (name, parameters) in GAMES {
        let (_, problem) = problem(name, parameters);
        let solution = problem.solve(&SolveOptions::default()).unwrap();
        let mut positions: Vec<Position> = Vec::new();
        solution
            .each_value(&mut |position, _| {
                positions.push(position);
                ControlFlow::Continue(())
            })
            .unwrap();
        for options in [threads(1), threads(2)] {
            let compared = problem.with_search(&options, |search| {
                assert!(search.tells_scores());
                for position in &positions {
                    let assessed = search.assess(position, Purpose::AllMoves)?;
                    let score = solution.score(position)?;
                    assert!(assessed.complete && score.is_some());
                    let known = assessed.known;
                    assert_eq!(known.score(), score, "{name}: {}", problem.print(position));
                    assert_eq!(known.outcome(), score.map(Outcome::of_score));
                    let mut moves = solution.moves_in_order(position)?;
                    for of in &assessed.moves {
                        let at = moves.iter().position(|solved| solved.name == of.legal.name);
                        let solved = moves.swap_remove(at.unwrap());
                        assert_eq!(of.known.score(), solved.score, "{}", solved.name);
                    }
                    assert!(moves.is_empty(), "a move is missing");
                    let best = search.assess(position, Purpose::BestMove)?;
                    let first = best.moves.first().map(|of| {
                        let by_outcome = match of.known.at_least() {
                            Outcome::Win => Some(1),
                            Outcome::Draw => Some(0),
                            Outcome::Loss => None,
                        };
                        of.known.score_bounds().0.max(by_outcome)
                    });
                    assert!(first.is_none_or(|at_least| at_least == score));
                }
                Ok::<_, zug::Error>(())
            });
            compared.unwrap();
        }
    }
}

#[test]
fn one_position_is_searched_with_its_score_and_those_of_its_moves() {
    let larger = [
        ("dots-and-boxes-by-margin", &[][..], 2),
        ("reversi-by-margin", &[], -8),
        ("kalah-by-margin", &[], 4),
    ];
    for (name, parameters, score) in larger {
        let (request, problem) = problem(name, parameters);
        let solution = problem.solve(&SolveOptions::default()).unwrap();
        // A position some moves later too.
        let mut later = problem.root();
        for _ in 0..3 {
            later = solution.moves(&later).unwrap()[0].position;
        }
        let place = problem.print(&later);
        let later_problem = Problem::new(&request.clone().at(&place)).unwrap();
        for (problem, place) in [(&problem, problem.root()), (&later_problem, later)] {
            let expected = solution.score(&place).unwrap();
            for options in [threads(1), threads(2)] {
                let searched = problem.search(&options).unwrap();
                assert_eq!(searched.score, expected, "{name}");
                let mut told: Vec<(String, Option<i64>)> = Vec::new();
                told.extend(searched.moves.iter().map(|of| (of.name.clone(), of.score)));
                assert!(told.is_sorted_by(|(_, one), (_, two)| one >= two));
                let solved = solution.moves(&place).unwrap().into_iter();
                let mut solved: Vec<_> = solved.map(|of| (of.name, of.score)).collect();
                solved.sort();
                told.sort();
                assert_eq!(told, solved);
                let one = problem
                    .search(&options.with_moves(MovesAsked::One))
                    .unwrap();
                assert_eq!((one.score, one.moves[0].score), (expected, expected));
            }
        }
        assert_eq!(solution.score(&problem.root()).unwrap(), Some(score));
    }
}

#[test]
fn a_tree_by_a_search_has_the_scores_of_the_tree_of_solved_positions() {
    let (_, problem) = problem("coins-in-a-row", &[]);
    let limits = TreeLimits::default();
    let solution = problem.solve(&SolveOptions::default()).unwrap();
    let solved = Tree::new(&problem, &solution, &limits).unwrap();
    let searched = problem
        .with_search(&SolveOptions::default(), |search| {
            Tree::searched(search, &limits)
        })
        .unwrap();
    assert!(solved.has_scores && searched.has_scores);
    let mut pairs = vec![(&solved.root, &searched.root)];
    while let Some((one, two)) = pairs.pop() {
        assert_eq!((one.minimax, &one.position), (two.minimax, &two.position));
        for (of_one, of_two) in one.branches.iter().zip(&two.branches) {
            assert_eq!((&of_one.name, of_one.best), (&of_two.name, of_two.best));
            pairs.push((&of_one.node, &of_two.node));
        }
    }
}

/// Kalah whose moves gain nothing: the seeds in the stores are the score at the end.
fn kalah_with_stores() -> Problem {
    let request = Request::rules(summing::KALAH, "kalah.zug");
    Problem::new(&request.set("pits", "2").set("seeds", "2")).unwrap()
}

#[test]
fn the_number_of_moves_is_searched_without_scores() {
    let problem = kalah_with_stores();
    let solution = problem.solve(&SolveOptions::default()).unwrap();
    let options = SolveOptions::default().with_remoteness(true);
    let searched = problem.search(&options).unwrap();
    let value = solution.value(&problem.root()).unwrap().unwrap();
    assert_eq!(searched.score, None);
    assert_eq!(searched.worth.remoteness(), value.remoteness());
}

#[test]
fn scores_of_play_that_need_not_end_are_refused_by_a_search_too() {
    let rules = "\
game to_and_fro
players A, B
at: 0..2 = 0
move to(k in 0..2) if at < 2 and k != at:
    at = k
score 1 if at == 2
";
    let problem = Problem::new(&Request::rules(rules, "to_and_fro.zug")).unwrap();
    let error = problem.search(&SolveOptions::default()).unwrap_err();
    assert!(error.to_string().contains("play can come back"), "{error}");
}

/// A table with scores.
#[derive(Clone)]
pub(crate) struct ScoredDisk {
    disk: Disk,
    scores: HashMap<U256, i64>,
    /// The plies that are left, where moves gain points.
    plies: HashMap<U256, Plies>,
}

impl ScoredDisk {
    /// The table of a solution, with the score that the packed table has of each position.
    pub(crate) fn of(solution: &Solution) -> Self {
        let (disk, packed) = (Disk::of(solution), solution.packed());
        assert!(packed.has_scores());
        let (mut scores, mut plies) = (HashMap::new(), HashMap::new());
        let each = disk.each_block(&mut |block| {
            scores.extend(block.iter().map(|entry| {
                let position = *entry.position();
                let score = packed.score(&position).unwrap();
                let left = packed.plies(&position).unwrap();
                plies.extend(left.map(|left| (position, left)));
                (position, score.expect("each position has a score"))
            }));
            ControlFlow::Continue(())
        });
        each.unwrap();
        Self {
            disk,
            scores,
            plies,
        }
    }
}

impl Table for ScoredDisk {
    type Position = U256;

    fn find(&self, position: &U256) -> Result<Option<Value>, Unreadable> {
        self.disk.find(position)
    }

    fn score(&self, position: &U256) -> Result<Option<i64>, Unreadable> {
        Ok(self.scores.get(position).copied())
    }

    fn plies(&self, position: &U256) -> Result<Option<Plies>, Unreadable> {
        Ok(self.plies.get(position).copied())
    }

    fn has_scores(&self) -> bool {
        true
    }

    fn place(&self, position: &U256) -> Result<Option<u64>, Unreadable> {
        self.disk.place(position)
    }

    fn entry(&self, place: u64) -> Result<Option<Entry<U256>>, Unreadable> {
        self.disk.entry(place)
    }

    fn len(&self) -> u64 {
        self.disk.len()
    }

    fn held_bytes(&self) -> u64 {
        0
    }

    fn each_block(&self, take: &mut Take<'_, U256>) -> Result<(), Unreadable> {
        self.disk.each_block(take)
    }
}

/// How many positions are checked by the rules as they are written: all, or a few.
const EXTENTS: [Extent; 2] = [Extent::All, Extent::Sample(8)];

#[test]
fn a_table_with_scores_tells_those_of_the_solution_and_is_verified() {
    for (name, parameters) in GAMES {
        let (_, problem) = problem(name, parameters);
        for swap in [PlayerSwap::Never, PlayerSwap::Always] {
            let options = SolveOptions::default().with_player_swap(swap);
            let solution = problem.solve(&options).unwrap();
            let table = Solution::of_table(&problem, ScoredDisk::of(&solution));
            assert!(table.tells_scores());
            let each = solution.each_value(&mut |position, _| {
                let scores = [&solution, &table].map(|one| one.score(&position).unwrap());
                assert!(scores[0].is_some() && scores[0] == scores[1], "{scores:?}");
                let moves = [&solution, &table].map(|one| one.moves(&position).unwrap());
                assert_eq!(moves[0], moves[1]);
                ControlFlow::Continue(())
            });
            each.unwrap();
            for extent in EXTENTS {
                table.verify_with(extent, &options).unwrap();
            }
        }
    }
}

#[test]
fn a_wrong_score_in_a_table_is_found() {
    let options = SolveOptions::default();
    // Each position of these is checked with all others, in a moment.
    for (name, parameters) in [GAMES[2], GAMES[4]] {
        let (_, problem) = problem(name, parameters);
        let right = ScoredDisk::of(&problem.solve(&options).unwrap());
        let mut positions: Vec<U256> = right.scores.keys().copied().collect();
        positions.sort_unstable();
        for position in positions {
            for extent in EXTENTS {
                let mut wrong = right.clone();
                let score = wrong.scores.get_mut(&position).unwrap();
                // Who wins stays right where somebody does.
                *score += score.signum() * 2 + i64::from(*score == 0);
                let found = Solution::of_table(&problem, wrong).verify_with(extent, &options);
                let is_found = matches!(&found, Err(Error::Flaw(SolutionFlaw::Position(_))));
                assert!(is_found, "{name} {position}: {found:?}");
                let mut missing = right.clone();
                missing.scores.remove(&position);
                let found = Solution::of_table(&problem, missing).verify_with(extent, &options);
                assert!(found.is_err(), "{name} {position}");
            }
        }
    }
}

/// About `most` positions of a solution, spread over all.
fn spread(solution: &Solution, most: usize) -> Vec<Position> {
    let all = values(solution);
    let every = all.len().div_ceil(most);
    let some = all.iter().step_by(every);
    some.map(|(position, _)| *position).collect()
}

#[test]
fn a_search_with_scored_leaves_finds_the_scores_of_all_positions() {
    let default = SolveOptions::default();
    for (name, parameters) in GAMES {
        let (_, problem) = problem(name, parameters);
        let solution = problem.solve(&default).unwrap();
        let root_score = solution.score(&problem.root()).unwrap();
        let asked = spread(&solution, all_or(5, 12));
        let mut known = 0;
        for from in spread(&solution, all_or(1, 4)) {
            let part = problem.clone().at(from);
            let solved = part.solve(&default).unwrap();
            let stored = Solution::of_table(&part, ScoredDisk::of(&solved));
            for (leaves, options) in [(&solved, threads(1)), (&stored, threads(2))] {
                let compared = problem.with_search_and_leaves(&options, Some(leaves), |search| {
                    assert!(search.tells_scores());
                    for position in &asked {
                        let assessed = search.assess(position, Purpose::AllMoves)?;
                        let place = problem.print(position);
                        assert!(assessed.complete, "{name}: {place}");
                        let score = solution.score(position)?;
                        assert_eq!(assessed.known.score(), score, "{name}: {place}");
                    }
                    Ok::<_, zug::Error>(())
                });
                compared.unwrap();
                let beside = Beside::default().with_leaves(leaves);
                let searched = problem.search_with(&options, beside).unwrap();
                assert_eq!(searched.score, root_score, "{name}");
                let moves = solution.moves(&problem.root()).unwrap();
                for of in &searched.moves {
                    let solved = moves.iter().find(|solved| solved.name == of.name);
                    assert_eq!(of.score, solved.unwrap().score, "{name}: {}", of.name);
                }
                known += searched.leaves;
            }
        }
        assert!(known > 0, "{name}: no leaf was asked about");
    }
}

#[test]
fn leaves_without_scores_tell_a_search_who_wins_and_no_score() {
    let problem = kalah_with_stores();
    let solution = problem.solve(&SolveOptions::default()).unwrap();
    let leaves = Solution::of_table(&problem, Disk::of(&solution));
    assert!(!leaves.tells_scores());
    let beside = Beside::default().with_leaves(&leaves);
    let searched = problem
        .search_with(&SolveOptions::default(), beside)
        .unwrap();
    let value = solution.value(&problem.root()).unwrap().unwrap();
    assert_eq!(searched.score, None);
    assert_eq!(searched.worth.outcome(), value.outcome());
    assert!(searched.leaves > 0);
}

/// From the start play goes round if `y_at_start` is 1. If it is 0, play goes round only in states that the start does not
/// lead to.
const ROUND: &str = "\
game round(n = 3, y_at_start = 1)
players A, B
x: 0..n = n
y: 0..1 = y_at_start
move step if x > 0:
    x -= 1
move turn if x == 0 and y == 1:
    x = n
score 1 if x == 0 and y == 0
";

#[test]
fn play_that_goes_round_has_no_scores_by_any_method() {
    let by = |method| SolveOptions::default().with_method(method);
    let rules = Request::rules(ROUND, "round.zug");
    for scope in [Scope::Reachable, Scope::Everywhere] {
        let request = rules.clone().with_scope(scope);
        let round = Problem::new(&request).unwrap();
        for method in [
            Method::Auto,
            Method::Retrograde,
            Method::Retracting,
            Method::Replaying,
        ] {
            let refused = round.solve(&by(method)).unwrap_err();
            assert!(
                matches!(refused, Error::EndlessScores { .. }),
                "{method:?}: {refused}"
            );
        }
        // Play ends; of all states some lie on a circle.
        let ends = Problem::new(&request.set("y_at_start", "0")).unwrap();
        let solution = ends.solve(&by(Method::Auto)).unwrap();
        assert_eq!(solution.tells_scores(), scope == Scope::Reachable);
        let value = solution.value(&ends.root()).unwrap();
        assert_eq!(value, Some(Value::Loss(Plies(3))));
        solution.verify().unwrap();
    }
}
