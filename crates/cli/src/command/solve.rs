//! `zug solve GAME`: who wins, in how many moves, by which move.

use std::fmt::Display;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use schemars::JsonSchema;
use serde::Serialize;
use zug::{
    ClaimedMove, Extent, Outcome, Plies, Problem, Reply, Scope, Solution, SolveOptions, Theorem,
    Value, Verified, Way, Worth, move_of_part, verdict,
};

use crate::arguments::{SolveArguments, VerifyChoice};
use crate::column;
use crate::json::{self, OutcomeWord, TheoremReport};
use crate::message::{self, Kind};
use crate::{output, question};

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
    let request = question::request(&arguments.game, scope)?;
    let extent = match (arguments.verify, arguments.verify_sample) {
        (_, Some(size)) => Some(Extent::Sample(size)),
        (Some(VerifyChoice::Auto), None) => Some(Extent::Affordable),
        (Some(VerifyChoice::Full), None) => Some(Extent::All),
        (Some(VerifyChoice::Sample), None) => Some(Extent::Sample(Extent::SAMPLE)),
        (None, None) => None,
    };
    let begin = Instant::now();
    let answered = question::stoppable(&arguments.solver, |options| {
        let way = match options.way {
            // Only positions can be checked one by one.
            Way::Any if extent.is_some() => Way::Positions,
            way => way,
        };
        let options = SolveOptions {
            way,
            ..options.clone()
        };
        let reply = question::answer(&request, &options)?;
        let time = begin.elapsed();
        let verified = match extent {
            Some(extent) => reply.verify(&request, extent, &options)?,
            None => None,
        };
        Ok((reply, time, verified))
    });
    let answered = question::advised(&request, &arguments.solver, answered)?;
    let (reply, time, verified) = answered;
    question::tell_of_play(&arguments.game, question::decides_stuck(&reply));
    if matches!(reply, Reply::Theorem(_)) && extent.is_some() {
        bail!("--verify checks positions, and --method theorem solves none")
    }
    let worth = reply.worth()?;
    let mut out = output::answers();
    if arguments.json {
        let report = match &reply {
            Reply::Theorem(theorem) => Report::by_theorem(theorem, &worth, time),
            Reply::Positions {
                problem,
                solution,
                theorem,
            } => Report {
                certificate: verified.as_ref().map(CertificateReport::of),
                ..Report::by_positions(problem, solution, theorem.as_deref(), &worth, time)?
            },
        };
        json::write(&mut out, &report)?;
    } else {
        match &reply {
            Reply::Theorem(theorem) => write_theorem(&mut out, theorem, &worth)?,
            Reply::Positions {
                problem,
                solution,
                theorem,
            } => write_text(&mut out, problem, solution, theorem.as_deref(), &worth)?,
        }
    }
    if let Some(verified) = verified {
        // With --json stdout holds one document.
        if arguments.json {
            let checked = &verified.certificate;
            message::tell(Kind::Note, &format!("verified: {checked}"));
        } else {
            writeln!(out, "verified: {}", verified.certificate)?;
            if let Some(agreement) = verified.agreement {
                writeln!(out, "and {agreement}")?;
            }
        }
    }
    Ok(())
}

fn write_head(
    out: &mut impl Write,
    game: &str,
    parameters: Vec<(String, String)>,
    position: Option<String>,
) -> io::Result<()> {
    write!(out, "{game}")?;
    for (name, value) in parameters {
        write!(out, " {name}={value}")?;
    }
    writeln!(out)?;
    if let Some(position) = position {
        writeln!(out, "{position}")?;
    }
    Ok(())
}

fn write_theorem(out: &mut impl Write, theorem: &Theorem, worth: &Worth) -> Result<()> {
    write_head(
        out,
        theorem.game(),
        theorem.parameters(),
        theorem.position(),
    )?;
    writeln!(out)?;
    let players = theorem.players();
    let sentence = verdict(players.as_ref(), theorem.mover(), worth.outcome(), None);
    writeln!(out, "{sentence}")?;
    if let Some(nimber) = worth.nimber() {
        writeln!(out, "nimber {nimber}")?;
    }
    let moves = ClaimedMoves::of(theorem);
    if !moves.told.is_empty() {
        writeln!(out)?;
        let outcomes = moves.told.into_iter();
        let mut moves_told: Vec<(String, Outcome)> = outcomes
            .map(|claimed| (claimed.name, claimed.outcome))
            .collect();
        moves_told.sort_by_key(|(_, outcome)| match outcome {
            Outcome::Win => 0,
            Outcome::Draw => 1,
            Outcome::Loss => 2,
        });
        write_moves(out, &moves_told, theorem.names_parts())?;
    }
    if let Some(hint) = moves.hint {
        writeln!(out, "  {hint}")?;
    }
    writeln!(out)?;
    writeln!(out, "by {} ({})", theorem.name(), theorem.source())?;
    Ok(())
}

/// The moves of a position that only a theorem speaks of.
struct ClaimedMoves {
    told: Vec<ClaimedMove>,
    /// What is not told.
    hint: Option<&'static str>,
}

impl ClaimedMoves {
    /// All moves where they can be looked at, else those that are named as
    /// winning.
    fn of(theorem: &Theorem) -> Self {
        if let Some(told) = theorem.moves() {
            return Self { told, hint: None };
        }
        let Some(winning) = theorem.named_moves() else {
            return Self {
                told: Vec::new(),
                hint: Some("the moves are too many to look at"),
            };
        };
        let hint = match (winning.moves.is_empty(), winning.all) {
            (true, _) => "no move wins",
            (false, true) => "no other move wins",
            (false, false) => "others may win too",
        };
        Self {
            told: winning.moves,
            hint: Some(hint),
        }
    }
}

fn write_text(
    out: &mut impl Write,
    problem: &Problem,
    solution: &Solution,
    theorem: Option<&Theorem>,
    worth: &Worth,
) -> Result<()> {
    let root = problem.root();
    write_head(
        out,
        problem.name(),
        problem.parameters(),
        Some(problem.print(&root)),
    )?;
    if let Some(picture) = problem.picture(&root) {
        write!(out, "{picture}")?;
    }
    writeln!(out)?;
    let (players, mover) = (problem.players(), solution.mover(&root));
    let sentence = verdict(players.as_ref(), mover, worth.outcome(), worth.remoteness());
    writeln!(out, "{sentence}")?;
    if let Some(nimber) = worth.nimber() {
        writeln!(out, "nimber {nimber}")?;
    }
    let moves = solution.moves(&root)?;
    if !moves.is_empty() {
        writeln!(out)?;
        let named: Vec<(String, Value)> = moves
            .into_iter()
            .map(|answer| (answer.name, answer.value))
            .collect();
        write_moves(out, &named, problem.names_parts())?;
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
    if let Some(theorem) = theorem {
        writeln!(out, "and by {} ({})", theorem.name(), theorem.source())?;
    }
    Ok(())
}

fn write_moves<T: Display>(
    out: &mut impl Write,
    moves: &[(String, T)],
    name_parts: bool,
) -> Result<()> {
    let shown = &moves[..moves.len().min(MOST_MOVES)];
    let width = column::width(shown.iter().map(|(name, _)| &**name));
    for (name, value) in shown {
        writeln!(out, "  {name:width$}  {value}")?;
    }
    if moves.len() > shown.len() {
        writeln!(out, "  … and {} more", moves.len() - shown.len())?;
    }
    let first = moves.first().filter(|_| name_parts);
    if let Some(meant) = first.and_then(|(name, _)| move_of_part(name)) {
        writeln!(out, "  ({meant})")?;
    }
    Ok(())
}

fn moves_made(plies: Plies) -> String {
    number(plies.0.into(), "move", "moves")
}

fn number(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// What `--json` prints: the value of a position, and of its moves.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Report {
    #[serde(flatten)]
    head: json::Head,
    /// The position asked about; absent where it is too large to be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    /// What the player to move gets.
    outcome: OutcomeWord,
    /// The number of moves until the game ends when the winner hurries and the
    /// loser delays; absent for a draw, and where a theorem answers alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    remoteness: Option<u32>,
    /// The nimber of an impartial game, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    nimber: Option<u32>,
    /// The moves of the position, the best first where positions were solved.
    moves: Vec<MoveReport>,
    /// Whether moves are missing from `moves`: they are too many to look at.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    more_moves: bool,
    /// How many positions were solved; absent where a theorem answers alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    counts: Option<CountsReport>,
    /// How the answer was found, in words.
    method: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    theorem: Option<TheoremReport>,
    /// How long it took.
    seconds: f64,
    /// The most memory that the solver held at any time.
    #[serde(skip_serializing_if = "Option::is_none")]
    peak_bytes: Option<u64>,
    /// What `--verify` found true, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<CertificateReport>,
}

/// What `--verify` found true.
#[derive(Serialize, JsonSchema)]
struct CertificateReport {
    /// Positions that were checked.
    positions: u64,
    /// Moves that were checked.
    moves: u64,
    /// Positions that were played by the rules as they are written.
    by_the_rules_as_written: u64,
    /// What the sample was made of, where not all were.
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    /// Positions whose nimber was checked.
    nimbers: u64,
    /// The theorem that answers too, and how far it says the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    theorem: Option<AgreementReport>,
}

/// How far a theorem says the same.
#[derive(Serialize, JsonSchema)]
struct AgreementReport {
    /// What the theorem is called.
    name: String,
    /// Moves that it says the same of.
    moves: u64,
    /// Positions that it says the same of.
    positions: u64,
}

impl CertificateReport {
    fn of(verified: &Verified) -> Self {
        let certificate = &verified.certificate;
        let agreement = verified.agreement.as_ref();
        Self {
            positions: certificate.positions,
            moves: certificate.moves,
            by_the_rules_as_written: certificate.judged,
            seed: (!certificate.is_all_judged()).then_some(Extent::SEED),
            nimbers: certificate.nimbers,
            theorem: agreement.map(|agreement| AgreementReport {
                name: agreement.theorem.clone(),
                moves: agreement.moves,
                positions: agreement.positions,
            }),
        }
    }
}

/// A move, with what the player who makes it gets, this move counted.
#[derive(Serialize, JsonSchema)]
struct MoveReport {
    /// The move as the rules write it.
    #[serde(rename = "move")]
    name: String,
    /// The position after the move, where it can be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    /// What the player who makes the move gets.
    outcome: OutcomeWord,
    /// The number of moves until the game ends, this one counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    remoteness: Option<u32>,
}

/// How many positions were solved, and their outcomes for the player to move.
#[derive(Serialize, JsonSchema)]
struct CountsReport {
    /// All positions.
    positions: u64,
    /// Positions that the player to move wins.
    wins: u64,
    /// Positions that the player to move loses.
    losses: u64,
    /// Positions that neither player wins.
    draws: u64,
    /// The largest remoteness of a position.
    #[serde(skip_serializing_if = "Option::is_none")]
    max_remoteness: Option<u32>,
    /// The positions that are left if those that a symmetry makes equal are
    /// counted once; absent where that is all positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    canonical: Option<u64>,
}

impl Report {
    fn by_positions(
        problem: &Problem,
        solution: &Solution,
        theorem: Option<&Theorem>,
        worth: &Worth,
        time: Duration,
    ) -> Result<Self> {
        let root = problem.root();
        let counts = solution.counts();
        let moves = solution.moves(&root)?.into_iter().map(|answer| MoveReport {
            position: Some(problem.print(&answer.position)),
            outcome: answer.value.outcome().into(),
            remoteness: answer.value.remoteness().map(|plies| plies.0),
            name: answer.name,
        });
        Ok(Self {
            head: json::Head::of_problem(problem),
            position: Some(problem.print(&root)),
            outcome: worth.outcome().into(),
            remoteness: worth.remoteness().map(|plies| plies.0),
            nimber: worth.nimber().map(|nimber| nimber.0),
            moves: moves.collect(),
            more_moves: false,
            counts: Some(CountsReport {
                positions: counts.positions,
                wins: counts.wins,
                losses: counts.losses,
                draws: counts.draws,
                max_remoteness: counts.max_remoteness().map(|plies| plies.0),
                canonical: (counts.canonical < counts.positions).then_some(counts.canonical),
            }),
            method: solution.method().to_owned(),
            theorem: theorem.map(TheoremReport::of),
            seconds: time.as_secs_f64(),
            peak_bytes: Some(solution.peak_bytes()),
            certificate: None,
        })
    }

    fn by_theorem(theorem: &Theorem, worth: &Worth, time: Duration) -> Self {
        let moves = ClaimedMoves::of(theorem);
        let report = |claimed: ClaimedMove| MoveReport {
            name: claimed.name,
            position: claimed.position,
            outcome: claimed.outcome.into(),
            remoteness: None,
        };
        Self {
            head: json::Head::of_theorem(theorem),
            position: theorem.position(),
            outcome: worth.outcome().into(),
            remoteness: worth.remoteness().map(|plies| plies.0),
            nimber: worth.nimber().map(|nimber| nimber.0),
            more_moves: moves.hint.is_some(),
            moves: moves.told.into_iter().map(report).collect(),
            counts: None,
            method: format!("theorem: {}", theorem.name()),
            theorem: Some(TheoremReport::of(theorem)),
            seconds: time.as_secs_f64(),
            peak_bytes: None,
            certificate: None,
        }
    }
}
