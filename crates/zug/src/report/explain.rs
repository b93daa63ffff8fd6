//! What `zug explain --json` prints.

use schemars::JsonSchema;
use serde::Serialize;
use zug_values::{Outcome, Value};

use crate::assess::Assessment;
use crate::error::Error;
use crate::mex::OptionNimbers;
use crate::nim_sum::NimAddition;
use crate::problem::Problem;
use crate::reply::Reply;
use crate::theorem::Theorem;

use super::head::{Head, OutcomeWord, TheoremReport};
use super::loopy::LoopyReport;

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
    /// What the player to move gets; absent where a search was stopped before that was proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeWord>,
    /// The worst outcome that the player to move may get; present where `outcome` is absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<OutcomeWord>,
    /// The best outcome that the player to move may get; present where `outcome` is absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<OutcomeWord>,
    /// The number of moves until the game ends when the winner hurries and the
    /// loser delays; absent for a draw, and where a theorem answers alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<u32>,
    /// Whether somebody wins because play never ends; absent if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub endless: bool,
    /// The score of the player to move if both play for the largest score; absent where the game
    /// does not end with scores, and where they are not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
    /// The nimber of an impartial game, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nimber: Option<u32>,
    /// The loopy nimber of the position, where play can go round in a circle and it is worth no number;
    /// absent where it has a nimber, and where none is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loopy: Option<LoopyReport>,
    /// The nimbers of the positions that a move leads to, each once, in increasing order: `nimber` is
    /// the least number that is missing. Absent where they are not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub option_nimbers: Option<Vec<u32>>,
    /// The numbers whose xor is what the position is worth, such as the piles of Nim; absent where the
    /// answer adds none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nim_sum: Option<NimAddition>,
    /// The explanation, a line each.
    pub why: Vec<String>,
    /// The numbers that the explanation puts in, with the places where they stand; absent if there
    /// are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<PlacedNumberReport>,
    /// The theorem that answers, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theorem: Option<TheoremReport>,
    /// The number of positions that were searched; absent where no search answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub searched: Option<u64>,
}

/// A number that an explanation puts in, and where on the board it stands.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct PlacedNumberReport {
    /// The number: the size of a heap, a gap, a sum, or a nimber.
    pub number: u64,
    /// The part of a sum, from 1; 1 in any other game.
    pub part: usize,
    /// The cells, pins, piles, dates or variables whose number it is, as moves write them; empty if it is
    /// the number of the whole part.
    pub places: Vec<String>,
}

impl PlacedNumberReport {
    /// The numbers of a theorem.
    #[must_use]
    pub fn of(theorem: &Theorem) -> Vec<Self> {
        let placed = theorem.placed_numbers().into_iter();
        let told = placed.map(|placed| Self {
            number: placed.number,
            part: placed.part + 1,
            places: placed.places,
        });
        told.collect()
    }
}

impl ExplainReport {
    /// The report of what a search proved of the position asked about, and its explanation, a line
    /// each.
    #[must_use]
    pub fn of_assessed(problem: &Problem, assessed: &Assessment, why: Vec<String>) -> Self {
        let known = assessed.known;
        let outcome = known.outcome();
        let bound = |bound: Outcome| outcome.is_none().then(|| bound.into());
        let score = known.score();
        // The number of moves is that of the quickest win, and whoever plays for the largest score
        // may take longer.
        let remoteness = known.value().and_then(Value::remoteness);
        let remoteness = remoteness.filter(|_| score.is_none());
        Self {
            head: Head::of_problem(problem),
            position: Some(problem.print(&problem.root())),
            outcome: outcome.map(Into::into),
            at_least: bound(known.at_least()),
            at_most: bound(known.at_most()),
            remoteness: remoteness.map(|plies| plies.0),
            endless: known.value().is_some_and(Value::is_endless),
            score,
            nimber: None,
            loopy: None,
            option_nimbers: None,
            nim_sum: None,
            why,
            numbers: Vec::new(),
            theorem: None,
            searched: Some(assessed.nodes),
        }
    }

    /// The report of a reply and its explanation, a line each.
    ///
    /// # Errors
    ///
    /// The table of values cannot be read.
    pub fn of(reply: &Reply, why: Vec<String>) -> Result<Self, Error> {
        let options = OptionNimbers::of_reply(reply)?;
        let option_nimbers = options.map(|options| options.nimbers());
        let nim_sum = reply.theorem().and_then(Theorem::nim_sum);
        let worth = reply.worth()?;
        let nimber = worth.nimber().map(|nimber| nimber.0);
        let loopy = LoopyReport::of(&worth);
        Ok(match reply {
            Reply::Theorem(theorem) => Self {
                head: Head::of_asked(&theorem.asked),
                position: theorem.position(),
                outcome: Some(theorem.outcome().into()),
                remoteness: None,
                endless: false,
                score: None,
                nimber,
                loopy,
                option_nimbers,
                nim_sum,
                why,
                numbers: PlacedNumberReport::of(theorem),
                theorem: Some(TheoremReport::new(theorem.name(), theorem.source())),
                at_least: None,
                at_most: None,
                searched: None,
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
                    endless: value.is_some_and(Value::is_endless),
                    score: solution.score(&root)?,
                    nimber,
                    loopy,
                    option_nimbers,
                    nim_sum,
                    why,
                    numbers: theorem
                        .as_deref()
                        .map(PlacedNumberReport::of)
                        .unwrap_or_default(),
                    theorem: theorem
                        .as_deref()
                        .map(|theorem| TheoremReport::new(theorem.name(), theorem.source())),
                    at_least: None,
                    at_most: None,
                    searched: None,
                }
            }
            Reply::Searched { problem, searched } => Self {
                head: Head::of_problem(problem),
                position: Some(problem.print(&problem.root())),
                outcome: Some(searched.worth.outcome().into()),
                remoteness: searched.worth.remoteness().map(|plies| plies.0),
                endless: searched.worth.is_endless(),
                score: searched.score,
                nimber,
                loopy,
                option_nimbers,
                nim_sum,
                why,
                numbers: Vec::new(),
                theorem: None,
                at_least: None,
                at_most: None,
                searched: Some(searched.nodes),
            },
        })
    }
}
