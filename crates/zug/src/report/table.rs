//! What the commands `zug table … --json` print.
//!
//! The façade knows no files: whoever does fills in what these reports say of them.

use schemars::JsonSchema;
use serde::Serialize;

use crate::error::Error;
use crate::problem::{Position, Problem};
use crate::solution::Solution;

use super::cited::ProgramVersion;
use super::head::{Head, OutcomeWord, Parameters, PlayWord, Version};
use super::solve::{CertificateReport, CountsReport, MoveReport};

/// What `zug table info --json` prints: what a table on disk says of itself.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TableInfoReport {
    /// The version of the form of the report.
    pub version: Version,
    /// The version of Zug that made the report.
    pub zug: ProgramVersion,
    /// The name of the game in its rules.
    pub game: String,
    /// The parameters with their values.
    pub parameters: Parameters,
    /// Who wins when a player is stuck.
    pub play: PlayWord,
    /// The position that the table begins from.
    pub position: String,
    /// Which positions the table has.
    pub scope: ScopeWord,
    /// The number of symmetries in use, the identity included.
    pub symmetries: u64,
    /// The number of positions that the table keeps, one for each orbit of the symmetries.
    pub kept: u64,
    /// The number of positions of each kind, without regard to symmetry; absent where the
    /// table does not tell it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts: Option<CountsReport>,
    /// The least and the largest score of a position that the table keeps; absent where it keeps
    /// no scores.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scores: Option<ScoreRangeReport>,
    /// The size of all files, in bytes.
    pub bytes: u64,
    /// The files with the positions and values.
    pub files: Vec<TableFileReport>,
    /// The program that wrote the table.
    pub program: String,
    /// The version of the form of the table.
    pub form: u32,
    /// The hash of the text of the rules, as hexadecimal digits.
    pub rules_hash: String,
    /// The text of the rules.
    pub rules: String,
}

/// Which positions a table has: those that play can reach from its position, or all states
/// that the variables can express.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(
    missing_docs,
    reason = "the text of the type tells what its words mean"
)]
pub enum ScopeWord {
    Reachable,
    All,
}

/// The least and the largest of the scores that a table keeps, each for the player to move in its
/// position.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct ScoreRangeReport {
    /// The least score.
    pub least: i64,
    /// The largest score.
    pub largest: i64,
}

/// A file of a table.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TableFileReport {
    /// The name of the file in its folder.
    pub name: String,
    /// The tier of its positions.
    pub tier: u32,
    /// What it holds: `keys`, `outcomes`, `remoteness`, `nimbers` or `scores`.
    pub holds: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// The number of its entries, one for each position.
    pub entries: u64,
}

/// What `zug table query --json` prints: the value of a position, and of its moves.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct TableQueryReport {
    /// The game, its parameters and the convention of play.
    #[serde(flatten)]
    pub head: Head,
    /// The position asked about.
    pub position: String,
    /// What the player to move gets.
    pub outcome: OutcomeWord,
    /// The number of moves until the game ends when the winner hurries and the loser
    /// delays; absent for a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<u32>,
    /// Whether somebody wins because play never ends; absent if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub endless: bool,
    /// The nimber, where the table has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nimber: Option<u32>,
    /// The score of the player to move if both play for the largest score, where the table has
    /// one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
    /// The moves, the best first.
    pub moves: Vec<MoveReport>,
}

impl TableQueryReport {
    /// The report on a position of a solution.
    ///
    /// # Errors
    ///
    /// The position is not among those solved, or the table cannot be read.
    pub fn of(problem: &Problem, solution: &Solution, position: &Position) -> Result<Self, Error> {
        let worth = solution.worth(position)?;
        let worth = worth.ok_or_else(|| problem.not_solved(position))?;
        Ok(Self {
            head: Head::of_problem(problem),
            position: problem.print(position),
            outcome: worth.outcome().into(),
            remoteness: worth.remoteness().map(|plies| plies.0),
            endless: worth.is_endless(),
            nimber: worth.nimber().map(|nimber| nimber.0),
            score: solution.score(position)?,
            moves: MoveReport::all(problem, solution, position)?,
        })
    }
}

/// What `zug table digest --json` prints: a sum of hashes of all positions with their values.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TableDigestReport {
    /// The version of the form of the report.
    pub version: Version,
    /// The number of positions, without regard to symmetry.
    pub positions: u64,
    /// The sum of the hashes of these positions with their values, as 32 hexadecimal digits.
    pub digest: String,
}

/// What `zug table verify --json` prints: what was read, and what was found true.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TableVerifyReport {
    /// The version of the form of the report.
    pub version: Version,
    /// The version of Zug that made the report.
    pub zug: ProgramVersion,
    /// The number of files whose checksums were compared.
    pub files: u64,
    /// The number of blocks whose checksums were compared.
    pub blocks: u64,
    /// The size of these files, in bytes.
    pub bytes: u64,
    /// The number of positions that were read.
    pub positions: u64,
    /// What was found true by the rules.
    pub certificate: CertificateReport,
    /// Whether the scores of these positions were found true by the rules, too; absent where no
    /// scores are known.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub scores: bool,
}
