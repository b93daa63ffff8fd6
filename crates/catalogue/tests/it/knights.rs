//! The table of a knight's board against the rules of the knight.

use std::collections::HashMap;

use zug_catalogue::find;
use zug_catalogue::knights::KnightBoard;
use zug_game::Game;
use zug_lang::{AnyGame, Rules, RulesGame, Settings};
use zug_testkit::oracle;
use zug_values::Nimber;

/// The game on a board of this side, with the knight here.
fn game(rules: &Rules, side: u32, x: u32, y: u32) -> RulesGame<u64> {
    let settings = Settings::default()
        .set("n", side)
        .set("start", format!("({x}, {y})"));
    match rules.instance(&settings).unwrap().game().unwrap() {
        AnyGame::Narrow(game) => game,
        AnyGame::Wide(_) | AnyGame::Widest(_) => panic!("one cell takes few bits"),
    }
}

#[test]
fn every_cell_of_every_small_board_is_worth_what_the_rules_say() {
    let rules = Rules::read(find("knight").unwrap().source).unwrap();
    for side in 1..=12 {
        let board = KnightBoard::new(side).unwrap();
        let cells: Vec<(u32, u32)> = (0..side)
            .flat_map(|x| (0..side).map(move |y| (x, y)))
            .collect();
        let roots: Vec<u64> = cells
            .iter()
            .map(|&(x, y)| game(&rules, side, x, y).start())
            .collect();
        let game = game(&rules, side, 0, 0);
        let solved = oracle::solve(&game, roots.iter().copied());
        let mut known = HashMap::new();
        for (n, &(x, y)) in cells.iter().enumerate() {
            assert_eq!(solved.positions[n], roots[n]);
            assert_eq!(board.value(x, y), Some(solved.values[n]), "{side}: {x} {y}");
            let by_definition = oracle::nimber(&game, roots[n], &mut known);
            assert_eq!(board.nimber(x, y), Some(by_definition), "{side}: {x} {y}");
        }
    }
}

#[test]
fn the_nimbers_of_the_8_by_8_board_are_those_of_the_tutorial() {
    let board = KnightBoard::new(8).unwrap();
    let expected = [
        [0, 0, 1, 1, 0, 0, 1, 1],
        [0, 0, 2, 1, 0, 0, 1, 1],
        [1, 2, 2, 2, 3, 2, 2, 2],
        [1, 1, 2, 1, 4, 3, 2, 3],
        [0, 0, 3, 4, 0, 0, 1, 1],
        [0, 0, 2, 3, 0, 0, 2, 1],
        [1, 1, 2, 2, 1, 2, 2, 2],
        [1, 1, 2, 3, 1, 1, 2, 0],
    ];
    for (x, row) in (0..).zip(expected) {
        for (y, nimber) in (0..).zip(row) {
            assert_eq!(board.nimber(x, y), Some(Nimber(nimber)), "{x} {y}");
        }
    }
}
