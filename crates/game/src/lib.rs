//! What a game must tell a solver, and what it may offer beyond that.
//!
//! Every game implements the trait [`Game`]: any two-player, perfect-information game with
//! finitely many positions can. [`powers`] holds what a game can offer besides: a perfect
//! index, symmetries, a notation. [`Orbits`] turns a symmetric game into the smaller game of
//! its canonical positions. [`linear`] has games whose rules are linear conditions on numbers. Nothing here knows how a game is solved.

#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod game;
pub mod powers;
pub mod linear;
mod orbits;
mod numbered;

pub use ethnum::U256;
pub use game::{Expanded, Fault, Game, Player, Players, Scene, Step};
pub use numbered::{
    DenseIndex, EveryState, NumberTier, NumberedGame, Numbers, Predecessors, Successors,
};
pub use orbits::Orbits;
pub use powers::{
    Boards, Graded, InParts, Notation, NotationError, Packed, PartKey, PerfectIndex, Retractable,
    Scored, Searchable, Seen, Symmetric, Unseparated, WinsFound,
};
