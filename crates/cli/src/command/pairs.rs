//! `zug pairs GAME`: games on two heaps, such as Wythoff's.

use std::io::{self, Write};

use anyhow::{Context, Result, bail};
use schemars::JsonSchema;
use serde::Serialize;
use zug::{Job, Outcome, Phase, Play, Player, Progress, Stopped, verdict};
use zug_heaps::PairGame;
use zug_solve::impartial::pairs::{
    self, Lost, PairNimbers, PairWorth, PairsError, Reason, Wythoff,
};
use zug_values::Nimber;

use crate::arguments::{
    MOST_POSITIONS, MethodChoice, PairsArguments, PairsFormat, SolverArguments,
};
use crate::json::{self, OutcomeWord, PlayWord, Version};
use crate::{output, question};

/// Heaps go up to this if nothing is said.
const HEAPS: u64 = 20;

/// Lost positions on a line.
const A_LINE: usize = 8;

/// Winning moves that are listed; `--json` has them all.
const MOST_MOVES: usize = 20;

pub(crate) fn run(arguments: &PairsArguments) -> Result<()> {
    let game: PairGame = arguments
        .game
        .parse()
        .context("this is no game of two heaps")?;
    let play = arguments.play.map_or(Play::Normal, question::play);
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
    let solver = SolverArguments {
        method: MethodChoice::Auto,
        threads: None,
        memory: arguments.memory,
        no_jit: false,
    };
    let found = question::stoppable(&solver, |options| {
        Ok(found(&game, play, arguments, &options.job()))
    })??;
    let mut out = output::long_answers();
    match format {
        PairsFormat::Json => {
            let report = Report::new(&game, play, &found);
            json::write(&mut out, &report)?;
        }
        PairsFormat::Csv => write_csv(&mut out, &found)?,
        PairsFormat::Text => write_text(&mut out, &game, play, &found)?,
    }
    out.flush()?;
    Ok(())
}

/// What was asked, answered.
enum Found {
    Positions {
        /// The largest heap looked at; absent where it was not said.
        to: Option<u64>,
        positions: Vec<(u64, u64)>,
        /// Whether there are more up to there.
        more: bool,
        reason: Reason,
    },
    Table(PairNimbers),
    At {
        position: (u64, u64),
        found: PairWorth,
    },
}

fn found(
    game: &PairGame,
    play: Play,
    arguments: &PairsArguments,
    job: &Job,
) -> Result<Found, PairsError> {
    if let Some((a, b)) = arguments.at {
        let found = pairs::at(game, play, a, b, job)?;
        let position = (a, b);
        return Ok(Found::At { position, found });
    }
    let to = arguments.to.unwrap_or(HEAPS);
    let size = to.saturating_add(1);
    if arguments.table {
        return Ok(Found::Table(PairNimbers::new(game, size, job)?));
    }
    let most = arguments.positions.unwrap_or(MOST_POSITIONS);
    if let Some(within) = game.as_wythoff() {
        let theorem = Wythoff::new(within, play);
        // So many as are asked for have an end of their own.
        let to = arguments
            .to
            .or(arguments.positions.is_none().then_some(HEAPS));
        let within_reach = |&(_, large): &(u64, u64)| to.is_none_or(|to| large <= to);
        let all = (0..)
            .map_while(|n| theorem.lost(n))
            .take_while(within_reach);
        return listed(all, most, to, Reason::Wythoff, job);
    }
    let reason = match game {
        PairGame::Euclid => Reason::Euclid,
        _ => Reason::Table,
    };
    let lost = Lost::new(game, play, size, job)?;
    listed(lost.iter(), most, Some(to), reason, job)
}

fn listed(
    mut all: impl Iterator<Item = (u64, u64)>,
    most: usize,
    to: Option<u64>,
    reason: Reason,
    job: &Job,
) -> Result<Found, PairsError> {
    let mut positions = Vec::new();
    let mut charge = job.budget.open();
    for position in all.by_ref().take(most) {
        let listed = Progress::at(Phase::Solving, positions.len() as u64);
        if positions.len() % 4096 == 0 {
            job.go_on(|| listed)?;
        }
        charge
            .make_room(&mut positions, 1)
            .map_err(|refusal| Stopped::out_of_memory(refusal, listed))
            .map_err(PairsError::TooManyToList)?;
        positions.push(position);
    }
    Ok(Found::Positions {
        to,
        more: positions.len() == most && all.next().is_some(),
        positions,
        reason,
    })
}

/// By what the answer is known.
fn told(reason: Reason) -> &'static str {
    match reason {
        Reason::Nim => "by Nim on two heaps (C. L. Bouton, 1901)",
        Reason::Wythoff => {
            "by the theorem of Wythoff's game (W. A. Wythoff, 1907; A. S. Fraenkel, 1982)"
        }
        Reason::Euclid => "by the golden ratio (A. J. Cole and A. J. T. Davie, 1969)",
        _ => "by a table of the lost positions",
    }
}

fn write_text(out: &mut impl Write, game: &PairGame, play: Play, found: &Found) -> Result<()> {
    let played = match play {
        Play::Normal => "",
        Play::Misere => " in misere play",
    };
    match found {
        Found::Positions {
            to,
            positions,
            more,
            reason,
        } => {
            let reach = to.map(|to| format!(", heaps up to {to}"));
            let reach = reach.unwrap_or_default();
            writeln!(out, "{game}{played}: lost for the player to move{reach}")?;
            writeln!(out)?;
            for line in positions.chunks(A_LINE) {
                let line: Vec<String> = line.iter().map(|(a, b)| format!("({a}, {b})")).collect();
                writeln!(out, "  {}", line.join(" "))?;
            }
            match (more, to) {
                (true, Some(_)) => writeln!(out, "  … and more")?,
                (true, None) => writeln!(out, "  …")?,
                _ => {}
            }
            writeln!(out)?;
            writeln!(out, "{}", told(*reason))?;
        }
        Found::Table(nimbers) => {
            writeln!(out, "{game}: nimbers")?;
            writeln!(out)?;
            write_table(out, nimbers)?;
        }
        Found::At {
            position: (a, b),
            found,
        } => {
            writeln!(out, "{game}{played}")?;
            writeln!(out, "({a}, {b})")?;
            writeln!(out)?;
            writeln!(
                out,
                "{}",
                verdict(None, Player::First, found.worth.outcome(), None)
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
                        writeln!(out, "  there is no move, and who cannot move wins")?;
                    }
                    0 => {}
                    hidden => writeln!(out, "  … and {hidden} more")?,
                }
            }
            writeln!(out)?;
            writeln!(out, "{}", told(found.reason))?;
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

/// All nimbers, a row for each size of the first heap.
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

fn write_csv(out: &mut impl Write, found: &Found) -> io::Result<()> {
    match found {
        Found::Positions { positions, .. } => {
            writeln!(out, "a,b")?;
            for (a, b) in positions {
                writeln!(out, "{a},{b}")?;
            }
        }
        Found::Table(nimbers) => {
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
        Found::At { .. } => {}
    }
    Ok(())
}

/// What `--json` prints: lost positions, nimbers, or one position of a game on two
/// heaps.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Report {
    version: Version,
    /// The game in its notation.
    game: String,
    play: PlayWord,
    /// The largest heap looked at; absent where none was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<u64>,
    /// The lost positions, the smaller heap first.
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<Vec<(u64, u64)>>,
    /// Whether there are more lost positions up to `to`, or at all without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    more_positions: Option<bool>,
    /// The nimbers, a row for each size of the first heap.
    #[serde(skip_serializing_if = "Option::is_none")]
    nimbers: Option<Vec<Vec<u32>>>,
    /// The position asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<(u64, u64)>,
    /// What the player to move gets there.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<OutcomeWord>,
    /// The nimber of the position asked about, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    nimber: Option<u32>,
    /// The positions that the winning moves lead to.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<(u64, u64)>>,
    /// By what the answer is known: `theorem` or `table`.
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<&'static str>,
}

impl Report {
    fn new(game: &PairGame, play: Play, found: &Found) -> Self {
        let method = |reason| match reason {
            Reason::Nim | Reason::Wythoff | Reason::Euclid => "theorem",
            _ => "table",
        };
        let mut report = Self {
            version: Version::CURRENT,
            game: game.to_string(),
            play: play.into(),
            to: None,
            positions: None,
            more_positions: None,
            nimbers: None,
            position: None,
            outcome: None,
            nimber: None,
            moves: None,
            method: None,
        };
        match found {
            Found::Positions {
                to,
                positions,
                more,
                reason,
            } => {
                report.to = *to;
                report.positions = Some(positions.clone());
                report.more_positions = Some(*more);
                report.method = Some(method(*reason));
            }
            Found::Table(nimbers) => {
                let numbers = |row: Vec<Nimber>| row.into_iter().map(|nimber| nimber.0).collect();
                report.to = Some(nimbers.size() - 1);
                report.nimbers = Some(rows(nimbers).map(numbers).collect());
            }
            Found::At { position, found } => {
                report.position = Some(*position);
                report.outcome = Some(found.worth.outcome().into());
                report.nimber = found.worth.nimber().map(|nimber| nimber.0);
                report.moves = Some(found.winning.clone());
                report.method = Some(method(found.reason));
            }
        }
        report
    }
}
