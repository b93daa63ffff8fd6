//! Jobs: work that takes longer than a request waits.

use std::time::Duration;

use axum::extract::{Path, State};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;

use super::problem::Problem;
use super::replies::reply;
use crate::shared::Shared;
use crate::work::Waiter;

pub(super) async fn job(
    State(shared): State<Shared>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    reply(&shared.works.waiter(&id)?.reply())
}

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

pub(super) async fn cancel(
    State(shared): State<Shared>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    reply(&shared.works.give_back(&id)?)
}
