//! `zug serve`: how it begins and ends, and that its memory comes back whatever it was asked.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::signals;

/// No test waits longer than this for anything.
const PATIENCE: Duration = Duration::from_secs(120);

/// A server as a user starts it, which is killed when it is dropped.
struct Server {
    child: Child,
    /// Where it listens: a host and a port.
    address: String,
}

/// An answer of the server.
struct Answer {
    status: u16,
    body: String,
}

impl Server {
    fn new(arguments: &[&str]) -> Self {
        let mut command = zug(&["serve", "--port", "0"]);
        command.args(arguments);
        Self::of(&command)
    }

    /// The server that a command starts.
    fn of(command: &Command) -> Self {
        let mut command = signals::hearing(command);
        let command = command.stdin(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        out.read_line(&mut line).unwrap();
        let address = line
            .strip_prefix("http://")
            .and_then(|at| at.strip_suffix("/\n"));
        let address = address.unwrap_or_else(|| panic!("no address: {line:?}"));
        Self {
            address: address.to_owned(),
            child,
        }
    }

    /// Sends a request, and reads all that is answered; the status is 0 where the server closed the
    /// connection without an answer.
    fn send(&self, method: &str, path: &str, body: &str) -> Answer {
        let mut stream = self.begin(method, path, body);
        let mut bytes = Vec::new();
        // What came before a connection was reset is an answer too.
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1);
        Answer {
            status: status.and_then(|status| status.parse().ok()).unwrap_or(0),
            body: body.to_owned(),
        }
    }

    /// Sends a request, and reads nothing yet.
    fn begin(&self, method: &str, path: &str, body: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n",
            self.address,
            body.len()
        );
        // A server that has heard enough may close its side before all is written.
        let _ = stream.write_all(head.as_bytes());
        let _ = stream.write_all(body.as_bytes());
        stream
    }

    /// Asks the API, and waits for the job if the answer is one.
    fn ask(&self, path: &str, asked: &Value) -> Value {
        let answer = self.send("POST", &format!("/api/v1/{path}"), &asked.to_string());
        match answer.status {
            200 => answer.json(),
            202 => {
                let id = answer.json()["id"].as_str().unwrap().to_owned();
                let job = self.job_when(&id, |job| !is_going_on(job));
                assert_eq!(job["status"], "done", "{job}");
                job["result"].clone()
            }
            status => panic!("{path} {asked}: {status} {}", answer.body),
        }
    }

    /// A job, once a condition holds of it.
    fn job_when(&self, id: &str, holds: impl Fn(&Value) -> bool) -> Value {
        let begun = Instant::now();
        loop {
            let job = self.send("GET", &format!("/api/v1/jobs/{id}"), "").json();
            if holds(&job) {
                return job;
            }
            assert!(begun.elapsed() < PATIENCE, "{job}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn signal(&self, signal: &str) {
        signals::send(signal, &self.child);
    }

    /// How the server ended, and what it told on standard error.
    fn ended(&mut self) -> (ExitStatus, String) {
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(begun.elapsed() < PATIENCE, "the server does not end");
            thread::sleep(Duration::from_millis(20));
        };
        let mut told = String::new();
        let mut stderr = self.child.stderr.take().unwrap();
        stderr.read_to_string(&mut told).unwrap();
        (status, told)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {} {}", self.status, self.body))
    }
}

fn zug(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zug"));
    command.args(arguments).stdin(Stdio::null());
    command
}

fn is_going_on(job: &Value) -> bool {
    ["waiting", "running"].contains(&job["status"].as_str().unwrap())
}

/// Asks for all positions of a game that has 69 million.
fn large() -> Value {
    json!({"game": "connect-four", "set": {"width": "5", "height": "5"}, "by": "table"})
}

#[test]
fn a_server_tells_its_address_answers_and_ends_by_a_signal() {
    for signal in ["-INT", "-TERM"] {
        let mut server = Server::new(&[]);
        let page = server.send("GET", "/", "");
        assert_eq!(page.status, 200);
        assert!(page.body.contains("<html"), "{}", page.body);
        let values = server.ask("values", &json!({"game": "tic-tac-toe"}));
        assert_eq!(values["value"]["outcome"], "draw");
        server.signal(signal);
        let (status, told) = server.ended();
        assert_eq!(status.code(), Some(0), "{signal}: {told}");
        assert!(!told.contains("error"), "{told}");
    }
}

#[test]
fn a_server_ends_in_the_middle_of_work() {
    let mut server = Server::new(&["--memory", "3GiB"]);
    let answer = server.send("POST", "/api/v1/values", &large().to_string());
    assert_eq!(answer.status, 202, "{}", answer.body);
    server.signal("-INT");
    let (status, told) = server.ended();
    assert_eq!(status.code(), Some(0), "{told}");
}

#[test]
fn a_port_in_use_and_a_wrong_address_are_told() {
    let server = Server::new(&[]);
    let port = server.address.rsplit(':').next().unwrap();
    for (arguments, wanted) in [
        (["--port", port], "error: cannot listen at 127.0.0.1:"),
        (
            ["--host", "192.0.2.1"],
            "error: cannot listen at 192.0.2.1:",
        ),
        (
            ["--host", "localhost:80"],
            "error: invalid value 'localhost:80' for '--host",
        ),
        (
            ["--port", "65536"],
            "error: invalid value '65536' for '--port",
        ),
    ] {
        let output = zug(&["serve"]).args(arguments).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
        assert!(told.contains(wanted), "{arguments:?}: {told}");
        assert!(output.stdout.is_empty(), "{output:?}");
    }
}

/// The process that works for a server.
#[cfg(target_os = "linux")]
fn worker(child: &Child) -> u32 {
    let threads = std::fs::read_dir(format!("/proc/{}/task", child.id())).unwrap();
    let told = threads.filter_map(|thread| {
        let children = thread.unwrap().path().join("children");
        std::fs::read_to_string(children).ok()
    });
    let told: Vec<String> = told.collect();
    let mut children = told.iter().flat_map(|told| told.split_whitespace());
    children.next().unwrap().parse().unwrap()
}

/// The number of bytes of the worker that are in memory, and the largest number that there were.
#[cfg(target_os = "linux")]
fn resident(child: &Child) -> (u64, u64) {
    let status = std::fs::read_to_string(format!("/proc/{}/status", worker(child))).unwrap();
    let of = |name: &str| -> u64 {
        let line = status.lines().find(|line| line.starts_with(name)).unwrap();
        let kibibytes = line.split_whitespace().nth(1).unwrap();
        kibibytes.parse::<u64>().unwrap() << 10
    };
    (of("VmRSS:"), of("VmHWM:"))
}

#[test]
fn rules_that_ask_for_all_memory_are_answered_and_the_server_goes_on() {
    let game = |constant: &str| {
        format!(
            "game g\nplayers A, B\nx: 0..5 = 0\nlet k = {constant}\nmove a if x < 5:\n    x += 1\n"
        )
    };
    let mut server = Server::new(&["--memory", "64MiB"]);
    for constant in [
        "closure({[1]}, k -> {k + k})",
        "closure({\"a\"}, k -> {k + k})",
        "[i for i in 1..1000 for j in 1..1000 for k in 1..1000]",
        "{(i, j): [i, j] for i in 1..10000 for j in 1..10000}",
    ] {
        let asked = json!({"rules": game(constant)}).to_string();
        let answer = server.send("POST", "/api/v1/check", &asked);
        assert_eq!(answer.status, 422, "{constant}: {}", answer.body);
        let problem = answer.json();
        assert_eq!(problem["type"], "too-large", "{problem}");
        assert_eq!(problem["diagnostic"]["line"], 4, "{problem}");
    }
    server.ask("position", &json!({"game": "nim"}));
    assert!(server.child.try_wait().unwrap().is_none());
}

#[cfg(target_os = "linux")]
#[test]
fn a_worker_that_ends_is_started_again() {
    let server = Server::new(&["--memory", "256MiB"]);
    server.ask("position", &json!({"game": "nim"}));
    let before = worker(&server.child);
    kill(before);
    server.ask("values", &json!({"game": "nim"}));
    assert_ne!(worker(&server.child), before);
}

#[cfg(target_os = "linux")]
fn kill(process: u32) {
    let mut command = Command::new("kill");
    let killed = command.args(["-KILL", &process.to_string()]);
    assert!(killed.status().unwrap().success());
}

#[cfg(target_os = "linux")]
#[test]
fn whoever_asks_when_a_worker_ends_is_answered() {
    let server = Server::new(&["--memory", "256MiB"]);
    let games = ["tic-tac-toe", "kayles", "nim", "hexapawn", "dodgem"];
    thread::scope(|scope| {
        for client in 0..40_usize {
            let server = &server;
            scope.spawn(move || {
                for step in 0..5 {
                    let game = games[(client + step) % games.len()];
                    server.ask("position", &json!({"game": game}));
                }
            });
        }
        // Somebody who brings rules is no likely reason either, once all others are answered.
        let rules = "game g\nimpartial\nheap: 0..9 = 9\nmove m if heap > 0:\n    heap -= 1\n";
        let asked = json!({"rules": rules});
        let server = &server;
        scope.spawn(move || server.ask("position", &asked));
        thread::sleep(Duration::from_millis(100));
        kill(worker(&server.child));
    });
}

#[cfg(target_os = "linux")]
#[test]
fn the_job_of_a_worker_that_ended_is_told_to_be_lost() {
    let server = Server::new(&["--memory", "256MiB"]);
    let set = json!({"width": "8"});
    let long = json!({"game": "connect-four", "set": set, "by": "search", "seconds": 60});
    let answer = server.send("POST", "/api/v1/values", &long.to_string());
    assert_eq!(answer.status, 202, "{}", answer.body);
    let id = answer.json()["id"].as_str().unwrap().to_owned();
    kill(worker(&server.child));
    for (method, path) in [
        ("GET", format!("/api/v1/jobs/{id}")),
        ("GET", format!("/api/v1/jobs/{id}/events")),
        ("DELETE", format!("/api/v1/jobs/{id}")),
    ] {
        let answer = server.send(method, &path, "");
        assert_eq!(answer.status, 410, "{method} {path}: {}", answer.body);
        let problem = answer.json();
        assert_eq!(problem["type"], "lost", "{problem}");
        assert_eq!(problem["remedy"], "ask again", "{problem}");
    }
    // Another name is that of no job at all.
    let answer = server.send("GET", "/api/v1/jobs/nobody", "");
    assert_eq!(answer.status, 404, "{}", answer.body);
}

#[cfg(target_os = "linux")]
#[test]
fn large_games_of_the_catalogue_are_answered_in_little_memory() {
    let server = Server::new(&["--memory", "64MiB"]);
    server.ask("position", &json!({"game": "chess"}));
    let before = worker(&server.child);
    let values = server.ask("values", &json!({"game": "chess", "seconds": 1}));
    assert_eq!(values["known_by"], "search", "{values}");
    assert_eq!(worker(&server.child), before, "the worker ended");
}

#[cfg(target_os = "linux")]
#[test]
fn a_server_without_files_is_busy_and_keeps_its_worker() {
    const FILES: usize = 64;
    let mut command = Command::new("sh");
    let limited = format!("ulimit -n {FILES} && exec \"$0\" serve --port 0");
    command.args(["-c", &limited, env!("CARGO_BIN_EXE_zug")]);
    let server = Server::of(&command);
    server.ask("position", &json!({"game": "nim"}));
    let before = worker(&server.child);
    let mut idle: Vec<TcpStream> = (0..2 * FILES)
        .map(|_| TcpStream::connect(&server.address).unwrap())
        .collect();
    let files = || {
        let folder = format!("/proc/{}/fd", server.child.id());
        std::fs::read_dir(folder).unwrap().count()
    };
    let begun = Instant::now();
    while files() < FILES {
        assert!(begun.elapsed() < PATIENCE, "{} files", files());
        thread::sleep(Duration::from_millis(10));
    }
    // The first connection was taken, and there are no more files for one to the worker.
    let head = format!(
        "GET /api/v1/games/nim HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n",
        server.address
    );
    idle[0].write_all(head.as_bytes()).unwrap();
    let mut told = String::new();
    idle[0].read_to_string(&mut told).unwrap();
    assert!(told.starts_with("HTTP/1.1 429"), "{told}");
    drop(idle);
    server.ask("position", &json!({"game": "nim"}));
    assert_eq!(worker(&server.child), before, "the worker ended");
}

/// Two hundred clients play a few moves each, all at the same time.
#[cfg(target_os = "linux")]
fn explore(server: &Server) {
    let games = [
        "tic-tac-toe",
        "dodgem",
        "hexapawn",
        "kayles",
        "northcott",
        "nim",
    ];
    thread::scope(|scope| {
        for client in 0..200_usize {
            scope.spawn(move || {
                let game = games[client % games.len()];
                let mut moves: Vec<String> = Vec::new();
                for step in 0..3 {
                    let at = json!({"game": game, "moves": moves});
                    let told = server.ask("position", &at);
                    server.ask("values", &at);
                    let legal = told["moves"].as_array().unwrap();
                    let Some(next) = legal.get((client + step) % legal.len().max(1)) else {
                        break;
                    };
                    moves.push(next["move"].as_str().unwrap().to_owned());
                }
            });
        }
    });
}

#[cfg(target_os = "linux")]
#[test]
fn the_memory_of_a_server_comes_back_after_abuse() {
    /// What may stay in memory, in bytes: pages that the allocator keeps for later.
    const STAYS: u64 = 48 << 20;
    let server = Server::new(&["--memory", "3GiB", "--threads", "2"]);
    // The games are prepared and solved, and all threads there.
    explore(&server);
    let (before, _) = resident(&server.child);

    explore(&server);
    let long = "x".repeat(10 << 20);
    thread::scope(|scope| {
        for _ in 0..20 {
            scope.spawn(|| {
                let answer = server.send("POST", "/api/v1/check", &long);
                assert!([413, 0].contains(&answer.status), "{}", answer.body);
            });
        }
    });
    for _ in 0..4 {
        // A client asks for all positions of a large game, and cancels the job once the server has
        // taken much memory for it.
        let answer = server.send("POST", "/api/v1/values", &large().to_string());
        assert_eq!(answer.status, 202, "{}", answer.body);
        let id = answer.json()["id"].as_str().unwrap().to_owned();
        let many = |job: &Value| job["memory"].as_u64().unwrap() > 3 * STAYS || !is_going_on(job);
        let job = server.job_when(&id, many);
        assert!(is_going_on(&job), "{job}");
        server.send("DELETE", &format!("/api/v1/jobs/{id}"), "");
        // Someone else asks for the same, and is gone before there is an answer.
        drop(server.begin("POST", "/api/v1/values", &large().to_string()));
    }
    let (_, most) = resident(&server.child);
    assert!(
        most > before + 2 * STAYS,
        "the abuse took little: {before} {most}"
    );

    let begun = Instant::now();
    loop {
        let (now, _) = resident(&server.child);
        if now <= before + STAYS {
            break;
        }
        assert!(
            begun.elapsed() < PATIENCE,
            "{before} before, {most} at most, {now} now"
        );
        thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(
        server.ask("values", &json!({"game": "nim"}))["value"]["outcome"],
        "win"
    );
}
