//! Reports for a person what was found.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::{Result, bail, ensure};

use super::case::Case;
use super::run::NotHere;

/// A case that failed.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) name: String,
    pub(super) faults: Vec<String>,
    /// What the run printed to standard error.
    pub(super) said: String,
    /// A command line for a shell that repeats the case.
    pub(super) to_repeat: String,
}

/// The results so far.
#[derive(Debug, Default)]
pub(super) struct Report {
    groups: BTreeMap<String, Group>,
    /// The names of the cases that were passed over, because this machine lacks
    /// something that they need.
    passed_over: Vec<String>,
    failures: usize,
}

/// The results of a group of cases.
#[derive(Debug, Default)]
struct Group {
    runs: usize,
    failed: usize,
    /// The sum of the times of all runs, several of which run side by side.
    took: Duration,
}

/// The most characters of a message that are shown.
const MOST_SHOWN: usize = 400;

impl Report {
    /// Notes how a case ended, and prints it at once if it failed.
    pub(super) fn add(
        &mut self,
        case: &Case,
        took: Duration,
        ended: Result<Option<Failure>, NotHere>,
    ) {
        let Ok(failure) = ended else {
            self.passed_over.push(case.name.clone());
            return;
        };
        let group = case.name.split(':').next().unwrap_or_default();
        let group = self.groups.entry(group.to_owned()).or_default();
        group.runs += 1;
        group.took += took;
        if let Some(failure) = failure {
            group.failed += 1;
            self.failures += 1;
            println!("{}", told(&failure));
        }
    }

    /// Prints the numbers; an error if a case failed.
    pub(super) fn tell(&self, took: Duration) -> Result<()> {
        for (name, Group { runs, failed, took }) in &self.groups {
            println!("{name:12} {runs:6} runs, {failed} failed, {took:.0?}");
        }
        if let Some(first) = self.passed_over.first() {
            let number = self.passed_over.len();
            println!("{number} cases need what this machine has not, such as {first:?}");
        }
        println!("in {took:.0?}");
        ensure!(!self.groups.is_empty(), "no case was run");
        if self.failures > 0 {
            bail!("{} cases failed", self.failures);
        }
        Ok(())
    }
}

fn told(failure: &Failure) -> String {
    let mut lines = vec![format!("FAILED {}", printable(&failure.name))];
    let faults = failure.faults.iter();
    lines.extend(faults.map(|fault| format!("  {}", printable(fault))));
    let said: String = failure.said.chars().take(MOST_SHOWN).collect();
    lines.extend(said.lines().map(|line| format!("  | {}", printable(line))));
    lines.push(format!("  {}\n", shortened(&failure.to_repeat)));
    lines.join("\n")
}

/// The command line, cut if it is too long to be typed: it may hold megabytes.
fn shortened(text: &str) -> String {
    const MOST: usize = 3000;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    let begin: String = text.chars().take(MOST).collect();
    format!("{begin} …")
}

/// The text with its control characters escaped.
fn printable(text: &str) -> String {
    let mut printable = String::new();
    for character in text.chars() {
        if character.is_control() {
            printable.extend(character.escape_default());
        } else {
            printable.push(character);
        }
    }
    printable
}
