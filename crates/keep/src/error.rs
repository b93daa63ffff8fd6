//! Why what is kept in files cannot be had.

use std::io;
use std::path::Path;

use zug::Stopped;

/// Why a table, a proof, a search or an export cannot be had.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The question has no answer.
    #[error(transparent)]
    Zug(#[from] zug::Error),
    /// A table cannot be had.
    #[error(transparent)]
    Table(#[from] zug_tablebase::Error),
    /// The manifest of a table counts other positions than its files have.
    #[error("{0} is wrong: its manifest counts other positions than the table has")]
    OtherCounts(String),
    /// The folder of units has its table already.
    #[error("{0} holds a finished table of this game")]
    Finished(String),
    /// There is no such unit of work.
    #[error("{folder} has no unit {unit}, as far as its tiers are cut into shards")]
    NoSuchUnit {
        /// The folder.
        folder: String,
        /// The unit.
        unit: String,
    },
    /// What a unit of work reads is not there yet.
    #[error("{0} cannot be done yet: what it reads is not all there")]
    UnitNotReady(String),
    /// The table is none that can be checked in parts, or none that a larger board can be planned from.
    #[error("{0} holds a table that is not in tiers of a kind that this command goes by")]
    NotInShards(String),
    /// The table is not of the game that is planned.
    #[error("{0} holds a table of other rules than those that are planned")]
    OtherRules(String),
    /// There is no such part of a check.
    #[error("the check of {folder} has no part {part}")]
    NoSuchPart {
        /// The folder.
        folder: String,
        /// The part.
        part: String,
    },
    /// What a part of a check reads is not there yet.
    #[error("{0} cannot be done yet: what it reads is not all there")]
    PartNotReady(String),
    /// A file that parts of a check read was damaged.
    #[error("{0}; the file is removed, and the part of the check that makes it can be done again")]
    DamagedPart(String),
    /// A file that units of work read was damaged.
    #[error("{0}; the file is removed, and the units that make it can be done again")]
    DamagedUnit(String),
    /// The file of a proof cannot be read, or is damaged.
    #[error(transparent)]
    Proof(zug_tablebase::Error),
    /// The head of a proof says what its rules do not.
    #[error(
        "{path} is not a proof that this program can read: it is of {found}, and its rules give {wanted}"
    )]
    ProofHead {
        /// The file.
        path: String,
        /// What the head says.
        found: String,
        /// What the rules give.
        wanted: String,
    },
    /// The head of a proof claims more than one proof can show.
    #[error("{path} is wrong: no proof shows {claim}")]
    ProofClaim {
        /// The file.
        path: String,
        /// The claim in words.
        claim: String,
    },
    /// The file of a proof holds too few proofs for what it is of, or too many.
    #[error("{path} is wrong: {why}")]
    ProofParts {
        /// The file.
        path: String,
        /// Which proof is missing, or that there are too many.
        why: &'static str,
    },
    /// A proof cannot be written.
    #[error("the proof cannot be written to {path}: {why}")]
    ProofUnwritten {
        /// The file.
        path: String,
        /// What the system says.
        why: io::Error,
    },
    /// The file of a search cannot be read, or is damaged, or is no such file.
    #[error(transparent)]
    Search(zug_tablebase::Error),
    /// The file of a search was written by a search of another game.
    #[error("{path} is of a search of {found}, and not of {wanted}")]
    SearchForeign {
        /// The file.
        path: String,
        /// What the file is of.
        found: String,
        /// The game and the position that the question is about.
        wanted: String,
    },
    /// Another run has the file of a search.
    #[error("another run of this program writes {0} now")]
    SearchInUse(String),
    /// What a search knows cannot be written.
    #[error("what the search knows cannot be written to {path}: {why}")]
    SearchUnwritten {
        /// The file.
        path: String,
        /// What the system says.
        why: io::Error,
    },
    /// An exported file cannot be written.
    #[error(transparent)]
    Export(#[from] io::Error),
    /// An exported file cannot be made.
    #[cfg(feature = "parquet")]
    #[error(transparent)]
    Parquet(#[from] parquet::errors::ParquetError),
    /// This program cannot write Parquet.
    #[error("this program was built without Parquet, and writes CSV alone")]
    NoParquet,
}

/// What is kept, or why it cannot be had.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    pub(crate) fn of_proof(path: &Path, why: io::Error) -> Self {
        let path = path.display().to_string();
        Self::ProofUnwritten { path, why }
    }

    pub(crate) fn of_parts(path: &Path, why: &'static str) -> Self {
        let path = path.display().to_string();
        Self::ProofParts { path, why }
    }

    pub(crate) fn of_search(path: &Path, why: io::Error) -> Self {
        let path = path.display().to_string();
        Self::SearchUnwritten { path, why }
    }

    /// Whether the work ended because its token was cancelled.
    pub(crate) fn is_cancelled(&self) -> bool {
        Stopped::behind(self).is_some_and(Stopped::is_cancelled)
    }
}
