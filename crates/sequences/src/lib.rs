//! Exact answers for games on heaps, worked out from their rules without a graph of
//! positions.
//!
//! - [`Sequence`] gives the nimbers of the heaps of a game one after the other. It
//!   chooses an [`engine`], proves periods, and can be [`Saved`], so that work goes on
//!   from there.
//! - [`proof`] says from where on nimbers repeat and by which theorem; what only looks
//!   like a period ([`repetition_seen`]) is never called one.
//! - [`subtraction`], [`all_but`] and [`intervals`] answer one heap, which may be far
//!   away: in the first a move takes one of finitely many numbers, in the second any
//!   number but finitely many, and in the third the options of a heap are an interval of
//!   sizes.
//! - [`pairs`] answers games on two heaps in which a move may take from both.
//! - [`misere`] is for misère play, in which whoever cannot move wins.
//!
//! A caller hands each solver a [`Job`] with the memory that it may take and a token that
//! cancels it. Nothing here reads a file or a clock, or prints.

#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod taken;

pub mod subtraction;
pub mod all_but;
pub mod intervals;

mod statistics;
pub mod proof;
mod seen;
pub mod engine;
mod sequence;

pub mod pairs;
pub mod misere;

pub use engine::{EngineKind, Keep, Stop};
pub use proof::{PeriodTheorem, Proof, Repetition};
pub use seen::repetition_seen;
pub use sequence::{Damage, ResumeError, Saved, SavedError, Sequence, SequenceOptions};
pub use statistics::Statistics;

pub use zug_job::{
    Budget, CancelToken, Job, Phase, Process, Progress, Refusal, Refuser, Silent, Stopped, Threads,
    Watch, Why,
};
