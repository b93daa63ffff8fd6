//! Tables of `--table` that are damaged, incomplete, or of another game.

use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs};

use anyhow::{Context, Result, ensure};
use fastrand::Rng;

use crate::abuse::case::{Case, Content, Ending, Limits};
use crate::abuse::mutation::damaged;

/// The files of a table, by their names.
type Files = Vec<(String, Vec<u8>)>;

/// Commands that read a table in the folder that they run in.
const READERS: [&str; 5] = [
    "table info .",
    "table query . --json",
    "table verify .",
    "solve tic-tac-toe --table .",
    "tree tic-tac-toe --depth 1 --table .",
];

pub(super) fn cases(
    few: usize,
    seed: u64,
    zug: &Path,
) -> Result<impl Iterator<Item = Case> + use<>> {
    let files = table("tic-tac-toe", zug)?;
    let other = table("nim", zug)?;
    let mut random = Rng::with_seed(seed);
    let mut cases = writers();
    for line in READERS {
        cases.push(with(line, "whole", &files).ends(Ending::Answered));
        let strange = match line.split_once(' ') {
            Some(("table", _)) => Ending::Answered,
            _ => Ending::Misuse,
        };
        cases.push(with(line, "of another game", &other).ends(strange));
    }
    for place in 0..files.len() {
        let name = &files[place].0;
        let mut without = files.clone();
        without.remove(place);
        let what = format!("without {name}");
        let ending = Ending::Refused;
        cases.push(with("table verify .", &what, &without).ends(ending));
        for number in 0..few {
            let mut broken = files.clone();
            broken[place].1 = damaged(&broken[place].1, &mut random);
            let what = format!("{name} damaged {number}");
            cases.push(with("table verify .", &what, &broken).ends(ending));
            // Others may not look at what is damaged.
            let line = READERS[number % READERS.len()];
            cases.push(with(line, &what, &broken).ends(Ending::Any));
        }
    }
    Ok(cases.into_iter())
}

/// Cases in which a table is to be written.
fn writers() -> Vec<Case> {
    let line = "solve tic-tac-toe --table new";
    let case = |what: &str, line: &str| Case::line(format!("tables: {line}, {what}"), line);
    let small = Limits {
        file_size: Some(1),
        ..Limits::default()
    };
    vec![
        case("to be written", line)
            .ends(Ending::Answered)
            .may_leave("new"),
        case("no room", line)
            .limits(small)
            .ends(Ending::Unanswered)
            .may_leave("new"),
        case("a file in its place", line)
            .file("new", "precious")
            .ends(Ending::Refused),
        case("a link to itself", line)
            .with("new", Content::Link("new"))
            .ends(Ending::Refused),
        case("other files", "solve tic-tac-toe --table .")
            .file("letter", "precious")
            .ends(Ending::Misuse),
    ]
}

/// A case with these files.
fn with(line: &str, what: &str, files: &Files) -> Case {
    let case = Case::line(format!("tables: {line}, {what}"), line);
    let with = |case: Case, (name, bytes): &(String, Vec<u8>)| case.file(name, bytes.clone());
    files.iter().fold(case, with)
}

/// The files of a table that `zug` has written.
fn table(game: &str, zug: &Path) -> Result<Files> {
    let folder = env::temp_dir().join(format!("zug-abuse-{}-{game}", std::process::id()));
    let status = Command::new(zug)
        .args(["solve", game, "--table"])
        .arg(&folder)
        .stdout(Stdio::null())
        .status()
        .context("cannot run zug")?;
    ensure!(status.success(), "zug cannot write the table of {game}");
    let mut files = Files::new();
    for entry in fs::read_dir(&folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        // The lock of the folder is no part of the table.
        if name != "lock" {
            files.push((name, fs::read(entry.path())?));
        }
    }
    files.sort();
    fs::remove_dir_all(&folder)?;
    Ok(files)
}
