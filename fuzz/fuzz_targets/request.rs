//! Law of the server: whatever is sent to any path of its interface, the answer has a status below
//! 500, and the server answers the next request too.
#![no_main]

#[path = "../../crates/web/tests/it/client.rs"]
#[allow(dead_code, clippy::unwrap_used)]
mod client;

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use zug_web::Limits;

use client::Server;

/// The paths that take a body.
const PATHS: [&str; 8] = [
    "position", "values", "explain", "tree", "graph", "check", "sequence", "sum",
];

static SERVER: OnceLock<Server> = OnceLock::new();

fuzz_target!(|input: (u8, String)| {
    let (path, body) = input;
    let server = SERVER.get_or_init(|| Server::with(Limits::of_memory(128 << 20)));
    let path = PATHS[usize::from(path) % PATHS.len()];
    let request = server.request("POST", &format!("/api/v1/{path}"), &body);
    let answer = server.send(request.as_bytes());
    assert!(answer.status < 500, "{path}: {answer:?}");
});
