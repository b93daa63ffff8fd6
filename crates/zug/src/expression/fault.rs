//! What is wrong with an expression of games.

/// An expression that is not well formed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column} of the expression: {fault}")]
#[non_exhaustive]
pub struct ExpressionError {
    /// The column of the fault, from 1.
    pub column: usize,
    /// What is wrong there.
    pub fault: ExpressionFault,
}

/// What is wrong in a place of an expression. The message says what to write.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExpressionFault {
    /// The expression has too many parts.
    #[error("more than {most} parts")]
    TooManyParts {
        /// The largest number of parts.
        most: usize,
    },
    /// Something else stands where a part has ended.
    #[error("expected `+` or the end, found `{found}`")]
    ExpectedPlus {
        /// The first character that stands there.
        found: char,
    },
    /// No game stands where a part begins.
    #[error("expected a game, such as nim(3){}", .found.map(|found| format!(", found `{found}`")).unwrap_or_default())]
    ExpectedGame {
        /// The first character that stands there; `None` at the end of the expression.
        found: Option<char>,
    },
    /// A game is played too often, or never.
    #[error("a game is played from 1 to {most} times")]
    Times {
        /// The largest number of times.
        most: usize,
    },
    /// A bracket is not closed.
    #[error("this bracket is not closed")]
    NotClosed,
    /// The quotes around a position are not closed.
    #[error("these quotes are not closed")]
    QuoteNotClosed,
    /// No position stands behind `at`.
    #[error("expected a position, such as heap=3")]
    ExpectedPosition,
    /// An argument is empty, or has no name before `=`.
    #[error("expected a value, or NAME=VALUE")]
    ExpectedValue,
    /// A range of numbers has no number in it.
    #[error("this range ends before it begins")]
    EmptyRange,
    /// Ranges stand for too many boards.
    #[error("more than {most} boards")]
    TooManyBoards {
        /// The largest number of boards.
        most: u64,
    },
    /// An argument of a game on heaps is no size of a heap.
    #[error("expected the size of a heap, found `{found}`")]
    ExpectedHeap {
        /// The text that stands there.
        found: String,
    },
    /// A set stands alone, without the heaps that it is played with.
    #[error("a set is a game on heaps with the heaps in brackets behind it: {{1,3,4}}(9)")]
    NoHeaps,
    /// A game on two heaps has another number of heaps.
    #[error("`{game}` is a game on two heaps: write {game}(3, 5)")]
    TwoHeaps {
        /// The game.
        game: String,
    },
    /// A game has fewer parameters than there are arguments.
    #[error("`{game}` has only {parameters} parameter{}", if *.parameters == 1 { "" } else { "s" })]
    TooManyArguments {
        /// The game.
        game: String,
        /// The number of its parameters.
        parameters: usize,
    },
    /// A column of a list of rows is missing.
    #[error("`{game}` is missing `{name}`")]
    MissingColumn {
        /// The game.
        game: String,
        /// The column.
        name: String,
    },
    /// Two columns of a list of rows are not of one length.
    #[error(
        "`{first}` has {first_length} elements and `{other}` has {other_length}: one of each for \
         a row"
    )]
    UnequalColumns {
        /// The first column.
        first: String,
        /// The number of its elements.
        first_length: usize,
        /// The column that differs.
        other: String,
        /// The number of its elements.
        other_length: usize,
    },
    /// A column is no list.
    #[error("expected a list such as [4, 1], found `{found}`")]
    ExpectedList {
        /// The text that stands there.
        found: String,
    },
}
