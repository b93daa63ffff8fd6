//! Standard streams that are closed or full, and signals.

use crate::signals;
use std::fs::File;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn zug(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zug"));
    command.args(arguments).stdin(Stdio::null());
    command
}

#[cfg(target_os = "linux")]
fn full() -> File {
    File::options().write(true).open("/dev/full").unwrap()
}

/// What says something on standard error, with its exit code.
const TALKERS: [(&[&str], i32); 12] = [
    (&["solve", "nofile.zug"], 2),
    (&["solve", "no-such-game"], 2),
    (&["solve", "nim", "--memory", "lots"], 2),
    (&["solve"], 2),
    (&[], 2),
    (&["solve", "connect-four", "--set", "width=30"], 2),
    (
        &[
            "solve",
            "connect-four",
            "--method",
            "positions",
            "--memory",
            "64MiB",
        ],
        1,
    ),
    (&["solve", "subtraction", "--verify", "--json"], 0),
    (&["games", "kayles"], 0),
    (&["pairs", "knight", "--to", "30000", "--memory", "8MiB"], 1),
    (&["tree", "tic-tac-toe"], 0),
    (&["play", "nim", "--as", "Z"], 2),
];

#[cfg(target_os = "linux")]
#[test]
fn a_message_that_cannot_be_written_changes_nothing() {
    for (arguments, code) in TALKERS {
        let heard = zug(arguments).output().unwrap();
        assert_eq!(heard.status.code(), Some(code), "{arguments:?}: {heard:?}");
        assert!(!heard.stderr.is_empty(), "{arguments:?}");
        let unheard = zug(arguments).stderr(full()).output().unwrap();
        assert_eq!(unheard.status.code(), Some(code), "{arguments:?}");
        let lines = |output: &Output| output.stdout.split(|b| *b == b'\n').count();
        assert_eq!(lines(&unheard), lines(&heard), "{arguments:?}");
    }
}

#[test]
fn standard_error_may_be_closed() {
    for (arguments, code) in TALKERS {
        let closed = Command::new("sh")
            .args(["-c", "exec \"$0\" \"$@\" 2>&-", env!("CARGO_BIN_EXE_zug")])
            .args(arguments)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert_eq!(closed.status.code(), Some(code), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_an_error() {
    for arguments in [
        &["--help"][..],
        &["--version"],
        &["solve", "-h"],
        &["help", "plan"],
    ] {
        let output = zug(arguments)
            .stdout(full())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
            .wait_with_output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(
            message.starts_with("error: the answer cannot be written: "),
            "{arguments:?}: {message}"
        );
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let status = zug(arguments).stdout(writer).status().unwrap();
        assert_eq!(status.code(), Some(0), "{arguments:?}");
    }
}

/// Waits until this is so; fails after a minute.
fn wait_until(mut is_so: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(
            begin.elapsed() < Duration::from_secs(60),
            "it takes too long"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_signal_stops_gently_and_what_is_known_is_saved() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    for (signal, code) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        let path = folder.join(format!("stopped-by-{signal}.state"));
        let _ = std::fs::remove_file(&path);
        let begin = || {
            let path = path.to_str().unwrap();
            signals::hearing(&zug(&[
                "sequence",
                "0.007",
                "--terms",
                "10^9",
                "--save",
                path,
                "--no-values",
            ]))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
        };
        let child = begin();
        // The first state is written before the work begins.
        wait_until(|| path.exists());
        let empty = std::fs::metadata(&path).unwrap().len();
        std::thread::sleep(Duration::from_millis(300));
        signals::send(&format!("-{signal}"), &child);
        let output = signals::ended(child);
        assert_eq!(output.status.code(), Some(code), "{signal}: {output:?}");
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(
            message.contains("stopped: heaps 0 to "),
            "{signal}: {message}"
        );
        assert!(std::fs::metadata(&path).unwrap().len() > empty, "{signal}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_is_to_be_ignored_is_ignored() {
    let mut child = Command::new("sh")
        .args([
            "-c",
            "trap '' HUP; exec \"$0\" \"$@\"",
            env!("CARGO_BIN_EXE_zug"),
        ])
        .args(["sequence", "0.007", "--terms", "10^9", "--no-values"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let status = format!("/proc/{}/status", child.id());
    // It listens as soon as SIGTERM has a handler.
    wait_until(|| {
        let status = std::fs::read_to_string(&status).unwrap();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        u64::from_str_radix(caught.unwrap().trim(), 16).unwrap() >> 14 & 1 == 1
    });
    signals::send("-HUP", &child);
    std::thread::sleep(Duration::from_millis(200));
    assert!(
        child.try_wait().unwrap().is_none(),
        "it was stopped by a signal to be ignored"
    );
    signals::send("-TERM", &child);
    assert_eq!(child.wait().unwrap().code(), Some(143));
}

#[test]
fn a_pipe_is_refused_where_a_file_is_needed() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let pipe = pipe.to_str().unwrap();
    for arguments in [
        &["certify", pipe][..],
        &[
            "solve",
            "tic-tac-toe",
            "--method",
            "search",
            "--proof",
            pipe,
        ],
        &["solve", "tic-tac-toe", "--method", "search", "--save", pipe],
        &["sequence", "0.77", "--terms", "9", "--save", pipe],
    ] {
        let mut child = zug(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if begun.elapsed() > Duration::from_secs(60) {
                child.kill().unwrap();
                panic!("{arguments:?} waits for the pipe");
            }
            std::thread::sleep(Duration::from_millis(10));
        };
        assert!(
            matches!(status.code(), Some(1 | 2)),
            "{arguments:?}: {status}"
        );
    }
}

#[test]
fn a_small_stack_of_the_first_thread_is_enough() {
    let program = env!("CARGO_BIN_EXE_zug");
    let command = format!("ulimit -s 128 && exec '{program}' solve tic-tac-toe --set width=2");
    let output = Command::new("sh").args(["-c", &command]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
}
