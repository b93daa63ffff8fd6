//! `zug pairs GAME`: games on two heaps, such as Wythoff's.

use std::io::{self, Write};

use anyhow::{Context, Result, bail};
use zug::heaps::{FromRules, PairAnswer, PairQuestion, Pairs, two_heaps};
use zug::report::PairsReport;
use zug::{Budget, Job, NamedMethod, Outcome, Play, Player, When, verdict};
use zug_draw::scatter;
use zug_heaps::PairGame;
use zug_sequences::pairs::{PairNimbers, Reason};
use zug_values::Nimber;

use crate::arguments::{
    MOST_POSITIONS, MethodChoice, PairsArguments, PairsFormat, SolverArguments,
};
use crate::message::{Kind, tell};
use crate::{heap_rules, json, output, question, signal};

/// The number of lost positions on a line.
const A_LINE: usize = 8;

/// The largest number of winning moves that are listed; `--json` has all.
const MOST_MOVES: usize = 20;

pub(crate) fn run(arguments: &PairsArguments) -> Result<()> {
    let read = from_rules(arguments)?;
    let (game, own) = if let Some(read) = &read {
        (read.game.clone(), read.play)
    } else {
        let game: Result<PairGame, _> = arguments.game.parse();
        let game = game.context("this is not a game on two heaps")?;
        (game, Play::Normal)
    };
    let play = arguments.play.map_or(own, question::play);
    if arguments.table && play == Play::Misere {
        bail!("nimbers belong to normal play: --table has none for --play misere");
    }
    let format = if arguments.json {
        PairsFormat::Json
    } else {
        arguments.format
    };
    if format == PairsFormat::Csv && arguments.at.is_some() {
        bail!("--format csv is for the lost positions and for --table");
    }
    if format == PairsFormat::Svg && (arguments.at.is_some() || arguments.table) {
        bail!("--format svg draws the lost positions, and neither --at nor --table");
    }
    let solver = SolverArguments {
        method: MethodChoice(NamedMethod::AUTO),
        threads: None,
        memory: arguments.memory,
        no_jit: false,
    };
    let question = question(game, play, arguments);
    let found = question::stoppable(&solver, |options| Ok(question.run(&options.job())))??;
    let mut out = output::long_answers();
    match format {
        PairsFormat::Json => {
            let rules = read.as_ref().map(|read| &read.rules);
            let report = PairsReport::of(&question, &found).with_rules(rules);
            json::write(&mut out, &report)?;
        }
        PairsFormat::Csv => write_csv(&mut out, &found)?,
        PairsFormat::Svg => {
            if let PairAnswer::Lost { positions, .. } = &found {
                let title = format!("{}: lost for the player to move", question.game);
                write!(out, "{}", scatter::lost(&title, positions))?;
            }
        }
        PairsFormat::Text => write_text(&mut out, &question.game, play, &found)?,
    }
    out.flush()?;
    Ok(())
}

/// The game that rules play, where rules are given.
fn from_rules(arguments: &PairsArguments) -> Result<Option<FromRules<PairGame>>> {
    let text = &arguments.game;
    let is_notation = text.parse::<PairGame>().is_ok();
    let Some(request) = heap_rules::of(text, &arguments.settings, is_notation)? else {
        return Ok(None);
    };
    let largest = match (arguments.at, arguments.to) {
        (Some((a, b)), _) => a.max(b),
        (None, to) => to.unwrap_or(PairQuestion::HEAPS),
    };
    let job = Job::default()
        .with_budget(Budget::of_bytes(arguments.memory.left()))
        .with_cancel(signal::cancelling()?);
    let read = two_heaps(&request, largest, &job)?;
    let compared = read.rules.compared;
    let told = format!("{text} was played for all two heaps from 0 to {compared}");
    tell(Kind::Note, &told);
    Ok(Some(read))
}

/// The question that the arguments ask.
fn question(game: PairGame, play: Play, arguments: &PairsArguments) -> PairQuestion {
    let of = match arguments.at {
        Some((a, b)) => Pairs::At(a, b),
        None if arguments.table => Pairs::Nimbers {
            largest: arguments.to.unwrap_or(PairQuestion::HEAPS),
        },
        None => Pairs::Lost {
            // Where a number of positions is asked for, this number ends the list, and
            // not the largest heap.
            largest: match (arguments.to, arguments.positions) {
                (None, None) => Some(PairQuestion::HEAPS),
                (to, _) => to,
            },
            most: arguments.positions.unwrap_or(MOST_POSITIONS),
        },
    };
    PairQuestion::new(game, of).with_play(play)
}

/// The reason by which the answer is known, in words.
fn told(reason: Reason, play: Play) -> &'static str {
    match reason {
        Reason::Nim => "by Nim on two heaps (C. L. Bouton, 1901)",
        Reason::Wythoff if play == Play::Misere => {
            "by the theorem of Wythoff's game in misere play (A. S. Fraenkel, 1984)"
        }
        Reason::Wythoff => {
            "by the theorem of Wythoff's game (W. A. Wythoff, 1907; A. S. Fraenkel, 1982)"
        }
        Reason::Euclid => "by the golden ratio (A. J. Cole and A. J. T. Davie, 1969)",
        _ => "by a table of the lost positions",
    }
}

fn write_text(out: &mut impl Write, game: &PairGame, play: Play, found: &PairAnswer) -> Result<()> {
    let played = match play {
        Play::Normal => "",
        Play::Misere => " in misere play",
    };
    match found {
        PairAnswer::Lost {
            largest,
            positions,
            more,
            reason,
        } => {
            let reach = largest.map(|largest| format!(", heaps up to {largest}"));
            let reach = reach.unwrap_or_default();
            writeln!(out, "{game}{played}: lost for the player to move{reach}")?;
            writeln!(out)?;
            for line in positions.chunks(A_LINE) {
                let line: Vec<String> = line.iter().map(|(a, b)| format!("({a}, {b})")).collect();
                writeln!(out, "  {}", line.join(" "))?;
            }
            match (more, largest) {
                (true, Some(_)) => writeln!(out, "  … and more")?,
                (true, None) => writeln!(out, "  …")?,
                _ => {}
            }
            writeln!(out)?;
            writeln!(out, "{}", told(*reason, play))?;
        }
        PairAnswer::Nimbers(nimbers) => {
            writeln!(out, "{game}: nimbers")?;
            writeln!(out)?;
            write_table(out, nimbers)?;
        }
        PairAnswer::At {
            position: (a, b),
            found,
        } => {
            writeln!(out, "{game}{played}")?;
            writeln!(out, "({a}, {b})")?;
            writeln!(out)?;
            writeln!(
                out,
                "{}",
                verdict(None, Player::First, found.worth.outcome(), When::NotKnown)
            )?;
            if let Some(nimber) = found.worth.nimber() {
                writeln!(out, "nimber {nimber}")?;
            }
            if found.worth.outcome() == Outcome::Win {
                writeln!(out)?;
                for &(x, y) in found.winning.iter().take(MOST_MOVES) {
                    writeln!(out, "  take {}, leaving ({x}, {y})", taken(a - x, b - y))?;
                }
                match found.winning.len().saturating_sub(MOST_MOVES) {
                    0 if found.winning.is_empty() => {
                        writeln!(out, "  there is no move, and whoever cannot move wins")?;
                    }
                    0 => {}
                    hidden => writeln!(out, "  … and {hidden} more")?,
                }
            }
            writeln!(out)?;
            writeln!(out, "{}", told(found.reason, play))?;
        }
    }
    Ok(())
}

/// What a move takes, in words.
fn taken(k: u64, l: u64) -> String {
    match (k, l) {
        (k, 0) => format!("{k} from the first heap"),
        (0, l) => format!("{l} from the second heap"),
        (k, l) if k == l => format!("{k} from each heap"),
        (k, l) => format!("{k} from the first heap and {l} from the second"),
    }
}

/// The nimbers of all positions, a row for each size of the first heap.
fn rows(nimbers: &PairNimbers) -> impl Iterator<Item = Vec<Nimber>> + '_ {
    let heaps = 0..nimbers.size();
    heaps
        .clone()
        .map(move |a| heaps.clone().filter_map(|b| nimbers.get(a, b)).collect())
}

fn write_table(out: &mut impl Write, nimbers: &PairNimbers) -> io::Result<()> {
    let largest = rows(nimbers).flatten().map(|nimber| nimber.0).max();
    let largest = u64::from(largest.unwrap_or(0)).max(nimbers.size() - 1);
    let width = largest.to_string().len();
    let side = (nimbers.size() - 1).to_string().len();
    write!(out, "  {:side$} |", "")?;
    for b in 0..nimbers.size() {
        write!(out, " {b:width$}")?;
    }
    writeln!(out)?;
    let line = "-".repeat(nimbers.size() as usize * (width + 1));
    writeln!(out, "  {}-+{line}", "-".repeat(side))?;
    for (a, row) in rows(nimbers).enumerate() {
        write!(out, "  {a:side$} |")?;
        for Nimber(nimber) in row {
            write!(out, " {nimber:width$}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn write_csv(out: &mut impl Write, found: &PairAnswer) -> io::Result<()> {
    match found {
        PairAnswer::Lost { positions, .. } => {
            writeln!(out, "a,b")?;
            for (a, b) in positions {
                writeln!(out, "{a},{b}")?;
            }
        }
        PairAnswer::Nimbers(nimbers) => {
            write!(out, "heap")?;
            for b in 0..nimbers.size() {
                write!(out, ",{b}")?;
            }
            writeln!(out)?;
            for (a, row) in rows(nimbers).enumerate() {
                write!(out, "{a}")?;
                for Nimber(nimber) in row {
                    write!(out, ",{nimber}")?;
                }
                writeln!(out)?;
            }
        }
        PairAnswer::At { .. } => {}
    }
    Ok(())
}
