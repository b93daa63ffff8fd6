//! The words of the command line that are about units of work.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use bytesize::ByteSize;
use clap::{Args, Subcommand, ValueHint};
use zug::Extent;

use super::{GameArguments, threads};
use crate::memory::{self, MemoryArguments};

/// The number of positions of a shard where nothing is said.
const SHARD: u64 = 1 << 22;

/// Arguments of `zug cluster`.
#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
#[command(after_help = "\
Whoever has a folder that several machines share can solve a game there. Zug says which units
of work can be done, and does those that it is told to do; any scheduler tells it.

  zug cluster begin ttt tic-tac-toe
  zug cluster units ttt
  zug cluster do ttt split-00000
  zug cluster status ttt

In a shell, four units at a time:

  while units=$(zug cluster units ttt) && [ -n \"$units\" ]; do
    echo \"$units\" | xargs -P 4 -n 1 zug cluster do ttt
  done")]
pub(crate) struct ClusterArguments {
    #[command(subcommand)]
    pub(crate) what: ClusterCommand,
}

/// What is done with units of work.
#[derive(Debug, Subcommand)]
pub(crate) enum ClusterCommand {
    /// Begins to solve a game in a folder; no unit is done yet.
    Begin(ClusterBeginArguments),
    /// Lists the units that can be done now; none are left when the folder holds a table.
    Units(ClusterFolderArguments),
    /// Does units. What was done before is not done again.
    Do(ClusterDoArguments),
    /// Says how far the work is.
    Status(ClusterFolderArguments),
    /// Estimates what solving a game by units would take, from a smaller board that it measures.
    Plan(ClusterPlanArguments),
    /// Checks a finished table by the rules, shard by shard; any number of machines share the work.
    Verify(ClusterVerifyArguments),
}

impl ClusterCommand {
    pub(super) fn memory(&self) -> MemoryArguments {
        match self {
            Self::Begin(arguments) => arguments.memory,
            Self::Units(arguments) | Self::Status(arguments) => arguments.memory,
            Self::Do(arguments) => arguments.memory,
            Self::Plan(arguments) => arguments.memory,
            Self::Verify(arguments) => arguments.memory,
        }
    }
}

/// Arguments of `zug cluster begin`.
#[derive(Debug, Args)]
pub(crate) struct ClusterBeginArguments {
    /// The folder, which all machines must share; it is made if it is not there
    #[arg(value_hint = ValueHint::DirPath)]
    pub(crate) folder: PathBuf,

    #[command(flatten)]
    pub(crate) game: GameArguments,

    /// About the largest number of positions of a shard, the part of the work that a unit does
    ///
    /// Smaller shards need less memory, and make more units. Where play can go round, a tier of numbers is one shard
    #[arg(long, value_name = "N", default_value_t = SHARD, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) shard_positions: u64,

    #[command(flatten)]
    pub(crate) memory: MemoryArguments,
}

/// A folder with units of work.
#[derive(Debug, Args)]
pub(crate) struct ClusterFolderArguments {
    /// The folder that `zug cluster begin` has made
    #[arg(value_hint = ValueHint::DirPath)]
    pub(crate) folder: PathBuf,

    #[command(flatten)]
    pub(crate) memory: MemoryArguments,

    /// Prints the answer as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `zug cluster do`.
#[derive(Debug, Args)]
pub(crate) struct ClusterDoArguments {
    /// The folder that `zug cluster begin` has made
    #[arg(value_hint = ValueHint::DirPath)]
    pub(crate) folder: PathBuf,

    /// The units, as `zug cluster units` names them; they are done one after the other
    #[arg(required = true)]
    pub(crate) units: Vec<String>,

    /// The number of threads; what is written does not depend on it [default: one for each core]
    #[arg(long, value_name = "N", value_parser = threads, allow_hyphen_values = true)]
    pub(crate) threads: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) memory: MemoryArguments,
}

/// Arguments of `zug cluster verify`.
#[derive(Debug, Args)]
#[command(after_help = "\
A shard is checked in three parts: its positions are played, it is compared with the positions
that moves lead to, and its values with those that moves lead to.

  zug cluster verify ttt

By four processes:

  while units=$(zug cluster verify ttt --units) && [ -n \"$units\" ]; do
    echo \"$units\" | xargs -P 4 -n 1 zug cluster verify ttt
  done
  zug cluster verify ttt")]
pub(crate) struct ClusterVerifyArguments {
    /// The folder of a table that was solved by units of work, or level by level on one machine
    #[arg(value_hint = ValueHint::DirPath)]
    pub(crate) folder: PathBuf,

    /// Parts of the check, as `--units` names them [default: all that are left, and then the verdict]
    pub(crate) units: Vec<String>,

    /// Lists the parts of the check that can be done now; none are left when only the verdict is to be told
    #[arg(long = "units", id = "list", conflicts_with = "units")]
    pub(crate) list: bool,

    /// About how many of all positions are checked by the rules as they are written, too, if there are more
    #[arg(long, value_name = "N", default_value_t = Extent::SAMPLE, conflicts_with = "list")]
    pub(crate) sample: u64,

    #[command(flatten)]
    pub(crate) memory: MemoryArguments,

    /// Prints the answer as JSON
    #[arg(long, conflicts_with = "units")]
    pub(crate) json: bool,
}

/// Arguments of `zug cluster plan`.
#[derive(Debug, Args)]
#[command(after_help = "\
The smaller board is solved once more, by units in a temporary folder on one core, and measured.

  zug solve connect-four --set width=5 --set height=5 --table c4
  zug cluster plan connect-four --positions 4531985219092 --from-table c4 --cores 320 --disk-rate 5GB")]
pub(crate) struct ClusterPlanArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,

    /// The number of positions of the game, without regard to symmetry
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) positions: u64,

    /// The folder of a table of a smaller board of the game, in sorted tiers
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) from_table: PathBuf,

    /// The number of cores that work at the same time, on all machines
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) cores: u64,

    /// The bytes that all machines together read and write in a second, such as 5GB [default: not a limit]
    #[arg(long, value_name = "SIZE", value_parser = memory::size)]
    pub(crate) disk_rate: Option<ByteSize>,

    #[command(flatten)]
    pub(crate) memory: MemoryArguments,

    /// Prints the answer as JSON
    #[arg(long)]
    pub(crate) json: bool,
}
