//! What a position can be worth. Nothing here knows a game.
//!
//! Read [`outcome`] first (win, loss or draw), then [`value`] (an outcome with its
//! remoteness, and the one place where a child's value becomes its parent's), then
//! [`score`] (values as numbers, and bounds of them), then [`nimber`] and [`loopy`], then [`worth`], which holds all that is known of one position.

#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

pub mod outcome;
pub mod value;
pub mod score;
pub mod nimber;
pub mod loopy;
pub mod worth;
mod variant;
mod words;

pub use loopy::{Infinity, LoopyNimber, LoopySum, TooManyNumbers};
pub use nimber::{Mex, NimSum, Nimber};
pub use outcome::{Outcome, Play, Turn};
pub use score::{Bounds, MOST_PLIES, MOST_POINTS, Score, Wanted};
pub use value::{Plies, Value};
pub use variant::Variant;
pub use words::UnknownWord;
pub use worth::{Contradiction, InSum, Worth};
