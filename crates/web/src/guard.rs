//! Who is let in, and what every answer tells the browser to forbid.
//!
//! A page from elsewhere that the browser shows could call a server on the own machine, under a
//! name of its own that leads to 127.0.0.1. So a request must call this server by an address, or
//! as `localhost`; and whatever the browser says of where a request comes from must be here.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::api::problem::Problem;

/// What the page may load: its own files, and pictures that an answer brings with it.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Headers of every answer.
const HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=()",
    ),
];

/// Lets a request through if it calls this server by its own name, and adds the headers to what is
/// answered.
pub(crate) async fn guard(State(own): State<SocketAddr>, request: Request, next: Next) -> Response {
    let mut response = if is_for_us(request.headers(), own) {
        next.run(request).await
    } else {
        Problem::new(
            StatusCode::MISDIRECTED_REQUEST,
            "host",
            "The request is for another server",
            "the server answers only those who call it by its address or as localhost, from its \
             own page",
        )
        .into_response()
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

fn is_for_us(headers: &HeaderMap, own: SocketAddr) -> bool {
    let port = own.port();
    let is_loopback = own.ip().is_loopback();
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let is_host = host.is_some_and(|host| is_own_name(host, port, is_loopback));
    let origin = match headers.get(header::ORIGIN) {
        None => return is_host,
        Some(origin) => origin.to_str().ok(),
    };
    let origin = origin.and_then(|origin| origin.strip_prefix("http://"));
    // The page is where its API is.
    is_host && origin.is_some() && origin == host
}

/// Whether a name with a port is one of this server. Where it listens at a loopback address, it is
/// called by one.
fn is_own_name(host: &str, port: u16, is_loopback: bool) -> bool {
    let (name, given) = match host.rsplit_once(':') {
        Some((name, given)) if !given.ends_with(']') => (name, given.parse().ok()),
        _ => (host, Some(80)),
    };
    if given != Some(port) {
        return false;
    }
    if name.eq_ignore_ascii_case("localhost") {
        return true;
    }
    let name = name
        .strip_prefix('[')
        .and_then(|name| name.strip_suffix(']'))
        .unwrap_or(name);
    let address: Result<IpAddr, _> = name.parse();
    address.is_ok_and(|address| address.is_loopback() || !is_loopback)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_answers_to_its_address_and_to_no_name_of_others() {
        for host in [
            "127.0.0.1:7000",
            "localhost:7000",
            "[::1]:7000",
            "LOCALHOST:7000",
        ] {
            assert!(is_own_name(host, 7000, true), "{host}");
        }
        for host in [
            "127.0.0.1:7001",
            "127.0.0.1",
            "evil.example:7000",
            "localhost.evil.example:7000",
            "192.168.1.5:7000",
            "",
            ":7000",
            "[::1:7000",
        ] {
            assert!(!is_own_name(host, 7000, true), "{host}");
        }
        assert!(is_own_name("192.168.1.5:7000", 7000, false));
        assert!(is_own_name("localhost", 80, true));
    }
}
