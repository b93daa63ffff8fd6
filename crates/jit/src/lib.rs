//! Machine code for the rules of a game.
//!
//! A game written as rules is a [residual program](zug_program::residual) by the time
//! it comes here: ground moves with guards and writes over whole numbers, with all
//! loops unrolled and all parameters known. [`compile`] makes machine code of it
//! through Cranelift, and gives back the game that runs it. Nothing else changes:
//! answers are the interpreter's, and it is the oracle of the tests.
//!
//! The road, in the order of the modules: `rounds` is the loop over a block of
//! positions that each function is; `lower` turns the program into Cranelift's
//! intermediate form, a round of one position; so do `images` with the symmetries and
//! `index` with ranks; `build` has that compiled and put into memory; `call` is all
//! that knows an address, and the one place in this crate with `unsafe` code.
//!
//! What keeps generated code within its bounds: a round reads one position, and writes
//! at most one successor for each ground move; it begins only where there is room for
//! as many. An index into a table is proved to be inside by the intervals that
//! the residual program carries, or compared. Where a check fails the code gives up,
//! and the interpreter says what is wrong and where.
//!
//! ```
//! use zug_game::Game;
//! use zug_lang::{AnyGame, Rules, Settings};
//!
//! let rules = Rules::read("\
//! game subtraction(n = 21, take = {1, 3, 4})
//! impartial
//!
//! heap: 0..n = n
//!
//! move take(k in take) if k <= heap:
//!     heap -= k
//! ")?;
//! let AnyGame::Narrow(game) = rules.instance(&Settings::default())?.game()? else {
//!     unreachable!("a heap of 21 fits into 64 bits");
//! };
//! let (fast, report) = zug_jit::compile(game.clone())?;
//! assert_eq!(report.ground_moves, 3);
//! let (mut expected, mut found) = (Vec::new(), Vec::new());
//! assert_eq!(game.expand(&game.start(), &mut expected)?, None);
//! assert_eq!(fast.expand(&game.start(), &mut found)?, None);
//! assert_eq!(found, expected);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod rounds;
mod lower;
mod straight;
mod images;
mod index;
mod build;
mod call;

use std::sync::Arc;
use std::time::{Duration, Instant};

use zug_game::Game;
use zug_lang::{Retraction, RulesGame};
use zug_program::{Interruption, Native, Patience};

use build::{build, build_program};
pub use call::Machine;

/// What was compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// Moves with their choices made, of both players.
    pub ground_moves: usize,
    /// Bytes of machine code.
    pub code_bytes: usize,
    /// Whether that has the least image under the symmetries. (Not if there is but
    /// one image, if there are very many, or if symmetries change values by more
    /// than single bits.)
    pub symmetries: bool,
    /// Whether that has ranks. (Not beyond 63 bits, nor with bags of very many.)
    pub ranks: bool,
    /// How long it took.
    pub time: Duration,
}

/// Why a game runs without machine code.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The program would take too long to compile.
    #[error("its rules come to more than {MOST_OPERATIONS} operations")]
    TooLarge,
    /// Compiling takes more memory than is left.
    #[error("to compile its rules takes more memory than is left")]
    NoRoom,
    /// There is no code generator for this machine.
    #[error("no machine code is made for this machine: {0}")]
    Machine(&'static str),
    /// The code generator refused.
    #[error("the code generator refused: {0}")]
    Generator(String),
    /// The caller wanted no more of it.
    #[error(transparent)]
    Interrupted(#[from] Interruption),
}

/// The most operations that are compiled.
pub const MOST_OPERATIONS: usize = 150_000;

/// The game with machine code, and what was made.
///
/// # Errors
///
/// Rules that are too large, or a machine that is not known. The game without
/// machine code answers just the same.
pub fn compile<W: Machine>(game: RulesGame<W>) -> Result<(RulesGame<W>, Report), Error> {
    compile_while(game, &Patience::endless())
}

/// As [`compile`], for as long as the caller has patience, who is asked between
/// functions: the code generator works at one of them in one go.
///
/// # Errors
///
/// As [`compile`], or the caller interrupted it.
pub fn compile_while<W: Machine>(
    game: RulesGame<W>,
    patience: &Patience,
) -> Result<(RulesGame<W>, Report), Error> {
    let (native, report) = made(&game, patience)?;
    Ok((game.with_native(native), report))
}

/// The machine code alone.
///
/// # Errors
///
/// As [`compile`].
pub fn native<W: Machine>(game: &RulesGame<W>) -> Result<(Arc<dyn Native<W>>, Report), Error> {
    made(game, &Patience::endless())
}

fn made<W: Machine>(
    game: &RulesGame<W>,
    patience: &Patience,
) -> Result<(Arc<dyn Native<W>>, Report), Error> {
    let begin = Instant::now();
    let native = build(game, patience)?;
    let [symmetries, ranks] = native.parts();
    let report = Report {
        symmetries,
        ranks,
        ground_moves: game.ground_moves().iter().sum(),
        code_bytes: native.code_bytes(),
        time: begin.elapsed(),
    };
    Ok((Arc::new(native), report))
}

/// Machine code for the un-moves of a game.
///
/// # Errors
///
/// As [`compile`].
pub fn unmoves<W: Machine>(game: &Retraction<W>) -> Result<Arc<dyn Native<W>>, Error> {
    unmoves_while(game, &Patience::endless())
}

/// As [`unmoves`], for as long as the caller has patience.
///
/// # Errors
///
/// As [`compile_while`].
pub fn unmoves_while<W: Machine>(
    game: &Retraction<W>,
    patience: &Patience,
) -> Result<Arc<dyn Native<W>>, Error> {
    let (residual, stuck) = (game.residual(), game.stuck());
    Ok(Arc::new(build_program(residual, stuck, patience)?))
}
