//! `zug value EXPRESSION`: what several games are worth together.

use std::io::Write;

use anyhow::Result;
use zug::report::ValueReport;
use zug::{
    Compound, Expression, NimAddition, PartMove, PartWorth, Player, Sum, SumWorth, Worth, verdict,
};

use crate::arguments::ValueArguments;
use crate::command::explain;
use crate::exit::Unanswered;
use crate::meant::{self, NoExpression};
use crate::message::shortened;
use crate::{json, output, question};

/// The largest number of characters that are shown of a part.
const LONGEST_TEXT: usize = 60;

/// The largest number of parts, and of winning turns, that are listed; `--json` has more.
const MOST_SHOWN: usize = 20;

/// The largest number of winning turns that are looked for.
const MOST_TURNS: usize = 1000;

pub(crate) fn run(arguments: &ValueArguments) -> Result<()> {
    let text = arguments.expression.join(" ");
    let expression = Expression::read(&text).map_err(|error| NoExpression {
        error: error.into(),
        help: meant::expression(&text),
    })?;
    let mut parts = Vec::with_capacity(expression.parts.len());
    for named in &expression.parts {
        let request = named.request(question::rules(&named.game)?)?;
        parts.push((named.text.clone(), request));
    }
    let compound = Compound::from(arguments.compound);
    let play = arguments.play.map(question::play);
    let (sum, worth) = question::stoppable(&arguments.solver, |options| {
        let sum = Sum::new(parts, compound, play, options)?;
        let worth = sum.solve(MOST_TURNS, options)?;
        Ok((sum, worth))
    })?;
    let mut out = output::answers();
    if arguments.json {
        let report = ValueReport::of(&text, &sum, &worth);
        json::write(&mut out, &report)?;
    } else {
        write_text(&mut out, &worth)?;
    }
    match worth.outcome() {
        Some(_) => Ok(()),
        None => Err(Unanswered.into()),
    }
}

fn write_text(out: &mut impl Write, worth: &SumWorth) -> Result<()> {
    let shown = worth.parts.iter().take(MOST_SHOWN);
    let texts: Vec<String> = shown
        .map(|part| shortened(&part.text, LONGEST_TEXT))
        .collect();
    let width = texts.iter().map(|text| text.chars().count()).max();
    let width = width.unwrap_or_default();
    for (place, (part, text)) in worth.parts.iter().zip(texts).enumerate() {
        let mut told: Vec<String> = Vec::new();
        let nimber = part.worth.as_ref().and_then(Worth::loopy_nimber);
        told.extend(nimber.map(|nimber| format!("nimber {nimber}")));
        told.extend(part.alone().map(|value| format!("{value} alone")));
        told.extend(part.without.iter().map(|why| format!("no nimber: {why}")));
        let told = told.join("; ");
        let line = format!("{:>3}: {text:width$}  {told}", place + 1);
        writeln!(out, "{}", line.trim_end())?;
    }
    let hidden = worth.parts.len().saturating_sub(MOST_SHOWN);
    if hidden > 0 {
        writeln!(out, "  … and {hidden} more")?;
    }
    writeln!(out)?;
    if let Some(outcome) = worth.outcome() {
        let sentence = verdict(None, Player::First, outcome, worth.remoteness());
        writeln!(out, "{sentence}")?;
    }
    if let Some(nimber) = worth.worth.as_ref().and_then(Worth::loopy_nimber) {
        writeln!(out, "nimber {nimber}")?;
    }
    let nimbers: Option<Vec<_>> = worth.parts.iter().map(PartWorth::nimber).collect();
    let added = nimbers.and_then(NimAddition::of_nimbers);
    explain::write_added(out, &worth.why, added)?;
    if worth.turns.is_empty() && worth.more_turns {
        writeln!(out, "the moves are too many to look for those that win")?;
    } else {
        write_turns(out, "winning", &worth.turns, worth.more_turns)?;
    }
    write_turns(
        out,
        "keeping the draw",
        &worth.drawing_turns,
        worth.more_drawing_turns,
    )
}

/// Lists turns, if there are any, under a word for what they do.
fn write_turns(
    out: &mut impl Write,
    what: &str,
    turns: &[Vec<PartMove>],
    more: bool,
) -> Result<()> {
    if turns.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    writeln!(out, "{what} (part: move):")?;
    for turn in turns.iter().take(MOST_SHOWN) {
        let moves: Vec<String> = turn
            .iter()
            .map(|PartMove { part, name, .. }| format!("{}: {name}", part + 1))
            .collect();
        writeln!(out, "  {}", moves.join(" and "))?;
    }
    let hidden = turns.len().saturating_sub(MOST_SHOWN);
    if more {
        writeln!(out, "  … and more")?;
    } else if hidden > 0 {
        writeln!(out, "  … and {hidden} more")?;
    }
    Ok(())
}
