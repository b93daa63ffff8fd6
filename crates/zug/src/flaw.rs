//! What is wrong with a solution.

use std::fmt;

use zug_game::U256;

use zug_certify::Flaw;
use zug_lang::Diagnostic;

/// What a certificate finds wrong with a solution, and where.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolutionFlaw {
    /// A position contradicts the rules or its neighbours.
    #[error(transparent)]
    Position(Box<Flaw<WrittenPosition>>),
    /// The declared symmetries cannot be worked out from the rules.
    #[error("{}", .0.message)]
    Symmetries(Box<Diagnostic>),
    /// A number is listed as a position, and is none.
    #[error("{number:#x} is listed, and is no state")]
    NoState {
        /// The number.
        number: U256,
    },
    /// An entry does not stand for one orbit.
    #[error("{position} stands for other positions than its images under the declared symmetries")]
    Orbit {
        /// The position kept in the entry, as the rules write it.
        position: String,
    },
    /// A declared symmetry maps a position to one of another value.
    #[error("{position} and its image {image} have different values")]
    Image {
        /// The position, as the rules write it.
        position: String,
        /// Its image, as the rules write it.
        image: String,
    },
    /// A count that is told is not that of the positions checked.
    #[error("{told} {what} are told, but there are {found}")]
    Count {
        /// The things that are counted, in the plural.
        what: &'static str,
        /// The number told.
        told: u64,
        /// The number found.
        found: u64,
    },
    /// The solution tells a longest win, or a longest loss, other than the longest one among
    /// the positions checked.
    #[error("the longest win or loss told is not the longest")]
    Longest,
    /// Every state was asked for, and not all are there.
    #[error("{solved} states were solved, but there are {states}")]
    States {
        /// The number of states solved.
        solved: u64,
        /// The number of states of the game.
        states: u128,
    },
}

/// A position as the rules write it; a number that encodes none is written as a number.
#[derive(Clone, PartialEq, Eq)]
pub struct WrittenPosition(pub(crate) String);

impl fmt::Debug for WrittenPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for WrittenPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
