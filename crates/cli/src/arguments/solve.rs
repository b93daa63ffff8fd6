//! What `zug solve` is asked beside the game: which moves, which proofs, which checks.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use zug::{MovesAsked, Scope, View};

use super::{GameArguments, PatternArguments, SolverArguments, StoreArguments, table};

/// Which positions are checked against the rules as they are written. All are
/// checked against the program that the rules were made into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum VerifyChoice {
    /// All positions if there are few, else a sample: checking takes some ten times as long as
    /// solving.
    Auto,
    /// All positions, however long it takes.
    Full,
    /// A sample of the positions.
    Sample,
}

/// Which positions count as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CountChoice {
    /// Each position counts as one, as the rules define it; who is to move is a part of it.
    Turn,
    /// Positions that differ only by an exchange of the two players count as one.
    Mover,
    /// Positions that a symmetry of the rules maps to one another count as one.
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
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  zug solve tic-tac-toe
  zug solve nim 3,5,6
  zug solve subtraction --set n=100 --set take=1,3,4
  zug solve subtraction --set n=1..50
  zug solve euclid --set first=1..20 --set second=1..20 -o euclid.svg
  zug solve connect-four --moves 4433
  zug solve '0.77(5, 7)'
  zug solve tic-tac-toe --from 'board=X../.O./..X turn=O'
  zug solve my-game.zug --verify
  zug solve tic-tac-toe --moves '1,1 0,0' -o board.svg
  zug solve connect-four --set width=5 --set height=4 --proof draw.proof")]
pub(crate) struct SolveArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    #[command(flatten)]
    pub(crate) solver: SolverArguments,
    #[command(flatten)]
    pub(crate) store: StoreArguments,
    #[command(flatten)]
    pub(crate) pattern: PatternArguments,

    /// Solves every state of the variables, not only the positions that play can reach
    ///
    /// Use it to count all positions of a board, or to ask about a position that no play leads to.
    /// States that make no sense in the game are among them
    #[arg(long, conflicts_with = "pattern")]
    pub(crate) all: bool,

    /// Makes a search find in how many moves the game ends too, which takes longer
    ///
    /// The other methods find it without this option, except a theorem alone
    #[arg(long)]
    pub(crate) remoteness: bool,

    /// Answers by a search and writes a proof of the answer to this file; `zug certify FILE`
    /// checks it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = table::FILES, conflicts_with_all = ["all", "pattern", "table", "scratch", "verify", "verify_sample"])]
    pub(crate) proof: Option<PathBuf>,

    /// Answers by a search that can be stopped and goes on later
    ///
    /// Its state is saved in this file now and then, on Ctrl-C and at the end; if the file exists,
    /// the search goes on from there
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = table::FILES, group = table::DURABLE, conflicts_with_all = ["all", "pattern", "scratch", "verify", "verify_sample"])]
    pub(crate) save: Option<PathBuf>,

    /// Checks the answer by separate code
    ///
    /// That code cannot solve. It plays the moves of the solved positions by the rules as they are
    /// written, and checks that each value follows from theirs
    #[arg(
        long,
        value_enum,
        value_name = "HOW MANY",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "auto"
    )]
    pub(crate) verify: Option<VerifyChoice>,

    /// The same as --verify=sample, with a sample of about N positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) verify_sample: Option<u64>,

    /// Solves and counts all positions that play can reach, with their moves and kinds of draws
    ///
    /// Without this option a search may answer before all positions are solved, and then nothing is
    /// counted. What counts as one position is a matter of convention. Choose that of the source which you
    /// compare with
    #[arg(long, value_enum, value_name = "VIEW", num_args = 0..=1, default_missing_value = "turn", conflicts_with_all = ["proof", "save"])]
    pub(crate) count: Option<CountChoice>,

    /// Draws the position that is asked about, and writes the picture to this file
    ///
    /// The file ends in .svg, .png or .txt, and is written whole or not at all. The answer is printed as
    /// it always is. Where a parameter is a range, the table goes to the file instead: .svg for a map,
    /// .csv or .txt
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = table::FILES)]
    pub(crate) output: Option<PathBuf>,

    /// Solves all positions that play can reach and prints what they show of the game
    ///
    /// These are the lengths of games with best play, the number of moves of a position, what each
    /// first move gives, and a position with the longest win. Moves and results of the rules that
    /// never come, and a player who wins no position, are warned of
    #[arg(long, conflicts_with_all = ["proof", "save"])]
    pub(crate) statistics: bool,

    /// Answers the question on each line of this file, as `zug query` does: a position, or parameters such
    /// as n=5 take={1,2}
    ///
    /// Each answer is a line of JSON. The rules are prepared once for each set of parameters
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = table::FILES, alias = "positions", conflicts_with_all = ["about", "all", "proof", "save", "table", "scratch", "verify", "verify_sample", "count", "statistics", "long", "output", "remoteness", "format", "pattern"])]
    pub(crate) each: Option<PathBuf>,

    /// Says too how the answer was found, and why the player to move wins or loses, as `zug explain`
    /// does
    #[arg(long, conflicts_with = "json")]
    pub(crate) long: bool,

    /// The format of a table of answers, which a range of a parameter asks for: --set n=1..50
    #[arg(long, value_enum, default_value_t = SweepFormat::Text)]
    pub(crate) format: SweepFormat,

    /// Prints the answer as JSON
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
}

/// The format of a table of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SweepFormat {
    /// For people.
    Text,
    /// Comma-separated values, for spreadsheets.
    Csv,
    /// A map of the outcomes, as a picture.
    Svg,
}

impl SolveArguments {
    /// Which positions are solved.
    pub(crate) fn scope(&self) -> Scope {
        if self.all {
            Scope::Everywhere
        } else {
            Scope::Reachable
        }
    }

    /// The game that is asked about, and of which of its moves a search finds the value: `--moves` also
    /// takes the words that say the latter.
    pub(crate) fn game_and_moves(&self) -> (GameArguments, MovesAsked) {
        let mut game = self.game.clone();
        let mut asked = MovesAsked::Auto;
        game.moves.retain(|word| {
            match &**word {
                "one" => asked = MovesAsked::One,
                "all" => asked = MovesAsked::All,
                _ => return true,
            }
            false
        });
        (game, asked)
    }
}
