//! How many lines of play there are from five positions of chess: the counts of the page "Perft
//! Results" of the Chess Programming Wiki (<https://www.chessprogramming.org/Perft_Results>), the
//! start among them.

use zug_game::{Game, Step};
use zug_lang::{RulesGame, Settings, Word};

/// A board, of which the highest rank comes first, who may castle where, and the number of lines of
/// one move, of two, and so on.
pub const LINES: [(&str, &str, &[u64]); 5] = [
    (
        "rnbqkbnr/pppppppp/......../......../......../......../PPPPPPPP/RNBQKBNR",
        "KQkq",
        &[20, 400, 8902, 197_281],
    ),
    (
        "r...k..r/p.ppqpb./bn..pnp./...PN.../.p..P.../..N..Q.p/PPPBBPPP/R...K..R",
        "KQkq",
        &[48, 2039, 97_862],
    ),
    (
        "......../..p...../...p..../KP.....r/.R...p.k/......../....P.P./........",
        "",
        &[14, 191, 2812, 43_238],
    ),
    (
        "r...k..r/Pppp.ppp/.b...nbN/nP....../BBP.P.../q....N../Pp.P..PP/R..Q.RK.",
        "kq",
        &[6, 264, 9467],
    ),
    (
        "rnbq.k.r/pp.Pbppp/..p...../......../..B...../......../PPP.NnPP/RNBQK..R",
        "KQ",
        &[44, 1486, 62_379],
    ),
];

/// The parameters of the game of the catalogue with which it begins from a board.
pub fn settings(board: &str, castling: &str) -> Settings {
    let ranks: Vec<String> = board.split('/').map(|rank| format!("{rank:?}")).collect();
    Settings::default()
        .set("start", format!("[{}]", ranks.join(", ")))
        .set("castling", format!("{castling:?}"))
}

/// The number of lines of this number of moves from a position.
pub fn lines<W: Word>(game: &RulesGame<W>, position: W, moves: usize) -> u64 {
    let mut steps: Vec<Step<W>> = Vec::new();
    game.expand(&position, &mut steps).unwrap();
    if moves == 1 {
        return steps.len() as u64;
    }
    let next = steps.iter().map(|step| step.position);
    next.map(|position| lines(game, position, moves - 1)).sum()
}
