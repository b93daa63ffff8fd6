//! Chess positions in FEN.

use zug::{Problem, Request};

fn placed(game: &str, fen: &str) -> Request {
    Request::catalogue(game).unwrap().at_written(fen).unwrap()
}

#[test]
fn published_positions_have_their_numbers_of_moves() {
    // Chess Programming Wiki, Perft Results, 2023: the first numbers of positions 1 to 5.
    for (fen, moves) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            20,
        ),
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
            48,
        ),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 14),
        (
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            6,
        ),
        (
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            44,
        ),
    ] {
        let problem = Problem::new(&placed("chess", fen)).unwrap();
        assert_eq!(
            problem.legal_moves(&problem.root()).unwrap().len(),
            moves,
            "{fen}"
        );
    }
}

#[test]
fn a_fen_is_the_position_that_play_reaches() {
    for (moves, fen) in [
        (
            "e2e4",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        ),
        (
            "e2e4, a7a6, e4e5, d7d5",
            "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
        ),
        (
            "e2e4, e7e5, e1e2",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR b kq - 1 2",
        ),
    ] {
        let played = Request::catalogue("chess").unwrap().after(moves).unwrap();
        let played = Problem::new(&played).unwrap();
        let read = Problem::new(&placed("chess", fen)).unwrap();
        assert_eq!(
            read.print(&read.root()),
            played.print(&played.root()),
            "{moves}"
        );
    }
}

#[test]
fn endings_keep_their_men_where_the_fen_has_them() {
    for (game, fen, men) in [
        ("kqk", "8/8/8/4k3/8/8/4Q3/4K3 b - - 0 1", 3),
        ("krk", "8/8/8/4k3/8/8/4R3/4K3", 3),
        ("kpk", "8/8/8/4k3/8/8/4P3/4K3 w", 3),
        ("kpk", "4Q3/8/8/4k3/8/8/8/4K3 b", 3),
        ("kbnk", "8/8/8/4k3/8/8/4BN2/4K3 w", 4),
        ("kbbk", "8/8/8/4k3/8/8/4BB2/4K3 w", 4),
        ("kqkr", "7k/7r/8/8/8/8/8/KQ6 b", 4),
        ("kqkr", "3k/4/4/KQ2 b", 3),
    ] {
        let problem = Problem::new(&placed(game, fen)).unwrap();
        let drawn = problem.picture(&problem.root()).unwrap_or_default();
        // Each row begins with its number, and the last line has the letters of the columns.
        let rows = drawn
            .lines()
            .map(|line| line.chars().skip(2).collect::<String>());
        let letters: String = rows.filter(|row| row.contains('.')).collect();
        let shown: String = letters
            .chars()
            .filter(|sign| !sign.is_whitespace())
            .collect();
        let asked = fen.split(' ').next().unwrap_or_default();
        let asked: String = asked
            .chars()
            .filter(|sign| *sign != '/')
            .map(|sign| match sign.to_digit(10) {
                Some(empty) => ".".repeat(empty as usize),
                None => sign.to_string(),
            })
            .collect();
        assert_eq!(shown, asked, "{game} {fen}");
        assert_eq!(shown.chars().filter(|sign| *sign != '.').count(), men);
        let is_black = problem.print(&problem.root()).ends_with("turn=Black");
        assert_eq!(is_black, fen.contains(" b"), "{game} {fen}");
    }
}

#[test]
fn what_is_no_fen_of_the_game_is_refused() {
    for (game, fen, message) in [
        (
            "kqk",
            "8/8/8/4k3/8/8/4Q3/4K4 w",
            "rank 1 of the FEN has 9 squares, and rank 8 has 8",
        ),
        (
            "kqk",
            "8/8/8/4k3/8/8/4R3/4K3 w",
            "no position of these rules shows the board",
        ),
        (
            "chess",
            "8/8/8/4k3/8/8/4R3/4K3 x",
            "`x` in the FEN is not the player to move, w or b",
        ),
        (
            "chess",
            "8/8/8/4k3/8/8/4R3/4K3 w Z",
            "`Z` in the FEN is not the rights to castle",
        ),
        (
            "chess",
            "8/8/8/4k3/8/8/4R3/4K3 w - e9",
            "`e9` in the FEN is not a square behind a pawn",
        ),
        (
            "chess",
            "8/8/8/4k3/8/8/4R3/4K3 w - - x",
            "`x` in the FEN is not a number of moves",
        ),
        (
            "nim",
            "8/8/8/4k3/8/8/4R3/4K3 w",
            "no position of these rules shows the board",
        ),
        (
            "kqk",
            "255/255/999999999999/k w",
            "rank 1 of the FEN has 1 squares",
        ),
    ] {
        let asked = Request::catalogue(game).unwrap().at_written(fen);
        let fault = asked.unwrap_err().to_string();
        assert!(fault.contains(message), "{game} {fen}: {fault}");
    }
}
