//! Answers as JSON: how they are written, and the words that reports share.
//!
//! Every report is one object, indented. Its fields are a promise: some may be
//! added, and none goes or changes its meaning while [`Version`] stays.

use std::io::{self, Write};

use schemars::JsonSchema;
use serde::Serialize;
use zug::{Outcome, Play, Problem, Theorem, TheoremPlan};

/// Writes a report.
pub(crate) fn write(out: &mut impl Write, report: &impl Serialize) -> io::Result<()> {
    // What fails is the writing: a report itself can always be written.
    serde_json::to_writer_pretty(&mut *out, report)?;
    writeln!(out)
}

/// The version of the form of this report. Fields may be added to a version;
/// none goes or changes its meaning.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub(crate) struct Version(#[schemars(extend("const" = 1))] u32);

impl Version {
    pub(crate) const CURRENT: Self = Self(1);
}

/// Who wins when a player is stuck: the opponent under `normal` play, the stuck
/// player under `misere` play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PlayWord {
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
pub(crate) enum OutcomeWord {
    Win,
    Loss,
    Draw,
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
#[derive(Serialize, JsonSchema)]
pub(crate) struct Head {
    version: Version,
    /// The name of the game in its rules.
    game: String,
    /// The parameters with their values.
    parameters: Parameters,
    play: PlayWord,
    /// Whether `play` matters: not where the rules themselves say how the game
    /// ends for a player who is stuck.
    play_matters: bool,
}

impl Head {
    /// Of a game whose positions are looked at.
    pub(crate) fn of_problem(problem: &Problem) -> Self {
        Self {
            version: Version::CURRENT,
            game: problem.name().to_owned(),
            parameters: parameters(problem.parameters()),
            play: problem.play().into(),
            play_matters: !problem.decides_stuck(),
        }
    }

    /// Of a game that a theorem answers.
    pub(crate) fn of_theorem(theorem: &Theorem) -> Self {
        Self {
            version: Version::CURRENT,
            game: theorem.game().to_owned(),
            parameters: parameters(theorem.parameters()),
            play: theorem.play().into(),
            play_matters: !theorem.decides_stuck(),
        }
    }

    /// Of a game that a theorem would answer.
    pub(crate) fn of_planned(theorem: &TheoremPlan) -> Self {
        Self {
            version: Version::CURRENT,
            game: theorem.game().to_owned(),
            parameters: parameters(theorem.parameters()),
            play: theorem.play().into(),
            play_matters: !theorem.decides_stuck(),
        }
    }
}

/// A theorem that answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TheoremReport {
    /// What it is called.
    pub(crate) name: String,
    /// Who found it, and when.
    pub(crate) source: String,
}

impl TheoremReport {
    pub(crate) fn of(theorem: &Theorem) -> Self {
        Self {
            name: theorem.name().to_owned(),
            source: theorem.source().to_owned(),
        }
    }
}

/// Parameters by their names. Numbers and truth values are JSON's own; sets,
/// lists and tuples are arrays; the rest is text as in the rules.
pub(crate) type Parameters = serde_json::Map<String, serde_json::Value>;

/// Parameters as the rules write them, as JSON has them.
pub(crate) fn parameters(told: Vec<(String, String)>) -> Parameters {
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
