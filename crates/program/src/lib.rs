//! The program that is left of a game's rules once all that can be decided before the
//! first position is decided, and what runs it.
//!
//! In the order of the modules: work that takes long asks a [`Patience`] whether it goes
//! on. A position is packed into a [`Word`]; the `layout` tells where its fields are and
//! how positions are ranked. A [`Residual`] program has ground moves with guards and
//! writes; `interpret` runs it. `steps` finds the ground moves that add the same number to the
//! rank wherever they are legal, `unmove` turns a program round, and `symmetry` is a
//! group that acts on positions. A [`Runner`] has all of that for blocks of positions:
//! the [`Interpreter`], or machine code.
//!
//! Nothing here knows the text of the rules: ground moves and checks that can fail have
//! numbers, and whoever made the program knows what they are called.

#![forbid(unsafe_code)]

mod patience;
pub mod arithmetic;
mod word;
pub mod layout;
pub mod residual;
mod interpret;
mod steps;
mod unmove;
mod symmetry;
mod runner;
mod interpreter;

pub use interpreter::Interpreter;
pub use layout::{Digit, Field, Layout, Scalar, TooLarge, bag_step, multisets};
pub use patience::{Halt, Interruption, Meter, Patience};
pub use residual::{
    ExprId, Facts, GroundMove, GroundResult, Node, Op, Overflow, Residual, Side, SiteId,
};
pub use runner::{Faulted, Runner};
pub use steps::{ConstantStep, StepGuard, constant_steps};
pub use symmetry::{Relocation, Symmetries, WIDEST_TABLE, Wiring};
pub use unmove::{Refused, Unmoves, Why, unmoves};
pub use word::Word;
