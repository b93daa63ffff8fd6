//! States of `zug sequence --save` that are damaged, exchanged, or from another source.

use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs};

use anyhow::{Context, Result, ensure};
use fastrand::Rng;

use crate::abuse::case::{Case, Content, Ending, Place};
use crate::abuse::mutation::damaged;

/// Games whose engines keep different states.
const GAMES: [&str; 4] = ["0.77", "0.007", "grundy", "0.165"];

const TERMS: &str = "2000";

pub(super) fn cases(
    few: usize,
    seed: u64,
    zug: &Path,
) -> Result<impl Iterator<Item = Case> + use<>> {
    let states: Vec<Vec<u8>> = GAMES
        .into_iter()
        .map(|game| state(game, zug))
        .collect::<Result<_>>()?;
    let mut random = Rng::with_seed(seed);
    Ok((0..GAMES.len()).flat_map(move |game| {
        let random = random.fork();
        others(game, &states).into_iter().chain(broken(
            GAMES[game],
            states[game].clone(),
            few,
            random,
        ))
    }))
}

/// The case of a game with this state; an error is expected.
fn with(game: &str, what: &str, state: Content) -> Case {
    let line = format!("sequence {game} --terms 3000 --no-values --save state");
    let case = Case::line(format!("states: {game}, {what}"), &line);
    case.with("state", state).ends(Ending::Refused)
}

/// Cases with the state of the game, each with one fault.
fn broken(
    game: &'static str,
    state: Vec<u8>,
    few: usize,
    mut random: Rng,
) -> impl Iterator<Item = Case> {
    (0..few).map(move |number| {
        let bytes = damaged(&state, &mut random);
        with(game, &format!("damaged {number}"), Content::Bytes(bytes))
    })
}

/// Other files that may have the name of a state.
fn others(game: usize, states: &[Vec<u8>]) -> Vec<Case> {
    let name = GAMES[game];
    let whole = || Content::Bytes(states[game].clone());
    let mut cases = vec![
        with(name, "whole", whole()).ends(Ending::Answered),
        with(name, "empty", Content::Bytes(Vec::new())),
        with(name, "twice", Content::Bytes(states[game].repeat(2))),
        with(
            name,
            "another file",
            Content::Bytes(b"{\"version\": 1}\n".to_vec()),
        ),
        with(name, "endless", Content::Zeros(1 << 40)),
        with(
            name,
            "unreadable",
            Content::Unreadable(states[game].clone()),
        )
        .place(Place::Nobody),
        with(name, "a folder", Content::Folder),
        with(name, "a pipe", Content::Fifo),
        with(name, "a link to itself", Content::Link("state")),
        // If a period is known, there is nothing new to write.
        with(name, "in a folder that is read only", whole())
            .place(Place::ReadOnly)
            .ends(Ending::Any),
    ];
    for (other, state) in GAMES.into_iter().zip(states) {
        if other != name {
            cases.push(with(
                name,
                &format!("that of {other}"),
                Content::Bytes(state.clone()),
            ));
        }
    }
    cases
}

/// A state that `zug` has written.
fn state(game: &str, zug: &Path) -> Result<Vec<u8>> {
    let path = env::temp_dir().join(format!("zug-abuse-{}-{game}.state", std::process::id()));
    let status = Command::new(zug)
        .args(["sequence", game, "--terms", TERMS, "--no-values", "--save"])
        .arg(&path)
        .stdout(Stdio::null())
        .status()
        .context("cannot run zug")?;
    ensure!(status.success(), "zug cannot write the state of {game}");
    let bytes = fs::read(&path).context("the state cannot be read")?;
    fs::remove_file(&path)?;
    Ok(bytes)
}
