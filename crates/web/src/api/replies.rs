//! How handlers answer: at once, or by work that may become a job.

use std::sync::Arc;
use std::time::Duration;

use axum::Json as JsonBody;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::Value as Json;

use super::problem::Problem;
use super::request::PositionRequest;
use crate::answer;
use crate::at::At;
use crate::library::Library;
use crate::prepared::Origin;
use crate::shared::Shared;
use crate::work::{Context, Lane};

/// Answers with a reply.
pub(super) fn reply(reply: &impl Serialize) -> Result<Response, Problem> {
    Ok(JsonBody(data(reply)?).into_response())
}

/// A reply as data.
pub(super) fn data(reply: &impl Serialize) -> Result<Json, Problem> {
    serde_json::to_value(reply).map_err(|error| Problem::defect(error.to_string()))
}

/// Looks a position up, and in which lane work that needs all positions waits.
pub(super) async fn look_up(
    shared: &Shared,
    asked: &Arc<PositionRequest>,
) -> Result<(At, Lane), Problem> {
    let found = shared.look_up(asked.clone(), |library, asked| {
        let at = At::of(library, asked)?;
        let lane = answer::lane_at(library, &at)?;
        Ok((at, lane))
    });
    found.await
}

/// Begins work on a position, as [`begin`] does. The game is looked up again when the work has its
/// turn: work that waits holds no game, so that much can wait.
pub(super) async fn begin_at(
    shared: &Shared,
    key: String,
    lane: (Lane, Origin),
    asked: Arc<PositionRequest>,
    work: impl FnOnce(&Library, &At, &Context) -> Result<Json, Problem> + Send + 'static,
) -> Result<Response, Problem> {
    let library = shared.library.clone();
    let work = move |context: &Context| work(&library, &At::of(&library, &asked)?, context);
    begin(shared, key, lane, work).await
}

/// Begins work, and answers with its reply if it is there soon, else with its job.
pub(super) async fn begin(
    shared: &Shared,
    key: String,
    lane: (Lane, Origin),
    work: impl FnOnce(&Context) -> Result<Json, Problem> + Send + 'static,
) -> Result<Response, Problem> {
    let library = shared.library.clone();
    let work = move |context: &Context| {
        let _share = library.share(library.limits().solving());
        work(context)
    };
    let mut waiter = shared.works.begin(&key, lane, work)?;
    let wait: Duration = shared.library.limits().wait;
    match waiter.wait(wait).await {
        Some(Ok(done)) => Ok(JsonBody(&*done).into_response()),
        Some(Err(problem)) => Err(problem),
        None => {
            let job = waiter.hand_out();
            Ok((StatusCode::ACCEPTED, JsonBody(job)).into_response())
        }
    }
}
