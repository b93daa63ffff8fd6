//! Who is let in, and what the browser is told to forbid.

use crate::client::Server;

#[test]
fn a_request_under_another_name_is_turned_away() {
    let server = Server::new();
    let ask = |host: &str, more: &str| {
        let request = format!(
            "GET /api/v1/games/nim HTTP/1.1\r\nhost: {host}\r\n{more}connection: close\r\n\r\n"
        );
        server.send(request.as_bytes()).status
    };
    let own = server.address.to_string();
    let port = server.address.port();
    assert_eq!(ask(&own, ""), 200);
    assert_eq!(ask(&format!("localhost:{port}"), ""), 200);
    assert_eq!(ask("evil.example", ""), 421);
    assert_eq!(ask(&format!("evil.example:{port}"), ""), 421);
    assert_eq!(ask(&own, &format!("origin: http://{own}\r\n")), 200);
    assert_eq!(ask(&own, "origin: http://evil.example\r\n"), 421);
    assert_eq!(ask(&own, "origin: null\r\n"), 421);
}

#[test]
fn a_form_of_another_page_cannot_ask() {
    let server = Server::new();
    let body = "{\"game\": \"nim\"}";
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
    ] {
        let request = server.request("POST", "/api/v1/position", body);
        let request = request.replace("application/json", kind);
        assert_eq!(
            server.send(request.as_bytes()).problem()["type"],
            "not-json"
        );
    }
}

#[test]
fn every_answer_forbids_what_the_page_does_not_need() {
    let server = Server::new();
    for path in ["/", "/api/v1/games/nim", "/nothing", "/api/v1/nothing"] {
        let answer = server.get(path);
        for header in [
            "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'",
            "x-content-type-options: nosniff",
            "x-frame-options: deny",
            "referrer-policy: no-referrer",
            "cross-origin-opener-policy: same-origin",
        ] {
            assert!(
                answer.head.contains(header),
                "{path}: {header}\n{}",
                answer.head
            );
        }
        let policy = answer
            .head
            .lines()
            .find(|line| line.starts_with("content-security-policy"));
        // Only pictures may be brought along by an answer: a browser runs nothing in them.
        let policy = policy.unwrap().replace("img-src 'self' data:;", "");
        for exception in ["unsafe", "*", "data:"] {
            assert!(!policy.contains(exception), "{path}");
        }
        assert!(!answer.head.contains("access-control"), "{path}");
    }
}

#[test]
fn the_root_is_the_page() {
    let server = Server::new();
    let answer = server.get("/");
    assert_eq!(answer.status, 200);
    assert!(answer.head.contains("content-type: text/html"));
    assert!(answer.head.contains("cache-control: no-cache"));
    assert_eq!(server.post("/", &serde_json::json!({})).status, 405);
    assert_eq!(server.delete("/api/v1/games").problem()["type"], "method");
}

#[test]
fn files_of_the_page_come_as_the_client_takes_them() {
    let server = Server::new();
    for (accepted, wanted) in [
        ("gzip, deflate, br, zstd", Some("gzip")),
        ("identity", None),
    ] {
        let asked = format!(
            "GET / HTTP/1.1\r\nhost: {}\r\naccept-encoding: {accepted}\r\n\
             connection: close\r\n\r\n",
            server.address
        );
        let answer = server.send(asked.as_bytes());
        assert_eq!(answer.status, 200);
        let told = answer
            .head
            .lines()
            .find_map(|line| line.strip_prefix("content-encoding: "));
        assert_eq!(told, wanted, "{}", answer.head);
        assert_eq!(answer.body.contains("<html"), wanted.is_none());
    }
}
