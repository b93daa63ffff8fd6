//! The words of the command line that are about solved positions on disk.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Args, Subcommand, ValueEnum, ValueHint};

use super::threads;
use crate::memory::MemoryArguments;

/// The arguments that name a place from which a run that is killed goes on.
pub(super) const DURABLE: &str = "durable";

/// Where solved positions are kept.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new(DURABLE).multiple(true))]
pub(crate) struct StoreArguments {
    /// Answers from the table of solved positions in this folder; if there is none,
    /// solves the positions and writes it. A run that is killed goes on there.
    /// With --method search, positions that the table has are not searched
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath, group = DURABLE)]
    pub(crate) table: Option<PathBuf>,

    /// The least time between two checkpoints in the folder of --table, of positions that are
    /// not solved tier by tier; of a search, between two times of writing the file of --save. They
    /// take at most a twentieth of the time
    #[arg(long, value_name = "SECONDS", default_value_t = 15, requires = DURABLE)]
    pub(crate) checkpoint_every: u32,

    /// Keeps in this folder what does not fit into the memory, and removes it at the end.
    /// Only games that are solved tier by tier have a use for it: level by level, or
    /// over an index
    #[arg(
        long,
        value_name = "FOLDER",
        value_hint = ValueHint::DirPath,
        conflicts_with = "table"
    )]
    pub(crate) scratch: Option<PathBuf>,
}

impl StoreArguments {
    /// The least time between two checkpoints.
    pub(crate) fn every(&self) -> Duration {
        Duration::from_secs(self.checkpoint_every.into())
    }
}

/// Arguments of `zug table`.
#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
#[command(after_help = "\
A table is made by --table FOLDER of the commands solve, explain, play and tree.

  zug solve tic-tac-toe --table ttt
  zug table info ttt
  zug table query ttt 'board=X../.O./..X turn=O'
  zug table verify ttt
  zug table export ttt --format csv --output ttt.csv")]
pub(crate) struct TableArguments {
    #[command(subcommand)]
    pub(crate) what: TableCommand,
}

/// What is done with a table.
#[derive(Debug, Subcommand)]
pub(crate) enum TableCommand {
    /// Tells what a table is of, how many positions it has, and how large it is.
    Info(TableInfoArguments),
    /// Tells the value of a position and of its moves.
    Query(TableQueryArguments),
    /// Compares all checksums, and the values with the rules.
    Verify(TableVerifyArguments),
    /// Writes the positions with their values for other programs.
    Export(TableExportArguments),
}

impl TableCommand {
    pub(super) fn memory(&self) -> MemoryArguments {
        match self {
            Self::Info(arguments) => arguments.memory,
            Self::Query(arguments) => arguments.memory,
            Self::Verify(arguments) => arguments.memory,
            Self::Export(arguments) => arguments.memory,
        }
    }
}

/// Arguments of `zug table info`.
#[derive(Debug, Args)]
pub(crate) struct TableInfoArguments {
    /// The folder of the table
    #[arg(value_hint = ValueHint::DirPath)]
    pub(crate) folder: PathBuf,

    #[command(flatten)]
    pub(crate) memory: MemoryArguments,

    /// Answers as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `zug table query`.
#[derive(Debug, Args)]
pub(crate) struct TableQueryArguments {
    /// The folder of the table
    #[arg(value_hint = ValueHint::DirPath)]
    pub(crate) folder: PathBuf,

    /// The position, in the game's notation; the one that the table begins from if
    /// none is named
    pub(crate) position: Option<String>,

    #[command(flatten)]
    pub(crate) memory: MemoryArguments,

    /// Answers as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `zug table verify`.
#[derive(Debug, Args)]
pub(crate) struct TableVerifyArguments {
    /// The folder of the table
    #[arg(value_hint = ValueHint::DirPath)]
    pub(crate) folder: PathBuf,

    /// Checks all positions against the rules as they are written, however long it
    /// takes; without it, all if that is a matter of a minute, else a sample
    #[arg(long)]
    pub(crate) full: bool,

    /// Checks about N positions against the rules as they are written, and all against
    /// the program that the rules were made into
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "full")]
    pub(crate) sample: Option<u64>,

    /// Threads that look at moves, one for each core if not said; the answer
    /// does not depend on it
    #[arg(long, value_name = "N", value_parser = threads, allow_hyphen_values = true)]
    pub(crate) threads: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) memory: MemoryArguments,

    /// Answers as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `zug table export`.
#[derive(Debug, Args)]
pub(crate) struct TableExportArguments {
    /// The folder of the table
    #[arg(value_hint = ValueHint::DirPath)]
    pub(crate) folder: PathBuf,

    /// The form of the file
    #[arg(long, value_enum)]
    pub(crate) format: ExportFormat,

    /// The file that is written; CSV goes to the standard output if none is named
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[cfg_attr(feature = "parquet", arg(required_if_eq("format", "parquet")))]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) memory: MemoryArguments,
}

/// The form of an exported table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// Text with commas, for spreadsheets.
    Csv,
    /// Columns, for DuckDB, Polars and pandas.
    #[cfg(feature = "parquet")]
    Parquet,
}
