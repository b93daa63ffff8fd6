//! Machine code of chess, whose moves share long expressions, counts as many lines of play as are
//! published.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::sync::Arc;

use zug_game::Game;
use zug_job::{Budget, Job};
use zug_lang::{AnyGame, Rules};
use zug_testkit::all_or;
use zug_testkit::chess::{LINES, lines, settings};

#[test]
fn machine_code_counts_the_lines_of_chess() {
    let rules = Rules::read(zug_catalogue::find("chess").unwrap().source).unwrap();
    for (board, castling, counts) in LINES.into_iter().take(all_or(1, LINES.len())) {
        let instance = rules.instance(&settings(board, castling)).unwrap();
        let AnyGame::Widest(game) = instance.game().unwrap() else {
            panic!("a board of chess takes 240 bits");
        };
        let (machine, _) = zug_jit::compile(game.interpreter()).unwrap();
        let fast = game.clone().run_by(Arc::new(machine));
        for (moves, expected) in (1..).zip(counts) {
            let counted = lines(&fast, fast.start(), moves);
            assert_eq!(counted, *expected, "{moves} moves from {board}");
        }
    }
}

#[test]
fn machine_code_is_given_up_where_there_is_no_memory_for_it() {
    let rules = Rules::read(zug_catalogue::find("chess").unwrap().source).unwrap();
    let (board, castling, _) = LINES[0];
    let instance = rules.instance(&settings(board, castling)).unwrap();
    let AnyGame::Widest(game) = instance.game().unwrap() else {
        panic!("a board of chess takes 240 bits");
    };
    for bytes in [0, 1 << 20, 9 << 20] {
        let little = Job::default().with_budget(Budget::of_bytes(bytes));
        let made = zug_jit::compile_while(game.interpreter(), &little);
        assert!(matches!(made, Err(zug_jit::Error::NoRoom)), "{bytes} bytes");
    }
}
