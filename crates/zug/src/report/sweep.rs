//! What `zug solve --set n=A..B --json` prints.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;

use crate::error::Error;
use crate::reply::Reply;

use super::cited::ProgramVersion;
use super::head::{OutcomeWord, Version};
use super::loopy::LoopyReport;
use super::solve::SolveReport;

/// What `--json` prints where a parameter takes several values: what the player to move gets for each
/// value.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct SweepReport {
    /// The version of the form of the report.
    pub version: Version,
    /// The version of Zug that made the report.
    pub zug: ProgramVersion,
    /// The game, as it was asked for.
    pub game: String,
    /// The parameters that take several values.
    pub swept: Vec<String>,
    /// A row for each combination of their values. Those of the last parameter change first.
    pub rows: Vec<SweepRow>,
}

/// The answer for some values of parameters.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct SweepRow {
    /// The values, in the order of `swept`.
    pub values: Vec<i64>,
    /// A hash of the text of the rules and of the parameters with their values, as hexadecimal
    /// digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game_hash: Option<String>,
    /// What the player to move gets.
    pub outcome: OutcomeWord,
    /// The number of moves until the game ends; absent for a draw, and where it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<u32>,
    /// Whether somebody wins because play never ends; absent if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub endless: bool,
    /// The score of the player to move; absent where the game does not end with scores.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
    /// The nimber of an impartial game, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nimber: Option<u32>,
    /// The loopy nimber of the position, where play can go round in a circle and it is worth no number;
    /// absent where it has a nimber, and where none is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loopy: Option<LoopyReport>,
}

impl SweepReport {
    /// A report without rows.
    #[must_use]
    pub fn new(game: String, swept: Vec<String>) -> Self {
        Self {
            version: Version::CURRENT,
            zug: ProgramVersion::CURRENT,
            game,
            swept,
            rows: Vec::new(),
        }
    }
}

impl SweepRow {
    /// The row of a reply for these values.
    ///
    /// # Errors
    ///
    /// A table on disk cannot be read.
    pub fn of(values: Vec<i64>, reply: &Reply) -> Result<Self, Error> {
        let SolveReport {
            head,
            outcome,
            remoteness,
            endless,
            score,
            nimber,
            loopy,
            ..
        } = SolveReport::of(reply, Duration::ZERO, None)?;
        Ok(Self {
            values,
            game_hash: head.game_hash,
            outcome,
            remoteness,
            endless,
            score,
            nimber,
            loopy,
        })
    }
}
