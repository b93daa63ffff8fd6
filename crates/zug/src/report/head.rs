//! What reports have in common: the version of their form, words, and what is said first.

use schemars::JsonSchema;
use serde::Serialize;
use zug_values::{Outcome, Play};

use crate::problem::Problem;
use crate::theorem::Asked;

use super::cited::{ProgramVersion, game_hash};

/// The version of the form of this report. Fields may be added to a version;
/// none goes or changes its meaning.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Version(#[schemars(extend("const" = 1))] u32);

impl Version {
    /// The version of the reports of this release.
    pub const CURRENT: Self = Self(1);
}

/// Who wins when a player is stuck: the opponent under `normal` play, the stuck
/// player under `misere` play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(
    missing_docs,
    reason = "the text of the type tells what its words mean"
)]
pub enum PlayWord {
    Normal,
    Misere,
}

impl From<Play> for PlayWord {
    fn from(play: Play) -> Self {
        match play {
            Play::Normal => Self::Normal,
            Play::Misere => Self::Misere,
        }
    }
}

/// What a player gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(
    missing_docs,
    reason = "the text of the type tells what its words mean"
)]
pub enum OutcomeWord {
    Win,
    Loss,
    Draw,
}

impl std::fmt::Display for OutcomeWord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Win => "win",
            Self::Loss => "loss",
            Self::Draw => "draw",
        })
    }
}

impl From<Outcome> for OutcomeWord {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win => Self::Win,
            Outcome::Loss => Self::Loss,
            Outcome::Draw => Self::Draw,
        }
    }
}

/// What a report on one game says first.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Head {
    /// The version of the form of the report.
    pub version: Version,
    /// The version of Zug that made the report.
    pub zug: ProgramVersion,
    /// The name of the game in its rules.
    pub game: String,
    /// The parameters with their values.
    pub parameters: Parameters,
    /// A hash of the text of the rules and of the parameters with their values, as hexadecimal
    /// digits; absent for a game that is written in Rust.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game_hash: Option<String>,
    /// Who wins when a player is stuck.
    pub play: PlayWord,
    /// Whether `play` matters: not where the rules themselves say how the game
    /// ends for a player who is stuck.
    pub play_matters: bool,
}

impl Head {
    /// The head of a report on a game whose positions are looked at.
    #[must_use]
    pub fn of_problem(problem: &Problem) -> Self {
        let decided = problem.decides_stuck();
        Self::new(
            (problem.name(), problem.rules()),
            problem.parameters(),
            problem.play(),
            decided,
        )
    }

    /// The head of a report on a game that a theorem answers or would answer.
    pub(crate) fn of_asked(asked: &Asked) -> Self {
        Self::new(
            (asked.rules.name(), Some(asked.rules.source())),
            asked.parameters_told(),
            asked.play,
            asked.rules.decides_stuck(),
        )
    }

    /// `decided` says whether the rules themselves decide how the game ends for a player
    /// who is stuck.
    fn new(
        (game, rules): (&str, Option<&str>),
        told: Vec<(String, String)>,
        play: Play,
        decided: bool,
    ) -> Self {
        Self {
            game_hash: rules.map(|rules| game_hash(rules, &told)),
            version: Version::CURRENT,
            zug: ProgramVersion::CURRENT,
            game: game.to_owned(),
            parameters: parameters(told),
            play: play.into(),
            play_matters: !decided,
        }
    }
}

/// A theorem that answers.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct TheoremReport {
    /// The name of the theorem.
    pub name: String,
    /// Who found it, and when.
    pub source: String,
}

impl TheoremReport {
    /// The report of a theorem with this name and source.
    pub(crate) fn new(name: impl Into<String>, source: &str) -> Self {
        Self {
            name: name.into(),
            source: source.to_owned(),
        }
    }
}

/// Parameters by their names. Numbers and truth values are JSON's own; sets,
/// lists and tuples are arrays; the rest is text as in the rules.
pub type Parameters = serde_json::Map<String, serde_json::Value>;

/// Parameters as JSON has them, from their values as the rules write them.
#[must_use]
pub fn parameters(told: Vec<(String, String)>) -> Parameters {
    let json = told.into_iter().map(|(name, value)| {
        let json = parameter(&value);
        (name, json)
    });
    json.collect()
}

fn parameter(value: &str) -> serde_json::Value {
    let brackets = value.replace(['(', '{'], "[").replace([')', '}'], "]");
    brackets
        .parse()
        .unwrap_or_else(|_| serde_json::Value::from(value))
}
