//! Warnings about rules: what is one and what is none.

use zug::{Method, PlayerSwap, Problem, Request, SolveOptions, Statistics};
use zug_testkit::all_or;

fn problem(rules: &str) -> Problem {
    Problem::new(&Request::rules(rules, "rules.zug")).unwrap()
}

fn statistics(problem: &Problem, options: &SolveOptions) -> Statistics {
    let solution = problem.solve(options).unwrap();
    solution.statistics(options).unwrap()
}

fn messages(warnings: &[zug::Diagnostic]) -> Vec<&str> {
    let messages = warnings.iter().map(|warning| &*warning.message);
    messages.collect()
}

#[test]
fn what_nothing_uses_is_warned_of() {
    let problem = problem(
        "\
game g(n = 3, m = 2, _spare = 1)
players White, Black
type color = {red, green}
let twice(a) = 2 * a
let four = twice(2)
let used = 1
x: 0..n = n
move take if x > 0:
    let y = x - used
    let z = y
    x = y
",
    );
    assert_eq!(
        messages(&problem.warnings()),
        [
            "the parameter `m` is not used",
            "the type `color` is not used",
            "the function `twice` is not used",
            "the `let` `four` is not used",
            "the `let` `z` is not used",
        ]
    );
}

#[test]
fn what_is_used_anywhere_is_not_warned_of() {
    let problem = problem(
        "\
game pile(size = 3, most = 2)
impartial
require most >= 1
type cell = grid(size, 1)
type side = {near, far}
let names = {near: \"n\", far: \"f\"}
let far_end = (size - 1, 0)
stones[cell]: bool = true
last: side = near
move take(c in cell, s in side) if stones[c] and c != far_end \"{c} {names[s]}\":
    stones[c] = false
    last = s
symmetry cell: (x, y) -> (x, y)
show stones
game piles(sizes = [2, 3])
sum pile(size) for size in sizes
",
    );
    assert_eq!(messages(&problem.warnings()), [""; 0]);
}

#[test]
fn what_no_position_has_is_warned_of() {
    let rules = "\
game g(n = 3)
players White, Black
x: 0..n = n
done: bool = false
move take if x > 0:
    x -= 1
move jump if x > n:
    x = 0
move fly if done:
    x = 0
win White if x == 0
draw if x > n
draw if done
";
    let problem = problem(rules);
    assert_eq!(
        messages(&problem.warnings()),
        ["the move `jump` is never legal", "this result never comes"]
    );
    let options = SolveOptions::default();
    let found = statistics(&problem, &options);
    let drawn: Vec<&str> = found
        .warnings
        .iter()
        .map(|warning| &rules[warning.span.start..warning.span.end])
        .collect();
    assert_eq!(drawn, ["fly", "draw if done", "Black"]);
    // From another position a move may be out of reach.
    let after = problem.legal_moves(&problem.root()).unwrap()[0].position;
    let found = statistics(&problem.at(after), &options);
    assert_eq!(messages(&found.warnings), [""; 0]);
}

#[test]
fn a_loop_that_never_runs_as_often_as_it_may_is_warned_of() {
    let with = |bound: &str| {
        let rules = format!(
            "game g\nimpartial\nx: 0..6 = 6\nmove halve if x > 0:\n    x -= 1\n    repeat {bound} while x % 2 == 1:\n        x //= 2\n"
        );
        let rules = rules.replace("x //= 2", "x = x // 2");
        let problem = problem(&rules);
        let found = statistics(&problem, &SolveOptions::default());
        messages(&found.warnings).join(", ")
    };
    // From 6 play comes to 5 and 2, to 1 and 0.
    assert_eq!(with("4"), "the bound of this loop, 4, is never reached");
    assert_eq!(with("1"), "");
}

#[test]
fn a_player_who_could_win_and_never_does_is_warned_of() {
    let with = |result: &str| {
        let rules = format!(
            "game g\nplayers White, Black\nx: 0..1 = 1\nmove take if x > 0:\n    x = 0\n{result}\n"
        );
        let problem = problem(&rules);
        let found = statistics(&problem, &SolveOptions::default());
        messages(&found.warnings).join(", ")
    };
    assert_eq!(with("win other if x == 0"), "Black wins no position");
    // Black is not meant to win.
    assert_eq!(with("win White if x == 0\ndraw if stuck"), "");
    assert_eq!(
        with("draw if x <= 0\nwin White if x == 0\ndraw if stuck"),
        "this result never comes, White wins no position"
    );
}

/// Of two positions that are images of each other one is kept, and each has a move of its own.
#[test]
fn a_move_is_seen_in_the_image_of_a_position() {
    let problem = problem(
        "\
game g
players A, B
type cells = 0..1
at[cells]: bool = false
done: bool = false
move put(c in cells) if not at[0] and not at[1]:
    at[c] = true
move left if at[0] and not done:
    done = true
move right if at[1] and not done:
    done = true
symmetry cells: c -> 1 - c
",
    );
    let options = SolveOptions::default();
    let solution = problem.solve(&options).unwrap();
    let counts = solution.counts().unwrap();
    assert_eq!((counts.positions, counts.canonical), (5, 3));
    let found = solution.statistics(&options).unwrap();
    assert_eq!(messages(&found.warnings), ["A wins no position"]);
}

#[test]
fn rules_of_the_catalogue_are_not_warned_of() {
    // The start of antichess has a king and a knight alone. Three cops catch the robber wherever all stand;
    // two rounds are lost for X, whatever X does; the values of Push and Shove are numbers, so that a move never
    // turns who wins.
    let known = [
        ("antichess", "the move `ride` is never legal"),
        ("antichess", "the move `push` is never legal"),
        ("antichess", "the move `push_twice` is never legal"),
        ("antichess", "the move `take` is never legal"),
        ("antichess", "the move `promote` is never legal"),
        ("antichess", "the move `take_in_passing` is never legal"),
        (
            "critical-mass",
            "the bound of this loop, 16, is never reached",
        ),
        ("cops-and-robbers", "Robber wins no position"),
        ("number-game", "X wins no position"),
        ("push", "Right wins no position"),
        ("shove", "Right wins no position"),
    ];
    // That the positions of chess do not fit takes minutes to find.
    let entries = zug_catalogue::entries().iter();
    let entries = entries.filter(|entry| entry.name != "chess");
    for entry in entries.step_by(all_or(4, 1)) {
        let Ok(problem) = Problem::new(&Request::catalogue(entry.name).unwrap()) else {
            continue;
        };
        assert_eq!(messages(&problem.warnings()), [""; 0], "{}", entry.name);
        let options = SolveOptions::default().with_memory(2 << 20);
        let Ok(solution) = problem.solve(&options) else {
            continue;
        };
        let found = solution.statistics(&options).unwrap();
        let known = known.iter().filter(|(name, _)| *name == entry.name);
        let known: Vec<&str> = known.map(|(_, message)| *message).collect();
        assert_eq!(messages(&found.warnings), known, "{}", entry.name);
    }
}

#[test]
fn however_positions_are_solved_their_statistics_are_the_same() {
    for (name, methods) in [
        ("dodgem", vec![Method::Dense, Method::Replaying]),
        ("hexapawn", vec![Method::Tiers, Method::Dense]),
        ("tic-tac-toe", vec![Method::Tiers, Method::Retrograde]),
    ] {
        let problem = Problem::new(&Request::catalogue(name).unwrap()).unwrap();
        let of = |options: &SolveOptions| {
            let found = statistics(&problem, options);
            let Statistics {
                counts,
                wins,
                losses,
                hardest,
                moves,
                most_moves,
                ..
            } = found;
            let outcomes = (counts.wins, counts.losses, counts.draws, counts.players);
            let most = most_moves.map(|(moves, _)| moves);
            let longest = hardest.map(|at| problem.solve(options).unwrap().value(&at).unwrap());
            (outcomes, wins, losses, longest, moves, most)
        };
        let expected = of(&SolveOptions::default().with_player_swap(PlayerSwap::Never));
        for method in methods {
            assert_eq!(of(&SolveOptions::default().with_method(method)), expected);
        }
        let swapped = SolveOptions::default().with_player_swap(PlayerSwap::Always);
        assert_eq!(of(&swapped), expected, "{name}");
    }
}
