//! What the commands `zug cluster … --json` print.
//!
//! The façade knows no files: whoever does fills these reports in.

use schemars::JsonSchema;
use serde::Serialize;

use super::cited::ProgramVersion;
use super::head::{Parameters, Version};
use super::solve::CertificateReport;

/// What `zug cluster units --json` prints: the units that can be done now.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ClusterUnitsReport {
    /// The version of the form of the report.
    pub version: Version,
    /// Whether all is done, and the folder holds a table.
    pub done: bool,
    /// The units that can be done now, in any order and at the same time.
    pub units: Vec<ClusterReadyReport>,
}

/// A unit of work that can be done now.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ClusterReadyReport {
    /// The name of the unit, which `zug cluster do` takes.
    pub unit: String,
    /// The bytes that the unit reads, about. Of runs and answers it reads a part, which is taken to be as large as those
    /// that other units read; directories of files are not counted.
    pub reads: u64,
    /// The bytes of memory that the unit takes where memory is plentiful, about, from the sizes of what it reads. A unit
    /// that is allowed less takes less, and longer.
    pub memory: u64,
}

/// A part of a check.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ClusterUnitReport {
    /// The name of the part, which `zug cluster verify` takes.
    pub unit: String,
}

/// What `zug cluster status --json` prints: how far the work in a folder is.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ClusterStatusReport {
    /// The version of the form of the report.
    pub version: Version,
    /// The name of the game in its rules.
    pub game: String,
    /// The parameters with their values.
    pub parameters: Parameters,
    /// Whether all is done, and the folder holds a table.
    pub done: bool,
    /// How far the work is; absent where all is done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub work: Option<ClusterWorkReport>,
}

/// How far the work on units is.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ClusterWorkReport {
    /// About the largest number of positions of a shard; absent where a tier is not cut into shards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shard_positions: Option<u64>,
    /// The number of tiers.
    pub tiers: u32,
    /// The number of units that can be done now.
    pub ready: u64,
    /// The number of positions that are found and kept, so far.
    pub found: u64,
    /// The number of these positions whose values are known.
    pub valued: u64,
    /// The number of positions that are found in a second, or that get their values in a second once all are found, by
    /// the dates of the newer half of the files; absent where too few units are done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate: Option<f64>,
    /// The seconds until all positions have their values, at this rate; absent where not all positions are found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds_left: Option<f64>,
    /// The units of each kind.
    pub stages: Vec<ClusterStageReport>,
    /// The size of all files in the folder, in bytes.
    pub bytes: u64,
}

/// How far the units of one kind are.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ClusterStageReport {
    /// The word that the names of these units begin with.
    pub stage: String,
    /// The number of units that are done.
    pub done: u64,
    /// The number of units that there are, as far as the tiers are cut into shards.
    pub known: u64,
}

/// What `zug cluster plan --json` prints: what solving a game by units would take.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ClusterPlanReport {
    /// The version of the form of the report.
    pub version: Version,
    /// The version of Zug that made the report.
    pub zug: ProgramVersion,
    /// The name of the game in its rules.
    pub game: String,
    /// The parameters of the planned game with their values.
    pub parameters: Parameters,
    /// The parameters of the smaller board with their values.
    pub small: Parameters,
    /// What was measured on the smaller board, on one core.
    pub measured: ClusterSizeReport,
    /// What the planned game would take, extrapolated from the smaller board.
    pub planned: ClusterSizeReport,
    /// The memory that the largest unit takes, in bytes, about.
    pub memory: u64,
    /// The number of cores that work at the same time.
    pub cores: u64,
    /// The bytes that all machines together read and write in a second; absent where the caller names no rate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disk_rate: Option<u64>,
    /// The seconds that reading and writing takes; absent where the caller names no rate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disk_seconds: Option<f64>,
    /// The seconds that the work takes on all cores, and as long as reading and writing at least.
    pub seconds: f64,
}

/// The size of the work on a game by units.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ClusterSizeReport {
    /// The number of positions as the rules define them.
    pub positions: u64,
    /// The number of positions that are kept, one for each orbit of the symmetries.
    pub kept: u64,
    /// The number of tiers.
    pub tiers: u64,
    /// The number of positions that are kept in the largest tier.
    pub largest_tier: u64,
    /// About the largest number of positions of a shard.
    pub shard_positions: u64,
    /// The number of shards.
    pub shards: u64,
    /// The number of units.
    pub units: u64,
    /// The number of positions in all runs.
    pub run_positions: u64,
    /// The bytes of all positions.
    pub key_bytes: u64,
    /// The bytes of all values.
    pub value_bytes: u64,
    /// The bytes of all runs.
    pub run_bytes: u64,
    /// The bytes of all answers.
    pub answer_bytes: u64,
    /// The bytes that all units read together.
    pub read_bytes: u64,
    /// The bytes that all units write together.
    pub written_bytes: u64,
    /// The most bytes that are in the folder at a time.
    pub bytes_at_rest: u64,
    /// The seconds that one core takes for all units.
    pub core_seconds: f64,
}

/// What `zug cluster verify --json` prints: what was found true, or which parts of the check can be done now.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ClusterVerifyReport {
    /// The version of the form of the report.
    pub version: Version,
    /// The version of Zug that made the report.
    pub zug: ProgramVersion,
    /// The parts that can be done now, in any order and at the same time; none where all are done. Absent where the
    /// check was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub units: Option<Vec<ClusterUnitReport>>,
    /// The number of shards that were checked; absent where parts are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shards: Option<u64>,
    /// What was found true by the rules; absent where parts are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<CertificateReport>,
    /// Whether the scores of these positions were found true by the rules, too; absent where parts are
    /// listed, and where the table has no scores.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub scores: bool,
}
