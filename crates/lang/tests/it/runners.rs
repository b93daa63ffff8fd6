//! Games and what runs them.

use std::sync::Arc;

use zug_game::{Game, Notation};
use zug_lang::{AnyGame, Rules, RulesGame, Settings};

fn count_down(from: u64) -> RulesGame<u64> {
    let source = "game g(n = 1)\nimpartial\nx: 0..9 = n\nmove m if x > 0:\n    x -= 1\n";
    let settings = Settings::default().set("n", from);
    let instance = Rules::read(source).unwrap().instance(&settings).unwrap();
    match instance.game().unwrap() {
        AnyGame::Narrow(game) => game,
        AnyGame::Wide(_) | AnyGame::Widest(_) => unreachable!("one number takes four bits"),
    }
}

#[test]
fn a_game_is_run_by_what_was_made_from_it() {
    let game = count_down(3);
    let runner = game.interpreter().clone();
    let run = game.clone().run_by(Arc::new(runner));
    assert_eq!(run.print(&run.start()), "x=3");
}

#[test]
#[should_panic(expected = "a runner runs the game that it was made from")]
fn a_runner_of_another_game_is_refused() {
    let runner = count_down(4).interpreter().clone();
    let _ = count_down(3).run_by(Arc::new(runner));
}
