//! Whether a game runs as machine code.

use std::sync::Arc;
use std::time::Duration;

use zug_jit::Machine;
use zug_job::{Job, Why};
use zug_lang::RulesGame;

use crate::plan::table::Code;

/// How the rules are run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Running {
    /// As machine code.
    Compiled {
        /// Bytes of it.
        code_bytes: usize,
        /// Whether that has the symmetries used.
        symmetries: bool,
        /// Whether that has ranks.
        ranks: bool,
        /// How long it took to make.
        time: Duration,
    },
    /// As machine code, which takes too long to make for a plan to tell how much; or
    /// by the interpreter, if it turns out to be too much to be made.
    ToBeCompiled,
    /// By the interpreter, as there are so few states.
    FewStates,
    /// By the interpreter, as asked.
    Asked,
    /// By the interpreter, for this reason.
    Refused(String),
    /// By the game's own code: it is written in Rust.
    Rust,
}

/// The game, run as a plan says. The answers are the same.
///
/// # Errors
///
/// The caller interrupted it.
pub(crate) fn native<W: Machine>(
    game: RulesGame<W>,
    code: Code,
    job: &Job,
) -> Result<(RulesGame<W>, Running), Why> {
    let interpreted = match code {
        Code::MachineCode | Code::Rust => None,
        Code::Interpreter => Some(Running::Asked),
        Code::InterpreterOfFewStates => Some(Running::FewStates),
    };
    if let Some(running) = interpreted {
        return Ok((game.interpreted(), running));
    }
    Ok(match zug_jit::compile_while(game.interpreter(), job) {
        Ok((machine, report)) => {
            let running = Running::Compiled {
                code_bytes: report.code_bytes,
                symmetries: report.symmetries,
                ranks: report.ranks,
                time: report.time,
            };
            (game.run_by(Arc::new(machine)), running)
        }
        Err(zug_jit::Error::Interrupted(why)) => return Err(why),
        Err(error) => (game, Running::Refused(error.to_string())),
    })
}

/// How the game would be run. Machine code is made only where that is quick.
///
/// # Errors
///
/// The caller interrupted it.
pub(crate) fn planned<W: Machine>(
    game: RulesGame<W>,
    code: Code,
    job: &Job,
) -> Result<Running, Why> {
    let is_long = game.residual().nodes.len() > QUICKLY_COMPILED;
    if code == Code::MachineCode && is_long {
        return Ok(Running::ToBeCompiled);
    }
    native(game, code, job).map(|(_, running)| running)
}

/// Up to so many nodes, machine code is made for a plan as well, which takes some tens
/// of milliseconds.
const QUICKLY_COMPILED: usize = 2_000;
