//! The residual program of a game, and what runs it: the program that is left of the rules
//! once all that can be decided before the first position is decided.
//!
//! In the order of the modules: a [`Meter`] counts the steps of long work and asks the
//! caller's [`Job`](zug_job::Job) whether the work goes on. A position is packed into a
//! [`Word`]; its [`Layout`] says where the fields are and how positions are ranked. A
//! [`Residual`] program has ground moves with guards and writes; `interpret` runs it.
//! [`Unmoves`] are a program that runs backwards, and [`Symmetries`] are a group that acts on
//! positions. The [`Interpreter`] puts these together for single positions. A [`Runner`] does the
//! same for blocks of positions: the interpreter is one, and machine code is another.
//!
//! What can be found out about a program, its un-moves among it, stands in `zug-analyse`.
//!
//! Nothing here knows the text of the rules: ground moves and checks that can fail have
//! numbers, and the maker of the program knows what they are called.
//!
//! ```
//! use std::sync::Arc;
//!
//! use zug_game::{Expanded, Step};
//! use zug_job::Job;
//! use zug_program::{
//!     Digit, GroundMove, Interpreter, Layout, Meter, Op, Residual, Runner, Scalar, Side, Symmetries,
//! };
//! use zug_values::Outcome;
//!
//! let job = Job::default();
//! let meter = Meter::new(&job, 1000);
//!
//! // A heap of at most five coins; a move takes one or two.
//! let mut layout = Layout::default();
//! let heap = layout.add_field(Scalar { lo: 0, hi: 5 });
//! layout.add_digit(Digit::Field(heap));
//! let mut program = Residual::new(layout, meter);
//! let mut side = Side::default();
//! for taken in [1, 2] {
//!     let (coins, taken) = (program.field(heap), program.int(taken));
//!     let too_few = program.less(coins, taken);
//!     side.moves.push(GroundMove {
//!         derived: Vec::new(),
//!         guard: program.not(too_few),
//!         body: vec![Op::Set {
//!             field: heap,
//!             value: program.subtract(coins, taken)?,
//!             site: None,
//!         }],
//!         gain: None,
//!     });
//! }
//! program.sides.push(side);
//!
//! // A player who is stuck has lost.
//! let none = Arc::new(Symmetries::none());
//! let interpreter = Interpreter::<u64>::new(program, Outcome::Loss, none, &job)?;
//!
//! let mut steps = Vec::with_capacity(8);
//! let mut ends = [Expanded::GoesOn(0); 2];
//! let done = interpreter.expand(&[2, 0], &mut steps, &mut ends);
//! assert_eq!(done, Ok(2));
//! assert_eq!(steps, [1, 0].map(Step::passing));
//! assert_eq!(ends, [Expanded::GoesOn(2), Expanded::Over(Outcome::Loss)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod meter;
pub mod arithmetic;
mod run;
mod word;
pub mod layout;
pub mod residual;
pub mod growth;
mod interpret;
mod unmove;
mod symmetry;
mod interpreter;
mod runner;
mod blocks;

pub use interpret::end_after;
pub use interpreter::Interpreter;
pub use layout::{Digit, Field, Layout, Scalar, TooLarge, bag_step, multisets};
pub use meter::{Halt, Meter};
pub use residual::{
    Closure, ExprId, Facts, Gain, GroundMove, GroundResult, Members, Node, Op, Overflow, Residual,
    Side, SiteId,
};
pub use runner::{Faulted, Runner, wins_at_once};
pub use symmetry::{Relocation, Symmetries, WIDEST_TABLE, Wiring};
pub use unmove::Unmoves;
pub use word::Word;
