//! What can be found out about a residual program before a position of it is played.
//!
//! In the order of the modules: `effects` says which fields a statement sets to constants, and
//! `move_end` what a move does to the turn and whether it ends the game. `steps` finds the ground
//! moves that add the same number to the rank wherever they are legal, `plain_move` those that ask
//! for bits and write constants.
//! `shrinking` finds games in which moves only become fewer, `parts` the parts of a board that no
//! move joins. `levels` finds numbers that every move makes larger, `invariants` the sums that no
//! move changes, `standing` by how much a player is ahead. `unmove` makes un-moves, `leaving` asks a
//! condition on the position after a move before the move, and `symmetry` proves that a map of
//! positions is a symmetry of the game.
//!
//! Nothing here runs a program or knows the text of the rules.
//!
//! ```
//! use std::sync::Arc;
//!
//! use zug_analyse::unmoves;
//! use zug_game::Step;
//! use zug_job::Job;
//! use zug_program::{
//!     Digit, GroundMove, Interpreter, Layout, Meter, Op, Residual, Runner, Scalar, Side, Symmetries,
//! };
//! use zug_values::Outcome;
//!
//! let job = Job::default();
//! let meter = || Meter::new(&job, 1000);
//!
//! // A heap of at most five coins; a move takes one or two.
//! let mut layout = Layout::default();
//! let heap = layout.add_field(Scalar { lo: 0, hi: 5 });
//! layout.add_digit(Digit::Field(heap));
//! let mut program = Residual::new(layout, meter());
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
//! let back = Arc::new(unmoves(&program, meter()).expect("coins can be put back"));
//! let none = Arc::new(Symmetries::none());
//! let interpreter = Interpreter::<u64>::new(program, Outcome::Loss, none, &job)?;
//! let interpreter = interpreter.turned_round(back, &job)?;
//! let (mut before, mut count) = (Vec::new(), [0]);
//! interpreter.predecessors(&[4], &mut before, &mut count);
//! assert_eq!(before, [Step::passing(5)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod effects;
mod move_end;
mod steps;
mod plain_move;
mod shrinking;
mod parts;
mod total;
mod levels;
mod invariants;
mod standing;
mod unmove;
mod leaving;
mod symmetry;

pub use invariants::{Invariant, invariants};
pub use leaving::{NotBefore, asked_before, held_after};
pub use levels::{Levels, Tally, levels};
pub use move_end::MoveEnd;
pub use parts::{Part, Parts, ShapeKey};
pub use plain_move::PlainMove;
pub use shrinking::Shrinking;
pub use standing::Standing;
pub use steps::{ConstantStep, StepGuard, constant_steps, fixed_by_guard};
pub use symmetry::{Doubt, Proofs};
pub use total::{Term, Total, Weights};
pub use unmove::{Known, Obstacle, Path, Refused, fields_read, paths, unmoves};
