//! `zug calc`: a worksheet from a pipe or a file.

use std::io::Write as _;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use crate::signals::{ended, hearing, send};

fn calc() -> Command {
    let mut zug = Command::new(env!("CARGO_BIN_EXE_zug"));
    zug.arg("calc");
    zug
}

fn piped(command: &mut Command) -> Child {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    command.stderr(Stdio::piped()).spawn().unwrap()
}

/// What the program says to these lines.
fn told(lines: &str) -> Output {
    let mut child = piped(&mut calc());
    let mut input = child.stdin.take().unwrap();
    let lines = lines.to_owned();
    let writer = thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    output
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn each_line_of_a_pipe_is_answered_without_prompts() {
    let output = told("# a worksheet\nlet a = {3|1}\n\na - 1\nans + _\n^ ? *\nnames\nquit\n5\n");
    assert_eq!(text(&output.stdout), "{3|1}\n{2|0}\n2\n||\na\n");
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_faulty_line_is_named_and_the_rest_goes_on() {
    let long = "{".repeat(100_000);
    let digits = "8".repeat(1_000_000);
    let lines = format!("1 + 1\nlet cool = 2\n{long}\n{digits}\n1/////2\nnim(3) +\n2.(1*)\n");
    let output = told(&lines);
    assert_eq!(text(&output.stdout), "2\n2\n");
    let errors: Vec<&str> = text(&output.stderr)
        .lines()
        .filter(|line| line.starts_with("error: "))
        .collect();
    assert_eq!(
        errors,
        [
            "error: line 2: `cool` is a function",
            "error: line 3: brackets are nested deeper than 500",
            "error: line 4: this number is too large",
            "error: line 5: expected a denominator",
            "error: line 6: expected a value",
            "error: 5 of 7 lines have no answer",
        ]
    );
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_file_is_a_worksheet_too() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sheet.txt");
    std::fs::write(&file, "let b = domineering(2, 2)\r\nb + b\nshow b").unwrap();
    let output = calc().arg(&file).output().unwrap();
    let stdout = text(&output.stdout);
    assert!(
        stdout.starts_with("+-1\n0\nvalue         +-1\n"),
        "{stdout}"
    );
    assert_eq!(output.status.code(), Some(0));
    let missing = calc().arg(folder.path().join("none")).output().unwrap();
    assert_eq!(missing.status.code(), Some(2));
    assert!(text(&missing.stderr).starts_with("error: cannot read "));
}

#[test]
fn a_sum_that_needs_too_much_memory_ends_in_an_error_and_the_next_line_is_answered() {
    let output = {
        let mut child = piped(calc().args(["--memory", "16MiB"]));
        let mut input = child.stdin.take().unwrap();
        writeln!(
            input,
            "let a = {{3|1}}\n60000.{{5|{{3|{{2|1}}}}}} + {{7|{{3|{{2|1}},^}}}}\na - 1"
        )
        .unwrap();
        drop(input);
        child.wait_with_output().unwrap()
    };
    let stderr = text(&output.stderr);
    assert_eq!(text(&output.stdout), "{3|1}\n{2|0}\n", "{stderr}");
    assert!(
        stderr.starts_with("error: line 2: out of memory"),
        "{stderr}"
    );
    assert_eq!(output.status.code(), Some(2));
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_a_pipe_with_what_is_known() {
    let mut command = hearing(&calc());
    let mut child = piped(&mut command);
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "1 + 1\ndomineering(7, 8)").unwrap();
    thread::sleep(Duration::from_millis(1500));
    send("-INT", &child);
    let output = ended(child);
    assert_eq!(text(&output.stdout), "2\n");
    assert!(text(&output.stderr).starts_with("note: stopped"));
    assert_eq!(output.status.code(), Some(130));
}
