//! Rows of pins and Wythoff's game against their rules, solved by plain means, on all
//! small instances.

use std::collections::BTreeSet;

use zug_catalogue::heap_position::{HeapPosition, Split};
use zug_catalogue::wythoff::Wythoff;
use zug_heaps::HeapGame;
use zug_values::Play;

use crate::positions::answers;

#[test]
fn rows_of_pins_are_what_their_rules_say() {
    for (name, code) in [("kayles", "0.77"), ("dawsons-kayles", "0.07")] {
        let game = HeapGame::Breaking(code.parse().unwrap());
        for n in 1..=11_u64 {
            for answer in answers(name, &[("n", n.to_string())], Play::Normal, &[]) {
                // Two rows of pins are printed as `up=##.#`.
                let (_, board) = answer.position.split_once('=').unwrap();
                let up = board
                    .chars()
                    .map(|c| !".0".contains(c))
                    .collect::<Vec<bool>>();
                assert_eq!(up.len() as u64, n, "{board}");
                let rows = up.split(|up| !up).map(|row| row.len() as u64).collect();
                let position = HeapPosition::new(game.clone(), rows).unwrap();
                assert_eq!(Some(position.nimber()), answer.nimber, "{name} {board}");
                assert_eq!(position.outcome(), answer.outcome, "{name} {board}");
                let winning = position.winning_moves();
                assert!(winning.all);
                // A move and its mirror image are one.
                let both_ends = |split: &Split| match split.leave[..] {
                    [] => 1,
                    [one, other] if one == other => 1,
                    _ => 2,
                };
                let named: usize = winning.moves.iter().map(both_ends).sum();
                assert_eq!(named, answer.winning.len(), "{name} {board}");
                assert!((2..=3).contains(&position.why().len()));
            }
        }
    }
}

#[test]
fn wythoffs_game_is_what_its_rules_say() {
    for (first, second) in [(9_u64, 7_u64), (4, 10), (0, 3), (0, 0)] {
        for play in [Play::Normal, Play::Misere] {
            let parameters = [("first", first.to_string()), ("second", second.to_string())];
            for answer in answers("wythoff", &parameters, play, &[]) {
                let numbers = answer.position.split(|c: char| !c.is_ascii_digit());
                let heaps: Vec<u64> = numbers.filter_map(|word| word.parse().ok()).collect();
                let game = Wythoff::new(heaps[0], heaps[1], play).unwrap();
                let what = format!("{play}: {}", answer.position);
                assert_eq!(game.outcome(), answer.outcome, "{what}");
                let moves = game.winning_moves();
                let named = moves.iter().map(|(k, l)| format!("{k},{l}"));
                assert_eq!(named.collect::<BTreeSet<_>>(), answer.winning, "{what}");
                assert!(
                    game.nimber().is_none() || game.nimber() == answer.nimber,
                    "{what}"
                );
                assert_eq!(game.why().len(), 1);
            }
        }
    }
}
