//! `zug solve GAME`: who wins, in how many moves, by which move.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use anyhow::Result;
use serde::Serialize;
use zug::{Answer, Outcome, Plies, Problem, Scope, Solution, Value};

use crate::arguments::SolveArguments;
use crate::question;

/// Plies of the line of best play that are shown.
const LONGEST_LINE: usize = 12;

/// Moves that are listed; `--json` has them all.
const MOST_MOVES: usize = 20;

pub(crate) fn run(arguments: &SolveArguments) -> Result<()> {
    let scope = if arguments.all {
        Scope::Everywhere
    } else {
        Scope::Reachable
    };
    let problem = question::problem(&arguments.game, scope)?;
    let begin = Instant::now();
    let solution = question::solve(&problem, &arguments.solver)?;
    let time = begin.elapsed();
    let certificate = if arguments.verify {
        Some(solution.verify()?)
    } else {
        None
    };
    let mut out = io::stdout().lock();
    if arguments.json {
        let report = Report::new(&problem, &solution, time)?;
        // What fails is the writing: the report itself can always be written.
        serde_json::to_writer_pretty(&mut out, &report).map_err(io::Error::from)?;
        writeln!(out)?;
    } else {
        write_text(&mut out, &problem, &solution)?;
    }
    if let Some(certificate) = certificate {
        // With --json stdout holds one document.
        if arguments.json {
            eprintln!("verified: {certificate}");
        } else {
            writeln!(out, "verified: {certificate}")?;
        }
    }
    Ok(())
}

fn write_text(out: &mut impl Write, problem: &Problem, solution: &Solution) -> Result<()> {
    let root = problem.root();
    let value = solved_value(problem, solution)?;
    write!(out, "{}", problem.name())?;
    for (name, value) in problem.parameters() {
        write!(out, " {name}={value}")?;
    }
    writeln!(out)?;
    writeln!(out, "{}", problem.print(&root))?;
    if let Some(picture) = problem.picture(&root) {
        write!(out, "{picture}")?;
    }
    writeln!(out)?;
    writeln!(out, "{}", verdict(problem, solution, value))?;
    if let Some(nimber) = solution.nimber(&root) {
        writeln!(out, "nimber {nimber}")?;
    }
    let moves = solution.moves(&root)?;
    if !moves.is_empty() {
        writeln!(out)?;
        write_moves(out, &moves)?;
        let line = solution.line(&root, LONGEST_LINE)?;
        let more = if line.complete { "" } else { " …" };
        writeln!(out, "best play: {}{more}", line.moves.join(", "))?;
    }
    writeln!(out)?;
    let counts = solution.counts();
    write!(
        out,
        "{}: {}, {}, {} for the player to move",
        number(counts.positions, "position", "positions"),
        number(counts.wins, "win", "wins"),
        number(counts.losses, "loss", "losses"),
        number(counts.draws, "draw", "draws"),
    )?;
    if let Some(longest) = counts.max_remoteness() {
        write!(out, "; the longest takes {}", moves_made(longest))?;
    }
    writeln!(out)?;
    if counts.canonical < counts.positions {
        writeln!(out, "{} up to symmetry", counts.canonical)?;
    }
    writeln!(out, "by {}", solution.method())?;
    Ok(())
}

fn write_moves(out: &mut impl Write, moves: &[Answer]) -> Result<()> {
    let shown = &moves[..moves.len().min(MOST_MOVES)];
    let width = shown
        .iter()
        .map(|answer| answer.name.chars().count())
        .max()
        .unwrap_or(0);
    for answer in shown {
        writeln!(out, "  {:width$}  {}", answer.name, answer.value)?;
    }
    if moves.len() > shown.len() {
        writeln!(out, "  … and {} more", moves.len() - shown.len())?;
    }
    Ok(())
}

/// The answer in a sentence.
fn verdict(problem: &Problem, solution: &Solution, value: Value) -> String {
    let root = problem.root();
    let mover = solution.mover(&root);
    let (me, opponent) = match problem.players() {
        Some([first, second]) if mover == zug::Player::First => (first, second),
        Some([first, second]) => (second, first),
        None => (
            "The player to move".to_owned(),
            "The player to move".to_owned(),
        ),
    };
    let moves = |plies: Plies| match plies {
        Plies::ZERO => "the game is over".to_owned(),
        plies => format!("in {}", moves_made(plies)),
    };
    match (value, problem.players().is_some()) {
        (Value::Win(plies), true) => format!("{me} to move wins: {}.", moves(plies)),
        (Value::Win(plies), false) => format!("{me} wins: {}.", moves(plies)),
        (Value::Loss(plies), true) => {
            format!("{me} to move loses, {opponent} wins: {}.", moves(plies))
        }
        (Value::Loss(plies), false) => format!("{me} loses: {}.", moves(plies)),
        (Value::Draw, true) => format!("{me} to move: a draw."),
        (Value::Draw, false) => "A draw.".to_owned(),
    }
}

fn moves_made(plies: Plies) -> String {
    number(plies.0.into(), "move", "moves")
}

fn number(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn solved_value(problem: &Problem, solution: &Solution) -> Result<Value> {
    let root = problem.root();
    solution.value(&root).ok_or_else(|| {
        zug::Error::NotSolved {
            position: problem.print(&root),
        }
        .into()
    })
}

/// What `--json` prints. Its words are a promise.
#[derive(Serialize)]
struct Report {
    game: String,
    parameters: serde_json::Map<String, serde_json::Value>,
    position: String,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    remoteness: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nimber: Option<u32>,
    moves: Vec<MoveReport>,
    counts: CountsReport,
    method: &'static str,
    seconds: f64,
    peak_bytes: u64,
}

/// A move, with what the player who makes it gets, this move counted.
#[derive(Serialize)]
struct MoveReport {
    #[serde(rename = "move")]
    name: String,
    position: String,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    remoteness: Option<u32>,
}

#[derive(Serialize)]
struct CountsReport {
    positions: u64,
    wins: u64,
    losses: u64,
    draws: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_remoteness: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    canonical: Option<u64>,
}

impl Report {
    fn new(problem: &Problem, solution: &Solution, time: Duration) -> Result<Self> {
        let root = problem.root();
        let value = solved_value(problem, solution)?;
        let counts = solution.counts();
        let moves = solution.moves(&root)?.into_iter().map(|answer| MoveReport {
            position: problem.print(&answer.position),
            outcome: word(answer.value.outcome()),
            remoteness: answer.value.remoteness().map(|plies| plies.0),
            name: answer.name,
        });
        Ok(Self {
            game: problem.name().to_owned(),
            parameters: problem
                .parameters()
                .into_iter()
                .map(|(name, value)| {
                    let json = json_of(&value);
                    (name, json)
                })
                .collect(),
            position: problem.print(&root),
            outcome: word(value.outcome()),
            remoteness: value.remoteness().map(|plies| plies.0),
            nimber: solution.nimber(&root).map(|nimber| nimber.0),
            moves: moves.collect(),
            counts: CountsReport {
                positions: counts.positions,
                wins: counts.wins,
                losses: counts.losses,
                draws: counts.draws,
                max_remoteness: counts.max_remoteness().map(|plies| plies.0),
                canonical: (counts.canonical < counts.positions).then_some(counts.canonical),
            },
            method: solution.method(),
            seconds: time.as_secs_f64(),
            peak_bytes: solution.peak_bytes(),
        })
    }
}

/// A parameter's value: numbers and truth values are JSON's own; sets, lists and
/// tuples of such are arrays; the rest is text as in the rules.
fn json_of(value: &str) -> serde_json::Value {
    let brackets = value.replace(['(', '{'], "[").replace([')', '}'], "]");
    brackets
        .parse()
        .unwrap_or_else(|_| serde_json::Value::from(value))
}

fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::Loss => "loss",
        Outcome::Draw => "draw",
    }
}
