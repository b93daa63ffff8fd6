//! `zug value EXPRESSION`: what several games are worth together.

use std::io::{self, BufReader, Write};
use std::path::Path;

use anyhow::{Result, bail};
use zug::report::ValueReport;
use zug::{
    Calculated, Calculator, Compound, Expression, Job, NimAddition, PartMove, PartWorth,
    PartizanWorth, Player, Shelf, SolveOptions, Sum, SumWorth, VerifiedValue, Worth, is_of_values,
    may_be_of_values,
};
use zug_draw::thermograph;

use crate::arguments::{CompoundChoice, PlayChoice, ValueArguments};
use crate::batch::{self, OfLines};
use crate::calculation::{self, NoCalculation};
use crate::command::value_boards;
use crate::destination::DestinationArguments;
use crate::exit::{Cancelled, Unanswered};
use crate::meant::{self, NoExpression};
use crate::message::shortened;
use crate::{addition, json, output, question};

/// The largest number of characters that are shown of a part.
const LONGEST_TEXT: usize = 60;

/// The largest number of parts, and of winning turns, that are listed; `--json` has more.
const MOST_SHOWN: usize = 20;

/// The largest number of winning turns that are looked for.
pub(crate) const MOST_TURNS: usize = 1000;

pub(crate) fn run(arguments: &ValueArguments) -> Result<()> {
    if value_boards::is_asked(arguments) {
        arguments.pattern.refuse("these are many boards")?;
        return value_boards::run(arguments);
    }
    if let [only] = &arguments.expression[..]
        && only == "-"
    {
        return each_line(arguments);
    }
    let text = arguments.expression.join(" ");
    if let Some(file) = &arguments.thermograph {
        thermograph_file(file)?;
    }
    if is_of_values(&text) {
        arguments
            .pattern
            .refuse("this is an expression of values")?;
        return calculate(&text, arguments);
    }
    let options = arguments
        .pattern
        .with(question::options(&arguments.solver))?;
    let (sum, worth, verified) = question::stoppable_with(options, |options| {
        let (sum, worth) = worth(&mut shelf(arguments), &text, arguments, options)?;
        let verified = verified(&sum, &worth, arguments, options)?;
        Ok((sum, worth, verified))
    })?;
    if arguments.latex || arguments.thermograph.is_some() {
        return faces(&text, &value_of_sum(&worth, arguments)?, arguments);
    }
    let mut out = output::answers();
    if arguments.json {
        let report = ValueReport::of(&text, &sum, &worth).verified(verified);
        json::write(&mut out, &report)?;
    } else {
        let mover = arguments.to_move.map(|_| sum.mover());
        write_text(&mut out, &worth, mover)?;
        write_verified(&mut out, verified)?;
    }
    match worth.outcome() {
        Some(_) => Ok(()),
        None => Err(Unanswered.into()),
    }
}

/// Answers the expression on each line of the standard input. Parts that come again are known.
fn each_line(arguments: &ValueArguments) -> Result<()> {
    if arguments.latex || arguments.thermograph.is_some() {
        bail!("--latex and --thermograph are of one expression: answers to many are lines of JSON");
    }
    let mut lines = OfLines(BufReader::new(io::stdin().lock()));
    let options = arguments
        .pattern
        .with(question::options(&arguments.solver))?;
    question::stoppable_with(options, |options| {
        let mut shelf = shelf(arguments);
        let mut calculator = Calculator::new(&question::known_rules, options)?;
        batch::answer(&mut lines, |line, text| {
            if is_of_values(text) {
                let calculated = calculated(text, &mut calculator, arguments)?;
                let verified = arguments
                    .verify
                    .then(|| calculator.verify(text, &calculated));
                let report = report(text, &calculated, arguments);
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

/// A shelf for sums in which the player moves first that the arguments name.
fn shelf(arguments: &ValueArguments) -> Shelf {
    Shelf::to_move(arguments.to_move.map_or(Player::First, Into::into))
}

/// Works out an expression of partizan values.
fn calculated(
    text: &str,
    calculator: &mut Calculator<'_>,
    arguments: &ValueArguments,
) -> Result<Calculated> {
    if arguments.outcome {
        bail!(
            "--outcome asks about a sum of games, and this is an expression of values: its value says who wins"
        );
    }
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
        Err(_) if calculator.is_cancelled() => return Err(Cancelled.into()),
        Err(error) => error,
    };
    if let Err(fault) = Expression::read(text)
        && !may_be_of_values(text, &fault)
    {
        return Err(NoExpression {
            error: fault.into(),
            help: meant::expression(text),
        }
        .into());
    }
    Err(NoCalculation::of(text, &error).into())
}

/// Answers an expression of partizan values.
fn calculate(text: &str, arguments: &ValueArguments) -> Result<()> {
    let (found, verified) = question::stoppable(&arguments.solver, |options| {
        let mut calculator = Calculator::new(&question::known_rules, options)?;
        let found = calculated(text, &mut calculator, arguments)?;
        let verified = arguments.verify.then(|| calculator.verify(text, &found));
        Ok((found, verified.transpose()?))
    })?;
    if arguments.latex || arguments.thermograph.is_some() {
        return match &found {
            Calculated::Value(worth) => faces(text, worth, arguments),
            Calculated::Loopy(_) if arguments.thermograph.is_some() => {
                bail!("--thermograph is of a game that ends, and play can go round in this value")
            }
            Calculated::Loopy(worth) => latex(arguments, |job| worth.latex(job)),
            _ => {
                bail!("--latex and --thermograph are of one value, and this expression gives none")
            }
        };
    }
    let mut out = output::answers();
    if arguments.json {
        let report = report(text, &found, arguments).verified(verified);
        return Ok(json::write(&mut out, &report)?);
    }
    calculation::write(&mut out, &found, arguments.to_move.map(Into::into))?;
    write_verified(&mut out, verified)
}

/// The report of an expression of partizan values.
fn report(text: &str, found: &Calculated, arguments: &ValueArguments) -> ValueReport {
    let mut report = ValueReport::of_calculated(text, found);
    report.to_move = arguments.to_move.map(|mover| Player::from(mover).into());
    report
}

/// Prints a value in LaTeX, and draws its thermograph.
fn faces(text: &str, worth: &PartizanWorth, arguments: &ValueArguments) -> Result<()> {
    if let Some(file) = &arguments.thermograph {
        let drawn = thermograph::drawn(text, worth);
        let to = thermograph_file(file)?;
        to.write(|out| Ok(out.write_all(drawn.as_bytes())?))?;
    }
    if arguments.latex {
        return latex(arguments, |job| worth.latex(job));
    }
    calculation::write_partizan(&mut output::answers(), worth)
}

/// Prints a value in LaTeX.
fn latex(
    arguments: &ValueArguments,
    of: impl Fn(&Job) -> Result<String, zug::Error>,
) -> Result<()> {
    let latex = question::stoppable(&arguments.solver, |options| Ok(of(&options.job())?))?;
    Ok(writeln!(output::answers(), "{latex}")?)
}

/// The file of a thermograph.
fn thermograph_file(file: &Path) -> Result<DestinationArguments> {
    let to = DestinationArguments {
        output: Some(file.to_owned()),
    };
    to.of_ending(&[("svg", ())])?;
    to.refuse_if_hopeless()?;
    Ok(to)
}

/// The value of a sum in partizan theory: what was worked out, or else the nimber as a value.
fn value_of_sum(worth: &SumWorth, arguments: &ValueArguments) -> Result<PartizanWorth> {
    if let Some(partizan) = &worth.partizan {
        return Ok(partizan.clone());
    }
    let nimber = worth
        .nimber()
        .filter(|_| arguments.play != Some(PlayChoice::Misere));
    let Some(nimber) = nimber else {
        bail!("--latex and --thermograph are of a value, and this sum has none that is known");
    };
    let found = question::stoppable(&arguments.solver, |options| {
        let mut calculator = Calculator::new(&question::known_rules, options)?;
        calculated(&format!("*{nimber}"), &mut calculator, arguments)
    })?;
    match found {
        Calculated::Value(worth) => Ok(*worth),
        _ => unreachable!("a nimber is a value"),
    }
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
    let worth = if arguments.outcome {
        sum.winner(MOST_TURNS, options)?
    } else {
        sum.solve(MOST_TURNS, options)?
    };
    Ok((sum, worth))
}

/// Writes what a sum is worth; `mover` is the player to move, if one was named.
pub(crate) fn write_text(
    out: &mut impl Write,
    worth: &SumWorth,
    mover: Option<Player>,
) -> Result<()> {
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
    let is_number = |part: &PartWorth| part.text.parse::<u64>().is_ok();
    if worth.parts.iter().any(is_number) {
        writeln!(
            out,
            "  (a number alone is a heap of Nim; beside values such as {{1|2}} it is a number)"
        )?;
    }
    writeln!(out)?;
    if let Some(sentence) = worth.sentence(mover) {
        writeln!(out, "{sentence}")?;
    }
    if let Some(nimber) = worth.worth.as_ref().and_then(Worth::loopy_nimber) {
        writeln!(out, "nimber {nimber}")?;
    }
    if let Some(partizan) = &worth.partizan {
        writeln!(out)?;
        calculation::write_partizan(out, partizan)?;
        let parts = worth.parts.iter().map(|part| part.is_hottest);
        calculation::write_hottest(out, parts)?;
        writeln!(out)?;
    }
    if let Some(loopy) = &worth.loopy_value {
        writeln!(out)?;
        calculation::write_loopy(out, loopy)?;
        writeln!(out)?;
    }
    let nimbers: Option<Vec<_>> = worth.parts.iter().map(PartWorth::nimber).collect();
    let added = nimbers.and_then(NimAddition::of_nimbers);
    addition::write_lines(out, &worth.why, added)?;
    if worth.turns.is_empty() && worth.more_turns {
        writeln!(
            out,
            "the moves that win were not looked for; `zug solve` lists those of a game"
        )?;
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
