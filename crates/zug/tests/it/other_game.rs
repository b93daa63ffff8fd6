//! A position belongs to its game, and no other game answers about it.

use zug::{Error, Problem, Request, SolveOptions, Tree, TreeLimits};

#[test]
fn a_position_of_another_game_is_refused() {
    let nim = |piles: &str| {
        let request = Request::catalogue("nim").unwrap().set("piles", piles);
        Problem::new(&request).unwrap()
    };
    let options = SolveOptions::default();
    let (ours, other) = (nim("[3,4,5]"), nim("[7,7]"));
    let solution = ours.solve(&options).unwrap();
    let theirs = other.root();
    assert!(matches!(solution.value(&theirs), Err(Error::OtherGame)));
    assert!(matches!(solution.moves(&theirs), Err(Error::OtherGame)));
    let tree = Tree::new(&other, &solution, &TreeLimits::default());
    assert!(matches!(tree, Err(Error::OtherGame)));
    // The same game, read once more, has the same positions.
    let again = nim("[3,4,5]").root();
    assert!(solution.value(&again).unwrap().is_some());
}

#[test]
#[should_panic(expected = "positions of its own game")]
fn a_problem_prints_no_position_of_another_game() {
    let of = |name| Problem::new(&Request::catalogue(name).unwrap()).unwrap();
    of("tic-tac-toe").print(&of("nim").root());
}
