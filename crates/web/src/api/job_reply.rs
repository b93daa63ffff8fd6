//! What is said of a job as long as nobody has its result.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value as Json;

use super::problem::Problem;

/// A job, and how far it is.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct JobReply {
    /// Always `job`, as opposed to `done` of replies that answer.
    pub state: JobWord,
    /// The job's own name, by which it is asked and cancelled.
    pub id: String,
    /// How far it is.
    pub status: JobStatus,
    /// What it is busy with, in words; null before it begins.
    pub phase: Option<String>,
    /// The number of jobs that run before this one.
    pub ahead: usize,
    /// The number of positions found or searched so far.
    pub positions: u64,
    /// The number of positions a second, over the last seconds; null before it can be told.
    pub positions_per_second: Option<f64>,
    /// The bytes that the solver holds.
    pub memory: u64,
    /// The share of the present phase that is done, from 0 to 1; null if it is not known.
    pub share: Option<f64>,
    /// The number of seconds that it has run.
    pub seconds: f64,
    /// The reply of the request that began the job; null until it is done.
    pub result: Option<Json>,
    /// Why it failed; null if it did not.
    pub error: Option<Problem>,
}

/// Says that a reply is a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum JobWord {
    /// It is a job.
    #[default]
    Job,
}

/// How far a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum JobStatus {
    /// It waits for others.
    Waiting,
    /// It runs.
    Running,
    /// It is done, and `result` has its reply.
    Done,
    /// It failed, and `error` says why.
    Failed,
    /// It was cancelled.
    Cancelled,
}
