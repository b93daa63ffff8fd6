//! An expression with shared parts costs as much as it has nodes, however many ways
//! lead to them. That such parts have the right values is tested with all other games
//! of `tests/games` (`shared_parts.zug`).

use std::fmt::Write as _;

use zug_game::Game;
use zug_lang::{AnyGame, Rules, Settings};

/// Returns rules with this many functions, each of which calls the function before it
/// twice.
fn doubling(functions: usize) -> String {
    let mut rules = String::from("game doubling\nimpartial\nn: 0..9 = 9\nlet f0(x) = x\n");
    for number in 1..=functions {
        let before = number - 1;
        let _ = writeln!(
            rules,
            "let f{number}(x) = (f{before}(x) + f{before}(x + 1)) % 7"
        );
    }
    let _ = writeln!(
        rules,
        "move take(k in 1..2) if k <= n and f{functions}(n) != 3:\n    n -= k"
    );
    rules
}

/// Returns the value of the last function by the binomial theorem: the sum of
/// `choose(functions, i) * (x + i)` over all `i`.
fn by_theorem(functions: u32, x: u64) -> u64 {
    // The sum of choose(n, i) is 2^n, and the sum of i * choose(n, i) is n * 2^(n-1).
    let power = |exponent: u32| (0..exponent).fold(1, |power, _| power * 2 % 7);
    (x * power(functions) + u64::from(functions) * power(functions - 1)) % 7
}

#[test]
fn sixty_functions_that_each_ask_twice_are_played_at_once() {
    // A walk along every way through the nodes would take 2^60 steps.
    let rules = Rules::read(&doubling(60)).expect("the rules are well formed");
    let instance = rules.instance(&Settings::default()).expect("they fit");
    let AnyGame::Narrow(game) = instance.game().expect("they make a game") else {
        panic!("64 bits suffice");
    };
    let mut seen = vec![game.start()];
    let mut next = 0;
    while let Some(&position) = seen.get(next) {
        next += 1;
        let mut steps = Vec::new();
        game.expand(&position, &mut steps).expect("no fault");
        let left = position; // the only field
        let legal = (1..=2).filter(|&k| k <= left && by_theorem(60, left) != 3);
        let expected: Vec<u64> = legal.map(|k| left - k).collect();
        let found: Vec<u64> = steps.iter().map(|step| step.position).collect();
        assert_eq!(found, expected, "from {left}");
        for position in found {
            if !seen.contains(&position) {
                seen.push(position);
            }
        }
    }
    assert!(seen.len() > 3, "too few positions to tell: {seen:?}");
}
