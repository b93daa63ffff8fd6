//! The program that is left of a game's rules once all that can be decided before the
//! first position is decided, and what runs it.
//!
//! In the order of the modules: work that takes long asks a [`Patience`] whether it goes
//! on. A position is packed into a [`Word`]; the `layout` tells where its fields are and
//! how positions are ranked. A [`Residual`] program has ground moves with guards and
//! writes; `interpret` runs it, and `native` is where machine code takes over. `steps`
//! finds the ground moves that add the same number to the rank wherever they are legal,
//! `unmove` turns a program round, and `symmetry` is a group that acts on positions.
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
mod native;
mod steps;
mod unmove;
mod symmetry;

pub use interpret::Program;
pub use layout::{Digit, Field, Layout, Scalar, TooLarge, bag_step, multisets};
pub use native::{Native, Stopped};
pub use patience::{Halt, Interruption, Meter, Patience};
pub use residual::{
    ExprId, Facts, GroundMove, GroundResult, Node, Op, Overflow, Residual, Side, SiteId,
};
pub use steps::{ConstantStep, StepGuard, constant_steps};
pub use symmetry::{Relocation, Symmetries, WIDEST_TABLE, Wiring};
pub use unmove::{Refused, Unmoves, Why, unmoves};
pub use word::Word;
