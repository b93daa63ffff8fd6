//! The record of the weight of the code, in `xtask/house.toml`, and the comparison with it.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

/// The largest size of the map in bytes.
const MAP_LIMIT: u64 = 20_000;

const HEAD: &str = "\
# The weight of the code. `cargo xtask ci` fails if a measure is worse than here.
# `cargo xtask house --write` writes measures that are better, and with `--reason TEXT` also
# measures that are worse. The figures under `by_hand` are measured and written by a person.

";

/// The paths of files that need each other.
pub(super) type Circle = Vec<String>;

/// All measures, either of the code as it is now or as they were recorded.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    /// Why a measure was allowed to become worse the last time.
    pub(super) reason: String,
    /// The size of `target/release/zug`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) program_bytes: Option<u64>,
    pub(super) map_bytes: u64,
    /// The first characters of each long paragraph of the map.
    pub(super) long_paragraphs: Vec<String>,
    pub(super) long_files: Vec<String>,
    /// The file and the name of each long function.
    pub(super) long_functions: Vec<String>,
    pub(super) circles: Vec<Circle>,
    /// The circles of two files.
    pub(super) pairs: Vec<Circle>,
    pub(super) circles_with_faces: Vec<Circle>,
    #[serde(default)]
    pub(super) by_hand: ByHand,
    /// Lines of source by crate.
    pub(super) lines: BTreeMap<String, usize>,
    /// Public items by crate.
    pub(super) public_items: BTreeMap<String, usize>,
    /// The number of banned phrases by file.
    pub(super) phrases: BTreeMap<String, usize>,
}

/// Measures that a person takes and writes into the record.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ByHand {
    /// The seconds of a first build, with an empty target folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cold_build_seconds: Option<f64>,
    /// The seconds of all tests, once they are built.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) test_seconds: Option<f64>,
    /// The machine and the date of these figures.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) measured: String,
}

impl Record {
    pub(super) fn read(text: &str) -> Result<Self> {
        toml::from_str(text).context("xtask/house.toml is broken")
    }

    pub(super) fn text(&self) -> Result<String> {
        Ok(format!("{HEAD}{}", toml::to_string_pretty(self)?))
    }

    /// Returns a message for each measure that is worse than in the record of before.
    pub(super) fn complaints(&self, recorded: &Self) -> Vec<String> {
        let mut complaints = Vec::new();
        let sums = [
            ("lines of source", &self.lines, &recorded.lines),
            ("public items", &self.public_items, &recorded.public_items),
        ];
        for (what, now, before) in sums {
            let [total, limit] = [sum(now), sum(before) + sum(before) / 100];
            if total > limit {
                complaints.push(format!(
                    "{what} grew from {} to {total}, more than the 1 % that may be added:{}",
                    sum(before),
                    growth(now, before)
                ));
            }
        }
        for (what, now, before) in self.lists(recorded) {
            if now.len() > before.len() {
                let new = now.iter().filter(|name| !before.contains(name));
                let new: Vec<String> = new.map(|name| format!("\n  new: {name}")).collect();
                complaints.push(format!(
                    "the number of {what} grew from {} to {}{}",
                    before.len(),
                    now.len(),
                    new.concat()
                ));
            }
        }
        let circles = self.circle_lists(recorded).into_iter();
        complaints.extend(circles.filter_map(|(what, now, before)| new_circles(what, now, before)));
        let files = growth(&self.phrases, &recorded.phrases);
        if !files.is_empty() {
            complaints.push(format!("files have more banned phrases:{files}"));
        }
        if self.map_bytes > recorded.map_bytes.max(MAP_LIMIT) {
            complaints.push(format!(
                "ARCHITECTURE.md grew from {} to {} bytes",
                recorded.map_bytes, self.map_bytes
            ));
        }
        if let (Some(now), Some(before)) = (self.program_bytes, recorded.program_bytes)
            && now > before + before / 20
        {
            complaints.push(format!(
                "the program grew from {before} to {now} bytes, more than the 5 % that may be added"
            ));
        }
        complaints
    }

    /// The measures that are lists of names, each with its list in another record.
    pub(super) fn lists<'a>(
        &'a self,
        recorded: &'a Self,
    ) -> [(&'static str, &'a [String], &'a [String]); 3] {
        [
            (
                "files over 800 lines",
                &self.long_files,
                &recorded.long_files,
            ),
            (
                "functions over 80 lines",
                &self.long_functions,
                &recorded.long_functions,
            ),
            (
                "paragraphs over 600 characters in ARCHITECTURE.md",
                &self.long_paragraphs,
                &recorded.long_paragraphs,
            ),
        ]
    }

    /// The measures that are lists of circles, each with its list in another record.
    pub(super) fn circle_lists<'a>(
        &'a self,
        recorded: &'a Self,
    ) -> [(&'static str, &'a [Circle], &'a [Circle]); 3] {
        [
            ("circles", &self.circles, &recorded.circles),
            ("circles of two files", &self.pairs, &recorded.pairs),
            (
                "circles with faces",
                &self.circles_with_faces,
                &recorded.circles_with_faces,
            ),
        ]
    }

    /// Returns the record to write when no measure is worse than in the record of before. A number
    /// that grew within its room keeps its recorded value, so that many small steps do not add up.
    pub(super) fn improved(mut self, recorded: &Self) -> Self {
        if sum(&self.lines) > sum(&recorded.lines) {
            self.lines.clone_from(&recorded.lines);
        }
        if sum(&self.public_items) > sum(&recorded.public_items) {
            self.public_items.clone_from(&recorded.public_items);
        }
        self.map_bytes = self.map_bytes.min(recorded.map_bytes);
        let sizes = [self.program_bytes, recorded.program_bytes];
        self.program_bytes = sizes.into_iter().flatten().min();
        self.reason.clone_from(&recorded.reason);
        self.by_hand.clone_from(&recorded.by_hand);
        self
    }
}

/// The sum of the numbers of all crates.
pub(super) fn sum(numbers: &BTreeMap<String, usize>) -> usize {
    numbers.values().sum()
}

/// A line for each name whose number grew.
fn growth(now: &BTreeMap<String, usize>, before: &BTreeMap<String, usize>) -> String {
    let lines = now.iter().filter_map(|(name, now)| {
        let before = before.get(name).copied().unwrap_or(0);
        (*now > before).then(|| format!("\n  {name}: {before} to {now}"))
    });
    lines.collect()
}

/// Returns a message if the files of a circle are not all in one recorded circle. The parts of a
/// recorded circle that fell apart are not new.
fn new_circles(what: &str, now: &[Circle], before: &[Circle]) -> Option<String> {
    let is_known = |circle: &&Circle| {
        let mut known = before.iter();
        known.any(|known| circle.iter().all(|file| known.contains(file)))
    };
    let new = now.iter().filter(|circle| !is_known(circle));
    let new: Vec<String> = new
        .map(|circle| format!("\n  {}", circle.join(" – ")))
        .collect();
    (!new.is_empty()).then(|| {
        format!(
            "there are new {what}, or larger ones ({} were recorded, there are {}):{}",
            before.len(),
            now.len(),
            new.concat()
        )
    })
}
