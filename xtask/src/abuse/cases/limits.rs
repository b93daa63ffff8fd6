//! Processes that get less than they ask for.

use std::time::Duration;

use super::COMMANDS;
use crate::abuse::case::{Case, Ending, Limits, Place, Stream};

/// Work that needs memory, threads or files.
const WORKING: [(&str, &str); 18] = [
    ("solve", "solve dodgem"),
    ("solve-verified", "solve dodgem --verify --threads 2"),
    ("solve-four-threads", "solve reversi --set n=4 --threads 4"),
    ("solve-large", "solve connect-four --method positions"),
    (
        "search",
        "solve connect-four --set width=5 --set height=4 --method search",
    ),
    ("solve-without-code", "solve three-mens-morris --no-jit"),
    ("plan", "plan three-mens-morris"),
    ("explain", "explain kqk"),
    ("value", "value tic-tac-toe+kayles(4) --compound some"),
    ("sequence", "sequence grundy --terms 20000 --no-values"),
    (
        "sequence-saved",
        "sequence 0.007 --terms 200000 --no-values --save state",
    ),
    (
        "sequence-plotted",
        "sequence 0.77 --terms 2000 --no-values --plot plot.svg",
    ),
    ("quotient", "quotient 4.7 --heaps 9"),
    ("pairs", "pairs knight --to 4000"),
    ("pairs-table", "pairs king --to 1000 --table --format csv"),
    // Its rules are prepared at once: until then an interrupt ends the program as the system does.
    (
        "play",
        "play connect-four --set width=4 --set height=4 --as none",
    ),
    ("tree", "tree tic-tac-toe --depth 4 --format svg"),
    ("judge", "judge furlo-rublo"),
];

/// A run whose machine refuses what it asks for may take this time.
const LONG: Duration = Duration::from_millis(700);

pub(super) fn cases() -> impl Iterator<Item = Case> {
    let mut cases = Vec::new();
    for (name, line) in WORKING {
        let case = |what: String, limits: Limits| {
            Case::line(format!("limits: {name}, {what}"), line)
                .limits(limits)
                .at_most(1024)
                .may_be_long(LONG)
                .may_leave("state")
                .may_leave("plot.svg")
        };
        // The test build of the program itself takes 45 MiB.
        for mebibytes in [56, 80, 150, 300, 600] {
            let memory = Some(mebibytes << 10);
            let limits = Limits {
                memory,
                ..Limits::default()
            };
            cases.push(case(format!("{mebibytes} MiB of address space"), limits));
        }
        // With three open files, the system cannot load the program.
        for number in [4, 6] {
            let files = Some(number);
            let limits = Limits {
                files,
                ..Limits::default()
            };
            cases.push(case(format!("{number} open files"), limits));
        }
        for kibibytes in [256, 1024] {
            let stack = Some(kibibytes);
            let limits = Limits {
                stack,
                ..Limits::default()
            };
            cases.push(case(format!("a stack of {kibibytes} KiB"), limits));
        }
        let processes = Some(1);
        let limits = Limits {
            processes,
            ..Limits::default()
        };
        cases.push(case("no thread".to_owned(), limits).place(Place::Nobody));
        let processor = Some(1);
        let limits = Limits {
            processor,
            ..Limits::default()
        };
        let limited = case("a second of processor time".to_owned(), limits);
        cases.push(limited.ends(Ending::Killed));
    }
    for (name, line) in COMMANDS {
        let limits = Limits {
            memory: Some(60 << 10),
            stack: Some(256),
            files: Some(8),
            ..Limits::default()
        };
        cases.push(Case::line(format!("limits: {name}, little of all"), line).limits(limits));
    }
    cases.extend(disks());
    cases.into_iter()
}

/// Disks that have no room for an answer, a state or a picture.
fn disks() -> Vec<Case> {
    let lines = [
        "sequence grundy --terms 30000 --no-values --save state",
        "sequence 0.77 --terms 30000 --no-values --plot plot.svg",
        "sequence 0.77 --terms 30000 --no-values --plot plot.png",
        "sequence grundy --terms 30000 --no-values --save state --plot plot.svg",
    ];
    let mut cases = Vec::new();
    for line in lines {
        let case = |what: &str| Case::line(format!("disks: zug {line}, {what}"), line);
        cases.push(
            case("a disk of 64 KiB")
                .place(Place::TinyDisk)
                .may_leave("plot.png"),
        );
        cases.push(
            case("a folder that is read only")
                .place(Place::ReadOnly)
                .ends(Ending::Refused),
        );
        let file_size = Some(8);
        let limits = Limits {
            file_size,
            ..Limits::default()
        };
        // A first state, which has few heaps, fits.
        let limited = case("files of 4 KiB").limits(limits);
        cases.push(limited.may_leave("plot.png").may_leave("state"));
    }
    // The shell made the file of an answer, so the part that was written stays.
    for line in [
        "sequence 0.77 --terms 30000",
        "sequence 0.77 --terms 30000 --json",
        "completions bash",
    ] {
        let name = format!("disks: zug {line} > answer, files of 4 KiB");
        let file_size = Some(8);
        let limits = Limits {
            file_size,
            ..Limits::default()
        };
        let case = Case::line(name, line).limits(limits).output(Stream::File);
        cases.push(case.ends(Ending::Unanswered));
    }
    for (what, line) in [
        ("/dev/full", "sequence 0.77 --terms 30 --plot /dev/full"),
        ("/dev/full", "sequence 0.77 --terms 30 --save /dev/full"),
        ("/dev/null", "sequence 0.77 --terms 30 --save /dev/null"),
        ("a folder", "sequence 0.77 --terms 30 --save ."),
        ("a folder", "sequence 0.77 --terms 30 --plot ."),
        ("no folder", "sequence 0.77 --terms 30 --save none/state"),
        ("no folder", "man --to none/pages"),
        ("a device", "man --to /dev/null"),
        ("no folder", "sequence 0.77 --terms 30 --plot none/plot.svg"),
        ("/proc", "sequence 0.77 --terms 30 --save /proc/state"),
        ("/proc", "sequence 0.77 --terms 30 --plot /proc/plot.svg"),
    ] {
        let name = format!("disks: zug {line}, {what}");
        cases.push(Case::line(name, line).ends(Ending::Refused));
    }
    cases
}
