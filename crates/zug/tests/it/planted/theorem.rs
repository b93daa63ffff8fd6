//! Faults planted in a theorem: each is found, wherever it shows.

use zug::testing::{Lie, agreement};
use zug::{Agreement, Error, Problem, Request, SolveOptions, Theorem};

/// The result of the comparison if the theorem lies about the position asked about,
/// or about other positions.
fn verified(here: Lie, elsewhere: Lie) -> Result<Agreement, Error> {
    let request = Request::catalogue("nim").unwrap().set("piles", "[1, 3, 5]");
    let options = SolveOptions::default();
    let problem = Problem::new(&request).unwrap();
    let solution = problem.solve(&options).unwrap();
    let theorem = Theorem::of(&request, &options).unwrap().unwrap();
    agreement(theorem, [here, elsewhere], &problem, &solution)
}

#[test]
fn a_wrong_theorem_is_found() {
    let agreement = verified(Lie::Nowhere, Lie::Nowhere).unwrap();
    assert_eq!((agreement.moves, agreement.positions), (9, 48));
    for (here, elsewhere) in [
        (Lie::Outcome, Lie::Nowhere),
        (Lie::Nimber, Lie::Nowhere),
        (Lie::Moves, Lie::Nowhere),
        (Lie::Nowhere, Lie::Outcome),
        (Lie::Nowhere, Lie::Nimber),
    ] {
        let verified = verified(here, elsewhere);
        assert!(
            matches!(verified, Err(Error::Disagreement { .. })),
            "{here:?} {elsewhere:?}: {verified:?}"
        );
    }
}
