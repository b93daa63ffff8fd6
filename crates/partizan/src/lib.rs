//! Values of partizan games under normal play: canonical forms, their arithmetic, their notation.
//!
//! A short game is two finite sets of options, those of Left and those of Right; whoever cannot
//! move loses. Two games are equal if they can stand for each other in every sum. Each value has
//! one simplest game, its canonical form. An [`Arena`] keeps canonical forms so that equal values
//! are equal [`Form`]s. The definitions and theorems are those of A. N. Siegel, *Combinatorial Game
//! Theory* (2013), chapters II and V.
//!
//! Read `dyadic` first (numbers), then `arena` (how forms are kept), `comparisons` and `order`
//! (which value is at most which), and `canonical` (from options to a form). All else stands on
//! these.
//!
//! Then the files that need these: `arithmetic`, `products`, `thermograph`, `temperature` (cooling
//! and heating), `reduced`, `atomic_weight`, `measures`, `uptimals`, `days`, `steps`, `sums`, `renewal`; then
//! `loopy`, values in which play can go round; and [`notation`].
//!
//! # Examples
//!
//! ```
//! use zug_partizan::{Arena, Side};
//!
//! let mut arena = Arena::default();
//! let sum = arena.parse("{2|-1} + {1|0}")?;
//! assert_eq!(arena.text(sum)?, "{3|2||0|-1}");
//! assert_eq!(arena.stop(sum, Side::Left).to_string(), "2");
//! assert_eq!(arena.mean(sum)?.to_string(), "1");
//! assert_eq!(arena.temperature(sum)?.to_string(), "3/2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Nothing here knows the rules of a game: whoever has rules hands the options in.

#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

pub mod dyadic;
pub mod error;
pub mod form;
mod memory;
mod comparisons;
pub mod arena;
pub mod order;
mod canonical;
mod rebuild;
mod renewal;
mod arithmetic;
mod products;
pub mod thermograph;
mod temperature;
mod reduced;
mod atomic_weight;
pub mod measures;
pub mod uptimals;
mod days;
pub mod steps;
mod sums;
mod loopy;
pub mod notation;

pub use arena::Arena;
pub use dyadic::{Dyadic, End};
pub use error::PartizanError;
pub use form::{Form, Plain, Side};
pub use loopy::value::{AnyValue, Follower, Graph, LoopId, Sides, Stopper};
pub use measures::Temper;
pub use notation::answer::Answer;
pub use notation::error::{ReadError, ReadFault};
pub use notation::functions::{FUNCTIONS, Function};
pub use notation::loops::is_loopy;
pub use notation::read::{
    MOST_NESTED, NamedValue, Names, NoNames, RefusedName, Term, is_infinitesimal,
};
pub use notation::write::Style;
pub use order::{OutcomeClass, Relation};
pub use steps::{DifferenceMove, Part, Step};
pub use sums::SumMove;
pub use thermograph::{Corner, Thermograph, Wall};
pub use uptimals::UptimalExpansion;
