//! Finds which positions of a game are lost, or what their nimbers are, for all values of its parameters, and
//! proves it.
//!
//! The game is given as linear conditions on natural numbers ([`LinearGame`]). Some thousand positions
//! are solved; an automaton that reads the digits of the variables is *learned* from them, compared
//! with more positions, and *proved*. Which digits suit a game is not known beforehand: several
//! systems are tried one after the other, the simplest first ([`find`]).
//!
//! Learning proves nothing, and need not: the proof does not look at the solved positions. Where it
//! fails, nothing is claimed. It cannot always succeed, as who wins games of this kind is undecidable
//! (Larsson and Wästlund 2013).
//!
//! Known before: formulas for simple impartial games found by solvers of constraints (Wu, Fang et al. 2020);
//! families of Toads and Frogs (Thanatipanonda and Zeilberger 2007); variants of Wythoff's game by hand
//! with automata (Mignoty, Renard, Rigo and Whiteland 2025).
//!
//! [`LinearGame`]: zug_game::linear::LinearGame

#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod error;
mod question;
mod compile;
mod learn;
mod rank;
mod invariants;
mod proof;
mod phrase;
mod nimber_words;
mod words;
mod ladder;
mod replies;

pub use error::Error;
pub use ladder::{End, Finding, Limits, Pattern, find, sentence};
pub use proof::Refutation;
pub use replies::{Reply, replies};
