//! Games on two heaps: Wythoff's game and similar games ([`zug_heaps::PairGame`]).
//!
//! [`PairNimbers`] is a table of nimbers, [`Lost`] a table of the lost positions, which
//! reaches larger heaps. [`Wythoff`] and [`euclid`] are theorems, which need no table.
//! [`at`] answers one position by whatever reaches furthest. [`naive`] is the
//! definition, and all others agree with it.

mod error;
pub mod naive;
mod used;
mod nimbers;
mod bits;
mod lost;
mod wythoff;
pub mod euclid;
mod position;

pub use error::PairsError;
pub use lost::Lost;
pub use nimbers::PairNimbers;
pub use position::{PairWorth, Reason, at};
pub use wythoff::Wythoff;
