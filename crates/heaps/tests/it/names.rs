//! Games with a name, the same rules in several notations, and the boards that
//! some heaps stand for.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

use zug_heaps::{HeapGame, find, known};

fn game(text: &str) -> HeapGame {
    text.parse().unwrap()
}

#[test]
fn every_name_is_a_game_in_its_canonical_notation() {
    assert!(known().windows(2).all(|pair| pair[0].name < pair[1].name));
    let mut names = BTreeSet::new();
    for known in known() {
        assert_eq!(
            game(known.notation).to_string(),
            known.notation,
            "{}",
            known.name
        );
        for name in [known.name, known.title].iter().chain(known.aliases) {
            assert_eq!(game(name), game(known.notation), "{name}");
            assert_eq!(find(name), Some(known), "{name}");
        }
        for name in [known.name].iter().chain(known.aliases) {
            assert!(names.insert(*name), "{name} twice");
            assert!(
                name.chars()
                    .all(|sign| sign.is_ascii_lowercase() || sign == '-'),
                "{name}"
            );
        }
        assert!(game(known.notation).names().any(|other| other == known));
        assert!(!known.line.is_empty() && !known.source.is_empty());
    }
}

#[test]
fn games_are_known_by_name_in_every_notation() {
    for (text, titles) in [
        ("0.77", &["Kayles"][..]),
        ("0.(3)", &["Nim"]),
        ("allbut {}", &["Nim"]),
        ("leave 0..n-1", &["Nim"]),
        ("leave -2..2n", &["Nim"]),
        ("split(2, not all equal)", &["Grundy's game"]),
        ("leave n^(1/4)..n^(1/2)", &["Furlo and Rublo's game"]),
        ("0.777", &[]),
        ("{1,2}", &[]),
    ] {
        let found: Vec<&str> = game(text).names().map(|known| known.title).collect();
        assert_eq!(found, titles, "{text}");
    }
}

/// The options of a heap as a set.
fn options(game: &HeapGame, n: u64) -> BTreeSet<Vec<u64>> {
    let mut options = BTreeSet::new();
    game.options(n, &mut |heaps| {
        options.insert(heaps.to_vec());
    });
    options
}

#[test]
fn the_same_rules_have_the_same_options() {
    for (text, others) in [
        ("0.33", &["{1,2}"][..]),
        ("{1,2}", &["0.33"]),
        ("{2,5}", &["0.03003"]),
        ("{25}", &[]),
        ("{}", &["0.0"]),
        ("0.0", &["{}"]),
        ("0.(3)", &["allbut {}"]),
        ("0.030(3)", &["allbut {1,3}"]),
        ("allbut {1,3}", &["0.030(3)"]),
        ("leave n-4..n-2", &["{2,3,4}", "0.0333"]),
        ("leave n-40..n-1", &["{1..40}"]),
        ("leave n+2..n-1", &["{}", "0.0"]),
        ("leave 0..n-3", &["allbut {1,2}", "0.00(3)"]),
        ("leave 0..2n+1", &["allbut {}", "0.(3)"]),
        ("leave 1..n-1", &[]),
        ("leave n/2..n-1", &[]),
        ("leave n-9999999..n-1", &[]),
        ("split(2)", &["4.0"]),
        ("split(3)", &["8.0"]),
        ("split(2..3)", &["C.0"]),
        ("split(2..4)", &[]),
        ("split(2, not all equal)", &["split(2, unequal)"]),
        ("split(3, not all equal)", &[]),
        ("0.77", &[]),
        ("4.3", &[]),
        ("0.(30)", &[]),
        ("0.3(7)", &[]),
    ] {
        let first = game(text);
        let told: Vec<String> = first.same_rules().iter().map(ToString::to_string).collect();
        assert_eq!(told, others, "{text}");
        for other in first.same_rules() {
            for n in 0..50 {
                let (a, b) = (options(&first, n), options(&other, n));
                assert_eq!(a, b, "{text} and {other}, heap {n}");
            }
        }
    }
}

// The boards.

fn mex(nimbers: impl Iterator<Item = u32>) -> u32 {
    let nimbers: BTreeSet<u32> = nimbers.collect();
    let most = nimbers.len() as u32;
    (0..=most).find(|nimber| !nimbers.contains(nimber)).unwrap()
}

fn heaps(text: &str, most: u64) -> Vec<u32> {
    let game = game(text);
    let mut nimbers: Vec<u32> = Vec::new();
    for n in 0..=most {
        let options = options(&game, n).into_iter();
        let worth = |heaps: Vec<u64>| {
            heaps
                .iter()
                .fold(0, |sum, &heap| sum ^ nimbers[heap as usize])
        };
        let nimber = mex(options.map(worth));
        nimbers.push(nimber);
    }
    nimbers
}

/// The nimber of a position of a board, from its moves.
fn nimber<P: Clone + Eq + Hash>(
    position: &P,
    moves: &impl Fn(&P) -> Vec<P>,
    solved: &mut HashMap<P, u32>,
) -> u32 {
    if let Some(&nimber) = solved.get(position) {
        return nimber;
    }
    let options: Vec<u32> = moves(position)
        .iter()
        .map(|option| nimber(option, moves, solved))
        .collect();
    let nimber = mex(options.into_iter());
    solved.insert(position.clone(), nimber);
    nimber
}

#[test]
fn kayles_and_dawsons_kayles_are_rows_of_pins() {
    // A bit for each pin that stands.
    let row = |n: u32| (1_u32 << n) - 1;
    let two = |pins: &u32| -> Vec<u32> {
        let places = (0..31).map(|place| 3 << place);
        places
            .filter(|two| pins & two == *two)
            .map(|two| pins & !two)
            .collect()
    };
    let one_or_two = |pins: &u32| -> Vec<u32> {
        let ones = (0..31).map(|place| 1 << place);
        let ones = ones.filter(|one| pins & one != 0).map(|one| pins & !one);
        ones.chain(two(pins)).collect()
    };
    let (kayles, dawson) = (heaps("kayles", 14), heaps("dawsons-kayles", 14));
    let (mut of_kayles, mut of_dawson) = (HashMap::new(), HashMap::new());
    for n in 0..=14 {
        let pins = row(n);
        assert_eq!(
            nimber(&pins, &one_or_two, &mut of_kayles),
            kayles[n as usize],
            "{n}"
        );
        assert_eq!(
            nimber(&pins, &two, &mut of_dawson),
            dawson[n as usize],
            "{n}"
        );
    }
}

/// Dawson's Chess with a column for each bit: white pawns on the first row, black
/// ones on the third, in the same columns, and what stands on the second.
#[derive(Clone, PartialEq, Eq, Hash)]
struct DawsonsChess {
    /// The pawns of the mover at home, then those of the opponent.
    home: [u32; 2],
    /// Those that have moved.
    middle: [u32; 2],
}

/// A capture if there is one, else a step; the sides change.
fn chess_moves(board: &DawsonsChess) -> Vec<DawsonsChess> {
    let mut captures = Vec::new();
    let mut steps = Vec::new();
    for column in 0..16 {
        let pawn = 1_u32 << column;
        if board.home[0] & pawn == 0 {
            continue;
        }
        for target in [pawn << 1, pawn >> 1] {
            if board.middle[1] & target != 0 {
                captures.push(DawsonsChess {
                    home: [board.home[1], board.home[0] & !pawn],
                    middle: [board.middle[1] & !target, board.middle[0] | target],
                });
            }
        }
        if (board.middle[0] | board.middle[1]) & pawn == 0 {
            steps.push(DawsonsChess {
                home: [board.home[1], board.home[0] & !pawn],
                middle: [board.middle[1], board.middle[0] | pawn],
            });
        }
    }
    if captures.is_empty() { steps } else { captures }
}

#[test]
fn dawsons_chess_is_won_as_its_heap_is() {
    // With forced captures a turn is one move of the heap and the exchanges that
    // it asks for; who wins the board is compared, as captures are no sum.
    let heap = heaps("dawsons-chess", 9);
    let mut solved = HashMap::new();
    for n in 0..=9_u32 {
        let pawns = (1 << n) - 1;
        let start = DawsonsChess {
            home: [pawns; 2],
            middle: [0; 2],
        };
        let nimber = nimber(&start, &chess_moves, &mut solved);
        assert_eq!(nimber == 0, heap[n as usize] == 0, "{n} columns");
    }
}

#[test]
fn dawsons_chess_is_dawsons_kayles_with_one_more() {
    let (chess, kayles) = (heaps("0.137", 60), heaps("0.07", 61));
    assert_eq!(chess, kayles[1..]);
}

#[test]
fn officers_is_couples_are_forever_with_one_more() {
    let mut couples: Vec<u32> = vec![0];
    for n in 1..=61_usize {
        let splits = if n == 2 { 1..1 } else { 1..n };
        let nimber = mex(splits.map(|first| couples[first] ^ couples[n - first]));
        couples.push(nimber);
    }
    assert_eq!(heaps("officers", 60), couples[1..]);
}

#[test]
fn treblecross_on_n_squares_is_a_heap_of_n_and_two() {
    // Who can complete three in a row wins: such a position has no nimber in a sum,
    // so outcomes are compared.
    fn wins(strip: u32, n: u32, solved: &mut HashMap<u32, bool>) -> bool {
        if let Some(&wins) = solved.get(&strip) {
            return wins;
        }
        let wins = (0..n)
            .filter(|square| strip >> square & 1 == 0)
            .any(|square| {
                let next = strip | 1 << square;
                next & next << 1 & next << 2 != 0 || !wins(next, n, solved)
            });
        solved.insert(strip, wins);
        wins
    }
    let heap = heaps("treblecross", 16);
    // Two squares have no room for three: nobody wins there.
    for n in 3..=14 {
        let won = wins(0, n, &mut HashMap::new());
        assert_eq!(won, heap[n as usize + 2] != 0, "{n} squares");
    }
}
