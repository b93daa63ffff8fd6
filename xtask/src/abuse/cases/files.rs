//! Files that are not rules: empty, binary, endless, unreadable, folders and pipes; and
//! rules at the limits of the language.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::time::Duration;

use crate::abuse::case::{Case, Content, Ending, Input, Place};

/// Commands whose last word is the rules file that they read.
const READERS: [&str; 7] = [
    "solve",
    "solve --json",
    "plan",
    "explain",
    "play --as none",
    "tree",
    "value",
];

/// A game without a fault.
pub(super) const GAME: &str = "\
game t
impartial
n: 0..9 = 9
move take(k in 1..3) if k <= n \"{k}\":
    n -= k
";

pub(super) fn cases() -> impl Iterator<Item = Case> {
    let files = READERS.into_iter().flat_map(|reader| {
        let cases = contents(reader).into_iter().chain(kinds(reader));
        cases.chain(names(reader))
    });
    let borders = ["solve", "plan", "tree"].into_iter().flat_map(|reader| {
        at_the_limits().into_iter().map(move |(what, text)| {
            let case = reading(reader, what, "./game.zug").file("game.zug", text);
            case.memory(64)
        })
    });
    files.chain(borders)
}

/// The command, reading a file of this name.
fn reading(reader: &str, what: &str, name: &str) -> Case {
    let words = reader.split(' ').chain([name]);
    Case::new(format!("files: {reader} {what}"), words)
}

fn contents(reader: &str) -> Vec<Case> {
    let utf16: Vec<u8> = GAME.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let refused: [(&str, Vec<u8>); 12] = [
        ("empty", Vec::new()),
        ("blanks", b" \n\n  \n".to_vec()),
        ("zeros", vec![0; 4096]),
        ("binary", (0..=255).cycle().take(100_000).collect()),
        ("not UTF-8", [GAME.as_bytes(), b"# \xff\xfe\n"].concat()),
        ("UTF-16", [&b"\xff\xfe"[..], &utf16].concat()),
        ("carriage returns", GAME.replace('\n', "\r").into_bytes()),
        ("a program", b"\x7fELF\x02\x01\x01\0".to_vec()),
        (
            "escapes",
            b"game t\x1b[2J\x1b]0;title\x07\nimpartial\n".to_vec(),
        ),
        (
            "a zero in a name",
            GAME.replace("take", "ta\0ke").into_bytes(),
        ),
        ("one long line", b"game t ".repeat(600_000)),
        ("no end of line", b"game".to_vec()),
    ];
    let mut cases = Vec::new();
    for (what, content) in refused {
        let case = reading(reader, what, "./game.zug").file("game.zug", content);
        cases.push(case.ends(Ending::Misuse));
    }
    let marked = format!("\u{feff}{GAME}");
    cases.push(reading(reader, "a byte order mark", "./game.zug").file("game.zug", marked));
    let crlf = GAME.replace('\n', "\r\n");
    cases.push(
        reading(reader, "CRLF", "./game.zug")
            .file("game.zug", crlf)
            .ends(Ending::Answered),
    );
    cases.push(
        reading(reader, "endless zeros", "./game.zug")
            .with("game.zug", Content::Zeros(1 << 40))
            .ends(Ending::Misuse),
    );
    cases
}

fn kinds(reader: &str) -> Vec<Case> {
    let refused = |what: &str, name: &str, content: Option<Content>| {
        let case = reading(reader, what, name).ends(Ending::Misuse);
        match content {
            Some(content) => case.with("game.zug", content),
            None => case,
        }
    };
    let mut cases = vec![
        refused("no file", "./none.zug", None),
        refused("a folder", "./game.zug", Some(Content::Folder)),
        // Somebody may still write to the pipe, so the run waits.
        refused(
            "a pipe that nobody writes to",
            "./game.zug",
            Some(Content::Fifo),
        )
        .may_be_long(Duration::from_millis(200))
        .ends(Ending::Interrupted),
        refused(
            "a link to itself",
            "./game.zug",
            Some(Content::Link("game.zug")),
        ),
        refused(
            "a link to nothing",
            "./game.zug",
            Some(Content::Link("none.zug")),
        ),
        refused(
            "a file as a folder",
            "./game.zug/x.zug",
            Some(Content::Bytes(Vec::new())),
        ),
        refused("/dev/null", "/dev/null", None),
        refused("/dev/zero", "/dev/zero", None),
        refused("/proc/self/mem", "/proc/self/mem", None),
        refused(
            "unreadable",
            "./game.zug",
            Some(Content::Unreadable(GAME.into())),
        )
        .place(Place::Nobody),
    ];
    if !reader.starts_with("play") {
        let case = reading(reader, "from standard input", "/dev/stdin");
        cases.push(case.input(Input::Bytes(GAME.into())));
        let case = reading(reader, "from a pipe without end", "/dev/stdin");
        cases.push(case.input(Input::Endless(b'#')).ends(Ending::Misuse));
    }
    cases
}

fn names(reader: &str) -> Vec<Case> {
    let mut names: Vec<OsString> = [
        "ñandú.zug",
        "игра.zug",
        "游戏.zug",
        "🎲.zug",
        "a b.zug",
        "-x.zug",
        "a\nb.zug",
        "\u{1b}[31m.zug",
        "\u{202e}guz.zug",
        "'\"$(x)`.zug",
    ]
    .map(Into::into)
    .to_vec();
    names.push(OsString::from_vec(b"\xff\xfe.zug".to_vec()));
    let mut cases = Vec::new();
    for name in names {
        let mut path = OsString::from("./");
        path.push(&name);
        let words = reader.split(' ').map(OsString::from).chain([path]);
        let what = format!("files: {reader} {}", name.display());
        cases.push(Case::new(what.clone(), words.clone()).file(name.clone(), GAME));
        cases.push(
            Case::new(format!("{what}, wrong"), words)
                .file(name, "game\n")
                .ends(Ending::Misuse),
        );
    }
    let long = format!("./{}.zug", "n".repeat(300));
    cases.push(reading(reader, "a name too long", &long).ends(Ending::Misuse));
    cases
}

/// Rules at the limits.
fn at_the_limits() -> Vec<(&'static str, String)> {
    [deep(), long(), large(), many_declarations(), odd_signs()].concat()
}

/// Rules with expressions and blocks within each other.
fn deep() -> Vec<(&'static str, String)> {
    let nested = |open: &str, inner: &str, close: &str, times| {
        format!("{}{inner}{}", open.repeat(times), close.repeat(times))
    };
    vec![
        (
            "1,000 brackets deep",
            with(&format!("let a = {}", nested("(", "1", ")", 1000))),
        ),
        (
            "100,000 brackets deep",
            with(&format!("let a = {}", nested("(", "1", ")", 100_000))),
        ),
        (
            "100,000 lists deep",
            with(&format!("let a = {}", nested("[", "1", "]", 100_000))),
        ),
        (
            "100,000 minus signs",
            with(&format!("let a = {}1", "-".repeat(100_000))),
        ),
        (
            "100,000 nots",
            with(&format!("win me if {}n == 0", "not ".repeat(100_000))),
        ),
        (
            "100,000 powers",
            with(&format!("let a = 1{}", " ** 1".repeat(100_000))),
        ),
        (
            "100,000 sums",
            with(&format!("let a = 1{}", " + 1".repeat(100_000))),
        ),
        (
            "100,000 ands",
            with(&format!(
                "win me if n == 0{}",
                " and n == 0".repeat(100_000)
            )),
        ),
        (
            "5,000 ifs",
            with(&format!("let a = {}1", "1 if n == 0 else ".repeat(5000))),
        ),
        ("500 blocks deep", {
            let blocks = (1..500).map(|i| format!("{}if n >= 0:\n", "    ".repeat(i)));
            let blocks: String = blocks.collect();
            with(&format!("move deep:\n{blocks}{}n -= 1", "    ".repeat(500)))
        }),
    ]
}

/// Rules with a long name, line, comment or number.
fn long() -> Vec<(&'static str, String)> {
    vec![
        (
            "a name of a million letters",
            GAME.replace("take", &"t".repeat(1_000_000)),
        ),
        ("a line of a million blanks", with(&" ".repeat(1_000_000))),
        (
            "a comment of a million letters",
            with(&format!("# {}", "c".repeat(1_000_000))),
        ),
        (
            "a million empty lines",
            format!("{GAME}{}", "\n".repeat(1_000_000)),
        ),
        (
            "a number of 10,000 digits",
            GAME.replace("0..9", &format!("0..1{}", "0".repeat(10_000))),
        ),
        (
            "10^30",
            GAME.replace("0..9", &format!("0..1{}", "0".repeat(30))),
        ),
    ]
}

/// Short rules that ask for far too much.
fn large() -> Vec<(&'static str, String)> {
    vec![
        (
            "a large range",
            GAME.replace("0..9", "0..9223372036854775807"),
        ),
        (
            "a negative range",
            GAME.replace("0..9", "-9223372036854775807..9"),
        ),
        ("a range turned round", GAME.replace("0..9", "9..0")),
        ("many choices", GAME.replace("1..3", "1..1000000000")),
        (
            "many pairs of choices",
            GAME.replace("k in 1..3", "k in 1..30000, j in 1..30000"),
        ),
        ("an array too large", with("a[0..1000000000]: bool = false")),
        ("arrays in arrays", with("a[0..9999, 0..9999]: 0..9999 = 0")),
        (
            "a list too large",
            with("let a = [i for i in 0..1000000000]\nrequire len(a) > 0"),
        ),
        (
            "a list of lists",
            with(
                "let a = [[[i for i in 0..999] for j in 0..999] for k in 0..999]\nrequire len(a) > 0",
            ),
        ),
        (
            "a sum too long",
            with("let a = sum(i * j for i in 0..99999 for j in 0..99999)\nrequire a > 0"),
        ),
        (
            "a power too high",
            with("let a = 2 ** 1000000000\nrequire a > 0"),
        ),
    ]
}

/// Rules with many declarations, and functions that lead to many calls.
fn many_declarations() -> Vec<(&'static str, String)> {
    let many = |times: usize, line: &dyn Fn(usize) -> String| {
        let lines: String = (0..times).map(line).collect();
        format!("{GAME}{lines}")
    };
    vec![
        ("functions that call twice", {
            many(60, &|i| match i {
                0 => "let f0(x) = x + n\n".to_owned(),
                _ => format!("let f{i}(x) = f{}(x) + f{}(x)\n", i - 1, i - 1),
            })
        }),
        ("functions that call twice, used", {
            many(61, &|i| match i {
                0 => "let f0(x) = x + n\n".to_owned(),
                60 => "win me if f59(1) == 0\n".to_owned(),
                _ => format!("let f{i}(x) = f{}(x) + f{}(x + 1)\n", i - 1, i - 1),
            })
        }),
        (
            "a function that calls itself",
            with("let f(x) = f(x)\nwin me if f(1)"),
        ),
        (
            "2,000 moves",
            many(2000, &|i| {
                format!("move m{i} if n == {}:\n    n -= 1\n", i % 9 + 1)
            }),
        ),
        (
            "2,000 variables",
            many(2000, &|i| format!("v{i}: bool = false\n")),
        ),
        (
            "2,000 symmetries",
            many(2000, &|_| "symmetry swap\n".to_owned()),
        ),
        (
            "2,000 games",
            (0..2000)
                .map(|i| GAME.replace("game t", &format!("game t{i}")))
                .collect(),
        ),
        (
            "a sum of 100,000 games",
            format!("{GAME}game s\nsum t for i in 1..100000\n"),
        ),
    ]
}

/// Rules with signs that would steer a terminal, and with a notation that is too long.
fn odd_signs() -> Vec<(&'static str, String)> {
    vec![
        (
            "a notation with an escape",
            GAME.replace("{k}", "\u{1b}[31m{k}\u{7}"),
        ),
        (
            "a notation with C1 controls",
            GAME.replace("{k}", "\u{9b}31m{k}"),
        ),
        ("a notation with a zero", GAME.replace("{k}", "\0{k}")),
        (
            "a notation with a carriage return",
            GAME.replace("{k}", "\r{k}"),
        ),
        (
            "a notation with a long text",
            GAME.replace("{k}", &format!("{{k}}{}", "x".repeat(500_000))),
        ),
        (
            "a notation with a direction mark",
            GAME.replace("{k}", "\u{202e}{k}"),
        ),
        ("a comment with an escape", with("# \u{1b}[2J")),
        (
            "an unknown name with an escape",
            with("win me if \u{1b}[2J"),
        ),
    ]
}

/// The small game with one more line.
fn with(line: &str) -> String {
    format!("{GAME}{line}\n")
}
