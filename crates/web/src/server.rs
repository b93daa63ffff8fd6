//! The server: what all requests share, how connections are taken, and how it ends.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::timeout;
use zug::CancelToken;

use crate::api;
use crate::library::Library;
use crate::limits::{Limits, SENDING};
use crate::shared::Shared;
use crate::work::Works;

/// The server could not begin, or broke off.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The machine gave no threads.
    #[error("the machine gives no threads")]
    Threads(#[source] io::Error),
    /// Nobody can listen at the address.
    #[error("cannot listen at {address}")]
    Address {
        /// The address.
        address: SocketAddr,
        /// Why not.
        source: io::Error,
    },
}

/// The most threads for look-ups and for work.
const THREADS: usize = 64;

/// The stack of a thread: rules may nest, and their expressions are walked by recursion.
const STACK: usize = 8 << 20;

/// The time for which a server that ends waits for requests that it is answering.
const ENDING: Duration = Duration::from_secs(2);

/// How often tickets are looked through, and the token of the caller.
const OFTEN: Duration = Duration::from_millis(200);

/// Serves the page and its API at an address until the caller cancels. `ready` is told the
/// address, whose port is the one that the system chose if port 0 was asked for.
///
/// # Errors
///
/// The machine gives no threads, or nobody can listen at the address.
pub fn serve(
    address: SocketAddr,
    limits: Limits,
    cancel: &CancelToken,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    let library = Arc::new(Library::new(limits));
    let works = Works::new(limits);
    let shared = |address| Shared {
        library: library.clone(),
        works: works.clone(),
        address,
    };
    let tidy = || {
        works.tidy();
        library.tidy();
    };
    by_runtime(&limits, async {
        let routes = |address| api::router(shared(address));
        take(address, &limits, cancel, ready, routes, tidy).await?;
        works.cancel_all();
        library.search.let_go();
        Ok(())
    })
}

/// Runs a server on threads of its own.
pub(crate) fn by_runtime(
    limits: &Limits,
    server: impl Future<Output = Result<(), ServeError>>,
) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .worker_threads(limits.threads.get().clamp(1, 4))
        .max_blocking_threads(THREADS)
        .thread_stack_size(STACK)
        .build()
        .map_err(ServeError::Threads)?;
    let served = runtime.block_on(server);
    // Work that was cancelled ends soon; nobody waits for it any more.
    runtime.shutdown_timeout(ENDING);
    served
}

/// Takes connections at an address until the caller cancels, and calls `tidy` now and then.
/// `routes` are told the address.
pub(crate) async fn take(
    address: SocketAddr,
    limits: &Limits,
    cancel: &CancelToken,
    ready: impl FnOnce(SocketAddr),
    routes: impl FnOnce(SocketAddr) -> Router,
    tidy: impl Fn(),
) -> Result<(), ServeError> {
    let bound = |source| ServeError::Address { address, source };
    let listener = TcpListener::bind(address).await.map_err(bound)?;
    let address = listener.local_addr().map_err(bound)?;
    let routes = routes(address);
    let connections = Arc::new(Semaphore::new(limits.connections));
    let graceful = GracefulShutdown::new();
    let mut server = hyper::server::conn::http1::Builder::new();
    server
        .timer(TokioTimer::new())
        .header_read_timeout(SENDING)
        .max_buf_size(64 << 10);
    ready(address);
    let mut clock = tokio::time::interval(OFTEN);
    loop {
        let stream = tokio::select! {
            accepted = listener.accept() => {
                let Ok((stream, _)) = accepted else {
                    // The client left already, or there are too many files: others may come.
                    tokio::time::sleep(Duration::from_millis(20)).await;
                    continue;
                };
                stream
            }
            _ = clock.tick() => {
                tidy();
                if cancel.is_cancelled() {
                    break;
                }
                continue;
            }
        };
        let Ok(permit) = connections.clone().try_acquire_owned() else {
            // Whoever has no room is turned away at once.
            drop(stream);
            continue;
        };
        // Answers are small, and a click waits for them.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(routes.clone());
        let connection = server.serve_connection(TokioIo::new(stream), service);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // A client that leaves is no fault of the server.
            let _ = connection.await;
            drop(permit);
        });
    }
    drop(listener);
    let _ = timeout(ENDING, graceful.shutdown()).await;
    Ok(())
}
