//! `zug solve GAME`: who wins, in how many moves, by which move.

use std::fmt::Display;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use indicatif::HumanCount;
use zug::report::solve::CountedReport;
use zug::report::{ProofReport, SolveReport};
use zug::{
    AnswerBy, Extent, LeftOut, LoopyNimber, MovesAsked, Outcome, Problem, Reply, Request, Searched,
    Solution, SolveOptions, SolvedMove, Statistics, Theorem, Verified, ViewCounts, When, Worth,
    move_of_part, points, verdict,
};
use zug_draw::column;
use zug_keep::{Place, proof, search};

use crate::arguments::{SolveArguments, SweepFormat, VerifyChoice};
use crate::command::{explain, heaps, query};
use crate::message::{self, Kind};
use crate::question::options;
use crate::{json, kept, memory, output, question};

mod counts;
mod picture;
mod position;
mod statistics;
mod sweep;

pub(crate) use position::{shortened, write_head, write_position};

use counts::{moves_made, wins_told, write_counted};
pub(crate) use counts::{number, positions_told};
use position::numbered;
use sweep::Sweep;

/// The largest number of plies that are shown of the line of best play.
const LONGEST_LINE: usize = 12;

/// The largest number of plies that `--long` shows of it.
const MOST_PLIES: usize = 1000;

/// The largest number of moves that are listed; `--json` has all.
const MOST_MOVES: usize = 20;

pub(crate) fn run(arguments: &SolveArguments) -> Result<()> {
    if let Some(file) = &arguments.each {
        return query::each(file, arguments);
    }
    if let Some(heaps) = question::heaps(&arguments.game)? {
        return heaps::solve(&heaps, arguments);
    }
    let (game, moves_asked) = arguments.game_and_moves();
    let game = question::settled(&game)?;
    if let Some(sweep) = Sweep::of(&game)? {
        return sweep.run(&game, arguments);
    }
    if arguments.format != SweepFormat::Text {
        bail!("--format is for a table of answers: --set n=1..50");
    }
    let request = question::request(&game, arguments.scope())?;
    picture::draw(&request, arguments)?;
    if let Some(file) = &arguments.proof {
        proof::refuse_if_hopeless(file).map_err(kept::plain)?;
    }
    refuse_other_methods(arguments)?;
    let options = arguments.pattern.with(options(&arguments.solver))?;
    let answered = question::stoppable_with(options, |options| {
        answered(&request, moves_asked, options, arguments)
    });
    let answered = question::advised(&request, &arguments.solver, answered)?;
    let reply = &answered.reply;
    question::tell_of_reply(&arguments.game, reply);
    question::warn(&request, &reply.warnings());
    if let Some(statistics) = &answered.statistics {
        question::warn(&request, &statistics.warnings);
    }
    for (is_asked, option) in [
        (extent(arguments).is_some(), "--verify checks"),
        (arguments.count.is_some(), "--count counts"),
        (arguments.statistics, "--statistics counts"),
    ] {
        if is_asked {
            refuse_without_positions(reply, option)?;
        }
    }
    let mut out = output::answers();
    if arguments.json {
        write_json(&mut out, &answered)?;
    } else {
        write_answered(&mut out, &answered, arguments)?;
    }
    answered.unwritten.map_or(Ok(()), Err)
}

/// The answer to a question, with the check, the counts and the files that were asked for.
struct Answered {
    reply: Reply,
    /// Why what was to be written beside the answer could not be.
    unwritten: Option<anyhow::Error>,
    time: Duration,
    verified: Option<Verified>,
    /// The partizan value, where it was worked out.
    value: Option<String>,
    counted: Option<ViewCounts>,
    statistics: Option<Statistics>,
    proof: Option<ProofReport>,
}

/// Answers the request, and what the arguments ask beside it.
fn answered(
    request: &Request,
    moves: MovesAsked,
    options: &SolveOptions,
    arguments: &SolveArguments,
) -> Result<Answered> {
    let extent = extent(arguments);
    // Only positions can be checked one by one, or counted.
    let needs_positions = extent.is_some() || arguments.count.is_some() || arguments.statistics;
    let answer_by = match options.answer_by {
        // Only a search has a proof, or keeps what it knows in a file.
        _ if arguments.proof.is_some() || arguments.save.is_some() => AnswerBy::Search,
        AnswerBy::Any if needs_positions => AnswerBy::Positions,
        asked => asked,
    };
    let options = options
        .clone()
        .with_answer_by(answer_by)
        .with_remoteness(arguments.remoteness)
        .with_moves(moves)
        .with_proof(arguments.proof.is_some());
    let begin = Instant::now();
    let (reply, mut unwritten) = reply(request, &options, arguments)?;
    let time = begin.elapsed();
    let verified = match extent {
        Some(extent) => reply.verify(request, extent, &options)?,
        None => None,
    };
    let value = reply.partizan_value(&options)?;
    let (mut counted, mut statistics, mut written) = (None, None, None);
    match &reply {
        Reply::Positions { solution, .. } => {
            if let Some(view) = arguments.count {
                counted = Some(solution.count(view.into(), &options)?);
            }
            if arguments.statistics {
                statistics = Some(solution.statistics(&options)?);
            }
        }
        Reply::Searched { problem, searched } => {
            if let Some(file) = &arguments.proof {
                let proof = proof::write(file, request, problem, searched, &options);
                // The answer is known all the same, and may have taken hours.
                written = proof.unwrap_or_else(|error| {
                    unwritten.get_or_insert(kept::plain(error));
                    None
                });
            }
        }
        Reply::Theorem(_) => {}
    }
    Ok(Answered {
        reply,
        unwritten,
        time,
        verified,
        value,
        counted,
        statistics,
        proof: written,
    })
}

fn write_json(out: &mut impl Write, answered: &Answered) -> Result<()> {
    let Answered {
        reply, verified, ..
    } = answered;
    let mut report = SolveReport::of(reply, answered.time, verified.as_ref())?;
    report.proof.clone_from(&answered.proof);
    report.value.clone_from(&answered.value);
    report.counted = answered.counted.as_ref().map(CountedReport::of);
    if let Some(statistics) = &answered.statistics {
        report.add_statistics(reply, statistics)?;
    }
    json::write(out, &report)?;
    if let Some(verified) = verified {
        // Stdout holds one document.
        let checked = &verified.certificate;
        message::tell(Kind::Note, &format!("verified: {checked}"));
    }
    Ok(())
}

fn write_answered(
    out: &mut impl Write,
    answered: &Answered,
    arguments: &SolveArguments,
) -> Result<()> {
    let reply = &answered.reply;
    let worth = reply.worth()?;
    let longest_line = if arguments.long {
        MOST_PLIES
    } else {
        LONGEST_LINE
    };
    match reply {
        Reply::Theorem(theorem) => write_theorem(out, theorem, &worth)?,
        Reply::Positions {
            problem, solution, ..
        } => {
            let value = answered.value.as_deref();
            write_text(out, problem, solution, (&worth, value), longest_line)?;
        }
        Reply::Searched { problem, searched } => write_searched(out, problem, searched)?,
    }
    if arguments.long {
        write_method(out, reply)?;
    }
    if let Some(counted) = &answered.counted {
        write_counted(out, counted)?;
    }
    if let (
        Some(statistics),
        Reply::Positions {
            problem, solution, ..
        },
    ) = (&answered.statistics, reply)
    {
        statistics::write(out, problem, solution.as_ref(), statistics)?;
    }
    write_proof(out, answered.proof.as_ref())?;
    if arguments.long {
        writeln!(out)?;
        explain::write_reply(out, reply)?;
    }
    if let Some(verified) = &answered.verified {
        writeln!(out, "verified: {}", verified.certificate)?;
        if let Reply::Positions { problem, .. } = reply
            && problem.endless().is_some()
        {
            writeln!(out, "{ENDLESS_DRAWS}")?;
        }
        if let Some(agreement) = &verified.agreement {
            writeln!(out, "and {agreement}")?;
        }
    }
    Ok(())
}

/// Answers the request: by a search with a file of its own if one is named. If what was to be
/// written could not be, the error is given beside the answer.
fn reply(
    request: &Request,
    options: &SolveOptions,
    arguments: &SolveArguments,
) -> Result<(Reply, Option<anyhow::Error>)> {
    let is_search = options.answer_by == AnswerBy::Search;
    let table = arguments.store.table.as_deref().filter(|_| is_search);
    if arguments.save.is_none() && table.is_none() && arguments.proof.is_none() {
        let (reply, unwritten) = question::reply(request, options, &arguments.store)?;
        return Ok((reply, unwritten.map(Into::into)));
    }
    if arguments.all {
        return Err(zug::Error::SearchOfEveryState.into());
    }
    let problem = Problem::prepare(request, options)?;
    let face = kept::face();
    let every = arguments.store.every();
    let save = arguments.save.as_deref();
    let save = save.map(|file| Place::new(file, every, &face));
    let searched = search::beside(request, &problem, options, table, save);
    let (searched, unwritten) = searched.map_err(kept::plain)?;
    let reply = Reply::Searched {
        problem: Box::new(problem),
        searched: Box::new(searched),
    };
    Ok((reply, unwritten.map(kept::plain)))
}

/// How many positions `--verify` checks, if it was asked for.
fn extent(arguments: &SolveArguments) -> Option<Extent> {
    match (arguments.verify, arguments.verify_sample) {
        (_, Some(size)) => Some(Extent::Sample(size)),
        (Some(VerifyChoice::Auto), None) => Some(Extent::Affordable),
        (Some(VerifyChoice::Full), None) => Some(Extent::All),
        (Some(VerifyChoice::Sample), None) => Some(Extent::Sample(Extent::SAMPLE)),
        (None, None) => None,
    }
}

/// Refuses what an option does with solved positions where none were solved.
fn refuse_without_positions(reply: &Reply, option: &str) -> Result<()> {
    match reply {
        Reply::Theorem(_) => {
            bail!("{option} positions, and --method theorem solves none: leave out --method")
        }
        Reply::Searched { .. } => {
            bail!("{option} solved positions, and --method search solves none: leave out --method")
        }
        Reply::Positions { .. } => Ok(()),
    }
}

/// Only a search has a proof, or keeps what it knows in a file.
fn refuse_other_methods(arguments: &SolveArguments) -> Result<()> {
    let answer_by = options(&arguments.solver).answer_by;
    if matches!(answer_by, AnswerBy::Any | AnswerBy::Search) {
        return Ok(());
    }
    if arguments.proof.is_some() {
        bail!("--proof writes the proof of a search: it goes with --method search alone");
    }
    if arguments.save.is_some() {
        bail!("--save keeps what a search knows: it goes with --method search alone");
    }
    Ok(())
}

fn write_proof(out: &mut impl Write, proof: Option<&ProofReport>) -> io::Result<()> {
    if let Some(ProofReport { entries, bytes }) = proof {
        let entries = number(*entries, "entry", "entries");
        writeln!(out, "proof written: {entries}, {}", memory::told(*bytes))?;
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
    let sentence = verdict(
        players.as_ref(),
        theorem.mover(),
        worth.outcome(),
        When::NotKnown,
    );
    writeln!(out, "{sentence}")?;
    if let Some(nimber) = worth.loopy_nimber() {
        writeln!(out, "nimber {nimber}")?;
    }
    let moves = theorem.told_moves();
    if !moves.moves.is_empty() {
        writeln!(out)?;
        let outcomes = moves.moves.into_iter();
        let mut moves_told: Vec<(String, Outcome, Option<LoopyNimber>)> = outcomes
            .map(|claimed| {
                let after = claimed.loopy_nimber();
                (claimed.name, claimed.outcome, after)
            })
            .collect();
        moves_told.sort_by_key(|(_, outcome, _)| match outcome {
            Outcome::Win => 0,
            Outcome::Draw => 1,
            Outcome::Loss => 2,
        });
        write_moves(out, &with_nimbers(moves_told), theorem.names_parts())?;
    }
    if let Some(left_out) = moves.left_out {
        writeln!(out, "  {}", hint(left_out))?;
    }
    writeln!(out)?;
    writeln!(out, "by {} ({})", theorem.name(), theorem.source())?;
    Ok(())
}

/// The moves that are missing from the list, in words.
fn hint(left_out: LeftOut) -> &'static str {
    match left_out {
        LeftOut::All => "the moves are too many to look at",
        LeftOut::NoneWins => "no move wins",
        LeftOut::NoOtherWins => "no other move wins",
        _ => "others may win too",
    }
}

fn write_text(
    out: &mut impl Write,
    problem: &Problem,
    solution: &Solution,
    (worth, value): (&Worth, Option<&str>),
    longest_line: usize,
) -> Result<()> {
    let root = problem.root();
    write_position(out, problem, &root)?;
    let (players, mover) = (problem.players(), solution.mover(&root));
    let score = solution.score(&root)?;
    // The number of moves is that of the quickest win, and whoever plays for the largest score
    // may take longer.
    let when = match score {
        Some(_) => When::NotKnown,
        None => worth.into(),
    };
    let sentence = verdict(players.as_ref(), mover, worth.outcome(), when);
    writeln!(out, "{sentence}")?;
    if let Some(score) = score {
        writeln!(out, "score {} for the player to move", points(score))?;
    } else if problem.has_scores() {
        writeln!(out, "{NO_SCORES}")?;
    }
    write_nimber(out, problem, worth)?;
    match value {
        Some(value) if value.len() <= LONGEST_VALUE => writeln!(out, "value {value}")?,
        Some(_) => writeln!(out, "the value is long: `zug value` prints it")?,
        None => {}
    }
    let moves = solution.moves(&root)?;
    if !moves.is_empty() {
        writeln!(out)?;
        write_moves(out, &told_moves(&moves), problem.names_parts())?;
        let line = solution.line(&root, longest_line)?;
        let more = if line.complete { "" } else { "; …" };
        let line = numbered(problem, &line.moves)?.join("; ");
        writeln!(out, "best play: {line}{more}")?;
    }
    writeln!(out)?;
    let counts = solution.counts()?;
    let of_kinds = [counts.wins, counts.losses, counts.draws];
    write!(out, "{}", positions_told(counts.positions, of_kinds))?;
    if let Some(longest) = counts.max_remoteness() {
        let where_it_ends = problem.endless().map_or("", |_| "where play ends, ");
        let moves = moves_made(longest);
        write!(
            out,
            "; {where_it_ends}whoever can win does so within {moves}"
        )?;
    }
    writeln!(out)?;
    if let (Some(wins), Some(players)) = (counts.players, &players) {
        writeln!(out, "{}", wins_told(players, wins, counts.draws))?;
    }
    write_endless(out, counts.endless)?;
    if counts.canonical < counts.positions {
        writeln!(out, "{} up to symmetry", HumanCount(counts.canonical))?;
    }
    if solution.root() != root {
        let from = problem.print(&solution.root());
        writeln!(out, "all counted from {from}")?;
    }
    Ok(())
}

/// Writes how many positions are won by play that never ends, if any are.
pub(crate) fn write_endless(out: &mut impl Write, positions: u64) -> io::Result<()> {
    if positions == 0 {
        return Ok(());
    }
    let of = number(positions, "of these is", "of these are");
    writeln!(out, "{of} won by play that never ends")
}

/// A note on the certificate of rules by which a player wins where play never ends.
const ENDLESS_DRAWS: &str =
    "what play that never ends is worth was read from the rules: to the certificate it is a draw";

/// Writes how the answer was found. That of a theorem alone says so in any case.
fn write_method(out: &mut impl Write, reply: &Reply) -> io::Result<()> {
    match reply {
        Reply::Theorem(_) => {}
        Reply::Searched { searched, .. } => writeln!(out, "method: {}", searched.method())?,
        Reply::Positions {
            solution, theorem, ..
        } => {
            writeln!(out, "method: {}", solution.method())?;
            if let Some(theorem) = theorem {
                let (name, source) = (theorem.name(), theorem.source());
                writeln!(out, "the same by {name} ({source})")?;
            }
        }
    }
    Ok(())
}

/// The most characters of a partizan value that is printed beside an answer.
const LONGEST_VALUE: usize = 160;

/// What is told where a game ends with scores, and they were not worked out.
const NO_SCORES: &str = "scores are not told: they take all positions and their moves in memory, or moves that climb \
     levels (--method tiers), or a table that was written with scores; a search tells that of one position (--method \
     search)";

/// The line that stands for the nimber of a game that has nimbers, where they were not worked out.
const NO_NIMBERS: &str = "the nimber is not told: it takes all positions and their moves in memory, or moves that climb \
     levels (--method tiers)";

/// Writes the nimber of a solved position, or why it is not known.
pub(crate) fn write_nimber(
    out: &mut impl Write,
    problem: &Problem,
    worth: &Worth,
) -> io::Result<()> {
    match worth.loopy_nimber() {
        Some(nimber) => writeln!(out, "nimber {nimber}"),
        None if problem.defines_nimbers() => writeln!(out, "{NO_NIMBERS}"),
        None => Ok(()),
    }
}

/// What is told where a game ends with scores, and a search was not to tell them.
const NOT_SEARCHED: &str = "scores are not told: leave out --remoteness, and a --table without scores, and the search tells \
     them; --proof then proves them where every move climbs a level";

fn write_searched(out: &mut impl Write, problem: &Problem, searched: &Searched) -> Result<()> {
    let root = problem.root();
    write_position(out, problem, &root)?;
    let worth = &searched.worth;
    let (players, mover) = (problem.players(), problem.mover(&root));
    let sentence = verdict(players.as_ref(), mover, worth.outcome(), worth);
    writeln!(out, "{sentence}")?;
    if let Some(score) = searched.score {
        writeln!(out, "score {} for the player to move", points(score))?;
    } else if problem.has_scores() {
        writeln!(out, "{NOT_SEARCHED}")?;
    }
    if !searched.moves.is_empty() {
        writeln!(out)?;
        let moves = searched.moves.iter();
        let named = moves.map(|of| (of.name.clone(), of.told()));
        let named: Vec<(String, String)> = named.collect();
        write_moves(out, &named, problem.names_parts())?;
        if searched.left_moves_unvalued() {
            writeln!(
                out,
                "  the other moves are not known; --moves all searches them, which can take long"
            )?;
        } else if searched.more_moves {
            writeln!(out, "  the other moves were not searched")?;
        }
    }
    writeln!(out)?;
    if searched.plan.is_opening {
        writeln!(out, "who wins here is known from the catalogue's openings")?;
    }
    writeln!(
        out,
        "{} searched",
        number(searched.nodes, "position", "positions")
    )?;
    if searched.leaves > 0 {
        let times = number(searched.leaves, "time", "times");
        writeln!(out, "{times} a position was known from the table")?;
    }
    Ok(())
}

/// The names of solved moves, each with what it is worth in words.
pub(crate) fn told_moves(moves: &[SolvedMove]) -> Vec<(String, String)> {
    let named = moves.iter();
    with_nimbers(named.map(|of| (of.name.clone(), of.told(), of.after.loopy_nimber())))
}

/// The names of moves, each with its value and, where it is known, the nimber of the position after
/// it.
fn with_nimbers<T: Display>(
    moves: impl IntoIterator<Item = (String, T, Option<LoopyNimber>)>,
) -> Vec<(String, String)> {
    let moves = moves.into_iter();
    let moves: Vec<(String, String, Option<LoopyNimber>)> = moves
        .map(|(name, value, nimber)| (name, value.to_string(), nimber))
        .collect();
    let shown = moves.iter().take(MOST_MOVES);
    let width = column::width(shown.map(|(_, value, _)| &**value));
    let told = moves.into_iter().map(|(name, value, nimber)| match nimber {
        Some(nimber) => (name, format!("{value:width$}  nimber {nimber}")),
        None => (name, value),
    });
    told.collect()
}

pub(crate) fn write_moves<T: Display>(
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
