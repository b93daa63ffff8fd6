//! What `zug explain --json` prints of values.

use schemars::JsonSchema;
use serde::Serialize;

use super::cited::ProgramVersion;
use super::head::Version;

/// What `--json` prints: why a value is what it is, how two values compare, or the values born by a day.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct ExplainValueReport {
    /// The version of the form of the report.
    pub version: Version,
    /// The version of Zug that made the report.
    pub zug: ProgramVersion,
    /// The expression as it was asked; absent where a day was asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expression: Option<String>,
    /// The value of the expression; absent of a question about two values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Who wins: `L` Left, `R` Right, `N` whoever moves first, `P` whoever moves second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// The braces that are written in the expression, inner ones before those around them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub braces: Vec<BracesReport>,
    /// How two values compare, if the expression asks for that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comparison: Option<ComparisonReport>,
    /// The parts of a sum, in the order of the expression; absent if it is no sum.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<TermReport>,
    /// The values born by a day; absent if an expression is explained.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub born: Option<BornReport>,
    /// The explanation, a line each.
    pub why: Vec<String>,
}

impl ExplainValueReport {
    /// The report of an explanation in lines alone.
    #[must_use]
    pub(crate) fn of_lines(expression: Option<&str>, why: Vec<String>) -> Self {
        Self {
            version: Version::CURRENT,
            zug: ProgramVersion::CURRENT,
            expression: expression.map(str::to_owned),
            value: None,
            class: None,
            braces: Vec::new(),
            comparison: None,
            terms: Vec::new(),
            born: None,
            why,
        }
    }

    /// The report of why heaps of games by their notation are won or lost.
    #[must_use]
    pub fn of_heaps(expression: &str, why: Vec<String>) -> Self {
        Self::of_lines(Some(expression), why)
    }
}

/// A pair of braces, and the steps to the canonical form of its value.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct BracesReport {
    /// The braces as they are written.
    pub written: String,
    /// The values of Left's options.
    pub left: Vec<String>,
    /// The values of Right's options.
    pub right: Vec<String>,
    /// The steps, each of which leaves the value as it is.
    pub steps: Vec<StepReport>,
    /// The value.
    pub value: String,
}

/// A step to a canonical form.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "step", rename_all = "lowercase")]
#[non_exhaustive]
pub enum StepReport {
    /// The value is the simplest number that no option forbids.
    Number {
        /// The number.
        number: String,
        /// The numbers that are left are greater than this one; absent if they have no lower bound.
        #[serde(skip_serializing_if = "Option::is_none")]
        above: Option<EndReport>,
        /// The numbers that are left are less than this one; absent if they have no upper bound.
        #[serde(skip_serializing_if = "Option::is_none")]
        below: Option<EndReport>,
    },
    /// An option goes, for another one of the same player is at least as good.
    Dominated {
        /// Whose option it is.
        player: SideWord,
        /// The option.
        option: String,
        /// The option that is at least as good.
        by: String,
    },
    /// An option is replaced, for the opponent answers it with something no worse for the opponent than the
    /// game was.
    Reversible {
        /// Whose option it is.
        player: SideWord,
        /// The option.
        option: String,
        /// The answer.
        through: String,
        /// What takes the place of the option: the options of its player in the answer.
        replaced_by: Vec<String>,
    },
}

/// The end of an interval of numbers.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct EndReport {
    /// The number at the end.
    pub at: String,
    /// Whether this number is one of the interval.
    pub included: bool,
}

/// A player of partizan games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SideWord {
    /// Left, for whom positive values are good.
    Left,
    /// Right.
    Right,
}

/// How two values A and B compare, shown by play of A - B.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct ComparisonReport {
    /// The value A.
    pub first: String,
    /// The value B.
    pub second: String,
    /// `<`, `=`, `>` or `||`.
    pub relation: String,
    /// What happens if Left moves first.
    pub left: FirstMoverReport,
    /// What happens if Right moves first.
    pub right: FirstMoverReport,
}

/// The play of a difference in which one player moves first.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct FirstMoverReport {
    /// Whether the player who moves first wins.
    pub wins: bool,
    /// The first moves that win; or where none does all first moves, each with an answer that wins.
    pub moves: Vec<DifferenceMoveReport>,
}

/// A move in a difference A - B.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct DifferenceMoveReport {
    /// Whether the move is made in A or in -B.
    #[serde(rename = "in")]
    pub part: DifferencePart,
    /// The value of A after the move, or of B.
    pub to: String,
    /// The difference after the move.
    pub leaves: String,
    /// An answer that wins; absent where the move wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<Box<DifferenceMoveReport>>,
}

/// A part of a difference A - B.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub enum DifferencePart {
    /// The value A.
    A,
    /// The negative of B.
    #[serde(rename = "-B")]
    B,
}

/// A part of a sum.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct TermReport {
    /// The part as it is written, with its sign.
    pub text: String,
    /// Its value.
    pub value: String,
    /// What kind of value it is.
    pub kind: TermWord,
    /// Its mean.
    pub mean: String,
    /// Its temperature.
    pub temperature: String,
    /// Its atomic weight, if it is an infinitesimal that has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub atomic_weight: Option<String>,
}

/// A kind of value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TermWord {
    /// A number.
    Number,
    /// A value whose stops are both 0, and not 0.
    Infinitesimal,
    /// A number with an infinitesimal beside it.
    Numberish,
    /// Left's only option and Right's only option are numbers, and Left's is the greater.
    Switch,
    /// Any other value: the stops are not one number.
    Hot,
}

/// The values born by a day.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct BornReport {
    /// The day.
    pub day: u32,
    /// The number of values.
    pub count: usize,
    /// The values: by levels, the highest first; of day 3 in the order of their stops.
    pub values: Vec<BornValueReport>,
}

/// A value born by a day.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct BornValueReport {
    /// The value.
    pub value: String,
    /// Who wins: `L`, `R`, `N` or `P`.
    pub class: String,
    /// The number of steps down to the least value: all ways down have this number of steps. Absent for day 3.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<usize>,
    /// The values directly below: less, with no value born by this day between. Absent for day 3.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub above: Option<Vec<String>>,
}
