//! Exact solvers for two-player games of perfect information.
//!
//! There is a folder for each method. Its files open with the theorem, its source, its cost
//! and when not to use it:
//!
//! - [`positions`] finds the positions that play can reach, for all other folders;
//! - [`table`] is how a solved table is asked, wherever it is stored;
//! - [`strong`] gives the value of *every* position that play can reach from
//!   some roots, by backward induction or retrograde analysis;
//! - [`search`] gives the value of *one* position, by searching only what decides it;
//! - [`impartial`] gives the nimbers of these positions, or of one position by its parts;
//! - [`scores`] gives their scores, in a game that ends with scores;
//! - [`shrinking`] knows games in which moves only become fewer, and their parts;
//! - [`checkpoint`] keeps what a long run has found, so that it can be killed and goes on;
//! - [`compound`] plays several games at once, in four ways.
//!
//! A caller hands a [`Job`] to each solver: the memory and threads that it may take, a watch
//! that is told how far it is, and a token that stops it. Everything else that a solver is
//! told is special to its method. Where work ends before it is done, the solver's error has
//! a [`Stopped`] among its sources.
//! Nothing here reads a file or a clock, prints, or knows how rules are written.

#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod error;

mod crew;
mod random;

mod attained;
mod cells;
mod segments;

pub mod checkpoint;
pub mod positions;
pub mod table;

pub mod compound;
pub mod impartial;
pub mod left_games;
pub mod partizan;
pub mod scores;
pub mod search;
pub mod shrinking;
pub mod strong;

pub use error::{Error, NoNimber, NoPart};

pub use zug_job::{
    Budget, CancelToken, Charge, Job, Phase, Process, Progress, Refusal, Refuser, Silent, Stopped,
    Threads, Tier, Watch, Why,
};
