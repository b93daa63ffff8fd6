//! A claim of entries is certified if it is true, and if not, not.

use std::collections::HashMap;
use std::convert::Infallible;
use std::num::NonZeroUsize;

use proptest::prelude::*;
use zug_certify::{
    Beside, Certificate, Claim, Flaw, Judged, Listed, NotCertified, Sample, Terms, Told,
    certify_entries,
};
use zug_game::Game;
use zug_job::{Budget, Job};
use zug_solve::strong;
use zug_testkit::games::graph_game::{GraphGame, Node, any_games};
use zug_values::{Nimber, Outcome, Plies, Turn, Value};

/// Entries with the positions that they stand for.
#[derive(Clone)]
struct Table {
    entries: Vec<(Vec<u16>, Value)>,
    nimbers: Option<Vec<Nimber>>,
    looked_up: HashMap<u16, usize>,
}

impl Table {
    fn new(entries: Vec<(Vec<u16>, Value)>) -> Self {
        let mut looked_up = HashMap::new();
        for (entry, (positions, _)) in entries.iter().enumerate() {
            looked_up.extend(positions.iter().map(|position| (*position, entry)));
        }
        Self {
            entries,
            nimbers: None,
            looked_up,
        }
    }
}

impl Claim for Table {
    type Position = u16;
    type Unreadable = Infallible;

    fn numbers(&self) -> u64 {
        self.entries.len() as u64
    }

    fn most_positions(&self) -> u64 {
        let positions = self.entries.iter().map(|(positions, _)| positions.len());
        positions.max().unwrap_or(0) as u64
    }

    fn entry(&self, number: u64, positions: &mut Vec<u16>) -> Result<Option<Told>, Infallible> {
        let (listed, value) = &self.entries[number as usize];
        positions.clone_from(listed);
        let nimbers = self.nimbers.as_ref();
        Ok((!listed.is_empty()).then(|| Told {
            value: *value,
            beside: nimbers.map(|nimbers| Beside::Nimber(nimbers[number as usize])),
            is_over: None,
        }))
    }

    fn number_of(&self, position: &u16) -> Result<Option<u64>, Infallible> {
        let number = self.looked_up.get(position);
        Ok(number.map(|number| *number as u64))
    }

    fn has_besides(&self) -> bool {
        self.nimbers.is_some()
    }
}

fn by(
    judge: &GraphGame,
    quick: &GraphGame,
    table: &Table,
    listed: Listed,
    judged: Judged,
) -> Result<Certificate, NotCertified<u16>> {
    let terms = Terms::new(&[0], listed).with_judged(judged);
    let threads = NonZeroUsize::new(2).expect("two threads");
    let job = Job::default().with_threads(threads);
    certify_entries(&|| judge.clone(), quick, table, &terms, &job)
}

fn check(game: &GraphGame, table: &Table, listed: Listed) -> Result<Certificate, Flaw<u16>> {
    by(game, game, table, listed, Judged::All).map_err(|error| match error {
        NotCertified::Flaw(flaw) => flaw,
        error => panic!("{error}"),
    })
}

fn to(successors: &[u16]) -> Node {
    Node::Moves(successors.iter().map(|n| (*n, Turn::Passes)).collect())
}

const LOSS: Value = Value::Loss(Plies(0));
const WIN: Value = Value::Win(Plies(1));

/// 0 leads to 1 or 2, which are images of one another and have lost.
fn fork() -> (GraphGame, Table) {
    let nodes = vec![
        to(&[1, 2]),
        Node::Finished(Outcome::Loss),
        Node::Finished(Outcome::Loss),
    ];
    let table = Table::new(vec![(vec![0], WIN), (vec![1, 2], LOSS)]);
    (GraphGame { nodes }, table)
}

#[test]
fn an_entry_may_stand_for_several_positions() {
    let (game, table) = fork();
    let certificate = check(&game, &table, Listed::Reachable).unwrap();
    assert_eq!((certificate.positions, certificate.entries), (3, 2));
    assert_eq!((certificate.wins, certificate.losses), (1, 2));
}

#[test]
fn each_position_is_looked_up_in_the_entry_that_stands_for_it() {
    let (game, mut table) = fork();
    // A third entry stands for 2 as well.
    table.entries.push((vec![2], LOSS));
    assert_eq!(
        check(&game, &table, Listed::Reachable),
        Err(Flaw::LookedUpElsewhere { position: 2 })
    );
    // 2 is looked up where it is not listed.
    let (game, mut table) = fork();
    table.entries[1].0 = vec![1];
    assert_eq!(
        check(&game, &table, Listed::Reachable),
        Err(Flaw::Open {
            position: 0,
            successor: 2
        })
    );
}

#[test]
fn a_position_that_is_not_reached_is_a_flaw_unless_any_may_be_listed() {
    let (mut game, table) = fork();
    game.nodes[0] = to(&[1]);
    assert_eq!(
        check(&game, &table, Listed::Reachable),
        Err(Flaw::Unreached { position: 2 })
    );
    assert!(check(&game, &table, Listed::Closed).is_ok());
}

#[test]
fn entries_may_have_any_numbers_as_long_as_play_reaches_them() {
    // 0 leads to 3, 3 to 2, and 2 to 1, where the mover has lost; number 2 has no entry.
    let game = GraphGame {
        nodes: vec![to(&[3]), to(&[]), to(&[1]), to(&[2])],
    };
    let listed = |plies| Value::Loss(Plies(plies));
    let won = |plies| Value::Win(Plies(plies));
    let table = Table::new(vec![
        (vec![1], listed(0)),
        (vec![2], won(1)),
        (vec![], LOSS),
        (vec![3], listed(2)),
        (vec![0], won(3)),
    ]);
    let certificate = check(&game, &table, Listed::Reachable).unwrap();
    assert_eq!((certificate.positions, certificate.entries), (4, 4));
    // 4 and 5 lead to each other and to 1, and no move leads there from the others.
    let nodes = vec![
        to(&[3]),
        to(&[]),
        to(&[1]),
        to(&[2]),
        to(&[5, 1]),
        to(&[4, 1]),
    ];
    let mut entries = table.entries;
    entries.extend([(vec![4], won(1)), (vec![5], won(1))]);
    let game = GraphGame { nodes };
    let table = Table::new(entries);
    assert_eq!(
        check(&game, &table, Listed::Reachable),
        Err(Flaw::Unreached { position: 4 })
    );
    assert!(check(&game, &table, Listed::Closed).is_ok());
}

/// A claim on a disk that is torn.
struct Torn;

impl Claim for Torn {
    type Position = u16;
    type Unreadable = &'static str;

    fn numbers(&self) -> u64 {
        3
    }

    fn most_positions(&self) -> u64 {
        1
    }

    fn entry(&self, number: u64, positions: &mut Vec<u16>) -> Result<Option<Told>, &'static str> {
        if number > 1 {
            return Err("the disk is torn");
        }
        *positions = vec![number as u16];
        Ok(Some(Told {
            value: WIN,
            beside: None,
            is_over: None,
        }))
    }

    fn number_of(&self, position: &u16) -> Result<Option<u64>, &'static str> {
        Ok(Some(u64::from(*position)))
    }

    fn has_besides(&self) -> bool {
        false
    }
}

#[test]
fn a_claim_that_cannot_be_read_is_no_flaw() {
    let (game, _) = fork();
    let terms = Terms::new(&[0], Listed::Reachable);
    let checked = certify_entries(&|| game.clone(), &game, &Torn, &terms, &Job::default());
    assert_eq!(checked, Err(NotCertified::Unreadable("the disk is torn")));
}

#[test]
fn the_quick_player_must_agree_with_the_judge() {
    let (game, table) = fork();
    let mut other = game.clone();
    other.nodes[0] = to(&[2, 1]);
    let otherwise = Err(Flaw::PlayedOtherwise { position: 0 }.into());
    let all = by(&game, &other, &table, Listed::Closed, Judged::All);
    assert_eq!(all, otherwise);
    let near = Judged::Sample(Sample {
        seed: 0,
        first_entries: 1,
        below: 0,
        below_if_over: 0,
    });
    assert_eq!(by(&game, &other, &table, Listed::Closed, near), otherwise);
    let sampled = by(&game, &game, &table, Listed::Closed, near).unwrap();
    assert_eq!((sampled.judged, sampled.positions), (1, 3));
}

#[test]
fn a_check_can_be_cancelled_and_stays_within_its_budget() {
    let (game, table) = fork();
    let terms = Terms::new(&[0], Listed::Reachable);
    let stopped = |job: &Job| match certify_entries(&|| game.clone(), &game, &table, &terms, job) {
        Err(NotCertified::Stopped(stopped)) => stopped,
        other => panic!("{other:?}"),
    };
    let job = Job::default();
    job.cancel.cancel();
    assert!(stopped(&job).is_cancelled());
    // A word of bits is held, and two more may be needed.
    for too_few in [7, 23] {
        let job = Job::default().with_budget(Budget::of_bytes(too_few));
        assert!(stopped(&job).refusal().is_some());
    }
    let job = Job::default().with_budget(Budget::of_bytes(1 << 16));
    let certified = certify_entries(&|| game.clone(), &game, &table, &terms, &job);
    assert!(certified.is_ok() && job.budget.used() == 0);
    assert!((1..=1 << 16).contains(&job.budget.peak()));
}

#[test]
fn nimbers_are_those_of_the_options_of_a_game_that_ends() {
    let game = GraphGame {
        nodes: vec![to(&[1, 2]), to(&[2]), to(&[])],
    };
    let mut table = Table::new(vec![(vec![0], WIN), (vec![1], WIN), (vec![2], LOSS)]);
    for wrong in 0..27_u32 {
        let nimbers = [wrong / 9, wrong / 3 % 3, wrong % 3].map(Nimber);
        table.nimbers = Some(nimbers.to_vec());
        let is_right = nimbers == [2, 1, 0].map(Nimber);
        assert_eq!(check(&game, &table, Listed::Reachable).is_ok(), is_right);
    }
    // 1 and 0 lead to each other as well: 0, 1 and 0 are still mexes.
    let round = GraphGame {
        nodes: vec![to(&[1]), to(&[2, 0]), to(&[])],
    };
    let mut table = Table::new(vec![
        (vec![0], Value::Loss(Plies(2))),
        (vec![1], WIN),
        (vec![2], LOSS),
    ]);
    assert!(check(&round, &table, Listed::Reachable).is_ok());
    table.nimbers = Some([0, 1, 0].map(Nimber).to_vec());
    assert!(matches!(
        check(&round, &table, Listed::Reachable),
        Err(Flaw::Circle { .. })
    ));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn a_solution_is_certified_and_no_single_wrong_value_is(game in any_games(9)) {
        let solution = strong::solve(&game, [game.start()], &Job::default()).expect("it fits");
        let entries: Vec<_> = solution.iter().map(|(at, value)| (vec![at], value)).collect();
        let mut table = Table::new(entries);
        let right = check(&game, &table, Listed::Reachable);
        prop_assert_eq!(right.map(|found| found.positions), Ok(solution.len() as u64));
        // The order of the entries does not matter.
        let turned = table.entries.iter().rev().cloned().collect();
        let turned = check(&game, &Table::new(turned), Listed::Reachable);
        prop_assert_eq!(turned.map(|found| found.positions), Ok(solution.len() as u64));
        for entry in 0..table.entries.len() {
            let right = table.entries[entry].1;
            let plies = right.remoteness().map_or(0, |plies| plies.0);
            for plies in [plies.saturating_sub(1), plies, plies + 1] {
                for wrong in [Value::Win(Plies(plies)), Value::Loss(Plies(plies)), Value::Draw] {
                    table.entries[entry].1 = wrong;
                    let found = check(&game, &table, Listed::Reachable);
                    prop_assert_eq!(found.is_ok(), wrong == right, "{}: {}", entry, wrong);
                }
            }
            table.entries[entry].1 = right;
        }
    }
}
