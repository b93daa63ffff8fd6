//! What `zug solve` is asked beside the game: which moves, which proofs, which checks.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use zug::{MovesAsked, View};

use super::{GameArguments, SolverArguments, StoreArguments, table};

/// Which moves of a position a search values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MovesChoice {
    /// All moves.
    All,
    /// One of the best moves, which can take much less time. All other methods value all moves.
    One,
}

impl From<MovesChoice> for MovesAsked {
    fn from(choice: MovesChoice) -> Self {
        match choice {
            MovesChoice::All => Self::All,
            MovesChoice::One => Self::One,
        }
    }
}

/// Which positions are checked against the rules as they are written. All are
/// checked against the program that the rules were made into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum VerifyChoice {
    /// All if that is affordable, else a sample.
    Auto,
    /// All, however long it takes.
    Full,
    /// A sample.
    Sample,
}

/// Which positions count as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CountChoice {
    /// None but themselves: positions as the rules define them, with whose turn it is.
    Turn,
    /// Positions that look the same to the player to move, who sees own pieces and the
    /// opponent's.
    Mover,
    /// Positions that a declared symmetry maps to one another.
    Orbits,
}

impl From<CountChoice> for View {
    fn from(choice: CountChoice) -> Self {
        match choice {
            CountChoice::Turn => Self::Turn,
            CountChoice::Mover => Self::Mover,
            CountChoice::Orbits => Self::Orbits,
        }
    }
}

/// Arguments of `zug solve`.
#[derive(Debug, Args)]
pub(crate) struct SolveArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    #[command(flatten)]
    pub(crate) solver: SolverArguments,
    #[command(flatten)]
    pub(crate) store: StoreArguments,

    /// Solves every state that the variables can express, not only those that
    /// play can reach
    #[arg(long)]
    pub(crate) all: bool,

    /// Tells in how many moves too where a search answers, which takes longer; all
    /// other methods tell it anyhow, or cannot
    #[arg(long)]
    pub(crate) remoteness: bool,

    /// Which moves a search values
    #[arg(long, value_enum, value_name = "MOVES", default_value_t = MovesChoice::All)]
    pub(crate) moves: MovesChoice,

    /// Answers by a search, and writes into this file what proves the answer; `zug
    /// certify FILE` checks it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["all", "table", "scratch", "verify", "verify_sample"])]
    pub(crate) proof: Option<PathBuf>,

    /// Answers by a search that goes on from what this file holds of an earlier one, if it
    /// is there; what is known is written into it now and then, by Ctrl-C and at the end
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, group = table::DURABLE, conflicts_with_all = ["all", "scratch", "verify", "verify_sample"])]
    pub(crate) save: Option<PathBuf>,

    /// Checks every position by code that cannot solve, against the rules as they
    /// are written: all positions if that is a matter of a minute, else a sample
    #[arg(
        long,
        value_enum,
        value_name = "HOW MANY",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "auto"
    )]
    pub(crate) verify: Option<VerifyChoice>,

    /// Checks as --verify=sample does, with a sample of about N positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) verify_sample: Option<u64>,

    /// Counts the solved positions in this view too, with their moves, and those draws that
    /// the rules can still end
    #[arg(long, value_enum, value_name = "VIEW", conflicts_with_all = ["proof", "save"])]
    pub(crate) count: Option<CountChoice>,

    /// Answers as JSON
    #[arg(long)]
    pub(crate) json: bool,
}
