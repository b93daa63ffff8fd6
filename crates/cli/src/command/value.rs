//! `zug value EXPRESSION`: what several games are worth together.

use std::io::Write;

use anyhow::Result;
use schemars::JsonSchema;
use serde::Serialize;
use zug::{Compound, Expression, PartMove, Play, Player, Sum, SumWorth, verdict};

use crate::arguments::ValueArguments;
use crate::exit::Unanswered;
use crate::json::{self, OutcomeWord, PlayWord, Version};
use crate::message::shortened;
use crate::{output, question};

/// Characters of a part that are shown.
const LONGEST_TEXT: usize = 60;

/// Parts and winning turns that are listed; `--json` has more.
const MOST_SHOWN: usize = 20;

/// Winning turns that are looked for.
const MOST_TURNS: usize = 1000;

pub(crate) fn run(arguments: &ValueArguments) -> Result<()> {
    let expression = Expression::read(&arguments.expression).map_err(zug::Error::from)?;
    let mut parts = Vec::with_capacity(expression.parts.len());
    for named in &expression.parts {
        let request = named.request(question::rules(&named.game)?)?;
        parts.push((named.text.clone(), request));
    }
    let compound = Compound::from(arguments.compound);
    let play = arguments.play.map(question::play);
    let (play, worth) = question::stoppable(&arguments.solver, |options| {
        let sum = Sum::new(parts, compound, play, options)?;
        Ok((sum.play(), sum.solve(MOST_TURNS, options)?))
    })?;
    let mut out = output::answers();
    if arguments.json {
        let report = Report::new(&arguments.expression, compound, play, &worth);
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
    for line in &worth.why {
        writeln!(out, "{line}")?;
    }
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

/// What `--json` prints: what several games are worth together.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Report {
    version: Version,
    /// The expression as it was asked.
    expression: String,
    /// In which parts a turn moves, in words.
    compound: String,
    play: PlayWord,
    /// The parts in the order of the expression.
    parts: Vec<PartReport>,
    /// The nimber of all together, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    nimber: Option<u32>,
    /// What the player to move gets; absent where that cannot be said.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<OutcomeWord>,
    /// The number of turns until the game ends when the winner hurries and the
    /// loser delays, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    remoteness: Option<u32>,
    /// The winning turns: a move in one part, or an object with all `moves` of
    /// a turn that moves in several.
    moves: Vec<TurnReport>,
    /// Whether there are more winning turns than `moves` has.
    more_moves: bool,
    /// Why, a line each.
    why: Vec<String>,
}

/// A part, and what it is worth alone.
#[derive(Serialize, JsonSchema)]
struct PartReport {
    /// The part as the expression writes it.
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    nimber: Option<u32>,
    /// What the player to move gets if this part is played alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<OutcomeWord>,
    /// The number of moves of this part alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    remoteness: Option<u32>,
    /// Why it has no nimber.
    #[serde(skip_serializing_if = "Option::is_none")]
    without: Option<String>,
}

/// A turn that wins.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum TurnReport {
    /// A move in one part.
    One(MoveReport),
    /// Moves in several parts.
    Several {
        /// A move in each part that the turn moves in.
        moves: Vec<MoveReport>,
    },
}

/// A move in a part.
#[derive(Serialize, JsonSchema)]
struct MoveReport {
    /// From 1, in the order of the expression.
    part: usize,
    /// The move as the rules of the part write it.
    #[serde(rename = "move")]
    name: String,
    /// The position of the part after the move, where it can be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
}

impl Report {
    fn new(expression: &str, compound: Compound, play: Play, worth: &SumWorth) -> Self {
        let one = |PartMove {
                       part,
                       name,
                       position,
                   }: PartMove| MoveReport {
            part: part + 1,
            name,
            position,
        };
        let turn = |turn: &Vec<PartMove>| match &turn[..] {
            [only] if compound == Compound::One => TurnReport::One(one(only.clone())),
            several => TurnReport::Several {
                moves: several.iter().cloned().map(one).collect(),
            },
        };
        let part = |part: &zug::PartWorth| PartReport {
            text: part.text.clone(),
            nimber: part.nimber().map(|nimber| nimber.0),
            outcome: part.alone().map(|value| value.outcome().into()),
            remoteness: part.alone().and_then(|value| Some(value.remoteness()?.0)),
            without: part.without.clone(),
        };
        Self {
            version: Version::CURRENT,
            expression: expression.to_owned(),
            compound: compound.to_string(),
            play: play.into(),
            parts: worth.parts.iter().map(part).collect(),
            nimber: worth.nimber().map(|nimber| nimber.0),
            outcome: worth.outcome().map(Into::into),
            remoteness: worth.remoteness().map(|plies| plies.0),
            moves: worth.turns.iter().map(turn).collect(),
            more_moves: worth.more_turns,
            why: worth.why.clone(),
        }
    }
}
