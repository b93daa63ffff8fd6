//! What `zug value --json` prints of many boards: with `--boards`, `--positions` or `--find`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::value_boards::{BoardWorth, FoundValue, ValueCount};

use super::cited::ProgramVersion;
use super::head::{Parameters, Version, parameters};
use super::value::PartizanReport;

/// What `--json` prints: the values of several boards, the positions of one by their values, or the least
/// position that has a value.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct ValueBoardsReport {
    /// The version of the form of the report.
    pub version: Version,
    /// The version of Zug that made the report.
    pub zug: ProgramVersion,
    /// The game or the boards as they were asked about.
    pub asked: String,
    /// The boards, with `--boards`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boards: Option<Vec<BoardReport>>,
    /// The values of the positions, with `--positions`: the most frequent one first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<Vec<ValueCount>>,
    /// What was looked for, with `--find`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<FoundValue>,
}

/// A board with its value.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct BoardReport {
    /// The board as an expression writes it.
    pub board: String,
    /// The parameters of the rules with their values.
    pub parameters: Parameters,
    /// What the board is worth.
    #[serde(flatten)]
    pub worth: PartizanReport,
}

impl ValueBoardsReport {
    fn empty(asked: &str) -> Self {
        Self {
            version: Version::CURRENT,
            zug: ProgramVersion::CURRENT,
            asked: asked.to_owned(),
            boards: None,
            positions: None,
            search: None,
        }
    }

    /// The report of several boards.
    #[must_use]
    pub fn of_boards(asked: &str, boards: &[BoardWorth]) -> Self {
        let report = |board: &BoardWorth| BoardReport {
            board: board.text.clone(),
            parameters: parameters(board.parameters.clone()),
            worth: PartizanReport::of(&board.worth),
        };
        Self {
            boards: Some(boards.iter().map(report).collect()),
            ..Self::empty(asked)
        }
    }

    /// The report of the positions of a board by their values.
    #[must_use]
    pub fn of_positions(asked: &str, counts: &[ValueCount]) -> Self {
        Self {
            positions: Some(counts.to_vec()),
            ..Self::empty(asked)
        }
    }

    /// The report of a search for a value.
    #[must_use]
    pub fn of_search(asked: &str, found: &FoundValue) -> Self {
        Self {
            search: Some(found.clone()),
            ..Self::empty(asked)
        }
    }
}
