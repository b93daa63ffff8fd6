//! Many questions to one process: `zug query`, `zug value -`, `zug solve --each`.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

use crate::signals;

fn zug(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zug"));
    command.args(arguments).stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What the program prints for these lines of input.
fn asked(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = zug(arguments).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // The program may end before it has read all.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// The lines of an output, each as JSON.
fn lines(output: &Output) -> Vec<Value> {
    let text = std::str::from_utf8(&output.stdout).unwrap();
    text.lines().map(|line| line.parse().unwrap()).collect()
}

#[test]
fn a_bad_line_has_an_error_in_its_place_and_the_rest_goes_on() {
    let long = "x".repeat(10 << 20);
    let input = [
        b"X../.O./..X turn=O\nnonsense\n\xff\xfe\n".as_slice(),
        long.as_bytes(),
        b"\nX../.../...\n.../.../...",
    ]
    .concat();
    let output = asked(&["query", "tic-tac-toe"], &input);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let lines = lines(&output);
    let numbers: Vec<u64> = lines
        .iter()
        .map(|line| line["line"].as_u64().unwrap())
        .collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6]);
    let has_error = |line: &Value| line.get("error").is_some();
    let errors: Vec<bool> = lines.iter().map(has_error).collect();
    assert_eq!(errors, [false, true, true, true, false, false]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(message, "error: 3 of 6 questions have no answer\n");
}

#[test]
fn an_answer_comes_before_the_next_question_is_waited_for() {
    for (arguments, question) in [
        (&["query", "tic-tac-toe"][..], "X../.O./..X turn=O\n"),
        (&["value", "-"], "nim(3) + kayles(7)\n"),
    ] {
        let mut child = zug(arguments).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        for number in 1..=3 {
            stdin.write_all(question.as_bytes()).unwrap();
            stdin.flush().unwrap();
            let mut line = String::new();
            stdout.read_line(&mut line).unwrap();
            let line: Value = line.parse().unwrap();
            assert_eq!(line["line"], number);
            assert!(line.get("outcome").is_some(), "{line}");
        }
        drop(stdin);
        let mut rest = String::new();
        stdout.read_to_string(&mut rest).unwrap();
        assert_eq!(rest, "");
        assert!(child.wait().unwrap().success());
    }
}

#[cfg(unix)]
#[test]
fn a_signal_leaves_the_lines_before_it_whole() {
    let mut child = signals::hearing(&zug(&["query", "tic-tac-toe"]));
    child.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child: Child = child.stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"X../.O./..X turn=O\n").unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    stdout.read_line(&mut line).unwrap();
    signals::send("-INT", &child);
    let output = signals::ended(child);
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "");
    assert!(line.parse::<Value>().is_ok(), "{line}");
    drop(stdin);
}

#[test]
fn who_has_read_enough_ends_the_batch_without_an_error() {
    let mut child = zug(&["query", "tic-tac-toe"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    drop(child.stdout.take());
    let writer = std::thread::spawn(move || {
        for _ in 0..100_000 {
            if stdin.write_all(b".../.../...\n").is_err() {
                break;
            }
        }
    });
    let output = signals::ended(child);
    writer.join().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
}

#[test]
fn each_line_of_a_file_may_set_parameters() {
    let file = std::env::temp_dir().join(format!("zug-each-{}", std::process::id()));
    std::fs::write(&file, "n=5\nn=7 take={1,3,4}\nn=-1\n").unwrap();
    let path = file.to_str().unwrap();
    for option in ["--each", "--positions"] {
        let output = asked(&["solve", "subtraction", option, path], b"");
        let lines = lines(&output);
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[0]["outcome"], "win");
        assert_eq!(lines[1]["outcome"], "loss");
        assert_eq!(lines[1]["parameters"]["take"], serde_json::json!([1, 3, 4]));
        assert!(lines[2].get("error").is_some());
    }
    std::fs::remove_file(&file).unwrap();
    let missing = asked(&["solve", "subtraction", "--each", path], b"");
    assert_eq!(missing.status.code(), Some(2), "{missing:?}");
}

#[test]
fn a_sum_among_many_is_worth_what_it_is_alone() {
    let sums = [
        "nim(3) + kayles(7)",
        "0.77(5, 7) + {1,3,4}(9)",
        "nim(3) + kayles(7)",
        "subtraction(9) at heap=4 + nim(3)",
    ];
    let input = sums.join("\n") + "\nnim(3\n";
    let output = asked(&["value", "-"], input.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    let lines = lines(&output);
    assert_eq!(lines.len(), 5);
    for (number, sum) in (1..).zip(sums) {
        let alone = asked(&["value", sum, "--json"], b"");
        let mut alone: Value = serde_json::from_slice(&alone.stdout).unwrap();
        alone["line"] = Value::from(number);
        assert_eq!(lines[number - 1], alone, "{sum}");
    }
    assert_eq!(lines[4]["line"], 5);
    assert!(lines[4]["error"].as_str().unwrap().contains("column 4"));
}

#[test]
fn positions_that_are_searched_say_what_was_not_found() {
    // No opening knows this board, and no search knows its start in so little time.
    let arguments = [
        "query",
        "connect-four",
        "--set",
        "width=8",
        "--as-moves",
        "--time",
        "50ms",
        "--memory",
        "256MiB",
    ];
    let output = asked(&arguments, b"0\n010101\n");
    let lines = lines(&output);
    assert_eq!(lines.len(), 2);
    assert!(lines[0].get("outcome").is_none());
    assert_eq!(lines[0]["at_least"], "loss");
    assert!(
        lines[0]["error"].as_str().unwrap().contains("50ms")
            || lines[0]["error"].as_str().unwrap().contains("0.05")
    );
    assert!(lines[1].get("outcome").is_some());
    assert_eq!(output.status.code(), Some(1));
}
