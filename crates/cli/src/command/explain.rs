//! `zug explain GAME [POSITION]`: why the player to move wins or loses.

use std::io::Write;

use anyhow::Result;
use zug::Scope;
use zug::report::ExplainReport;

use crate::arguments::ExplainArguments;
use crate::{json, output, question, stored};

pub(crate) fn run(arguments: &ExplainArguments) -> Result<()> {
    let mut request = question::request(&arguments.game, Scope::Reachable)?;
    if let Some(position) = &arguments.position {
        request.position = Some(position.clone());
    }
    let answered = question::stoppable(&arguments.solver, |options| {
        question::reply(&request, options, &arguments.store)
    });
    let (reply, unwritten) = question::advised(&request, &arguments.solver, answered)?;
    question::tell_of_play(&arguments.game, question::decides_stuck(&reply));
    let lines = zug::explain(&reply)?;
    let mut out = output::answers();
    if arguments.json {
        json::write(&mut out, &ExplainReport::of(&reply, lines)?)?;
        return stored::told(unwritten);
    }
    for line in lines {
        writeln!(out, "{line}")?;
    }
    stored::told(unwritten)
}
