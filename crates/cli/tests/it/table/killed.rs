//! Runs that write a table and are killed or stopped on the way.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use zug_testkit::all_or;

use super::{answer, exported, named, refusal, zug};
use crate::signals;

/// Runs `zug` with these arguments and kills it after this time, if it is not done by then.
fn kill_after(time: Duration, arguments: &[&str]) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_zug"))
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(time);
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Tells how many runs left a part of a table when they were killed. It is told and not
/// asserted: on a very fast or a very slow machine all runs may be done, or not yet begun.
fn tell_killed(unfinished: u32, runs: u64) {
    println!("{unfinished} of {runs} runs were killed in the middle");
}

/// Whether a killed run left a part of a table. One that is killed at the very end leaves a
/// whole table, and the file that speaks of an unfinished one beside it.
fn is_unfinished(folder: &Path) -> bool {
    folder.join("unfinished.json").exists() && !folder.join("manifest.json").exists()
}

#[test]
fn a_run_that_is_killed_goes_on_from_its_last_tier() {
    let all = tempfile::tempdir().unwrap();
    let game = [
        "connect-four",
        "--set",
        "width=4",
        "--set",
        "height=4",
        "--method",
    ];
    let by = |method: &'static str| [&["solve"], &game[..], &[method]].concat();
    let told = answer(&zug(&by("retrograde"), None));
    let mut went_on = 0;
    let runs = all_or(3, 8);
    for run in 0..runs {
        let folder = all.path().join(run.to_string());
        for killed in 0..3 {
            let arguments = [&by("tiers")[..], &["--table", named(&folder)]].concat();
            kill_after(Duration::from_millis(7 * run + 11 * killed), &arguments);
            if is_unfinished(&folder) {
                let info = ["table", "info", named(&folder)];
                let (message, code) = refusal(&zug(&info, None));
                assert!(message.contains("holds no finished table"), "{message}");
                assert_eq!(code, 2);
                went_on += 1;
            }
        }
        assert_eq!(answer(&zug(&by("tiers"), Some(&folder))), told);
        assert!(folder.join("manifest.json").exists());
        assert_eq!(answer(&zug(&by("tiers"), Some(&folder))), told);
        answer(&zug(&["table", "verify", named(&folder)], None));
    }
    tell_killed(went_on, 3 * runs);
    let folder = all.path().join("0");
    assert_eq!(exported(&folder).len(), 80_542);
}

#[test]
fn a_run_by_hash_that_is_killed_goes_on_from_its_last_checkpoint() {
    let all = tempfile::tempdir().unwrap();
    let by = |method| ["solve", "dodgem", "--set", "n=3", "--method", method];
    let told = answer(&zug(&by("dense"), None));
    let every = ["--checkpoint-every", "0"];
    let mut went_on = 0;
    let runs = all_or(2, 6);
    for run in 0..runs {
        let folder = all.path().join(run.to_string());
        let method = ["retrograde", "retracting", "replaying"][run as usize % 3];
        let arguments = [&by(method)[..], &every, &["--table", named(&folder)]].concat();
        for killed in 0..3 {
            kill_after(Duration::from_millis(9 * run + 13 * killed), &arguments);
            went_on += u32::from(is_unfinished(&folder));
        }
        assert_eq!(answer(&zug(&arguments, None)), told, "{method}");
        let names = fs::read_dir(&folder).unwrap();
        let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort_unstable();
        let kinds = ["keys", "outcomes", "remoteness"];
        let mut whole = kinds.map(|kind| format!("00000-00000.{kind}")).to_vec();
        whole.extend(["lock".to_owned(), "manifest.json".to_owned()]);
        assert_eq!(names, whole);
        answer(&zug(&["table", "verify", named(&folder)], None));
    }
    tell_killed(went_on, 3 * runs);
}

#[test]
fn a_damaged_checkpoint_is_refused_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("table");
    let solve = ["solve", "dodgem", "--set", "n=3", "--method", "retracting"];
    let arguments = [
        &solve[..],
        &["--checkpoint-every", "0", "--table", named(&table)],
    ]
    .concat();
    let found = table.join("00000-00000.found");
    for time in (0..).map(|more| Duration::from_millis(40 + 10 * (more % 60))) {
        kill_after(time, &arguments);
        if is_unfinished(&table) && found.exists() {
            break;
        }
        fs::remove_dir_all(&table).unwrap_or_default();
    }
    let mut bytes = fs::read(&found).unwrap();
    bytes[50] ^= 1;
    fs::write(&found, bytes).unwrap();
    let (message, code) = refusal(&zug(&arguments, None));
    assert!(message.contains("00000-00000.found"), "{message}");
    assert!(message.contains("is damaged"), "{message}");
    assert_eq!(code, 1);
}

#[test]
fn scratch_leaves_nothing_and_the_next_run_clears_up_behind_a_killed_one() {
    let place = tempfile::tempdir().unwrap();
    let left = || fs::read_dir(place.path()).unwrap().count();
    let game = [
        "solve",
        "connect-four",
        "--set",
        "width=4",
        "--set",
        "height=4",
        "--method",
        "tiers",
    ];
    let scratch = ["--scratch", named(place.path())];
    let arguments = [&game[..], &scratch].concat();
    let told = answer(&zug(&game, None));
    assert_eq!(answer(&zug(&arguments, None)), told);
    assert_eq!(left(), 0);
    for run in 0..4 {
        kill_after(Duration::from_millis(9 * run), &arguments);
    }
    assert_eq!(answer(&zug(&arguments, None)), told);
    // Whoever is killed before its folder is locked leaves an empty one.
    let names = fs::read_dir(place.path()).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let names: Vec<String> = names.filter(|name| !name.starts_with("zug-new-")).collect();
    assert!(names.is_empty(), "{names:?}");
    let unused = zug(&[&["solve", "tic-tac-toe"][..], &scratch].concat(), None);
    let note = String::from_utf8_lossy(&unused.stderr).into_owned();
    assert!(note.contains("--scratch is not used"), "{note}");
    answer(&unused);
    let (message, code) = refusal(&zug(
        &[&game[..], &["--scratch", "/dev/null/x"]].concat(),
        None,
    ));
    assert!(message.contains("cannot create"), "{message}");
    assert_eq!(code, 1);
}

#[test]
fn a_run_over_an_index_that_is_killed_goes_on_from_its_last_tier() {
    let all = tempfile::tempdir().unwrap();
    let by = |method| ["solve", "dodgem", "--set", "n=4", "--method", method];
    let told = answer(&zug(&by("retrograde"), None));
    let mut went_on = 0;
    let runs = all_or(2, 6);
    for run in 0..runs {
        let folder = all.path().join(run.to_string());
        for killed in 0..3 {
            let arguments = [&by("dense")[..], &["--table", named(&folder)]].concat();
            let time = Duration::from_millis(100 + 60 * run + 45 * killed);
            kill_after(time, &arguments);
            went_on += u32::from(is_unfinished(&folder));
        }
        assert_eq!(answer(&zug(&by("dense"), Some(&folder))), told);
        assert!(folder.join("manifest.json").exists());
        assert_eq!(answer(&zug(&by("dense"), Some(&folder))), told);
    }
    tell_killed(went_on, 3 * runs);
    let folder = all.path().join("0");
    answer(&zug(&["table", "verify", named(&folder)], None));
    let info = answer(&zug(&["table", "info", named(&folder)], None));
    assert!(
        info.contains("numbers ") && info.contains("slots "),
        "{info}"
    );
    // In tiers over an index the table has all positions, and those of another method are others.
    let (message, code) = refusal(&zug(&["solve", "dodgem"], Some(&folder)));
    assert!(message.contains("n=4"), "{message}");
    assert_eq!(code, 2);
}

/// Runs `zug` with these arguments, and asks it to stop after this time, if it is not done by
/// then. Returns what it said on stderr, and the exit code.
fn interrupt_after(time: Duration, arguments: &[&str]) -> (String, i32) {
    let mut zug = Command::new(env!("CARGO_BIN_EXE_zug"));
    zug.args(arguments);
    let child = signals::hearing(&zug)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(time);
    signals::send("-INT", &child);
    let output = signals::ended(child);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    (told, output.status.code().unwrap())
}

#[cfg(unix)]
#[test]
fn who_stops_the_work_is_told_from_where_the_next_run_goes_on() {
    let all = tempfile::tempdir().unwrap();
    let game = ["solve", "connect-four", "--set", "width=5", "--set"];
    let by = |method| {
        [
            &game[..],
            &["height=4", "--threads", "1", "--method", method],
        ]
        .concat()
    };
    let told = answer(&zug(&by("tiers"), None));
    for method in ["retracting", "tiers"] {
        let folder = all.path().join(method);
        let arguments = [&by(method)[..], &["--table", named(&folder)]].concat();
        // As far as the machine is quick enough for it, the time suffices for some work.
        let (said, code) = interrupt_after(Duration::from_millis(1500), &arguments);
        if code == 130 {
            let begins_anew = said.contains("the next run begins anew");
            let goes_on = said.contains("goes on from");
            let untouched = said.contains("stopped before the work began");
            let told_of = [begins_anew, goes_on, untouched];
            let notes = told_of.iter().filter(|told| **told).count();
            // Nothing need be told where the table is whole, and the answer was being written.
            let is_whole = folder.join("manifest.json").exists();
            assert_eq!(notes, usize::from(!is_whole), "{said}");
            let again = zug(&arguments, None);
            assert_eq!(answer(&again), told, "{method}");
            let said = String::from_utf8_lossy(&again.stderr).into_owned();
            if method == "retracting" {
                assert_eq!(
                    said.contains("goes on from a checkpoint"),
                    goes_on,
                    "{said}"
                );
            }
        } else {
            assert_eq!(code, 0, "{said}");
        }
    }
}
