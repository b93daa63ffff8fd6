//! What a game must tell a solver, and what it may offer beyond that.
//!
//! [`Game`] is the small trait: any two-player, perfect-information game with
//! finitely many positions fits it. [`powers`] holds what a game can offer when
//! it knows more of itself: a perfect index, symmetries, a notation. [`Orbits`]
//! turns a symmetric game into the smaller game of its canonical positions.
//! Nothing here knows how a game is solved.

#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod game;
pub mod powers;
mod orbits;

pub use game::{Expanded, Fault, Game, Player, Players, Step};
pub use orbits::Orbits;
pub use powers::{Boards, Notation, NotationError, Packed, PerfectIndex, Retractable, Symmetric};
