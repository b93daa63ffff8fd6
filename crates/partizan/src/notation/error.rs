//! What is wrong with a text that should be a value, and where.

use std::ops::Range;

use crate::error::PartizanError;

/// A text could not be read as a value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{fault}")]
pub struct ReadError {
    /// The bytes of the text that are at fault; empty where something is missing.
    pub span: Range<usize>,
    /// What is wrong.
    pub fault: ReadFault,
}

/// What is wrong with a text that should be a value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadFault {
    /// Something else was expected here.
    #[error("expected {0}")]
    Expected(&'static str),
    /// A number has a denominator that is not a power of two.
    #[error("a number of a short game has a power of two as its denominator")]
    NotDyadic,
    /// A number is larger than the numbers that the notation reads.
    #[error("this number is too large")]
    NumberTooLarge,
    /// Two rows of bars are the longest ones, so that it is open which options belong together.
    #[error("two rows of {0} bars in the same braces: write one of them longer, or use braces")]
    EqualBars(usize),
    /// Brackets are nested too deep.
    #[error("brackets are nested deeper than {0}")]
    TooDeep(usize),
    /// Nobody knows this name.
    #[error("unknown name `{0}`")]
    UnknownName(String),
    /// A function gets more or fewer arguments than it has parameters.
    #[error("`{name}` takes {wanted}: {name}({parameters})")]
    Arguments {
        /// The function.
        name: &'static str,
        /// The number of arguments that it takes, in words.
        wanted: &'static str,
        /// The names of its parameters.
        parameters: String,
    },
    /// A function stands where a value is expected, and does not give one.
    #[error("`{0}` does not give a value that could be used here")]
    NoValue(&'static str),
    /// A position of a loop stands where a value is needed.
    #[error(
        "`pass` and the name of a position stand alone as options within the braces that they belong to"
    )]
    NoOption,
    /// Play goes round in a value that has to be one of a game that ends.
    #[error("play can go round in this value, and what was asked needs a game that ends")]
    GoesRound,
    /// The text is right, but its value cannot be worked out.
    #[error("{0}")]
    Value(#[from] PartizanError),
    /// Whoever knows the name refused what stands behind it.
    #[error("{0}")]
    Refused(String),
}
