//! The words of the command line for `zug discover`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use super::setting::{PlayChoice, setting};
use crate::destination::DestinationArguments;
use crate::memory::MemoryArguments;

/// Arguments of `zug discover`.
#[derive(Debug, Args)]
#[command(after_help = "\
A pattern says which positions are lost, or what their nimbers are.

The game must have the same moves for both players, and positions of natural numbers that
its rules compare, add and subtract. Numbers that are parameters stay open unless --set
makes them known, and so do the numbers in a list; a list keeps its length.

The answer is one of four: `proved` for all sizes, `agrees` with all positions that were
solved but not proved, `refuted`, or `none`. The exit code is 0 for `proved` alone.

  zug discover subtraction
  zug discover nim --play misere
  zug discover mark --nimbers
  zug discover '4.(3)'
  zug discover mark -o mark.svg
  zug discover mark --format walnut -o ~/Walnut
  zug discover wythoff --certificate wythoff.json
  zug certify wythoff.json")]
pub(crate) struct DiscoverArguments {
    /// The name of a game of the catalogue, the path of a rules file, or the notation of a game on heaps
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) game: String,

    /// Finds a pattern of the nimbers, and not of the lost positions
    ///
    /// Of a game on heaps nimbers are always what is found
    #[arg(long)]
    pub(crate) nimbers: bool,

    /// Makes a parameter of the rules known: n=5, or take=1,3,4
    #[arg(long = "set", value_name = "PARAMETER=VALUE", value_parser = setting)]
    pub(crate) settings: Vec<(String, String)>,

    /// Who wins when a player cannot move, whatever the rules say about it
    #[arg(long, value_enum)]
    pub(crate) play: Option<PlayChoice>,

    /// Writes a certificate of what is proved to this file; `zug certify` checks it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) certificate: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) memory: MemoryArguments,

    #[command(flatten)]
    pub(crate) to: DestinationArguments,

    /// The format of the answer [default: that of the ending of --output, or text]
    #[arg(long, value_enum)]
    pub(crate) format: Option<DiscoverFormat>,

    /// Prints the answer as JSON
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
}

/// The form of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiscoverFormat {
    /// For a person.
    Text,
    /// For a program.
    Json,
    /// A picture of the automaton.
    Svg,
    /// The automaton as a graph for Graphviz.
    Dot,
    /// The automaton and what is to be proved, for the program Walnut; `-o FOLDER` writes the files into the folder of
    /// Walnut.
    Walnut,
}
