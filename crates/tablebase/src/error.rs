//! Why a table cannot be written or read.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use zug_job::{Progress, Refusal, Stopped};
use zug_solve::table::Unreadable;

/// Why a table cannot be written or read. Each message names the file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The folder has no finished table.
    #[error("{} holds no finished table", .0.display())]
    Absent(PathBuf),
    /// The system refused something.
    #[error("cannot {what} {}: {}", path.display(), told(source))]
    System {
        /// What was to be done, as a verb.
        what: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// Why the system refused.
        source: io::Error,
    },
    /// A file is damaged.
    #[error("{} is damaged: {place} {fault}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The place in the file.
        place: Place,
        /// What is wrong there.
        fault: Fault,
    },
    /// A file has a version that this program does not read.
    #[error("{} has version {found} of the form of tables; the newest that this program reads is {read}", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// The version of the file.
        found: u64,
        /// The newest version that this program reads.
        read: u64,
    },
    /// A file is no proof.
    #[error("{} is no proof", .0.display())]
    NoProof(PathBuf),
    /// A proof has a version that this program does not read.
    #[error("{} has version {found} of the form of proofs; this program reads version {read}", path.display())]
    ProofVersion {
        /// The file.
        path: PathBuf,
        /// The version of the file.
        found: u32,
        /// The version that this program reads.
        read: u32,
    },
    /// A file is none that a search writes.
    #[error("{} is no file in which a search keeps what it knows", .0.display())]
    NoSearch(PathBuf),
    /// A file of a search has a version that this program does not read.
    #[error("{} has version {found} of the form in which searches keep what they know; this program reads version {read}", path.display())]
    SearchVersion {
        /// The file.
        path: PathBuf,
        /// The version of the file.
        found: u32,
        /// The version that this program reads.
        read: u32,
    },
    /// The table is of something else.
    #[error("the table in {} is of {found}, and not of {wanted}", path.display())]
    Foreign {
        /// The folder.
        path: PathBuf,
        /// What the table is of, as far as it differs.
        found: String,
        /// What was asked for, as far as it differs.
        wanted: String,
    },
    /// Another run writes into the folder now.
    #[error("another run of this program writes into {} now", .0.display())]
    InUse(PathBuf),
    /// The folder holds files that no table has, so that no table is written into it.
    #[error("{} is no folder of a table: it holds {file}", path.display())]
    Occupied {
        /// The folder.
        path: PathBuf,
        /// The name of the file in it that is not part of a table.
        file: String,
    },
    /// The positions of the folder are solved by units of work, and not by one run.
    #[error("the positions of {} are solved by units of work", .0.display())]
    OfCluster(PathBuf),
    /// The folder has no units of work.
    #[error("no units of work were begun in {}", .0.display())]
    NoUnits(PathBuf),
    /// The units of a folder were begun by another version of the program.
    #[error("the units of work in {} were begun by {found}, and this is {here}: all units are done by one version", path.display())]
    OtherProgram {
        /// The folder.
        path: PathBuf,
        /// The program that began the units, with its version.
        found: String,
        /// This program.
        here: &'static str,
    },
    /// The units of a folder have another size of shards.
    #[error("the units of work in {} were begun with shards of {found} positions, and not of {wanted}", path.display())]
    OtherShards {
        /// The folder.
        path: PathBuf,
        /// The largest number of positions of a shard there.
        found: u64,
        /// The number that was asked for.
        wanted: u64,
    },
    /// A position was handed on twice, or keys do not ascend.
    #[error("the positions of {} do not ascend: the table that was to be written has a position twice", .0.display())]
    NotAscending(PathBuf),
    /// A position of a table that was to be written has no score, or one that contradicts who wins.
    #[error("the table that was to be written into {} has {} in a position that is {ending}", path.display(), told_score(*score))]
    Score {
        /// The folder.
        path: PathBuf,
        /// The score of the position for its mover; `None` where it has none.
        score: Option<i64>,
        /// How the game ends for the mover.
        ending: &'static str,
    },
    /// The table that was to be written could not be read.
    #[error("{0}")]
    Source(#[from] Unreadable),
    /// The caller cancelled, or memory was refused.
    #[error("{0}")]
    Stopped(#[from] Stopped),
}

/// A place in a file of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The whole file.
    File,
    /// What the file begins with: what it is.
    Header,
    /// The list of the blocks.
    Directory,
    /// What the file ends with: where the directory is.
    Footer,
    /// A block, the first of which has the number 0.
    Block(u64),
}

/// What is wrong in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The size is not that which was written.
    Size,
    /// The checksum is not that of the bytes.
    Checksum,
    /// The bytes are none that this program writes.
    Form,
    /// It belongs to another table, tier or stream.
    Stranger,
}

impl Error {
    pub(crate) fn system(what: &'static str, path: &Path, source: io::Error) -> Self {
        Self::System {
            what,
            path: path.to_owned(),
            source,
        }
    }

    pub(crate) fn damaged(path: &Path, place: Place, fault: Fault) -> Self {
        Self::Damaged {
            path: path.to_owned(),
            place,
            fault,
        }
    }

    pub(crate) fn refused(refusal: Refusal) -> Self {
        Stopped::out_of_memory(refusal, Progress::default()).into()
    }

    /// Whether the disk had no room.
    #[must_use]
    pub fn is_full_disk(&self) -> bool {
        matches!(self, Self::System { source, .. } if is_full(source))
    }
}

fn is_full(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded
    )
}

/// A score in words.
fn told_score(score: Option<i64>) -> String {
    score.map_or_else(
        || "no score".to_owned(),
        |score| format!("the score {score}"),
    )
}

/// A refusal of the system in words.
fn told(error: &io::Error) -> String {
    if is_full(error) {
        "the disk is full".to_owned()
    } else {
        error.to_string()
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File => f.write_str("the file"),
            Self::Header => f.write_str("its header"),
            Self::Directory => f.write_str("its directory"),
            Self::Footer => f.write_str("its footer"),
            Self::Block(number) => write!(f, "block {number}"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Size => "has another size than was written",
            Self::Checksum => "does not have the checksum that was written",
            Self::Form => "has bytes that no table has",
            Self::Stranger => "belongs to another table",
        })
    }
}

impl From<Error> for Unreadable {
    fn from(error: Error) -> Self {
        match error {
            Error::Source(unreadable) => unreadable,
            other => Self::new(other),
        }
    }
}
