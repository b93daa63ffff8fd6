//! Parts and products stay within the budget, and what cannot fit is refused
//! before the work.

use zug_game::{Game, Player};
use zug_solve::compound::{Answer, Compound, Part, Question};
use zug_solve::strong::Method;
use zug_solve::{Budget, Error, Job};
use zug_testkit::games::two_tables::{Table, TwoTables, node, subtraction};
use zug_values::Play;

/// The answer for these parts, played together from where they are by First.
fn together(
    parts: &[Part],
    compound: Compound,
    convention: Play,
    job: &Job,
) -> Result<Answer, Error> {
    let question = Question::new(parts, compound)?.with_convention(convention);
    question.solve(Method::Auto, job)
}

#[test]
fn the_budget_bounds_a_part_and_refuses_a_hopeless_product() {
    let budget = Budget::of_bytes(2 << 20);
    let job = Job::default().with_budget(budget.clone());
    let game = subtraction(999, &[2, 3, 5, 7]);
    let heap = Part::explore(&game, game.start(), &job).unwrap();
    assert!(budget.used() > 1000 * 8);
    let part = heap.part().at(heap.find(&(999, Player::First)).unwrap());
    let parts = [part.clone(), part.clone()];
    match together(&parts, Compound::One, Play::Misere, &job) {
        Err(Error::TooLarge {
            positions, bytes, ..
        }) => {
            // From 999 all but 998 can be reached, in each part.
            assert_eq!(positions, 999 * 999);
            assert!(bytes > 2 << 20);
        }
        other => panic!("{other:?}"),
    }
    drop((part, parts, heap));
    assert_eq!(budget.used(), 0, "all is given back");
    assert!(budget.peak() <= budget.limit());
    let job = Job::default().with_budget(Budget::of_bytes(20_000));
    assert!(matches!(
        Part::explore(&game, game.start(), &job),
        Err(Error::Stopped(why)) if why.refusal().is_some()
    ));
    let part = node(&game, 999);
    let parts = vec![part; 7];
    assert!(matches!(
        together(&parts, Compound::One, Play::Misere, &Job::default()),
        Err(Error::TooManyPositions { .. })
    ));
}

/// Heaps of `size` beside each other, of which only First may take the last.
fn partizan_heaps(count: usize, size: u16) -> Vec<Part> {
    let all: Table = (0..=size).map(|heap| (0..heap).collect()).collect();
    let not_the_last = all
        .iter()
        .map(|to| to.iter().copied().filter(|&left| left > 0).collect())
        .collect();
    let heap = node(&TwoTables::partizan([all, not_the_last]), size);
    assert!(!heap.is_impartial());
    vec![heap; count]
}

/// What a product of these takes, or why it is refused, never beyond the budget.
fn within(parts: &[Part], bytes: u64) -> Result<u64, Error> {
    let job = Job::default().with_budget(Budget::of_bytes(bytes));
    let budget = job.budget.clone();
    let answer = together(parts, Compound::Some, Play::Normal, &job);
    let result = answer.map(|answer| {
        assert_eq!(answer.theorem(), None);
        budget.peak()
    });
    assert!(budget.peak() <= bytes);
    assert_eq!(budget.used(), 0, "all is given back");
    result
}

#[test]
fn a_position_with_too_many_turns_is_refused_before_they_are_listed() {
    // 9^7 - 1 turns of the start, each to a position of its own.
    match within(&partizan_heaps(7, 8), 32 << 20) {
        Err(Error::TooLarge { positions, .. }) => assert_eq!(positions, 9u64.pow(7) - 1),
        other => panic!("{other:?}"),
    }
    // First can only uncover the heaps; once all are, Second has 30^3 - 1 turns.
    let mut uncover: Table = vec![vec![]; 30];
    uncover.push(vec![29]);
    let mut take: Table = (0..30).map(|heap| (0..heap).collect()).collect();
    take.push(vec![]);
    let covered = node(&TwoTables::partizan([uncover, take]), 30);
    match within(&vec![covered; 3], 500_000) {
        Err(Error::TooLarge { positions, .. }) => assert_eq!(positions, 30u64.pow(3) - 1),
        other => panic!("{other:?}"),
    }
    // More turns than positions can be numbered.
    let many = partizan_heaps(12, 8);
    let refused = within(&many, u64::MAX);
    assert!(matches!(refused, Err(Error::TooManyPositions { .. })));
}

#[test]
fn a_product_of_partizan_parts_ends_within_its_budget_or_is_refused() {
    let parts = partizan_heaps(3, 6);
    let peak = within(&parts, 1 << 30).unwrap();
    let (mut solved, mut early, mut late) = (0, 0, 0);
    for bytes in (0..2 * peak).step_by(peak as usize / 200) {
        match within(&parts, bytes) {
            Ok(taken) => {
                solved += 1;
                assert!(taken <= bytes);
            }
            Err(Error::TooLarge { positions, .. }) => {
                early += 1;
                assert!(positions >= 7u64.pow(3) - 1);
            }
            Err(Error::Stopped(stopped)) => {
                let refusal = stopped.refusal().unwrap();
                late += 1;
                assert!(refusal.in_use + refusal.needed > bytes);
            }
            Err(other) => panic!("{other}"),
        }
    }
    assert!(
        solved > 100 && early > 0 && late > 0,
        "{solved} {early} {late}"
    );
}
