//! The files of the page (`crates/web/page`, which `cargo xtask page` makes), which the build script
//! embeds.

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
    /// The same bytes, compressed by gzip, where that makes them fewer.
    gzip: Option<&'static [u8]>,
    /// Tells this content from any other.
    tag: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/page.rs"));

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
        return Problem::missing("unknown-path", "There is nothing here", "no such file")
            .into_response();
    };
    let headers = request.headers();
    let says = |name, wanted: &str| {
        let value = headers.get(name).and_then(|value| value.to_str().ok());
        value.is_some_and(|value| value.split(',').any(|part| part.trim().starts_with(wanted)))
    };
    let about = [
        (header::CONTENT_TYPE, file.kind),
        (header::ETAG, file.tag),
        // A browser asks whether its copy is still the same: names do not change with the content.
        (header::CACHE_CONTROL, "no-cache"),
        (header::VARY, "accept-encoding"),
    ];
    if says(header::IF_NONE_MATCH, file.tag) {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    match file.gzip.filter(|_| says(header::ACCEPT_ENCODING, "gzip")) {
        Some(bytes) => (about, [(header::CONTENT_ENCODING, "gzip")], bytes).into_response(),
        None => (about, file.bytes).into_response(),
    }
}
