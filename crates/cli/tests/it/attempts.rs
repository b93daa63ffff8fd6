//! What people type who have not read the manual is answered, or met with the line to type.

use std::fs;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// The words of a command line. Double quotes stand around whole words.
fn words(line: &str) -> Vec<&str> {
    let pieces = line.split('"').enumerate();
    pieces
        .flat_map(|(place, piece)| match place % 2 {
            0 => piece.split_whitespace().collect::<Vec<_>>(),
            _ => vec![piece],
        })
        .collect()
}

#[test]
fn first_attempts_are_answered_or_met_with_the_line_to_type() {
    let table = include_str!("../attempts.txt");
    let rows = table.lines().filter(|line| line.contains(" => "));
    let mut wrong = Vec::new();
    let mut tried = 0;
    for row in rows {
        let (line, wanted) = row.split_once(" => ").unwrap();
        let (code, text) = wanted.split_once(' ').unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_zug"))
            .args(words(line))
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let told = [&output.stdout[..], &output.stderr].concat();
        let told = String::from_utf8_lossy(&told);
        let is_right = output.status.code() == code.parse().ok() && told.contains(text);
        if !is_right {
            let begins: String = told.chars().take(300).collect();
            wrong.push(format!("{row}\n{:?}: {begins}", output.status.code()));
        }
        tried += 1;
    }
    assert!(tried >= 120, "{tried}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn the_table_of_a_range_goes_to_the_file_that_is_named() {
    let folder = TempDir::new().unwrap();
    let ask = |file: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_zug"))
            .args(["solve", "subtraction", "n=0..3", "-o", file])
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        (output.status.code(), output.stdout.len())
    };
    for (file, begins) in [
        ("table.csv", "n,outcome,remoteness,nimber\n0,loss,0,0\n"),
        ("table.txt", "n  outcome"),
        ("table.svg", "<svg"),
    ] {
        assert_eq!(ask(file), (Some(0), 0), "{file}");
        let written = fs::read_to_string(folder.path().join(file)).unwrap();
        assert!(written.starts_with(begins), "{written}");
    }
    assert_eq!(ask("table.xls").0, Some(2));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
}
