//! `zug solve` and `zug explain` of games on heaps by their notation: `0.77(5, 7) + {1,3,4}(9)`.

use std::io::Write;

use anyhow::{Result, bail};
use zug::report::{ExplainValueReport, ValueReport};
use zug::{Compound, Expression, NimAddition, PartWorth, Shelf, SolveOptions, Sum, SumWorth};

use crate::arguments::{ExplainArguments, GameArguments, SolveArguments, SweepFormat};
use crate::command::value;
use crate::{addition, json, output, question};

/// Who wins, and by which moves: the answer of `zug value`.
pub(crate) fn solve(heaps: &Expression, arguments: &SolveArguments) -> Result<()> {
    let positions = [
        ("--proof", arguments.proof.is_some()),
        ("--save", arguments.save.is_some()),
        ("--table", arguments.store.table.is_some()),
        ("--scratch", arguments.store.scratch.is_some()),
        ("--pattern", arguments.pattern.pattern.is_some()),
        ("--verify", arguments.verify.is_some()),
        ("--verify-sample", arguments.verify_sample.is_some()),
        ("--count", arguments.count.is_some()),
        ("--statistics", arguments.statistics),
        ("--remoteness", arguments.remoteness),
        ("--all", arguments.all),
        ("--output", arguments.output.is_some()),
        ("--format", arguments.format != SweepFormat::Text),
    ];
    if let Some((option, _)) = positions.iter().find(|(_, is_asked)| *is_asked) {
        bail!(
            "{option} is for rules with positions; heaps are answered by the nimbers of their game"
        );
    }
    question::stoppable(&arguments.solver, |options| {
        let (sum, worth) = answered(heaps, &arguments.game, options)?;
        let mut out = output::answers();
        if arguments.json {
            let report = ValueReport::of(&text(heaps), &sum, &worth);
            return Ok(json::write(&mut out, &report)?);
        }
        value::write_text(&mut out, &worth, None)
    })
}

/// Why the player to move wins or loses: the nimber of each heap, and their xor.
pub(crate) fn explain(heaps: &Expression, arguments: &ExplainArguments) -> Result<()> {
    question::stoppable(&arguments.solver, |options| {
        let (sum, worth) = answered(heaps, &arguments.game, options)?;
        let lines = sum.explain(&worth, options)?;
        let mut out = output::answers();
        if arguments.json {
            let report = ExplainValueReport::of_heaps(&text(heaps), lines);
            return Ok(json::write(&mut out, &report)?);
        }
        let nimbers: Option<Vec<_>> = worth.parts.iter().map(PartWorth::nimber).collect();
        let added = nimbers.and_then(NimAddition::of_nimbers);
        addition::write_lines(&mut out, &lines, added)?;
        Ok(out.flush()?)
    })
}

fn answered(
    heaps: &Expression,
    game: &GameArguments,
    options: &SolveOptions,
) -> Result<(Sum, SumWorth)> {
    let play = game.play.map(question::play);
    let mut shelf = Shelf::default();
    let sum = shelf.read(heaps, question::rules, (Compound::One, play), options)?;
    let worth = sum.solve(value::MOST_TURNS, options)?;
    Ok((sum, worth))
}

/// The text of the expression that names the heaps.
fn text(heaps: &Expression) -> String {
    let parts = heaps.parts.iter().map(|named| &*named.text);
    parts.collect::<Vec<_>>().join(" + ")
}
