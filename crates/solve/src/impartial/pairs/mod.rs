//! Games on two heaps: Wythoff's game and its kin ([`zug_heaps::PairGame`]).
//!
//! [`PairNimbers`] is a table of nimbers, [`Lost`] one of the lost positions, which
//! goes further. [`Wythoff`] and [`euclid`] are theorems, which need no table, and
//! [`at`] tells all about one position by whatever goes furthest. [`naive`] is the
//! definition, and all else equals it.

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
