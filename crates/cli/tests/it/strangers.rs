//! Text that a stranger wrote, in rules, names of files or arguments, never
//! steers the terminal that shows it.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A colour, a title, a bell, a return, an erasing C1 sequence, right to left.
const STEERING: &str = "\u{1b}[31m\u{1b}]0;title\u{7}\r\u{9b}2J\u{202e}\u{2028}\u{7f}";

/// What Zug says in this folder, whatever it is.
fn said(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_zug"))
        .args(arguments)
        .current_dir(folder)
        // Colours of Zug's own would hide those of strangers.
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn assert_quiet(what: &str, output: &Output) {
    for (stream, bytes) in [("stdout", &output.stdout), ("stderr", &output.stderr)] {
        let text = String::from_utf8(bytes.clone()).unwrap();
        let steering = text
            .chars()
            .find(|&c| !matches!(c, '\n' | '\t') && zug::is_unprintable(c));
        assert_eq!(steering, None, "{what}, {stream}: {text:?}");
    }
}

/// Rules with comments and names of moves that hold this text.
fn rules(text: &str) -> String {
    format!(
        "# {text}\n\
         game t\n\
         players A, B\n\
         # {text}\n\
         heap: 0..3 = 3\n\
         move take(k in 1..2) if k <= heap \"{text} {{k}}\":\n\
         \x20   heap -= k\n"
    )
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Every command that reads rules.
const READERS: [&[&str]; 10] = [
    &["solve", "FILE"],
    &["solve", "FILE", "--json"],
    &["solve", "FILE", "--verify"],
    &["plan", "FILE"],
    &["explain", "FILE"],
    &["play", "FILE", "--as", "none"],
    &["tree", "FILE"],
    &["tree", "FILE", "--format", "svg"],
    &["tree", "FILE", "--format", "dot"],
    &["value", "FILE"],
];

fn filled<'a>(arguments: &[&'a str], file: &'a str) -> Vec<&'a str> {
    let fill = |argument: &&'a str| if *argument == "FILE" { file } else { *argument };
    arguments.iter().map(fill).collect()
}

#[test]
fn rules_that_would_steer_a_terminal_are_refused_without_doing_so() {
    let folder = folder("strangers-rules");
    for steering in STEERING.chars().filter(|c| zug::is_unprintable(*c)) {
        std::fs::write(folder.join("bad.zug"), rules(&format!("x{steering}y"))).unwrap();
        for arguments in READERS {
            let output = said(&folder, &filled(arguments, "./bad.zug"));
            assert_quiet(&format!("{arguments:?}"), &output);
            assert_eq!(output.status.code(), Some(2), "{arguments:?} {steering:?}");
        }
    }
}

#[test]
fn comments_may_hold_anything_and_are_not_shown_raw_beside_a_fault() {
    let folder = folder("strangers-comments");
    let good = rules("fine").replace("# fine", &format!("# {STEERING}"));
    std::fs::write(folder.join("good.zug"), &good).unwrap();
    for arguments in READERS {
        let output = said(&folder, &filled(arguments, "./good.zug"));
        assert_quiet(&format!("{arguments:?}"), &output);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {output:?}");
    }
    let faulty = good.replace("heap -= k", &format!("heap -= m  # {STEERING}"));
    std::fs::write(folder.join("faulty.zug"), faulty).unwrap();
    let output = said(&folder, &["solve", "./faulty.zug"]);
    assert_quiet("a fault", &output);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn arguments_are_quoted_so_that_they_steer_nothing() {
    let folder = folder("strangers-arguments");
    let name = format!("./{STEERING}.zug");
    std::fs::write(folder.join(&name), rules("fine").replace("-= k", "-= m")).unwrap();
    let nim = format!("nim({STEERING})");
    let set = format!("piles={STEERING}");
    let unknown = format!("{STEERING}=1");
    let cases: [&[&str]; 17] = [
        &["solve", &name],
        &["solve", STEERING],
        &["solve", "./no-such-file\u{1b}[31m.zug"],
        &["solve", "nim", "--set", &set],
        &["solve", "nim", "--set", &unknown],
        &["solve", "nim", "--from", STEERING],
        &["solve", "nim", "--memory", STEERING],
        &["solve", "nim", STEERING],
        &["explain", "nim", STEERING],
        &["play", "nim", "--as", STEERING],
        &["games", STEERING],
        &["value", &nim],
        &["sequence", STEERING, "--terms", "5"],
        &["sequence", "0.77", "--terms", "5", "--plot", STEERING],
        &["quotient", STEERING],
        &["pairs", STEERING],
        &[STEERING],
    ];
    for arguments in cases {
        let output = said(&folder, arguments);
        assert_quiet(&format!("{arguments:?}"), &output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
    }
}

#[test]
fn arguments_that_are_no_text_are_refused() {
    for arguments in [
        &["solve", "\u{fffd}"][..],
        &["solve", "nim", "--from", "\u{fffd}"],
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_zug"))
            .args(arguments.iter().map(|argument| match *argument {
                "\u{fffd}" => OsStr::from_bytes(b"\x9b2J\xff"),
                argument => OsStr::new(argument),
            }))
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert_quiet(&format!("{arguments:?}"), &output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
    }
}
