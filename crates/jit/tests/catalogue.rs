//! Machine code says what the interpreter says, on the games of the catalogue: on
//! every position of small games, and on the first ones of large games.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::collections::{HashSet, VecDeque};

use zug_game::{Game, Notation};
use zug_jit::Machine;
use zug_lang::{AnyGame, Rules, RulesGame, Settings};

/// Parameters that keep a game small.
const SMALL: [(&str, &[(&str, &str)]); 6] = [
    (
        "connect-four",
        &[("width", "3"), ("height", "3"), ("k", "3")],
    ),
    ("kalah", &[("pits", "2"), ("seeds", "2")]),
    ("kqk", &[("n", "4")]),
    ("krk", &[("n", "4")]),
    ("kayles", &[("n", "8")]),
    ("vasya-chess", &[("n", "3")]),
];

/// Positions of a game that are compared; every one of a smaller game.
const MOST: usize = 20_000;

/// Compares on at most [`MOST`] positions; how many.
fn agree<W: Machine>(name: &str, game: RulesGame<W>) -> usize {
    let (fast, report) = zug_jit::compile(game.clone()).unwrap();
    eprintln!("{name}: {report:?}");
    let mut seen = HashSet::from([game.start()]);
    let mut queue = VecDeque::from([game.start()]);
    let mut compared = 0;
    while let Some(position) = queue.pop_front() {
        let (mut found, mut expected) = (Vec::new(), Vec::new());
        let outcome = game.expand(&position, &mut expected);
        let text = || format!("{name}: {}", game.print(&position));
        assert_eq!(fast.expand(&position, &mut found), outcome, "{}", text());
        if outcome == Ok(None) {
            assert_eq!(found, expected, "{}", text());
        }
        compared += 1;
        if compared == MOST {
            break;
        }
        for step in expected {
            if seen.insert(step.position) {
                queue.push_back(step.position);
            }
        }
    }
    compared
}

fn compare(name: &str, source: &str, settings: &[(&str, &str)]) -> usize {
    let mut all = Settings::default();
    for (parameter, value) in settings {
        let setting = ((*parameter).to_owned(), (*value).to_owned());
        all.parameters.push(setting);
    }
    let instance = Rules::read(source).unwrap().instance(&all).unwrap();
    match instance.game().unwrap() {
        AnyGame::Narrow(game) => agree(name, game),
        AnyGame::Wide(game) => agree(name, game),
    }
}

#[test]
fn the_catalogue_runs_as_interpreted() {
    for entry in zug_catalogue::entries() {
        let compared = compare(entry.name, entry.source, &[]);
        assert!(compared >= 10, "{}: {compared} positions", entry.name);
        for (_, settings) in SMALL.iter().filter(|(name, _)| *name == entry.name) {
            compare(entry.name, entry.source, settings);
        }
    }
}
