//! The games of the catalogue, with parameters that keep them small.

use zug_catalogue::Entry;
use zug_lang::{AnyGame, Rules, RulesGame, Settings};

/// Parameters that keep a game small.
const SMALL: [(&str, &[(&str, &str)]); 17] = [
    ("atomic-chess", &[("start", "[\"..k\", \"...\", \"Q.K\"]")]),
    ("breakthrough", &[("width", "3")]),
    ("calendar", &[("start", "(2001, 8, 25)")]),
    ("chung-toi", &[("men", "2")]),
    ("clobber", &[("width", "3"), ("height", "3")]),
    (
        "connect-four",
        &[("width", "3"), ("height", "3"), ("k", "3")],
    ),
    ("hex", &[("size", "3")]),
    ("kalah", &[("pits", "2"), ("seeds", "2")]),
    ("kbbk", &[("n", "4")]),
    ("kbnk", &[("n", "4")]),
    ("knights", &[("at", "[(3, 4), (2, 3)]")]),
    ("kqk", &[("n", "4")]),
    ("krk", &[("n", "4")]),
    ("kayles", &[("n", "8")]),
    (
        "numbers",
        &[
            ("cards", "3"),
            ("first", "[1, 1, 1]"),
            ("second", "[1, 2, 1]"),
        ],
    ),
    ("vasya-chess", &[("n", "3")]),
    ("sim", &[("n", "4")]),
];

/// Returns every game of the catalogue with its name, but for chess: the plain evaluator takes
/// long for its positions, of which `shared_bits` compares some.
pub(crate) fn games() -> impl Iterator<Item = (&'static str, AnyGame)> {
    entries().map(|entry| (entry.name, game(entry, None)))
}

/// As [`games`], but one of every `parts` games, each day another one.
pub(crate) fn games_of_today(parts: usize) -> impl Iterator<Item = (&'static str, AnyGame)> {
    zug_testkit::todays(parts, entries()).map(|entry| (entry.name, game(entry, None)))
}

/// The games of the catalogue, but for chess.
pub(crate) fn entries() -> impl Iterator<Item = &'static Entry> {
    let entries = zug_catalogue::entries().iter();
    entries.filter(|entry| !["antichess", "chess"].contains(&entry.name))
}

/// The game of rules whose positions have at most 64 bits.
pub(crate) fn narrow(rules: &str) -> RulesGame<u64> {
    let rules = Rules::read(rules).unwrap();
    match rules.instance(&Settings::default()).unwrap().game() {
        Ok(AnyGame::Narrow(game)) => game,
        other => panic!("{other:?}"),
    }
}

/// The game of an entry of the catalogue, made small. If `sharing` is a number, this many neighbours in an array share
/// their bits.
pub(crate) fn game(entry: &Entry, sharing: Option<usize>) -> AnyGame {
    let small = SMALL.iter().find(|(name, _)| *name == entry.name);
    let parameters = small.into_iter().flat_map(|(_, settings)| *settings);
    let mut settings: Settings = parameters.copied().collect();
    settings.sharing = sharing;
    let rules = Rules::read(entry.source).unwrap();
    let instance = rules
        .instance(&settings)
        .unwrap_or_else(|e| panic!("{}: {e}", entry.name));
    instance.game().unwrap()
}
