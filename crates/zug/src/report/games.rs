//! What `zug games --json` prints.

use schemars::JsonSchema;
use serde::Serialize;
use zug_catalogue::Entry;
use zug_heaps::HeapGame;
use zug_sequences::Proof;
use zug_sequences::engine::naive;

use crate::heaps::early_period;

use super::cited::ProgramVersion;
use super::head::Version;

/// What `zug games --json` prints: all games of the catalogue, or the one game that was
/// named, of the catalogue or on heaps.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct GamesReport {
    /// The version of the form of the report.
    pub version: Version,
    /// The version of Zug that made the report.
    pub zug: ProgramVersion,
    /// The games of the catalogue; one if a game was named.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<GameReport>,
    /// The game on heaps that was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_heaps: Option<HeapGameReport>,
}

/// A game of the catalogue.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct GameReport {
    /// The name of the game on the command line.
    pub name: &'static str,
    /// The name of the game in a sentence.
    pub title: String,
    /// The kind of game, by which the catalogue is listed.
    pub kind: String,
    /// The rules in two sentences.
    pub rules: String,
    /// Who made the game, or where it is described, and when.
    pub source: String,
    /// Results that are known, with who found them.
    pub known: String,
    /// The rules file; only if the game was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<&'static str>,
    /// The notation of the game if it is a game on heaps; only if the game was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<&'static str>,
}

/// A game on heaps.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct HeapGameReport {
    /// The game in its notation.
    pub notation: String,
    /// The names of the game in a sentence.
    pub titles: Vec<&'static str>,
    /// The kind of the game, in words.
    pub kind: String,
    /// The rules, a line each.
    pub rules: Vec<String>,
    /// Other notations of the same rules.
    pub same_as: Vec<String>,
    /// The nimbers of the first heaps, from heap 0.
    pub nimbers: Vec<u32>,
    /// The period, if one is proved by the first heaps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<PeriodReport>,
}

/// A period of nimbers.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct PeriodReport {
    /// The first heap of the part that repeats.
    pub preperiod: u64,
    /// The number of heaps after which the nimbers repeat.
    pub period: u64,
    /// What a period adds to each nimber.
    pub saltus: u64,
    /// The theorem that proves it.
    pub theorem: String,
    /// The last heap that the theorem asks for.
    pub checked_to: u64,
}

impl GamesReport {
    /// The report of all games of the catalogue.
    ///
    /// ```
    /// use zug::report::GamesReport;
    ///
    /// let report = GamesReport::of_catalogue();
    /// assert!(report.games.iter().any(|game| game.name == "nim"));
    /// ```
    #[must_use]
    pub fn of_catalogue() -> Self {
        let games = zug_catalogue::entries().iter().map(GameReport::of);
        Self {
            version: Version::CURRENT,
            zug: ProgramVersion::CURRENT,
            games: games.collect(),
            on_heaps: None,
        }
    }

    /// The report of one game of the catalogue, with its rules.
    #[must_use]
    pub fn of_entry(entry: &'static Entry) -> Self {
        let game = GameReport {
            text: Some(entry.source),
            notation: zug_heaps::find(entry.name).map(|known| known.notation),
            ..GameReport::of(entry)
        };
        Self {
            version: Version::CURRENT,
            zug: ProgramVersion::CURRENT,
            games: vec![game],
            on_heaps: None,
        }
    }

    /// The report of a game on heaps. Works out its first nimbers and looks for a period
    /// ([`early_period`]), which takes a fraction of a second.
    #[must_use]
    pub fn of_heap_game(game: &HeapGame) -> Self {
        Self {
            version: Version::CURRENT,
            zug: ProgramVersion::CURRENT,
            games: Vec::new(),
            on_heaps: Some(HeapGameReport::of(game)),
        }
    }
}

impl GameReport {
    fn of(entry: &'static Entry) -> Self {
        let header = entry.header();
        Self {
            name: entry.name,
            title: header.title,
            kind: header.kind,
            rules: header.rules,
            source: header.source,
            known: header.known,
            text: None,
            notation: None,
        }
    }
}

impl HeapGameReport {
    /// The number of nimbers in a report.
    pub const NIMBERS: u64 = 20;

    fn of(game: &HeapGame) -> Self {
        Self {
            notation: game.to_string(),
            titles: game.names().map(|known| known.title).collect(),
            kind: game.kind().to_string(),
            rules: game.words(),
            same_as: game.same_rules().iter().map(HeapGame::to_string).collect(),
            nimbers: naive::nimbers(game, Self::NIMBERS),
            period: early_period(game).as_ref().map(PeriodReport::of),
        }
    }
}

impl PeriodReport {
    fn of(proof: &Proof) -> Self {
        Self {
            preperiod: proof.repetition.preperiod(),
            period: proof.repetition.period(),
            saltus: proof.repetition.saltus(),
            theorem: proof.theorem.to_string(),
            checked_to: proof.checked_to,
        }
    }
}
