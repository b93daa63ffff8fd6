//! Facts about the boards of Go.

use std::collections::HashSet;

use zug_catalogue::find;
use zug_game::{Game, Notation};
use zug_lang::{AnyGame, Rules, RulesGame, Settings, Word};
use zug_testkit::oracle::solve;

/// The number of different boards among the positions that play reaches.
fn boards<W: Word>(game: &RulesGame<W>) -> usize {
    let solved = solve(game, [game.start()]);
    let board = |position| {
        let text = game.print(position);
        text.split(' ').next().unwrap().to_owned()
    };
    let boards: HashSet<String> = solved.positions.iter().map(board).collect();
    boards.len()
}

/// A board is legal if each chain has a free point next to it, and play reaches all such boards.
/// Their numbers: John Tromp and Gunnar Farnebäck, Combinatorics of Go, 2007, table 1.
#[test]
fn play_reaches_every_legal_board_of_go() {
    for (game, width, height, legal) in [
        ("go", 1, 1, 1),
        ("go", 2, 1, 5),
        ("go", 3, 1, 15),
        ("go", 4, 1, 41),
        ("go", 2, 2, 57),
        ("go", 3, 2, 489),
        ("go", 3, 3, 12_675),
        ("superko-go", 2, 1, 5),
        ("superko-go", 3, 1, 15),
    ] {
        let rules = Rules::read(find(game).unwrap().source).unwrap();
        let settings = Settings::default()
            .set("width", width.to_string())
            .set("height", height.to_string());
        let found = match rules.instance(&settings).unwrap().game().unwrap() {
            AnyGame::Narrow(game) => boards(&game),
            AnyGame::Wide(game) => boards(&game),
            AnyGame::Widest(game) => boards(&game),
        };
        assert_eq!(found, legal, "{game} {width} by {height}");
    }
}
