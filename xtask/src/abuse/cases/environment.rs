//! Environments that lack what programs usually find.

use super::COMMANDS;
use crate::abuse::case::{Case, Ending};

pub(super) fn cases() -> impl Iterator<Item = Case> {
    let mut cases = Vec::new();
    for (name, line) in COMMANDS {
        let case = |what: &str| {
            let case = Case::line(format!("environment: {name}, {what}"), line);
            if name == "judge" {
                case.ends(Ending::Misuse)
            } else {
                case.ends(Ending::Answered)
            }
        };
        cases.extend([
            case("nothing set")
                .without("PATH")
                .without("HOME")
                .without("TERM")
                .without("LANG")
                .without("USER")
                .without("TMPDIR"),
            case("a poor terminal")
                .set("TERM", "dumb")
                .set("NO_COLOR", "1")
                .set("COLUMNS", "1")
                .set("LINES", "0"),
            case("a rich terminal")
                .set("TERM", "\u{1b}[31m")
                .set("FORCE_COLOR", "3")
                .set("COLORTERM", "truecolor")
                .set("COLUMNS", "1000000000000000000000"),
            case("a strange place")
                .set("LANG", "C")
                .set("LC_ALL", "tlh_KX.EBCDIC")
                .set("HOME", "/none")
                .set("TMPDIR", "/none")
                .set("PATH", "")
                .set("RUST_BACKTRACE", "full"),
        ]);
    }
    cases.into_iter()
}
