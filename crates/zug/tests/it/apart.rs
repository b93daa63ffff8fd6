//! Nimbers of boards that fall apart, beside a solution of all positions.

use zug::{AnswerBy, Error, Nimber, Play, Problem, Request, SolveOptions, Theorem, TheoremPlan};

use crate::values::values;

const CRAM: &str = "
game cram(width = 3, height = 3)
impartial
type cells = grid(width, height)
full[cells]: bool = false
move place(a in cells, d in {(0, 1), (1, 0)}, b = a + d) if b in cells and not full[a] and not full[b]:
    full[a] = true
    full[b] = true
";

/// A coin is taken from a circle, and its neighbours with it.
const CIRCLE: &str = "
game circle(n = 9)
impartial
type coins = 0..n - 1
there[coins]: bool = true
move take(c in coins) if there[c]:
    there[c] = false
    there[(c + 1) % n] = false
    there[(c + n - 1) % n] = false
";

/// A coin in a row is taken, and all coins to its right: a heap of Nim.
const HEAP: &str = "
game heap(n = 9)
impartial
type coins = 0..n - 1
there[coins]: bool = true
move take(c in coins) if there[c]:
    for d in coins if d >= c:
        there[d] = false
";

fn rules(source: &str) -> Request {
    Request::rules(source, "rules")
}

fn theorem_alone() -> SolveOptions {
    let mut options = SolveOptions::default();
    options.answer_by = AnswerBy::Theorem;
    options
}

/// Compares nimbers and the outcomes of all moves in every position.
fn agree(request: &Request) {
    let problem = Problem::new(request).unwrap();
    let solution = problem.solve(&SolveOptions::default()).unwrap();
    for (position, value) in values(&solution) {
        let text = problem.print(&position);
        let theorem = Theorem::of(&request.clone().at(text.clone()), &theorem_alone());
        let theorem = theorem.unwrap().unwrap();
        assert_eq!(
            theorem.nimber(),
            solution.nimber(&position).unwrap(),
            "{text}"
        );
        assert_eq!(theorem.outcome(), value.outcome(), "{text}");
        assert_eq!(theorem.why().len(), 1, "{text}");
        let claimed = theorem.moves().unwrap().into_iter();
        let claimed: Vec<_> = claimed.map(|of| (of.name, of.outcome)).collect();
        let moves = solution.moves_in_order(&position).unwrap().into_iter();
        let moves: Vec<_> = moves.map(|of| (of.name, of.value.outcome())).collect();
        assert_eq!(claimed, moves, "{text}");
    }
}

#[test]
fn a_board_is_worth_what_its_parts_are() {
    agree(&rules(CRAM));
    agree(&rules(CRAM).set("width", "5").set("height", "2"));
    agree(&rules(CIRCLE));
    agree(&rules(HEAP));
}

#[test]
fn a_board_on_which_moves_give_moves_is_worth_what_its_parts_are() {
    // The move on the left can be made once more after the one on the right.
    agree(&rules(
        "
game gives
impartial
left: bool = true
right: 0..2 = 2
move use_left() if left:
    left = false
move use_right(k in 1..2) if right == k:
    right = k - 1
    left = true
",
    ));
    // One field tells how many are left: the move to 1 makes the move from 1 legal.
    agree(&rules(
        "
game counts
impartial
left: 0..3 = 3
move take(k in 1..3) if left == k:
    left = k - 1
",
    ));
}

#[test]
fn large_boards_are_answered_by_their_parts() {
    let nimber = |width: &str, height: &str| {
        let request = rules(CRAM).set("width", width).set("height", height);
        let theorem = Theorem::of(&request, &SolveOptions::default()).unwrap();
        theorem.map(|of| of.nimber().unwrap())
    };
    // M. Gardner, 1974: with both sides even the second player mirrors in the centre.
    assert_eq!(nimber("2", "16"), Some(Nimber::ZERO));
    // One row is Dawson's Kayles, 0.07 (R. K. Guy and C. A. B. Smith, 1956; OEIS A002187).
    assert_eq!(nimber("1", "40"), Some(Nimber(3)));
    assert!(nimber("2", "17").is_some_and(|nimber| !nimber.is_zero()));
    // Few positions are solved, all of them.
    assert_eq!(nimber("3", "3"), None);
}

#[test]
fn what_asks_for_several_variables_or_is_played_to_lose_is_left_alone() {
    let no_theorem = |request: Request| {
        let found = Theorem::of(&request, &theorem_alone());
        assert!(matches!(found, Err(Error::NoTheorem)), "{found:?}");
    };
    let mut misere = rules(CRAM);
    misere.settings.play = Some(Play::Misere);
    no_theorem(misere);
    // A guard that asks more than what single variables hold.
    no_theorem(rules(
        "
game asks
impartial
there[0..3]: bool = true
move take(c in 0..3) if there[c] and count(there[d] for d in 0..3) != 2:
    there[c] = false
",
    ));
}

#[test]
fn a_sum_of_one_part_is_answered_as_that_part() {
    let cram = Request::catalogue("cram").unwrap().source;
    let rules = format!("{cram}\ngame one(n = 35)\nsum cram(n, 1) for i in 1..1\n");
    let options = SolveOptions::default();
    let plan = TheoremPlan::of(&Request::rules(rules, "one.zug"), &options).unwrap();
    let alone = Request::catalogue("cram")
        .unwrap()
        .set("width", "35")
        .set("height", "1");
    let alone = TheoremPlan::of(&alone, &options).unwrap().unwrap();
    let plan = plan.unwrap();
    assert_eq!(plan.name(), alone.name());
    let nimber = |plan: TheoremPlan| plan.apply(&options).unwrap().unwrap().nimber();
    assert_eq!(nimber(plan), nimber(alone));
}
