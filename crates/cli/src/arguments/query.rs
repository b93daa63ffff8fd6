//! What `zug query` is asked.

use clap::Args;
use clap::builder::Resettable;

use super::{GameArguments, SolverArguments, TimeArguments};

/// Arguments of `zug query`.
#[derive(Debug, Args)]
#[command(mut_arg("about", |about| about.value_name("QUESTION").help(
    "Each is a question: a position, or values of parameters; without any, each line of the standard \
     input is one"
).long_help(
    "Each is a question: a position, or values of parameters. Without any, each line of the standard \
     input is a question, and its answer is written before the next line is waited for"
).conflicts_with(Resettable::Reset)))]
#[command(after_help = "\
Examples:
  zug query tic-tac-toe X../.O./..X .../.X./...
  zug query subtraction 'n=21 take={1,2,3}' 'n=10^6'
  zug query connect-four --as-moves < games.txt
  zug query dodgem --each-move < positions.txt > values.jsonl")]
pub(crate) struct QueryArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,

    /// Reads each question as the moves from the start, or from the position of --from: 4433
    #[arg(long)]
    pub(crate) as_moves: bool,

    /// Says of each move what it is worth
    #[arg(long)]
    pub(crate) each_move: bool,

    #[command(flatten)]
    pub(crate) time: TimeArguments,
    #[command(flatten)]
    pub(crate) solver: SolverArguments,
}
