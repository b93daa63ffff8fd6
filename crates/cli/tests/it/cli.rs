//! What the command line prints: the README's and the book's examples, and the
//! cases of `cmd/`. `TRYCMD=overwrite cargo test` writes down what it prints now.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fs, io};

/// What `zug` says on stderr, and its exit code, with this for stdout.
fn ended(arguments: &[&str], stdout: impl Into<Stdio>) -> io::Result<(String, Option<i32>)> {
    let child = Command::new(env!("CARGO_BIN_EXE_zug"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(stdout)
        .stderr(Stdio::piped())
        .spawn()?;
    let output = child.wait_with_output()?;
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    Ok((message, output.status.code()))
}

/// Every way to write an answer.
const WRITERS: [&[&str]; 29] = [
    &["solve", "nim"],
    &["solve", "nim", "--json"],
    &["plan", "nim"],
    &["explain", "nim"],
    &["value", "nim(3) + kayles(2)"],
    &["value", "nim(3) + kayles(2)", "--json"],
    &["sequence", "0.77", "--terms", "100000"],
    &["sequence", "0.77", "--terms", "100000", "--json"],
    &["sequence", "0.77", "--terms", "100000", "--format", "csv"],
    &["sequence", "0.77", "--terms", "3", "--format", "bfile"],
    &["quotient", "0.75", "--heaps", "22", "--genus"],
    &["quotient", "0.75", "--heaps", "22", "--json"],
    &["pairs", "wythoff"],
    &["pairs", "wythoff", "--table", "--format", "csv"],
    &["pairs", "wythoff", "--json"],
    &["discover", "subtraction"],
    &["discover", "subtraction", "--json"],
    &["play", "nim", "--as", "none"],
    &["tree", "subtraction", "--depth", "2"],
    &["games"],
    &["games", "0.77"],
    &["completions", "bash"],
    &["completions", "zsh"],
    &["man"],
    &["schema"],
    &["plan", "nim", "--json"],
    &["explain", "nim", "--json"],
    &["tree", "subtraction", "--depth", "2", "--json"],
    &["games", "--json"],
];

#[test]
fn who_has_read_enough_is_no_error() {
    for arguments in WRITERS {
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        let end = ended(arguments, writer).unwrap();
        assert_eq!(end, (String::new(), Some(0)), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_is_none() {
    for arguments in WRITERS {
        let full = std::fs::File::options()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let (message, code) = ended(arguments, full).unwrap();
        assert!(
            message.starts_with("error: the answer cannot be written: "),
            "{arguments:?}: {message}"
        );
        assert_eq!(code, Some(1), "{arguments:?}");
    }
}

/// Beginnings of what is printed differently from run to run or from machine to
/// machine. Pages for readers show what was printed once.
const CHANGING: [&str; 8] = [
    "\"seconds\": ",
    "\"peak_bytes\": ",
    "runs        as machine code ",
    "memory      ",
    " can be done now; ",
    "checked: all ",
    "written by zug ",
    "; the rules in play at ",
];

/// The pages of a folder with wildcards for what changes, and the files that their
/// commands read, in a folder of their own.
fn lasting_pages(folder: &str) -> io::Result<PathBuf> {
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder.replace(['.', '/'], "_"));
    let _ = fs::remove_dir_all(&copy);
    fs::create_dir_all(&copy)?;
    for entry in fs::read_dir(folder)? {
        let (from, name) = entry.map(|entry| (entry.path(), entry.file_name()))?;
        let to = copy.join(name);
        if from.extension().is_some_and(|is| is == "md") {
            let lines = fs::read_to_string(&from)?;
            let lines = lines.lines().map(|line| {
                let changing = CHANGING.iter().find_map(|begin| {
                    let at = line.find(begin)? + begin.len();
                    Some(format!("{}[..]\n", &line[..at]))
                });
                changing.unwrap_or_else(|| format!("{line}\n"))
            });
            fs::write(&to, lines.collect::<String>())?;
        } else if from.extension().is_some_and(|is| is == "in") {
            fs::create_dir_all(&to)?;
            for file in fs::read_dir(&from)? {
                let file = file?;
                fs::copy(file.path(), to.join(file.file_name()))?;
            }
        }
    }
    Ok(copy)
}

/// Runs the commands of the pages; `TRYCMD=overwrite` mends the pages themselves.
fn pages(folders: &[&str], pages: &str) {
    let cases = trycmd::TestCases::new();
    for folder in folders {
        let folder = if std::env::var_os("TRYCMD").is_some() {
            PathBuf::from(folder)
        } else {
            lasting_pages(folder).unwrap()
        };
        cases.case(folder.join(pages));
    }
}

#[test]
fn the_readme_shows_what_zug_prints() {
    pages(&["../.."], "README.md");
}

#[test]
fn the_book_shows_what_zug_prints() {
    pages(&["../../book/src", "../../book/src/language"], "*.md");
}

/// A line of a page that says which command draws the picture of the next line.
const DRAWN_BY: &str = "<!-- drawn by: zug ";

/// A line of a page before a diagram that Zug does not draw.
const DRAWN_BY_HAND: &str = "<!-- drawn by hand -->";

/// `TRYCMD=overwrite` draws the pictures anew. A diagram that is drawn by hand only has to stand
/// there, with a title.
#[test]
fn the_pictures_of_the_book_are_what_zug_draws() {
    let book = Path::new("../../book/src");
    let mut shown = BTreeSet::new();
    for entry in fs::read_dir(book).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|is| is != "md") {
            continue;
        }
        let page = fs::read_to_string(&path).unwrap();
        let mut lines = page.lines();
        while let Some(line) = lines.next() {
            if line == DRAWN_BY_HAND {
                let picture = book.join(shown_in(lines.next().unwrap()));
                let text = fs::read_to_string(&picture).unwrap();
                let drawn = roxmltree::Document::parse(&text).unwrap();
                assert!(
                    drawn
                        .descendants()
                        .any(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "title")))
                );
                shown.insert(picture.file_name().unwrap().to_owned());
                continue;
            }
            let Some(arguments) = line.strip_prefix(DRAWN_BY) else {
                assert!(!line.contains("](pictures/"), "who draws it? {line}");
                continue;
            };
            let arguments = arguments.strip_suffix(" -->").unwrap().split(' ');
            // `--plot picture.svg` writes a file; the other pictures are what is printed.
            let folder = tempfile::tempdir().unwrap();
            let output = Command::new(env!("CARGO_BIN_EXE_zug"))
                .args(arguments)
                .current_dir(&folder)
                .output()
                .unwrap();
            assert!(output.status.success(), "{line}");
            let drawn = fs::read(folder.path().join("picture.svg")).unwrap_or(output.stdout);
            let name = shown_in(lines.next().unwrap());
            let picture = book.join(name);
            if std::env::var_os("TRYCMD").is_some() {
                fs::write(&picture, &drawn).unwrap();
            }
            let kept = fs::read(&picture).unwrap_or_default();
            assert!(kept == drawn, "{line} draws another {name}");
            shown.insert(picture.file_name().unwrap().to_owned());
        }
    }
    let kept = fs::read_dir(book.join("pictures")).unwrap();
    let kept = kept.map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(shown, kept, "each picture is shown");
}

/// The file of a picture, from the line of a page that shows it with an alternative text.
fn shown_in(image: &str) -> &str {
    let (words, name) = image.rsplit_once("](").unwrap();
    assert!(words.starts_with("![") && words.len() > 20, "{image}");
    name.strip_suffix(')').unwrap()
}

/// The options of each command, as its help lists them, but for `--help` and `--version`.
#[test]
fn every_option_of_every_command_stands_in_the_book() {
    let mut book = String::new();
    for entry in fs::read_dir("../../book/src").unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|is| is == "md") {
            book.push_str(&fs::read_to_string(path).unwrap());
        }
    }
    let help = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_zug"))
            .args(arguments)
            .arg("--help")
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    // The names below `Commands:`, as far as they are commands and not `help`.
    let commands = |help: &str| -> Vec<String> {
        let below = help
            .split_once("Commands:\n")
            .map_or("", |(_, below)| below);
        let lines = below.lines().take_while(|line| !line.is_empty());
        let names = lines.filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next());
        names
            .filter(|name| *name != "help")
            .map(str::to_owned)
            .collect()
    };
    let mut options = 0;
    let mut missing = Vec::new();
    let mut asked: Vec<Vec<String>> = commands(&help(&[]))
        .into_iter()
        .map(|name| vec![name])
        .collect();
    while let Some(words) = asked.pop() {
        let arguments: Vec<&str> = words.iter().map(String::as_str).collect();
        let text = help(&arguments);
        asked.extend(
            commands(&text)
                .into_iter()
                .map(|name| [words.clone(), vec![name]].concat()),
        );
        for line in text.lines().map(str::trim_start) {
            let line =
                line.split_once(", ").map_or(
                    line,
                    |(short, long)| {
                        if short.len() == 2 { long } else { line }
                    },
                );
            let Some(name) = line.strip_prefix("--") else {
                continue;
            };
            let end = name.find(|c: char| !c.is_ascii_lowercase() && c != '-');
            let name = &name[..end.unwrap_or(name.len())];
            if !["help", "version"].contains(&name) {
                options += 1;
                let shown =
                    book.contains(&format!("`--{name}")) || book.contains(&format!("[--{name}"));
                if !shown {
                    missing.push(format!("{} --{name}", words.join(" ")));
                }
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    assert!(options > 80, "{options}");
}

#[test]
fn pages_for_readers_show_no_wildcards() {
    for folder in ["../..", "../../book/src", "../../book/src/language"] {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|is| is == "md") {
                let text = fs::read_to_string(&path).unwrap();
                assert!(!text.contains("[..]"), "{}", path.display());
            }
        }
    }
}

#[test]
fn there_is_a_manual_page_for_zug_and_for_each_of_its_commands() {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().to_str().unwrap();
    let end = ended(&["man", "--to", to], Stdio::null()).unwrap();
    assert_eq!(end, (String::new(), Some(0)));
    let mut names = Vec::new();
    for page in fs::read_dir(to).unwrap() {
        let page = page.unwrap().path();
        assert_eq!(page.extension().unwrap(), "1");
        let name = page.file_stem().unwrap().to_str().unwrap();
        let title = format!(".TH {name} 1 ");
        assert!(
            fs::read_to_string(&page).unwrap().contains(&title),
            "{name}"
        );
        names.push(name.to_owned());
    }
    // What the first page lists under the heading of the commands.
    let first = fs::read_to_string(folder.path().join("zug.1")).unwrap();
    let listed = first.lines().filter_map(|line| line.strip_suffix("(1)"));
    let listed = listed.map(|name| name.replace('\\', ""));
    let mut expected: Vec<String> = listed.filter(|name| name != "zug-help").collect();
    expected.push("zug".to_owned());
    // The commands of `zug table` and of `zug cluster` are listed on pages of their own.
    let of_table = ["digest", "export", "info", "query", "verify"];
    expected.extend(of_table.map(|what| format!("zug-table-{what}")));
    let of_cluster = ["begin", "do", "plan", "status", "units", "verify"];
    expected.extend(of_cluster.map(|what| format!("zug-cluster-{what}")));
    names.sort();
    expected.sort();
    assert_eq!(names, expected);
    assert!(names.len() > 10, "{names:?}");
    // A folder that does not exist is not made.
    let missing = folder.path().join("missing");
    let (message, code) =
        ended(&["man", "--to", missing.to_str().unwrap()], Stdio::null()).unwrap();
    assert_ne!(code, Some(0));
    assert!(message.contains("cannot be written"), "{message}");
}

#[test]
fn answers_and_errors_are_as_written_down() {
    trycmd::TestCases::new().case("tests/cmd/*.md");
}
