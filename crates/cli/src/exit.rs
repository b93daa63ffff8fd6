//! Errors to messages and exit codes.

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use zug::Error;

use crate::question::is_misuse;

/// The question has no answer here.
const NO_ANSWER: u8 = 1;
/// Bad usage or bad rules.
const MISUSE: u8 = 2;
/// Stopped by the user.
pub(crate) const CANCELLED: u8 = 130;

/// The process's exit code; the message goes to stderr.
pub(crate) fn code(result: anyhow::Result<()>) -> ExitCode {
    let Err(error) = result else {
        return ExitCode::SUCCESS;
    };
    if let Some(error) = error.downcast_ref::<Error>() {
        eprintln!("{}", error.render(io::stderr().is_terminal()));
        if let Some(advice) = advice(error) {
            eprintln!("{advice}");
        }
        return ExitCode::from(match error {
            Error::Solve(zug::SolveError::Cancelled(_)) => CANCELLED,
            other if is_misuse(other) => MISUSE,
            _ => NO_ANSWER,
        });
    }
    // Whoever read our answers has read enough.
    if let Some(error) = error.downcast_ref::<io::Error>() {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return ExitCode::SUCCESS;
        }
    }
    eprintln!("error: {error:#}");
    ExitCode::from(MISUSE)
}

/// What to try instead.
fn advice(error: &Error) -> Option<&'static str> {
    match error {
        Error::UnknownGame { .. } => {
            Some("`zug games` lists the catalogue; a rules file is named by its path, ./game.zug")
        }
        Error::Solve(zug::SolveError::TooLarge { .. } | zug::SolveError::OutOfMemory { .. }) => {
            Some("try smaller parameters, a later position (--from), or more --memory")
        }
        Error::Solve(zug::SolveError::Cyclic { .. }) => Some("try --method retrograde"),
        Error::TreeTooLarge { .. } => Some("try --depth 3"),
        _ => None,
    }
}
