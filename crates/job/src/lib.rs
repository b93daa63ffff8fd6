//! What work may take, how it tells how far it is, and how it is told to stop.
//!
//! A [`Job`] is what a caller hands to any solver: the memory ([`Budget`]), the number of
//! [`Threads`], a [`Watch`] that is told how far the work is, and a [`CancelToken`] that asks
//! the work to stop. Work that ends before it is done says so in one way, by [`Stopped`].
//!
//! Nothing here reads a clock or a file, prints, or knows what the work is.

#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

pub mod budget;

mod cancel;
mod job;
mod stopped;
mod threads;
mod watch;

pub use budget::{Budget, Charge, Process, Refusal, Refuser, bytes_of, table_bytes};
pub use cancel::CancelToken;
pub use job::Job;
pub use stopped::{Stopped, Why};
pub use threads::Threads;
pub use watch::{Phase, Progress, Silent, Tier, Watch};
