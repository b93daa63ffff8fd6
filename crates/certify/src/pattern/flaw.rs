//! Why a claim about a pattern is not certified.

use std::fmt;

use zug_job::Stopped;

/// What is checked of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Obligation {
    /// Each start has the invariants.
    Begin,
    /// Moves stay in what is allowed.
    Stay,
    /// Each move makes the rank less.
    Rank,
    /// Positions that the rules end are accepted where they are lost, and only there.
    Ends,
    /// No move leads from an accepted position to an accepted one.
    Lost,
    /// An accepted position has a move, where whoever is stuck wins.
    Stuck,
    /// From each other position a move leads to an accepted one.
    Won,
}

impl fmt::Display for Obligation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Begin => "a game can begin without the invariants",
            Self::Stay => "a move leads out of what is allowed",
            Self::Rank => "a move does not make the rank less",
            Self::Ends => "the automaton is wrong where the rules end the game",
            Self::Lost => "a move leads from a position claimed lost to another one",
            Self::Stuck => "a position claimed lost has no move, and whoever is stuck wins",
            Self::Won => "no move leads from a position claimed won to one claimed lost",
        })
    }
}

/// Why a claim about a pattern is not certified.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PatternFlaw {
    /// The claim is not well formed.
    #[error("the certificate is not well formed: {what}")]
    Malformed {
        /// What is wrong.
        what: &'static str,
    },
    /// Something that must be true is not.
    #[error("{obligation}: {}", named(values))]
    Refuted {
        /// What is not true.
        obligation: Obligation,
        /// The variables with their values where it is not true; in a move the position before it.
        values: Vec<(String, u64)>,
    },
    /// The check takes too long.
    #[error("the check takes more than {most} steps")]
    TooLong {
        /// The bound.
        most: u64,
    },
    /// The job was cancelled, or its memory is used up.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

fn named(values: &[(String, u64)]) -> String {
    let values = values.iter().map(|(name, value)| format!("{name}={value}"));
    values.collect::<Vec<_>>().join(" ")
}
