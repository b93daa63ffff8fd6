//! The words of the command line for sums and for values: `value` and `calc`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use zug::Player;

use super::{BoardsArguments, CompoundChoice, PlayChoice, SolverArguments};

/// Arguments of `zug value`.
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
    /// Without this option a sum of games is told for the first player, and an expression of values for both
    #[arg(long, value_enum, value_name = "PLAYER", ignore_case = true)]
    pub(crate) to_move: Option<MoverChoice>,

    /// Checks the value by code that cannot work one out
    ///
    /// That code plays each game, by the rules as they are written, against the value that is told, and finds
    /// that whoever moves second wins. So it plays the sum of these values against the value of the whole,
    /// in which it finds no dominated and no reversible option
    #[arg(long, conflicts_with_all = ["latex", "thermograph"])]
    pub(crate) verify: bool,

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
