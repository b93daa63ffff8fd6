//! Machine code of chess, whose moves share long expressions, counts as many lines of play as are
//! published (Chess Programming Wiki, "Perft Results":
//! <https://www.chessprogramming.org/Perft_Results>).

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::sync::Arc;

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

/// Counts the lines of this number of moves from a board, of which the highest rank comes first.
fn count(board: &str, castling: &str, moves: usize) -> u64 {
    let rules = Rules::read(zug_catalogue::find("chess").unwrap().source).unwrap();
    let ranks: Vec<String> = board.split('/').map(|rank| format!("{rank:?}")).collect();
    let settings = Settings::default()
        .set("start", format!("[{}]", ranks.join(", ")))
        .set("castling", format!("{castling:?}"));
    let AnyGame::Widest(game) = rules.instance(&settings).unwrap().game().unwrap() else {
        panic!("a board of chess takes 240 bits");
    };
    let (machine, _) = zug_jit::compile(game.interpreter()).unwrap();
    let fast = game.clone().run_by(Arc::new(machine));
    lines(&fast, fast.start(), moves)
}

#[test]
fn machine_code_counts_the_lines_of_chess() {
    for (board, castling, moves, expected) in [
        (
            "rnbqkbnr/pppppppp/......../......../......../......../PPPPPPPP/RNBQKBNR",
            "KQkq",
            4,
            197_281,
        ),
        (
            "r...k..r/p.ppqpb./bn..pnp./...PN.../.p..P.../..N..Q.p/PPPBBPPP/R...K..R",
            "KQkq",
            3,
            97_862,
        ),
        (
            "......../..p...../...p..../KP.....r/.R...p.k/......../....P.P./........",
            "",
            4,
            43_238,
        ),
        (
            "r...k..r/Pppp.ppp/.b...nbN/nP....../BBP.P.../q....N../Pp.P..PP/R..Q.RK.",
            "kq",
            3,
            9_467,
        ),
        (
            "rnbq.k.r/pp.Pbppp/..p...../......../..B...../......../PPP.NnPP/RNBQK..R",
            "KQ",
            3,
            62_379,
        ),
    ] {
        let counted = count(board, castling, moves);
        assert_eq!(counted, expected, "{moves} moves from {board}");
    }
}
