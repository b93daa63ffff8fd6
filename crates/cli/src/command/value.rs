//! `zug value EXPRESSION`: what several games are worth together.

use std::io::{self, BufReader, Write};

use anyhow::{Result, bail};
use zug::report::ValueReport;
use zug::{
    Calculated, Calculator, Compound, Expression, FUNCTIONS, Named, NimAddition, OutcomeClass,
    PartMove, PartWorth, PartizanWorth, Player, ReadError, Shelf, SolveOptions, Sum, SumWorth,
    VerifiedValue, Worth, verdict,
};

use crate::arguments::{CompoundChoice, PlayChoice, ValueArguments};
use crate::batch::{self, OfLines};
use crate::command::{explain, value_boards};
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
    if value_boards::is_asked(arguments) {
        return value_boards::run(arguments);
    }
    if let [only] = &arguments.expression[..]
        && only == "-"
    {
        return each_line(arguments);
    }
    let text = arguments.expression.join(" ");
    if is_calculated(&text) {
        return calculate(&text, arguments);
    }
    let (sum, worth, verified) = question::stoppable(&arguments.solver, |options| {
        let (sum, worth) = worth(&mut Shelf::default(), &text, arguments, options)?;
        let verified = verified(&sum, &worth, arguments, options)?;
        Ok((sum, worth, verified))
    })?;
    let mut out = output::answers();
    if arguments.json {
        let report = ValueReport::of(&text, &sum, &worth).verified(verified);
        json::write(&mut out, &report)?;
    } else {
        write_text(&mut out, &worth)?;
        write_verified(&mut out, verified)?;
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
        let rules = |game: &str| question::known_rules(game);
        let mut calculator = Calculator::new(&rules, options)?;
        batch::answer(&mut lines, |line, text| {
            if is_calculated(text) {
                let calculated = calculated(text, &mut calculator, arguments)?;
                let verified = arguments
                    .verify
                    .then(|| calculator.verify(text, &calculated, &rules, options));
                let report = ValueReport::of_calculated(text, &calculated);
                return Ok(report.verified(verified.transpose()?).at_line(line));
            }
            let (sum, worth) = worth(&mut shelf, text, arguments, options)?;
            let verified = verified(&sum, &worth, arguments, options)?;
            let report = ValueReport::of(text, &sum, &worth);
            Ok(report.verified(verified).at_line(line))
        })
    })
}

/// What `--verify` checks of a sum, if it was asked to.
fn verified(
    sum: &Sum,
    worth: &SumWorth,
    arguments: &ValueArguments,
    options: &SolveOptions,
) -> Result<Option<VerifiedValue>> {
    let verified = arguments.verify.then(|| sum.verify(worth, options));
    Ok(verified.transpose()?)
}

fn write_verified(out: &mut impl Write, verified: Option<VerifiedValue>) -> Result<()> {
    if let Some(verified) = verified {
        writeln!(out, "verified: {verified}")?;
    }
    Ok(())
}

/// Whether a text is an expression of partizan values, and not of games alone.
pub(super) fn is_calculated(text: &str) -> bool {
    let Ok(expression) = Expression::read(text) else {
        return true;
    };
    let is_value = |part: &Named| {
        let name = part.game.as_str();
        let is_function = FUNCTIONS.iter().any(|known| known.name == name);
        let is_fraction = name.split_once('/').is_some_and(|(above, below)| {
            let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
            is_number(above) && is_number(below)
        });
        let is_named = name.starts_with('^') || name.bytes().all(|byte| byte == b'v');
        (is_function || is_fraction || is_named || ["Tiny", "Miny"].contains(&name))
            && zug_catalogue::find(name).is_none()
    };
    expression.parts.iter().any(is_value)
}

/// Whether a text that is no expression of games was surely meant as one of values.
pub(super) fn is_surely_of_values(text: &str) -> bool {
    let is_function = |name: &str| text.contains(&format!("{name}("));
    text.contains(['|', '^', '?', '<', '>'])
        || text.contains(" = ")
        || text.starts_with('{') && !text.contains("}(")
        || FUNCTIONS.iter().any(|known| is_function(known.name))
}

/// Works out an expression of partizan values.
fn calculated(
    text: &str,
    calculator: &mut Calculator<'_>,
    arguments: &ValueArguments,
) -> Result<Calculated> {
    let error = match calculator.read(text) {
        Ok(calculated) => {
            if arguments.play == Some(PlayChoice::Misere) {
                bail!("values belong to normal play, and say nothing of misère play");
            }
            if !matches!(arguments.compound, CompoundChoice::One) {
                bail!("values belong to sums: a turn moves in one part (--compound one)");
            }
            return Ok(calculated);
        }
        Err(error) => error,
    };
    if !is_surely_of_values(text)
        && let Err(fault) = Expression::read(text)
    {
        return Err(NoExpression {
            error: fault.into(),
            help: meant::expression(text),
        }
        .into());
    }
    Err(no_calculation(text, error))
}

/// The error of a text that is no expression of values, drawn with the place of the fault.
pub(super) fn no_calculation(text: &str, error: ReadError) -> anyhow::Error {
    let place = text[..error.span.start].chars().count();
    let width = text[error.span].chars().count().max(1);
    let (from, shown) = (place.saturating_sub(SHOWN), place.min(SHOWN));
    let around: String = text.chars().skip(from).take(2 * SHOWN).collect();
    let marks = "^".repeat(width.min(2 * SHOWN - shown));
    NoCalculation {
        fault: error.fault.to_string(),
        drawn: format!("  {around}\n  {}{marks}", " ".repeat(shown)),
    }
    .into()
}

/// The number of characters of an expression that are shown on either side of a fault.
const SHOWN: usize = 40;

/// Answers an expression of partizan values.
fn calculate(text: &str, arguments: &ValueArguments) -> Result<()> {
    let (found, verified) = question::stoppable(&arguments.solver, |options| {
        let rules = |game: &str| question::known_rules(game);
        let mut calculator = Calculator::new(&rules, options)?;
        let found = calculated(text, &mut calculator, arguments)?;
        let verified = arguments
            .verify
            .then(|| calculator.verify(text, &found, &rules, options));
        Ok((found, verified.transpose()?))
    })?;
    let mut out = output::answers();
    if arguments.json {
        let report = ValueReport::of_calculated(text, &found).verified(verified);
        json::write(&mut out, &report)?;
        return Ok(());
    }
    match &found {
        Calculated::Value(worth) => write_partizan(&mut out, worth)?,
        Calculated::Values(values) => writeln!(out, "{}", values.join(", "))?,
        Calculated::Text(text) if text == "||" => {
            writeln!(out, "||  (confused: whoever begins wins the difference)")?;
        }
        Calculated::Text(text) => writeln!(out, "{text}")?,
        _ => {}
    }
    write_verified(&mut out, verified)
}

/// A text that is no expression of values, drawn with the place of the fault.
#[derive(Debug, thiserror::Error)]
#[error("{fault}\n{drawn}")]
struct NoCalculation {
    fault: String,
    drawn: String,
}

/// Writes a partizan value with its measures.
fn write_partizan(out: &mut impl Write, worth: &PartizanWorth) -> Result<()> {
    let who = match worth.class {
        OutcomeClass::Left => "Left wins, whoever begins",
        OutcomeClass::Right => "Right wins, whoever begins",
        OutcomeClass::Next => "whoever begins wins",
        OutcomeClass::Previous => "whoever begins loses",
    };
    let mut line = |label: &str, text: &str| writeln!(out, "{label:<14}{text}");
    line("value", &worth.value)?;
    line("class", &format!("{}: {who}", worth.class.letter()))?;
    let stops = format!("{} and {}", worth.left_stop, worth.right_stop);
    line("stops", &stops)?;
    line("mean", &worth.mean)?;
    line("temperature", &worth.temperature)?;
    if worth.reduced != worth.value {
        line("reduced", &worth.reduced)?;
    }
    if let Some(weight) = &worth.atomic_weight {
        line("atomic weight", weight)?;
    }
    Ok(())
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
        let nimber = part.worth.as_ref().and_then(Worth::loopy_nimber);
        told.extend(nimber.map(|nimber| format!("nimber {nimber}")));
        told.extend(part.value.iter().map(|value| format!("value {value}")));
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
    if let Some(partizan) = &worth.partizan {
        writeln!(out)?;
        write_partizan(out, partizan)?;
        writeln!(out)?;
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
