//! What `--json` prints is what `zug schema` says it is.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::schema::Schema;

/// Arguments whose answers, taken together, have every field of every report.
const ASKED: [&[&str]; 133] = [
    &["solve", "hackenbush"],
    &["explain", "nim"],
    &["tree", "nim", "--set", "piles=[1,2,3]", "--merge"],
    &["tree", "nim", "--nodes", "50"],
    &["solve", "nim"],
    &["solve", "subtraction", "--set", "n=5"],
    &["solve", "subtraction", "--set", "n=5", "--play", "misere"],
    &["solve", "subtraction", "--set", "n=9", "--verify"],
    &[
        "solve",
        "tic-tac-toe",
        "--verify=sample",
        "--verify-sample",
        "5",
    ],
    &["solve", "tic-tac-toe"],
    &["solve", "tic-tac-toe", "--count", "orbits"],
    &["solve", "mu-torere"],
    &["solve", "dodgem", "--statistics"],
    &["solve", WARNED],
    &["plan", WARNED],
    &["solve", GAINING],
    &["solve", LOOPY],
    &["solve", LOOPY, "--set", "start=1..3"],
    &["explain", LOOPY],
    &["value", "2*./tests/it/loopy.zug + nim(1)"],
    &["value", "over & under"],
    &["value", "600*./tests/it/loopy.zug"],
    &["solve", "coins-in-a-row"],
    &["solve", "tic-tac-toe", "--method", "search", "--remoteness"],
    &["solve", "nim", "--method", "theorem"],
    &["solve", "powers", "--set", "n=1000000000"],
    &["solve", "dodgem", "--all"],
    &["plan", "nim", "--set", "piles=[1000000000, 5]"],
    &["plan", "nim"],
    &["plan", "dodgem", "--no-jit"],
    &["plan", "dodgem", "--method", "retracting"],
    &["plan", "dodgem", "--method", "backward"],
    &["plan", "tic-tac-toe"],
    &["plan", "connect-four", "--set", "height=5"],
    &["plan", "connect-four", "--all"],
    &["explain", "kayles"],
    &["explain", "tic-tac-toe"],
    &["explain", "coins-in-a-row"],
    &["explain", "subtraction", "--set", "n=1000000000000"],
    &[
        "explain",
        "connect-four",
        "--set",
        "width=8",
        "--time",
        "100ms",
    ],
    &["value", "nim(3) + kayles(2)"],
    &["value", "nim(3) + kayles(2)", "--compound", "some"],
    &["value", "tic-tac-toe + nim(1)", "--play", "misere"],
    &["value", "tic-tac-toe"],
    &["value", "domineering(2, 2) + clobber(2, 2)"],
    &["value", "^ - *2"],
    &["value", "^ ? *"],
    &["value", "incentives({2|1})"],
    &["value", "domineering(2, 2) + clobber(2, 2)", "--verify"],
    &["value", "--find", "1/2", "domineering"],
    &["value", "--boards", "clobber(1..2, 2)"],
    &["value", "--positions", "domineering(2, 2)"],
    &["explain", "{1,0|2,*}"],
    &["explain", "{^|v,1}"],
    &["explain", "{0|1}"],
    &["explain", "^ ? *"],
    &["explain", "^ ? ^"],
    &["explain", "{3|1} + ^ - 1/2"],
    &["explain", "--born", "2"],
    &["value", "{3|1} + {-1|-2||-3}", "--to-move", "Left"],
    &[
        "value",
        "domineering(4, 4) + domineering(4, 3)",
        "--to-move",
        "right",
    ],
    &["value", "knight(5,6) + knight(3,4)", "--compound", "all"],
    &[
        "sequence",
        "0.77",
        "--terms",
        "200",
        "--verify",
        "--statistics",
    ],
    &["sequence", "0.77", "--terms", "200", "--no-values"],
    &["sequence", "0.007", "--terms", "5", "--from", "3"],
    &["sequence", "0.007", "--terms", "200", "--method", "sparse"],
    &["sequence", "4.(3)", "--terms", "20", "--verify"],
    &["sequence", "{1,3,4}", "--terms", "2000", "--verify"],
    &["quotient", "0.75", "--heaps", "22", "--genus"],
    &["quotient", "0.77", "--heaps", "40", "--elements", "20"],
    &["quotient", "0.3", "--heaps", "4"],
    &["quotient", "0.77", "--heaps", "9", "--at", "3,4,5"],
    &["sequence", "leave n-3..n-1"],
    &["sequence", "subtract-a-square", "--terms", "40"],
    &["pairs", "wythoff"],
    &["pairs", "wythoff", "--positions", "3"],
    &["pairs", "wythoff", "--table", "--to", "4"],
    &["pairs", "wythoff", "--at", "3,7"],
    &["pairs", "../catalogue/games/wythoff.zug", "--to", "5"],
    &["tree", "subtraction", "--depth", "2"],
    &["tree", "tic-tac-toe", "--depth", "1"],
    &["solve", "subtraction", "--set", "n=0..3"],
    &[
        "solve",
        "kalah-by-margin",
        "--set",
        "pits=1..2",
        "--set",
        "seeds=1",
    ],
    &["games"],
    &["games", "kayles"],
    &["games", "0.77"],
    &["games", "tic-tac-toe"],
    &["solve", "nim", "--table", NIM],
    &["solve", "tic-tac-toe", "--table", TIC_TAC_TOE],
    &[
        "solve",
        "tic-tac-toe",
        "--method",
        "search",
        "--table",
        TIC_TAC_TOE,
    ],
    &[
        "solve",
        "tic-tac-toe",
        "--table",
        TIC_TAC_TOE,
        "--from",
        "board=X../.O./..X turn=O",
    ],
    &[
        "solve",
        "kalah-by-margin",
        "--set",
        "pits=2",
        "--set",
        "seeds=2",
        "--table",
        KALAH,
    ],
    &["table", "info", NIM],
    &["table", "info", TIC_TAC_TOE],
    &["table", "info", KALAH],
    &["table", "query", NIM],
    &["table", "query", TIC_TAC_TOE],
    &["table", "query", KALAH],
    &[
        "solve",
        "subtraction",
        "--set",
        "n=9",
        "--remoteness",
        "--proof",
        PROOF,
    ],
    &["certify", PROOF],
    &[
        "solve",
        "kalah-by-margin",
        "--set",
        "pits=2",
        "--set",
        "seeds=2",
        "--proof",
        PROOF_OF_SCORE,
    ],
    &["certify", PROOF_OF_SCORE],
    &["solve", "cops-and-robbers", "--set", "cops=1"],
    &["solve", "cops-and-robbers", "--set", "cops=1..2"],
    &["explain", "cops-and-robbers", "--set", "cops=1"],
    &[
        "tree",
        "cops-and-robbers",
        "--set",
        "cops=1",
        "--depth",
        "1",
    ],
    &[
        "solve",
        "cops-and-robbers",
        "--set",
        "cops=1",
        "--table",
        COPS,
    ],
    &["table", "query", COPS],
    &["table", "info", COPS],
    &["solve", GAINING, "--method", "tiers", "--table", GAINED],
    &[
        "solve",
        GAINING,
        "--method",
        "search",
        "--proof",
        PROOF_OF_SCORE,
    ],
    &["certify", PROOF_OF_SCORE],
    &["table", "info", GAINED],
    &["table", "query", GAINED],
    &["table", "verify", GAINED],
    &["cluster", "verify", GAINED],
    &[
        "solve",
        "cops-and-robbers",
        "--set",
        "cops=1",
        "--proof",
        PROOF_OF_NO_END,
    ],
    &["certify", PROOF_OF_NO_END],
    &["discover", "subtraction", "--certificate", PATTERN],
    &["discover", "stone-game-strategist"],
    &["discover", STANDING],
    &["table", "verify", NIM],
    &["table", "verify", TIC_TAC_TOE, "--sample", "5"],
    &["table", "verify", KALAH],
    &["table", "digest", TIC_TAC_TOE],
    &["cluster", "units", UNITS],
    &["cluster", "status", UNITS],
    &["cluster", "status", HALF_DONE],
    &["cluster", "status", NIM],
    &[
        "solve",
        "tic-tac-toe",
        "--method",
        "tiers",
        "--table",
        SHARDS,
    ],
    &["cluster", "verify", SHARDS, "--units"],
    &[
        "cluster",
        "plan",
        "tic-tac-toe",
        "--positions",
        "5478",
        "--from-table",
        SHARDS,
        "--disk-rate",
        "1GB",
    ],
    &["cluster", "verify", SHARDS, "--sample", "5"],
];

/// Rules in which no sum of the variables falls with each move.
const STANDING: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/standing.zug");

/// The certificate of a pattern.
const PATTERN: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/reported-pattern.json");

/// Folders of tables that the first of these commands write.
const NIM: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/reported-nim");
const TIC_TAC_TOE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/reported-tic-tac-toe");
const KALAH: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/reported-kalah");
const UNITS: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/reported-units");
const HALF_DONE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/reported-half-done");
const SHARDS: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/reported-shards");
const COPS: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/reported-cops");
const GAINED: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/reported-gained");

/// The files of proofs that some of these commands write.
const PROOF: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/reported.proof");
const PROOF_OF_SCORE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/reported-score.proof");
const PROOF_OF_NO_END: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/reported-no-end.proof");

/// Rules with a parameter that nothing uses.
const WARNED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/warned.zug");

/// Rules whose moves gain points.
const GAINING: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/gaining.zug");

/// Rules in which play can go round in a circle, of an impartial game.
const LOOPY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/loopy.zug");

/// The report that a command prints, as `zug schema` calls it.
fn report(arguments: &[&str]) -> String {
    let is_number = |text: &str| text.parse::<i64>().is_ok();
    let is_range = |argument: &&str| {
        let value = argument.split_once('=').map(|(_, value)| value);
        let bounds = value.and_then(|value| value.split_once(".."));
        bounds.is_some_and(|(first, last)| is_number(first) && is_number(last))
    };
    match arguments {
        [of @ ("table" | "cluster"), what, ..] => format!("{of}-{what}"),
        ["solve", ..] if arguments.iter().any(is_range) => "solve-range".to_owned(),
        ["value", "--find" | "--boards" | "--positions", ..] => "value-boards".to_owned(),
        ["explain", "--born", ..] => "explain-value".to_owned(),
        ["explain", asked, ..] if asked.contains(['|', '?']) => "explain-value".to_owned(),
        _ => arguments[0].to_owned(),
    }
}

/// Fields of answers that take long.
const SELDOM: [&str; 4] = [
    ": witnesses",
    ": not_checked",
    ": period_not_checked",
    ": resumed",
];

/// What a certificate has only where a theorem was asked too, which no table is.
const OF_THEOREMS: [&str; 4] = [": theorem", ": name", ": moves", ": positions"];

/// Arguments of commands that answer many questions, with the lines that ask them.
const PIPED: [(&[&str], &str); 8] = [
    (
        &["query", "nim", "--each-move"],
        "3,5,6\n1.stones=1 2.stones=2 3.stones=3\n",
    ),
    (&["query", "tic-tac-toe"], "X../.O./..X turn=O\nnonsense\n"),
    (&["query", GAINING, "--each-move"], "\n"),
    (&["query", "coins-in-a-row"], "\n"),
    (
        &[
            "query",
            "cops-and-robbers",
            "--set",
            "cops=1",
            "--each-move",
        ],
        "\n",
    ),
    (
        &[
            "query",
            "connect-four",
            "--set",
            "width=8",
            "--time",
            "20ms",
        ],
        "\n",
    ),
    (&["query", LOOPY, "--each-move"], "\n"),
    (&["value", "-"], "nim(3) + 0.77(5)\n^ - *2\n"),
];

/// The lines that Zug prints for these lines of input, as JSON.
fn lines(arguments: &[&str], input: &str) -> Vec<Value> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_zug"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| line.parse().unwrap()).collect()
}

/// What Zug prints, as JSON. What it has no answer to it says as well.
fn printed(arguments: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_zug"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("{\n  \""), "{arguments:?}: {text}");
    assert!(text.ends_with("}\n"), "{arguments:?}: {text}");
    text.parse().unwrap()
}

fn zug(arguments: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zug"));
    let done = command.args(arguments).stdin(Stdio::null()).output();
    assert!(done.unwrap().status.success(), "{arguments:?}");
}

/// Does units of work until the values of some tiers are known.
fn half_do(folder: &str) {
    loop {
        let ready = printed(&["cluster", "units", folder, "--json"]);
        let names = ready["units"].as_array().unwrap().iter();
        let names: Vec<&str> = names.map(|unit| unit["unit"].as_str().unwrap()).collect();
        if names.contains(&"values-00004-00000") {
            return;
        }
        zug(&[&["cluster", "do", folder], &names[..]].concat());
    }
}

#[test]
fn every_report_is_as_its_schema_says_and_has_every_field_sometimes() {
    let schemas = printed(&["schema"]);
    for folder in [
        NIM,
        TIC_TAC_TOE,
        KALAH,
        COPS,
        GAINED,
        UNITS,
        HALF_DONE,
        SHARDS,
    ] {
        // An earlier run of the tests may have left its table.
        let _ = std::fs::remove_dir_all(folder);
    }
    for folder in [UNITS, HALF_DONE] {
        zug(&["cluster", "begin", folder, "tic-tac-toe"]);
    }
    half_do(HALF_DONE);
    let piped = PIPED.iter().map(|(arguments, _)| report(arguments));
    let asked = ASKED.iter().map(|arguments| report(arguments));
    let commands: BTreeSet<String> = asked.chain(piped).collect();
    let described: BTreeSet<String> = schemas.as_object().unwrap().keys().cloned().collect();
    assert_eq!(commands, described);
    let mut met: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for arguments in ASKED {
        let command = report(arguments);
        let version = if command == "quotient" { 2 } else { 1 };
        let report = printed(&[arguments, &["--json"]].concat());
        let schema = Schema::new(&schemas[&command]);
        let met = met.entry(command).or_default();
        if let Err(fault) = schema.check(&report, met) {
            panic!("{arguments:?}: {fault}\n{report:#}");
        }
        assert_eq!(report["version"], version, "{arguments:?}");
    }
    for (arguments, input) in PIPED {
        let command = report(arguments);
        let schema = Schema::new(&schemas[&command]);
        let met = met.entry(command).or_default();
        for line in lines(arguments, input) {
            if let Err(fault) = schema.check(&line, met) {
                panic!("{arguments:?}: {fault}\n{line:#}");
            }
            assert_eq!(line["version"], 1, "{arguments:?}");
        }
    }
    for (command, met) in met {
        let fields = Schema::new(&schemas[&command]).fields();
        let missing = fields.difference(&met);
        let is_of_theorems = |field: &str| {
            command.ends_with("-verify") && OF_THEOREMS.iter().any(|of| field.ends_with(of))
        };
        // A table says of itself how many positions the player to move wins, and nothing of endless
        // play, which it knows as a draw.
        let is_of_players = |field: &str| {
            command == "table-info"
                && (field.ends_with(": players")
                    || field.ends_with(": endless")
                    || field.starts_with("A player, with the number"))
        };
        // Tables keep nimbers only where play ends.
        let is_loopy = |field: &str| {
            command.starts_with("table-")
                && (field.ends_with(": loopy") || field.ends_with(": infinity"))
        };
        let never: Vec<&String> = missing
            .filter(|field| !SELDOM.iter().any(|seldom| field.ends_with(seldom)))
            .filter(|field| !is_of_players(field))
            .filter(|field| !is_loopy(field))
            .filter(|field| !is_of_theorems(field))
            .collect();
        assert!(never.is_empty(), "{command}: {never:?} were never printed");
    }
}

#[test]
fn a_report_that_is_not_as_its_schema_says_is_found() {
    let schema = printed(&["schema", "solve"]);
    let report = printed(&["solve", "nim", "--json"]);
    let is_right = |report: &Value| Schema::new(&schema).check(report, &mut BTreeSet::new());
    assert_eq!(is_right(&report), Ok(()));
    for (field, wrong) in [
        ("version", Value::from(2)),
        ("outcome", Value::from("won")),
        ("remoteness", Value::from(-1)),
        ("moves", Value::from("1: 2")),
        ("moves", serde_json::json!([{"move": 3, "outcome": "win"}])),
        ("play", Value::Null),
        ("unheard_of", Value::from(0)),
    ] {
        let mut report = report.clone();
        report[field] = wrong.clone();
        assert!(is_right(&report).is_err(), "{field}: {wrong}");
    }
    for field in ["version", "game", "play", "outcome", "method"] {
        let mut report = report.clone();
        report.as_object_mut().unwrap().remove(field).unwrap();
        assert!(is_right(&report).is_err(), "{field}");
    }
}
