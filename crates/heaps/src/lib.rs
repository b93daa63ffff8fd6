//! Take-and-break games: a heap of counters, from which a move takes some and
//! leaves the rest in one or more heaps.
//!
//! [`HeapGame`] says what the moves are; [`HeapGame::options`] *defines* the rules, and
//! every engine is tested against it. [`PairGame`] is the same for games in which a move
//! may change two heaps at once, so that they are no sum. Nothing here knows a nimber.
//!
//! A game is read from its notation or its name, printed in the one canonical
//! form of its notation, and told in words:
//!
//! ```
//! use zug_heaps::HeapGame;
//!
//! let game: HeapGame = "Dawson's Chess".parse()?;
//! assert_eq!(game.to_string(), "0.137");
//! assert_eq!(
//!     game.words(),
//!     [
//!         "take one, if that is the whole heap",
//!         "take two, leaving the rest in at most one heap",
//!         "take three, leaving the rest in at most two heaps",
//!     ]
//! );
//! # Ok::<(), zug_heaps::NotationError>(())
//! ```

#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod game;

mod take_set;
mod breaking;
mod splitting;
mod leaving;
mod listed;
mod pairs;

mod notation;
mod names;
mod kind;
mod linear;
mod same;
mod stretch;
mod words;

pub use breaking::{Breaking, BreakingError};
pub use game::HeapGame;
pub use kind::Kind;
pub use leaving::{Bound, Leaving};
pub use listed::{Listed, ListedError, ListedPairs};
pub use names::{Known, find, known};
pub use notation::{NotationError, NotationFault};
pub use pairs::{Both, One, PairError, PairGame, Taking, TakingError};
pub use splitting::{Parts, Splitting, SplittingError};
pub use take_set::{TakeSet, TakeSetError};
