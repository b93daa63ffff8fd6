//! Fibonacci Nim against its rules, solved by plain means, on all small instances.

use std::collections::BTreeSet;

use zug_catalogue::fibonacci_nim::FibonacciNim;
use zug_values::{Outcome, Play};

use crate::positions::answers;

#[test]
fn fibonacci_nim_is_what_its_rules_say() {
    for n in 2..=24_u64 {
        let roots = (0..=n).flat_map(|heap| (1..=n).map(move |most| (heap, most)));
        let roots: Vec<String> = roots
            .map(|(heap, most)| format!("heap={heap} most={most}"))
            .collect();
        for answer in answers(
            "fibonacci-nim",
            &[("n", n.to_string())],
            Play::Normal,
            &roots,
        ) {
            let numbers = answer.position.split(|c: char| !c.is_ascii_digit());
            let numbers: Vec<u64> = numbers.filter_map(|word| word.parse().ok()).collect();
            let game = FibonacciNim::new(numbers[0], numbers[1]);
            assert_eq!(game.outcome(), answer.outcome, "{}", answer.position);
            assert!(game.nimber().is_none() || game.nimber() == answer.nimber);
            let moves = game.winning_moves();
            let named: BTreeSet<String> = moves.iter().map(u64::to_string).collect();
            assert_eq!(named, answer.winning, "{}", answer.position);
            assert!(!game.why().is_empty());
        }
    }
}

#[test]
fn exactly_the_fibonacci_numbers_are_lost() {
    let (mut one, mut next) = (1_u64, 2_u64);
    while next < 1_000_000_000_000_000_000 {
        (one, next) = (next, one + next);
        assert_eq!(
            FibonacciNim::new(one, one - 1).outcome(),
            Outcome::Loss,
            "{one}"
        );
        if next > one + 1 {
            assert_eq!(FibonacciNim::new(one + 1, one).winning_moves()[0], 1);
        }
    }
}
