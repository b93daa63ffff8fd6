//! The API: requests and replies, typed, and the handler of each.
//!
//! Whatever a request may take long for is answered by the reply itself, with the status 200, if it
//! is there soon; else by a [`job_reply::JobReply`], with the status 202. Every error is a
//! [`problem::Problem`].
//! What each handler answers stands in the [description](openapi) of the API.

pub mod words;
pub mod problem;
pub mod games;
pub mod request;
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
pub mod job_reply;
pub mod job;
mod description;
pub(crate) mod asked;
mod parts;
mod replies;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use crate::limits::BODY;
use crate::shared::Shared;
use crate::{guard, page};

use problem::Problem;

pub use description::openapi;

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
