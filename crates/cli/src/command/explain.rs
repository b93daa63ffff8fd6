//! `zug explain GAME [POSITION]`: why the player to move wins or loses.

use std::io::Write;

use anyhow::Result;
use schemars::JsonSchema;
use serde::Serialize;
use zug::{Reply, Scope, Value};

use crate::arguments::ExplainArguments;
use crate::json::{self, OutcomeWord, TheoremReport};
use crate::{output, question};

pub(crate) fn run(arguments: &ExplainArguments) -> Result<()> {
    let mut request = question::request(&arguments.game, Scope::Reachable)?;
    if let Some(position) = &arguments.position {
        request.from = Some(position.clone());
    }
    let reply = question::stoppable(&arguments.solver, |options| {
        question::answer(&request, options)
    });
    let reply = question::advised(&request, &arguments.solver, reply)?;
    question::tell_of_play(&arguments.game, question::decides_stuck(&reply));
    let lines = zug::explain(&reply)?;
    let mut out = output::answers();
    if arguments.json {
        json::write(&mut out, &Report::new(&reply, lines))?;
        return Ok(());
    }
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// What `--json` prints: why a position ends as it does.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Report {
    #[serde(flatten)]
    head: json::Head,
    /// The position asked about; absent where it is too large to be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    /// What the player to move gets.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<OutcomeWord>,
    /// The number of moves until the game ends when the winner hurries and the
    /// loser delays; absent for a draw, and where a theorem answers alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    remoteness: Option<u32>,
    /// The explanation, a line each.
    why: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    theorem: Option<TheoremReport>,
}

impl Report {
    fn new(reply: &Reply, why: Vec<String>) -> Self {
        match reply {
            Reply::Theorem(theorem) => Self {
                head: json::Head::of_theorem(theorem),
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
                let value = solution.value(&root);
                let remoteness = value.and_then(Value::remoteness);
                Self {
                    head: json::Head::of_problem(problem),
                    position: Some(problem.print(&root)),
                    outcome: value.map(|value| value.outcome().into()),
                    remoteness: remoteness.map(|plies| plies.0),
                    why,
                    theorem: theorem.as_deref().map(TheoremReport::of),
                }
            }
        }
    }
}
