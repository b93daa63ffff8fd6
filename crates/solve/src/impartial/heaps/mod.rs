//! Nimbers of the heaps of a take-and-break game, in order.
//!
//! [`Sequence`] chooses an engine and is what callers use. An [`Engine`] works the
//! heaps out one after the other; [`naive`] is the definition, and every other
//! engine equals it. A [`Proof`] says from where on the nimbers repeat and by
//! which theorem; what is not proved is not claimed. What is worked out can be
//! [`Saved`] and gone on from.

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
