//! Misère play of heap games: whoever cannot move wins.
//!
//! Under normal play a heap is worth a nimber, and a position the xor of the nimbers of
//! its heaps. Under misère play no such number exists, and three things take its place:
//!
//! - [`outcome`] is the plain recursion over positions, under normal or misère play:
//!   the oracle, for small positions;
//! - [`genus`] says what the misère nimbers of a heap are beside heaps of Nim (J. H.
//!   Conway);
//! - [`quotient`] is the exact answer for all positions with heaps up to some size: a
//!   small commutative monoid in which a heap is an element and a position the product
//!   of its heaps (T. E. Plambeck and A. N. Siegel). It uses a [`monoid`], which a
//!   learner finds and a [`certificate`] proves; [`period`] proves that the quotient is
//!   that of all heaps.

pub mod outcome;
pub mod genus;
pub mod monoid;
pub mod presentation;
pub mod certificate;
pub mod quotient;
pub mod period;

mod learn;
mod limits;
mod memo;
mod options;
mod words;

pub use genus::{Genera, Genus};
pub use limits::{Limits, MisereError};
pub use monoid::{Element, Monoid};
pub use outcome::Recursion;
pub use period::Period;
pub use presentation::{Presentation, Word};
pub use quotient::{AtLeast, Quotient, Quotients};
