//! The files of the page, which the build script embeds where they were built.

use axum::extract::Request;
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::api::problem::Problem;

/// A file of the page.
struct File {
    /// The path from the root of the server, without the slash before it.
    path: &'static str,
    /// The kind of content.
    kind: &'static str,
    bytes: &'static [u8],
    /// The same bytes, compressed by Brotli, where that makes them fewer.
    brotli: Option<&'static [u8]>,
    /// The same bytes, compressed by gzip, where that makes them fewer.
    gzip: Option<&'static [u8]>,
    /// Tells this content from any other.
    tag: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Whether the page is part of this build. It is if `page/dist` was there when this crate was
/// built, which `cargo xtask page` makes.
#[must_use]
pub fn has_page() -> bool {
    FILES.iter().any(|file| file.path == "index.html")
}

/// What is said where the page is no part of this build.
const WITHOUT_PAGE: &str = "This zug was built without its page: `cargo xtask page` makes the \
     page, and the next build has it. The API is at /api/v1/openapi.json.\n";

/// Answers with a file of the page.
pub(crate) async fn file(request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Problem::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "method",
            "Files are only read",
            "a file is asked for by GET",
        )
        .into_response();
    }
    let path = request.uri().path();
    let path = path.strip_prefix('/').unwrap_or(path);
    let path = if path.is_empty() { "index.html" } else { path };
    let Some(file) = FILES.iter().find(|file| file.path == path) else {
        if path == "index.html" {
            return WITHOUT_PAGE.into_response();
        }
        return Problem::missing("unknown-path", "There is nothing here", "no such file")
            .into_response();
    };
    let headers = request.headers();
    let says = |name, wanted: &str| {
        let value = headers.get(name).and_then(|value| value.to_str().ok());
        value.is_some_and(|value| value.split(',').any(|part| part.trim().starts_with(wanted)))
    };
    // Names of assets have a hash of their content.
    let kept = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let about = [
        (header::CONTENT_TYPE, file.kind),
        (header::ETAG, file.tag),
        (header::CACHE_CONTROL, kept),
        (header::VARY, "accept-encoding"),
    ];
    if says(header::IF_NONE_MATCH, file.tag) {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    let accepted = |coding: &str, bytes: Option<&'static [u8]>| {
        bytes.filter(|_| says(header::ACCEPT_ENCODING, coding))
    };
    // A browser accepts Brotli from its own machine or over a secure connection.
    let compressed = accepted("br", file.brotli).map(|bytes| ("br", bytes));
    let compressed = compressed.or(accepted("gzip", file.gzip).map(|bytes| ("gzip", bytes)));
    match compressed {
        Some((coding, bytes)) => {
            (about, [(header::CONTENT_ENCODING, coding)], bytes).into_response()
        }
        None => (about, file.bytes).into_response(),
    }
}
