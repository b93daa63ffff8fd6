//! `zug explain GAME [POSITION]`: why the player to move wins or loses.

use std::io::Write;

use anyhow::Result;
use zug::Scope;
use zug::report::ExplainReport;

use crate::arguments::ExplainArguments;
use crate::{json, output, question};

pub(crate) fn run(arguments: &ExplainArguments) -> Result<()> {
    let mut request = question::request(&arguments.game, Scope::Reachable)?;
    if let Some(position) = &arguments.position {
        request.position = Some(position.clone());
    }
    let reply = question::stoppable(&arguments.solver, |options| {
        question::answer(&request, options)
    });
    let reply = question::advised(&request, &arguments.solver, reply)?;
    question::tell_of_play(&arguments.game, question::decides_stuck(&reply));
    let lines = zug::explain(&reply)?;
    let mut out = output::answers();
    if arguments.json {
        json::write(&mut out, &ExplainReport::of(&reply, lines)?)?;
        return Ok(());
    }
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
