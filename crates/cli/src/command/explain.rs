//! `zug explain GAME [POSITION]`: why the player to move wins or loses.

use std::io::Write;
use std::time::Duration;

use anyhow::Result;
use zug::report::ExplainReport;
use zug::{Assessment, Problem, Purpose, Reply, Request, Scope, Theorem, explain_assessed};

use crate::arguments::ExplainArguments;
use crate::clock::Clock;
use crate::command::heaps;
use crate::question::Answer;
use crate::{addition, adviser, json, kept, output, question};

/// The number of seconds that a search may take, if nothing is said.
const SECONDS: u64 = 10;

/// The largest number of plies that is shown of a line of play.
const LONGEST_LINE: usize = 8;

pub(crate) fn run(arguments: &ExplainArguments) -> Result<()> {
    if let Some(heaps) = question::heaps(&arguments.game)? {
        return heaps::explain(&heaps, arguments);
    }
    let request = question::request(&arguments.game, Scope::Reachable)?;
    let (solver, store) = (&arguments.solver, &arguments.store);
    let options = arguments.pattern.with(question::options(solver))?;
    let answered = question::reply_unless_searched(&request, options, store, arguments.time);
    let answer = question::advised(&request, solver, answered)?;
    let (reply, unwritten) = match answer {
        Answer::Reply(reply, unwritten) => (reply, unwritten),
        Answer::ToBeSearched(problem) => return by_search(&request, &problem, arguments),
    };
    question::tell_of_reply(&arguments.game, &reply);
    if arguments.json {
        let report = ExplainReport::of(&reply, zug::explain(&reply)?)?;
        json::write(&mut output::answers(), &report)?;
    } else {
        write_reply(&mut output::answers(), &reply)?;
    }
    kept::told(unwritten)
}

/// Explains what a search proves within the time.
fn by_search(request: &Request, problem: &Problem, arguments: &ExplainArguments) -> Result<()> {
    question::tell_of_problem(&arguments.game, problem);
    let time = arguments.time.or_seconds(SECONDS);
    let (assessed, line) = assessed(request, problem, arguments, time)?;
    let lines = explain_assessed(problem, &assessed, Some(&line));
    let mut out = output::answers();
    if arguments.json {
        let report = ExplainReport::of_assessed(problem, &assessed, lines);
        json::write(&mut out, &report)?;
        return Ok(());
    }
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// What a search proves of the position, and a line of play.
fn assessed(
    request: &Request,
    problem: &Problem,
    arguments: &ExplainArguments,
    time: Duration,
) -> Result<(Assessment, (Vec<String>, bool))> {
    let (clock, options) = Clock::new(question::options(&arguments.solver))?;
    let leaves = question::leaves(request, &options, &arguments.store)?;
    problem.with_search_and_leaves(&options, leaves.as_ref(), |search| {
        let root = problem.root();
        let assess = || search.assess(&root, Purpose::AllMoves);
        let assessed = clock.within(time, assess)??;
        if clock.is_stopped() {
            return Err(adviser::stopped(assessed.known, &assessed.moves, assessed.nodes).into());
        }
        // What a proof rests on is mostly in the table still, so that a line takes little time.
        let line = || search.line(&root, assessed.known, LONGEST_LINE);
        let line = clock.within(time / 4, line)??;
        Ok((assessed, line))
    })
}

/// Writes why a reply says what it says, line by line.
pub(super) fn write_reply(out: &mut impl Write, reply: &Reply) -> Result<()> {
    let added = reply.theorem().and_then(Theorem::nim_sum);
    Ok(addition::write_lines(out, &zug::explain(reply)?, added)?)
}
