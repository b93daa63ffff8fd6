//! `zug certify FILE`: checks the proof of a search, and tells what it proves.

use std::io::Write;
use std::time::Instant;

use anyhow::Result;
use indicatif::HumanCount;
use zug::report::{CertifyReport, Head};
use zug::{Plies, SolveOptions, points, verdict};

use crate::arguments::CertifyArguments;
use crate::command::solve::write_position;
use crate::{json, memory, output, proof, question};

pub(crate) fn run(arguments: &CertifyArguments) -> Result<()> {
    let options = SolveOptions::default()
        .with_memory(arguments.memory.bytes())
        .with_process(Some(arguments.memory.process()))
        .with_threads(question::threads(arguments.threads));
    let begin = Instant::now();
    let certified =
        question::stoppable_with(options, |options| proof::certify(&arguments.file, options))?;
    let seconds = begin.elapsed().as_secs_f64();
    let proof::Certified {
        problem,
        head,
        outcome,
        bytes,
        proved,
        in_catalogue,
    } = &certified;
    let root = problem.root();
    let mut out = output::answers();
    if arguments.json {
        let report = CertifyReport {
            head: Head::of_problem(problem),
            position: problem.print(&root),
            outcome: (*outcome).into(),
            remoteness: head.remoteness,
            score: head.score,
            entries: proved.entries,
            positions: proved.positions,
            moves: proved.moves,
            by_the_rules_as_written: proved.judged,
            by_count_of_moves: proved.counted,
            bytes: *bytes,
            seconds,
            program: head.program.clone(),
            rules_hash: head.of.rules_hash(),
            in_catalogue: *in_catalogue,
        };
        json::write(&mut out, &report)?;
        return Ok(());
    }
    write_position(&mut out, problem, &root)?;
    let (players, mover) = (problem.players(), problem.mover(&root));
    let plies = head.remoteness.map(Plies);
    let sentence = verdict(players.as_ref(), mover, *outcome, plies);
    writeln!(out, "{sentence}")?;
    if let Some(score) = head.score {
        writeln!(out, "score {} for the player to move", points(score))?;
    }
    writeln!(out)?;
    writeln!(
        out,
        "proved: {} entries ({}) that stand for {} positions, {} moves played, {} positions by the \
         rules as written, in {seconds:.1} s",
        HumanCount(proved.entries),
        memory::told(*bytes),
        HumanCount(proved.positions),
        HumanCount(proved.moves),
        HumanCount(proved.judged),
    )?;
    if proved.counted > 0 {
        writeln!(
            out,
            "counted: {} times a count of the moves left told who wins, so that no entry was needed",
            HumanCount(proved.counted),
        )?;
    }
    let rules = if *in_catalogue {
        format!("{} of the catalogue", head.of.game)
    } else {
        "its own, and not those of the catalogue".to_owned()
    };
    writeln!(
        out,
        "rules: {rules} (hash {}); written by {}",
        head.of.rules_hash(),
        head.program
    )?;
    Ok(())
}
