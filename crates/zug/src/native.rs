//! Whether a game runs as machine code.

use std::time::Duration;

use zug_game::PerfectIndex;
use zug_jit::Machine;
use zug_lang::{Retraction, RulesGame};

/// Below so many states the interpreter is done before a compiler is.
pub(crate) const WORTH_COMPILING: u128 = 20_000;

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
    /// By the interpreter, as there are so few states.
    FewStates,
    /// By the interpreter, as asked.
    Asked,
    /// By the interpreter, for this reason.
    Refused(String),
}

/// The game as it is best run. The answers are the same.
pub(crate) fn native<W: Machine>(game: &RulesGame<W>, wanted: bool) -> (RulesGame<W>, Running) {
    if !wanted {
        return (game.clone().interpreted(), Running::Asked);
    }
    if game.size() < WORTH_COMPILING {
        return (game.clone(), Running::FewStates);
    }
    match zug_jit::compile(game.clone()) {
        Ok((fast, report)) => {
            let running = Running::Compiled {
                code_bytes: report.code_bytes,
                symmetries: report.symmetries,
                ranks: report.ranks,
                time: report.time,
            };
            (fast, running)
        }
        Err(error) => (game.clone(), Running::Refused(error.to_string())),
    }
}

/// The un-moves as they are best run: as the game itself is.
pub(crate) fn native_unmoves<W: Machine>(game: Retraction<W>) -> Retraction<W> {
    if !game.is_native() {
        return game;
    }
    match zug_jit::unmoves(&game) {
        Ok(native) => game.with_native(native),
        Err(_) => game,
    }
}
