//! The words of the command line.

mod solve;
mod table;
mod time;

use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::Shell;
use zug::Compound;
use zug_sequences::EngineKind;

use crate::memory::MemoryArguments;

pub(crate) use solve::{SolveArguments, VerifyChoice};
pub(crate) use table::{
    ExportFormat, StoreArguments, TableArguments, TableCommand, TableExportArguments,
    TableInfoArguments, TableQueryArguments, TableVerifyArguments,
};
pub(crate) use time::TimeArguments;

/// Solves two-player games exactly: who wins, in how many moves, and by which move.
#[derive(Debug, Parser)]
#[command(name = "zug", version, arg_required_else_help = true)]
#[command(after_help = "\
GAME is the name of a game of the catalogue (`zug games` lists them) or the path of a
rules file, such as ./my-game.zug.

  zug solve tic-tac-toe
  zug solve subtraction --set n=100 --set 'take={1,3,4}'
  zug solve tic-tac-toe --from 'board=X../.O./..X turn=O'
  zug solve my-game.zug --verify")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

impl Command {
    /// The memory that may be taken: as asked, or what suits the machine.
    pub(crate) fn memory(&self) -> MemoryArguments {
        match self {
            Self::Solve(arguments) => arguments.solver.memory,
            Self::Plan(arguments) => arguments.solver.memory,
            Self::Explain(arguments) => arguments.solver.memory,
            Self::Value(arguments) => arguments.solver.memory,
            Self::Sequence(arguments) => arguments.memory,
            Self::Quotient(arguments) => arguments.memory,
            Self::Pairs(arguments) => arguments.memory,
            Self::Play(arguments) => arguments.solver.memory,
            Self::Tree(arguments) => arguments.solver.memory,
            Self::Serve(arguments) => arguments.memory,
            Self::Table(arguments) => arguments.what.memory(),
            Self::Certify(arguments) => arguments.memory,
            Self::Games(_)
            | Self::Judge(_)
            | Self::Schema(_)
            | Self::Man(_)
            | Self::Completions(_) => MemoryArguments::default(),
        }
    }
}

/// What can be asked.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Finds who wins a position, in how many moves, and by which move.
    Solve(SolveArguments),
    /// Shows how a question would be answered and how much memory that can take.
    Plan(PlanArguments),
    /// Says in a few lines why the player to move wins, loses or draws.
    Explain(ExplainArguments),
    /// Finds who wins several games that are played together, in one of four ways.
    Value(ValueArguments),
    /// Prints the nimbers of the heaps of a game such as Kayles, and proves their period.
    Sequence(SequenceArguments),
    /// Finds the misère quotient of a game on heaps, which decides misère play.
    Quotient(QuotientArguments),
    /// Lists the lost positions of a game on two heaps, such as Wythoff's, or its nimbers.
    Pairs(PairsArguments),
    /// Plays a game against you, perfectly where the game can be solved.
    Play(PlayArguments),
    /// Draws the game tree with its minimax values.
    Tree(TreeArguments),
    /// Serves a web page on this machine, to play games and to see why they are won.
    Serve(ServeArguments),
    /// Looks up, checks or exports a table of solved positions on disk.
    Table(TableArguments),
    /// Checks a proof that `zug solve --proof` wrote, and says what it proves.
    Certify(CertifyArguments),
    /// Lists the games of the catalogue, or shows the rules and known results of one.
    Games(GamesArguments),
    /// Solves a contest problem: reads its input format, prints its output format.
    Judge(JudgeArguments),
    /// Prints the JSON Schema of the output that a command has with --json.
    Schema(SchemaArguments),
    /// Prints a script that lets a shell complete the arguments of zug.
    Completions(CompletionsArguments),
    /// Prints the manual page of zug, or writes those of all commands.
    Man(ManArguments),
}

/// Where to serve, and how much may be taken for it.
#[derive(Debug, Args)]
pub(crate) struct ServeArguments {
    /// The port to listen on; 0 lets the system choose a free one
    #[arg(long, value_name = "PORT", default_value_t = 7447)]
    pub(crate) port: u16,

    /// The address to listen on. The default is reached from this machine alone; to be reached
    /// from other machines, name an address of this machine in their network
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub(crate) host: IpAddr,

    /// The number of threads that work on answers [default: one for each core]
    #[arg(long, value_name = "N", value_parser = threads, allow_hyphen_values = true)]
    pub(crate) threads: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) memory: MemoryArguments,

    /// Prints the description of the API (OpenAPI 3.1) and ends
    #[arg(long)]
    pub(crate) openapi: bool,
}

/// Which game, and from where.
#[derive(Debug, Args)]
pub(crate) struct GameArguments {
    /// The name of a game of the catalogue, or the path of a rules file
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) game: String,

    /// Sets a parameter of the rules: n=5, n=10^6, 'goals={8,9}' or 'at=[(3,4)]'
    ///
    /// With an @ the value is read from a file: edges=@graph.txt. Such a file has one element on
    /// each line; a graph may also be in GraphML
    #[arg(long = "set", value_name = "PARAMETER=VALUE", value_parser = setting)]
    pub(crate) settings: Vec<(String, String)>,

    /// The position that is asked about, in the notation of the game, instead of its start
    #[arg(long, value_name = "POSITION")]
    pub(crate) from: Option<String>,

    /// Who wins when a player cannot move, whatever the rules say about it
    #[arg(long, value_enum)]
    pub(crate) play: Option<PlayChoice>,
}

/// How to solve it.
#[derive(Debug, Args)]
pub(crate) struct SolverArguments {
    /// How the answer is found
    ///
    /// Every method gives the same answer; they differ in time and memory, and some refuse games
    /// that they do not suit. You need this option only if `auto` is too slow or
    /// takes too much memory
    #[arg(long, value_enum, default_value_t = MethodChoice::Auto)]
    pub(crate) method: MethodChoice,

    /// The number of threads; the answer does not depend on it [default: one for each core]
    #[arg(long, value_name = "N", value_parser = threads, allow_hyphen_values = true)]
    pub(crate) threads: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) memory: MemoryArguments,

    /// Does not compile the rules to machine code, but interprets them: slower, with the same
    /// answer
    #[arg(long)]
    pub(crate) no_jit: bool,
}

/// Who wins when a player is stuck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlayChoice {
    /// Whoever cannot move loses.
    Normal,
    /// Whoever cannot move wins.
    Misere,
}

/// How the answer is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MethodChoice {
    /// Lets Zug choose: a theorem where one applies, else the positions by the method that suits.
    Auto,
    /// Only a theorem about this game: at once, but without the number of moves.
    Theorem,
    /// Only the positions, even where a theorem applies.
    Positions,
    /// Backward induction: values each position after all that its moves lead to. Refuses a game
    /// in which a position can come again.
    Backward,
    /// Retrograde analysis: works backwards from the finished positions. Suits every game.
    Retrograde,
    /// Retrograde analysis that takes moves back instead of keeping them: less memory.
    Retracting,
    /// Plays the moves again instead of keeping them: less memory, more time. Suits every game.
    Replaying,
    /// Retrograde analysis over numbered positions: about a byte for each number. For games in
    /// which nearly all numbers are positions of play.
    Dense,
    /// Backward induction, one level at a time: fast, and little memory. For games in which some
    /// count, such as the marks on the board, grows with every move.
    Tiers,
    /// Searches the position that is asked about, and solves no others: for games too large to
    /// solve all positions. If the search takes long, short trials decide how it goes on.
    Search,
    /// Searches with null windows only: follows one line of play to its end before the next.
    NullWindow,
    /// Searches by proof numbers only: follows the moves that seem to need the fewest positions.
    ProofNumber,
}

/// Arguments of `zug plan`.
#[derive(Debug, Args)]
#[command(after_help = "\
Nothing is solved. The plan says which method a command with the same options would
use and why, how many positions there can be, and how much memory they can take.

  zug plan connect-four
  zug plan dodgem --set n=4 --memory 2GiB")]
pub(crate) struct PlanArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    #[command(flatten)]
    pub(crate) solver: SolverArguments,

    /// Plans for all states that the variables can express, as `zug solve --all` solves them
    #[arg(long)]
    pub(crate) all: bool,

    /// Prints the answer as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `zug explain`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  zug explain nim
  zug explain tic-tac-toe 'board=X../.O./..X turn=O'
  zug explain connect-four --time 5s")]
pub(crate) struct ExplainArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    #[command(flatten)]
    pub(crate) solver: SolverArguments,
    #[command(flatten)]
    pub(crate) store: StoreArguments,

    #[command(flatten)]
    pub(crate) time: TimeArguments,

    /// The position that is asked about: the same as --from
    #[arg(conflicts_with = "from")]
    pub(crate) position: Option<String>,

    /// Prints the answer as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `zug value`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  zug value 'nim(3) + 2*kayles(7)'
  zug value 'nim(3) + nim(4)' --compound all
  zug value 'nim(3) + ./my-game.zug(n=4)' --play misere")]
pub(crate) struct ValueArguments {
    /// The games, joined by +, each with its parameters or position in brackets, and a number in
    /// front for several of the same: "nim(3) + 2*kayles(7) + ./my.zug(n=4)"
    pub(crate) expression: String,

    /// In which of the games, here called parts, a player moves in one turn
    #[arg(long, value_enum, default_value_t = CompoundChoice::One)]
    pub(crate) compound: CompoundChoice,

    /// Who wins when a player cannot move, whatever the rules say about it
    #[arg(long, value_enum)]
    pub(crate) play: Option<PlayChoice>,

    #[command(flatten)]
    pub(crate) solver: SolverArguments,

    /// Prints the answer as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// In which parts a turn moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CompoundChoice {
    /// In exactly one: a disjunctive sum.
    One,
    /// In one or more: a selective compound.
    Some,
    /// In one or more, but not in all: a proper selective compound.
    Notall,
    /// In every one, until the first of them has no move: a conjunctive compound.
    All,
}

impl From<CompoundChoice> for Compound {
    fn from(choice: CompoundChoice) -> Self {
        match choice {
            CompoundChoice::One => Self::One,
            CompoundChoice::Some => Self::Some,
            CompoundChoice::Notall => Self::NotAll,
            CompoundChoice::All => Self::All,
        }
    }
}

/// Arguments of `zug sequence`.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
#[derive(Debug, Args)]
#[command(after_help = "\
A nimber says who wins a heap (0: the player to move loses) and which heap of Nim it
is worth. Zug works out the nimbers of the heaps 0, 1, 2, ... until it has those that
are asked for, or has proved that they repeat: then any later heap is known at once.

  zug sequence 0.77 --terms 100
  zug sequence 0.137 --from 10^18 --terms 5
  zug sequence 0.007 --terms 10000 --plot treblecross.svg --no-values
  zug sequence 0.007 --terms 10^6 --format bfile --save treblecross.state")]
pub(crate) struct SequenceArguments {
    /// The game: a code such as 0.77 (Kayles), a set such as {1,3,4}, or a name such as grundy
    pub(crate) code: String,

    /// The number of heaps to print; 10^6 is a million
    #[arg(long, value_name = "N", value_parser = heaps, allow_hyphen_values = true)]
    pub(crate) terms: u64,

    /// The first heap to print
    #[arg(long, value_name = "M", default_value = "0", value_parser = heaps, allow_hyphen_values = true)]
    pub(crate) from: u64,

    /// The format of the answer
    #[arg(long, value_enum, default_value_t = SequenceFormat::Text)]
    pub(crate) format: SequenceFormat,

    /// Prints the answer as JSON
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,

    /// Prints what is known of the sequence, such as its period, and no nimbers
    #[arg(long)]
    pub(crate) no_values: bool,

    /// Prints how often each nimber occurs
    #[arg(long)]
    pub(crate) statistics: bool,

    /// Checks the nimbers and their period by code that cannot work them out
    #[arg(long)]
    pub(crate) verify: bool,

    /// Draws the nimbers as a picture and writes it to this file, which ends in .svg or .png
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) plot: Option<PathBuf>,

    /// Saves the state of the work in this file now and then; if the file exists, goes on from
    /// that state
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) save: Option<PathBuf>,

    /// The number of seconds between two writes of the file of --save
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = heaps, allow_hyphen_values = true, requires = "save")]
    pub(crate) save_every: u64,

    /// How the nimbers are computed; the answer is the same by every method that suits the game
    #[arg(long, default_value = "auto", value_parser = engine())]
    pub(crate) method: EngineChoice,

    /// The number of threads; the answer does not depend on it [default: one for each core]
    #[arg(long, value_name = "N", value_parser = threads, allow_hyphen_values = true)]
    pub(crate) threads: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) memory: MemoryArguments,
}

/// The form of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SequenceFormat {
    /// The nimbers in one line, then what is known of them.
    Text,
    /// One JSON object.
    Json,
    /// A line `heap,nimber` for each heap, for a spreadsheet.
    Csv,
    /// A line `heap nimber` for each heap, as in the b-files of the OEIS.
    Bfile,
}

/// How nimbers are worked out: by this engine, or by the one that suits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EngineChoice(pub(crate) Option<EngineKind>);

/// Arguments of `zug quotient`.
#[derive(Debug, Args)]
#[command(after_help = "\
In misère play whoever cannot move wins. The misère quotient is a finite multiplication
table: multiply the elements of all heaps, and the product says who wins.

  zug quotient kayles --heaps 40
  zug quotient 0.75 --heaps 22 --genus
  zug quotient 0.75 --heaps 22 --format svg > quotient.svg")]
pub(crate) struct QuotientArguments {
    /// The game on heaps: a code such as 0.77, a set such as {1,3,4}, or a name such as kayles
    pub(crate) code: String,

    /// The largest heap. Where the quotient is proved to hold for all heaps, the work ends sooner
    #[arg(long, value_name = "N", default_value = "30", value_parser = few_heaps, allow_hyphen_values = true)]
    pub(crate) heaps: u64,

    /// Prints the genus of each heap too
    #[arg(long)]
    pub(crate) genus: bool,

    /// The most elements that the quotient may have
    #[arg(long, value_name = "N", default_value = "1000", value_parser = elements, allow_hyphen_values = true)]
    pub(crate) elements: usize,

    /// The most elementary steps for each heap; a second is enough for some millions
    #[arg(long, value_name = "N", default_value = "200000000", value_parser = heaps, allow_hyphen_values = true)]
    pub(crate) steps: u64,

    #[command(flatten)]
    pub(crate) memory: MemoryArguments,

    /// The format of the answer
    #[arg(long, value_enum, default_value_t = QuotientFormat::Text)]
    pub(crate) format: QuotientFormat,

    /// Prints the answer as JSON
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
}

/// The form of a quotient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum QuotientFormat {
    /// For a person.
    Text,
    /// For a program.
    Json,
    /// The graph of the quotient as a picture, if it has at most 24 elements.
    Svg,
}

/// Arguments of `zug pairs`.
#[derive(Debug, Args)]
#[command(after_help = "\
GAME is a name, or says what a move takes from one heap and what from both:
  one any        any number of counters from one heap
  one {1,2}      one of these numbers from one heap
  both any       the same number from each heap
  both within 2  numbers that differ by less than 2
  both {1, 2:3}  1 from each heap, or 2 from one and 3 from the other

  zug pairs wythoff --positions 30
  zug pairs 'wythoff(2)' --at 1000000000000000000,2414213562373095048
  zug pairs 'one {1..3} both {1, 2:3}' --to 12 --table")]
pub(crate) struct PairsArguments {
    /// nim, wythoff, wythoff(T), king, knight, euclid, or moves such as 'one {1,2} both any'
    pub(crate) game: String,

    /// The largest heap [default: 20]
    #[arg(long, value_name = "N", value_parser = heaps, allow_hyphen_values = true)]
    pub(crate) to: Option<u64>,

    /// Prints the table of nimbers instead of the lost positions
    #[arg(long, conflicts_with_all = ["positions", "at"])]
    pub(crate) table: bool,

    /// The most lost positions to list
    #[arg(long, value_name = "K", value_parser = positions, conflicts_with = "at", allow_hyphen_values = true)]
    pub(crate) positions: Option<usize>,

    /// Prints who wins with these two heaps, and by which moves
    #[arg(long, value_name = "A,B", value_parser = two_heaps, conflicts_with = "to", allow_hyphen_values = true)]
    pub(crate) at: Option<(u64, u64)>,

    /// Who wins when a player cannot move
    #[arg(long, value_enum)]
    pub(crate) play: Option<PlayChoice>,

    #[command(flatten)]
    pub(crate) memory: MemoryArguments,

    /// The format of the answer
    #[arg(long, value_enum, default_value_t = PairsFormat::Text)]
    pub(crate) format: PairsFormat,

    /// Prints the answer as JSON
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
}

/// The form of lost positions and nimbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PairsFormat {
    /// For a person.
    Text,
    /// For a spreadsheet.
    Csv,
    /// For a program.
    Json,
    /// The lost positions as a picture.
    Svg,
}

/// Arguments of `zug play`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  zug play tic-tac-toe
  zug play nim --as second
  zug play connect-four --time 5s")]
pub(crate) struct PlayArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    #[command(flatten)]
    pub(crate) solver: SolverArguments,
    #[command(flatten)]
    pub(crate) store: StoreArguments,

    #[command(flatten)]
    pub(crate) time: TimeArguments,

    /// Who you are: the name of a player, `first` (the player who moves first), `second`,
    /// `both`, or `none` to watch Zug play itself
    #[arg(long = "as", value_name = "SIDE", default_value = "first")]
    pub(crate) side: String,
}

/// Arguments of `zug tree`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  zug tree subtraction --set n=4
  zug tree tic-tac-toe --depth 1 --format svg > tree.svg")]
pub(crate) struct TreeArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    #[command(flatten)]
    pub(crate) solver: SolverArguments,
    #[command(flatten)]
    pub(crate) store: StoreArguments,

    #[command(flatten)]
    pub(crate) time: TimeArguments,

    /// The number of moves to draw below the root [default: to the end of every play]
    #[arg(long, value_name = "D", value_parser = depth, allow_hyphen_values = true)]
    pub(crate) depth: Option<usize>,

    /// The format of the drawing
    #[arg(long, value_enum, default_value_t = TreeFormat::Text)]
    pub(crate) format: TreeFormat,

    /// Prints the answer as JSON
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
}

/// The form of a drawn tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TreeFormat {
    /// For a terminal.
    Text,
    /// A picture.
    Svg,
    /// For Graphviz.
    Dot,
    /// A picture of all positions, each once, by the number of moves to the end.
    Graph,
}

/// Arguments of `zug certify`.
#[derive(Debug, Args)]
#[command(after_help = "\
`zug solve GAME --proof FILE` writes a proof. The file also holds the rules of the game.

  zug solve connect-four --set width=5 --set height=4 --proof draw.proof
  zug certify draw.proof")]
pub(crate) struct CertifyArguments {
    /// The file that holds the proof
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,

    /// The number of threads that check the proof [default: one for each core]
    #[arg(long, value_name = "N", value_parser = threads, allow_hyphen_values = true)]
    pub(crate) threads: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) memory: MemoryArguments,

    /// Prints the answer as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `zug games`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  zug games
  zug games dodgem
  zug games 0.77
  zug games nim > my-nim.zug")]
pub(crate) struct GamesArguments {
    /// The game to show: the name of a game of the catalogue, or a game on heaps, such as 0.77,
    /// {1,3,4} or split(2)
    pub(crate) name: Option<String>,

    /// Prints the answer as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `zug judge`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  echo 8 | zug judge powers
  zug judge bachet < input.txt > output.txt")]
pub(crate) struct JudgeArguments {
    /// The problem
    #[arg(value_enum)]
    pub(crate) problem: JudgedProblem,
}

/// The contest problems that are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum JudgedProblem {
    /// The Number Game (Bob Walton, 2001).
    NumberGame,
    /// Subtraction games (Algorithm Games, table 1).
    Subtraction,
    /// Bachet's game with any set (UVa 10404).
    Bachet,
    /// The Calendar Game (LA 2321, POJ 1082).
    Calendar,
    /// Vasya and Chess (Codeforces 493D).
    VasyaChess,
    /// Forbidden Take-Away (CMU 15-295).
    ForbiddenTakeAway,
    /// Furlo and Rublo and Game (Codeforces 255E).
    FurloRublo,
    /// Game with Powers (Codeforces 317D).
    Powers,
    /// A Game With Numbers (Codeforces 919F).
    Numbers,
    /// An easy problem about trees (Codeforces 457F).
    Trees,
    /// Northcott's game (HDU 1730).
    Northcott,
    /// Several knights, four ways to play them (Algorithm Games).
    Knights,
    /// LongLongNim (TopCoder SRM 330).
    LongLongNim,
    /// CakeParty (TopCoder SRM 338).
    CakeParty,
    /// StoneGameStrategist (TopCoder SRM 309).
    StoneGameStrategist,
    /// Roxor (TopCoder SRM 216).
    Roxor,
}

/// Arguments of `zug schema`.
#[derive(Debug, Args)]
pub(crate) struct SchemaArguments {
    /// The command [default: all commands that have --json]
    #[arg(value_enum)]
    pub(crate) command: Option<Reporting>,
}

/// Commands that answer as JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Reporting {
    /// The value of a position, and of its moves.
    Solve,
    /// What would be done, and how large it can be.
    Plan,
    /// Why a position ends as it does.
    Explain,
    /// What several games are worth together.
    Value,
    /// The nimbers of heaps.
    Sequence,
    /// What a game on heaps is worth in misère play: its misère quotient.
    Quotient,
    /// Games on two heaps.
    Pairs,
    /// A game tree.
    Tree,
    /// The catalogue.
    Games,
    /// What a table on disk says of itself.
    TableInfo,
    /// The value of a position in a table on disk, and of its moves.
    TableQuery,
    /// What was read of a table on disk, and found true.
    TableVerify,
    /// What a proof proves.
    Certify,
}

impl Reporting {
    /// The word by which the schema is asked for.
    pub(crate) fn name(self) -> String {
        let typed = self.to_possible_value();
        let typed = typed.expect("no command is left out of the arguments");
        typed.get_name().to_owned()
    }

    /// The command as it is typed.
    pub(crate) fn command(self) -> String {
        // No command has a dash in its name: `table-info` is `table info`.
        self.name().replace('-', " ")
    }
}

/// Arguments of `zug man`.
#[derive(Debug, Args)]
pub(crate) struct ManArguments {
    /// Writes zug.1 and a page for each command, such as zug-solve.1, into this
    /// folder
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) to: Option<PathBuf>,
}

/// Arguments of `zug completions`.
#[derive(Debug, Args)]
pub(crate) struct CompletionsArguments {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}

fn setting(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("write PARAMETER=VALUE".to_owned()),
    }
}

/// A number of heaps or of steps, or the size of a heap: `1000`, `1_000` or `10^3`.
fn heaps(text: &str) -> Result<u64, String> {
    let number = |text: &str| text.replace('_', "").parse::<u64>().ok();
    let heaps = match text.split_once('^') {
        Some((base, exponent)) => number(base)
            .zip(exponent.parse().ok())
            .and_then(|(base, exponent)| base.checked_pow(exponent)),
        None => number(text),
    };
    heaps.ok_or_else(|| {
        format!(
            "write a whole number from 0 to {}, such as 1000 or 10^6",
            u64::MAX
        )
    })
}

/// `auto`, or the name of a method.
fn engine() -> impl TypedValueParser<Value = EngineChoice> {
    let names = EngineKind::ALL.map(EngineKind::name);
    PossibleValuesParser::new(["auto"].into_iter().chain(names)).map(|chosen| {
        let mut methods = EngineKind::ALL.into_iter();
        EngineChoice(methods.find(|method| method.name() == chosen))
    })
}

fn threads(text: &str) -> Result<NonZeroUsize, String> {
    text.parse()
        .map_err(|_| "write a whole number from 1".to_owned())
}

fn depth(text: &str) -> Result<usize, String> {
    text.parse()
        .map_err(|_| "write a whole number from 0".to_owned())
}

/// Heaps of one quotient: each may take a table entry, and has a line.
const MOST_HEAPS: u64 = 100_000;

fn few_heaps(text: &str) -> Result<u64, String> {
    text.parse()
        .ok()
        .filter(|heaps| (1..=MOST_HEAPS).contains(heaps))
        .ok_or_else(|| format!("write a whole number from 1 to {MOST_HEAPS}"))
}

fn elements(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|elements| (1..=60_000).contains(elements))
        .ok_or_else(|| "write a whole number from 1 to 60000".to_owned())
}

/// More lost positions are not listed.
pub(crate) const MOST_POSITIONS: usize = 10_000_000;

fn positions(text: &str) -> Result<usize, String> {
    let number = text.parse().ok();
    number
        .filter(|number| (1..=MOST_POSITIONS).contains(number))
        .ok_or_else(|| format!("write a whole number from 1 to {MOST_POSITIONS}"))
}

fn two_heaps(text: &str) -> Result<(u64, u64), String> {
    let inner = text.trim();
    let inner = inner
        .strip_prefix('(')
        .and_then(|inner| inner.strip_suffix(')'))
        .unwrap_or(inner);
    let heaps = inner.split_once(',').and_then(|(a, b)| {
        let heap = |text: &str| text.trim().parse().ok();
        Some((heap(a)?, heap(b)?))
    });
    heaps.ok_or_else(|| "write two heaps, such as 6,10".to_owned())
}
