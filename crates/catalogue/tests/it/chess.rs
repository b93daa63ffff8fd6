//! Lines of chess are counted by the rules of the catalogue, and compared with counts that are
//! published.

use zug_catalogue::find;
use zug_game::Game;
use zug_lang::{AnyGame, Rules, Settings};
use zug_testkit::all_or;
use zug_testkit::chess::{LINES, lines, settings};

#[test]
fn lines_of_chess_are_as_many_as_are_published() {
    let rules = Rules::read(find("chess").unwrap().source).unwrap();
    for (board, castling, counts) in LINES.into_iter().take(all_or(1, LINES.len())) {
        let instance = rules.instance(&settings(board, castling)).unwrap();
        assert!(instance.shares_bits());
        // A parameter that is a text is told with its quotes, so that it can be set again.
        let told: Settings = instance.parameters().into_iter().collect();
        assert_eq!(rules.instance(&told).unwrap().start(), instance.start());
        let AnyGame::Widest(game) = instance.game().unwrap() else {
            panic!("a board of chess takes 240 bits");
        };
        // The longest lines are nine in ten of all.
        let most = counts.len() - all_or(1, 0);
        for (moves, expected) in (1..).zip(&counts[..most]) {
            let counted = lines(&game, game.start(), moves);
            assert_eq!(counted, *expected, "{moves} moves from {board}");
        }
    }
}
