//! Arguments of `zug value` about many boards.

use clap::{Args, ValueEnum};

/// Options of `zug value` that ask about many boards, and the format of the table.
#[derive(Debug, Args)]
pub(crate) struct BoardsArguments {
    /// Names the least position of a game with this value: --find 1/2 domineering
    ///
    /// Boards are searched in the order of the sum of the parameters that are numbers, as long as they are
    /// small; on each board first the start, then the positions behind one turn, whoever moves, and so on.
    /// domineering(3, 3) searches this board alone
    #[arg(long, value_name = "VALUE", allow_hyphen_values = true, group = "many", conflicts_with_all = ["compound", "play", "to_move", "outcome", "verify", "latex", "thermograph"])]
    pub(crate) find: Option<String>,

    /// Makes a table of boards, for ranges in the place of parameters: --boards 'domineering(3..5, 2..6)'
    #[arg(long, group = "many", conflicts_with_all = ["compound", "play", "to_move", "outcome", "verify", "latex", "thermograph"])]
    pub(crate) boards: bool,

    /// Counts the positions of one game by their values, and names the first position with each
    #[arg(long, group = "many", conflicts_with_all = ["compound", "play", "to_move", "outcome", "verify", "latex", "thermograph"])]
    pub(crate) positions: bool,

    /// The format of a table, with --boards or --positions
    #[arg(long, value_enum, default_value_t = TableFormat::Text, requires = "many", conflicts_with = "json")]
    pub(crate) format: TableFormat,
}

/// The format of a table of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// For people.
    Text,
    /// Comma-separated values, for spreadsheets.
    Csv,
    /// A tabular of LaTeX, for papers. No package is needed.
    Latex,
}
