//! Facts about every state of a game, reached from its start or not.

use std::collections::HashMap;

use zug_catalogue::find;
use zug_game::{Game, Notation, PerfectIndex, Player};
use zug_lang::{AnyGame, Rules, RulesGame, Settings};
use zug_testkit::is_todays;
use zug_testkit::oracle::solve;
use zug_values::{Outcome, Plies, Value};

fn game(name: &str) -> RulesGame<u64> {
    let rules = Rules::read(find(name).unwrap().source).unwrap();
    match rules.instance(&Settings::default()).unwrap().game() {
        Ok(AnyGame::Narrow(game)) => game,
        other => panic!("{name}: {other:?}"),
    }
}

/// How many of the values are wins, losses and draws.
fn outcomes<'v>(values: impl Iterator<Item = &'v Value>) -> [usize; 3] {
    let mut counts = HashMap::new();
    for value in values {
        *counts.entry(value.outcome()).or_default() += 1;
    }
    [Outcome::Win, Outcome::Loss, Outcome::Draw]
        .map(|outcome| counts.get(&outcome).copied().unwrap_or_default())
}

/// Two programs; Codeforces 919F.
#[test]
fn of_the_pairs_of_hands_in_a_game_with_numbers_one_in_five_is_drawn() {
    let game = game("numbers");
    let states = (0..game.size()).map(|rank| game.unrank(rank).unwrap());
    let solved = solve(&game, states);
    assert_eq!(solved.positions.len(), 2 * 495 * 495);
    let unfinished = |position: &u64| game.result(position).unwrap().is_none();
    let pairs = solved.positions.iter().zip(&solved.values);
    let values = pairs
        .filter(|(position, _)| game.mover(position) == Player::First && unfinished(position))
        .map(|(_, value)| value);
    let values: Vec<&Value> = values.collect();
    assert_eq!(values.len(), 244_036);
    assert_eq!(outcomes(values.into_iter()), [120_871, 74_111, 49_054]);
}

/// The mover wins exactly when month + day is even, or the day is 30 and the
/// month 9 or 11 (the closed form of the problem's solvers).
#[test]
fn the_calendar_game_has_a_closed_form() {
    let game = game("calendar");
    let solved = solve(&game, [game.start()]);
    let mut dates = 0;
    for (position, value) in solved.positions.iter().zip(&solved.values) {
        let text = game.print(position);
        if text.contains("over=") {
            continue;
        }
        let number = |label: &str| -> u32 {
            let words = text.split_whitespace();
            let mut found = words.filter_map(|word| word.strip_prefix(label));
            found.next().unwrap().parse().unwrap()
        };
        let (month, day) = (number("month="), number("day="));
        let wins = (month + day) % 2 == 0 || (day == 30 && [9, 11].contains(&month));
        assert_eq!(value.outcome() == Outcome::Win, wins, "{text}");
        dates += 1;
    }
    // The day of the goal is reached only by winning.
    assert_eq!(dates, 37_198 - 1);
}

type Square = (i32, i32);

/// Whether a rook attacks a square past the white king.
fn attacks(rook: Square, square: Square, king: Square) -> bool {
    let between = |a: i32, b: i32, c: i32| (a < b && b < c) || (c < b && b < a);
    let along = |r: Square, s: Square, k: Square| {
        r.0 == s.0 && r.1 != s.1 && !(k.0 == s.0 && between(r.1, k.1, s.1))
    };
    let turned = |(x, y): Square| (y, x);
    along(rook, square, king) || along(turned(rook), turned(square), turned(king))
}

/// All legal placements of the two kings and a white man of this name, with White and with Black to
/// move. `attacks` says whether the man attacks a square past the white king.
fn placements(
    game: &RulesGame<u64>,
    man: &str,
    attacks: impl Fn(Square, Square, Square) -> bool,
) -> [Vec<u64>; 2] {
    let squares: Vec<Square> = (0..8).flat_map(|x| (0..8).map(move |y| (x, y))).collect();
    let (mut white, mut black) = (Vec::new(), Vec::new());
    for &k in &squares {
        for &e in &squares {
            if (k.0 - e.0).abs() <= 1 && (k.1 - e.1).abs() <= 1 {
                continue;
            }
            for &m in squares.iter().filter(|&&m| m != k && m != e) {
                let position = |turn: &str| {
                    let text = format!(
                        "king[White]={},{} king[Black]={},{} {man}={},{} turn={turn}",
                        k.0, k.1, e.0, e.1, m.0, m.1
                    );
                    game.parse(&text).unwrap()
                };
                black.push(position("Black"));
                if !attacks(m, e, k) {
                    white.push(position("White"));
                }
            }
        }
    }
    [white, black]
}

/// Brute force over the legal placements. Not all can be reached: 48 of those
/// with Black to move have no move of White before them.
#[test]
fn king_and_rook_mate_within_16_moves_from_every_placement() {
    if !is_todays(0, 3) {
        return; // one of the three endings each day
    }
    let game = game("krk");
    let [white, black] = placements(&game, "rook", attacks);
    assert_eq!((white.len(), black.len()), (175_168, 223_944));
    let reached = solve(&game, [game.start()]).positions;
    let reached = |player| {
        let positions = reached.iter();
        positions
            .filter(|&position| game.mover(position) == player)
            .filter(|&position| !game.print(position).contains("over="))
            .count()
    };
    assert_eq!(reached(Player::First), white.len());
    assert_eq!(reached(Player::Second), black.len() - 48);

    let solved = solve(&game, white.iter().chain(&black).copied());
    let (white_values, rest) = solved.values.split_at(white.len());
    assert_eq!(outcomes(white_values.iter()), [175_168, 0, 0]);
    let longest = white_values.iter().filter_map(|value| value.remoteness());
    // 16 moves of White and 15 of Black.
    assert_eq!(longest.max(), Some(Plies(31)));
    assert_eq!(outcomes(rest[..black.len()].iter()), [0, 201_700, 22_244]);
}

/// Brute force over the legal placements with a pawn, which are as many as D. Beal and
/// M. Clarke counted, with the wins that every table since has found.
#[test]
fn king_and_pawn_win_where_tables_say_so_within_28_moves() {
    if !is_todays(2, 3) {
        return; // one of the three endings each day
    }
    let game = game("kpk");
    let squares: Vec<Square> = (0..8).flat_map(|x| (0..8).map(move |y| (x, y))).collect();
    let (mut white, mut black) = (Vec::new(), Vec::new());
    for &k in &squares {
        for &e in &squares {
            if (k.0 - e.0).abs() <= 1 && (k.1 - e.1).abs() <= 1 {
                continue;
            }
            let places = squares.iter().filter(|p| (1..=6).contains(&p.1));
            for &p in places.filter(|&&p| p != k && p != e) {
                let position = |turn: &str| {
                    let text = format!(
                        "king[White]={},{} king[Black]={},{} man={},{} kind=pawn turn={turn}",
                        k.0, k.1, e.0, e.1, p.0, p.1
                    );
                    game.parse(&text).unwrap()
                };
                black.push(position("Black"));
                let is_check = (e.0 - p.0).abs() == 1 && e.1 == p.1 + 1;
                if !is_check {
                    white.push(position("White"));
                }
            }
        }
    }
    assert_eq!((white.len(), black.len()), (163_328, 168_024));
    let solved = solve(&game, white.iter().chain(&black).copied());
    let (white_values, rest) = solved.values.split_at(white.len());
    let black_values = &rest[..black.len()];
    assert_eq!(outcomes(white_values.iter()), [124_960, 0, 38_368]);
    assert_eq!(outcomes(black_values.iter()), [0, 97_604, 70_420]);
    let longest = white_values.iter().filter_map(|value| value.remoteness());
    assert_eq!(longest.max(), Some(Plies(55)));
}

/// Brute force over the legal placements.
#[test]
fn king_and_queen_mate_within_10_moves_from_every_placement() {
    if !is_todays(1, 3) {
        return; // one of the three endings each day
    }
    let game = game("kqk");
    // A bishop's lines are a rook's on the board turned by an eighth.
    let slanted = |(x, y): Square| (x + y, x - y);
    let [white, black] = placements(&game, "queen", |queen, square, king| {
        attacks(queen, square, king) || attacks(slanted(queen), slanted(square), slanted(king))
    });
    assert_eq!((white.len(), black.len()), (144_508, 223_944));
    let solved = solve(&game, white.iter().chain(&black).copied());
    let (white_values, rest) = solved.values.split_at(white.len());
    assert_eq!(outcomes(white_values.iter()), [144_508, 0, 0]);
    let longest = white_values.iter().filter_map(|value| value.remoteness());
    assert_eq!(longest.max(), Some(Plies(19)));
    assert_eq!(outcomes(rest[..black.len()].iter()), [0, 200_896, 23_048]);
}
