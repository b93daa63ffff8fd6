//! `zug value EXPRESSION`: what several games are worth together.

use std::io::{self, BufReader, Write};

use anyhow::Result;
use zug::report::ValueReport;
use zug::{
    Compound, Expression, NimAddition, PartMove, PartWorth, Player, Shelf, SolveOptions, Sum,
    SumWorth, verdict,
};

use crate::arguments::ValueArguments;
use crate::batch::{self, OfLines};
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
    if let [only] = &arguments.expression[..]
        && only == "-"
    {
        return each_line(arguments);
    }
    let text = arguments.expression.join(" ");
    let (sum, worth) = question::stoppable(&arguments.solver, |options| {
        worth(&mut Shelf::default(), &text, arguments, options)
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

/// Answers the expression on each line of the standard input. Parts that come again are known.
fn each_line(arguments: &ValueArguments) -> Result<()> {
    let mut lines = OfLines(BufReader::new(io::stdin().lock()));
    question::stoppable(&arguments.solver, |options| {
        let mut shelf = Shelf::default();
        batch::answer(&mut lines, |line, text| {
            let (sum, worth) = worth(&mut shelf, text, arguments, options)?;
            Ok(ValueReport::of(text, &sum, &worth).at_line(line))
        })
    })
}

/// What an expression is worth.
fn worth(
    shelf: &mut Shelf,
    text: &str,
    arguments: &ValueArguments,
    options: &SolveOptions,
) -> Result<(Sum, SumWorth)> {
    let expression = Expression::read(text).map_err(|error| NoExpression {
        error: error.into(),
        help: meant::expression(text),
    })?;
    let compound = Compound::from(arguments.compound);
    let play = arguments.play.map(question::play);
    let sum = shelf.read(&expression, question::rules, (compound, play), options)?;
    let worth = sum.solve(MOST_TURNS, options)?;
    Ok((sum, worth))
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
        told.extend(part.nimber().map(|nimber| format!("nimber {nimber}")));
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
    if let Some(nimber) = worth.nimber() {
        writeln!(out, "nimber {nimber}")?;
    }
    let nimbers: Option<Vec<_>> = worth.parts.iter().map(PartWorth::nimber).collect();
    let added = nimbers.and_then(NimAddition::of_nimbers);
    explain::write_added(out, &worth.why, added)?;
    if !worth.turns.is_empty() {
        writeln!(out)?;
        writeln!(out, "winning (part: move):")?;
        for turn in worth.turns.iter().take(MOST_SHOWN) {
            let moves: Vec<String> = turn
                .iter()
                .map(|PartMove { part, name, .. }| format!("{}: {name}", part + 1))
                .collect();
            writeln!(out, "  {}", moves.join(" and "))?;
        }
        let hidden = worth.turns.len().saturating_sub(MOST_SHOWN);
        if worth.more_turns {
            writeln!(out, "  … and more")?;
        } else if hidden > 0 {
            writeln!(out, "  … and {hidden} more")?;
        }
    } else if worth.more_turns {
        writeln!(out, "the moves are too many to look for those that win")?;
    }
    Ok(())
}
