//! Searches that keep what they know in a file, and go on from it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use zug::Budget;
use zug_tablebase::{SearchFile, SearchHead, SearchRoom, write_search};

use crate::signals;

/// Connect Four on a board that takes some seconds, searched into a file.
const GAME: [&str; 9] = [
    "solve",
    "connect-four",
    "--set",
    "width=5",
    "--set",
    "height=5",
    "--threads",
    "1",
    "--json",
];

fn zug(arguments: &[&str], file: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zug"));
    command.args(arguments).arg("--save").arg(file);
    command.stdin(Stdio::null());
    command
}

/// What a run answers, without what depends on the run; and the number of positions it
/// searched.
fn answer(output: &Output) -> (serde_json::Value, u64) {
    assert!(output.status.success(), "{output:?}");
    let mut report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let searched = report["searched"].as_u64().unwrap();
    let report = report.as_object_mut().unwrap();
    for field in ["searched", "leaves", "seconds", "peak_bytes"] {
        report.remove(field);
    }
    (report.clone().into(), searched)
}

fn refusal(output: &Output) -> (String, i32) {
    assert!(output.stdout.is_empty(), "{output:?}");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    (message, output.status.code().unwrap())
}

#[test]
fn a_search_that_is_killed_goes_on_and_answers_as_one_that_was_not() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, file) = (folder.path().join("whole"), folder.path().join("file"));
    let (wanted, all) = answer(&zug(&GAME, &whole).output().unwrap());
    let often = [&GAME[..], &["--checkpoint-every", "0"]].concat();
    for wait in [150, 400, 700, 300, 900] {
        let mut child = zug(&often, &file).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let output = zug(&often, &file).output().unwrap();
    assert!(goes_on(&output));
    assert_eq!(answer(&output).0, wanted);
    // Nothing is left to be done, and nothing beside the file.
    let (again, few) = answer(&zug(&GAME, &file).output().unwrap());
    assert_eq!(again, wanted);
    assert!(few < all / 100, "{few} {all}");
    let names = fs::read_dir(folder.path()).unwrap();
    assert_eq!(names.count(), 2);
}

#[cfg(unix)]
#[test]
fn a_search_that_is_stopped_keeps_what_it_knows() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    let (wanted, _) = answer(&zug(&GAME, &folder.path().join("whole")).output().unwrap());
    let often = [&GAME[..], &["--checkpoint-every", "0"]].concat();
    let mut tried = 0;
    let output = loop {
        tried += 1;
        let mut child = signals::hearing(&zug(&often, &file));
        let child = child.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = child.spawn().unwrap();
        // Once there is a file the search is on its way, and mostly far from its end.
        while !file.exists() && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(5));
        }
        signals::send("-INT", &child);
        let output = signals::ended(child);
        // On a busy machine the signal may come too late: then once more, from the beginning.
        if !output.status.success() || tried == 10 {
            break output;
        }
        fs::remove_file(&file).unwrap();
    };
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(
        told.contains("from which the next one goes on") && told.contains("note: stopped; "),
        "{told}"
    );
    assert_eq!(output.status.code(), Some(130));
    let output = zug(&GAME, &file).output().unwrap();
    assert!(goes_on(&output));
    assert_eq!(answer(&output).0, wanted);
}

/// Whether a search began with what an earlier one knew. How many positions that saves cannot be
/// told: moves may be tried in another order.
fn goes_on(output: &Output) -> bool {
    let told = String::from_utf8_lossy(&output.stderr);
    told.contains("the search goes on from")
}

#[test]
fn another_position_of_the_game_goes_on_from_what_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    let small = ["solve", "connect-four", "--set", "width=4", "--json"];
    let (_, all) = answer(&zug(&small, &file).output().unwrap());
    let later = "board=..../..../..../..../.X../.O.. turn=X";
    let later = [&small[..], &["--from", later]].concat();
    let (wanted, _) = answer(&zug(&later, &folder.path().join("other")).output().unwrap());
    let (found, more) = answer(&zug(&later, &file).output().unwrap());
    assert_eq!(found, wanted);
    let (_, none) = answer(&zug(&small, &file).output().unwrap());
    assert!(none < all, "{none} {all}");
    // The file counts what all runs have searched.
    let kept = SearchFile::open(&file, &Budget::unlimited()).unwrap();
    assert_eq!(kept.head().searched, all + more + none);
}

#[test]
fn files_that_are_damaged_or_of_another_game_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    let small = ["solve", "tic-tac-toe"];
    assert!(zug(&small, &file).output().unwrap().status.success());
    let bytes = fs::read(&file).unwrap();
    for other in [
        &["solve", "connect-four"][..],
        &["solve", "tic-tac-toe", "--play", "misere"],
    ] {
        let (message, code) = refusal(&zug(other, &file).output().unwrap());
        assert!(message.contains(" is of a search of "), "{message}");
        assert_eq!(code, 2);
    }
    assert_eq!(fs::read(&file).unwrap(), bytes);
    let changed = folder.path().join("changed");
    for place in (8..bytes.len()).step_by(bytes.len() / 23) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1;
        fs::write(&changed, &damaged).unwrap();
        let (message, code) = refusal(&zug(&small, &changed).output().unwrap());
        assert!(
            message.contains(" is damaged: ") || message.contains(" has version "),
            "{message}"
        );
        assert_eq!(code, 1);
        fs::write(&changed, &bytes[..place]).unwrap();
        let (message, _) = refusal(&zug(&small, &changed).output().unwrap());
        assert!(message.contains(" is damaged: "), "{message}");
        assert_eq!(fs::read(&changed).unwrap(), bytes[..place]);
    }
    fs::write(&changed, "some other file").unwrap();
    let (message, code) = refusal(&zug(&small, &changed).output().unwrap());
    assert!(
        message.contains(" is no file in which a search"),
        "{message}"
    );
    assert_eq!(code, 2);
    let (message, code) = refusal(&zug(&small, folder.path()).output().unwrap());
    assert!(message.contains("it is not a regular file"), "{message}");
    assert_eq!(code, 1);
}

#[test]
fn a_file_has_one_run_and_a_search_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    let long = ["solve", "connect-four", "--set", "width=8"];
    let mut first = zug(&long, &file)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lock = folder.path().join(".file.lock");
    while !lock.exists() {
        std::thread::sleep(Duration::from_millis(20));
    }
    let second = zug(&long, &file).output().unwrap();
    first.kill().unwrap();
    first.wait().unwrap();
    let (message, code) = refusal(&second);
    assert!(message.contains("another run of this program"), "{message}");
    assert_eq!(code, 1);
    let tiers = ["solve", "connect-four", "--method", "tiers"];
    let (message, code) = refusal(&zug(&tiers, &file).output().unwrap());
    assert!(
        message.contains("goes with --method search alone"),
        "{message}"
    );
    assert_eq!(code, 2);
}

#[cfg(unix)]
#[test]
fn an_answer_is_told_though_the_file_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    // No file of the process may have more than half a KiB.
    let program = env!("CARGO_BIN_EXE_zug");
    let script = format!(
        "ulimit -f 1; exec {program} solve tic-tac-toe --save {}",
        file.display()
    );
    let output = Command::new("sh").args(["-c", &script]).output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(told.contains("draw"), "{output:?}");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("cannot be written to "), "{message}");
    assert_eq!(output.status.code(), Some(1));
    assert!(!file.exists());
}

/// Who wins in the position of an explanation, or in each position of a tree.
fn outcomes(output: &Output) -> Vec<String> {
    assert!(output.status.success(), "{output:?}");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let alone = [report.clone()];
    let nodes = report["nodes"].as_array().map_or(&alone[..], |all| all);
    let outcome = |of: &serde_json::Value| of["outcome"].as_str().unwrap().to_owned();
    nodes.iter().map(outcome).collect()
}

#[test]
fn positions_of_a_table_are_leaves_of_a_search() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("table");
    let table = table.to_str().unwrap();
    let small = ["--set", "width=4", "--set", "height=5", "--json"];
    let later = "board=..../..../..../..../.X.. turn=O";
    let solve = ["solve", "connect-four", "--table", table];
    let run = |arguments: &[&str]| {
        let arguments = [arguments, &small[..]].concat();
        let mut command = Command::new(env!("CARGO_BIN_EXE_zug"));
        command.args(arguments).stdin(Stdio::null());
        command.output().unwrap()
    };
    // There is no table yet, and a search writes none.
    let search = [&solve[..], &["--method", "search"]].concat();
    let (message, code) = refusal(&run(&search));
    assert!(message.contains("holds no finished table"), "{message}");
    assert_eq!(code, 2);
    assert!(
        run(&[&solve[..], &["--from", later]].concat())
            .status
            .success()
    );
    let lengths = [&search[..], &["--remoteness"]].concat();
    for with in [&search, &lengths] {
        let (found, less) = answer(&run(with));
        let without: Vec<&str> = with
            .iter()
            .copied()
            .filter(|word| !["--table", table].contains(word))
            .collect();
        let (wanted, all) = answer(&run(&without));
        assert_eq!(found, wanted);
        assert!(less < all, "{less} {all}");
        // Threads share the table, and the file keeps what was found with it.
        let (shared, _) = answer(&run(&[&with[..], &["--threads", "2"]].concat()));
        assert_eq!(shared, wanted);
    }
    let told: serde_json::Value = serde_json::from_slice(&run(&search).stdout).unwrap();
    assert!(told["leaves"].as_u64().unwrap() > 0, "{told}");
    // The time is long enough to decide everything, so that leaves change no answer.
    for asks in [
        &["explain", "connect-four", "--time", "5min"][..],
        &["tree", "connect-four", "--depth", "1", "--time", "5min"],
    ] {
        let plain = [asks, &["--method", "search"]].concat();
        let with = [&plain[..], &["--table", table]].concat();
        assert_eq!(outcomes(&run(&with)), outcomes(&run(&plain)));
        let none = folder.path().join("none");
        let missing = [&plain[..], &["--table", none.to_str().unwrap()]].concat();
        let (message, code) = refusal(&run(&missing));
        assert!(message.contains("holds no finished table"), "{message}");
        assert_eq!(code, 2);
    }
    let play = ["play", "connect-four", "--as", "none"];
    let play = [&play[..], &["--method", "search", "--table", table]].concat();
    let played = Command::new(env!("CARGO_BIN_EXE_zug"))
        .args([&play[..], &small[..4]].concat())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&played.stdout);
    assert!(told.ends_with("A draw after 20 moves.\n"), "{played:?}");
    let file = folder.path().join("file");
    let save = [&search[..], &["--save", file.to_str().unwrap()]].concat();
    let (found, less) = answer(&run(&save));
    let (again, none) = answer(&run(&save));
    assert_eq!(again, found);
    assert!(none < less, "{none} {less}");
    let misere = [&search[..], &["--play", "misere"]].concat();
    let (message, code) = refusal(&run(&misere));
    assert!(message.contains("the table in "), "{message}");
    assert_eq!(code, 2);
    let proof = [&search[..], &["--proof", "no.proof"]].concat();
    let (message, code) = refusal(&run(&proof));
    assert!(message.contains("cannot be used with"), "{message}");
    assert_eq!(code, 2);
}

/// The head of the file names other landmarks than the game has, under right checksums: what the file
/// knows of closed sets would be of other positions.
#[test]
fn the_file_of_a_search_with_other_landmarks_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let game = ["solve", "dodgem", "--method", "search", "--json"];
    assert!(zug(&game, &path).output().unwrap().status.success());
    let budget = Budget::unlimited();
    let file = SearchFile::open(&path, &budget).unwrap();
    let mut head = file.head().clone();
    let mut known = Vec::new();
    let read = file.each(|position| {
        known.push(position);
        Ok::<(), zug_tablebase::Error>(())
    });
    read.unwrap();
    let write = |head: &SearchHead| {
        let room = SearchRoom::new(&budget).unwrap();
        let mut bytes = Vec::new();
        write_search(&mut bytes, head, &mut known.iter().copied(), &room).unwrap();
        fs::write(&path, bytes).unwrap();
        zug(&game, &path).output().unwrap()
    };
    assert!(write(&head).status.success());
    head.of.landmarks.push("7".to_owned());
    let (message, code) = refusal(&write(&head));
    assert_eq!(code, 2, "{message}");
    assert!(message.contains("another program"), "{message}");
}
