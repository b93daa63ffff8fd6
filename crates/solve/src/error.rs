//! Why there is no solution.

use zug_game::Fault;
use zug_job::{Phase, Progress, Refusal, Stopped};

use crate::strong::tiers::store::StoreError;

/// Why a solver gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The rules broke in some position.
    #[error(transparent)]
    Fault(#[from] Fault),

    /// The caller cancelled the work, or memory was refused. In all phases but the first, all
    /// positions were found.
    #[error("{0}")]
    Stopped(#[from] Stopped),

    /// The positions cannot fit, as a sample of play or a count shows before the work.
    #[error(
        "the game has at least {positions} positions, which take at least \
         {bytes} bytes; the budget is {budget}"
    )]
    TooLarge {
        /// A lower bound on the number of positions.
        positions: u64,
        /// A lower bound on the bytes that they take.
        bytes: u64,
        /// The limit in bytes.
        budget: u64,
    },

    /// Too few positions of a tier fit into the memory at once: all moves that lead into the tier
    /// would have to be played too often, once for each of its parts that fits.
    #[error(
        "the positions of a tier would be gathered in about {passes} passes over the moves that \
         lead to them, and at most {most} are made; about {bytes} bytes would suffice, and the \
         budget is {budget}"
    )]
    TooManyPasses {
        /// About how many passes it would take.
        passes: u64,
        /// The largest number of passes.
        most: u64,
        /// The bytes with which about `most` passes would do.
        bytes: u64,
        /// The limit in bytes.
        budget: u64,
    },

    /// The index of positions cannot fit, as its size shows before the work.
    #[error(
        "the index has at least {numbers} numbers for positions, which take at least {bytes} \
         bytes; the budget is {budget}"
    )]
    IndexTooLarge {
        /// A lower bound on the number of numbers.
        numbers: u64,
        /// A lower bound on the bytes that they take, with what was in use before.
        bytes: u64,
        /// The limit in bytes.
        budget: u64,
    },

    /// More positions than one solver can number
    /// ([`MAX_POSITIONS`](crate::positions::MAX_POSITIONS)), or can keep the moves of
    /// ([`MAX_WITH_MOVES`](crate::positions::MAX_WITH_MOVES)), where the method needs them.
    #[error("more than {limit} positions")]
    TooManyPositions {
        /// The largest number that there may be.
        limit: u64,
    },

    /// Best play from some position takes more plies than a solver can count.
    #[error("best play takes more than {limit} plies")]
    TooLong {
        /// The largest number of plies that can be counted.
        limit: u32,
    },

    /// Play leads to a position that the index leaves out.
    #[error("play leads to a position that has no number in the index of positions")]
    OutsideIndex,

    /// More than 2^32 moves lead into 4096 neighbouring positions.
    #[error("more moves lead into one position than can be counted ({limit})")]
    TooManyMoves {
        /// The largest number that there may be.
        limit: u64,
    },

    /// Backward induction was asked for, but play can go round in a circle.
    #[error(
        "backward induction needs a game that ends, but {positions} positions lie on a cycle \
         of moves or behind one; retrograde analysis can solve it"
    )]
    Cyclic {
        /// The number of positions that lie on a cycle of moves or behind one.
        positions: u64,
    },

    /// A score is larger than a solver keeps: [`LARGEST_SCORE`](crate::scores::LARGEST_SCORE)
    /// where all positions are solved, [`MOST_POINTS`](zug_values::MOST_POINTS) in a search.
    #[error("the score {score} is not within -{largest} to {largest}")]
    Score {
        /// The score.
        score: i64,
        /// The largest score that the solver keeps.
        largest: i64,
    },

    /// The points that moves can gain add up to more than the largest score of a search.
    #[error(
        "the points that the moves of this game gain add up to more than {largest}, the most that a \
         search tells"
    )]
    GainsTooLarge {
        /// The largest score of a search ([`MOST_POINTS`](zug_values::MOST_POINTS)).
        largest: i64,
    },

    /// Scores were searched for, but play came back to a position.
    #[error(
        "this game ends with scores, but play can come back to a position, and what it is worth \
         to go round for ever the rules do not say"
    )]
    EndlessScores,

    /// A move does not climb as the levels of the game promise.
    #[error("a move leads from level {from} to level {to}, and the game promised that it climbs")]
    Level {
        /// The level of the position where the move is made.
        from: u32,
        /// The level of the position that it leads to.
        to: u32,
    },

    /// The store that keeps finished tiers failed.
    #[error(transparent)]
    Store(StoreError),

    /// Nimbers were asked for where they mean nothing.
    #[error("nimbers are not defined here: {0}")]
    NoNimber(#[from] NoNimber),

    /// The game cannot be a part of a compound.
    #[error("this cannot be played together with other games: {0}")]
    NoPart(#[from] NoPart),

    /// A compound without any part was asked about.
    #[error("a compound needs one part at least")]
    EmptyCompound,
}

/// Why a game has no nimbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoNimber {
    /// The players do not have the same moves.
    #[error("the players have different moves")]
    Partizan,
    /// Play can go round in a circle.
    #[error("{positions} positions lie on a cycle of moves or behind one")]
    Cyclic {
        /// The number of positions that lie on a cycle of moves or behind one.
        positions: u64,
    },
    /// The rules end the game in some position otherwise than by the mover being stuck and
    /// losing.
    #[error("the rules end the game otherwise than by leaving the mover without a move")]
    Result,
    /// A move lets the same player move again.
    #[error("a move keeps the turn")]
    KeptTurn,
    /// The set of numbers of a loopy nimber is too large.
    #[error(transparent)]
    TooManyNumbers(#[from] zug_values::TooManyNumbers),
}

/// Why a game cannot be one part of a compound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoPart {
    /// The rules end the game in some position otherwise than by the mover being stuck.
    #[error("the rules end the game otherwise than by leaving the mover without a move")]
    Result,
    /// A move lets the same player move again.
    #[error("a move keeps the turn")]
    KeptTurn,
    /// The players' moves differ, and the game cannot tell the moves of the player whose
    /// turn it is not.
    #[error("the players have different moves, and the rules say only those of the player to move")]
    OneSided,
    /// The game is written as a notation, and has no rules whose positions could be found.
    #[error(
        "heaps by their notation are added up by nimbers; under misère play, and in other compounds than a \
             sum, they go together with heaps of the same game alone"
    )]
    Notation,
}

impl Error {
    /// The error of a search that needs more points than it can tell.
    pub(crate) const MORE_POINTS: Self = Self::GainsTooLarge {
        largest: zug_values::MOST_POINTS,
    };

    /// Whether what was asked is too large for the budget or for any table.
    #[must_use]
    pub fn is_too_large(&self) -> bool {
        match self {
            Self::Stopped(_) => self.is_refusal(),
            Self::TooLarge { .. }
            | Self::TooManyPasses { .. }
            | Self::IndexTooLarge { .. }
            | Self::TooManyPositions { .. }
            | Self::TooManyMoves { .. } => true,
            _ => false,
        }
    }

    /// Whether the caller cancelled the work.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        matches!(self, Self::Stopped(stopped) if stopped.is_cancelled())
    }

    /// Whether memory was refused.
    pub(crate) fn is_refusal(&self) -> bool {
        matches!(self, Self::Stopped(stopped) if stopped.refusal().is_some())
    }

    /// Memory was refused in this phase, when `positions` positions had been found.
    pub(crate) fn out_of_memory(refusal: Refusal, phase: Phase, positions: usize) -> Self {
        Stopped::out_of_memory(refusal, Progress::at(phase, positions as u64)).into()
    }
}

/// A store that refuses memory stops the work, as every refusal does.
impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Refused(refusal) => Self::out_of_memory(refusal, Phase::Discovering, 0),
            failed @ StoreError::Failed(_) => Self::Store(failed),
        }
    }
}
