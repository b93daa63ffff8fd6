//! Euclid's game against its rules, solved by plain means, for all numbers to 60.

use std::collections::BTreeSet;

use zug_catalogue::euclid::Euclid;
use zug_values::{Nimber, Outcome, Play};

use crate::positions::answers;

#[test]
fn euclid_is_what_its_rules_say_for_all_numbers_to_sixty() {
    let parameters = [("first", "60".to_owned()), ("second", "60".to_owned())];
    let roots = (0..=60).flat_map(|a| (0..=60).map(move |b| format!("a={a} b={b}")));
    let roots: Vec<String> = roots.collect();
    for play in [Play::Normal, Play::Misere] {
        let all = answers("euclid", &parameters, play, &roots);
        assert_eq!(all.len(), 61 * 61);
        for answer in all {
            let numbers = answer.position.split(|c: char| !c.is_ascii_digit());
            let numbers: Vec<u64> = numbers.filter_map(|word| word.parse().ok()).collect();
            let game = Euclid::new(numbers[0], numbers[1], play);
            let what = format!("{play}: {}", answer.position);
            assert_eq!(game.outcome(), answer.outcome, "{what}");
            assert_eq!(game.nimber(), answer.nimber, "{what}");
            let moves = game.winning_moves().into_iter();
            let named = moves.map(|(first, second)| match second {
                0 => format!("{first}x,0"),
                _ => format!("0,{second}x"),
            });
            assert_eq!(named.collect::<BTreeSet<_>>(), answer.winning, "{what}");
            assert!(!game.why().is_empty());
        }
    }
}

#[test]
fn numbers_to_two_to_the_64th_are_answered() {
    let most = u64::MAX;
    let game = Euclid::new(1, most, Play::Normal);
    assert_eq!((game.outcome(), game.nimber()), (Outcome::Win, None));
    assert_eq!(game.winning_moves(), [(0, most)]);
    let game = Euclid::new(
        1_000_000_000_000_000_000,
        618_033_988_749_894_848,
        Play::Normal,
    );
    assert_eq!(
        (game.outcome(), game.nimber()),
        (Outcome::Win, Some(Nimber(1)))
    );
    let game = Euclid::new(
        1_000_000_000_000_000_000,
        618_033_988_749_894_849,
        Play::Normal,
    );
    assert_eq!(
        (game.outcome(), game.nimber()),
        (Outcome::Loss, Some(Nimber(0)))
    );
}
