//! Machine code for the program of a game.
//!
//! A game written as rules is a [residual program](zug_program::residual) by the time
//! it comes here: ground moves with guards and writes over whole numbers, with all
//! loops unrolled and all parameters known. [`compile`] makes machine code of the program
//! through Cranelift, and returns a [`Runner`](zug_program::Runner). Machine code answers
//! what the interpreter answers, and the interpreter is the oracle of the tests.
//!
//! The road, in the order of the modules: every function is a loop over a block of
//! positions (`rounds`); one round of the loop works on one position. `lower` makes such a
//! round out of the program, in Cranelift's intermediate form; `images` makes one out of
//! the symmetries, and `index` one out of the ranks. `build` has the functions compiled and
//! put into memory. `search` is what a search asks beside moves. `call` alone knows
//! addresses: it is the one place in this crate with `unsafe` code.
//!
//! What keeps generated code within its bounds: a round reads one position, and writes
//! at most one successor for each ground move; it begins only where there is room for
//! that number of successors. An index into a table is compared with the table's length;
//! where the intervals of the residual program prove that a state's index is inside, an
//! index outside reads the last number, for words that are no state.
//! Where a check fails the code gives up, and the interpreter says what is wrong and where.
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

#![warn(missing_debug_implementations)]

mod rounds;
mod lower;
mod straight;
mod images;
mod index;
mod build;
mod call;
mod back;
mod spare;
mod gains;
mod search;
mod runner;

use std::time::{Duration, Instant};

use zug_job::{Job, Why};
use zug_program::Interpreter;

use build::{build, build_gains};
pub use call::{Code, Machine, Reached};
pub use runner::Compiled;

/// What [`compile`] made machine code for, and how long that took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The number of ground moves of both players.
    pub ground_moves: usize,
    /// The number of bytes of machine code.
    pub code_bytes: usize,
    /// Whether the machine code finds least images under the symmetries. It does not
    /// where the identity is the only symmetry, where there are more than 64 symmetries,
    /// or where a symmetry does more than move and flip single bits.
    pub symmetries: bool,
    /// Whether the machine code works out ranks and the positions of ranks. It does not
    /// where a rank takes more than 63 bits, or where a bag needs a large table.
    pub ranks: bool,
    /// How long compiling took.
    pub time: Duration,
}

/// Why a game runs without machine code.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The program would take too long to compile.
    #[error("its rules come to more than {MOST_OPERATIONS} operations")]
    TooLarge,
    /// Compiling takes more memory than the job has left.
    #[error("to compile its rules takes more memory than is left")]
    NoRoom,
    /// The code would take too much of the stack while it runs.
    #[error("its machine code would take too much of the stack")]
    DeepStack,
    /// There is no code generator for this machine.
    #[error("no machine code is made for this machine: {0}")]
    Machine(&'static str),
    /// The code generator refused.
    #[error("the code generator refused: {0}")]
    Generator(String),
    /// The job was cancelled, or the memory that it allows was used up.
    #[error(transparent)]
    Interrupted(#[from] Why),
}

/// The largest number of operations that is compiled.
pub const MOST_OPERATIONS: usize = 600_000;

/// Makes machine code for a program, its symmetries and its ranks. Returns the machine code
/// with a report of what was compiled.
///
/// # Errors
///
/// The program is too large, or there is no code generator for this machine. The
/// interpreter gives the same answers.
pub fn compile<W: Machine>(program: &Interpreter<W>) -> Result<(Compiled<W>, Report), Error> {
    compile_while(program, &Job::default())
}

/// As [`compile`], until `job` is cancelled or its memory is used up. The job is asked
/// between two functions, as the code generator compiles each without a break.
///
/// # Errors
///
/// As for [`compile`]; or the job was cancelled, or its memory was used up.
pub fn compile_while<W: Machine>(
    program: &Interpreter<W>,
    job: &Job,
) -> Result<(Compiled<W>, Report), Error> {
    let begin = Instant::now();
    let code = build(program, job)?;
    let gains = build_gains(program, job)?;
    let [symmetries, ranks] = code.parts();
    let sides = program.residual().sides.iter();
    let report = Report {
        symmetries,
        ranks,
        ground_moves: sides.map(|side| side.moves.len()).sum(),
        code_bytes: code.code_bytes(),
        time: begin.elapsed(),
    };
    Ok((Compiled::new(program.clone(), code, gains), report))
}
