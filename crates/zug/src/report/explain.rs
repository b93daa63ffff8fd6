//! What `zug explain --json` prints.

use schemars::JsonSchema;
use serde::Serialize;
use zug_values::Value;

use crate::error::Error;
use crate::reply::Reply;

use super::{Head, OutcomeWord, TheoremReport};

/// What `--json` prints: why a position ends as it does.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct ExplainReport {
    /// The game, its parameters and the convention of play.
    #[serde(flatten)]
    pub head: Head,
    /// The position asked about; absent where it is too large to be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// What the player to move gets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeWord>,
    /// The number of moves until the game ends when the winner hurries and the
    /// loser delays; absent for a draw, and where a theorem answers alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<u32>,
    /// The explanation, a line each.
    pub why: Vec<String>,
    /// The theorem that answers, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theorem: Option<TheoremReport>,
}

impl ExplainReport {
    /// The report of a reply and its explanation, a line each.
    ///
    /// # Errors
    ///
    /// The table of values cannot be read.
    pub fn of(reply: &Reply, why: Vec<String>) -> Result<Self, Error> {
        Ok(match reply {
            Reply::Theorem(theorem) => Self {
                head: Head::of_theorem(theorem),
                position: theorem.position(),
                outcome: Some(theorem.outcome().into()),
                remoteness: None,
                why,
                theorem: Some(TheoremReport::of(theorem)),
            },
            Reply::Positions {
                problem,
                solution,
                theorem,
            } => {
                let root = problem.root();
                let value = solution.value(&root)?;
                let remoteness = value.and_then(Value::remoteness);
                Self {
                    head: Head::of_problem(problem),
                    position: Some(problem.print(&root)),
                    outcome: value.map(|value| value.outcome().into()),
                    remoteness: remoteness.map(|plies| plies.0),
                    why,
                    theorem: theorem.as_deref().map(TheoremReport::of),
                }
            }
            Reply::Searched { problem, searched } => Self {
                head: Head::of_problem(problem),
                position: Some(problem.print(&problem.root())),
                outcome: Some(searched.worth.outcome().into()),
                remoteness: searched.worth.remoteness().map(|plies| plies.0),
                why,
                theorem: None,
            },
        })
    }
}
