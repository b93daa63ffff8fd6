//! The index by material numbers the positions without gaps, and leaves out none that play
//! can reach.

use std::collections::HashSet;

use zug_game::{DenseIndex, Game, PerfectIndex, Step};
use zug_lang::{AnyGame, NoIndex, Rules, RulesGame, Settings, Word};

fn game(name: &str, settings: &[(&str, u64)]) -> AnyGame {
    let source = zug_catalogue::find(name).unwrap().source;
    let settings = settings
        .iter()
        .fold(Settings::default(), |all, (key, value)| {
            all.set(*key, *value)
        });
    let rules = Rules::read(source).unwrap();
    rules.instance(&settings).unwrap().game().unwrap()
}

/// Checks the laws of the index; returns its size.
fn the_laws_hold<W: Word>(game: &RulesGame<W>, name: &str) -> u64 {
    let index = game.material_index(game.start(), 1 << 22).unwrap();
    let size = DenseIndex::<W>::size(&index);
    let numbers: Vec<u64> = (0..size).collect();
    let mut positions: Vec<W> = Vec::new();
    index.positions(&numbers, &mut positions);
    assert_eq!(positions.len() as u64, size, "{name}");
    for (number, position) in numbers.iter().zip(&positions) {
        assert_eq!(index.number(position), Some(*number), "{name}");
    }
    let every_seventh: Vec<u64> = numbers.iter().copied().step_by(7).collect();
    let mut some: Vec<W> = Vec::new();
    index.positions(&every_seventh, &mut some);
    let expected: Vec<W> = positions.iter().copied().step_by(7).collect();
    assert_eq!(some, expected, "{name}");

    let numbered: HashSet<W> = positions.into_iter().collect();
    let mut waiting = vec![game.start()];
    let mut found: HashSet<W> = waiting.iter().copied().collect();
    let mut steps: Vec<Step<W>> = Vec::new();
    while let Some(position) = waiting.pop() {
        assert!(numbered.contains(&position), "{name}: {position:?}");
        steps.clear();
        game.expand(&position, &mut steps).unwrap();
        let new = steps.iter().map(|step| step.position);
        waiting.extend(new.filter(|position| found.insert(*position)));
    }
    // Of every state, those have a number that the index gives one.
    let states = game.size();
    for rank in (0..states).step_by((states / 100_000).max(1) as usize) {
        let position = game.unrank(rank).unwrap();
        assert_eq!(
            index.number(&position).is_some(),
            numbered.contains(&position),
            "{name}: {position:?}"
        );
    }
    size
}

#[test]
fn every_number_has_a_position_and_every_position_within_reach_a_number() {
    let cases = [
        ("dodgem", Some(("n", 2)), 2 * 21),
        ("dodgem", Some(("n", 3)), 2 * 1_423),
        ("mu-torere", None, 2 * 630),
        ("pong-hau-ki", None, 2 * 30),
    ];
    for (name, setting, size) in cases {
        let found = match game(name, setting.as_slice()) {
            AnyGame::Narrow(game) => the_laws_hold(&game, name),
            AnyGame::Wide(game) => the_laws_hold(&game, name),
            AnyGame::Widest(game) => the_laws_hold(&game, name),
        };
        assert_eq!(found, size, "{name}");
    }
    for name in ["three-mens-morris", "tic-tac-toe"] {
        match game(name, &[]) {
            AnyGame::Narrow(game) => the_laws_hold(&game, name),
            AnyGame::Wide(game) => the_laws_hold(&game, name),
            AnyGame::Widest(game) => the_laws_hold(&game, name),
        };
    }
}

#[test]
fn dodgem_has_the_sizes_that_were_worked_out_by_hand() {
    for (n, size) in [(4, 555_986), (5, 240_060_402)] {
        let AnyGame::Narrow(game) = game("dodgem", &[("n", n)]) else {
            unreachable!("its cells take 50 bits at most")
        };
        let index = game.material_index(game.start(), u64::MAX).unwrap();
        assert_eq!(DenseIndex::<u64>::size(&index), size);
        let refused = game.material_index(game.start(), size - 1).unwrap_err();
        assert!(
            matches!(refused, NoIndex::TooManyPositions { .. }),
            "{refused}"
        );
    }
}

#[test]
fn a_game_without_a_board_has_no_such_index() {
    let AnyGame::Narrow(game) = game("number-game", &[]) else {
        unreachable!("it has two small numbers")
    };
    let none = game.material_index(game.start(), u64::MAX);
    assert_eq!(none.unwrap_err(), NoIndex::NoBoard);
}
