//! Exact solvers for two-player games of perfect information.
//!
//! One folder a method, each file opening with its theorem, its source, its
//! cost and when not to use it:
//!
//! - [`positions`] finds the positions that play can reach: what the others share;
//! - [`table`] is how a solved table is asked, wherever it is stored;
//! - [`strong`] gives the value of *every* position that play can reach from
//!   some roots, by backward induction or retrograde analysis;
//! - [`impartial`] gives nimbers;
//! - [`compound`] plays several games at once, in four ways.
//!
//! A caller hands each solver a [`Job`]: what it may take, whom it tells how far it is, and
//! who may stop it. Beside it a solver is told what is special to its method. Work that ends
//! before it is done says so by [`Stopped`], which every solver's error has in it.
//! Nothing here reads a file or a clock, prints, or knows how rules are written.

#![forbid(unsafe_code)]

mod error;

mod cells;
mod segments;

pub mod positions;
pub mod table;

pub mod compound;
pub mod impartial;
pub mod strong;

pub use error::{Error, NoNimber, NoPart};

pub use zug_job::{
    Budget, CancelToken, Charge, Job, Phase, Process, Progress, Refusal, Refuser, Silent, Stopped,
    Threads, Watch, Why,
};
