//! Answers to expressions of partizan values as text, and how their faults are drawn.

use std::io::Write;

use anyhow::Result;
use zug::{Calculated, LoopyWorth, PartizanWorth, Player, ReadError, Refusal, Stopped, TermWorth};

use crate::message::shortened;

/// The number of characters of an expression that are shown on either side of a fault.
const SHOWN: usize = 40;

/// Terms of a sum, and values after moves, are cut after this number of characters.
const LONGEST_TEXT: usize = 60;

/// The largest number of winning moves of a player that are listed; `--json` has more.
const MOST_SHOWN: usize = 20;

/// A text that is no expression of values, drawn with the place of the fault.
#[derive(Debug, thiserror::Error)]
#[error("{fault}\n{drawn}")]
pub(crate) struct NoCalculation {
    fault: String,
    drawn: String,
    /// The memory that was refused, if that is the fault.
    pub(crate) refusal: Option<Refusal>,
}

impl NoCalculation {
    /// The fault of a text.
    pub(crate) fn of(text: &str, error: &ReadError) -> Self {
        let place = text[..error.span.start].chars().count();
        let width = text[error.span.clone()].chars().count().max(1);
        let (from, shown) = (place.saturating_sub(SHOWN), place.min(SHOWN));
        let around: String = text.chars().skip(from).take(2 * SHOWN).collect();
        let marks = "^".repeat(width.min(2 * SHOWN - shown));
        Self {
            fault: error.fault.to_string(),
            drawn: format!("  {around}\n  {}{marks}", " ".repeat(shown)),
            refusal: Stopped::behind(&error.fault).and_then(Stopped::refusal),
        }
    }
}

/// Writes the answer to an expression. Where it is a value of several terms, or a player is named, the winning
/// moves of that player stand below, or those of both players.
pub(crate) fn write(
    out: &mut dyn Write,
    found: &Calculated,
    to_move: Option<Player>,
) -> Result<()> {
    match found {
        Calculated::Value(worth) => {
            write_partizan(out, worth)?;
            if worth.is_sum() || to_move.is_some() {
                write_moves(out, &worth.terms, to_move)?;
            }
        }
        Calculated::Loopy(worth) => write_loopy(out, worth)?,
        Calculated::Text(text) if text == "||" => {
            writeln!(out, "||  (confused: whoever begins wins the difference)")?;
        }
        other => writeln!(out, "{}", in_a_line(other))?,
    }
    Ok(())
}

/// The answer to an expression in one line.
pub(crate) fn in_a_line(found: &Calculated) -> String {
    match found {
        Calculated::Value(worth) => worth.value.clone(),
        Calculated::Loopy(worth) => worth.value.clone(),
        Calculated::Values(values) => values.join(", "),
        Calculated::Text(text) => text.clone(),
        other => format!("{other:?}"),
    }
}

/// Writes a partizan value with its measures.
pub(crate) fn write_partizan(out: &mut dyn Write, worth: &PartizanWorth) -> Result<()> {
    let mut line = |label: &str, text: &str| writeln!(out, "{label:<14}{text}");
    line("value", &worth.value)?;
    line(
        "class",
        &format!("{}: {}", worth.class.letter(), worth.who()),
    )?;
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

/// Writes a value in which play can go round.
pub(crate) fn write_loopy(out: &mut dyn Write, worth: &LoopyWorth) -> Result<()> {
    let mut line = |label: &str, text: &str| writeln!(out, "{label:<14}{text}");
    line("value", &worth.value)?;
    if worth.onside != worth.offside {
        line("onside", &worth.onside)?;
        line("offside", &worth.offside)?;
    }
    let [left, right] = worth.who();
    line("Left begins", left)?;
    Ok(line("Right begins", right)?)
}

/// Writes which of the parts, or of the terms, of a sum are hottest, if some are.
pub(crate) fn write_hottest(
    out: &mut dyn Write,
    hottest: impl Iterator<Item = bool>,
) -> Result<()> {
    let numbers = (1..).zip(hottest).filter(|(_, is_hottest)| *is_hottest);
    let numbers: Vec<String> = numbers
        .map(|(number, _): (usize, _)| number.to_string())
        .collect();
    if !numbers.is_empty() {
        let label = "hottest";
        writeln!(
            out,
            "{label:<14}{}",
            shortened(&numbers.join(", "), LONGEST_TEXT)
        )?;
    }
    Ok(())
}

/// Writes the terms of a sum, and the winning moves of one player or of both.
fn write_moves(out: &mut dyn Write, terms: &[TermWorth], to_move: Option<Player>) -> Result<()> {
    write_hottest(out, terms.iter().map(|term| term.is_hottest))?;
    writeln!(out)?;
    for (number, term) in (1..).zip(terms).take(MOST_SHOWN) {
        let text = shortened(&term.text, LONGEST_TEXT);
        writeln!(out, "{number:>3}: {text}  temperature {}", term.temperature)?;
    }
    more(out, terms.len())?;
    for (player, name) in [(Player::First, "Left"), (Player::Second, "Right")] {
        if to_move.is_some_and(|mover| mover != player) {
            continue;
        }
        writeln!(out)?;
        let place = usize::from(player == Player::Second);
        let moves = (1..).zip(terms).flat_map(|(number, term): (usize, _)| {
            let moves = term.winning[place].iter();
            moves.map(move |after| format!("{number}: {}", shortened(after, LONGEST_TEXT)))
        });
        let moves: Vec<String> = moves.collect();
        if moves.is_empty() {
            writeln!(out, "{name}, to move, loses.")?;
            continue;
        }
        writeln!(
            out,
            "{name}, to move, wins (term: its value after the move):"
        )?;
        for line in moves.iter().take(MOST_SHOWN) {
            writeln!(out, "  {line}")?;
        }
        more(out, moves.len())?;
    }
    Ok(())
}

/// Writes the number of lines that are not shown.
fn more(out: &mut dyn Write, all: usize) -> Result<()> {
    let hidden = all.saturating_sub(MOST_SHOWN);
    if hidden > 0 {
        writeln!(out, "  … and {hidden} more")?;
    }
    Ok(())
}
