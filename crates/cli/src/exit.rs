//! Errors to messages and exit codes.

use std::borrow::Cow;
use std::io::{self, Write};
use std::process::ExitCode;

use indicatif::HumanCount;
use zug::heaps::NotOnHeaps;
use zug::{Error, Known, Outcome, SolveError, Stopped, visible};
use zug_sequences::pairs::PairsError;
use zug_solve::strong::tiers::store::StoreError;

use crate::calculation::NoCalculation;
use crate::destination::Unwritable;
use crate::kept;
use crate::meant::{NoExpression, meant};
use crate::memory;
use crate::message::{self, Kind, LONGEST_LINE, shortened};
use crate::question::{self, Advised};
use crate::sequence::SequenceError;
use crate::signal::{self, NotListening};

/// The exit code of a question that Zug cannot answer here.
pub(crate) const NO_ANSWER: u8 = 1;
/// Zug itself has a defect: it panicked. The standard library has the same code for it.
pub(crate) const PANICKED: u8 = 101;
/// The exit code of bad usage or bad rules.
const MISUSE: u8 = 2;

/// The error of a command that has printed what it found, but no answer.
#[derive(Debug, thiserror::Error)]
#[error("who wins cannot be said")]
pub(crate) struct Unanswered;

/// The error of a command that has printed what it searched, and found nothing.
#[derive(Debug, thiserror::Error)]
#[error("nothing was found within these bounds")]
pub(crate) struct NotFound;

/// The error of a command that has printed what it found of a pattern, and proved nothing.
#[derive(Debug, thiserror::Error)]
#[error("no pattern is proved")]
pub(crate) struct NothingProved;

/// The error of a command that the user stopped, and that has printed what it knew.
#[derive(Debug, thiserror::Error)]
#[error("stopped; what is said was known by then")]
pub(crate) struct Cancelled;

/// The error of a command that answered many questions, some of which have no answer.
#[derive(Debug, thiserror::Error)]
#[error("{failed} of {of} questions have no answer")]
pub(crate) struct SomeUnanswered {
    /// The number of questions without an answer.
    pub(crate) failed: u64,
    /// The number of all questions.
    pub(crate) of: u64,
}

/// The error of a worksheet some lines of which have no answer.
#[derive(Debug, thiserror::Error)]
#[error("{failed} of {of} lines have no answer")]
pub(crate) struct Unread {
    /// The number of lines without an answer.
    pub(crate) failed: u64,
    /// The number of all lines.
    pub(crate) of: u64,
}

/// The exit code of the process; the message of an error goes to stderr.
pub(crate) fn code(result: anyhow::Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => ExitCode::from(told(&error)),
    }
}

/// The exit code where the arguments are no question. Help that was asked for goes to
/// stdout, faults of the arguments to stderr.
pub(crate) fn of_arguments(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let written = error.print().and_then(|()| io::stdout().flush());
        return code(written.map_err(Into::into));
    }
    let arguments: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    if let Some(meant) = meant(error, &arguments) {
        message::tell(Kind::Error, &meant.fault);
        message::tell(Kind::Help, &meant.help);
        return ExitCode::from(MISUSE);
    }
    // A quoted text that has colours of its own could not be told from the colours of the
    // message.
    if arguments.iter().any(|argument| steers(argument)) {
        let drawn = error.render().to_string();
        message::tell(Kind::Error, drawn.trim_start_matches("error: ").trim_end());
    } else {
        // Standard error may be closed.
        let _ = error.print();
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(MISUSE))
}

/// Whether a text holds characters that steer a terminal, and must be written out.
fn steers(text: &str) -> bool {
    matches!(visible(text), Cow::Owned(_))
}

/// What a search that was stopped knows of the player to move.
fn known_so_far(at_least: Outcome, at_most: Outcome) -> &'static str {
    match (at_least, at_most) {
        (Outcome::Win, _) => "the player to move wins",
        (_, Outcome::Loss) => "the player to move loses",
        (Outcome::Draw, Outcome::Draw) => "the position is a draw",
        (Outcome::Draw, Outcome::Win) => "the player to move has a draw at least",
        (Outcome::Loss, Outcome::Draw) => "the player to move has a draw at most",
        (Outcome::Loss, Outcome::Win) => "nothing is known yet of who wins",
    }
}

/// What a search that was stopped knows of moves, behind what it knows of the player to move.
fn of_moves(moves: &[(String, Known)]) -> String {
    const MOST: usize = 10;
    if moves.is_empty() {
        return String::new();
    }
    let shown = moves.iter().take(MOST);
    let told: Vec<String> = shown
        .map(|(name, known)| format!("{name}: {known}"))
        .collect();
    let more = match moves.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    format!(" ({}{more})", told.join("; "))
}

/// Tells the person why there is no answer; returns the exit code.
fn told(error: &anyhow::Error) -> u8 {
    if let Some(stopped) = cancelled(error) {
        let positions = HumanCount(stopped.reached.positions);
        tell(
            Kind::Note,
            &match error.downcast_ref() {
                Some(Error::SearchStopped { known, .. }) => format!(
                    "stopped; {positions} positions were searched by then, and {}{}",
                    known_so_far(known.position.at_least(), known.position.at_most()),
                    of_moves(&known.moves)
                ),
                _ => format!("stopped; {positions} positions were found by then"),
            },
        );
        return signal::exit_code();
    }
    if let Some(error) = error.downcast_ref::<PairsError>() {
        tell(Kind::Error, &of_pairs(error));
        if let Some(refusal) = Stopped::behind(error).and_then(Stopped::refusal) {
            tell(Kind::Help, &memory::advice(&refusal, "smaller heaps"));
        }
        return NO_ANSWER;
    }
    if let Some(NoCalculation {
        refusal: Some(refusal),
        ..
    }) = error.downcast_ref()
    {
        tell(Kind::Error, &error.to_string());
        tell(Kind::Help, &memory::advice(refusal, "a smaller expression"));
        return NO_ANSWER;
    }
    if let Some(NotOnHeaps::Rules(error)) = error.downcast_ref() {
        return of_zug(error);
    }
    if let Some(error) = error.downcast_ref::<Error>() {
        return of_zug(error);
    }
    if let Some(error) = error.downcast_ref::<zug_tablebase::Error>() {
        return of_table(error);
    }
    if let Some(error) = error.downcast_ref::<zug_keep::Error>() {
        return of_kept(error);
    }
    if let Some(NoExpression { error, help }) = error.downcast_ref() {
        let code = of_zug(error);
        if let Some(help) = help {
            tell(Kind::Help, help);
        }
        return code;
    }
    if let Some(advised) = error.downcast_ref::<Advised>() {
        let code = of_zug(&advised.error);
        tell(Kind::Help, &advised.advice());
        return code;
    }
    if let Some(error) = error.downcast_ref::<SequenceError>() {
        let (kind, code) = match error {
            SequenceError::Stopped { .. } | SequenceError::CheckStopped => {
                (Kind::Note, signal::exit_code())
            }
            error if error.is_misuse() => (Kind::Error, MISUSE),
            _ => (Kind::Error, NO_ANSWER),
        };
        tell(kind, &error.to_string());
        if let Some(advice) = error.advice() {
            tell(Kind::Help, advice);
        }
        return code;
    }
    if error.is::<Unanswered>() {
        // The output tells why nobody knows who wins; the message only says that it is so.
        tell(Kind::Error, &error.to_string());
        return NO_ANSWER;
    }
    if error.is::<Cancelled>() {
        tell(Kind::Note, &error.to_string());
        return signal::exit_code();
    }
    if error.is::<NotFound>()
        || error.is::<NothingProved>()
        || error.is::<NotListening>()
        || error.is::<Unwritable>()
        || error.is::<SomeUnanswered>()
    {
        tell(Kind::Error, &error.to_string());
        return NO_ANSWER;
    }
    // Faults of inputs have errors of their own, so this is a fault of the output.
    if let Some(error) = error.downcast_ref::<io::Error>() {
        if error.kind() == io::ErrorKind::BrokenPipe {
            // The reader of the answers has read enough.
            return 0;
        }
        tell(
            Kind::Error,
            &format!("the answer cannot be written: {error}"),
        );
        return NO_ANSWER;
    }
    tell(Kind::Error, &format!("{error:#}"));
    if let Some(advice) = question::advice(error) {
        tell(Kind::Help, &advice);
    }
    MISUSE
}

/// How far the work of a solver had got when the user stopped it; `None` for another
/// error.
fn cancelled(error: &anyhow::Error) -> Option<&Stopped> {
    Stopped::behind(error.as_ref()).filter(|stopped| stopped.is_cancelled())
}

/// Whether an error says that the user stopped the work.
pub(crate) fn is_cancelled(error: &anyhow::Error) -> bool {
    cancelled(error).is_some() || error.is::<Cancelled>()
}

/// An error in one line, for a program that reads it.
pub(crate) fn words(error: &anyhow::Error) -> String {
    let words = match error.downcast_ref::<Error>() {
        Some(error) => message(error),
        None => format!("{error:#}"),
    };
    shortened(&words.replace('\n', " "), LONGEST_LINE)
}

/// Tells the person an error of the library; returns the exit code.
fn of_zug(error: &Error) -> u8 {
    let is_drawn = matches!(error, Error::Rules { .. } | Error::NoRoomForRules { .. });
    if is_drawn || error.scene().is_some() {
        for line in error.render(message::is_coloured()).lines() {
            message::show(&shortened(line, LONGEST_LINE));
        }
    } else {
        tell(Kind::Error, &message(error));
    }
    if let Some(advice) = advice(error) {
        tell(Kind::Help, &advice);
    }
    if is_misuse(error) { MISUSE } else { NO_ANSWER }
}

/// Tells the person an error of a table on disk; returns the exit code.
fn of_table(error: &zug_tablebase::Error) -> u8 {
    if let Some(refusal) = Stopped::behind(error).and_then(Stopped::refusal) {
        let refused = memory::refused(&refusal);
        tell(
            Kind::Error,
            &format!("the table needs more memory: {refused}"),
        );
        tell(Kind::Help, &memory::advice(&refusal, "a smaller table"));
        return NO_ANSWER;
    }
    tell(Kind::Error, &error.to_string());
    if let Some(advice) = kept::advice_for_table(error) {
        tell(Kind::Help, advice);
    }
    if kept::is_misuse_of_table(error) {
        MISUSE
    } else {
        NO_ANSWER
    }
}

/// Tells the person an error of the file of a proof, or of a search; returns the exit code.
fn of_kept(error: &zug_keep::Error) -> u8 {
    if let Some(refusal) = Stopped::behind(error).and_then(Stopped::refusal) {
        let refused = memory::refused(&refusal);
        if kept::is_of_search(error) {
            let text = format!("the file of the search needs more memory: {refused}");
            tell(Kind::Error, &text);
        } else {
            let text = format!("the proof needs more memory: {refused}");
            tell(Kind::Error, &text);
            tell(Kind::Help, &memory::advice(&refusal, "a smaller proof"));
        }
        return NO_ANSWER;
    }
    tell(Kind::Error, &error.to_string());
    if let Some(advice) = kept::advice(error) {
        tell(Kind::Help, advice);
    }
    if kept::is_misuse(error) {
        MISUSE
    } else {
        NO_ANSWER
    }
}

/// Whether an error comes of bad usage or bad rules, and not of a question without an
/// answer.
fn is_misuse(error: &Error) -> bool {
    matches!(
        error,
        Error::UnknownGame { .. }
            | Error::NoRules { .. }
            | Error::Rules { .. }
            | Error::Setting(_)
            | Error::MixedPlay
            | Error::NoSuchValue { .. }
            | Error::UnsearchedValues(_)
            | Error::Expression(_)
            | Error::Notation(_)
            | Error::Fen(_)
            | Error::IllegalMove { .. }
            | Error::NeitherPositionNorValue { .. }
            | Error::Fault(_)
            | Error::Solve(SolveError::Fault(_))
    )
}

/// Tells a message. The middle of a line that is too long is left out.
fn tell(kind: Kind, text: &str) {
    let lines: Vec<String> = text
        .lines()
        .map(|line| shortened(line, LONGEST_LINE))
        .collect();
    message::tell(kind, &lines.join("\n"));
}

/// The error as a person reads it.
fn message(error: &Error) -> String {
    match error {
        Error::Solve(SolveError::TooLarge {
            positions,
            bytes: needed,
            budget,
        }) => {
            let what_for = match positions {
                0 => "before any position is found".to_owned(),
                positions => format!("for {} positions or more", HumanCount(*positions)),
            };
            format!(
                "this needs at least {} ({what_for}); {} are allowed",
                memory::told(*needed),
                memory::told(*budget),
            )
        }
        Error::Solve(SolveError::TooManyPasses {
            passes,
            most,
            bytes,
            budget,
        }) => format!(
            "the positions of one tier would be gathered in about {passes} passes over the moves \
             that lead to them, and at most {most} are made: this takes about {}, and {} are \
             allowed",
            memory::told(*bytes),
            memory::told(*budget),
        ),
        Error::Solve(SolveError::IndexTooLarge {
            numbers,
            bytes,
            budget,
        }) => format!(
            "this needs at least {} (the index has {} numbers for positions or more); {} are \
             allowed",
            memory::told(*bytes),
            HumanCount(*numbers),
            memory::told(*budget),
        ),
        Error::NoRoom {
            positions,
            bytes,
            room,
        } => format!(
            "the table of this game takes at least {} on the disk (for {} positions or more); \
             there is room for {}",
            memory::told(*bytes),
            HumanCount(*positions),
            memory::told(*room),
        ),
        Error::Solve(SolveError::Stopped(stopped)) => match stopped.refusal() {
            Some(refusal) => memory::message(&refusal, stopped.reached),
            None => error.to_string(),
        },
        other => other.to_string(),
    }
}

/// The message of an error about two heaps.
fn of_pairs(error: &PairsError) -> String {
    let Some(stopped) = Stopped::behind(error) else {
        return error.to_string();
    };
    let refused = stopped.refusal().as_ref().map(memory::refused);
    let refused = refused.unwrap_or_default();
    match *error {
        PairsError::TooLarge {
            largest, needed, ..
        } => format!(
            "a table of two heaps up to {largest} needs at least {}; {refused}",
            memory::told(needed),
        ),
        PairsError::TooManyToList(stopped) => format!(
            "there are more lost positions than the {} that were listed; {refused}",
            HumanCount(stopped.reached.positions),
        ),
        other => other.to_string(),
    }
}

/// What a person may make smaller in a question about rules.
const SMALLER: &str = "smaller parameters, a later position (--from)";

/// What to try instead.
fn advice(error: &Error) -> Option<Cow<'static, str>> {
    if let Some(refusal) = Stopped::behind(error).and_then(Stopped::refusal) {
        return Some(memory::advice(&refusal, SMALLER).into());
    }
    let words = match error {
        Error::Solve(SolveError::Store(StoreError::Failed(why))) => {
            why.downcast_ref().and_then(kept::advice_for_table)
        }
        Error::Solve(
            SolveError::TooLarge { .. }
            | SolveError::TooManyPasses { .. }
            | SolveError::IndexTooLarge { .. },
        ) => {
            return Some(format!("try {SMALLER}, or more --memory").into());
        }
        Error::UnknownGame { .. } => {
            Some("`zug games` lists the catalogue; a rules file is named by its path, ./game.zug")
        }
        Error::Solve(SolveError::TooManyPositions { .. }) => {
            Some("try smaller parameters, a later position (--from), or without --all")
        }
        Error::NoRoom { .. } => Some("name a folder on a larger disk, or try smaller parameters"),
        Error::PreparationTooLarge | Error::NoRoomForRules { .. } => {
            Some("try smaller parameters, or more --memory")
        }
        Error::NeitherPositionNorValue {
            text, parameters, ..
        } => {
            let first = parameters.split(',').next().unwrap_or_default();
            return Some(
                format!(
                    "--moves '{text}' makes moves, --set {first}=… sets a parameter, and --from names \
                     a position"
                )
                .into(),
            );
        }
        Error::MixedPlay => Some("say --play normal or --play misere"),
        Error::NoTheorem | Error::Solve(SolveError::GainsTooLarge { .. }) => {
            Some("try --method positions")
        }
        Error::Solve(SolveError::Cyclic { .. }) => Some("try --method retrograde"),
        Error::TreeTooLarge { .. } => {
            Some("allow more --nodes, or ask about a later position (--from)")
        }
        _ => None,
    };
    words.map(Cow::Borrowed)
}
