//! Fields that share bits mean what fields mean that have bits of their own: on the small games of
//! the catalogue, made to share bits, and on a game that fits into 256 bits in no other way.

use std::collections::{HashSet, VecDeque};

use zug_game::{Game, Notation, PerfectIndex};
use zug_lang::{AnyGame, Rules, RulesGame, Settings, Word};
use zug_testkit::{all_or, todays};

use crate::agree::agree;
use crate::nasty::compare;
use crate::small;

/// The most positions of a game that are compared.
const MOST: usize = 200;

/// Compares two games on positions as they are printed: outcomes, names of moves, what the moves
/// lead to, and ranks.
fn same<V: Word, W: Word>(one: &RulesGame<V>, other: &RulesGame<W>) -> usize {
    let start = one.print(&one.start());
    assert_eq!(start, other.print(&other.start()));
    let mut seen = HashSet::from([start.clone()]);
    let mut queue = VecDeque::from([start]);
    let mut compared = 0;
    while let Some(text) = queue.pop_front().filter(|_| compared < MOST) {
        compared += 1;
        let ours = Told::of(one, &text);
        assert_eq!(ours, Told::of(other, &text), "{text}");
        for next in ours.next {
            if seen.insert(next.clone()) {
                queue.push_back(next);
            }
        }
    }
    compared
}

/// What a game tells of a position, as texts.
#[derive(Debug, PartialEq, Eq)]
struct Told {
    outcome: String,
    names: Vec<String>,
    next: Vec<String>,
    rank: u128,
}

impl Told {
    fn of<W: Word>(game: &RulesGame<W>, text: &str) -> Self {
        let position = game.parse(text).unwrap();
        let (mut moves, mut steps) = (Vec::new(), Vec::new());
        let outcome = game.expand(&position, &mut steps).unwrap();
        game.moves(&position, &mut moves).unwrap();
        Self {
            outcome: format!("{outcome:?}"),
            names: game.move_names(&position, &moves),
            next: steps
                .iter()
                .map(|step| game.print(&step.position))
                .collect(),
            rank: game.rank(&position),
        }
    }
}

macro_rules! of_any {
    ($any:expr, $game:ident => $body:expr) => {
        match $any {
            AnyGame::Narrow($game) => $body,
            AnyGame::Wide($game) => $body,
            AnyGame::Widest($game) => $body,
        }
    };
}

#[test]
fn games_of_the_catalogue_mean_the_same() {
    let mut sharing = HashSet::new();
    for &together in all_or(&[3][..], &[2, 3, 5]) {
        for entry in todays(3, small::entries()) {
            let name = entry.name;
            let shared = small::game(entry, Some(together));
            if !of_any!(&shared, game => game.instance().shares_bits()) {
                continue;
            }
            sharing.insert(name);
            let plain = small::game(entry, None);
            of_any!(&shared, game => agree(game, MOST));
            let compared = of_any!(&plain, one => of_any!(&shared, other => same(one, other)));
            assert!(compared >= 10, "{name}: {compared} positions");
        }
    }
    assert!(sharing.len() >= all_or(5, 40), "{sharing:?}");
}

/// Men of thirteen kinds on 66 cells: 264 bits apart, and 250 where neighbours share bits.
const MEN: &str = r#"
game men(kinds = 12, w = 11, h = 6)
players A, B
type cells = grid(w, h)
board[cells]: 0..kinds = 0
at: cells = (0, 0)

move step(to in cells, kind in 1..kinds) if board[to] == 0 and kind >= board[at] and kind <= board[at] + 2 and to[0] == at[0] + 1 "{to} {kind}":
    board[to] = kind
    board[at] += 1 if board[at] > 0 and board[at] < kinds else 0
    at = to

win me if board[at] == kinds
show board
"#;

#[test]
fn a_game_fits_that_would_not_fit_apart() {
    let rules = Rules::read(MEN).unwrap();
    let game = rules
        .instance(&Settings::default())
        .unwrap()
        .game()
        .unwrap();
    let AnyGame::Widest(game) = game else {
        panic!("250 bits do not fit into 128");
    };
    assert!(game.instance().shares_bits());
    assert!(game.instance().bits() <= 256);
    assert_eq!(compare(&game, MOST).positions, MOST);
    let small = Settings::default().set("w", 10).set("h", 5);
    let small = rules.instance(&small).unwrap();
    assert!(!small.shares_bits());
    let large = Settings::default().set("w", 12).set("h", 6);
    let refused = rules.instance(&large).unwrap_err().to_string();
    assert!(refused.contains("does not fit into 256 bits"), "{refused}");
}

/// A fault is met at the same place and for the same cause, whether fields share bits or not.
#[test]
fn a_value_leaves_the_range_of_a_field_that_shares_bits() {
    let (mut faults, mut positions) = (0, 0);
    for source in zug_testkit::faults::rules() {
        let rules = Rules::read(&source).unwrap_or_else(|fault| panic!("{fault}\n{source}"));
        let mut of_game = 0;
        for together in [3, 5, 6] {
            let mut settings = Settings::default();
            settings.sharing = Some(together);
            let game = rules.instance(&settings).unwrap().game().unwrap();
            let (shares, met) = of_any!(&game, game => {
                (game.instance().shares_bits(), compare(game, MOST))
            });
            assert!(shares, "{together} together\n{source}");
            assert_eq!(met.same_place, met.faults, "{source}");
            positions += met.positions;
            of_game += met.faults;
        }
        assert!(of_game > 0, "{source}");
        faults += of_game;
    }
    assert!(
        faults > 300 && positions > 2 * faults,
        "{faults} faults in {positions} positions"
    );
}

#[test]
fn chess_means_what_the_evaluator_says() {
    let rules = Rules::read(zug_catalogue::find("chess").unwrap().source).unwrap();
    // Pawns that can take in passing and promote, and both ways to castle, for both players.
    let start = r#"["r...k..r", "..P.....", "........", "...Pp...", "...pP...", "........", "..p.....", "R...K..R"]"#;
    for settings in [
        Settings::default(),
        Settings::default().set("start", start).set("file", 5),
    ] {
        let AnyGame::Widest(game) = rules.instance(&settings).unwrap().game().unwrap() else {
            panic!("a board of chess takes 240 bits");
        };
        assert!(game.instance().shares_bits());
        let most = all_or(10, 30);
        assert_eq!(compare(&game, most).positions, most);
    }
}
