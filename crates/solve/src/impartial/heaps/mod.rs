//! Nimbers of the heaps of a take-and-break game, in order.
//!
//! [`Sequence`] is the type that callers use: it chooses an engine. An [`Engine`] works
//! out the heaps one after the other; [`naive`] is the definition, and every other
//! engine gives the same nimbers. A [`Proof`] says from where on the nimbers repeat and
//! by which theorem; a period without a proof is never reported. A sequence can be
//! [`Saved`], and work goes on from there.

mod engine;
mod proof;
mod moves;
mod splits;
mod choose;
mod sequence;
mod saved;
mod statistics;

pub mod naive;
pub mod window;
pub mod histogram;
pub mod intervals;
pub mod xor_sets;
pub mod dense;
pub mod sparse;
pub mod guy_smith;
mod arithmetic;

pub use engine::{Engine, Method, Stop};
pub use proof::{Proof, Repetition, Theorem};
pub use saved::{Damage, ResumeError, Saved, SavedError};
pub use sequence::{Keep, Sequence, SequenceOptions};
pub use statistics::Statistics;
