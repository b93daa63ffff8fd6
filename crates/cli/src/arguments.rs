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

/// Solves two-player games exactly: who wins, in how many moves, by which move.
#[derive(Debug, Parser)]
#[command(name = "zug", version, arg_required_else_help = true)]
#[command(after_help = "\
GAME is a game of the catalogue (zug games) or a rules file.

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
    /// Tells who wins, in how many moves, by which move.
    Solve(SolveArguments),
    /// Tells what would be done, why, and how large it can be.
    Plan(PlanArguments),
    /// Tells why the player to move wins or loses, in a few lines.
    Explain(ExplainArguments),
    /// Tells what several games are worth together: sums and other compounds.
    Value(ValueArguments),
    /// Tells the nimbers of the heaps of a take-and-break game, and their period.
    Sequence(SequenceArguments),
    /// Works out the misère quotient of a heap game, from its code.
    Quotient(QuotientArguments),
    /// Games on two heaps, such as Wythoff's: lost positions, nimbers.
    Pairs(PairsArguments),
    /// Plays against you, perfectly.
    Play(PlayArguments),
    /// Draws the game tree with its minimax values.
    Tree(TreeArguments),
    /// Serves a page to play, to look at games and to understand them, on this machine.
    Serve(ServeArguments),
    /// Tables of solved positions on disk: what they are, values, checks, copies.
    Table(TableArguments),
    /// Checks a proof that a search wrote, and tells what it proves.
    Certify(CertifyArguments),
    /// Lists the catalogue, or shows one game: rules, source, known results.
    Games(GamesArguments),
    /// Answers a contest problem in its own format, from stdin to stdout.
    Judge(JudgeArguments),
    /// Prints the JSON Schema of what a command prints with --json.
    Schema(SchemaArguments),
    /// Prints the completion script of a shell.
    Completions(CompletionsArguments),
    /// Prints the manual page, or writes those of all commands.
    Man(ManArguments),
}

/// Where to serve, and how much may be taken for it.
#[derive(Debug, Args)]
pub(crate) struct ServeArguments {
    /// The port to listen at; 0 lets the system choose one
    #[arg(long, value_name = "PORT", default_value_t = 7447)]
    pub(crate) port: u16,

    /// The address to listen at; other machines reach no other address than that of a network
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub(crate) host: IpAddr,

    /// Threads that look at positions, one for each core if not said
    #[arg(long, value_name = "N", value_parser = threads, allow_hyphen_values = true)]
    pub(crate) threads: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) memory: MemoryArguments,

    /// Prints the description of the API (OpenAPI 3.1) and serves nothing
    #[arg(long)]
    pub(crate) openapi: bool,
}

/// Which game, and from where.
#[derive(Debug, Args)]
pub(crate) struct GameArguments {
    /// A game of the catalogue, or a rules file
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) game: String,

    /// Sets a parameter, as in the rules: n=5, n=10^6, 'goals={8,9}', 'at=[(3,4)]', or from a
    /// file with a line for each element, or of a graph in GraphML: edges=@graph.txt
    #[arg(long = "set", value_name = "PARAMETER=VALUE", value_parser = setting)]
    pub(crate) settings: Vec<(String, String)>,

    /// The position to begin from, in the game's notation
    #[arg(long, value_name = "POSITION")]
    pub(crate) from: Option<String>,

    /// Whoever cannot move loses (normal) or wins (misere), whatever the rules say
    #[arg(long, value_enum)]
    pub(crate) play: Option<PlayChoice>,
}

/// How to solve it.
#[derive(Debug, Args)]
pub(crate) struct SolverArguments {
    /// How the answer is found: the answer is the same by all methods, the time and the memory
    /// are not
    #[arg(long, value_enum, default_value_t = MethodChoice::Auto)]
    pub(crate) method: MethodChoice,

    /// Threads that look at moves, one for each core if not said; the answer
    /// does not depend on it
    #[arg(long, value_name = "N", value_parser = threads, allow_hyphen_values = true)]
    pub(crate) threads: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) memory: MemoryArguments,

    /// Runs the rules by the interpreter and compiles nothing; the answer does
    /// not depend on it
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
    /// A theorem where one applies; else the positions, as fits them.
    Auto,
    /// A theorem alone: at once, but without the number of moves.
    Theorem,
    /// The positions alone, as fits them.
    Positions,
    /// Backward induction: only where no play goes round in a circle.
    Backward,
    /// Retrograde analysis: always right.
    Retrograde,
    /// Retrograde analysis that takes moves back and keeps none: less memory.
    Retracting,
    /// Keeps no moves and plays them again: less memory, for any game.
    Replaying,
    /// Retrograde analysis over an index with few gaps: a byte for each of its numbers.
    Dense,
    /// Backward induction, level by level: fast and small, where every move climbs a level.
    Tiers,
    /// A search of the one position asked about: little memory, and no others are solved. It begins
    /// with null windows; where it takes long, trials choose whether proof numbers search too.
    Search,
    /// Such a search with null windows alone: it follows one way to its end before it tries another.
    NullWindow,
    /// Such a search by proof numbers alone: it follows what seems to need fewest positions.
    ProofNumber,
}

/// Arguments of `zug plan`.
#[derive(Debug, Args)]
pub(crate) struct PlanArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    #[command(flatten)]
    pub(crate) solver: SolverArguments,

    /// Plans for every state that the variables can express
    #[arg(long)]
    pub(crate) all: bool,

    /// Answers as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `zug explain`.
#[derive(Debug, Args)]
pub(crate) struct ExplainArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    #[command(flatten)]
    pub(crate) solver: SolverArguments,
    #[command(flatten)]
    pub(crate) store: StoreArguments,

    #[command(flatten)]
    pub(crate) time: TimeArguments,

    /// The position, in the game's notation, instead of --from
    #[arg(conflicts_with = "from")]
    pub(crate) position: Option<String>,

    /// Answers as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `zug value`.
#[derive(Debug, Args)]
pub(crate) struct ValueArguments {
    /// Games at positions, joined by +: "nim(3) + 2*kayles(7) + ./my.zug(n=4)"
    pub(crate) expression: String,

    /// In which parts a turn moves
    #[arg(long, value_enum, default_value_t = CompoundChoice::One)]
    pub(crate) compound: CompoundChoice,

    /// Whoever cannot move loses (normal) or wins (misere), whatever the rules say
    #[arg(long, value_enum)]
    pub(crate) play: Option<PlayChoice>,

    #[command(flatten)]
    pub(crate) solver: SolverArguments,

    /// Answers as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// In which parts a turn moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CompoundChoice {
    /// In exactly one (disjunctive).
    One,
    /// In one or more (selective).
    Some,
    /// In one or more, but not in all (proper selective).
    Notall,
    /// In every one; the first that ends ends it (conjunctive).
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
The heaps are worked out one after the other until those asked about are known,
or a period is proved: then it tells any heap.

  zug sequence 0.77 --terms 100
  zug sequence 0.137 --from 10^18 --terms 5
  zug sequence 0.007 --terms 10000 --plot treblecross.svg --no-values
  zug sequence 0.007 --terms 10^6 --format bfile --save treblecross.state")]
pub(crate) struct SequenceArguments {
    /// The game: a code such as 0.77 (Kayles) or 0.137 (Dawson's Chess)
    pub(crate) code: String,

    /// The number of heaps that are told; 10^6 is a million
    #[arg(long, value_name = "N", value_parser = heaps, allow_hyphen_values = true)]
    pub(crate) terms: u64,

    /// The first heap that is told
    #[arg(long, value_name = "M", default_value = "0", value_parser = heaps, allow_hyphen_values = true)]
    pub(crate) from: u64,

    /// The form of the answer
    #[arg(long, value_enum, default_value_t = SequenceFormat::Text)]
    pub(crate) format: SequenceFormat,

    /// Answers as JSON
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,

    /// Tells what is known of the sequence, and no values
    #[arg(long)]
    pub(crate) no_values: bool,

    /// Tells how often each nimber comes
    #[arg(long)]
    pub(crate) statistics: bool,

    /// Checks the nimbers and their period by code that cannot work them out
    #[arg(long)]
    pub(crate) verify: bool,

    /// Draws the nimbers into this file, .svg or .png
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) plot: Option<PathBuf>,

    /// Writes what is worked out into this file now and then, and goes on from
    /// it if it is there
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) save: Option<PathBuf>,

    /// Seconds between two times of writing that file
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = heaps, allow_hyphen_values = true, requires = "save")]
    pub(crate) save_every: u64,

    /// How the nimbers are worked out
    #[arg(long, default_value = "auto", value_parser = engine())]
    pub(crate) method: EngineChoice,

    /// Threads that may work, one for each core if not said; the answer does not
    /// depend on it
    #[arg(long, value_name = "N", value_parser = threads, allow_hyphen_values = true)]
    pub(crate) threads: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) memory: MemoryArguments,
}

/// The form of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SequenceFormat {
    /// The values in a line, then what is known of them.
    Text,
    /// One object.
    Json,
    /// A table of heap and nimber.
    Csv,
    /// As the OEIS has it: heap and nimber, a line each.
    Bfile,
}

/// How nimbers are worked out: by this engine, or by the one that suits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EngineChoice(pub(crate) Option<EngineKind>);

/// Arguments of `zug quotient`.
#[derive(Debug, Args)]
pub(crate) struct QuotientArguments {
    /// The game on heaps: a code such as 0.77, another notation, or a name
    pub(crate) code: String,

    /// Heaps up to this one; less work if all larger ones are proved to repeat
    #[arg(long, value_name = "N", default_value = "30", value_parser = few_heaps, allow_hyphen_values = true)]
    pub(crate) heaps: u64,

    /// Tells the genus of each heap too
    #[arg(long)]
    pub(crate) genus: bool,

    /// Elements that the quotient may have
    #[arg(long, value_name = "N", default_value = "1000", value_parser = elements, allow_hyphen_values = true)]
    pub(crate) elements: usize,

    /// Elementary steps for each heap; some millions take a second
    #[arg(long, value_name = "N", default_value = "200000000", value_parser = heaps, allow_hyphen_values = true)]
    pub(crate) steps: u64,

    #[command(flatten)]
    pub(crate) memory: MemoryArguments,

    /// The form of the answer
    #[arg(long, value_enum, default_value_t = QuotientFormat::Text)]
    pub(crate) format: QuotientFormat,

    /// Answers as JSON
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
    /// Its graph as a picture, of at most 24 elements.
    Svg,
}

/// Arguments of `zug pairs`.
#[derive(Debug, Args)]
#[command(after_help = "\
A game is a name or what a move takes: any number or one of a set from one heap,
and from both any (the same from each), within T (numbers that differ by less
than T) or one of a set (2:3 is 2 from one heap and 3 from the other).

  zug pairs wythoff --positions 30
  zug pairs 'wythoff(2)' --at 1000000000000000000,2414213562373095048
  zug pairs 'one {1..3} both {1, 2:3}' --to 12 --table")]
pub(crate) struct PairsArguments {
    /// nim, wythoff, wythoff(T), king, knight, euclid, or 'one {1,2} both any'
    pub(crate) game: String,

    /// The largest heap; 20 if nothing is said
    #[arg(long, value_name = "N", value_parser = heaps, allow_hyphen_values = true)]
    pub(crate) to: Option<u64>,

    /// Prints the table of nimbers instead of the lost positions
    #[arg(long, conflicts_with_all = ["positions", "at"])]
    pub(crate) table: bool,

    /// Lists at most this number of lost positions
    #[arg(long, value_name = "K", value_parser = positions, conflicts_with = "at", allow_hyphen_values = true)]
    pub(crate) positions: Option<usize>,

    /// Tells who wins from two heaps, and by which moves
    #[arg(long, value_name = "A,B", value_parser = two_heaps, conflicts_with = "to", allow_hyphen_values = true)]
    pub(crate) at: Option<(u64, u64)>,

    /// Whoever cannot move loses (normal) or wins (misere)
    #[arg(long, value_enum)]
    pub(crate) play: Option<PlayChoice>,

    #[command(flatten)]
    pub(crate) memory: MemoryArguments,

    /// The form of the answer
    #[arg(long, value_enum, default_value_t = PairsFormat::Text)]
    pub(crate) format: PairsFormat,

    /// Answers as JSON
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
pub(crate) struct PlayArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    #[command(flatten)]
    pub(crate) solver: SolverArguments,
    #[command(flatten)]
    pub(crate) store: StoreArguments,

    #[command(flatten)]
    pub(crate) time: TimeArguments,

    /// Which side you play: a player's name, first, second, both or none;
    /// first is whoever moves first
    #[arg(long = "as", value_name = "SIDE", default_value = "first")]
    pub(crate) side: String,
}

/// Arguments of `zug tree`.
#[derive(Debug, Args)]
pub(crate) struct TreeArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    #[command(flatten)]
    pub(crate) solver: SolverArguments,
    #[command(flatten)]
    pub(crate) store: StoreArguments,

    #[command(flatten)]
    pub(crate) time: TimeArguments,

    /// Plies below the root; without it, to the end of every play
    #[arg(long, value_name = "D", value_parser = depth, allow_hyphen_values = true)]
    pub(crate) depth: Option<usize>,

    /// The form of the drawing
    #[arg(long, value_enum, default_value_t = TreeFormat::Text)]
    pub(crate) format: TreeFormat,

    /// Answers as JSON
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
}

/// Arguments of `zug certify`.
#[derive(Debug, Args)]
#[command(after_help = "\
A proof is made by --proof FILE of the command solve. It holds the rules of its game.

  zug solve connect-four --set width=5 --set height=4 --proof draw.proof
  zug certify draw.proof")]
pub(crate) struct CertifyArguments {
    /// The file of the proof
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,

    /// Threads that check entries, one for each core if not said; the answer does not
    /// depend on it
    #[arg(long, value_name = "N", value_parser = threads, allow_hyphen_values = true)]
    pub(crate) threads: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) memory: MemoryArguments,

    /// Answers as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `zug games`.
#[derive(Debug, Args)]
pub(crate) struct GamesArguments {
    /// One game, to see its rules, source and known results: a name, or a game on
    /// heaps, such as 0.77, {1,3,4} or split(2)
    pub(crate) name: Option<String>,

    /// Answers as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `zug judge`.
#[derive(Debug, Args)]
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
    /// The command; all that have --json if none is named
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
