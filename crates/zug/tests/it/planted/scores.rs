//! Faults planted in the scores of a solution.

use zug::testing::Planted;
use zug::{Certificate, Error, Extent, Problem, Request, Scope, SolutionFlaw, SolveOptions};

use super::instance;

const DEQUE: &str = "\
game deque(row = [3, 9, 1, 2, 7])
players Left, Right
let n = len(row)

from: 0..n = 0
to:   0..n = n
points[player]: 0..sum(row) = 0

move first if from < to:
    points[me] += row[from]
    from += 1

move last if from < to:
    to -= 1
    points[me] += row[to]

score points[me] - points[other] if stuck
";

/// The scores of the game above, each end told as this much more than it is.
fn scored(more: impl FnMut(u64) -> i64) -> Planted {
    let problem = Problem::new(&Request::rules(DEQUE, "deque.zug")).unwrap();
    Planted::with_scores(&problem, more).unwrap()
}

fn verified(solved: &Planted, extent: Extent) -> Result<Certificate, Error> {
    solved.verify(Scope::Reachable, extent, &SolveOptions::default())
}

/// How much is checked by the rules as they are written: all, a few, nothing.
const EXTENTS: [Extent; 3] = [Extent::All, Extent::Sample(8), Extent::Sample(0)];

#[test]
fn scores_that_are_right_are_believed() {
    for extent in EXTENTS {
        verified(&scored(|_| 0), extent).unwrap();
    }
}

#[test]
fn scores_that_are_wrong_are_found() {
    for extent in EXTENTS {
        let found = verified(&scored(|_| 1), extent);
        assert!(
            matches!(&found, Err(Error::Flaw(SolutionFlaw::Position(_)))),
            "{extent:?}: {found:?}"
        );
    }
}

#[test]
fn a_score_wrong_in_one_position_alone_is_found() {
    for wrong in scored(|_| 0).positions() {
        let mut end_of_play = 0;
        // The scores are those of another play, in which one end is worth more.
        let other = scored(|position| {
            let more = i64::from(position == wrong);
            end_of_play += more;
            more
        });
        for extent in EXTENTS {
            let found = verified(&other, extent);
            assert_eq!(found.is_err(), end_of_play > 0, "{wrong:?} {extent:?}");
        }
    }
}

#[test]
fn scores_other_than_those_of_the_rules_as_written_are_found() {
    let solved = scored(|_| 0);
    let written = instance(DEQUE);
    solved.verify_against(&written, Extent::All).unwrap();
    let other = DEQUE.replace(
        "points[me] - points[other]",
        "2 * points[me] - 2 * points[other]",
    );
    let found = solved.verify_against(&instance(&other), Extent::All);
    let is_found = matches!(&found, Err(Error::Flaw(SolutionFlaw::Position(flaw)))
        if flaw.to_string().contains("the rules as written lead"));
    assert!(is_found, "{found:?}");
}
