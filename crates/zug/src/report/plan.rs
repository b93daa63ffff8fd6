//! What `zug plan --json` prints.

use schemars::JsonSchema;
use serde::Serialize;

use crate::native::Running;
use crate::plan::{Moves, Plan, SearchPlan, Sizes, TablePlan, Unmoves};
use crate::problem::Problem;

use super::head::{Head, TheoremReport};
use super::warning::WarningReport;

/// What `--json` prints: what would be done for a question, and how large it can
/// be.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct PlanReport {
    /// The game, its parameters and the convention of play.
    #[serde(flatten)]
    pub head: Head,
    /// The theorem that would answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theorem: Option<TheoremReport>,
    /// What would be done with the positions; absent where the theorem would
    /// answer alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<PositionsReport>,
    /// How the position asked about would be searched: it was asked for, or the positions may
    /// turn out not to fit or to be many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<SearchPlanReport>,
    /// What looks like a mistake in the rules and is none for certain.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<WarningReport>,
}

/// How one position would be searched.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct SearchPlanReport {
    /// What would be done, in words.
    pub method: String,
    /// The reasons for the plan, a line each.
    pub why: Vec<String>,
    /// What a level counts, in words, where every move climbs a level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub levels: Option<String>,
    /// The number of symmetries that are used.
    pub symmetries: usize,
    /// The number of bytes that may be taken.
    pub budget: u64,
}

impl SearchPlanReport {
    fn of(plan: &Plan, search: &SearchPlan) -> Self {
        let reasons = plan.search_reasons();
        Self {
            method: search.in_words(),
            why: reasons.iter().map(ToString::to_string).collect(),
            levels: search.levels.clone(),
            symmetries: search.symmetries,
            budget: search.memory,
        }
    }
}

/// What would be done with the positions.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct PositionsReport {
    /// The position asked about.
    pub position: String,
    /// How positions would be found, in words.
    pub method: String,
    /// The reasons for the plan, a line each.
    pub why: Vec<String>,
    /// What a level counts, in words, where the positions would be solved level by level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub levels: Option<String>,
    /// The number of states that the variables can express, in decimal digits: it
    /// may be larger than a JSON number can tell. `unknown` where there are 2^128 or more, and for a
    /// game written in Rust.
    pub states: String,
    /// Bits of a position while one works on it.
    pub position_bits: u32,
    /// Bytes of a position as it is stored.
    pub key_bytes: usize,
    /// The number of moves with their choices made, for each player to move.
    pub ground_moves: Vec<usize>,
    /// The number of these moves that add the same number to the rank wherever they are
    /// legal.
    pub constant_steps: usize,
    /// The number of un-moves for each player; absent where not all moves can be
    /// taken back, or where counting them would take longer than a plan should.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unmoves: Option<Vec<usize>>,
    /// Whether moves would be taken back.
    pub retracting: RetractingWord,
    /// How the rules would be run.
    pub runs: RunsWord,
    /// The number of parts that are played side by side.
    pub parts: usize,
    /// The number of symmetries that the rules declare, the identity included.
    pub symmetries_declared: usize,
    /// The number of symmetries that are used: those that keep the position asked about, and
    /// those that swap the players, if these pay.
    pub symmetries_used: usize,
    /// The number of bytes that the work cannot exceed, where there is a useful bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most_bytes: Option<u64>,
    /// The least number of bytes for each position found.
    pub least_bytes_a_position: u64,
    /// The number of bytes that may be taken.
    pub budget: u64,
}

/// Whether moves would be taken back instead of being kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RetractingWord {
    /// All moves are taken back, as asked.
    Asked,
    /// All moves are taken back: over an index none are kept.
    OverIndex,
    /// Moves are taken back if they do not fit into the memory.
    WhenNeeded,
    /// No moves are taken back: all moves fit into the memory.
    NotNeeded,
    /// Backward induction needs no moves taken back.
    NotByThisMethod,
    /// Not all moves can be taken back.
    Impossible,
}

/// How the rules would be run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RunsWord {
    /// As machine code.
    MachineCode,
    /// By the interpreter.
    Interpreted,
    /// By the code of a game written in Rust.
    OwnCode,
}

impl RetractingWord {
    /// Whether moves would be taken back in a game of these sizes.
    #[must_use]
    pub fn of(table: &TablePlan, sizes: &Sizes) -> Self {
        match table.moves {
            _ if matches!(sizes.unmoves, Unmoves::Refused(_) | Unmoves::NotOffered) => {
                Self::Impossible
            }
            Moves::TakenBack if table.index.is_some() => Self::OverIndex,
            Moves::TakenBack => Self::Asked,
            Moves::KeptWhileTheyFit => Self::WhenNeeded,
            _ if table.never_takes_back() => Self::NotByThisMethod,
            _ => Self::NotNeeded,
        }
    }
}

impl PlanReport {
    /// The report of a plan. `sizes` are those of the positions that the plan would solve
    /// ([`Plan::sizes`]); without them the report tells nothing of positions.
    ///
    /// ```
    /// use zug::report::PlanReport;
    /// use zug::{Plan, Request, SolveOptions};
    ///
    /// let options = SolveOptions::default();
    /// let plan = Plan::of(&Request::catalogue("tic-tac-toe")?, &options)?;
    /// let sizes = plan.sizes(&options)?;
    /// let report = PlanReport::of(&plan, sizes.as_ref());
    /// assert_eq!(report.positions.unwrap().states, "39366");
    /// # Ok::<(), zug::Error>(())
    /// ```
    #[must_use]
    pub fn of(plan: &Plan, sizes: Option<&Sizes>) -> Self {
        let (head, theorem, positions) = match plan {
            Plan::Theorem {
                theorem, positions, ..
            } => {
                let head = match positions {
                    Some(positions) => Head::of_problem(&positions.problem),
                    None => Head::of_asked(&theorem.asked),
                };
                (head, Some(theorem), positions.as_ref())
            }
            Plan::Positions { positions, .. } => {
                (Head::of_problem(&positions.problem), None, Some(positions))
            }
            Plan::Search { problem, .. } => (Head::of_problem(problem), None, None),
        };
        Self {
            head,
            warnings: {
                let rules = match plan {
                    Plan::Theorem { theorem, .. } => Some(theorem.rules()),
                    Plan::Positions { positions, .. } => positions.problem.rules(),
                    Plan::Search { problem, .. } => problem.rules(),
                };
                WarningReport::all(&plan.warnings(), rules.unwrap_or_default())
            },
            theorem: theorem.map(|theorem| TheoremReport::new(theorem.name(), theorem.source())),
            positions: positions
                .zip(sizes)
                .map(|(plan, sizes)| PositionsReport::of(&plan.problem, &plan.table, sizes)),
            search: plan
                .search()
                .map(|search| SearchPlanReport::of(plan, search)),
        }
    }
}

impl PositionsReport {
    fn of(problem: &Problem, table: &TablePlan, sizes: &Sizes) -> Self {
        let reasons = table.reasons();
        Self {
            position: problem.print(&problem.root()),
            method: table.in_words(),
            why: reasons.iter().map(ToString::to_string).collect(),
            levels: table.levels.clone(),
            states: sizes
                .states
                .map_or_else(|| "unknown".to_owned(), |states| states.to_string()),
            position_bits: sizes.position_bits,
            key_bytes: sizes.key_bytes,
            ground_moves: sizes.ground_moves.clone(),
            constant_steps: sizes.constant_steps,
            unmoves: match &sizes.unmoves {
                Unmoves::Counted(counts) => Some(counts.clone()),
                Unmoves::Refused(_) | Unmoves::NotWorkedOut | Unmoves::NotOffered => None,
            },
            retracting: RetractingWord::of(table, sizes),
            runs: match &sizes.running {
                Running::Compiled { .. } | Running::ToBeCompiled => RunsWord::MachineCode,
                Running::Rust => RunsWord::OwnCode,
                Running::FewStates
                | Running::FewPositions
                | Running::Asked
                | Running::NotBuilt
                | Running::Refused(_) => RunsWord::Interpreted,
            },
            parts: sizes.parts,
            symmetries_declared: table.symmetries_declared,
            symmetries_used: table.symmetries_used,
            most_bytes: sizes.most_bytes,
            least_bytes_a_position: sizes.least_bytes_a_position,
            budget: table.memory,
        }
    }
}
