//! Absurd parameters: numbers that are not numbers, sizes from nothing to everything,
//! options that are repeated, contradicting, misplaced or empty.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::time::Duration;

use crate::abuse::case::{Case, Ending};

/// Texts that are given where a number is asked for.
const NUMBERS: [&str; 32] = [
    "",
    " ",
    "0",
    "00",
    "1",
    "-1",
    "-0",
    "+1",
    "1.5",
    "1e9",
    "0x10",
    "10^0",
    "10^30",
    "0^0",
    "2^64",
    "10^-1",
    "^",
    "1_000",
    "_",
    "1000000000",
    "18446744073709551615",
    "18446744073709551616",
    "-9223372036854775808",
    "1000000000000000000000000000000",
    "NaN",
    "inf",
    "١٢",
    "½",
    "1\n2",
    "\u{1b}[31m7",
    "%s%n",
    "--",
];

/// Texts that are given where a size of memory is asked for.
const SIZES: [&str; 22] = [
    "",
    "0",
    "1",
    "12",
    "-1",
    "1B",
    "1KiB",
    "1 MiB",
    "1.5MiB",
    "1e6",
    "8EiB",
    "16EiB",
    "17EiB",
    "10^30",
    "18446744073709551615",
    "18446744073709551616",
    "NaN",
    "infMiB",
    "5XiB",
    "MiB",
    "0x10MiB",
    "\u{1b}[31mMiB",
];

/// Commands whose last word is an option that takes a number.
const NUMBERED: [&str; 21] = [
    "solve nim --threads",
    "solve tic-tac-toe --threads",
    "solve dodgem --method retrograde --threads",
    "plan tic-tac-toe --threads",
    "explain tic-tac-toe --threads",
    "value kayles(3)+tic-tac-toe --compound some --threads",
    "play nim --as none --threads",
    "tree subtraction --threads",
    "tree subtraction --depth",
    "tree tic-tac-toe --format svg --depth",
    "sequence 0.77 --terms",
    "sequence 0.007 --terms",
    "sequence 0.77 --terms 5 --from",
    "sequence 0.77 --terms 5 --threads",
    "sequence 0.77 --terms 5 --save state --save-every",
    "quotient 0.75 --heaps",
    "quotient 0.75 --elements",
    "quotient 0.75 --steps",
    "pairs wythoff --to",
    "pairs wythoff --positions",
    "pairs wythoff --at",
];

/// Commands that take `--memory`.
const SIZED: [&str; 9] = [
    "solve tic-tac-toe --memory",
    "plan tic-tac-toe --memory",
    "explain tic-tac-toe --memory",
    "value kayles(3) --compound some --memory",
    "play nim --as none --memory",
    "tree tic-tac-toe --depth 1 --memory",
    "sequence 0.007 --terms 100 --memory",
    "quotient 0.75 --memory",
    "pairs wythoff --to 10 --memory",
];

/// Commands whose game has a parameter `n`.
const SET: [&str; 4] = [
    "solve subtraction",
    "plan kayles",
    "explain powers",
    "tree subtraction",
];

/// Values of parameters, for games whose parameter is a number or a list.
const VALUES: [&str; 30] = [
    "n=0",
    "n=-1",
    "n=1000000",
    "n=10^6",
    "n=9223372036854775807",
    "n=9223372036854775808",
    "n=10000000000000000000000000000000",
    "n=1.5",
    "n=NaN",
    "n=",
    "=5",
    "=",
    "n",
    "n=n",
    "n=(",
    "n=[",
    "n=[1,2",
    "n={}",
    "n=[]",
    "n=()",
    "n=1+1",
    "n=1//0",
    "n=2**62",
    "n=2**100000",
    "n=true",
    "n=none",
    "n=\u{1b}[31m",
    "n=\"x\"",
    "n=1\nmove x:",
    "N=3",
];

/// Command lines, and how they end.
const LINES: [(&str, Ending); 76] = [
    ("", Ending::Misuse),
    ("solve", Ending::Misuse),
    ("solve nim nim", Ending::Misuse),
    ("nim", Ending::Misuse),
    ("SOLVE nim", Ending::Misuse),
    ("solve nim --json --json", Ending::Misuse),
    ("solve nim --method auto --method positions", Ending::Misuse),
    ("solve nim --memory 1GiB --memory 2GiB", Ending::Misuse),
    ("solve nim --play normal --play misere", Ending::Misuse),
    ("solve nim --set piles=[1] --set piles=[2]", Ending::Refused),
    ("solve nim --set nothing=1", Ending::Refused),
    ("solve nim --from", Ending::Misuse),
    ("solve nim --from=", Ending::Refused),
    ("solve nim --method none", Ending::Misuse),
    ("solve --", Ending::Misuse),
    ("solve -- --json", Ending::Refused),
    ("solve -", Ending::Refused),
    ("solve -x", Ending::Misuse),
    ("solve NIM", Ending::Any),
    ("solve Tic-Tac-Toe", Ending::Any),
    ("solve tic_tac_toe", Ending::Any),
    ("solve TIC-TAC-TOE.ZUG", Ending::Refused),
    ("solve nim.zug", Ending::Refused),
    ("solve ./nim", Ending::Refused),
    ("solve .", Ending::Refused),
    ("solve ..", Ending::Refused),
    ("solve /", Ending::Refused),
    ("solve ////", Ending::Refused),
    ("solve ~", Ending::Refused),
    ("solve *", Ending::Refused),
    ("solve ńim", Ending::Refused),
    ("solve 🎲", Ending::Refused),
    ("plan nim --json --verify", Ending::Misuse),
    ("explain nim a --from b", Ending::Misuse),
    ("explain nim a b", Ending::Misuse),
    ("value", Ending::Misuse),
    ("value +", Ending::Refused),
    ("value -1*nim(3)", Ending::Misuse),
    ("value 0*nim(3)", Ending::Any),
    ("value 999999999999999999999*nim(3)", Ending::Refused),
    ("value 1000000000*nim(3)", Ending::Any),
    ("value nim(3) --compound every", Ending::Misuse),
    ("sequence", Ending::Misuse),
    (
        "sequence 0.77 --terms 5 --json --format csv",
        Ending::Misuse,
    ),
    ("sequence 0.77 --terms 5 --save-every 3", Ending::Misuse),
    (
        "sequence 0.77 --terms 18446744073709551615 --from 1",
        Ending::Any,
    ),
    (
        "sequence 0.77 --terms 18446744073709551615 --from 18446744073709551615",
        Ending::Any,
    ),
    ("quotient", Ending::Misuse),
    ("quotient 0.77 --heaps 100001", Ending::Misuse),
    ("pairs", Ending::Misuse),
    ("pairs chess", Ending::Misuse),
    ("pairs wythoff --at 1", Ending::Misuse),
    ("pairs wythoff --at 1,2 --to 3", Ending::Misuse),
    ("pairs wythoff --table --positions 3", Ending::Misuse),
    ("cluster units .", Ending::Misuse),
    ("cluster status nowhere --json", Ending::Misuse),
    ("cluster do . split-00000", Ending::Misuse),
    ("cluster do . nothing", Ending::Misuse),
    ("cluster plan nim", Ending::Misuse),
    (
        "cluster plan nim --positions 5 --from-table .",
        Ending::Misuse,
    ),
    ("cluster verify .", Ending::Misuse),
    ("cluster verify . nothing", Ending::Misuse),
    ("cluster begin new cops-and-robbers", Ending::Unanswered),
    ("cluster begin new nim --shard-positions 0", Ending::Misuse),
    ("table digest .", Ending::Misuse),
    ("play nim --as me", Ending::Misuse),
    ("play nim --as=", Ending::Misuse),
    ("tree nim --format png", Ending::Misuse),
    ("games nothing", Ending::Misuse),
    ("games --", Ending::Answered),
    ("judge", Ending::Misuse),
    ("judge nim", Ending::Misuse),
    ("schema nothing", Ending::Misuse),
    ("man nothing", Ending::Misuse),
    ("completions", Ending::Misuse),
    ("completions cmd.exe", Ending::Misuse),
];

/// A run whose arguments decide how long its work is, is asked to stop after this time.
const LONG: Duration = Duration::from_millis(500);

pub(super) fn cases() -> impl Iterator<Item = Case> {
    let lines = LINES.into_iter().map(|(line, ending)| {
        let case = Case::line(format!("arguments: zug {line}"), line);
        case.may_be_long(LONG).ends(ending)
    });
    let numbers = NUMBERED.into_iter().flat_map(|line| {
        NUMBERS.map(|number| {
            with_value(line, number)
                .may_be_long(LONG)
                .may_leave("state")
        })
    });
    let sizes = SIZED
        .into_iter()
        .flat_map(|line| SIZES.map(|size| with_value(line, size).may_be_long(LONG)));
    let values = SET.into_iter().flat_map(|line| {
        VALUES.map(|value| {
            let words = line.split(' ').chain(["--set", value]);
            let name = format!("arguments: {line} --set {value:?}");
            Case::new(name, words).memory(64).may_be_long(LONG)
        })
    });
    let cases = lines.chain(numbers).chain(sizes).chain(values);
    cases.chain(whole()).chain(budgets())
}

/// The command line with one more word.
fn with_value(line: &str, value: &str) -> Case {
    let words = line.split(' ').chain([value]);
    Case::new(format!("arguments: {line} {value:?}"), words)
}

/// Arguments that are long, many, or not text.
fn whole() -> Vec<Case> {
    let no_text = || OsString::from_vec(vec![b'n', 0xff, b'i', 0x80, b'm']);
    let mut cases = Vec::new();
    for command in [
        "solve", "plan", "explain", "play", "tree", "games", "value", "sequence",
    ] {
        let words = |last: OsString| [OsString::from(command), last];
        let ending = Ending::Refused;
        let name = |what: &str| format!("arguments: {command} {what}");
        cases.push(Case::new(name("with no text"), words(no_text())).ends(ending));
        let long = "n".repeat(100_000).into();
        cases.push(Case::new(name("with a long name"), words(long)).ends(ending));
        let control = "\u{1b}[31m\r\u{7f}\u{9b}2J\u{7}".into();
        cases.push(Case::new(name("with control characters"), words(control)).ends(ending));
        cases.push(Case::new(name("with nothing"), words("".into())).ends(ending));
        cases.push(Case::new(name("with a newline"), words("a\nb.zug".into())).ends(ending));
    }
    let many = ["solve", "subtraction"].into_iter();
    let many = many.chain(["--set", "n=1"].repeat(10_000));
    cases.push(Case::new("arguments: one parameter 10,000 times", many).ends(Ending::Refused));
    let deep = format!("n={}1{}", "(".repeat(50_000), ")".repeat(50_000));
    let deep = ["solve", "subtraction", "--set", &deep];
    cases.push(Case::new("arguments: a deep value", deep).ends(Ending::Refused));
    let sum = vec!["nim(1)"; 15_000].join("+");
    cases.push(Case::new("arguments: a sum of 15,000 games", ["value", &sum]).may_be_long(LONG));
    let deep = format!("value nim{}1{}", "(".repeat(50_000), ")".repeat(50_000));
    cases.push(Case::line("arguments: a deep expression", &deep).ends(Ending::Refused));
    cases
}

/// Work that is larger than the budget; the process must keep to the budget.
fn budgets() -> Vec<Case> {
    let lines = [
        "solve connect-four --method positions",
        "solve connect-four --set width=5 --set height=5 --method search",
        "solve connect-four --method retrograde",
        "solve connect-four --method positions --no-jit --threads 1",
        "solve kalah --set pits=6 --set seeds=4",
        "solve reversi --set n=6",
        "solve morris",
        "solve tic-tac-toe --set width=5 --set height=5 --all",
        "plan connect-four",
        "explain kqk",
        "value kqk+kqk --compound all",
        "tree connect-four --depth 3",
        "sequence grundy --terms 10000000 --no-values",
        "sequence 0.007 --terms 100000000 --no-values",
        "quotient 0.0137 --heaps 1000 --steps 10000000000",
        "pairs knight --to 30000",
        "pairs king --to 1000000 --table",
    ];
    let mut cases = Vec::new();
    for line in lines {
        for mebibytes in [1, 64] {
            let name = format!("budget: {line} in {mebibytes} MiB");
            cases.push(Case::line(name, line).memory(mebibytes).may_be_long(LONG));
        }
    }
    cases
}
