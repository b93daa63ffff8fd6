//! Streams that are closed, broken or full.

use super::COMMANDS;
use crate::abuse::case::{Case, Ending, Input, Stream};

/// Command lines that fail, each at another stage.
const FAILING: [&str; 14] = [
    "",
    "solve",
    "solve nofile.zug",
    "solve nothing",
    "solve nim --set n=",
    "solve nim --from x",
    "solve connect-four --memory 1MiB --method positions",
    "plan nothing",
    "explain nim x",
    "value nothing(3)",
    "sequence x --terms 5",
    "quotient x",
    "pairs x",
    "judge roxor",
];

pub(super) fn cases() -> impl Iterator<Item = Case> {
    let mut cases = Vec::new();
    for (name, line) in COMMANDS {
        let is_judge = name == "judge";
        let answered = if is_judge {
            Ending::Misuse
        } else {
            Ending::Answered
        };
        let unwritten = if is_judge {
            Ending::Misuse
        } else {
            Ending::Unanswered
        };
        let case = |what: &str| Case::line(format!("streams: {name}, {what}"), line);
        cases.extend([
            case("output full").output(Stream::Full).ends(unwritten),
            // Without standard output the answer cannot be printed.
            case("output closed").output(Stream::Closed),
            case("output broken").output(Stream::Broken).ends(answered),
            case("one line read")
                .output(Stream::FirstLine)
                .ends(answered),
            case("messages full").messages(Stream::Full).ends(answered),
            case("messages closed")
                .messages(Stream::Closed)
                .ends(answered),
            case("messages broken")
                .messages(Stream::Broken)
                .ends(answered),
            case("input closed").input(Input::Closed),
            case("both full")
                .output(Stream::Full)
                .messages(Stream::Full)
                .ends(unwritten),
            case("all closed")
                .input(Input::Closed)
                .output(Stream::Closed)
                .messages(Stream::Closed),
        ]);
    }
    for line in FAILING {
        let case = |what: &str| {
            Case::line(format!("streams: zug {line}, {what}"), line).ends(Ending::Refused)
        };
        cases.extend([
            case("messages full").messages(Stream::Full),
            case("messages closed").messages(Stream::Closed),
            case("messages broken").messages(Stream::Broken),
            case("output full").output(Stream::Full),
            case("both full")
                .output(Stream::Full)
                .messages(Stream::Full),
            case("both broken")
                .output(Stream::Broken)
                .messages(Stream::Broken),
        ]);
    }
    for path in ["/dev/full", "/dev/zero", "/dev/urandom", "/"] {
        for line in [
            "play nim",
            "play tic-tac-toe --as both",
            "judge bachet",
            "judge trees",
        ] {
            let case = Case::line(format!("streams: zug {line} < {path}"), line);
            let case = case.input(Input::Path(path)).output(Stream::FirstLine);
            cases.push(case.may_be_long(std::time::Duration::from_secs(1)));
        }
    }
    cases.into_iter()
}
