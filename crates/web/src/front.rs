//! The process that everybody talks to, and the process that does the work.
//!
//! Rules are programs, and a server runs those of people whom it does not know. Whatever the work
//! for them charges and bounds, nobody can show of a hundred thousand lines that no rules make them
//! take more memory than there is, overflow a stack or go on for ever; and a process that cannot
//! get memory ends. So `zug serve` is two processes of the same program. The *worker* does all
//! that is asked, in memory of a fixed size. The *front* takes the connections, holds no game and
//! evaluates nothing: it hands each request on to the worker, and the answer back.
//!
//! A worker that has ended is started again by the next request. Requests only ask, and change
//! nothing, so that a request whose worker ended may be asked again. Whoever asks about a game of
//! the catalogue is no likely reason, and is asked again at once. A request that brings rules,
//! parameters or an expression along is asked *alone*, while no other request of that kind is on its
//! way: if the worker ends again, the request is the reason, and its answer is a problem. So all
//! others are answered, whoever came at the same time. What a worker kept, and its jobs, are lost
//! with it, and whoever asks about such a job is told so: the name of a job begins with the number
//! of the process.
//!
//! A worker that lost its front ends by itself: its standard input is closed then.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, ErrorKind};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware;
use axum::response::Response;
use axum::routing::any;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper_util::rt::TokioIo;
use serde::Deserialize;
use serde::de::IgnoredAny;
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, RwLock, Semaphore};
use zug::CancelToken;

use crate::api::asked::read;
use crate::api::problem::Problem;
use crate::limits::{BODY, Limits, SENDING};
use crate::lock::lock;
use crate::server::{ServeError, by_runtime, take};
use crate::{guard, page};

/// The time after which a worker that does not answer is ended: it answers within seconds, or by
/// a job, but many may wait for it.
const ANSWER: Duration = Duration::from_secs(300);

/// The time within which a worker says that it is there.
const STARTING: Duration = Duration::from_secs(30);

/// The time within which a worker ends that closed a connection without an answer.
const ENDING: Duration = Duration::from_secs(2);

/// The number of bytes of a body from which on few are read at a time.
const LARGE_BODY: u64 = 16 << 10;

/// The number of large bodies that are read, or wait for their answers, at a time.
const LARGE_BODIES: usize = 32;

/// The largest answer that is gathered before it is handed on, in bytes.
const GATHERED: u64 = 1 << 20;

/// The number of bytes of all answers that are gathered, until they are sent.
const ALL_GATHERED: u64 = 8 << 20;

/// The number of times that a request about a game of the catalogue is asked together with others.
const TOGETHER: usize = 3;

/// The number of times that a request is asked alone: its worker may have ended for the work of
/// another request, which was answered by a job.
const ALONE: usize = 2;

/// All that the front knows.
struct Front {
    /// Makes the command that starts a worker, which writes its address to standard output.
    command: Box<dyn Fn() -> Command + Send + Sync>,
    worker: tokio::sync::Mutex<Option<Worker>>,
    /// Held for reading by each request that brings rules, parameters or an expression along, and
    /// for writing by one that is asked alone.
    alone: RwLock<()>,
    large: Semaphore,
    /// The number of bytes that may still be gathered.
    gathering: Arc<Semaphore>,
}

/// A process that does the work.
struct Worker {
    child: Arc<Mutex<Child>>,
    address: SocketAddr,
}

/// Why a worker gave no answer.
#[derive(Debug)]
enum NoAnswer {
    /// It ended, or was ended, before it had answered.
    Gone,
    /// The front has no more files for a connection to it.
    NoFiles,
}

/// What tells whether a request may have to do with the end of a worker.
#[derive(Deserialize)]
#[expect(
    clippy::zero_sized_map_values,
    reason = "the names of a map are read into a map"
)]
struct Brought {
    rules: Option<IgnoredAny>,
    set: Option<HashMap<String, IgnoredAny>>,
    parts: Option<IgnoredAny>,
    code: Option<IgnoredAny>,
}

/// Serves as [`serve`](crate::serve) does, by a process of its own for the work, which is started
/// again wherever it ends. `command` makes the command that starts it: it serves by
/// [`serve`](crate::serve) at a loopback address, and writes `http://ADDRESS/` as the first line to
/// standard output. It ends when its standard input is closed.
///
/// # Errors
///
/// The machine gives no threads, or nobody can listen at the address.
pub fn serve_by_worker(
    address: SocketAddr,
    limits: Limits,
    command: impl Fn() -> Command + Send + Sync + 'static,
    cancel: &CancelToken,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    let front = Arc::new(Front {
        command: Box::new(command),
        worker: tokio::sync::Mutex::default(),
        alone: RwLock::default(),
        large: Semaphore::new(LARGE_BODIES),
        gathering: Arc::new(Semaphore::new(ALL_GATHERED as usize)),
    });
    let routes = |address: SocketAddr| {
        Router::new()
            .route("/api/v1/{*path}", any(forward))
            .layer(DefaultBodyLimit::max(BODY))
            .fallback(page::file)
            .layer(middleware::from_fn_with_state(address, guard::guard))
            .with_state(front.clone())
    };
    by_runtime(
        &limits,
        take(address, &limits, cancel, ready, routes, || {}),
    )
}

/// Hands a request on to the worker, and its answer back.
async fn forward(State(front): State<Arc<Front>>, request: Request) -> Result<Response, Problem> {
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length: Option<u64> = length.and_then(|length| length.to_str().ok()?.parse().ok());
    let is_large = length.is_none_or(|length| length > LARGE_BODY) && request.method() == "POST";
    let _permit = if is_large {
        let permit = tokio::time::timeout(SENDING, front.large.acquire()).await;
        Some(permit.map_err(|_| Problem::busy())?)
    } else {
        None
    };
    let (head, body) = request.into_parts();
    let body = read(Request::from_parts(head.clone(), body)).await?;
    if brings_something(&body) {
        let together = front.alone.read().await;
        if let Some(response) = front.answer(&head, &body).await? {
            return Ok(response);
        }
        drop(together);
    } else {
        for _ in 0..TOGETHER {
            if let Some(response) = front.answer(&head, &body).await? {
                return Ok(response);
            }
        }
    }
    for _ in 0..ALONE {
        let _alone = front.alone.write().await;
        if let Some(response) = front.answer(&head, &body).await? {
            return Ok(response);
        }
    }
    Err(Problem::impossible(
        "too-large",
        "It is too large",
        "the process that worked on this took more memory or time than it may, and was ended",
    )
    .remedy("smaller parameters make a smaller game"))
}

/// Whether a request brings rules, parameters or an expression along.
fn brings_something(body: &Bytes) -> bool {
    let Ok(brought) = serde_json::from_slice::<Brought>(body) else {
        // It has no body, or is refused.
        return false;
    };
    let Brought {
        rules,
        set,
        parts,
        code,
    } = brought;
    let sets = set.is_some_and(|set| !set.is_empty());
    sets || rules.or(parts).or(code).is_some()
}

impl Front {
    /// Asks the worker, which is started if there is none; `None` if it ends before it answers.
    async fn answer(&self, head: &Parts, body: &Bytes) -> Result<Option<Response>, Problem> {
        let Some((address, child)) = self.worker().await else {
            return Ok(None);
        };
        let answer = answer(address, head, body, &self.gathering);
        let most = match tokio::time::timeout(ANSWER, answer).await {
            Ok(Ok(response)) if response.status() == StatusCode::NOT_FOUND => {
                let process = lock(&child).id();
                return if is_of_another(head.uri.path(), process) {
                    Err(Problem::lost())
                } else {
                    Ok(Some(response))
                };
            }
            Ok(Ok(response)) => return Ok(Some(response)),
            Ok(Err(NoAnswer::NoFiles)) => return Err(Problem::busy()),
            Ok(Err(NoAnswer::Gone)) => ENDING,
            Err(_) => Duration::ZERO,
        };
        ended(&child, most).await;
        Ok(None)
    }

    /// The address of the worker, and its process.
    async fn worker(&self) -> Option<(SocketAddr, Arc<Mutex<Child>>)> {
        let mut worker = self.worker.lock().await;
        if let Some(known) = &*worker {
            let runs = matches!(lock(&known.child).try_wait(), Ok(None));
            if runs {
                return Some((known.address, known.child.clone()));
            }
        }
        *worker = None;
        let command = (self.command)();
        let started = tokio::task::spawn_blocking(|| Worker::start(command));
        let started = started.await.ok().flatten()?;
        let told = (started.address, started.child.clone());
        *worker = Some(started);
        Some(told)
    }
}

/// Waits at most this time for a process to end, and then ends it.
async fn ended(child: &Mutex<Child>, most: Duration) {
    let begun = Instant::now();
    while begun.elapsed() < most {
        if !matches!(lock(child).try_wait(), Ok(None)) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let mut child = lock(child);
    let _ = child.kill();
    let _ = child.wait();
}

impl Worker {
    /// Starts a worker; `None` if the machine refuses, or the worker does not say where it is.
    fn start(mut command: Command) -> Option<Self> {
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().ok()?;
        let out = child.stdout.take()?;
        let mut worker = Self {
            child: Arc::new(Mutex::new(child)),
            // It is not known yet.
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
        };
        let (told, line) = std::sync::mpsc::channel();
        let reading = std::thread::Builder::new().spawn(move || {
            let mut line = String::new();
            let _ = BufReader::new(out).read_line(&mut line);
            let _ = told.send(line);
        });
        reading.ok()?;
        let line = line.recv_timeout(STARTING).ok()?;
        let address = line.trim().strip_prefix("http://")?.strip_suffix('/')?;
        worker.address = address.parse().ok()?;
        Some(worker)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let mut child = lock(&self.child);
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// Whether a path is that of a job of another process than this one.
fn is_of_another(path: &str, process: u32) -> bool {
    let name = path.strip_prefix("/api/v1/jobs/");
    // The number has eight digits, and more digits follow.
    let number = name.and_then(|name| name.get(..8).filter(|_| name.len() > 32));
    let number = number.and_then(|number| u32::from_str_radix(number, 16).ok());
    number.is_some_and(|number| number != process)
}

/// Asks the server at an address.
async fn answer(
    address: SocketAddr,
    head: &Parts,
    body: &Bytes,
    gathering: &Arc<Semaphore>,
) -> Result<Response, NoAnswer> {
    let stream = TcpStream::connect(address).await.map_err(|error| {
        match error.kind() {
            // Nobody listens any more.
            ErrorKind::ConnectionRefused | ErrorKind::ConnectionReset => NoAnswer::Gone,
            _ => NoAnswer::NoFiles,
        }
    })?;
    let _ = stream.set_nodelay(true);
    let request = request(address, head, body).ok_or(NoAnswer::Gone)?;
    let response = asked(stream, request, gathering).await;
    response.ok_or(NoAnswer::Gone)
}

/// The request as the worker is asked it.
fn request(address: SocketAddr, head: &Parts, body: &Bytes) -> Option<hyper::Request<Full<Bytes>>> {
    let mut request = hyper::Request::builder()
        .method(&head.method)
        .uri(head.uri.path_and_query()?.as_str())
        .body(Full::new(body.clone()))
        .ok()?;
    // The front has seen to who may ask.
    let host = HeaderValue::try_from(address.to_string()).ok()?;
    request.headers_mut().insert(header::HOST, host);
    for name in [header::CONTENT_TYPE, header::ACCEPT] {
        if let Some(value) = head.headers.get(&name) {
            request.headers_mut().insert(name, value.clone());
        }
    }
    Some(request)
}

/// The answer to a request; `None` if the connection is closed before it is there.
async fn asked(
    stream: TcpStream,
    request: hyper::Request<Full<Bytes>>,
    gathering: &Arc<Semaphore>,
) -> Option<Response> {
    let io = TokioIo::new(stream);
    let (mut sender, connection) = hyper::client::conn::http1::handshake(io).await.ok()?;
    tokio::spawn(async move {
        // Whoever waits for the answer learns that there is none.
        let _ = connection.await;
    });
    let response = sender.send_request(request).await.ok()?;
    gathered(response, gathering).await
}

/// The bytes of an answer until they are sent, with the room that they take.
struct Gathered {
    bytes: Bytes,
    _room: OwnedSemaphorePermit,
}

impl AsRef<[u8]> for Gathered {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// The response with its body, which is gathered unless it is long, has no end yet or there is no
/// room: so an answer that breaks off is none. `None` if it breaks off.
async fn gathered(
    response: hyper::Response<Incoming>,
    gathering: &Arc<Semaphore>,
) -> Option<Response> {
    let (mut head, body) = response.into_parts();
    head.headers.remove(header::CONNECTION);
    let length = head.headers.get(header::CONTENT_LENGTH);
    let length: Option<u64> = length.and_then(|length| length.to_str().ok()?.parse().ok());
    let length = length.filter(|length| *length <= GATHERED);
    let room = length.and_then(|length| {
        let room = gathering.clone().try_acquire_many_owned(length as u32);
        room.ok()
    });
    let body = match room {
        Some(room) => {
            let bytes = body.collect().await.ok()?.to_bytes();
            Body::from(Bytes::from_owner(Gathered { bytes, _room: room }))
        }
        None => Body::new(body),
    };
    Some(Response::from_parts(head, body))
}
