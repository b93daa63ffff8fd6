//! The words of the command line.

use std::num::NonZeroUsize;

use bytesize::ByteSize;
use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::Shell;
use zug::Compound;

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
    /// Plays against you, perfectly.
    Play(PlayArguments),
    /// Draws the game tree with its minimax values.
    Tree(TreeArguments),
    /// Lists the catalogue, or shows one game: rules, source, known results.
    Games(GamesArguments),
    /// Answers a contest problem in its own format, from stdin to stdout.
    Judge(JudgeArguments),
    /// Prints the completion script of a shell.
    Completions(CompletionsArguments),
}

/// Which game, and from where.
#[derive(Debug, Args)]
pub(crate) struct GameArguments {
    /// A game of the catalogue, or a rules file
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) game: String,

    /// Sets a parameter, as in the rules: n=5, 'goals={8,9}', 'at=[(3,4)]'
    #[arg(long = "set", value_name = "PARAMETER=VALUE", value_parser = setting)]
    pub(crate) settings: Vec<(String, String)>,

    /// The position to begin from, in the game's notation
    #[arg(long, value_name = "POSITION")]
    pub(crate) from: Option<String>,

    /// Who cannot move loses (normal) or wins (misere), whatever the rules say
    #[arg(long, value_enum)]
    pub(crate) play: Option<PlayChoice>,
}

/// How to solve it.
#[derive(Debug, Args)]
pub(crate) struct SolverArguments {
    /// How the answer is found
    #[arg(long, value_enum, default_value_t = MethodChoice::Auto)]
    pub(crate) method: MethodChoice,

    /// Threads that look at moves, one for each core if not said; the answer
    /// does not depend on it
    #[arg(long, value_name = "N", value_parser = threads, allow_hyphen_values = true)]
    pub(crate) threads: Option<NonZeroUsize>,

    /// Memory that may be taken, such as 512MiB
    #[arg(long, value_name = "SIZE", default_value = "8GiB", value_parser = size, allow_hyphen_values = true)]
    pub(crate) memory: ByteSize,
}

/// Who wins when a player is stuck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlayChoice {
    /// Who cannot move loses.
    Normal,
    /// Who cannot move wins.
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
}

/// Arguments of `zug solve`.
#[derive(Debug, Args)]
pub(crate) struct SolveArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    #[command(flatten)]
    pub(crate) solver: SolverArguments,

    /// Solves every state that the variables can express, not only those that
    /// play can reach
    #[arg(long)]
    pub(crate) all: bool,

    /// Checks every position by code that cannot solve
    #[arg(long)]
    pub(crate) verify: bool,

    /// Answers as JSON
    #[arg(long)]
    pub(crate) json: bool,
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
}

/// Arguments of `zug explain`.
#[derive(Debug, Args)]
pub(crate) struct ExplainArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    #[command(flatten)]
    pub(crate) solver: SolverArguments,

    /// The position, in the game's notation, instead of --from
    #[arg(conflicts_with = "from")]
    pub(crate) position: Option<String>,
}

/// Arguments of `zug value`.
#[derive(Debug, Args)]
pub(crate) struct ValueArguments {
    /// Games at positions, joined by +: "nim(3) + 2*kayles(7) + ./my.zug(n=4)"
    pub(crate) expression: String,

    /// In which parts a turn moves
    #[arg(long, value_enum, default_value_t = CompoundChoice::One)]
    pub(crate) compound: CompoundChoice,

    /// Who cannot move loses (normal) or wins (misere), whatever the rules say
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

/// Arguments of `zug play`.
#[derive(Debug, Args)]
pub(crate) struct PlayArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    #[command(flatten)]
    pub(crate) solver: SolverArguments,

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

    /// Plies below the root; without it, to the end of every play
    #[arg(long, value_name = "D", value_parser = depth, allow_hyphen_values = true)]
    pub(crate) depth: Option<usize>,

    /// The form of the drawing
    #[arg(long, value_enum, default_value_t = TreeFormat::Text)]
    pub(crate) format: TreeFormat,
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

/// Arguments of `zug games`.
#[derive(Debug, Args)]
pub(crate) struct GamesArguments {
    /// One game, to see its rules, source and known results
    pub(crate) name: Option<String>,
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

/// Bytes, in units of powers of 1000 (MB) or of 1024 (MiB).
fn size(text: &str) -> Result<ByteSize, String> {
    text.parse()
        .map_err(|_| "write a number of bytes, such as 512MiB or 8GiB".to_owned())
}

fn threads(text: &str) -> Result<NonZeroUsize, String> {
    text.parse()
        .map_err(|_| "write a whole number from 1".to_owned())
}

fn depth(text: &str) -> Result<usize, String> {
    text.parse()
        .map_err(|_| "write a whole number from 0".to_owned())
}
