//! `zug serve`: the page and its API, on the own machine.

use std::io::Write;
use std::net::SocketAddr;

use anyhow::Result;
use zug_web::Limits;

use crate::arguments::ServeArguments;
use crate::message::{Kind, tell};
use crate::{output, question, signal};

pub(crate) fn run(arguments: &ServeArguments) -> Result<()> {
    let mut out = output::answers();
    if arguments.openapi {
        writeln!(out, "{}", zug_web::api::openapi())?;
        return Ok(());
    }
    let cancel = signal::cancelling()?;
    let limits = Limits::of_memory(arguments.memory.bytes())
        .with_process(Some(arguments.memory.process()))
        .with_give_back(zug_allocator::give_back)
        .with_threads(question::threads(arguments.threads));
    let address = SocketAddr::new(arguments.host, arguments.port);
    if !zug_web::has_page() {
        tell(
            Kind::Note,
            "this zug was built without its page, and serves the API alone: `cargo xtask page` makes \
             the page, and the next build has it",
        );
    }
    if !address.ip().is_loopback() {
        tell(
            Kind::Note,
            "other machines can reach this address: whoever does may use the memory and the \
             processor of this one, within --memory and --threads",
        );
    }
    let ready = |address: SocketAddr| {
        // Whoever reads this may be gone, and the server goes on.
        let _ = writeln!(out, "http://{address}/").and_then(|()| out.flush());
    };
    Ok(zug_web::serve(address, limits, &cancel, ready)?)
}
