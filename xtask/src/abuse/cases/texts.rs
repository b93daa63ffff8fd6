//! Positions, expressions, codes, parameters and contest inputs with faults in them.

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::time::Duration;

use anyhow::{Context, Result};
use fastrand::Rng;

use crate::abuse::case::{Case, Ending, Input};
use crate::abuse::mutation::mutated;
use crate::root;

/// Command lines, each with a text that becomes its last word once it is broken.
const TEXTS: [(&str, &str); 41] = [
    ("solve tic-tac-toe --from", "board=X../.O./..X turn=O"),
    (
        "solve misere-tic-tac-toe --json --from",
        "board=XX./OO./... turn=X",
    ),
    ("explain tic-tac-toe", "board=X../.O./..X turn=O"),
    (
        "tree tic-tac-toe --depth 1 --from",
        "board=X../.O./..X turn=O",
    ),
    (
        "play tic-tac-toe --as none --from",
        "board=X../.O./..X turn=O",
    ),
    ("plan tic-tac-toe --from", "board=X../.O./..X turn=O"),
    ("explain nim", "1.stones=3 2.stones=0 3.stones=2"),
    ("solve calendar --from", "year=2001 month=10 day=4"),
    ("solve subtraction --from", "heap=99"),
    ("solve knight --from", "at=(7,7)"),
    ("solve kalah --from", "cup=2,2,2,0,2,2,2,0 turn=A"),
    (
        "solve numbers --set cards=2 --set first=[1,1] --set second=[1,1] --from",
        "hand={A:[0,2],B:[1,1]} turn=B",
    ),
    ("solve subtraction --set", "n=100"),
    ("solve subtraction --set", "take={1,3,4}"),
    ("solve nim --set", "piles=[3, 4, 5]"),
    ("explain northcott --set", "rows=[(1, 5), (1, 3)]"),
    ("solve knights --set", "at=[(3,4)]"),
    ("plan tic-tac-toe --set", "width=3"),
    ("value", "nim(3) + 2*kayles(7) + knight(3,4)"),
    (
        "value --json",
        "northcott(black=[4, 1], white=[5, 3]) + nim(2)",
    ),
    ("value --play misere", "nim(3) + kayles(3)"),
    ("value --compound all", "knight(5,6) + knight(3,4)"),
    (
        "value --compound some --json",
        "kayles(3) + nim(2) + nim(1)",
    ),
    ("value", "furlo-rublo(777777777777) + dawsons-kayles(4)"),
    ("sequence --terms 50", "0.77"),
    ("sequence --terms 50 --verify", "all but {2,3}"),
    ("sequence --terms 50 --json", "{1,3,4}"),
    ("sequence --terms 50", "Dawson's Kayles"),
    ("sequence --terms 50", "split(2)"),
    ("sequence --terms 50 --format csv", "4.(31)7"),
    ("quotient --heaps 9 --steps 100000 --genus", "0.75"),
    ("quotient --heaps 9 --steps 100000 --json", "4.7"),
    ("pairs --to 10", "one {1..3} both {1, 2:3}"),
    ("pairs --to 10 --json", "wythoff(2)"),
    ("pairs --to 10 --table", "one any both within 3"),
    (
        "pairs wythoff --at",
        "1000000000000000000,1500000000000000000",
    ),
    ("games", "split(2)"),
    ("games", "dawsons-kayles"),
    ("play nim --as", "first"),
    ("judge", "stone-game-strategist"),
    ("completions", "powershell"),
];

/// Lines that a person types in `zug play`.
const TYPED: &str = "moves\nhint\n1,1\nundo\n0,0\nposition\nbest\nhelp\nquit\n";

/// A broken text may turn out to mean much work; the run is asked to stop after this
/// time.
const LONG: Duration = Duration::from_secs(2);

pub(super) fn cases(few: usize, seed: u64) -> Result<impl Iterator<Item = Case>> {
    let mut random = Rng::with_seed(seed);
    let (mut for_play, for_judge) = (random.fork(), random.fork());
    let words = (0..few).map(move |number| {
        let (line, text) = TEXTS[number % TEXTS.len()];
        let broken = argument(mutated(text.as_bytes(), &mut random));
        let words = line.split(' ').map(OsString::from).chain([broken]);
        let case = Case::new(format!("texts: {line} {number}"), words);
        case.may_be_long(LONG).at_most(1024)
    });
    let typed = (0..few / 4).map(move |number| {
        let game = ["nim", "tic-tac-toe", "kalah", "knight"][number % 4];
        let name = format!("texts: typed in play {game} {number}");
        let typed = mutated(TYPED.as_bytes(), &mut for_play);
        Case::line(name, &format!("play {game} --as both")).input(Input::Bytes(typed))
    });
    Ok(words.chain(typed).chain(judged(few / 2, for_judge)?))
}

/// Samples of the contest problems with faults in them.
fn judged(few: usize, mut random: Rng) -> Result<impl Iterator<Item = Case>> {
    let folder = root().join("testdata").join("judge");
    let mut samples = Vec::new();
    for entry in fs::read_dir(&folder).context("cannot read the samples")? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "in") {
            let name = path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            samples.push((name, fs::read(path)?));
        }
    }
    samples.sort();
    Ok((0..few).map(move |number| {
        let (name, sample) = &samples[number % samples.len()];
        let problem = name
            .trim_end_matches(|c: char| c.is_ascii_digit())
            .trim_end_matches('-');
        let line = format!("judge {problem}");
        let case = Case::line(format!("texts: judge {name} {number}"), &line);
        let input = mutated(sample, &mut random);
        case.input(Input::Bytes(input))
            .may_be_long(LONG)
            .ends(Ending::Interrupted)
    }))
}

/// The bytes as a word of a command line, without zero bytes, which no word can have.
fn argument(mut bytes: Vec<u8>) -> OsString {
    bytes.retain(|&byte| byte != 0);
    OsString::from_vec(bytes)
}
