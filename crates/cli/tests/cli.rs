//! What the command line prints: the README's and the book's examples, and the
//! cases of `cmd/`. `TRYCMD=overwrite cargo test` writes down what it prints now.

use std::io;
use std::process::{Command, Stdio};

/// What `zug` says on stderr, and its exit code, with this for stdout.
fn ended(arguments: &[&str], stdout: impl Into<Stdio>) -> io::Result<(String, Option<i32>)> {
    let child = Command::new(env!("CARGO_BIN_EXE_zug"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(stdout)
        .stderr(Stdio::piped())
        .spawn()?;
    let output = child.wait_with_output()?;
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    Ok((message, output.status.code()))
}

/// Every way to write an answer.
const WRITERS: [&[&str]; 20] = [
    &["solve", "nim"],
    &["solve", "nim", "--json"],
    &["plan", "nim"],
    &["explain", "nim"],
    &["value", "nim(3) + kayles(2)"],
    &["value", "nim(3) + kayles(2)", "--json"],
    &["sequence", "0.77", "--terms", "100000"],
    &["sequence", "0.77", "--terms", "100000", "--json"],
    &["sequence", "0.77", "--terms", "100000", "--format", "csv"],
    &["sequence", "0.77", "--terms", "3", "--format", "bfile"],
    &["quotient", "0.75", "--heaps", "22", "--genus"],
    &["quotient", "0.75", "--heaps", "22", "--json"],
    &["pairs", "wythoff"],
    &["pairs", "wythoff", "--table", "--format", "csv"],
    &["pairs", "wythoff", "--json"],
    &["play", "nim", "--as", "none"],
    &["tree", "subtraction", "--depth", "2"],
    &["games"],
    &["games", "0.77"],
    &["completions", "bash"],
];

#[test]
fn who_has_read_enough_is_no_error() {
    for arguments in WRITERS {
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        let end = ended(arguments, writer).unwrap();
        assert_eq!(end, (String::new(), Some(0)), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_is_none() {
    for arguments in WRITERS {
        let full = std::fs::File::options()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let (message, code) = ended(arguments, full).unwrap();
        assert!(
            message.starts_with("error: the answer cannot be written: "),
            "{arguments:?}: {message}"
        );
        assert_eq!(code, Some(1), "{arguments:?}");
    }
}

#[test]
fn the_readme_shows_what_zug_prints() {
    trycmd::TestCases::new().case("../../README.md");
}

#[test]
fn the_book_shows_what_zug_prints() {
    trycmd::TestCases::new()
        .case("../../book/src/*.md")
        .case("../../book/src/language/*.md");
}

#[test]
fn answers_and_errors_are_as_written_down() {
    trycmd::TestCases::new().case("tests/cmd/*.md");
}
