//! A server on a port of its own, and a client that says exactly what it is told to say.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use zug::CancelToken;
use zug_web::{Limits, serve};

/// A server, which ends when it is dropped.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    cancel: CancelToken,
    thread: Option<JoinHandle<()>>,
}

/// An answer of the server.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// The head, in lower case.
    pub(crate) head: String,
    pub(crate) body: String,
}

/// No test waits longer than this for anything.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// The limits of the servers in the tests.
pub(crate) fn limits() -> Limits {
    Limits::of_memory(1 << 30).with_threads(2.try_into().unwrap())
}

impl Server {
    pub(crate) fn new() -> Self {
        Self::with(limits())
    }

    pub(crate) fn with(limits: Limits) -> Self {
        let cancel = CancelToken::default();
        let token = cancel.clone();
        let (told, ready) = mpsc::channel();
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let thread = std::thread::spawn(move || {
            serve(address, limits, &token, |address| {
                told.send(address).unwrap();
            })
            .unwrap();
        });
        Self {
            address: ready.recv_timeout(PATIENCE).unwrap(),
            cancel,
            thread: Some(thread),
        }
    }

    /// Sends bytes, and reads all that is answered.
    pub(crate) fn send(&self, bytes: &[u8]) -> Answer {
        let mut stream = self.connect();
        // A server that has heard enough may close its side before all is written.
        let _ = stream.write_all(bytes);
        Answer::read(&mut stream)
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.send(self.request("GET", path, "").as_bytes())
    }

    pub(crate) fn delete(&self, path: &str) -> Answer {
        self.send(self.request("DELETE", path, "").as_bytes())
    }

    /// Posts JSON.
    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.send(self.request("POST", path, &body.to_string()).as_bytes())
    }

    /// Posts JSON to the API; if it is answered by a job, waits for its result.
    pub(crate) fn ask(&self, path: &str, body: &Value) -> Value {
        let answer = self.post(&format!("/api/v1/{path}"), body);
        match answer.status {
            200 => answer.json(),
            202 => {
                let job = self.finished(answer.json()["id"].as_str().unwrap());
                assert_eq!(job["status"], "done", "{job}");
                job["result"].clone()
            }
            _ => panic!("{path} {body}: {answer:?}"),
        }
    }

    /// A job, once it has ended.
    pub(crate) fn finished(&self, id: &str) -> Value {
        let begun = Instant::now();
        loop {
            let job = self.get(&format!("/api/v1/jobs/{id}")).json();
            let status = job["status"].as_str().unwrap();
            if !["waiting", "running"].contains(&status) {
                return job;
            }
            assert!(begun.elapsed() < PATIENCE, "{job}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// The problem that the API answers with.
    pub(crate) fn problem(&self, path: &str, body: &Value) -> Value {
        let answer = self.post(&format!("/api/v1/{path}"), body);
        answer.problem()
    }

    pub(crate) fn request(&self, method: &str, path: &str, body: &str) -> String {
        format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
    }

    /// Whether the server still answers.
    pub(crate) fn is_alive(&self) -> bool {
        let request = json!({"game": "tic-tac-toe", "moves": ["1,1"]});
        self.ask("position", &request)["moves"]
            .as_array()
            .unwrap()
            .len()
            == 8
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.cancel.cancel();
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(ended.is_ok() || std::thread::panicking());
        }
    }
}

impl Answer {
    /// Reads an answer to its end, at which the server closes the connection.
    pub(crate) fn read(stream: &mut TcpStream) -> Self {
        let mut bytes = Vec::new();
        // What came before a connection was reset is an answer too.
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        Self {
            status: status.unwrap_or(0),
            head: head.to_lowercase(),
            body: body.to_owned(),
        }
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The problem, which has the form of RFC 9457.
    pub(crate) fn problem(&self) -> Value {
        assert!(self.status >= 400, "{self:?}");
        assert!(
            self.head.contains("content-type: application/problem+json"),
            "{self:?}"
        );
        let problem = self.json();
        assert_eq!(problem["status"], self.status);
        for field in ["type", "title", "detail"] {
            assert!(!problem[field].as_str().unwrap().is_empty(), "{problem}");
        }
        problem
    }
}
