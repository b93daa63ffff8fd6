//! Trees that the tests draw.

use zug::{Merging, Problem, Request, SolveOptions, Tree, TreeLimits};

/// The tree of a rules text, of `depth` plies at most.
pub(super) fn tree(rules: &str, settings: &[(&str, &str)], depth: Option<usize>) -> Tree {
    let mut request = Request::rules(rules, "test");
    for (parameter, value) in settings {
        request = request.set(*parameter, *value);
    }
    tree_of(&request, depth)
}

/// The tree of a rules text in which positions that are the same stand once.
fn merged(rules: &str, settings: &[(&str, &str)]) -> Tree {
    let mut request = Request::rules(rules, "test");
    for (parameter, value) in settings {
        request = request.set(*parameter, *value);
    }
    let problem = Problem::new(&request).unwrap();
    let solution = problem.solve(&SolveOptions::default()).unwrap();
    let merging = Merging::of(&request, &problem).unwrap();
    Tree::merged(&problem, &solution, &TreeLimits::default(), &merging).unwrap()
}

fn tree_of(request: &Request, depth: Option<usize>) -> Tree {
    let problem = Problem::new(request).unwrap();
    let solution = problem.solve(&SolveOptions::default()).unwrap();
    let limits = TreeLimits::default().with_depth(depth);
    Tree::new(&problem, &solution, &limits).unwrap()
}

pub(super) const NUMBER_GAME: &str = r#"
game number_game(n0 = 3, rounds = 1, e = 7, p = 11, goals = {8, 9})
players X, Y
let power = [e ** n % p for n in 0..p-1]
let sign  = {1: "+", -1: "-"}
n:     0..p-1 = n0
moves: 0..2*rounds = 2*rounds
move go(s in [-1, 1]) if moves > 0 "{sign[s]}":
    n = (n + s * power[n]) % p
    moves -= 1
    win me if n in goals
draw if stuck
show n
"#;

pub(super) const SUBTRACTION: &str = r#"
game subtraction(n = 4, take = {1, 3, 4})
impartial
heap: 0..n = n
move take(k in take) if k <= heap "{k}":
    heap -= k
show heap
"#;

/// A game with a board, and with characters that some form of drawing must escape.
pub(super) const FILLING: &str = r#"
game filling(size = 2)
players A, B
type cells = grid(size, size)
board[cells]: player? = none
move fill(c in cells) if board[c] == none "<{c}> & ]]":
    board[c] = me
show board
"#;

/// A game in which taking one keeps the turn.
pub(super) const KEPT_TURN: &str = r#"
game kept(n = 3)
players A, B
heap: 0..n = n
move one() if heap >= 1 "1":
    heap -= 1
    again
move two() if heap >= 2 "2":
    heap -= 2
show heap
"#;

/// The corner cases of every drawing: one node, a chain, a fan, a cut, boards.
pub(super) fn corner_cases() -> Vec<Tree> {
    vec![
        tree(SUBTRACTION, &[("n", "0")], None),
        tree(SUBTRACTION, &[("n", "60"), ("take", "{1}")], None),
        tree(SUBTRACTION, &[("n", "9"), ("take", "1..9")], Some(1)),
        tree(SUBTRACTION, &[("n", "11")], Some(3)),
        tree(NUMBER_GAME, &[], None),
        tree(NUMBER_GAME, &[("rounds", "2")], None),
        tree(NUMBER_GAME, &[("rounds", "3")], None),
        tree(KEPT_TURN, &[], None),
        tree(FILLING, &[], None),
        merged(SUBTRACTION, &[("n", "11")]),
        merged(FILLING, &[]),
        merged(KEPT_TURN, &[("n", "6")]),
    ]
}
