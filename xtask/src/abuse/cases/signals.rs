//! Signals in each phase of the work.

use std::time::Duration;

use rustix::process::Signal;

use super::Length;
use crate::abuse::case::{Case, Ending, Input, Sent, Stream};

/// Work that is long in one phase, with the name of the phase.
const LONG_WORK: [(&str, &str); 16] = [
    (
        "discovering",
        "solve connect-four --set width=5 --set height=5 --memory 600MiB",
    ),
    (
        "discovering, one thread",
        "solve connect-four --set width=5 --set height=5 --memory 600MiB --threads 1 --no-jit",
    ),
    ("searching", "solve connect-four --method search"),
    ("retracting", "solve kqk --method retracting"),
    (
        "verifying",
        "solve connect-four --set width=5 --set height=4 --verify",
    ),
    (
        "all states",
        "solve tic-tac-toe --set width=4 --set height=4 --all",
    ),
    (
        "a compound",
        "value tic-tac-toe+tic-tac-toe --compound some --memory 600MiB",
    ),
    ("heaps", "sequence grundy --terms 10000000 --no-values"),
    (
        "heaps with a state",
        "sequence 0.007 --terms 100000000 --no-values --save state --save-every 0",
    ),
    (
        "the sparse space",
        "sequence 0.165 --terms 1000000000 --no-values",
    ),
    (
        "heaps that are checked",
        "sequence 0.007 --terms 300000 --no-values --verify",
    ),
    (
        "a quotient",
        "quotient 0.0137 --heaps 1000 --steps 1000000000000",
    ),
    ("two heaps", "pairs knight --to 20000"),
    ("a table", "pairs king --to 5000 --table"),
    (
        "a tree",
        "tree connect-four --set width=5 --set height=5 --depth 3 --memory 600MiB",
    ),
    ("preparing", "plan long.zug"),
];

/// Signals that are rarer than Ctrl-C and SIGTERM.
const RARE: [&[Signal]; 4] = [
    &[Signal::KILL],
    &[Signal::HUP],
    &[Signal::INT, Signal::INT],
    &[Signal::TERM, Signal::INT, Signal::TERM],
];

/// The number of milliseconds after which a run has begun to work and handles signals.
const BEGUN: u64 = 50;

/// The memory, in MiB, that work with signals may take.
const MOST: u64 = 700;

pub(super) fn cases(length: Length) -> impl Iterator<Item = Case> {
    LONG_WORK
        .into_iter()
        .enumerate()
        .flat_map(move |(index, (phase, line))| match length {
            Length::Short => few(phase, line, index),
            Length::Long { .. } => every(phase, line),
        })
        .chain(waiting())
}

/// An early signal and a late one, and in turn one of the rarer signals.
fn few(phase: &str, line: &str, index: usize) -> Vec<Case> {
    let rare = &RARE[index % RARE.len()];
    vec![
        stopped(phase, line, &[Signal::INT], 100),
        stopped(phase, line, &[Signal::TERM], 400),
        rarely(stopped(phase, line, rare, 200)),
    ]
}

/// Each signal at each moment.
fn every(phase: &str, line: &str) -> Vec<Case> {
    let moments = [
        0, 1, 2, 5, 10, 20, 50, 100, 200, 300, 500, 700, 1000, 1500, 2500, 4000,
    ];
    let mut cases = Vec::new();
    for after in moments {
        for signals in [&[Signal::INT][..], &[Signal::TERM]]
            .into_iter()
            .chain(RARE)
        {
            cases.push(rarely(stopped(phase, line, signals, after)));
        }
        let case = stopped(phase, line, &[Signal::INT], after);
        cases.push(case.messages(Stream::Full));
    }
    cases
}

/// The work, and signals that are sent from `after` milliseconds on, 10 ms apart.
fn stopped(phase: &str, line: &str, signals: &[Signal], after: u64) -> Case {
    let names: Vec<String> = signals.iter().map(named).collect();
    let name = format!("signals: {phase}, {} after {after} ms", names.join(", "));
    let mut case = Case::line(name, line)
        .file("long.zug", long())
        .at_most(MOST)
        .may_leave("state")
        .ends(if after < BEGUN {
            Ending::Interrupted
        } else {
            Ending::Stopped
        });
    for (&signal, moment) in signals.iter().zip((after..).step_by(10)) {
        case = case.signal(signal, Duration::from_millis(moment));
    }
    case
}

/// The name of the signal, as `kill` writes it.
fn named(signal: &Signal) -> String {
    let debug = format!("{signal:?}");
    debug.trim_matches('"').replace("Signal::", "SIG")
}

/// The case with the ending that its signals make of it.
fn rarely(case: Case) -> Case {
    let kills = |sent: &Sent| sent.signal == Signal::KILL;
    if case.signals.iter().any(kills) {
        return case.ends(Ending::Killed);
    }
    case
}

/// Commands that wait for input.
fn waiting() -> Vec<Case> {
    let mut cases = Vec::new();
    for line in ["play tic-tac-toe", "judge bachet", "judge roxor"] {
        for signal in [Signal::INT, Signal::TERM] {
            let after = Duration::from_millis(300);
            let name = format!("signals: zug {line} waits, {}", named(&signal));
            cases.push(
                Case::line(name, line)
                    .input(Input::Silent)
                    .signal(signal, after)
                    .ends(Ending::Interrupted),
            );
        }
    }
    cases
}

/// Rules that take seconds to prepare: each function calls the function before it
/// twice.
fn long() -> String {
    let calls = |i: usize| format!("let f{}(x) = f{i}(x) + f{i}(x + 1)\n", i + 1);
    let functions: String = (0..40).map(calls).collect();
    let game = "game long\nimpartial\nn: 0..9 = 9\nlet f0(x) = x + n\n";
    let moves = "win me if f40(1) == 0\nmove take if n > 0:\n    n -= 1\n";
    [game, &functions, moves].concat()
}
