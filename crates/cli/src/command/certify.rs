//! `zug certify FILE`: checks the proof of a search or the certificate of a pattern, and says what it
//! proves.

use std::io::Write;
use std::time::Instant;

use anyhow::Result;
use indicatif::HumanCount;
use zug::report::CertifyReport;
use zug::{points, verdict};
use zug_keep::proof::{self, Certified};

use crate::arguments::CertifyArguments;
use crate::command::discover;
use crate::command::solve::write_position;
use crate::{json, kept, memory, output, question};

pub(crate) fn run(arguments: &CertifyArguments) -> Result<()> {
    if let Some(text) = discover::certificate(&arguments.file) {
        return discover::certify(arguments, &text);
    }
    let options = arguments.memory.options();
    let options = options.with_threads(question::threads(arguments.threads));
    let begin = Instant::now();
    let certified = question::stoppable_with(options, |options| {
        proof::certify(&arguments.file, options).map_err(kept::plain)
    })?;
    let report = certified.report(begin.elapsed().as_secs_f64());
    let mut out = output::answers();
    if arguments.json {
        json::write(&mut out, &report)?;
        return Ok(());
    }
    write_text(&mut out, &certified, &report)
}

fn write_text(out: &mut impl Write, certified: &Certified, report: &CertifyReport) -> Result<()> {
    let Certified {
        problem,
        claim,
        worth,
        ..
    } = certified;
    let root = problem.root();
    write_position(out, problem, &root)?;
    let (players, mover) = (problem.players(), problem.mover(&root));
    let sentence = verdict(players.as_ref(), mover, worth.outcome(), worth);
    writeln!(out, "{sentence}")?;
    if let Some(score) = claim.score() {
        writeln!(out, "score {} for the player to move", points(score))?;
    }
    writeln!(out)?;
    writeln!(
        out,
        "proved: {} entries ({}) that stand for {} positions, {} moves played, {} positions by the \
         rules as written, in {:.1} s",
        HumanCount(report.entries),
        memory::told(report.bytes),
        HumanCount(report.positions),
        HumanCount(report.moves),
        HumanCount(report.by_the_rules_as_written),
        report.seconds,
    )?;
    if report.by_count_of_moves > 0 {
        writeln!(
            out,
            "counted: {} times a count of the moves left told who wins, so that no entry was needed",
            HumanCount(report.by_count_of_moves),
        )?;
    }
    let rules = if report.in_catalogue {
        format!("{} of the catalogue", problem.name())
    } else {
        "its own, and not those of the catalogue".to_owned()
    };
    writeln!(
        out,
        "rules: {rules} (hash {}); checked by {}",
        report.rules_hash, report.program
    )?;
    Ok(())
}
