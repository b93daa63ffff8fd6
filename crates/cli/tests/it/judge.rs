//! `zug judge` from outside, for every problem: the samples of
//! `testdata/judge`, and what is made of them by cutting and breaking.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// How the cases of a sample follow each other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    /// The whole input is one case.
    Single,
    /// A case a line, until the input ends.
    Lines,
    /// A case a line, and a last line as a mark.
    MarkedLines,
    /// A case a paragraph, until the input ends.
    Paragraphs,
    /// The number of cases, then a case a line.
    CountedLines,
    /// The number of cases, then a case a paragraph.
    CountedParagraphs,
}

/// Which tokens of a sample are cut and broken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Places {
    /// Every one.
    All,
    /// Those of the first case, and the last one: each answer takes half a second
    /// to prepare.
    FirstCase,
}

/// A problem as it is tested.
struct Problem {
    name: &'static str,
    format: Format,
    places: Places,
    /// An input that claims far more numbers than it holds.
    claim: &'static str,
}

/// A sample: an input, and what is printed for each of its cases.
struct Sample {
    file: String,
    input: String,
    answers: Vec<String>,
    /// Where the last token of each case ends.
    ends: Vec<usize>,
}

/// A token of an input.
struct Token {
    begin: usize,
    end: usize,
}

/// Written instead of a token; no problem has these.
const BROKEN: [&[u8]; 7] = [
    b"word",
    b"-99999999999",
    b"99999999999999999999",
    b"3.5",
    b"0x10",
    b"\0",
    b"\xff\xfe",
];

/// How many of them stand for every token; the others stand for some.
const EVERYWHERE: usize = 4;

fn data() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/judge")
}

fn tokens(input: &str) -> Vec<Token> {
    let words = input.split_ascii_whitespace();
    words
        .map(|word| {
            let begin = word.as_ptr() as usize - input.as_ptr() as usize;
            Token {
                begin,
                end: begin + word.len(),
            }
        })
        .collect()
}

impl Problem {
    /// `NAME.in`, `NAME-2.in` and so on, each with its `.out`.
    fn samples(&self) -> Vec<Sample> {
        let names = (1..).map(|number| match number {
            1 => self.name.to_owned(),
            _ => format!("{}-{number}", self.name),
        });
        let samples: Vec<Sample> = names
            .map_while(|file| {
                let input = fs::read_to_string(data().join(format!("{file}.in"))).ok()?;
                let output = fs::read_to_string(data().join(format!("{file}.out"))).unwrap();
                Some(self.sample(file, input, &output))
            })
            .collect();
        assert!(!samples.is_empty(), "{} has a sample", self.name);
        samples
    }

    fn sample(&self, file: String, input: String, output: &str) -> Sample {
        let lines = || output.split_inclusive('\n').map(str::to_owned).collect();
        let (separator, first, answers): (_, _, Vec<String>) = match self.format {
            Format::Single => ("\0", 0, vec![output.to_owned()]),
            Format::Lines | Format::MarkedLines => ("\n", 0, lines()),
            Format::CountedLines => ("\n", 1, lines()),
            Format::Paragraphs => ("\n\n", 0, lines()),
            Format::CountedParagraphs => ("\n\n", 1, lines()),
        };
        let mut ends = Vec::new();
        let mut begin = 0;
        for case in input.split(separator) {
            if !case.trim().is_empty() {
                ends.push(begin + case.trim_end().len());
            }
            begin += case.len() + separator.len();
        }
        ends.drain(..first);
        if self.format == Format::MarkedLines {
            ends.pop();
        }
        assert_eq!(ends.len(), answers.len(), "{file}: an answer for each case");
        Sample {
            file,
            input,
            answers,
            ends,
        }
    }

    /// Whether the input is whole when it ends with this token.
    fn may_end(&self, sample: &Sample, token: &Token) -> bool {
        let is_last = token.end == sample.input.trim_end().len();
        match self.format {
            Format::Lines | Format::Paragraphs => sample.ends.contains(&token.end),
            _ => is_last,
        }
    }

    /// The tokens that are cut and broken.
    fn places(&self, sample: &Sample) -> Vec<Token> {
        let mut places = tokens(&sample.input);
        if self.places == Places::FirstCase {
            let last = places.pop();
            places.retain(|token| token.end <= sample.ends[0]);
            places.extend(last);
        }
        places
    }

    fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_zug"));
        command.args(["judge", self.name]);
        command
    }

    fn judged(&self, input: impl AsRef<[u8]>) -> Output {
        let input = [input.as_ref().to_vec()];
        ended(self.command(), input)
    }

    /// The input is refused, with these answers before, at this line and column.
    fn refused(&self, what: &str, input: &[u8], answers: &[String], place: Option<(usize, usize)>) {
        let what = format!("{} {what}", self.name);
        let output = self.judged(input);
        check_refused(&what, &output, place);
        let printed = String::from_utf8(output.stdout).unwrap();
        assert_eq!(printed, answers.concat(), "{what}: the answers before");
    }

    fn samples_are_answered(&self) {
        for sample in self.samples() {
            let crlf = sample.input.replace('\n', "\r\n");
            let spaced = sample.input.replace(' ', " \t  ");
            let bare = sample.input.trim_end().to_owned();
            for input in [sample.input.clone(), crlf, spaced, bare] {
                let output = self.judged(&input);
                let printed = String::from_utf8(output.stdout).unwrap();
                let message = String::from_utf8(output.stderr).unwrap();
                assert_eq!(
                    printed,
                    sample.answers.concat(),
                    "{}: {input:?}",
                    sample.file
                );
                assert_eq!(message, "", "{}: {input:?}", sample.file);
                assert_eq!(output.status.code(), Some(0), "{}: {input:?}", sample.file);
            }
        }
    }

    fn nothing_at_all_is_refused(&self) {
        self.refused("without input", b"", &[], Some((1, 1)));
        self.refused("with blanks", b" \t \r\n\n  \n", &[], None);
    }

    fn cut_samples_are_refused(&self) {
        for sample in self.samples() {
            for token in self.places(&sample) {
                let cut = &sample.input[..token.end];
                let whole = sample.ends.iter().filter(|&&end| end <= token.end).count();
                let answers = &sample.answers[..whole];
                if self.may_end(&sample, &token) {
                    let output = self.judged(cut);
                    let printed = String::from_utf8(output.stdout).unwrap();
                    assert_eq!(printed, answers.concat(), "{}: {cut:?}", sample.file);
                    assert_eq!(output.status.code(), Some(0), "{}: {cut:?}", sample.file);
                } else {
                    self.refused(cut, cut.as_bytes(), answers, None);
                }
            }
        }
    }

    fn broken_tokens_are_refused_at_their_place(&self) {
        for sample in self.samples() {
            let places = self.places(&sample);
            for (index, token) in places.iter().enumerate() {
                let (before, rest) = sample.input.split_at(token.begin);
                let whole = sample
                    .ends
                    .iter()
                    .filter(|&&end| end <= token.begin)
                    .count();
                let line = before.matches('\n').count() + 1;
                let column = token.begin - before.rfind('\n').map_or(0, |newline| newline + 1) + 1;
                let is_some = [0, places.len() / 2].contains(&index);
                let broken = if is_some { BROKEN.len() } else { EVERYWHERE };
                for broken in &BROKEN[..broken] {
                    let rest = &rest.as_bytes()[token.end - token.begin..];
                    let input = [before.as_bytes(), broken, rest].concat();
                    let what = String::from_utf8_lossy(&input).into_owned();
                    self.refused(
                        &what,
                        &input,
                        &sample.answers[..whole],
                        Some((line, column)),
                    );
                }
            }
        }
    }

    fn what_follows_the_end_is_refused(&self) {
        for sample in self.samples() {
            for rest in [&b"garbage"[..], b"-99999999999", b"\0", b"\xff"] {
                let input = [sample.input.as_bytes(), rest, b"\n"].concat();
                let output = self.judged(&input);
                let what = format!("{} and {rest:?}", sample.file);
                let line = sample.input.matches('\n').count() + 1;
                check_refused(&what, &output, Some((line, 1)));
                let printed = String::from_utf8(output.stdout).unwrap();
                let answers = sample.answers.concat();
                // One case alone is broken by what follows it, or has been answered.
                let is_broken = self.format == Format::Single && printed.is_empty();
                assert!(is_broken || printed == answers, "{what}: {printed}");
            }
        }
    }

    /// Neither endless digits nor a large claim take memory.
    #[cfg(target_os = "linux")]
    fn memory_is_bounded(&self) {
        let limited = || {
            let mut command = Command::new("sh");
            // Kilobytes.
            command.args(["-c", "ulimit -v 400000; exec \"$@\"", "sh"]);
            command.arg(env!("CARGO_BIN_EXE_zug"));
            command.args(["judge", self.name]);
            command
        };
        let digits = std::iter::repeat_n(vec![b'7'; 1 << 16], 50_000_000 >> 16);
        let output = ended(limited(), digits);
        let what = format!("{}: endless digits", self.name);
        check_refused(&what, &output, Some((1, 1)));
        assert_eq!(output.stdout, b"", "{what}");
        assert!(output.stderr.len() < 300, "{what}");

        let output = ended(limited(), [self.claim.as_bytes().to_vec()]);
        let what = format!("{}: {}", self.name, self.claim);
        check_refused(&what, &output, None);
        assert_eq!(output.stdout, b"", "{what}");
    }
}

/// How it ended with this input, of which it need not read all.
fn ended(mut command: Command, input: impl IntoIterator<Item = Vec<u8>>) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // What is printed fits into a pipe: nobody waits for the other.
    let mut stdin = child.stdin.take().unwrap();
    for piece in input {
        match stdin.write_all(&piece) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => break,
            written => written.unwrap(),
        }
    }
    drop(stdin);
    child.wait_with_output().unwrap()
}

/// Exit code 2, and one line that names the line and column.
fn check_refused(what: &str, output: &Output, place: Option<(usize, usize)>) {
    let message = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(2), "{what}: {message}");
    assert_eq!(message.lines().count(), 1, "{what}: {message}");
    let found = message.strip_prefix("error: line ").and_then(|rest| {
        let (line, rest) = rest.split_once(", column ")?;
        let (column, _) = rest.split_once(": ")?;
        Some((line.parse().ok()?, column.parse().ok()?))
    });
    let found: (usize, usize) = found.unwrap_or_else(|| panic!("{what}: {message}"));
    if let Some(place) = place {
        assert_eq!(found, place, "{what}: {message}");
    }
}

/// The tests of each problem, in a module of its name.
macro_rules! problems {
    ($($module:ident: $name:literal, $format:ident, $places:ident, $claim:literal;)*) => {
        const NAMES: &[&str] = &[$($name),*];

        $(mod $module {
            use super::{Format, Places, Problem};

            const PROBLEM: Problem = Problem {
                name: $name,
                format: Format::$format,
                places: Places::$places,
                claim: $claim,
            };

            #[test]
            fn samples_are_answered() {
                PROBLEM.samples_are_answered();
            }

            #[test]
            fn nothing_at_all_is_refused() {
                PROBLEM.nothing_at_all_is_refused();
            }

            #[test]
            fn cut_samples_are_refused() {
                PROBLEM.cut_samples_are_refused();
            }

            #[test]
            fn broken_tokens_are_refused_at_their_place() {
                PROBLEM.broken_tokens_are_refused_at_their_place();
            }

            #[test]
            fn what_follows_the_end_is_refused() {
                PROBLEM.what_follows_the_end_is_refused();
            }

            #[cfg(target_os = "linux")]
            #[test]
            fn memory_is_bounded() {
                PROBLEM.memory_is_bounded();
            }
        })*
    };
}

problems! {
    number_game: "number-game", MarkedLines, All, "3 6 7 47 10 8\n";
    subtraction: "subtraction", CountedLines, All, "1000000\nnormal 20 1000000 1 3\n";
    bachet: "bachet", Lines, All, "1000000 10 1 3 8\n";
    calendar: "calendar", CountedLines, All, "1000000\n2001 11\n";
    vasya_chess: "vasya-chess", Single, All, "\n";
    forbidden_take_away: "forbidden-take-away", Single, All, "1 2 3\n1000000\n5 6 7\n";
    furlo_rublo: "furlo-rublo", Single, All, "77777\n777777777777\n";
    powers: "powers", Single, All, "\n";
    numbers: "numbers", CountedParagraphs, FirstCase, "100000\n\n1\n0 0 0 0 0 0 0\n";
    trees: "trees", CountedParagraphs, All, "100\n\n249\n-1 1 2\n10\n";
    northcott: "northcott", Paragraphs, All, "1000 100\n4 5\n";
    knights: "knights", CountedLines, All, "1000000\none 100 1000 1 1\n";
    long_long_nim: "long-long-nim", CountedLines, All, "1000000\n1000000000 22 1 2\n";
    cake_party: "cake-party", CountedLines, All, "1000000000\n1000000 47\n";
    stone_game_strategist: "stone-game-strategist", CountedLines, All, "1000000000\n1000000 6\n";
    roxor: "roxor", CountedLines, All, "1000000000\n200 1\n";
}

#[test]
fn every_problem_that_is_judged_is_in_the_table() {
    let help = Command::new(env!("CARGO_BIN_EXE_zug"))
        .args(["judge", "--help"])
        .output()
        .unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let listed: Vec<&str> = help
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("- "))
        .filter_map(|line| line.split_once(':'))
        .map(|(name, _)| name)
        .collect();
    assert_eq!(listed, NAMES);
}

#[test]
fn every_sample_belongs_to_a_problem() {
    let mut samples = 0;
    for file in fs::read_dir(data()).unwrap() {
        let file = file.unwrap().file_name().into_string().unwrap();
        let (stem, _) = file.split_once('.').unwrap();
        let (name, number) = match stem.rsplit_once('-') {
            Some((name, number)) if number.parse::<u32>().is_ok() => (name, number),
            _ => (stem, "1"),
        };
        assert!(NAMES.contains(&name), "{file}");
        assert!(number != "1" || stem == name, "{file}");
        samples += 1;
    }
    assert_eq!(samples, 2 * (NAMES.len() + 5));
}
