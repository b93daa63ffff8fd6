//! Lines of chess are counted by the rules of the catalogue, and compared with counts that are
//! published.

use zug_catalogue::find;
use zug_game::{Game, Step};
use zug_lang::{AnyGame, Rules, RulesGame, Settings, Word};

fn lines<W: Word>(game: &RulesGame<W>, position: W, moves: usize) -> u64 {
    let mut steps: Vec<Step<W>> = Vec::new();
    game.expand(&position, &mut steps).unwrap();
    if moves == 1 {
        return steps.len() as u64;
    }
    let next = steps.iter().map(|step| step.position);
    next.map(|position| lines(game, position, moves - 1)).sum()
}

/// Counts the lines of one move, of two, and so on, by the interpreter; machine code counts longer
/// ones (`crates/jit/tests/it/chess.rs`). The board begins with the highest rank.
fn check(board: &str, castling: &str, expected: &[u64]) {
    let rules = Rules::read(find("chess").unwrap().source).unwrap();
    let ranks: Vec<String> = board.split('/').map(|rank| format!("{rank:?}")).collect();
    let settings = Settings::default()
        .set("start", format!("[{}]", ranks.join(", ")))
        .set("castling", format!("{castling:?}"));
    let instance = rules.instance(&settings).unwrap();
    assert!(instance.shares_bits());
    // A parameter that is a text is told with its quotes, so that it can be set again.
    let told: Settings = instance.parameters().into_iter().collect();
    assert_eq!(rules.instance(&told).unwrap().start(), instance.start());
    let AnyGame::Widest(game) = instance.game().unwrap() else {
        panic!("a board of chess takes 240 bits");
    };
    for (moves, expected) in (1..).zip(expected) {
        let counted = lines(&game, game.start(), moves);
        assert_eq!(counted, *expected, "{moves} moves from {board}");
    }
}

/// The counts are those of the page "Perft Results" of the Chess Programming Wiki
/// (<https://www.chessprogramming.org/Perft_Results>), here and below: its first five positions.
#[test]
fn lines_of_chess_are_as_many_as_are_published() {
    check(
        "rnbqkbnr/pppppppp/......../......../......../......../PPPPPPPP/RNBQKBNR",
        "KQkq",
        &[20, 400, 8902, 197_281],
    );
}

#[test]
fn lines_with_castling_and_pins_are_as_many_as_are_published() {
    check(
        "r...k..r/p.ppqpb./bn..pnp./...PN.../.p..P.../..N..Q.p/PPPBBPPP/R...K..R",
        "KQkq",
        &[48, 2039, 97_862],
    );
    check(
        "......../..p...../...p..../KP.....r/.R...p.k/......../....P.P./........",
        "",
        &[14, 191, 2812, 43_238],
    );
    check(
        "r...k..r/Pppp.ppp/.b...nbN/nP....../BBP.P.../q....N../Pp.P..PP/R..Q.RK.",
        "kq",
        &[6, 264, 9467],
    );
    check(
        "rnbq.k.r/pp.Pbppp/..p...../......../..B...../......../PPP.NnPP/RNBQK..R",
        "KQ",
        &[44, 1486, 62_379],
    );
}
