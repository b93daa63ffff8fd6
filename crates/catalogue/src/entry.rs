//! The rules files of `games/`, by name.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::header::{Header, KINDS};

/// A game of the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name of the game on the command line.
    pub name: &'static str,
    /// The text of its rules file.
    pub source: &'static str,
}

impl Entry {
    /// What the head of the rules file says of the game.
    pub fn header(&self) -> Header {
        Header::read(self.source)
    }

    /// The names by which people call the game: the name itself, the title, and other names.
    pub fn names(&self) -> Vec<String> {
        let Header { title, also, .. } = self.header();
        let others = also
            .split(',')
            .map(str::trim)
            .filter(|name| !name.is_empty());
        let own = [self.name.to_owned(), title.clone()];
        own.into_iter().chain(others.map(str::to_owned)).collect()
    }
}

macro_rules! games {
    ($($name:literal)*) => {
        [$(Entry {
            name: $name,
            source: include_str!(concat!("../games/", $name, ".zug")),
        }),*]
    };
}

/// Invariant: sorted by name.
static ENTRIES: [Entry; 136] = games! {
    "achi"
    "amazons"
    "antichess"
    "asalto"
    "at-most-half"
    "atomic-chess"
    "awari"
    "bachet"
    "brandubh"
    "breakthrough"
    "cake-party"
    "calendar"
    "capture-go"
    "cat-and-mouse"
    "checkers"
    "chess"
    "chinese-checkers"
    "chocolate"
    "chomp"
    "chomp-rows"
    "chopsticks"
    "chung-toi"
    "clobber"
    "coins-in-a-circle"
    "coins-in-a-row"
    "col"
    "connect-four"
    "cops-and-robbers"
    "cram"
    "critical-mass"
    "cutcake"
    "dao"
    "dawsons-chess"
    "dawsons-kayles"
    "divisors"
    "dobutsu-shogi"
    "dodgem"
    "domineering"
    "dots-and-boxes"
    "dots-and-boxes-by-margin"
    "eatcake"
    "edge-geography"
    "elephants-and-rhinos"
    "euclid"
    "fibonacci-nim"
    "fission"
    "forbidden-take-away"
    "fox-and-geese"
    "furlo-rublo"
    "game-of-y"
    "geography"
    "go"
    "gobblet-gobblers"
    "green-hackenbush"
    "grundy"
    "hackenbush"
    "hare-and-hounds"
    "havannah"
    "hex"
    "hex-with-pie"
    "hexapawn"
    "joust"
    "kalah"
    "kalah-by-margin"
    "kaooa"
    "kayles"
    "kbbk"
    "kbnk"
    "knight"
    "knights"
    "konane"
    "kpk"
    "kqk"
    "kqkr"
    "krk"
    "l-game"
    "laskers-nim"
    "lines-of-action"
    "mark"
    "mark-by-three"
    "maundy-cake"
    "misere-tic-tac-toe"
    "mock-turtles"
    "moore"
    "morris"
    "mu-torere"
    "nim"
    "nim-with-a-pass"
    "nimble"
    "node-kayles"
    "nogo"
    "northcott"
    "notakto"
    "number-game"
    "number-scrabble"
    "numbers"
    "onitama"
    "order-and-chaos"
    "oware"
    "partizan-euclid"
    "partizan-subtraction"
    "pentago"
    "permutation"
    "pong-hau-ki"
    "powers"
    "push"
    "quixo"
    "quoridor"
    "reversi"
    "reversi-by-margin"
    "roxor"
    "russian-draughts"
    "shiritori"
    "shove"
    "silver-dollar"
    "sim"
    "snort"
    "stone-game-strategist"
    "subtract-a-square"
    "subtraction"
    "superko-go"
    "tac-tix"
    "teeko"
    "three-mens-morris"
    "tic-tac-toe"
    "tigers-and-goats"
    "toads-and-frogs"
    "toppling-dominoes"
    "treblecross"
    "turning-turtles"
    "ultimate-tic-tac-toe"
    "vasya-chess"
    "wild-tic-tac-toe"
    "wythoff"
    "wythoff-by-two"
    "wythoff-with-ends"
};

/// All games, sorted by name.
pub fn entries() -> &'static [Entry] {
    &ENTRIES
}

/// The kinds of games ([`KINDS`]), each with its games sorted by name.
///
/// ```
/// let (kind, games) = zug_catalogue::by_kind().next().expect("there are kinds");
/// assert_eq!(kind, "Heaps and numbers");
/// assert!(games.iter().any(|game| game.name == "nim"));
/// ```
pub fn by_kind() -> impl Iterator<Item = (&'static str, Vec<&'static Entry>)> {
    KINDS.into_iter().map(|kind| {
        let games = ENTRIES.iter().filter(|entry| entry.header().kind == kind);
        (kind, games.collect())
    })
}

/// The game of this name, or the game that people call so: capitals, spaces and other signs do not
/// matter, and titles and other names are known.
///
/// ```
/// let game = zug_catalogue::find("connect-four").expect("we ship it");
/// assert_eq!(game.header().title, "Connect Four");
/// for called in ["Connect Four", "CONNECTFOUR", "four in a row"] {
///     assert_eq!(zug_catalogue::find(called), Some(game));
/// }
/// ```
pub fn find(name: &str) -> Option<&'static Entry> {
    let place = ENTRIES.binary_search_by(|entry| entry.name.cmp(name));
    if let Ok(place) = place {
        return Some(&ENTRIES[place]);
    }
    let place = *CALLED.get(&letters(name))?;
    Some(&ENTRIES[place])
}

/// For the letters of each name by which people call a game, the place of the game.
static CALLED: LazyLock<HashMap<String, usize>> = LazyLock::new(|| {
    let mut called = HashMap::new();
    for (place, entry) in ENTRIES.iter().enumerate() {
        for name in entry.names() {
            called.insert(letters(&name), place);
        }
    }
    called
});

/// The letters and digits of a name, without capitals.
fn letters(name: &str) -> String {
    let signs = name.chars().filter(|sign| sign.is_alphanumeric());
    signs.flat_map(char::to_lowercase).collect()
}

/// The name that is most like `name`, for "did you mean"; `None` if no name is like it.
///
/// ```
/// assert_eq!(zug_catalogue::nearest("conect4"), Some("connect-four"));
/// assert_eq!(zug_catalogue::nearest("backgammon"), None);
/// ```
pub fn nearest(name: &str) -> Option<&'static str> {
    let name = letters(name);
    CALLED
        .iter()
        .map(|(called, place)| (strsim::jaro_winkler(&name, called), ENTRIES[*place].name))
        .filter(|(likeness, _)| *likeness >= LEAST_LIKENESS)
        // Of names that are alike to the same degree, the one that comes first.
        .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(a.1)))
        .map(|(_, name)| name)
}

/// Names that are less alike than this are not suggested.
const LEAST_LIKENESS: f64 = 0.85;

#[cfg(test)]
mod tests {
    use super::*;
    use zug_lang::{Rules, Settings};

    #[test]
    fn entries_are_sorted_and_found_by_name() {
        assert!(ENTRIES.windows(2).all(|pair| pair[0].name < pair[1].name));
        for entry in entries() {
            assert_eq!(find(entry.name), Some(entry));
        }
        assert_eq!(find("chess-on-the-moon"), None);
    }

    #[test]
    fn a_name_by_which_people_call_a_game_is_that_of_one_game() {
        for entry in entries() {
            for name in entry.names() {
                assert_eq!(find(&name), Some(entry), "{name}");
            }
        }
        for (called, meant) in [
            ("tictactoe", "tic-tac-toe"),
            ("noughts and crosses", "tic-tac-toe"),
            ("NIM", "nim"),
            ("Draughts", "checkers"),
            ("mills", "morris"),
            ("othello", "reversi"),
            ("Mancala", "kalah"),
            ("number_game", "number-game"),
            ("connect4", "connect-four"),
        ] {
            assert_eq!(
                find(called).map(|entry| entry.name),
                Some(meant),
                "{called}"
            );
        }
        assert_eq!(find(""), None);
    }

    #[test]
    fn every_rules_file_is_an_entry() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/games");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        files.sort_by(|a, b| a.trim_end_matches(".zug").cmp(b.trim_end_matches(".zug")));
        let names: Vec<String> = entries()
            .iter()
            .map(|entry| format!("{}.zug", entry.name))
            .collect();
        assert_eq!(files, names);
    }

    #[test]
    fn every_game_reads_and_starts() {
        for entry in entries() {
            let rules =
                Rules::read(entry.source).unwrap_or_else(|fault| panic!("{}: {fault}", entry.name));
            assert_eq!(rules.name().replace('_', "-"), entry.name);
            let game = rules
                .instance(&Settings::default())
                .unwrap_or_else(|fault| panic!("{}: {fault}", entry.name))
                .game();
            assert!(game.is_ok(), "{}: {}", entry.name, game.unwrap_err());
        }
    }

    #[test]
    fn slips_of_the_pen_are_understood() {
        for (slip, meant) in [
            ("tictactoo", "tic-tac-toe"),
            ("numbergame2", "number-game"),
            ("conect4", "connect-four"),
            ("dodgen", "dodgem"),
        ] {
            assert_eq!(nearest(slip), Some(meant), "{slip}");
        }
    }
}
