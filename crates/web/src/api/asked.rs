//! Reading the body of a request.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use serde::de::DeserializeOwned;

use super::problem::Problem;
use crate::limits::{BODY, SENDING};
use crate::shared::Shared;

/// The body of a request, which is JSON.
pub(super) struct Asked<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<Shared> for Asked<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &Shared) -> Result<Self, Problem> {
        let kind = request.headers().get(header::CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        // A page from elsewhere cannot send this kind of content without asking first.
        if !kind.eq_ignore_ascii_case("application/json") {
            return Err(Problem::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "not-json",
                "The body is not JSON",
                "the content type of a request has to be application/json",
            ));
        }
        let bytes = read(request).await?;
        serde_json::from_slice(&bytes)
            .map(Self)
            .map_err(|error| Problem::bad(format!("the body is not what is expected: {error}")))
    }
}

/// Reads the body of a request, unless it is too long or comes too slowly.
pub(crate) async fn read(request: Request) -> Result<Bytes, Problem> {
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse().ok());
    if length.is_some_and(|length: u64| length > BODY as u64) {
        return Err(too_long());
    }
    let read = tokio::time::timeout(SENDING, Bytes::from_request(request, &()));
    match read.await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(refused)) if refused.status() == StatusCode::PAYLOAD_TOO_LARGE => Err(too_long()),
        Ok(Err(refused)) => Err(Problem::bad(refused.body_text())),
        Err(_) => Err(Problem::new(
            StatusCode::REQUEST_TIMEOUT,
            "too-slow",
            "The request came too slowly",
            format!("the body was not there after {} seconds", SENDING.as_secs()),
        )),
    }
}

fn too_long() -> Problem {
    Problem::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        "too-long",
        "The request is too long",
        format!("a request has at most {BODY} bytes"),
    )
}
