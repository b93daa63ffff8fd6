//! Machine code for the program of a game.
//!
//! A game written as rules is a [residual program](zug_program::residual) by the time
//! it comes here: ground moves with guards and writes over whole numbers, with all
//! loops unrolled and all parameters known. [`compile`] makes machine code of it
//! through Cranelift, and gives back a [`Runner`](zug_program::Runner). Answers are the
//! interpreter's, and the interpreter is the oracle of the tests.
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
//! use std::sync::Arc;
//!
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
//! let (machine, report) = zug_jit::compile(game.interpreter())?;
//! assert_eq!(report.ground_moves, 3);
//! let fast = game.clone().run_by(Arc::new(machine));
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
mod runner;

use std::time::{Duration, Instant};

use zug_job::{Job, Why};
use zug_program::Interpreter;

use build::build;
pub use call::{Code, Machine, Reached};
pub use runner::Compiled;

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
    Interrupted(#[from] Why),
}

/// The most operations that are compiled.
pub const MOST_OPERATIONS: usize = 150_000;

/// Machine code of a program, its symmetries and its ranks, and what was made.
///
/// # Errors
///
/// A program that is too large, or a machine that is not known. The interpreter answers
/// just the same.
pub fn compile<W: Machine>(program: &Interpreter<W>) -> Result<(Compiled<W>, Report), Error> {
    compile_while(program, &Job::default())
}

/// As [`compile`], until `job` is cancelled or its memory is used up. The job is asked
/// between two functions, as the code generator compiles each without a break.
///
/// # Errors
///
/// As [`compile`], or the caller interrupted it.
pub fn compile_while<W: Machine>(
    program: &Interpreter<W>,
    job: &Job,
) -> Result<(Compiled<W>, Report), Error> {
    let begin = Instant::now();
    let code = build(program, job)?;
    let [symmetries, ranks] = code.parts();
    let sides = program.residual().sides.iter();
    let report = Report {
        symmetries,
        ranks,
        ground_moves: sides.map(|side| side.moves.len()).sum(),
        code_bytes: code.code_bytes(),
        time: begin.elapsed(),
    };
    Ok((Compiled::new(program.clone(), code), report))
}
