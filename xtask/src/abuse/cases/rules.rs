//! Rules with faults in them, made from the games of the catalogue and of the
//! tests.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use anyhow::{Context, Result};
use fastrand::Rng;

use crate::abuse::case::Case;
use crate::abuse::mutation::mutated;
use crate::root;

/// The folders of rules without faults.
const FOLDERS: [&str; 2] = ["crates/catalogue/games", "crates/lang/tests/games"];

/// The questions that are asked about each game.
const QUESTIONS: [&str; 10] = [
    "solve ./game.zug",
    "solve ./game.zug --verify --json",
    "plan ./game.zug",
    "solve ./game.zug --play misere --no-jit",
    "explain ./game.zug",
    "tree ./game.zug --depth 2",
    "solve ./game.zug --all --verify",
    "tree ./game.zug --depth 2 --format svg",
    "play ./game.zug --as none",
    "value ./game.zug+nim(2)",
];

/// The memory, in MiB, that a question may take.
const MEMORY: u64 = 32;

/// A question is asked to stop after this time.
const LONG: Duration = Duration::from_secs(2);

pub(super) fn cases(few: usize, seed: u64) -> Result<impl Iterator<Item = Case>> {
    let mut games = Vec::new();
    for folder in FOLDERS {
        for entry in fs::read_dir(root().join(folder)).context("cannot read the games")? {
            let path = entry?.path();
            let name = path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            games.push((name, fs::read(path)?));
        }
    }
    games.sort();
    Ok((0..few).map(move |number| {
        let (name, rules) = &games[number % games.len()];
        // In each round of the games, each game meets its next question.
        let question = QUESTIONS[(number / games.len() + number) % QUESTIONS.len()];
        let case = Case::line(format!("rules: {number} from {name}, {question}"), question);
        // The faults of a game do not change when another game is added to the
        // catalogue.
        let mut random = Rng::with_seed(seed ^ hash(name, number / games.len()));
        let broken = mutated(rules, &mut random);
        case.file("game.zug", broken)
            .memory(MEMORY)
            .may_be_long(LONG)
    }))
}

fn hash(name: &str, round: usize) -> u64 {
    let mut hasher = DefaultHasher::new();
    (name, round).hash(&mut hasher);
    hasher.finish()
}
