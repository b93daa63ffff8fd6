//! What people type who have not read the manual is answered, or met with the line to type.

use std::process::{Command, Stdio};

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
