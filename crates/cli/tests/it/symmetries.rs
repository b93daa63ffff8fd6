//! Games that declare a symmetry which holds in most states only: where play from the start never
//! comes, in one state of thousands, or between states that are asked for together. Whatever way a
//! question is answered, the answer is that of the rules.

use std::process::{Command, Stdio};

use serde_json::{Value, json};

/// The ways to solve all positions.
const METHODS: [&str; 7] = [
    "auto",
    "positions",
    "backward",
    "retrograde",
    "retracting",
    "replaying",
    "dense",
];

/// The ways to search one position.
const SEARCHES: [&str; 3] = ["search", "null-window", "proof-number"];

/// The arguments for a file of rules, with more behind them.
fn solve<'a>(file: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["solve", file, "--json"], more].concat()
}

/// What the program answers in JSON.
fn answer(arguments: &[&str]) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zug"));
    let output = command.args(arguments).stdin(Stdio::null()).output();
    let output = output.unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {told}");
    assert!(
        told.contains("could not be proved"),
        "{arguments:?}: {told}"
    );
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn a_symmetry_that_is_false_off_the_start_changes_no_answer() {
    let file = "../../testdata/symmetries/from.zug";
    let from = ["--from", "board=.. odd=true turn=A"];
    let right = |answer: &Value| {
        assert_eq!(answer["outcome"], "win", "{answer}");
        assert_eq!(answer["moves"][0]["move"], "put 1", "{answer}");
        assert_eq!(answer["moves"][1]["outcome"], "loss", "{answer}");
    };
    let whole = |arguments: &[&str]| {
        let answer = answer(arguments);
        right(&answer);
        assert_eq!(answer["remoteness"], 1, "{arguments:?}");
        assert_eq!(answer["counts"]["positions"], 4, "{arguments:?}");
    };
    for method in [&METHODS[..], &["tiers"]].concat() {
        for jit in [&["--no-jit"][..], &[]] {
            whole(&solve(file, &[&from, &["--method", method], jit].concat()));
        }
    }
    for method in SEARCHES {
        right(&answer(&solve(
            file,
            &[&from[..], &["--method", method]].concat(),
        )));
    }
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("table");
    let table = ["--table", table.to_str().unwrap()];
    for _written_and_read in 0..2 {
        whole(&solve(file, &[&from[..], &table].concat()));
    }
    let proof = folder.path().join("proof");
    let proof = proof.to_str().unwrap();
    right(&answer(&solve(
        file,
        &[&from[..], &["--proof", proof]].concat(),
    )));
    let mut certify = Command::new(env!("CARGO_BIN_EXE_zug"));
    assert!(certify.args(["certify", proof]).status().unwrap().success());
}

#[test]
fn a_symmetry_that_is_false_where_play_never_comes_changes_no_count() {
    let file = "../../testdata/symmetries/all.zug";
    let right = |arguments: &[&str]| {
        let counts = &answer(arguments)["counts"];
        let counts = json!([
            counts["positions"],
            counts["wins"],
            counts["losses"],
            counts["draws"]
        ]);
        assert_eq!(counts, json!([4, 1, 3, 0]), "{arguments:?}");
    };
    for method in METHODS {
        right(&solve(file, &["--all", "--method", method]));
    }
    let folder = tempfile::tempdir().unwrap();
    for _written_and_read in 0..2 {
        right(&solve(
            file,
            &["--all", "--table", folder.path().to_str().unwrap()],
        ));
    }
}

#[test]
fn a_symmetry_that_is_false_in_one_state_of_thousands_changes_no_count() {
    let file = "../../testdata/symmetries/rare.zug";
    let right = |arguments: &[&str]| {
        let counts = &answer(arguments)["counts"];
        let counts = json!([counts["positions"], counts["losses"]]);
        assert_eq!(counts, json!([51_110, 30_100]), "{arguments:?}");
    };
    for method in [
        "auto",
        "positions",
        "backward",
        "retrograde",
        "replaying",
        "tiers",
    ] {
        // `--count` has all positions solved.
        right(&solve(file, &["--count", "--method", method]));
    }
    let folder = tempfile::tempdir().unwrap();
    for _written_and_read in 0..2 {
        right(&solve(file, &["--table", folder.path().to_str().unwrap()]));
    }
    for method in [&["auto"], &SEARCHES[..]].concat() {
        let from = ["--from", "n=3 code=777", "--remoteness", "--method", method];
        let answer = answer(&solve(file, &from));
        let moves = answer["moves"].as_array().unwrap();
        let last = moves.iter().find(|of| of["move"] == "digit 7").unwrap();
        assert_eq!(last["outcome"], "loss");
        if method != "auto" {
            // A search tells the number of moves for the best moves only.
            continue;
        }
        assert_eq!(last["remoteness"], 2);
    }
}
