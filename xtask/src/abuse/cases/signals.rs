//! Signals in each phase of the work.

use std::time::Duration;

use rustix::process::Signal;

use super::Length;
use crate::abuse::case::{Case, Ending, Input, Stream};

/// Work that is long in one phase, and the phase.
const LONG_WORK: [(&str, &str); 15] = [
    ("discovering", "solve connect-four --memory 600MiB"),
    (
        "discovering, one thread",
        "solve connect-four --memory 600MiB --threads 1 --no-jit",
    ),
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
    ("a tree", "tree connect-four --depth 5 --memory 600MiB"),
    ("preparing", "plan long.zug"),
];

/// Bytes, in MiB, that work with signals may take.
const MOST: u64 = 700;

pub(super) fn cases(length: Length) -> impl Iterator<Item = Case> {
    let milliseconds: &[u64] = match length {
        Length::Short => &[0, 150, 700],
        Length::Long { .. } => &[
            0, 1, 2, 5, 10, 20, 50, 100, 200, 300, 500, 700, 1000, 1500, 2500, 4000,
        ],
    };
    let mut cases = Vec::new();
    for (phase, line) in LONG_WORK {
        for (index, &after) in milliseconds.iter().enumerate() {
            let after = Duration::from_millis(after);
            let case = |what: &str| {
                Case::line(format!("signals: {phase}, {what} after {after:?}"), line)
                    .file("long.zug", long())
                    .at_most(MOST)
                    .may_leave("state")
                    .ends(if index == 0 {
                        Ending::Interrupted
                    } else {
                        Ending::Stopped
                    })
            };
            // In a short run each signal comes in some of the phases.
            if length != Length::Short || index != 0 {
                cases.push(case("SIGINT").signal(Signal::INT, after));
                cases.push(case("SIGTERM").signal(Signal::TERM, after));
            }
            if length != Length::Short || index == 1 {
                cases.push(
                    case("SIGKILL")
                        .signal(Signal::KILL, after)
                        .ends(Ending::Killed),
                );
                cases.push(case("SIGHUP").signal(Signal::HUP, after));
            }
            if length != Length::Short || index == 2 {
                let soon = after + Duration::from_millis(10);
                cases.push(
                    case("SIGINT twice")
                        .signal(Signal::INT, after)
                        .signal(Signal::INT, soon),
                );
                cases.push(
                    case("SIGINT, messages full")
                        .signal(Signal::INT, after)
                        .messages(Stream::Full),
                );
            }
        }
    }
    cases.extend(waiting());
    cases.into_iter()
}

/// Commands that wait for input.
fn waiting() -> Vec<Case> {
    let mut cases = Vec::new();
    for line in ["play tic-tac-toe", "judge bachet", "judge roxor"] {
        for signal in [Signal::INT, Signal::TERM] {
            let after = Duration::from_millis(300);
            let name = format!("signals: zug {line} waits, {signal:?}");
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

/// Rules that take seconds to prepare: each function calls the last one twice.
fn long() -> String {
    let calls = |i: usize| format!("let f{}(x) = f{i}(x) + f{i}(x + 1)\n", i + 1);
    let functions: String = (0..40).map(calls).collect();
    let game = "game long\nimpartial\nn: 0..9 = 9\nlet f0(x) = x + n\n";
    let moves = "win me if f40(1) == 0\nmove take if n > 0:\n    n -= 1\n";
    [game, &functions, moves].concat()
}
