//! Elements that a comprehension finds without a walk are those that the walk finds.
//!
//! A condition under `not` is one that nobody looks up, so that each comprehension stands beside
//! one that walks.

use proptest::prelude::*;
use zug_job::Job;
use zug_lang::{AnyGame, Rules, Settings};

/// Comprehensions over `edges` that ask for `c`, each with one that walks.
const BOTH: [(&str, &str); 12] = [
    (
        "[b for (a, b) in edges if a == c]",
        "[b for (a, b) in edges if not a != c]",
    ),
    (
        "[a for a, b in edges if c == b and a > 2]",
        "[a for a, b in edges if not c != b and a > 2]",
    ),
    (
        "[(a, b) for a, b in edges if a == c or b == c]",
        "[(a, b) for a, b in edges if not (a != c and b != c)]",
    ),
    (
        "[e[1] for e in edges if e[0] == c + 1]",
        "[e[1] for e in edges if not e[0] != c + 1]",
    ),
    (
        "[d for d in 1..7 if (c, d) in edges]",
        "[d for d in 1..7 if not (c, d) not in edges]",
    ),
    (
        "[d for d in nodes if (d, c) in edges and d != 3]",
        "[d for d in nodes if not (d, c) not in edges and d != 3]",
    ),
    (
        "{d for d in some if (c, d) in edges or (d, near[c]) in edges}",
        "{d for d in some if not ((c, d) not in edges and (d, near[c]) not in edges)}",
    ),
    (
        "[d for d in backwards if (c, d) in edges]",
        "[d for d in backwards if not (c, d) not in edges]",
    ),
    (
        "[(d, f) for d in nodes if (c, d) in edges for f in nodes if (d, f) in edges]",
        "[(d, f) for d in nodes for f in nodes if not not ((c, d) in edges and (d, f) in edges)]",
    ),
    (
        "[any(a == c for a, b in edges if b == d) for d in nodes]",
        "[any(a == c for a, b in edges if not b != d) for d in nodes]",
    ),
    (
        "[b for (a, b) in edges if a == c == 1]",
        "[b for (a, b) in edges if not (a != c or c != 1)]",
    ),
    (
        // The name `edges` is local here, and stands for others.
        "[[b for (a, b) in edges if a == c] for edges in [[(c, 9)], [(1, 2), (c, c)]]]",
        "[[b for (a, b) in edges if not a != c] for edges in [[(c, 9)], [(1, 2), (c, c)]]]",
    ),
];

fn rules(edges: &[(i64, i64)], as_set: bool, (picked, walked): (&str, &str)) -> String {
    let edges: Vec<String> = edges.iter().map(|(a, b)| format!("({a}, {b})")).collect();
    let [open, close] = if as_set { ["{", "}"] } else { ["[", "]"] };
    format!(
        "game g\nimpartial\ntype nodes = 0..8\nlet edges = {open}{}{close}\n\
         let near = [(c * 5 + 2) % 9 for c in nodes]\nlet some = {{1, 4, 5, 8}}\n\
         let backwards = [8, 7, 6, 5, 5, 4, 3, 2, 1, 0, 0]\n\
         let same = all({picked} == {walked} for c in nodes)\n\
         let found(c) = {picked}\nlet met(c) = {walked}\nrequire same\n\n\
         at: nodes = 0\n\nmove go(c in nodes) if at == 0 and found(c) == met(c):\n    at = c\n",
        edges.join(", ")
    )
}

fn ground_moves(rules: &str) -> Vec<usize> {
    let read = Rules::read(rules).unwrap();
    let instance = read.instance_while(&Settings::default(), &Job::default());
    let instance = instance.unwrap_or_else(|error| panic!("{error}\n{rules}"));
    match instance.game_while(&Job::default()).unwrap() {
        AnyGame::Narrow(game) => game.ground_move_counts(),
        _ => panic!("64 bits suffice"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn what_is_picked_is_what_a_walk_finds(
        edges in prop::collection::vec((0..9i64, 0..9i64), 10..60),
        as_set in any::<bool>(),
    ) {
        for both in BOTH {
            // The plain evaluator compares at `require`, and the specialiser in the guard.
            let rules = rules(&edges, as_set, both);
            prop_assert_eq!(ground_moves(&rules), vec![9], "{}", rules);
        }
    }
}

#[test]
fn a_key_that_faults_is_told_as_a_walk_tells_it() {
    let edges: Vec<(i64, i64)> = (0..20).map(|n| (n % 9, (n * n) % 9)).collect();
    for (picked, walked) in [
        (
            "[b for (a, b) in edges if a == 1 // (c - 4)]",
            "[b for (a, b) in edges if not a != 1 // (c - 4)]",
        ),
        (
            "[d for d in nodes if (near[c + 1], d) in edges]",
            "[d for d in nodes if not (near[c + 1], d) not in edges]",
        ),
        (
            "[b for (a, b, c) in edges if a == c]",
            "[b for (a, b, c) in edges if not a != c]",
        ),
        (
            "[b for (a, b) in edges if a == zero(c)]",
            "[b for (a, b) in edges if not a != zero(c)]",
        ),
    ] {
        let told = |form: &str| {
            let text = rules(&edges, false, (form, form));
            let text = text.replace("let same", "let zero(c) = 1 // (c // 9)\nlet same");
            let read = match Rules::read(&text) {
                Ok(read) => read,
                Err(error) => return error.message.clone(),
            };
            let made = read.instance_while(&Settings::default(), &Job::default());
            made.map(|_| ()).unwrap_err().to_string()
        };
        assert_eq!(told(picked), told(walked));
    }
}
