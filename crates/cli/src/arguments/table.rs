//! The words of the command line that are about solved positions on disk.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Args, Subcommand, ValueEnum, ValueHint};

use super::threads;
use crate::destination::DestinationArguments;
use crate::memory::MemoryArguments;

/// The arguments that name a place from which a run that is killed goes on.
pub(super) const DURABLE: &str = "durable";

/// The heading in the help over all options that name a file or a folder to keep work in.
pub(super) const FILES: &str = "Files";

/// Where solved positions are kept.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new(DURABLE).multiple(true))]
pub(crate) struct StoreArguments {
    /// Keeps the solved positions in this folder, as a table
    ///
    /// If the table exists, the answer is read from it, else the positions are solved and the table
    /// is written. After a run that was killed the same command goes on where it was. With --method
    /// search, a search stops at the positions of the table
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath, group = DURABLE, help_heading = FILES)]
    pub(crate) table: Option<PathBuf>,

    /// The least number of seconds between two checkpoints
    ///
    /// --table and --save write checkpoints so that a run that was killed can go on. They take at
    /// most a twentieth of the time. A table that is solved tier by tier needs none: each finished
    /// tier is kept
    #[arg(long, value_name = "SECONDS", default_value_t = 15, requires = DURABLE, help_heading = FILES)]
    pub(crate) checkpoint_every: u32,

    /// Keeps in this folder what does not fit into the memory, and removes it at the end
    ///
    /// It helps games that are solved one part after another: level by level (--method tiers), or
    /// over numbered positions (--method dense)
    #[arg(
        long,
        value_name = "FOLDER",
        value_hint = ValueHint::DirPath,
        conflicts_with = "table",
        help_heading = FILES
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
The option --table FOLDER of the commands solve, explain, play and tree makes a table.

  zug solve tic-tac-toe --table ttt
  zug table info ttt
  zug table query ttt 'board=X../.O./..X turn=O'
  zug table verify ttt
  zug table digest ttt
  zug table export ttt --output ttt.csv")]
pub(crate) struct TableArguments {
    #[command(subcommand)]
    pub(crate) what: TableCommand,
}

/// What is done with a table.
#[derive(Debug, Subcommand)]
pub(crate) enum TableCommand {
    /// Shows which game a table is of, how many positions it has, and how large it is.
    Info(TableFolderArguments),
    /// Prints the value of a position and of its moves.
    Query(TableQueryArguments),
    /// Checks that no file is damaged, and that the values follow from the rules.
    Verify(TableVerifyArguments),
    /// Prints a sum of hashes of all positions and values: equal for equal tables.
    #[command(after_help = "\
Two tables of one game have the same digest if they say the same of the same positions, however
they were solved: by one machine or by many, with whatever symmetries and in whatever files.")]
    Digest(TableFolderArguments),
    /// Writes all positions and their values to a file for other programs.
    Export(TableExportArguments),
}

impl TableCommand {
    pub(super) fn memory(&self) -> MemoryArguments {
        match self {
            Self::Info(arguments) | Self::Digest(arguments) => arguments.memory,
            Self::Query(arguments) => arguments.memory,
            Self::Verify(arguments) => arguments.memory,
            Self::Export(arguments) => arguments.memory,
        }
    }
}

/// Arguments of `zug table info` and `zug table digest`.
#[derive(Debug, Args)]
pub(crate) struct TableFolderArguments {
    /// The folder that holds the table
    #[arg(value_hint = ValueHint::DirPath)]
    pub(crate) folder: PathBuf,

    #[command(flatten)]
    pub(crate) memory: MemoryArguments,

    /// Prints the answer as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `zug table query`.
#[derive(Debug, Args)]
pub(crate) struct TableQueryArguments {
    /// The folder that holds the table
    #[arg(value_hint = ValueHint::DirPath)]
    pub(crate) folder: PathBuf,

    /// The position, in the notation of the game [default: the one that the table begins from]
    pub(crate) position: Option<String>,

    #[command(flatten)]
    pub(crate) memory: MemoryArguments,

    /// Prints the answer as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `zug table verify`.
#[derive(Debug, Args)]
pub(crate) struct TableVerifyArguments {
    /// The folder that holds the table
    #[arg(value_hint = ValueHint::DirPath)]
    pub(crate) folder: PathBuf,

    /// Checks all positions by the rules as they are written, however long it takes. Without this
    /// option, all if there are few, else a sample: checking takes some ten times as long as
    /// solving
    #[arg(long)]
    pub(crate) full: bool,

    /// Checks about N positions by the rules as they are written, and all positions by the faster
    /// program that solved them
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "full")]
    pub(crate) sample: Option<u64>,

    /// The number of threads that check positions [default: one for each core]
    #[arg(long, value_name = "N", value_parser = threads, allow_hyphen_values = true)]
    pub(crate) threads: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) memory: MemoryArguments,

    /// Prints the answer as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `zug table export`.
#[derive(Debug, Args)]
pub(crate) struct TableExportArguments {
    /// The folder that holds the table
    #[arg(value_hint = ValueHint::DirPath)]
    pub(crate) folder: PathBuf,

    /// The format of the file [default: that of the ending of --output, or CSV]
    #[arg(long, value_enum)]
    pub(crate) format: Option<ExportFormat>,

    /// Leaves out the column `position`, the text of each position
    ///
    /// The other columns have all that the text says, each number by itself. The file is smaller without the text,
    /// and is written faster.
    #[arg(long)]
    pub(crate) no_text: bool,

    #[command(flatten)]
    pub(crate) to: DestinationArguments,

    #[command(flatten)]
    pub(crate) memory: MemoryArguments,
}

/// The form of an exported table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// Comma-separated values, for spreadsheets.
    Csv,
    /// A file of columns, for DuckDB, Polars and pandas.
    Parquet,
}
