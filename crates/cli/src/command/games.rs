//! `zug games`: the catalogue, and games on heaps.

use std::io::Write;

use anyhow::Result;
use schemars::JsonSchema;
use serde::Serialize;
use zug::{Budget, Job};
use zug::{Error, Request};
use zug_catalogue::Entry;
use zug_heaps::HeapGame;
use zug_sequences::engine::naive;
use zug_sequences::{Method, Proof, Sequence, SequenceOptions};

use crate::arguments::GamesArguments;
use crate::json::{self, Version};
use crate::message::{Kind, shortened, tell};
use crate::{heaps, output};

/// Nimbers that are shown.
const TERMS: u64 = 20;

/// Heaps that are looked at for a period.
const HEAPS: u64 = 1000;

/// Bytes that this may take.
const MEMORY: u64 = 64 << 20;

/// Characters of a line: a code or a set may be of any length.
const LONGEST_LINE: usize = 400;

pub(crate) fn run(arguments: &GamesArguments) -> Result<()> {
    let mut out = output::answers();
    let Some(name) = &arguments.name else {
        if arguments.json {
            return Ok(json::write(&mut out, &Report::of_all())?);
        }
        let width = zug_catalogue::entries()
            .iter()
            .map(|entry| entry.name.len())
            .max()
            .unwrap_or(0);
        for entry in zug_catalogue::entries() {
            writeln!(out, "{:width$}  {}", entry.name, entry.header().title)?;
        }
        return Ok(());
    };
    if let Some(entry) = zug_catalogue::find(name) {
        if arguments.json {
            return Ok(json::write(&mut out, &Report::of(entry))?);
        }
        out.write_all(entry.source.as_bytes())?;
        // Not part of the answer, which is a rules file: theorems know these rules
        // by their text.
        if let Some(known) = zug_heaps::find(name) {
            let notation = known.notation;
            tell(
                Kind::Note,
                &format!("as a game on heaps this is {notation}: see zug games '{notation}'"),
            );
        }
        return Ok(());
    }
    if heaps::is_meant(name) {
        let game = heaps::game(name)?;
        if arguments.json {
            return Ok(json::write(&mut out, &Report::on_heaps(&game))?);
        }
        return show(&game, &mut out);
    }
    // The same error as everywhere, with the nearest name.
    Err(Request::catalogue(name)
        .err()
        .unwrap_or(Error::UnknownGame {
            name: name.clone(),
            nearest: None,
        })
        .into())
}

/// All that is known of a game on heaps without much work.
fn show(game: &HeapGame, out: &mut impl Write) -> Result<()> {
    let mut line =
        |label: &str, text: &str| writeln!(out, "{label:<12}{}", shortened(text, LONGEST_LINE));
    line("game", &game.to_string())?;
    for known in game.names() {
        line("known as", &format!("{} ({})", known.title, known.source))?;
        line("", &format!("- {}", known.line))?;
    }
    line("kind", &format!("{}{}", game.kind(), extent(game)))?;
    let mut label = "rules";
    for words in game.words() {
        line(label, &words)?;
        label = "";
    }
    let mut label = "same as";
    for other in game.same_rules() {
        line(label, &other.to_string())?;
        label = "";
    }
    let nimbers = naive::nimbers(game, TERMS);
    let nimbers: Vec<String> = nimbers.iter().map(u32::to_string).collect();
    let last = TERMS - 1;
    line("nimbers", &format!("{} …", nimbers.join(" ")))?;
    line("", &format!("- of heaps of 0 to {last}"))?;
    if let Some(proof) = proof(game) {
        line("period", &period(&proof))?;
    }
    Ok(())
}

/// How much a move may take, and in how many heaps it may leave the rest.
fn extent(game: &HeapGame) -> String {
    let takes = match game.most_taken() {
        Some(0) => "takes nothing".to_owned(),
        Some(most) => format!("takes at most {most}"),
        None => "may take any number".to_owned(),
    };
    let leaves = match game.most_left() {
        // A game without a move.
        Some(0 | 1) if game.most_taken() == Some(0) => return String::new(),
        Some(0) => "leaves nothing".to_owned(),
        Some(1) => "leaves at most 1 heap".to_owned(),
        Some(most) => format!("leaves at most {most} heaps"),
        None => "may leave any number of heaps".to_owned(),
    };
    format!(": a move {takes} and {leaves}")
}

/// What an engine proves of the first heaps.
fn proof(game: &HeapGame) -> Option<Proof> {
    let job = Job::default().with_budget(Budget::of_bytes(MEMORY));
    // A game that no engine takes, or not for long, has no period here: that is
    // no fault of the game.
    let mut sequence = Sequence::new(game, SequenceOptions::default(), &job).ok()?;
    // The definition proves nothing, and takes its time.
    if sequence.method() == Method::Naive {
        return None;
    }
    while sequence.proof().is_none() && sequence.known() < HEAPS {
        sequence.step(HEAPS).ok()?;
    }
    sequence.proof()
}

fn period(proof: &Proof) -> String {
    let repetition = proof.repetition;
    let added = match repetition.saltus {
        0 => String::new(),
        saltus => format!(", adding {saltus} each time"),
    };
    format!(
        "{} from heap {} on{added} ({}, checked to heap {})",
        repetition.period, repetition.preperiod, proof.theorem, proof.checked_to
    )
}

/// What `zug games --json` prints: all games of the catalogue, or the one game that was
/// named, of the catalogue or on heaps.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Report {
    version: Version,
    /// The games of the catalogue; one if a game was named.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    games: Vec<GameReport>,
    /// The game on heaps that was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    on_heaps: Option<HeapGameReport>,
}

/// A game of the catalogue.
#[derive(Serialize, JsonSchema)]
struct GameReport {
    /// Its name on the command line.
    name: &'static str,
    /// Its name in a sentence.
    title: String,
    /// The rules in two sentences.
    rules: String,
    /// Who made the game, or where it is described, and when.
    source: String,
    /// Results that are known, with who found them.
    known: String,
    /// The rules file; only if the game was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'static str>,
    /// Its notation if it is a game on heaps; only if the game was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    notation: Option<&'static str>,
}

/// A game on heaps.
#[derive(Serialize, JsonSchema)]
struct HeapGameReport {
    /// The game in its notation.
    notation: String,
    /// Its names in a sentence.
    titles: Vec<&'static str>,
    /// What kind of game it is, in words.
    kind: String,
    /// The rules, a line each.
    rules: Vec<String>,
    /// Other notations of the same rules.
    same_as: Vec<String>,
    /// The nimbers of the first heaps, from heap 0.
    nimbers: Vec<u32>,
    /// The period, if one is proved by the first heaps.
    #[serde(skip_serializing_if = "Option::is_none")]
    period: Option<PeriodReport>,
}

/// A period of nimbers.
#[derive(Serialize, JsonSchema)]
struct PeriodReport {
    /// The first heap of the part that repeats.
    preperiod: u64,
    /// After how many heaps it repeats.
    period: u64,
    /// What a period adds to each nimber.
    saltus: u64,
    /// The theorem that proves it.
    theorem: String,
    /// The last heap that the theorem asks for.
    checked_to: u64,
}

impl Report {
    fn of_all() -> Self {
        let games = zug_catalogue::entries().iter().map(GameReport::new);
        Self {
            version: Version::CURRENT,
            games: games.collect(),
            on_heaps: None,
        }
    }

    fn of(entry: &'static Entry) -> Self {
        let game = GameReport {
            text: Some(entry.source),
            notation: zug_heaps::find(entry.name).map(|known| known.notation),
            ..GameReport::new(entry)
        };
        Self {
            version: Version::CURRENT,
            games: vec![game],
            on_heaps: None,
        }
    }

    fn on_heaps(game: &HeapGame) -> Self {
        let report = HeapGameReport {
            notation: game.to_string(),
            titles: game.names().map(|known| known.title).collect(),
            kind: game.kind().to_string(),
            rules: game.words(),
            same_as: game.same_rules().iter().map(HeapGame::to_string).collect(),
            nimbers: naive::nimbers(game, TERMS),
            period: proof(game).map(|proof| PeriodReport {
                preperiod: proof.repetition.preperiod,
                period: proof.repetition.period,
                saltus: proof.repetition.saltus,
                theorem: proof.theorem.to_string(),
                checked_to: proof.checked_to,
            }),
        };
        Self {
            version: Version::CURRENT,
            games: Vec::new(),
            on_heaps: Some(report),
        }
    }
}

impl GameReport {
    fn new(entry: &'static Entry) -> Self {
        let header = entry.header();
        Self {
            name: entry.name,
            title: header.title,
            rules: header.rules,
            source: header.source,
            known: header.known,
            text: None,
            notation: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zug_sequences::{Repetition, Theorem};

    #[test]
    fn a_period_is_told_with_its_proof() {
        let told = |saltus| {
            let repetition = Repetition {
                preperiod: 71,
                period: 12,
                saltus,
            };
            period(&Proof {
                repetition,
                theorem: Theorem::GuySmith,
                checked_to: 168,
            })
        };
        assert_eq!(
            told(0),
            "12 from heap 71 on (Guy-Smith, checked to heap 168)"
        );
        assert_eq!(
            told(4),
            "12 from heap 71 on, adding 4 each time (Guy-Smith, checked to heap 168)"
        );
    }
}
