//! Whether a game runs as machine code.
//!
//! The feature `native` of this crate has the compiler. Without the feature the
//! interpreter runs all rules, and plans say so.

use std::time::Duration;

#[cfg(feature = "native")]
use zug_job::Progress;
use zug_job::{Job, Why};
use zug_lang::RulesGame;

use crate::plan::table::{HAS_COMPILER, RunBy};

/// A word that positions are packed into, and that this build can run programs on.
#[cfg(feature = "native")]
pub(crate) use zug_jit::Machine as Width;
#[cfg(not(feature = "native"))]
pub(crate) use zug_lang::Word as Width;

/// How the rules are run. Exhaustive, so that nobody leaves one way untold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Running {
    /// As machine code.
    Compiled {
        /// The number of bytes of machine code.
        code_bytes: usize,
        /// Whether the machine code works out images under the symmetries used.
        symmetries: bool,
        /// Whether the machine code works out ranks.
        ranks: bool,
        /// The time that making the machine code took.
        time: Duration,
    },
    /// As machine code; or by the interpreter, if the rules turn out to be too long. To
    /// find out would take longer than a plan should.
    ToBeCompiled,
    /// By the interpreter, because the game has few states.
    FewStates,
    /// By the interpreter, because play reaches few positions.
    FewPositions,
    /// By the interpreter, as the caller asked.
    Asked,
    /// By the interpreter, because this build was made without the feature `native`.
    NotBuilt,
    /// By the interpreter, because no machine code can be made, for this reason.
    Refused(String),
    /// By the game's own code: it is written in Rust.
    Rust,
}

/// The game, run as a plan says, and how it is run. What runs a game changes none of its
/// answers.
///
/// # Errors
///
/// The caller interrupted it.
pub(crate) fn native<W: Width>(
    game: &RulesGame<W>,
    run_by: RunBy,
    job: &Job,
) -> Result<(RulesGame<W>, Running), Why> {
    let running = match run_by {
        RunBy::MachineCode | RunBy::Rust => return compiled(game, job),
        RunBy::Interpreter => Running::Asked,
        RunBy::InterpreterOfFewStates => Running::FewStates,
        RunBy::InterpreterOfFewPositions => Running::FewPositions,
        RunBy::InterpreterOfThisBuild => Running::NotBuilt,
    };
    Ok((game.interpreted(), running))
}

#[cfg(feature = "native")]
fn compiled<W: Width>(game: &RulesGame<W>, job: &Job) -> Result<(RulesGame<W>, Running), Why> {
    // Long rules take more than a second to compile.
    job.watch.progress(&Progress::default());
    Ok(match zug_jit::compile_while(game.interpreter(), job) {
        Ok((machine, report)) => {
            let running = Running::Compiled {
                code_bytes: report.code_bytes,
                symmetries: report.symmetries,
                ranks: report.ranks,
                time: report.time,
            };
            (game.clone().run_by(std::sync::Arc::new(machine)), running)
        }
        Err(zug_jit::Error::Interrupted(why)) => return Err(why),
        Err(error) => (game.clone(), Running::Refused(error.to_string())),
    })
}

#[cfg(not(feature = "native"))]
#[expect(clippy::unnecessary_wraps, reason = "compiling may be interrupted")]
fn compiled<W: Width>(game: &RulesGame<W>, _: &Job) -> Result<(RulesGame<W>, Running), Why> {
    Ok((game.interpreted(), Running::NotBuilt))
}

/// How the game would be run. Machine code is made only where making it is quick.
///
/// # Errors
///
/// The caller interrupted it.
pub(crate) fn planned<W: Width>(
    game: &RulesGame<W>,
    run_by: RunBy,
    job: &Job,
) -> Result<Running, Why> {
    let is_long = game.residual().nodes().len() > QUICKLY_COMPILED;
    if run_by == RunBy::MachineCode && is_long && HAS_COMPILER {
        return Ok(Running::ToBeCompiled);
    }
    native(game, run_by, job).map(|(_, running)| running)
}

/// The largest number of nodes of a residual program that is compiled for a plan too,
/// which takes some tens of milliseconds.
const QUICKLY_COMPILED: usize = 2_000;
