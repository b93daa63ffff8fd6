//! `zug serve`: the page and its API, on the own machine.
//!
//! The server is two processes. This one takes requests; it starts a worker, which is the same
//! program and does what the requests ask.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::Command;
use std::thread;

use anyhow::Result;
use zug_web::Limits;

use crate::arguments::ServeArguments;
use crate::message::{Kind, tell};
use crate::{memory, output, question, signal};

pub(crate) fn run(arguments: &ServeArguments) -> Result<()> {
    let mut out = output::answers();
    if arguments.openapi {
        writeln!(out, "{}", zug_web::api::openapi())?;
        return Ok(());
    }
    let cancel = signal::cancelling()?;
    let threads = question::threads(arguments.threads);
    let limits = Limits::of_memory(arguments.memory.bytes())
        .with_process(Some(arguments.memory.process()))
        .with_give_back(memory::give_back)
        .with_threads(threads);
    let address = SocketAddr::new(arguments.host, arguments.port);
    if arguments.worker {
        end_with_the_server()?;
        memory::count_what_nobody_asked_for()?;
    } else {
        tell_notes(address);
    }
    let ready = |address: SocketAddr| {
        // The server goes on even if nobody reads its standard output any more.
        let _ = writeln!(out, "http://{address}/").and_then(|()| out.flush());
    };
    if arguments.worker {
        return Ok(zug_web::serve(address, limits, &cancel, ready)?);
    }
    let program = program()?;
    let memory = arguments.memory.bytes();
    let worker = move || worker(&program, memory, threads);
    Ok(zug_web::serve_by_worker(
        address, limits, worker, &cancel, ready,
    )?)
}

/// The command that starts a worker.
fn worker(program: &PathBuf, memory: u64, threads: NonZeroUsize) -> Command {
    /// The divisor of the share of the memory that is not the worker's. The server itself holds
    /// connections and what is on its way; its code and that of the worker are in memory; and what
    /// the worker's allocator keeps between blocks is counted a moment late.
    const OWN_SHARE: u64 = 4;
    /// The most bytes that are not the worker's.
    const OWN_MOST: u64 = 128 << 20;
    let own = (memory / OWN_SHARE).min(OWN_MOST);
    let mut command = Command::new(program);
    command
        .args(["serve", "--worker", "--port", "0"])
        .args(["--memory", &format!("{}B", memory - own)])
        .args(["--threads", &threads.to_string()]);
    command
}

/// The path of this program.
fn program() -> io::Result<PathBuf> {
    // The file may be replaced while the server runs, and the worker must be of the same version.
    let running = PathBuf::from("/proc/self/exe");
    if running.exists() {
        Ok(running)
    } else {
        std::env::current_exe()
    }
}

/// Ends this process when its standard input is closed, which the server that started it holds
/// open.
fn end_with_the_server() -> io::Result<()> {
    thread::Builder::new().spawn(|| {
        let _ = io::copy(&mut io::stdin(), &mut io::sink());
        std::process::exit(0);
    })?;
    Ok(())
}

/// Tells the person what this server cannot do, and who can reach it.
fn tell_notes(address: SocketAddr) {
    if !address.ip().is_loopback() {
        tell(
            Kind::Note,
            "other machines can reach this address: whoever does may use the memory and the \
             processor of this one, within --memory and --threads",
        );
    }
}
