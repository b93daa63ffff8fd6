//! Texts of digits as values of parameters: no road changes their letters.

use std::fs;
use std::process::{Command, Stdio};

use serde_json::json;

/// A game whose answer tells the text: the number of letters are the coins, and each `0` is one
/// that nobody can take.
const RULES: &str = "\
game digits(s = \"c\", words = [\"c\"])
impartial

heap: 0..99 = len(s)

move take if heap > 0:
    heap -= 1
";

/// A hundred texts of digits, with leading zeros, signs, `^`, `_` and spaces.
fn texts() -> Vec<String> {
    let mut texts: Vec<String> = [
        "", "0", "00", "01", "10^3", "1_0", "-0", "+5", " 01", "1 0 ",
    ]
    .map(str::to_owned)
    .to_vec();
    let letters = ['0', '1', '0', '9', '^', '_', '-', '+', ' ', '0', '7'];
    let mut state = 1_u64;
    while texts.len() < 100 {
        let length = texts.len() % 12 + 1;
        let mut letter = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            letters[(state >> 33) as usize % letters.len()]
        };
        texts.push((0..length).map(|_| letter()).collect());
    }
    texts
}

/// The parameters that `zug plan` tells for these arguments.
fn parameters(arguments: &[&str]) -> serde_json::Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zug"));
    command.args(arguments).stdin(Stdio::null());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    report["parameters"].clone()
}

#[test]
fn a_hundred_texts_of_digits_are_taken_letter_by_letter() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (game, file) = (path("digits.zug"), path("value.txt"));
    fs::write(&game, RULES).unwrap();
    for text in texts() {
        let set = format!("s={text}");
        let told = parameters(&["plan", &game, "--json", "--set", &set]);
        assert_eq!(told["s"], text.as_str(), "{text:?}");
        fs::write(&file, format!("{text}\n")).unwrap();
        let set = format!("s=@{file}");
        let words = format!("words=[\"{text}\"]");
        let told = parameters(&["plan", &game, "--json", "--set", &set, "--set", &words]);
        assert_eq!(told["s"], text.as_str(), "{text:?} in a file");
        assert_eq!(told["words"], json!([text]), "{text:?} in a list");
    }
}

#[test]
fn the_words_of_a_file_keep_their_zeros_where_texts_are_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("words.txt");
    fs::write(&file, "01\n+1\n100\n").unwrap();
    let set = format!("words=@{}", file.display());
    let told = parameters(&["plan", "shiritori", "--json", "--set", &set]);
    assert_eq!(told["words"], json!(["01", "+1", "100"]));
    let told = parameters(&["plan", "shiritori", "--json", "--set", "words=[01, 10, 00]"]);
    assert_eq!(told["words"], json!(["01", "10", "00"]));
}

#[test]
fn cells_of_a_row_of_digits_are_numbers_in_csv() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("table").to_str().unwrap().to_owned();
    let zug = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_zug"));
        let output = command
            .args(arguments)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    zug(&[
        "solve", "kalah", "--set", "pits=2", "--set", "seeds=2", "--table", &table,
    ]);
    // The standard output may be named.
    let to = ["--format", "csv", "--output", "-"];
    let csv = zug(&[&["table", "export", &table], &to[..]].concat());
    let first = "cup=220220 turn=A,2,2,0,2,2,0,A,1,loss,6,0";
    assert_eq!(csv.lines().nth(1), Some(first));
    assert!(!folder.path().join("-").exists());
}
