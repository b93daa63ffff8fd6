//! The API: requests and replies, typed, and the handler of each.
//!
//! Whatever a request may take long for is answered by the reply itself, with the status 200, if it
//! is there soon; else by a [`job::JobReply`], with the status 202. Every error is a
//! [`problem::Problem`].

pub mod words;
pub mod problem;
pub mod games;
pub mod position;
pub mod partizan;
pub mod values;
pub mod explain;
pub mod tree;
pub mod graph;
pub mod table;
pub mod check;
pub mod sequence;
pub mod sum;
pub mod job;
pub(crate) mod asked;
mod parts;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json as JsonBody, middleware};
use serde::Serialize;
use serde_json::Value as Json;
use utoipa::OpenApi;

use crate::answer;
use crate::at::At;
use crate::library::{Library, Origin};
use crate::limits::BODY;
use crate::server::Shared;
use crate::work::{Context, Lane};
use crate::{guard, page};

use position::PositionRequest;
use problem::Problem;

/// The description of the API.
#[derive(Debug, OpenApi)]
#[openapi(
    info(
        title = "Zug",
        description = "Solves two-player games of perfect information exactly. Every value is for \
                       the player to move (`for`), and every remoteness counts plies (`unit`); what \
                       is not known is null. Whatever may take long is answered at once where it \
                       can be, with the status 200, and else by a job, with the status 202.",
    ),
    paths(
        games::games,
        games::game,
        position::position,
        values::values,
        explain::explain,
        tree::tree,
        graph::graph,
        table::table,
        check::check,
        sequence::sequence,
        sum::sum,
        job::job,
        job::events,
        job::cancel,
    ),
    components(schemas(problem::Problem))
)]
struct Api;

/// The description of the API in the form of OpenAPI 3.1, as JSON.
#[must_use]
pub fn openapi() -> String {
    let text = Api::openapi().to_pretty_json();
    text.expect("a description that was written by hand is JSON")
}

/// All routes of the server.
pub(crate) fn router(shared: Shared) -> Router {
    let api = Router::new()
        .route("/games", get(games::games))
        .route("/games/{name}", get(games::game))
        .route("/position", post(position::position))
        .route("/values", post(values::values))
        .route("/explain", post(explain::explain))
        .route("/tree", post(tree::tree))
        .route("/graph", post(graph::graph))
        .route("/table", post(table::table))
        .route("/check", post(check::check))
        .route("/sequence", post(sequence::sequence))
        .route("/sum", post(sum::sum))
        .route("/jobs/{id}", get(job::job).delete(job::cancel))
        .route("/jobs/{id}/events", get(job::events))
        .route("/openapi.json", get(description))
        .fallback(no_path)
        .method_not_allowed_fallback(no_method)
        .layer(DefaultBodyLimit::max(BODY));
    Router::new()
        .nest("/api/v1", api)
        .fallback(page::file)
        .layer(middleware::from_fn_with_state(shared.address, guard::guard))
        .with_state(shared)
}

async fn description() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], openapi()).into_response()
}

async fn no_path() -> Problem {
    Problem::missing(
        "unknown-path",
        "There is nothing here",
        "the API has no such path",
    )
    .remedy("/api/v1/openapi.json describes the API")
}

async fn no_method() -> Problem {
    Problem::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "method",
        "The method is another one",
        "this path is asked in another way",
    )
    .remedy("/api/v1/openapi.json describes the API")
}

/// Answers with a reply.
fn reply(reply: &impl Serialize) -> Result<Response, Problem> {
    Ok(JsonBody(data(reply)?).into_response())
}

/// A reply as data.
fn data(reply: &impl Serialize) -> Result<Json, Problem> {
    serde_json::to_value(reply).map_err(|error| Problem::defect(error.to_string()))
}

/// Looks a position up, and in which lane work that needs all positions waits.
async fn look_up(shared: &Shared, asked: &Arc<PositionRequest>) -> Result<(At, Lane), Problem> {
    let found = shared.look_up(asked.clone(), |library, asked| {
        let at = At::of(library, asked)?;
        let lane = answer::lane_at(library, &at)?;
        Ok((at, lane))
    });
    found.await
}

/// Begins work on a position, as [`begin`] does. The game is looked up again when the work has its
/// turn: work that waits holds no game, so that much can wait.
async fn begin_at(
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
async fn begin(
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
