//! Units of work: done in any order, and after files were deleted or damaged, they make the table
//! that one run makes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use zug_testkit::random::Random;
use zug_testkit::summing;
use zug_testkit::{all_or, todays};

/// What the program prints, where it ends with exit code 0.
fn zug(arguments: &[&str]) -> String {
    let (out, message, code) = ended(arguments);
    assert_eq!(code, Some(0), "{arguments:?}: {message}");
    out
}

/// What the program prints to standard output and to standard error, and its exit code.
fn ended(arguments: &[&str]) -> (String, String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_zug"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        text(&output.stdout),
        text(&output.stderr),
        output.status.code(),
    )
}

/// A folder for units and one for a table, which are removed with the value.
struct Folders {
    _temporary: tempfile::TempDir,
    units: String,
    alone: String,
}

impl Folders {
    fn new() -> Self {
        let temporary = tempfile::tempdir().unwrap();
        let path = |name: &str| temporary.path().join(name).to_str().unwrap().to_owned();
        let (units, alone) = (path("units"), path("alone"));
        Self {
            _temporary: temporary,
            units,
            alone,
        }
    }

    /// The files of streams in the folder of the units.
    fn files(&self) -> Vec<PathBuf> {
        let files = fs::read_dir(&self.units).unwrap();
        let files = files.map(|file| file.unwrap().path());
        let mut files: Vec<PathBuf> = files.filter(|path| is_stream(path)).collect();
        files.sort();
        files
    }
}

fn is_stream(path: &Path) -> bool {
    let name = path.file_name().unwrap().to_str().unwrap();
    name.starts_with(|c: char| c.is_ascii_digit())
}

/// The units that can be done now; `None` if all is done.
fn units(folder: &str) -> Option<Vec<String>> {
    let report: Value = zug(&["cluster", "units", folder, "--json"])
        .parse()
        .unwrap();
    let units = report["units"].as_array().unwrap().iter();
    let units: Vec<String> = units
        .map(|unit| unit["unit"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(report["done"].as_bool().unwrap(), units.is_empty());
    (!units.is_empty()).then_some(units)
}

/// Does all units, each time those that can be done in random order; `between` is called before.
fn do_all(folder: &str, random: &mut Random, mut between: impl FnMut(&mut Random)) {
    while let Some(mut units) = units(folder) {
        between(random);
        let mut shuffled: Vec<String> = Vec::new();
        while !units.is_empty() {
            shuffled.push(units.swap_remove(random.place(units.len())));
        }
        let mut arguments = vec!["cluster", "do", folder];
        arguments.extend(shuffled.iter().map(String::as_str));
        let threads = if random.place(2) == 0 { "1" } else { "3" };
        arguments.extend(["--threads", threads, "--memory", "512MiB"]);
        // What it reads may have been deleted or damaged.
        ended(&arguments);
    }
}

/// The number of shards of the tier that has the most.
fn most_shards(folder: &str) -> usize {
    let info: Value = zug(&["table", "info", folder, "--json"]).parse().unwrap();
    let files = info["files"].as_array().unwrap().iter();
    let shards = files.map(|file| {
        let name = file["name"].as_str().unwrap();
        name[6..11].parse::<usize>().unwrap() + 1
    });
    shards.max().unwrap()
}

/// Units make the table that one run makes by this method, with files of these kinds.
fn is_the_table_of_one_run_by(
    (method, kinds): (&str, &[&str]),
    game: &[&str],
    shards: &[(&str, std::ops::RangeInclusive<usize>)],
) {
    let mut random = Random(7);
    let one = Folders::new();
    zug(&[
        &["solve"],
        game,
        &["--method", method, "--table", &one.alone],
    ]
    .concat());
    let alone = zug(&["table", "digest", &one.alone]);
    let told = |folder: &str| -> Value {
        let info: Value = zug(&["table", "info", folder, "--json"]).parse().unwrap();
        info["counts"].clone()
    };
    for (shard, expected) in shards {
        let folders = Folders::new();
        let folder = folders.units.as_str();
        zug(&[
            &["cluster", "begin", folder],
            game,
            &["--shard-positions", shard],
        ]
        .concat());
        do_all(folder, &mut random, |_| {});
        let most = most_shards(folder);
        assert!(expected.contains(&most), "{game:?}, {shard}: {most}");
        assert_eq!(
            zug(&["table", "digest", folder]),
            alone,
            "{game:?}, {shard}"
        );
        assert_eq!(told(folder), told(&one.alone));
        zug(&["table", "verify", folder]);
        // Only the files of the table are left, its manifest and its lock.
        let files = folders.files();
        let is_of_table = |path: &PathBuf| {
            let kind = path.extension().unwrap();
            kinds.iter().any(|of_table| kind == *of_table)
        };
        assert!(files.iter().all(is_of_table), "{files:?}");
        assert_eq!(fs::read_dir(folder).unwrap().count(), files.len() + 2);
        // The table answers as any other, nimbers and scores included.
        let answer = |table: &str| zug(&[&["solve"], game, &["--table", table]].concat());
        assert_eq!(answer(folder), answer(&one.alone));
    }
}

fn is_the_table_of_one_run(game: &[&str], shards: &[(&str, std::ops::RangeInclusive<usize>)]) {
    let kinds = [
        "packed",
        "cells",
        "nimber-cells",
        "score-cells",
        "attained-cells",
    ];
    is_the_table_of_one_run_by(("tiers", &kinds), game, shards);
}

#[test]
fn tiers_of_numbers_make_the_table_of_one_run() {
    let games = [
        &["dodgem", "--set", "n=3"][..],
        &["dodgem", "--set", "n=4"],
        // Placing men, and then play goes round.
        &["three-mens-morris"],
        // Images share a number, under eight symmetries. With the players swapped they share a slot in memory, as in Dodgem.
        &["quixo", "--set", "n=3"],
        // The game has one tier.
        &["hare-and-hounds"],
    ];
    for game in todays(2, games) {
        is_the_table_of_one_run_by(("dense", &["numbers", "slots"]), game, &[("1", 1..=1)]);
    }
}

#[test]
fn units_make_the_table_of_one_run() {
    let height = all_or("height=3", "height=4");
    let of_board = all_or(
        [("800", 2..=4), ("300", 5..=9)],
        [("4000", 2..=9), ("800", 10..=60)],
    );
    let folder = tempfile::tempdir().unwrap();
    let boxes = folder.path().join("boxes.zug");
    fs::write(&boxes, summing::BOXES).unwrap();
    let boxes = boxes.to_str().unwrap();
    let games = [
        (
            &["tic-tac-toe"][..],
            &[("1000000", 1..=1), ("12", 8..=60)][..],
        ),
        (
            &["connect-four", "--set", "width=4", "--set", height],
            &of_board,
        ),
        (&["hex", "--set", "size=3"], &[("100", 2..=40)]),
        // A move climbs several levels, and most tiers have one position. The table has nimbers.
        (&["subtraction", "--set", "n=9"], &[("1", 1..=2)]),
        (&["cram"], &[("20", 2..=40)]),
        // The game ends with scores, and moves of the other game gain points.
        (&[boxes, "--set", "height=1"], &[("20", 2..=20)]),
        (&["dots-and-boxes-by-margin"], &[("100", 2..=60)]),
    ];
    for (game, shards) in todays(4, games) {
        is_the_table_of_one_run(game, shards);
    }
}

#[test]
fn files_that_are_deleted_or_damaged_are_made_again() {
    let board = ["connect-four", "--set", "width=4", "--set", "height=3"];
    harmed_files_are_made_again("tiers", &board);
}

#[test]
fn files_of_numbers_that_are_deleted_or_damaged_are_made_again() {
    harmed_files_are_made_again("dense", &["quixo", "--set", "n=3"]);
}

/// Units make the table that one run makes by this method, after files were harmed.
fn harmed_files_are_made_again(method: &str, board: &[&str]) {
    let one = Folders::new();
    let alone = ["--method", method, "--table", &one.alone];
    zug(&[&["solve"], board, &alone].concat());
    let alone = zug(&["table", "digest", &one.alone]);
    for seed in 0..all_or(1, 3) {
        let folders = Folders::new();
        let folder = folders.units.as_str();
        zug(&[
            &["cluster", "begin", folder],
            board,
            &["--shard-positions", "700"],
        ]
        .concat());
        let mut harmed = 0;
        do_all(folder, &mut Random(seed), |random| {
            let files = folders.files();
            if files.is_empty() || harmed == 12 {
                return;
            }
            harmed += 1;
            let file = &files[random.place(files.len())];
            if harmed % 2 == 0 {
                fs::remove_file(file).unwrap();
            } else {
                // Header, directory and footer are looked at whenever a file is opened.
                let mut bytes = fs::read(file).unwrap();
                let at = match harmed % 6 {
                    1 => 20,
                    // The number of the version.
                    3 => 9,
                    _ => bytes.len() - 20,
                };
                bytes[at] ^= 1;
                fs::write(file, bytes).unwrap();
            }
        });
        assert!(harmed > 5);
        assert_eq!(zug(&["table", "digest", folder]), alone, "{seed}");
        zug(&["table", "verify", folder]);
    }
}

#[test]
fn status_says_how_long_the_work_lasts_once_all_positions_are_found() {
    let folders = Folders::new();
    let folder = folders.units.as_str();
    let board = ["connect-four", "--set", "width=4", "--set", "height=3"];
    let shards = ["--shard-positions", "300"];
    zug(&[&["cluster", "begin", folder], &board[..], &shards].concat());
    let (mut found_at_a_rate, mut with_an_end) = (0, 0);
    while let Some(units) = units(folder) {
        let report: Value = zug(&["cluster", "units", folder, "--json"])
            .parse()
            .unwrap();
        for unit in report["units"].as_array().unwrap() {
            assert!(unit["memory"].as_u64().unwrap() >= 1 << 20, "{unit}");
        }
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        zug(&[&["cluster", "do", folder], &units[..]].concat());
        let status: Value = zug(&["cluster", "status", folder, "--json"])
            .parse()
            .unwrap();
        let Some(work) = status["work"].as_object() else {
            break;
        };
        let has = |field| {
            work.get(field)
                .is_some_and(|value| value.as_f64().unwrap() >= 0.0)
        };
        let units_left = |stage: &Value| stage["known"].as_u64() != stage["done"].as_u64();
        let stages = work["stages"].as_array().unwrap();
        if stages[..2].iter().any(units_left) {
            assert!(!has("seconds_left"), "{status}");
            found_at_a_rate += u32::from(has("rate"));
        } else if has("rate") {
            assert!(has("seconds_left"), "{status}");
            let text = zug(&["cluster", "status", folder]);
            assert!(text.contains("positions get values a second"), "{text}");
            with_an_end += 1;
        }
    }
    assert!(found_at_a_rate > 3 && with_an_end > 3);
}

/// The arguments are refused with this exit code, and these words are among the message.
fn is_refused(arguments: &[&str], code: i32, words: &str) {
    let (_, message, ended_with) = ended(arguments);
    assert_eq!(ended_with, Some(code), "{arguments:?}: {message}");
    assert!(message.contains(words), "{arguments:?}: {message}");
}

#[test]
fn what_cannot_be_done_is_told() {
    let folders = Folders::new();
    let folder = folders.units.as_str();
    let begin = ["cluster", "begin", folder, "tic-tac-toe"];
    is_refused(
        &["cluster", "units", folder],
        2,
        "no units of work were begun",
    );
    is_refused(
        &["cluster", "begin", folder, "northcott"],
        1,
        "no tiers that could be units of work",
    );
    assert!(!Path::new(folder).exists());
    zug(&begin);
    zug(&begin);
    is_refused(
        &["cluster", "begin", folder, "tic-tac-toe", "--set", "k=2"],
        2,
        "k=3",
    );
    is_refused(
        &[&begin[..], &["--shard-positions", "5"]].concat(),
        2,
        "shards of 4194304",
    );
    is_refused(
        &["solve", "tic-tac-toe", "--table", folder],
        2,
        "solved by units of work",
    );
    is_refused(&["table", "info", folder], 2, "no finished table");
    for (unit, why) in [
        ("split-1", "the name of no unit"),
        ("split-00099", "no unit split-00099"),
        ("keys-00000-00007", "no unit keys-00000-00007"),
        ("finish", "cannot be done yet"),
        ("split-00001", "cannot be done yet"),
    ] {
        is_refused(&["cluster", "do", folder, unit], 2, why);
    }
}

#[test]
fn a_tier_of_numbers_that_does_not_fit_is_refused_with_its_bytes() {
    let folders = Folders::new();
    let folder = folders.units.as_str();
    zug(&["cluster", "begin", folder, "dodgem", "--set", "n=5"]);
    let unit = "keys-00000-00000";
    is_refused(
        &["cluster", "do", folder, unit, "--memory", "128MiB"],
        1,
        "numbers for positions or more); 128.0 MiB are allowed",
    );
    assert_eq!(units(folder).unwrap(), [unit]);
}

#[test]
fn a_unit_before_its_time_is_refused_and_those_before_it_are_done() {
    let folders = Folders::new();
    let folder = folders.units.as_str();
    let begin = ["cluster", "begin", folder, "tic-tac-toe"];
    zug(&begin);
    // The units before the fault are done.
    is_refused(
        &["cluster", "do", folder, "split-00000", "split-00002"],
        2,
        "cannot be done yet",
    );
    assert_eq!(units(folder).unwrap(), ["keys-00000-00000"]);
    zug(&["cluster", "do", folder, "split-00000", "keys-00000-00000"]);
    let begun = Path::new(folder).join("cluster.json");
    let text = fs::read_to_string(&begun).unwrap();
    fs::write(&begun, text.replace("\"rules\"", "\"rulez\"")).unwrap();
    is_refused(&["cluster", "units", folder], 1, "cluster.json is damaged");
    fs::write(&begun, text).unwrap();
    do_all(folder, &mut Random(1), |_| {});
    is_refused(&begin, 2, "holds a finished table");
    zug(&["cluster", "do", folder, "split-00000", "finish"]);
    // A folder of a table, or of anything else, is no place to begin.
    zug(&[
        "solve",
        "nim",
        "--method",
        "positions",
        "--table",
        &folders.alone,
    ]);
    is_refused(
        &["cluster", "begin", &folders.alone, "tic-tac-toe"],
        2,
        "nim",
    );
}
