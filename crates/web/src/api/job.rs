//! Jobs: work that takes longer than a request waits.

use std::time::Duration;

use axum::extract::{Path, State};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Serialize;
use serde_json::Value as Json;
use utoipa::ToSchema;

use super::problem::Problem;
use super::reply;
use crate::server::Shared;
use crate::work::Waiter;

/// A job, and how far it is.
#[derive(Clone, Debug, Serialize, ToSchema)]
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
    #[schema(value_type = Object)]
    pub result: Option<Json>,
    /// Why it failed; null if it did not.
    pub error: Option<Problem>,
}

/// Says that a reply is a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum JobWord {
    /// It is a job.
    #[default]
    Job,
}

/// How far a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
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

/// How far a job is, and its result once it is done.
#[utoipa::path(
    get, path = "/api/v1/jobs/{id}",
    params(("id" = String, Path, description = "The job's name.")),
    responses(
        (status = 200, body = JobReply),
        (status = "default", body = Problem, content_type = "application/problem+json"),
    )
)]
pub(super) async fn job(
    State(shared): State<Shared>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    reply(&shared.works.waiter(&id)?.reply())
}

/// Tells how far a job is as long as it goes on: a stream of events, each called `progress` with a
/// `JobReply` as its data, and at last one called `end`.
#[utoipa::path(
    get, path = "/api/v1/jobs/{id}/events",
    params(("id" = String, Path, description = "The job's name.")),
    responses(
        (status = 200, body = JobReply, content_type = "text/event-stream"),
        (status = "default", body = Problem, content_type = "application/problem+json"),
    )
)]
pub(super) async fn events(
    State(shared): State<Shared>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let waiter = shared.works.waiter(&id)?;
    let next = |waiter: Option<(Waiter, Duration)>| async {
        // The stream ends behind the event called `end`.
        let (waiter, pause) = waiter?;
        let has_ended = waiter.wait(pause).await.is_some();
        let event = Event::default().event(if has_ended { "end" } else { "progress" });
        let event = event.json_data(waiter.reply());
        Some((event, (!has_ended).then_some((waiter, EVERY))))
    };
    let events = stream::unfold(Some((waiter, Duration::ZERO)), next);
    Ok(Sse::new(events).into_response())
}

/// The time between two events.
const EVERY: Duration = Duration::from_millis(250);

/// Gives a job up. Its work goes on only if somebody else asked for the same.
#[utoipa::path(
    delete, path = "/api/v1/jobs/{id}",
    params(("id" = String, Path, description = "The job's name.")),
    responses(
        (status = 200, body = JobReply),
        (status = "default", body = Problem, content_type = "application/problem+json"),
    )
)]
pub(super) async fn cancel(
    State(shared): State<Shared>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    reply(&shared.works.give_back(&id)?)
}
