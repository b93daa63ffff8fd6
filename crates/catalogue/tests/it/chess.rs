//! Lines of chess are counted, by the rules that the manual shows, and compared with counts that
//! are published.

use zug_game::{Game, Step};
use zug_lang::{AnyGame, Rules, RulesGame, Settings, Word};

const CHESS: &str = include_str!("../../../../book/src/language/chess.in/chess.zug");

/// A position with the number of lines of one move, of two, and so on. The positions are the first
/// five of the page "Perft Results" of the Chess Programming Wiki
/// (<https://www.chessprogramming.org/Perft_Results>), in its order.
struct Row {
    /// The board, the highest rank first.
    start: &'static str,
    castling: &'static str,
    lines: &'static [u64],
}

const ROWS: [Row; 5] = [
    Row {
        start: "rnbqkbnr/pppppppp/......../......../......../......../PPPPPPPP/RNBQKBNR",
        castling: "KQkq",
        lines: &[20, 400, 8902, 197_281],
    },
    Row {
        start: "r...k..r/p.ppqpb./bn..pnp./...PN.../.p..P.../..N..Q.p/PPPBBPPP/R...K..R",
        castling: "KQkq",
        lines: &[48, 2039, 97_862],
    },
    Row {
        start: "......../..p...../...p..../KP.....r/.R...p.k/......../....P.P./........",
        castling: "",
        lines: &[14, 191, 2812, 43_238],
    },
    Row {
        start: "r...k..r/Pppp.ppp/.b...nbN/nP....../BBP.P.../q....N../Pp.P..PP/R..Q.RK.",
        castling: "kq",
        lines: &[6, 264, 9467],
    },
    Row {
        start: "rnbq.k.r/pp.Pbppp/..p...../......../..B...../......../PPP.NnPP/RNBQK..R",
        castling: "KQ",
        lines: &[44, 1486, 62_379],
    },
];

fn lines<W: Word>(game: &RulesGame<W>, position: W, moves: usize) -> u64 {
    let mut steps: Vec<Step<W>> = Vec::new();
    game.expand(&position, &mut steps).unwrap();
    if moves == 1 {
        return steps.len() as u64;
    }
    let next = steps.iter().map(|step| step.position);
    next.map(|position| lines(game, position, moves - 1)).sum()
}

#[test]
fn lines_of_chess_are_as_many_as_are_published() {
    let rules = Rules::read(CHESS).unwrap();
    for row in ROWS {
        let board: Vec<String> = row
            .start
            .split('/')
            .map(|rank| format!("{rank:?}"))
            .collect();
        let settings = Settings::default()
            .set("start", format!("[{}]", board.join(", ")))
            .set("castling", format!("{:?}", row.castling));
        let instance = rules.instance(&settings).unwrap();
        assert!(instance.shares_bits());
        // A parameter that is a text is told with its quotes, so that it can be set again.
        let told: Settings = instance.parameters().into_iter().collect();
        assert_eq!(rules.instance(&told).unwrap().start(), instance.start());
        let AnyGame::Widest(game) = instance.game().unwrap() else {
            panic!("a board of chess takes 240 bits");
        };
        for (moves, expected) in (1..).zip(row.lines) {
            let counted = lines(&game, game.start(), moves);
            assert_eq!(counted, *expected, "{} moves from {}", moves, row.start);
        }
    }
}
