//! Errors to messages and exit codes.

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use bytesize::ByteSize;
use indicatif::HumanCount;
use zug::{Error, Progress, SolveError};
use zug_solve::impartial::pairs::PairsError;

use crate::question::is_misuse;
use crate::sequence::SequenceError;

/// The question has no answer here.
const NO_ANSWER: u8 = 1;
/// Bad usage or bad rules.
const MISUSE: u8 = 2;
/// Stopped by the user.
pub(crate) const CANCELLED: u8 = 130;

/// What could be said was said, and it is no answer.
#[derive(Debug, thiserror::Error)]
#[error("who wins cannot be said")]
pub(crate) struct Unanswered;

/// The user stopped it, and what was known by then was said.
#[derive(Debug, thiserror::Error)]
#[error("stopped; what is said was known by then")]
pub(crate) struct Cancelled;

/// The process's exit code; the message goes to stderr.
pub(crate) fn code(result: anyhow::Result<()>) -> ExitCode {
    let Err(error) = result else {
        return ExitCode::SUCCESS;
    };
    let error = match error.downcast_ref::<PairsError>() {
        Some(&PairsError::Cancelled { positions }) => {
            let progress = Progress {
                positions,
                ..Progress::default()
            };
            Error::Solve(SolveError::Cancelled(progress)).into()
        }
        _ => error,
    };
    if let Some(error) = error.downcast_ref::<PairsError>() {
        eprintln!("error: {}", of_pairs(error));
        if let PairsError::TooLarge { .. } = error {
            eprintln!("try smaller heaps, or more --memory");
        }
        return ExitCode::from(NO_ANSWER);
    }
    if let Some(error) = error.downcast_ref::<Error>() {
        for line in message(error).lines() {
            eprintln!("{}", shortened(line, LONGEST_LINE));
        }
        if let Some(advice) = advice(error) {
            eprintln!("{advice}");
        }
        return ExitCode::from(match error {
            Error::Solve(SolveError::Cancelled(_)) => CANCELLED,
            other if is_misuse(other) => MISUSE,
            _ => NO_ANSWER,
        });
    }
    if let Some(error) = error.downcast_ref::<SequenceError>() {
        eprintln!("{}", shortened(&error.to_string(), LONGEST_LINE));
        if let Some(advice) = error.advice() {
            eprintln!("{advice}");
        }
        return ExitCode::from(match error {
            SequenceError::Stopped { .. } | SequenceError::CheckStopped => CANCELLED,
            error if error.is_misuse() => MISUSE,
            _ => NO_ANSWER,
        });
    }
    if error.is::<Unanswered>() {
        return ExitCode::from(NO_ANSWER);
    }
    if error.is::<Cancelled>() {
        eprintln!("{error}");
        return ExitCode::from(CANCELLED);
    }
    // Inputs have errors of their own: what is left is the output's.
    if let Some(error) = error.downcast_ref::<io::Error>() {
        if error.kind() == io::ErrorKind::BrokenPipe {
            // Whoever read our answers has read enough.
            return ExitCode::SUCCESS;
        }
        eprintln!("error: the answer cannot be written: {error}");
        return ExitCode::from(NO_ANSWER);
    }
    eprintln!("{}", shortened(&format!("error: {error:#}"), LONGEST_LINE));
    ExitCode::from(MISUSE)
}

/// Characters of a line of a message: what it quotes may be megabytes.
const LONGEST_LINE: usize = 2000;

/// The text, its middle left out if it is longer than this.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return text.to_owned();
    }
    let half = most / 2;
    let first: String = text.chars().take(half).collect();
    let last: String = text.chars().skip(count - half).collect();
    format!("{first} … {last}")
}

/// The error as a person reads it.
fn message(error: &Error) -> String {
    let bytes = |bytes: u64| ByteSize::b(bytes).display().iec().to_string();
    match error {
        Error::Solve(SolveError::TooLarge {
            positions,
            bytes: needed,
            budget,
        }) => format!(
            "error: this needs at least {} (for {} positions or more); {} are allowed",
            bytes(*needed),
            HumanCount(*positions),
            bytes(*budget),
        ),
        Error::Solve(SolveError::OutOfMemory { refusal, positions }) => format!(
            "error: the {} allowed are used up after {} {}, and there are more",
            bytes(refusal.budget),
            HumanCount(*positions),
            if *positions == 1 {
                "position"
            } else {
                "positions"
            },
        ),
        Error::Solve(SolveError::Cancelled(progress)) => format!(
            "stopped; {} positions were found by then",
            HumanCount(progress.positions),
        ),
        other => other.render(io::stderr().is_terminal()),
    }
}

/// Why there is no answer about two heaps.
fn of_pairs(error: &PairsError) -> String {
    let bytes = |bytes: u64| ByteSize::b(bytes).display().iec().to_string();
    match *error {
        PairsError::TooLarge {
            largest,
            needed,
            allowed,
        } => format!(
            "a table of two heaps up to {largest} needs at least {}; {} are allowed",
            bytes(needed),
            bytes(allowed),
        ),
        other => other.to_string(),
    }
}

/// What to try instead.
fn advice(error: &Error) -> Option<&'static str> {
    match error {
        Error::UnknownGame { .. } => {
            Some("`zug games` lists the catalogue; a rules file is named by its path, ./game.zug")
        }
        Error::Solve(SolveError::TooLarge { .. } | SolveError::OutOfMemory { .. }) => {
            Some("try smaller parameters, a later position (--from), or more --memory")
        }
        Error::Solve(SolveError::TooManyPositions { .. }) => {
            Some("try smaller parameters, a later position (--from), or without --all")
        }
        Error::MixedPlay => Some("say --play normal or --play misere"),
        Error::NoTheorem => Some("try --method positions"),
        Error::Solve(SolveError::Cyclic { .. }) => Some("try --method retrograde"),
        Error::TreeTooLarge { .. } => {
            Some("try a --depth of 3 or less, or a later position (--from)")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_text_the_middle_is_left_out() {
        assert_eq!(shortened("nim(3)", 6), "nim(3)");
        assert_eq!(shortened("nim(1, 2, 3)", 6), "nim …  3)");
    }
}
