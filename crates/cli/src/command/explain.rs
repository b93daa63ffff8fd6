//! `zug explain GAME [POSITION]`: why the player to move wins or loses.

use std::io::Write;

use anyhow::Result;
use zug::{Reply, Scope};

use crate::arguments::ExplainArguments;
use crate::{output, question};

pub(crate) fn run(arguments: &ExplainArguments) -> Result<()> {
    let mut request = question::request(&arguments.game, Scope::Reachable)?;
    if let Some(position) = &arguments.position {
        request.from = Some(position.clone());
    }
    let reply = question::stoppable(&arguments.solver, |options| Reply::to(&request, options))?;
    let mut out = output::answers();
    for line in zug::explain(&reply)? {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
