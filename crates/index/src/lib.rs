//! Numbers for the positions of a game: an index gives each position within reach a number, with few
//! gaps, so that a table needs no keys.
//!
//! There is one index, [`MaterialIndex`]: by the number of pieces of each kind on the board. It is made
//! of a residual program, without playing a position, and knows nothing of the text of rules.

#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod material;

pub use material::{Folding, IndexSize, IndexedMoves, MaterialIndex, NoIndex, NoMoves};
