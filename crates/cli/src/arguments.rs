//! The words of the command line.

mod boards;
mod cluster;
mod discover;
mod heaps;
mod pattern;
mod query;
mod setting;
mod solve;
mod table;
mod time;

use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::{ArgPredicate, PossibleValue};
use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::Shell;
use zug::{Compound, NamedMethod, Player};

use crate::destination::DestinationArguments;
use crate::memory::MemoryArguments;

pub(crate) use boards::{BoardsArguments, TableFormat};
pub(crate) use cluster::{
    ClusterArguments, ClusterBeginArguments, ClusterCommand, ClusterDoArguments,
    ClusterFolderArguments, ClusterPlanArguments, ClusterVerifyArguments,
};
pub(crate) use discover::{DiscoverArguments, DiscoverFormat};
pub(crate) use heaps::{
    MOST_POSITIONS, PairsArguments, PairsFormat, QuotientArguments, QuotientFormat,
    SequenceArguments, SequenceFormat,
};
pub(crate) use pattern::PatternArguments;
pub(crate) use query::QueryArguments;
pub(crate) use setting::{PlayChoice, setting};
pub(crate) use solve::{SolveArguments, SweepFormat, VerifyChoice};
pub(crate) use table::{
    ExportFormat, StoreArguments, TableArguments, TableCommand, TableExportArguments,
    TableFolderArguments, TableQueryArguments, TableVerifyArguments,
};
pub(crate) use time::TimeArguments;

/// Solves two-player games exactly: who wins, in how many moves, and by which move.
#[derive(Debug, Parser)]
#[command(name = "zug", version, arg_required_else_help = true)]
#[command(after_help = "\
GAME is the name of a game of the catalogue (`zug games` lists them) or the path of a
rules file, such as ./my-game.zug.

  zug solve tic-tac-toe
  zug solve nim 3,5,6
  zug solve subtraction --set n=100 --set take=1,3,4
  zug solve connect-four --moves 4433
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
            Self::Query(arguments) => arguments.solver.memory,
            Self::Value(arguments) => arguments.solver.memory,
            Self::Calc(arguments) => arguments.solver.memory,
            Self::Sequence(arguments) => arguments.memory,
            Self::Quotient(arguments) => arguments.memory,
            Self::Pairs(arguments) => arguments.memory,
            Self::Discover(arguments) => arguments.memory,
            Self::Play(arguments) => arguments.solver.memory,
            Self::Tree(arguments) => arguments.solver.memory,
            Self::Serve(arguments) => arguments.memory,
            Self::Table(arguments) => arguments.what.memory(),
            Self::Cluster(arguments) => arguments.what.memory(),
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
    /// Answers many questions about one game, one on each line, as lines of JSON.
    Query(QueryArguments),
    /// Finds who wins several games that are played together, in one of four ways.
    Value(ValueArguments),
    /// Works out values of partizan games line by line, and keeps them by names.
    Calc(CalcArguments),
    /// Prints the nimbers of the heaps of a game such as Kayles, and proves their period.
    Sequence(SequenceArguments),
    /// Finds the misère quotient of a game on heaps, which decides misère play.
    Quotient(QuotientArguments),
    /// Lists the lost positions of a game on two heaps, such as Wythoff's, or its nimbers.
    Pairs(PairsArguments),
    /// Finds a pattern of the lost positions or the nimbers, and proves it for all sizes.
    Discover(DiscoverArguments),
    /// Plays a game against you, perfectly where the game can be solved.
    Play(PlayArguments),
    /// Draws the game tree with its minimax values.
    Tree(TreeArguments),
    /// Serves a web page on this machine, to play games and to see why they are won.
    Serve(ServeArguments),
    /// Looks up, checks or exports a table of solved positions on disk.
    Table(TableArguments),
    /// Solves a game by units of work, on many machines that share a folder.
    Cluster(ClusterArguments),
    /// Checks the proof of a search or of a pattern, and says what it proves.
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

    /// Works for the server that started this process, and ends with it
    #[arg(long, hide = true)]
    pub(crate) worker: bool,
}

/// Which game, and from where.
#[derive(Clone, Debug, Args)]
pub(crate) struct GameArguments {
    /// The name of a game of the catalogue, or the path of a rules file
    ///
    /// `zug solve`, `zug explain` and `zug play` take games on heaps by their notation as well, with the heaps
    /// in brackets: '0.77(5, 7) + {1,3,4}(9)'
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) game: String,

    /// A position in the notation of the game, or else the value of a parameter
    ///
    /// `zug solve tic-tac-toe X../.O./..X` asks about this board. `zug solve nim 3,5,6` is Nim with
    /// these piles: what is no position is the value of the first parameter that can have it. A number
    /// is taken only where one parameter alone is a number
    #[arg(value_name = "POSITION", conflicts_with = "from")]
    pub(crate) about: Vec<String>,

    /// Sets a parameter of the rules: n=5, n=10^6, goals=8,9 or 'at=(3,4),(2,2)'
    ///
    /// Lists, sets and pairs need no brackets around them. In `zug solve` a number may be a range:
    /// n=1..50 asks for each value, and prints a table. A text is taken as it stands: word=0110 is the
    /// text of these four digits. With an @ the value is read from a file: edges=@graph.txt. Such a file
    /// has one element on each line; a graph may also be in GraphML
    #[arg(long = "set", value_name = "PARAMETER=VALUE", value_parser = setting)]
    pub(crate) settings: Vec<(String, String)>,

    /// The position that is asked about, in the notation of the game, instead of its start
    #[arg(long, value_name = "POSITION")]
    pub(crate) from: Option<String>,

    /// Makes these moves first, from the position that is asked about: 'a, b, c'
    ///
    /// Commas, semicolons or spaces stand between moves. Where each move is a single letter or digit,
    /// nothing needs to stand there: --moves 4433. In `zug solve` this option also takes the words `one`
    /// and `all`, which say of which moves a search finds the value: of one best move, which can take
    /// much less time, or of all, however long that takes. Without them others are valued as far as
    /// that takes not much longer than who wins
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Vec<String>,

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
    #[arg(long, value_enum, default_value_t = MethodChoice(NamedMethod::AUTO))]
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

/// How the answer is found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MethodChoice(pub(crate) NamedMethod);

impl ValueEnum for MethodChoice {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: [MethodChoice; NamedMethod::ALL.len()] = {
            let mut all = [MethodChoice(NamedMethod::AUTO); NamedMethod::ALL.len()];
            let mut at = 0;
            while at < all.len() {
                all[at] = MethodChoice(NamedMethod::ALL[at]);
                at += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name).help(self.0.about))
    }
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
    #[command(flatten)]
    pub(crate) pattern: PatternArguments,

    /// Plans for all states that the variables can express, as `zug solve --all` solves them
    #[arg(long, conflicts_with = "pattern")]
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
  zug explain connect-four --time 5s
  zug explain '0.77(5, 7)'

Values of partizan games are explained too: the steps from braces to the canonical form, the
play of a difference, and what decides a sum.

  zug explain '{1,0|2,*}'
  zug explain '^ ? *'
  zug explain '{3|1} + +-2 - 1/2'
  zug explain --born 2")]
#[command(mut_arg("game", |game| {
    game.index(1).default_value_if("born", ArgPredicate::IsPresent, "")
}))]
#[command(mut_arg("about", |about| about.index(2)))]
pub(crate) struct ExplainArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,

    /// Lists the values born by this day, which is at most 3, with their order
    #[arg(long, value_name = "DAY", value_parser = clap::value_parser!(u32).range(..=3), conflicts_with_all = ["game", "about", "settings", "from", "moves", "play"])]
    pub(crate) born: Option<u32>,

    #[command(flatten)]
    pub(crate) solver: SolverArguments,
    #[command(flatten)]
    pub(crate) store: StoreArguments,

    #[command(flatten)]
    pub(crate) pattern: PatternArguments,

    #[command(flatten)]
    pub(crate) time: TimeArguments,

    /// Prints the answer as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `zug value`.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  zug value 3+5+6
  zug value 'nim(3) + 2*kayles(7)'
  zug value '0.07(12) + {1,3,4}(9)'
  zug value 'domineering(4, 4) + domineering(4, 3)'
  zug value '{2|-1} + ^ - *2'
  zug value '{3|1} + {-1|-2||-3}' --to-move right
  zug value '{2|-1} + ^' --latex
  zug value '{5|2||-1}' --thermograph walls.svg
  zug value 'domineering(4, 4) + clobber(3, 2)' --verify
  zug value --find 1/2 domineering
  zug value --boards 'domineering(2..4, 2..4)'
  zug value 'domineering(6, 6) + clobber(4, 4)' --outcome
  zug value - < expressions.txt
  zug value 'nim(3) + nim(4)' --compound all
  zug value 'nim(3) + ./my-game.zug(n=4)' --play misere")]
pub(crate) struct ValueArguments {
    /// The games, joined by +, each with its parameters or position in brackets, and a number in
    /// front for several of the same: "nim(3) + 2*kayles(7) + ./my.zug(n=4)". A number alone is a
    /// heap of Nim
    ///
    /// A game on heaps may be written as its notation, with its heaps in brackets: 0.77(5, 7), {1,3,4}(9).
    /// A - alone reads an expression from each line of the standard input, and answers with a line of JSON.
    ///
    /// With a fraction, an up (^), a minus sign, braces such as {2|-1}, a question such as ^ ? * or a function such
    /// as cool({3|1}, 1/2), the expression is one of partizan values. Then a number is a number, *3 a heap of Nim,
    /// 3.(G) three copies of G, and games may stand in it as in a sum: domineering(2, 2) - {1|0}. A hyphen belongs
    /// to the longest name of a game that has it; any other one is a minus. A position stands in quotes:
    /// domineering(2, 2) at 'full=#./#.' - 1
    #[arg(required = true)]
    pub(crate) expression: Vec<String>,

    /// In which of the games, here called parts, a player moves in one turn
    #[arg(long, value_enum, default_value_t = CompoundChoice::One)]
    pub(crate) compound: CompoundChoice,

    /// Who wins when a player cannot move, whatever the rules say about it
    #[arg(long, value_enum)]
    pub(crate) play: Option<PlayChoice>,

    /// Who moves first, where that matters: Left is the first player of the rules, Right the second
    ///
    /// Without this option the answer about a sum of games is for the first player, and that about an expression of
    /// values for both
    #[arg(long, value_enum, value_name = "PLAYER", ignore_case = true)]
    pub(crate) to_move: Option<MoverChoice>,

    /// Finds only who wins, by a search in which small parts are values and large parts are played
    ///
    /// It is for sums of boards whose values are out of reach. Rules must end by a player without a move
    #[arg(long, conflicts_with_all = ["compound", "play", "verify", "latex", "thermograph", "pattern"])]
    pub(crate) outcome: bool,

    /// Checks the value by code that cannot work one out
    ///
    /// That code plays each game, by the rules as they are written, against the value that was found, and sees
    /// that whoever moves second wins. So it plays the sum of these values against the value of the whole,
    /// in which it finds no dominated and no reversible option
    #[arg(long, conflicts_with_all = ["latex", "thermograph"])]
    pub(crate) verify: bool,

    #[command(flatten)]
    pub(crate) pattern: PatternArguments,

    #[command(flatten)]
    pub(crate) many: BoardsArguments,

    #[command(flatten)]
    pub(crate) solver: SolverArguments,

    /// Prints the answer as JSON
    #[arg(long, conflicts_with_all = ["latex", "thermograph"])]
    pub(crate) json: bool,

    /// Prints the value in LaTeX, for mathematics mode; no package is needed
    #[arg(long)]
    pub(crate) latex: bool,

    /// Draws the thermograph of the value and writes it to this file, which ends in .svg
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) thermograph: Option<PathBuf>,
}

/// Who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MoverChoice {
    /// Left, the first player of the rules.
    #[value(alias = "left")]
    First,
    /// Right, the second player of the rules.
    #[value(alias = "right")]
    Second,
}

impl From<MoverChoice> for Player {
    fn from(choice: MoverChoice) -> Self {
        match choice {
            MoverChoice::First => Self::First,
            MoverChoice::Second => Self::Second,
        }
    }
}

/// Arguments of `zug calc`.
#[derive(Debug, Args)]
#[command(after_help = "\
Each line is an expression of values, as in `zug value`; the answer is its value.

  let a = {3|1}   gives a value a name, which later lines use
  ans, _          the value of the last line that has one
  show a + ^      all that `zug value` tells of an expression
  names           lists the names that were given
  help            lists the functions
  quit            leaves, as Ctrl-D does

Ctrl-C stops a calculation, and the session goes on. Lines that are empty or begin with
a # are skipped. From a file or a pipe there are no prompts; the exit code is 2 if some
line has no answer.

  zug calc
  zug calc worksheet.txt
  echo '{3|1} - ^' | zug calc")]
pub(crate) struct CalcArguments {
    /// The file whose lines are worked out; without it, lines of the standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) solver: SolverArguments,
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

/// Arguments of `zug play`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  zug play tic-tac-toe
  zug play nim --as second
  zug play '0.77(9)'
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
  zug tree nim 1,2,3 --merge
  zug tree tic-tac-toe --depth 2 --merge -o tree.svg")]
pub(crate) struct TreeArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    #[command(flatten)]
    pub(crate) solver: SolverArguments,
    #[command(flatten)]
    pub(crate) store: StoreArguments,

    #[command(flatten)]
    pub(crate) time: TimeArguments,

    /// The number of moves to draw below the root [default: to the end of every play, if the tree is not
    /// too large]
    #[arg(long, value_name = "D", value_parser = depth, allow_hyphen_values = true)]
    pub(crate) depth: Option<usize>,

    /// Draws a position once, however play comes to it
    ///
    /// Positions that a proved symmetry of the rules maps to one another are the same, and so are those
    /// of a sum whose equal parts stand in another order
    #[arg(long)]
    pub(crate) merge: bool,

    /// The largest number of nodes; a larger tree is cut after fewer moves [default: 20000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_NODES))]
    pub(crate) nodes: Option<u64>,

    /// The largest width of a picture in pixels; a wider tree is cut after fewer moves
    #[arg(long, value_name = "PIXELS", default_value_t = 16_000, value_parser = clap::value_parser!(u32).range(100..))]
    pub(crate) width: u32,

    #[command(flatten)]
    pub(crate) to: DestinationArguments,

    /// The format of the drawing [default: that of the ending of --output, or text]
    #[arg(long, value_enum)]
    pub(crate) format: Option<TreeFormat>,

    /// Prints the answer as JSON
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
}

/// The largest number of nodes that a tree may be asked to have.
pub(crate) const MOST_NODES: u64 = 1_000_000;

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
    /// One JSON object.
    Json,
}

/// Arguments of `zug certify`.
#[derive(Debug, Args)]
#[command(after_help = "\
`zug solve GAME --proof FILE` writes a proof, and `zug discover GAME --certificate FILE` the
certificate of a pattern. The file also holds the rules of the game, unless the catalogue has them.

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
  zug games nim -o my-nim.zug")]
pub(crate) struct GamesArguments {
    /// The game to show: the name of a game of the catalogue, or a game on heaps, such as 0.77,
    /// {1,3,4} or split(2)
    pub(crate) name: Option<String>,

    #[command(flatten)]
    pub(crate) to: DestinationArguments,

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
    /// The values for all values of a parameter: --set n=1..50.
    SolveRange,
    /// A line for each of many questions.
    Query,
    /// What would be done, and how large it can be.
    Plan,
    /// Why a position ends as it does.
    Explain,
    /// Why a value is what it is, how two compare, or the values born by a day.
    ExplainValue,
    /// What several games are worth together.
    Value,
    /// What many boards are worth: --boards, --positions and --find.
    ValueBoards,
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
    /// A sum of hashes of all positions of a table on disk.
    TableDigest,
    /// The units of work that can be done now.
    ClusterUnits,
    /// How far the units of work in a folder are.
    ClusterStatus,
    /// What solving a game by units of work would take.
    ClusterPlan,
    /// What a check in parts found true of a table, or which parts of the check can be done.
    ClusterVerify,
    /// What a proof proves.
    Certify,
    /// A pattern of the lost positions of a game.
    Discover,
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

fn threads(text: &str) -> Result<NonZeroUsize, String> {
    text.parse()
        .map_err(|_| "write a whole number from 1".to_owned())
}

fn depth(text: &str) -> Result<usize, String> {
    text.parse()
        .map_err(|_| "write a whole number from 0".to_owned())
}
