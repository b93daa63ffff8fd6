//! From arguments to a [`Problem`] and its solution.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;

use anyhow::{Context, Result};
use zug::{CancelToken, Error, Method, Play, Problem, Request, Scope, Solution, SolveOptions};

use crate::arguments::{GameArguments, MethodChoice, PlayChoice, SolverArguments};
use crate::terminal::ProgressLine;

/// The problem that the arguments ask.
pub(crate) fn problem(arguments: &GameArguments, scope: Scope) -> Result<Problem> {
    let mut request = request(&arguments.game)?;
    request.settings.parameters.clone_from(&arguments.settings);
    request.settings.play = arguments.play.map(|play| match play {
        PlayChoice::Normal => Play::Normal,
        PlayChoice::Misere => Play::Misere,
    });
    request.from.clone_from(&arguments.from);
    request.scope = scope;
    Ok(Problem::new(&request)?)
}

/// The rules: a file if the name looks like one, else a game of the catalogue.
fn request(game: &str) -> Result<Request> {
    let path = Path::new(game);
    let is_file = path.extension().is_some() || game.contains(std::path::MAIN_SEPARATOR);
    if !is_file {
        return Ok(Request::catalogue(game)?);
    }
    let source = fs::read_to_string(path).with_context(|| format!("cannot read {game}"))?;
    Ok(Request::rules(source, game))
}

/// Solves with a line of progress; Ctrl-C stops it.
pub(crate) fn solve(problem: &Problem, arguments: &SolverArguments) -> Result<Solution> {
    let cancel = CancelToken::default();
    let (on_signal, after) = (cancel.clone(), cancel.clone());
    // A second Ctrl-C ends the process at once.
    ctrlc::set_handler(move || {
        if on_signal.is_cancelled() {
            std::process::exit(crate::exit::CANCELLED.into());
        }
        on_signal.cancel();
    })
    .context("cannot listen for Ctrl-C")?;
    let line = ProgressLine::new();
    let options = SolveOptions {
        watch: &line,
        cancel,
        ..options(arguments)
    };
    let solution = problem.solve(&options);
    line.finish();
    // Nothing is left to be stopped gently: from now on the first one does.
    after.cancel();
    Ok(solution?)
}

/// The solver's options, without progress.
pub(crate) fn options(arguments: &SolverArguments) -> SolveOptions<'static> {
    SolveOptions {
        method: match arguments.method {
            MethodChoice::Auto => Method::Auto,
            MethodChoice::Backward => Method::Backward,
            MethodChoice::Retrograde => Method::Retrograde,
        },
        threads: arguments
            .threads
            .or_else(|| std::thread::available_parallelism().ok())
            .unwrap_or(NonZeroUsize::MIN),
        memory: arguments.memory.as_u64(),
        ..SolveOptions::default()
    }
}

/// Whether an error is the caller's doing (bad usage, bad rules) rather than a
/// question without an answer.
pub(crate) fn is_misuse(error: &Error) -> bool {
    matches!(
        error,
        Error::UnknownGame { .. }
            | Error::Rules { .. }
            | Error::Setting(_)
            | Error::Notation(_)
            | Error::Fault(_)
            | Error::Solve(zug::SolveError::Fault(_))
    )
}
