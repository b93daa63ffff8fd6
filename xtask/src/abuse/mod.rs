//! `cargo xtask abuse`: runs the program in conditions as bad as the world may have.
//!
//! Each case is one run of `zug` with broken input, absurd arguments, limits, signals,
//! full disks or closed pipes. In every case the program must end with an exit code
//! that it documents, in bounded time and memory, say why, print no control characters,
//! and leave no half-written file behind. A failed case is reported with a command line
//! that repeats it.

mod case;
mod run;
mod verdict;
mod mutation;
mod cases;
mod report;

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context, Result, bail, ensure};

use crate::root;
use case::Case;
use cases::Length;
use report::{Failure, Report};

/// The options of the script.
#[derive(Debug)]
struct Options {
    length: Length,
    /// Whether every other case alone is run: the others had their turn the day before.
    half: bool,
    seed: u64,
    /// The binary; if `None`, the one that the tests have built.
    zug: Option<PathBuf>,
    /// If `Some`, only cases with this text in their name are run.
    only: Option<String>,
    jobs: usize,
    most_to_stop: Duration,
}

/// The number of mutated texts of each kind in a long run, if the arguments name none.
const MUTATIONS: usize = 5000;

/// A run that is asked to stop must have ended after this time in CI, where machines
/// are busy.
const SOON_IN_CI: Duration = Duration::from_secs(2);

/// A run that is asked to stop must have ended after this time if `--strict` is given.
const SOON: Duration = Duration::from_millis(100);

const USAGE: &str = "\
cargo xtask abuse [--long [N]] [--half] [--seed N] [--only TEXT] [--strict] [--jobs N] [--binary FILE]
  --long [N]     more signals, and N mutated texts of each kind (5000)
  --half         every other case, and the others the next day
  --seed N       other mutated texts
  --only TEXT    cases with this text in their name
  --strict       a run must stop within 100 ms, instead of 2 s
  --jobs N       runs at the same time; one for each core if not said
  --binary FILE  another zug than the one that the tests build
";

/// Runs the cases that the arguments ask for; an error if one fails.
pub(crate) fn abuse(arguments: impl IntoIterator<Item = String>) -> Result<()> {
    let options = options(arguments)?;
    let zug = match &options.zug {
        Some(path) => path.canonicalize().context("there is no such binary")?,
        None => crate::binary_of_the_tests()?,
    };
    every_command_is_abused(&zug)?;
    let cases = cases::all(options.length, options.seed, &zug)?;
    let today = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?;
    let parity = (today.as_secs() / (24 * 60 * 60)) as usize % 2;
    let wanted = |(number, case): &(usize, Case)| {
        let only = options.only.as_deref();
        (!options.half || number % 2 == parity) && only.is_none_or(|only| case.name.contains(only))
    };
    let cases = Mutex::new(cases.enumerate().filter(wanted));
    let folder = root().join("target").join("abuse");
    fs::create_dir_all(&folder).context("cannot make a folder for the runs")?;
    let begin = Instant::now();
    let report = Mutex::new(Report::default());
    thread::scope(|scope| {
        for _ in 0..options.jobs {
            scope.spawn(|| {
                let next = || cases.lock().expect("no thread panics").next();
                while let Some((number, case)) = next() {
                    let folder = folder.join(number.to_string());
                    let begin = Instant::now();
                    let ended = one(&case, &zug, &folder, options.most_to_stop);
                    let mut report = report.lock().expect("no thread panics");
                    report.add(&case, begin.elapsed(), ended);
                }
            });
        }
    });
    let report = report.into_inner().expect("no thread panics");
    report.tell(begin.elapsed())
}

/// Runs a case; its folder is kept if the case fails.
fn one(
    case: &Case,
    zug: &Path,
    folder: &Path,
    most_to_stop: Duration,
) -> Result<Option<Failure>, run::NotHere> {
    let failure = |faults: Vec<String>, messages: &[u8]| Failure {
        name: case.name.clone(),
        faults,
        said: String::from_utf8_lossy(messages).into_owned(),
        to_repeat: run::to_repeat(case, zug, folder),
    };
    let broken =
        |error: io::Error| failure(vec![format!("the script itself failed: {error}")], &[]);
    let run = match run::run(case, zug, folder) {
        Ok(run) => run?,
        Err(error) => return Ok(Some(broken(error))),
    };
    let faults = verdict::faults(case, &run, most_to_stop);
    if faults.is_empty() {
        return Ok(run::remove(folder).err().map(broken));
    }
    let faults = faults.iter().map(ToString::to_string).collect();
    Ok(Some(failure(faults, &run.messages)))
}

fn options(arguments: impl IntoIterator<Item = String>) -> Result<Options> {
    let mut options = Options {
        length: Length::Short,
        half: false,
        seed: 1,
        zug: None,
        only: None,
        jobs: thread::available_parallelism().map_or(1, Into::into),
        most_to_stop: SOON_IN_CI,
    };
    let mut arguments = arguments.into_iter().peekable();
    while let Some(argument) = arguments.next() {
        let mut value = || {
            arguments
                .next()
                .with_context(|| format!("{argument} needs a value"))
        };
        match &*argument {
            "--seed" => options.seed = value()?.parse().context("--seed is a number")?,
            "--jobs" => options.jobs = value()?.parse().context("--jobs is a number")?,
            "--only" => options.only = Some(value()?),
            "--binary" => options.zug = Some(value()?.into()),
            "--half" => options.half = true,
            "--strict" => options.most_to_stop = SOON,
            "--long" => {
                let mutations = arguments.peek().and_then(|next| next.parse().ok());
                if mutations.is_some() {
                    arguments.next();
                }
                let mutations = mutations.unwrap_or(MUTATIONS);
                options.length = Length::Long { mutations };
            }
            "--help" | "-h" => bail!("{USAGE}"),
            other => bail!("`abuse` knows no `{other}`\n{USAGE}"),
        }
    }
    ensure!(options.jobs > 0, "--jobs is at least 1");
    Ok(options)
}

/// An error if the help lists a command that no case abuses: whoever adds a command has to
/// add cases for it.
fn every_command_is_abused(zug: &Path) -> Result<()> {
    let help = Command::new(zug)
        .arg("--help")
        .output()
        .context("cannot run zug")?;
    let help = String::from_utf8(help.stdout).context("the help is no text")?;
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let lines = lines.take_while(|line| !line.trim().is_empty());
    let told: BTreeSet<&str> = lines
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    ensure!(!told.is_empty(), "the help lists no commands");
    let abused = cases::COMMANDS.map(|(_, line)| line.split(' ').next().unwrap_or_default());
    let spared: Vec<&str> = told
        .into_iter()
        .filter(|command| *command != "help" && !abused.contains(command))
        .collect();
    ensure!(
        spared.is_empty(),
        "no case abuses {}: add them to xtask/src/abuse/cases/commands.rs",
        spared.join(", ")
    );
    Ok(())
}
