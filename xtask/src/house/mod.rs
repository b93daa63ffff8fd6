//! `cargo xtask house`: the weight of the code, and a check that it does not grow.
//!
//! Each measure has a file. `xtask/house.toml` has the recorded numbers, and the check fails if a
//! measure is worse now. Three measures have some room, because almost every change would fail
//! without it: the lines of source and the public items of all crates may be 1 % above their
//! record, and the size of the program 5 %. The map may always have 20 kB. Nothing else may grow.
//!
//! A circle is new if its files are not all in one recorded circle, and banned phrases are compared
//! file by file. So a new circle or phrase fails even if an old one was removed elsewhere.

mod item;
mod functions;
mod public;
mod outline;
mod phrases;
mod source;
mod circles;
mod paragraphs;
mod record;
mod report;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use circles::{Faces, trees};
use paragraphs::long_paragraphs;
use phrases::Banned;
use record::Record;
use source::{Source, sources};

const USAGE: &str = "\
cargo xtask house [--phrases | --check | --write [--reason TEXT]]
  --phrases      also prints the file and the line of each banned phrase
  --check        fails if a measure is worse than in the record, xtask/house.toml
  --write        writes the record; fails if a measure is worse
  --reason TEXT  writes measures that are worse too, with TEXT as the reason
";

/// The record, from the root of the repository.
const RECORD: &str = "xtask/house.toml";

/// The map, whose paragraphs are measured.
const MAP: &str = "ARCHITECTURE.md";

/// The most lines of a file.
const FILE_LIMIT: usize = 800;

/// The most lines of a function.
const FUNCTION_LIMIT: usize = 80;

/// Measures the code below the root, and prints the measures, checks them against the record or
/// writes the record.
pub(crate) fn house(root: &Path, arguments: &[String]) -> Result<()> {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let code = Code::read(root)?;
    let text = fs::read_to_string(root.join(RECORD)).ok();
    let recorded = text.map(|text| Record::read(&text)).transpose()?;
    match arguments.as_slice() {
        [] => code.print(recorded.as_ref()),
        ["--phrases"] => {
            code.print(recorded.as_ref());
            for source in &code.sources {
                code.print_phrases(&source.path);
            }
        }
        ["--check"] => {
            let recorded = recorded.with_context(|| format!("there is no {RECORD}"))?;
            code.check(&recorded)?;
            println!("no measure is worse than {RECORD} says");
            if code.record.improved(&recorded) != recorded {
                println!("`cargo xtask house --write` brings {RECORD} up to date");
            }
        }
        ["--write"] => code.write(root, recorded, None)?,
        ["--write", "--reason", reason] => code.write(root, recorded, Some(reason))?,
        ["--help" | "-h"] => print!("{USAGE}"),
        _ => bail!("{USAGE}"),
    }
    Ok(())
}

/// All sources, and the measures of the whole code.
struct Code {
    sources: Vec<Source>,
    record: Record,
}

impl Code {
    fn read(root: &Path) -> Result<Self> {
        let read = |name: &str| {
            fs::read_to_string(root.join(name)).with_context(|| format!("cannot read {name}"))
        };
        let banned = Banned::read(&read("GLOSSARY.md")?)?;
        let map = read(MAP)?;
        let program = format!("target/release/zug{}", env::consts::EXE_SUFFIX);
        let program = fs::metadata(root.join(program)).ok();
        let mut code = Self::new(sources(root, &banned)?, &map);
        code.record.program_bytes = program.map(|program| program.len());
        Ok(code)
    }

    fn new(sources: Vec<Source>, map: &str) -> Self {
        // The first words of a paragraph name it in the record.
        let begin = |paragraph: &String| paragraph.chars().take(60).collect();
        let mut record = Record {
            map_bytes: map.len() as u64,
            long_paragraphs: long_paragraphs(map).iter().map(begin).collect(),
            ..Record::default()
        };
        for tree in trees(&sources) {
            let graph = tree.graph(Faces::Without);
            record.circles.extend(tree.circles(&graph));
            record.pairs.extend(tree.pairs(&graph));
            let graph = tree.graph(Faces::With);
            record.circles_with_faces.extend(tree.circles(&graph));
        }
        for source in &sources {
            let path = &source.path;
            let room = source.room();
            *record.lines.entry(room.to_owned()).or_default() += source.lines;
            if source.public_items > 0 {
                *record.public_items.entry(room.to_owned()).or_default() += source.public_items;
            }
            if !source.phrases.is_empty() {
                record.phrases.insert(path.clone(), source.phrases.len());
            }
            if source.lines > FILE_LIMIT {
                record.long_files.push(path.clone());
            }
            let long = source
                .functions
                .iter()
                .filter(|function| function.lines > FUNCTION_LIMIT);
            let long = long.map(|function| format!("{path} {}", function.name));
            record.long_functions.extend(long);
        }
        Self { sources, record }
    }

    /// Prints all measures, each beside its recorded number.
    fn print(&self, recorded: Option<&Record>) {
        let none = Record::default();
        report::print(&self.record, recorded.unwrap_or(&none), &self.by_phrase());
    }

    /// The number of times that each banned phrase is in comments.
    fn by_phrase(&self) -> BTreeMap<&str, usize> {
        let mut numbers = BTreeMap::new();
        for found in self.sources.iter().flat_map(|source| &source.phrases) {
            *numbers.entry(found.phrase.as_str()).or_default() += 1;
        }
        numbers
    }

    /// Prints the places of the banned phrases in a file.
    fn print_phrases(&self, path: &str) {
        for source in self.sources.iter().filter(|source| source.path == path) {
            for found in &source.phrases {
                println!("  {path}:{}: `{}`", found.line, found.phrase);
            }
        }
    }

    /// Fails where a measure is worse than the record.
    fn check(&self, recorded: &Record) -> Result<()> {
        let complaints = self.record.complaints(recorded);
        if complaints.is_empty() {
            return Ok(());
        }
        for complaint in &complaints {
            println!("{complaint}");
        }
        for (path, number) in &self.record.phrases {
            if *number > recorded.phrases.get(path).copied().unwrap_or(0) {
                self.print_phrases(path);
            }
        }
        bail!(
            "the code is worse than {RECORD} says. Please improve the code; if the code must be \
             so, run `cargo xtask house --write --reason TEXT`, which writes the new numbers and \
             the reason into {RECORD}"
        )
    }

    /// Writes the record, with the measures that are worse if there is a reason for them.
    fn write(mut self, root: &Path, recorded: Option<Record>, reason: Option<&str>) -> Result<()> {
        match (recorded, reason) {
            (Some(recorded), None) => {
                self.check(&recorded)?;
                self.record = self.record.improved(&recorded);
            }
            (recorded, Some(reason)) => {
                ensure!(!reason.trim().is_empty(), "the reason is empty");
                let recorded = recorded.unwrap_or_default();
                self.record.program_bytes = self.record.program_bytes.or(recorded.program_bytes);
                self.record.by_hand = recorded.by_hand;
                reason.clone_into(&mut self.record.reason);
            }
            (None, None) => bail!("the first record needs a reason too: --reason TEXT"),
        }
        fs::write(root.join(RECORD), self.record.text()?)
            .with_context(|| format!("cannot write {RECORD}"))
    }
}
