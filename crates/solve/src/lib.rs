//! Exact solvers for two-player games of perfect information.
//!
//! One folder a method, each file opening with its theorem, its source, its
//! cost and when not to use it:
//!
//! - [`strong`] gives the value of *every* position that play can reach from
//!   some roots, by backward induction or retrograde analysis;
//! - [`impartial`] gives nimbers;
//! - [`compound`] plays several games at once, in four ways.
//!
//! [`budget`] counts the bytes that a solver takes and refuses before they are
//! taken; [`watch`] is how a solver tells how far it is and is told to stop.
//! Nothing here reads a file or a clock, prints, or knows how rules are written.

#![forbid(unsafe_code)]

pub mod budget;
pub mod watch;

mod error;
mod options;

mod cells;
mod segments;
mod threads;

pub mod compound;
pub mod impartial;
pub mod misere;
pub mod strong;

pub use budget::{Budget, Charge, Process, Refusal, Refuser};
pub use error::{Error, NoNimber, NoPart};
pub use options::{Method, Options};
pub use watch::{CancelToken, Phase, Progress, Silent, Watch};
